import { expectTypedIsStored } from './desk'
import { test } from './fixtures'

test.use({ expectedErrors: [/./] })

test('each typed check is stored, whatever the connection does', async ({ page, baseURL }) => {
  await expectTypedIsStored(page, baseURL, {
    checks: 8,
    latency: 400,
    pause: 10,
    cutFrom: 2,
    cutTo: 4,
    reloadAfter: 5,
  })
})

for (const latency of [0, 400, 2_000]) {
  for (const pause of [0, 10, 80]) {
    test(
      `50 checks, ${latency} ms line, a key each ${pause} ms`,
      { tag: '@long' },
      async ({ page, baseURL }) => {
        const line = { latency, pause, cutFrom: 20, cutTo: 22, reloadAfter: 30 }
        await expectTypedIsStored(page, baseURL, { checks: 50, ...line })
      },
    )
  }
}

test('two tabs take checks at the same time', { tag: '@long' }, async ({ page, baseURL }) => {
  const line = { latency: 400, pause: 10, cutFrom: 8, cutTo: 10, reloadAfter: 14 }
  const other = await page.context().newPage()
  await Promise.all(
    [page, other].map((tab) => expectTypedIsStored(tab, baseURL, { checks: 20, ...line })),
  )
})
