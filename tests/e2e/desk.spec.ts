import { expectTypedIsStored } from './desk'
import { test } from './fixtures'

test.use({ expectedErrors: [/./] })

/* Other speeds and lines: `desk.long.spec`. */

test('each check that is typed is stored, whatever the line does', async ({ page, baseURL }) => {
  await expectTypedIsStored(page, baseURL, {
    checks: 8,
    latency: 400,
    pause: 10,
    cutFrom: 2,
    cutTo: 4,
    reloadAfter: 5,
  })
})
