import { defineConfig } from 'playwright/test'
import config from './playwright.config'

/** The proofs that take minutes: `npm run test:long`. */
export default defineConfig({ ...config, grep: /@long/, grepInvert: /^$/ })
