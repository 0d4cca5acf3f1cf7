import { pdf } from '../file-samples'
import { insertRow, storedRows } from './backend-access'
import { expectNoViolations } from './expect-accessible'
import { expect, signIn, test } from './fixtures'

for (const width of [360, 768, 1280]) {
  test(
    `a program takes a mentor once evidence is there, at ${width} pixels`,
    { tag: width === 360 ? [] : '@long' },
    async ({ page, baseURL, expectedErrors }) => {
      expectedErrors.push(/status of 400/, /Requirements of this program are not met/)
      const name = `Story ${width}`
      await page.setViewportSize({ width, height: 800 })
      const program = await insertRow(baseURL!, 'programs', { name, status: 'active' })
      await insertRow(baseURL!, 'program_requirements', {
        program_id: program,
        kind: 'mentors',
        name: `Check ${width}`,
        months: 12,
      })
      const mentor = await insertRow(baseURL!, 'mentors', { first_name: 'Ida', last_name: name })
      await signIn(page, 'admin')
      const fits = async () =>
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)

      // Refused, with the selection kept
      await page.goto(`/crm?tab=programs&open=${program}`)
      const requirements = page.getByRole('region', { name: 'Requirements' })
      await expect(requirements).toContainText('Mentors, good for 12 months')
      await expectNoViolations(page)
      // In the panel
      const people = page.getByRole('button', { name: /^Manage People/ }).last()
      await people.press('Enter')
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('tab', { name: 'Mentors (0)' }).press('Enter')
      await dialog.getByRole('searchbox').fill(name)
      const box = dialog.getByRole('checkbox', { name: `Check ${width}: missing` })
      await box.press('Space')
      await dialog.getByRole('button', { name: 'Save Assignments' }).press('Enter')
      await expect(dialog.getByRole('alert')).toContainText(`Ida ${name} lacks Check ${width}.`)
      await expect(box).toBeChecked()
      await expectNoViolations(page)
      expect(await storedRows(baseURL!, `program_mentors?program_id=eq.${program}`)).toEqual([])

      // Evidence from a file
      await page.goto('/clearances')
      const part = page.getByRole('region', { name: 'Evidence from a folder of files' })
      await part.getByLabel('What was checked').selectOption(`Check ${width}`)
      await expect(part.getByLabel('Valid until')).not.toHaveValue('')
      await part.getByLabel('Files', { exact: true }).setInputFiles({
        name: `${name} Ida.pdf`,
        mimeType: 'application/pdf',
        buffer: Buffer.from(pdf(name)),
      })
      await part.getByLabel(`Confirm the person for ${name} Ida.pdf`).press('Space')
      await expectNoViolations(page)
      await fits()
      await part.getByRole('button', { name: 'Save 1 piece of evidence' }).press('Enter')
      await expect(part).toContainText('1 of 1 saved.')
      await expect
        .poll(async () =>
          storedRows(baseURL!, `files?select=state,clearance_id&name=eq.${name} Ida.pdf`),
        )
        .toMatchObject([{ state: 'ready' }])

      await page.goto(`/crm?tab=mentors&open=${mentor}`)
      const clearances = page.getByRole('region', { name: 'Clearances' })
      await expect(clearances.getByRole('list', { name: 'Evidence' })).toContainText(
        `Check ${width}`,
      )
      await expectNoViolations(page)
      await fits()

      await page.goto(`/crm?tab=programs&open=${program}`)
      await expect(requirements).toContainText('Mentors, good for 12 months')
      await people.press('Enter')
      await dialog.getByRole('tab', { name: 'Mentors (0)' }).press('Enter')
      await dialog.getByRole('searchbox').fill(name)
      await dialog.getByRole('checkbox', { name: 'Requirements met until' }).press('Space')
      await dialog.getByRole('button', { name: 'Save Assignments' }).press('Enter')
      await expect(page.getByText('Program assignments updated')).toBeVisible()
    },
  )
}
