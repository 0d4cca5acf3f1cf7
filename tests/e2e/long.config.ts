import { defineConfig } from 'playwright/test'
import { limits } from '../limits'
import config from './playwright.config'

/** The proofs that take minutes: `npm run test:long`. */
export default defineConfig({ ...config, timeout: limits.long, grep: /@long/, grepInvert: /^$/ })
