import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const installed = [
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
