import { callFunction, insertRow, storedRows } from './backend-access'
import { expectNoViolations } from './expect-accessible'
import { expect, signIn, test } from './fixtures'

for (const width of [360, 768, 1280]) {
  test(
    `a group's afternoon, from attendance to going home, at ${width} pixels`,
    { tag: width === 360 ? [] : '@long' },
    async ({ page, baseURL }) => {
      await page.setViewportSize({ width, height: 800 })
      const name = `Afternoon ${width}`
      const program = await insertRow(baseURL!, 'programs', { name })
      const children = Array.from(
        { length: 30 },
        (_, at) => `Child ${String(at + 1).padStart(2, '0')}`,
      )
      const added: string[] = []
      for (const first_name of children) {
        added.push(await insertRow(baseURL!, 'mentees', { first_name, last_name: name }))
      }
      await callFunction(baseURL!, 'save_program_assignments', {
        target_program_id: program,
        added_mentees: added,
      })
      await signIn(page, 'admin')
      await page.goto(`/crm?tab=programs&program=${program}&part=meetings`)
      const fits = async () =>
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)

      await page.getByRole('button', { name: 'Add a Meeting' }).press('Enter')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Who meets').selectOption('The group')
      await dialog.getByLabel('Title').fill('Chess club')
      await dialog.getByLabel('Adults collect the children afterwards').press('Space')
      await expectNoViolations(page)
      await dialog.getByRole('button', { name: 'Add Meeting' }).press('Enter')
      await expect(page.getByText('No attendance')).toBeVisible()
      await expectNoViolations(page)
      await fits()

      // Thirty children, of whom three came late and two are absent
      await page.getByRole('link', { name: 'Chess club' }).press('Enter')
      const first = page.getByRole('group', { name: `Child 01 ${name}` })
      await first.getByRole('button', { name: 'Present' }).focus()
      let keys = 0
      for (const key of 'ppplppppapppplpppppppapppplppp') {
        await page.keyboard.press(key)
        keys += 1
      }
      expect(keys).toBeLessThanOrEqual(40)
      await expect(page.getByText('28 of 30 attended')).toBeVisible()
      await expect
        .poll(() =>
          storedRows(
            baseURL!,
            `meeting_attendances?select=status,meetings!inner(program_id)&meetings.program_id=eq.${program}`,
          ),
        )
        .toHaveLength(30)
      // Half a button below the header of the page is no small one.
      await page.evaluate(() => scrollTo(0, 0))
      await expectNoViolations(page)
      await fits()

      await page.getByRole('link', { name: 'Going Home' }).press('Enter')
      await expect(page.getByText('0 of 28 collected')).toBeVisible()
      await page
        .getByRole('button', { name: `Someone else collected Child 01 ${name}` })
        .press('Enter')
      await page.getByRole('dialog').getByLabel('Name').fill('Aunt Ivy')
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter')
      await expect(page.getByText('1 of 28 collected')).toBeVisible()
      await expectNoViolations(page)
      await fits()

      await page.goto(`/crm?tab=programs&program=${program}&part=meetings&meetings=hours`)
      await expect(page.getByRole('row', { name: 'Meetings of groups' })).toContainText('1 h')
      await expectNoViolations(page)
      await fits()
    },
  )
}
