import { defineConfig } from 'playwright/test'
import { limits } from '../limits'
import { launchOptions } from './browser'

const port = Number(process.env.E2E_PORT ?? 4173)

const slowLines = 'slow-line.spec.ts'

/** The production build, served by `vite preview` with an embedded backend that lives in memory. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  fullyParallel: true,
  projects: [
    // They wait more than they compute: one worker starts with them, one after the other.
    {
      name: 'slow lines',
      testMatch: slowLines,
      fullyParallel: false,
      expect: { timeout: 3 * limits.expectation },
    },
    { name: 'journeys', testIgnore: slowLines },
  ],
  // `.ci/run` sets it.
  grepInvert: process.env.CI ? /@long/ : /@long|@ci/,
  // `npm test` runs the unit tests beside them.
  workers: 2,
  expect: { timeout: limits.expectation },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  timeout: limits.test,
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    // The openings of public pages have their own tests; the others skip them.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace makes the tests take two thirds more time; `--trace retain-on-failure` asks for it.
    screenshot: 'only-on-failure',
    launchOptions,
  },
  webServer: {
    command: `npm run preview -- --port ${port} --strictPort`,
    cwd: '../..',
    url: `http://127.0.0.1:${port}/rest/v1/`,
    reuseExistingServer: false,
    timeout: limits.setUp,
    // The tests replace the proxy in front of a hosted project: they give every visitor a separate
    // address.
    env: { CI: 'true', EMBEDDED_DATA: 'memory', EMBEDDED_TRUST_PROXY: 'true' },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
})
