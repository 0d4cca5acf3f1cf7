import type { Locator, Page } from 'playwright/test'
import { forms, type Answers, type PublicForm, type Texts } from '../public-forms'
import { deleteRows, storedRows } from './backend-access'
import { expect, test as base, toast } from './fixtures'

/** `email` belongs to one test; its submissions are deleted after the test. */
export const test = base.extend<{ email: string }>({
  email: async ({ baseURL }, use) => {
    const email = `${crypto.randomUUID()}@example.org`
    await use(email)
    for (const { table } of forms) await deleteRows(baseURL!, `${table}?email=like.*${email}`)
  },
})

export const formOf = (page: Page, { name }: PublicForm) =>
  page.getByRole('form', { name, exact: true })

export const buttonOf = (page: Page, form: PublicForm) =>
  formOf(page, form).getByRole('button', { name: form.button })

/** Until its code has loaded, its buttons only record presses. */
export const expectWorking = (page: Page, form: PublicForm) =>
  expect(buttonOf(page, form)).not.toHaveAttribute('data-waiting')

export async function open(page: Page, form: PublicForm): Promise<void> {
  await page.goto(form.path)
  // The form works from a visitor's first interaction.
  await formOf(page, form).hover()
  await expectWorking(page, form)
}

async function control(page: Page, form: PublicForm, label: string): Promise<Locator> {
  const field = formOf(page, form).getByLabel(label)
  await expect(field, label).toHaveCount(1)
  return field
}

export async function fill(page: Page, form: PublicForm, email: string): Promise<void> {
  const answers: Answers = { ...form.answers, Email: email }
  for (const fold of await formOf(page, form).locator('details:not([open])').all()) {
    await fold.locator('summary').click()
  }
  for (const [label, answer] of Object.entries(answers)) {
    const field = await control(page, form, label)
    if (answer === true) await field.check()
    else if ((await field.evaluate(({ tagName }) => tagName)) === 'SELECT') {
      await field.selectOption(answer)
    } else await field.fill(answer)
  }
}

export async function expectAnswers(page: Page, form: PublicForm, answers: Answers): Promise<void> {
  for (const [label, answer] of Object.entries(answers)) {
    const field = await control(page, form, label)
    if (answer === true) await expect(field, label).toBeChecked()
    else await expect(field, label).toHaveValue(answer)
  }
}

export async function expectEmpty(page: Page, form: PublicForm): Promise<void> {
  const answers: Answers = { ...form.answers, Email: '' }
  for (const [label, answer] of Object.entries(answers)) {
    const field = await control(page, form, label)
    if (answer === true) await expect(field, label).not.toBeChecked()
    else await expect(field, label).toHaveValue('')
  }
}

/** Exactly these texts, and nothing else. */
export async function expectToast(page: Page, { title, description = '' }: Texts): Promise<void> {
  await expect(toast(page, title)).toHaveText(`${title}${description}`)
}

export const sentBy = (baseURL: string, { table }: PublicForm, email: string) =>
  storedRows(baseURL, `${table}?email=eq.${email}`)
