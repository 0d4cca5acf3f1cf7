import { expect } from './fixtures'
import {
  buttonOf,
  expectAnswers,
  expectEmpty,
  expectToast,
  fill,
  formOf,
  open,
  partnership,
  program,
  sentBy,
  test,
  volunteer,
} from './public-forms'

test.describe('a draft of a long form', () => {
  for (const form of [volunteer, program, partnership]) {
    test(`of the ${form.name} outlives reload and return, and ends when it is sent`, async ({
      page,
      email,
    }) => {
      await open(page, form)
      await fill(page, form, email)
      const answers = Object.fromEntries(
        Object.entries(form.answers).filter(([label]) => !label.startsWith('I agree')),
      )
      await page.reload()
      await expect(buttonOf(page, form)).toBeEnabled()
      await expectAnswers(page, form, answers)

      await page.goto('/about')
      await open(page, form)
      await expectAnswers(page, form, { ...answers, 'E-mail': email })
      const consent = formOf(page, form).getByLabel('I agree to the terms')
      if (form !== volunteer) {
        await expect(consent).not.toBeChecked()
        await consent.check()
      }
      expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('consent')
      expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain('draft')

      await buttonOf(page, form).click()
      await expectToast(page, form.success)
      expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContainEqual(
        expect.stringContaining('draft'),
      )
      await page.goto('/about')
      await open(page, form)
      await expectEmpty(page, form)
    })
  }

  test('never replaces what was typed before the scripts arrived', async ({ page }) => {
    await open(page, program)
    const field = (label: string) => formOf(page, program).getByLabel(label)
    await field('First name').fill('Draft')
    await field('Goals').fill('From the draft')
    await field('Relationship').selectOption('parent')
    await page.goto('/about')

    let release: () => void = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/assets/*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(program.path)
    await field('First name').fill('Typed at once')
    await field('Relationship').selectOption('guardian')
    release()
    await expect(buttonOf(page, program)).toBeEnabled()
    await expect(field('Goals')).toHaveValue('From the draft')
    await expect(field('First name')).toHaveValue('Typed at once')
    await expect(field('Relationship')).toHaveValue('guardian')
  })

  test('is done without where storage is blocked', async ({ page, baseURL, email }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'sessionStorage', {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      })
    })
    await open(page, program)
    await fill(page, program, email)
    await buttonOf(page, program).click()
    await expectToast(page, program.success)
    expect(await sentBy(baseURL!, program, email)).toHaveLength(1)
  })
})
