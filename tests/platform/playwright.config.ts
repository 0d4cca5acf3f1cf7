import { defineConfig } from 'playwright/test'
import { launchOptions } from '../e2e/browser'
import { limits } from '../limits'

const port = Number(process.env.PLATFORM_PORT ?? 4180)

/** The production build on the services of a hosted project; see `serve.ts`. */
export default defineConfig({
  testDir: '..',
  // The journeys of accounts are the ones that run on the embedded backend.
  testMatch: ['platform/*.spec.ts', 'e2e/account.spec.ts', 'e2e/second-factor.spec.ts'],
  outputDir: '../../test-results',
  fullyParallel: true,
  workers: 2,
  expect: { timeout: limits.expectation },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  timeout: limits.test,
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions,
  },
  webServer: {
    command: 'npx tsx tests/platform/serve.ts',
    cwd: '../..',
    url: `http://127.0.0.1:${port}/auth/v1/health`,
    reuseExistingServer: false,
    timeout: limits.setUp,
    env: { PLATFORM_PORT: String(port) },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
