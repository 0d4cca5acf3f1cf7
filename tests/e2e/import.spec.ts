import { readFile } from 'node:fs/promises'
import { expect, signIn, test, toast, uniqueName } from './fixtures'
import { expectAccessible } from './expect-accessible'

test(
  'a file becomes rows, names its skipped rows, and is undone',
  { tag: '@ci' },
  async ({ page }) => {
    await signIn(page, 'mentors')
    await page.goto('/crm?tab=mentors')
    const family = uniqueName('Imported')
    const file = {
      name: 'volunteers.csv',
      mimeType: 'text/csv',
      // As Excel saves it: windows-1252, with semicolons.
      buffer: Buffer.from(
        `Given name;Surname;E-mail;Shoe size\r\nRenée;${family};${crypto.randomUUID()}@example.org;38\r\nNobody;${family};not an address;40\r\n`,
        'latin1',
      ),
    }
    const dialog = page.getByRole('dialog', { name: 'Import mentors' })
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await dialog.getByLabel('Choose a CSV file').setInputFiles(file)
    await expect(dialog.getByLabel('Surname')).toHaveValue('last_name')
    await expect(dialog.getByLabel('Shoe size')).toHaveValue('')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Check the rows' }).click()
    await expect(dialog.getByText('Row 3. Email: Please enter a valid email')).toBeVisible()
    await expect(dialog.getByRole('cell', { name: 'Renée' })).toBeVisible()
    await expectAccessible(page)

    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download skipped rows' }).click()
    const leftOut = await readFile(await (await downloading).path(), 'utf8')
    expect(leftOut).toContain('Given name,Surname,E-mail,Shoe size,Reason')
    expect(leftOut).toContain(`Nobody,${family},not an address,40,Email: `)

    await dialog.getByRole('button', { name: 'Import 1 mentor' }).click()
    await expect(dialog.getByText('1 mentor was imported. 1 row was skipped.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByLabel('Search mentors').fill(family)
    await expect(page.getByText('1 mentor', { exact: true })).toBeVisible()
    const row = page.getByRole('rowheader', { name: `Renée ${family}` })
    await row.click()
    await expect(page.getByText('Imported from volunteers.csv by')).toBeVisible()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('button', { name: 'Undo import of volunteers.csv' }).first().click()
    await page.getByRole('button', { name: 'Remove 1 mentor' }).click()
    await expect(toast(page, '1 mentor removed')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(row).toHaveCount(0)
  },
)
