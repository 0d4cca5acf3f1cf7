import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright/test'
import { asService } from '../embedded/support'
import { expectAccessible } from './expect-accessible'
import { expect, signIn, test, uniqueName } from './fixtures'

/* A family asks what we hold about them, and then to be erased. All by keyboard. */

test(
  'a family is handed its data and erased, and nothing finds it afterwards',
  { tag: '@long' },
  async ({ page, baseURL }) => {
    const lastName = uniqueName('Zaria')
    const email = `${crypto.randomUUID()}@example.org`
    const service = asService({ url: baseURL! })
    await service
      .from('program_applications')
      .insert({
        first_name: 'Comfort',
        last_name: lastName,
        email,
        phone: '+231 77 555 0199',
        relationship: 'parent',
        program_interest: 'early-childhood',
        child_name: `Kit ${lastName}`,
        special_needs: 'Asthma',
      })
      .throwOnError()
    await service
      .from('mentees')
      .insert({ first_name: 'Kit', last_name: lastName, parent_email: email })
      .throwOnError()

    await signIn(page, 'admin')
    await page.goto('/crm?tab=mentees')
    const child = page.getByRole('row', { name: new RegExp(`Kit ${lastName}`) })
    await expect(child).toBeVisible()
    const search = page.getByRole('combobox', { name: 'Search', exact: true })
    const find = async () => {
      await page.keyboard.press('Control+k')
      await expect(search).toBeFocused()
      await page.keyboard.type(lastName)
    }
    await find()
    const parent = page.getByRole('option', { name: new RegExp(`^Comfort ${lastName}`) })
    await expect(parent).toBeVisible()
    while ((await parent.getAttribute('aria-selected')) !== 'true') {
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')

    const panel = page.getByRole('complementary', { name: `Comfort ${lastName}` })
    const handOver = panel.getByRole('link', { name: 'Hand over data' })
    await handOver.press('Enter')
    // All of it came from a form: the colleague says which records are theirs.
    const takeAll = async (of: Locator) => {
      for (const box of await of.getByRole('checkbox').all()) {
        if (!(await box.isChecked())) await box.press('Space')
      }
    }
    const handing = page.getByRole('form', { name: 'Hand over data' })
    await expect(handing.getByRole('checkbox').first()).toBeVisible()
    await takeAll(handing)
    await handing
      .getByRole('combobox', { name: 'How did you check their identity?' })
      .selectOption('in_person')
    await handing.getByRole('button', { name: 'Hand over', exact: true }).press('Enter')
    const application = page.getByRole('region', { name: 'Program applications' })
    await expect(application).toContainText('Asthma')
    await expect(page.getByRole('region', { name: 'Mentee' })).toContainText('Kit')
    await expectAccessible(page, 'what we hold')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download JSON' }).press('Enter')
    const text = await readFile(await (await download).path(), 'utf8')
    expect(JSON.parse(text)).toMatchObject({ about: `Comfort ${lastName}` })
    expect(text).toContain('Asthma')

    await page.getByRole('link', { name: 'Back to the person' }).press('Enter')
    const opensErasing = panel.getByRole('button', { name: 'Erase…' })
    await opensErasing.press('Enter')
    const name = `Comfort ${lastName}`
    const dialog = page.getByRole('dialog', { name: `Erase ${name}` })
    const typed = dialog.getByRole('textbox', { name: `Type ${name}` })
    await typed.press('Enter')
    const reason = dialog.getByRole('combobox', { name: 'Reason' })
    await expect(reason).toBeFocused()
    await page.keyboard.type('A parent')
    await takeAll(dialog)
    await expect(dialog.getByRole('region', { name: 'Deleted' })).toContainText('Mentees')
    await expect(dialog.getByRole('region', { name: 'People erased' })).toContainText(name)
    await dialog
      .getByRole('combobox', { name: 'How did you check their identity?' })
      .selectOption('in_person')
    await expectAccessible(page, 'what goes')
    await typed.fill(name)
    await typed.press('Enter')

    const certificate = page.getByRole('region', { name: 'Certificate' })
    await expect(certificate).toContainText('A parent asked for it')
    await expect(page.getByRole('dialog', { name: 'Erased' })).not.toContainText(
      new RegExp(`${lastName}|${email}|Kit|Comfort`),
    )
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await page.keyboard.press('Escape')
    await find()
    await expect(page.getByText('No people or files found')).toBeVisible()
    await page.goto('/crm?tab=mentees')
    await page.getByRole('searchbox', { name: 'Search mentees' }).fill(lastName)
    await expect(page.getByText('Nothing matches this search with these filters.')).toBeVisible()
  },
)
