import { existsSync } from 'node:fs'
import { chromium, type LaunchOptions } from 'playwright/test'

// The headless shell first: it draws no window, and the tests take three quarters of the time.
const installed = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * The browser that the tests use: the one named by CHROMIUM_PATH, else Playwright's own, else one that
 * the machine has. Undefined when there is none.
 */
export function findBrowser(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  return [...(named ? [named] : []), chromium.executablePath(), ...installed].find(existsSync)
}

const executablePath = findBrowser()

/**
 * Chromium as the tests start it: without background requests, and allowed to run as root in CI.
 */
export const launchOptions: LaunchOptions = {
  ...(executablePath && { executablePath }),
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // No spare renderer for a next page: starting it takes as long as a small test.
    '--renderer-process-limit=2',
  ],
}
