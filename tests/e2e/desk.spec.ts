import { expectTypedIsStored } from './desk'
import { expect, signIn, test } from './fixtures'

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

for (const width of [360, 768, 1280]) {
  test(`the totals cover no button of a row that is corrected, ${width} px wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 640 })
    await signIn(page, 'fundraiser')
    await page.goto('/enter-gifts')
    const latest = page.getByRole('rowgroup', { name: 'Latest gifts' })
    const corrections = latest.getByRole('button', { name: /^Correct: / })
    await expect(corrections.first()).toBeVisible()
    for (const at of [0, (await corrections.count()) - 1]) {
      await corrections.nth(at).click()
      const save = latest.getByRole('button', { name: 'Save the correction' })
      await expect(save).toBeVisible()
      // A row may be higher than a phone: whoever scrolls to its end finds the button free.
      const isFree = await save.evaluate((button) => {
        window.scrollBy(0, Math.max(0, button.getBoundingClientRect().bottom - window.innerHeight))
        const { left, top, width, height } = button.getBoundingClientRect()
        const there = document.elementFromPoint(left + width / 2, top + height / 2)
        return there !== null && button.contains(there)
      })
      expect(isFree).toBe(true)
      await latest.getByRole('button', { name: 'Cancel' }).click()
    }
  })
}
