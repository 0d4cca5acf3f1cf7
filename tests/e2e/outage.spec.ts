import { pledge, volunteer } from '../public-forms'
import { Line } from './cut-line'
import { expect } from './fixtures'
import {
  buttonOf,
  expectAnswers,
  expectToast,
  expectWorking,
  fill,
  open,
  sentBy,
  test,
} from './public-forms'

test('a form keeps its text while the backend is gone, and a second try arrives once', async ({
  page,
  baseURL,
  email,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to (load|fetch)/)
  const line = await Line.to(baseURL!)
  const form = { ...volunteer, path: line.url + volunteer.path }
  await open(page, form)
  await fill(page, form, email)
  await line.cut()
  await buttonOf(page, form).click()
  await expectToast(page, form.failure)
  await expectAnswers(page, form, { ...form.answers, Email: email })

  await line.mend()
  await buttonOf(page, form).click()
  await expectToast(page, form.success)
  expect(await sentBy(baseURL!, form, email)).toHaveLength(1)
  await line.cut()
})

for (const [missing, scripts] of [
  ['its own script', '**/assets/pledge-form-*.js'],
  ['the script of its page', '**/assets/donate-page-*.js'],
  ['every script of the page', '**/assets/*.js'],
] as const) {
  const tag = missing === 'its own script' ? [] : '@long'
  test(
    `a form that misses ${missing} tells the visitor, keeps its text, and works once the connection returns`,
    { tag },
    async ({ page, baseURL, email, expectedErrors }) => {
      expectedErrors.push(/Failed to (load|fetch)|ERR_/)
      await page.route(scripts, (route) => route.abort())
      await page.goto(pledge.path)
      await fill(page, pledge, email)
      await buttonOf(page, pledge).click()
      await expect(page.getByRole('alert')).toContainText('cannot be sent yet')
      await expect(page.getByRole('alert')).toBeInViewport({ ratio: 0.5 })
      await expect(buttonOf(page, pledge)).not.toHaveAttribute('aria-busy')
      // On a slow line the page is complete only now, which starts the scripts too.
      const added = await page.evaluate(async () => {
        const countOf = () => document.head.querySelectorAll('script').length
        const before = countOf()
        window.dispatchEvent(new Event('load'))
        await new Promise<void>((painted) =>
          new PerformanceObserver(() => painted()).observe({ type: 'paint', buffered: true }),
        )
        return countOf() - before
      })
      expect(added).toBe(0)

      await page.unroute(scripts)
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      await expectWorking(page, pledge)
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expectAnswers(page, pledge, { ...pledge.answers, Email: email })
      await buttonOf(page, pledge).click()
      await expectToast(page, pledge.success)
      await expect(page.getByText(/^G-\d{6}$/)).toBeVisible()
      expect(await sentBy(baseURL!, pledge, email)).toHaveLength(1)
    },
  )
}
