import { chromium } from '@playwright/test'
import { launchOptions } from '../e2e/browser'
import { timeColdLoad } from './cold-load'
const browser = await chromium.launch({ ...launchOptions, executablePath: '/usr/bin/chromium' })
for (const [a, s] of [
  ['/crm?tab=mentors', '@example.org'],
  ['/crm', 'Total Donations'],
  ['/form-submissions', 'Naomi Whitaker'],
  ['/admin-dashboard', 'Your Permissions'],
] as const)
  for (let i = 0; i < 3; i++) {
    const { elapsed, roundTrips, requests } = await timeColdLoad(browser, process.argv[2]!, a, s)
    console.log(a, Math.round(elapsed), roundTrips, requests)
  }
await browser.close()
