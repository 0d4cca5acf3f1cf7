import { expectTypedIsStored } from './desk'
import { test } from './fixtures'

/* `desk.spec` has a short one of these cases. */

test.use({ expectedErrors: [/./] })

for (const latency of [0, 400, 2_000]) {
  for (const pause of [0, 10, 80]) {
    test(`50 checks, ${latency} ms line, a key each ${pause} ms`, async ({ page, baseURL }) => {
      test.setTimeout(420_000)
      const line = { latency, pause, cutFrom: 20, cutTo: 22, reloadAfter: 30 }
      await expectTypedIsStored(page, baseURL, { checks: 50, ...line })
    })
  }
}
