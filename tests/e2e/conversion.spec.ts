import type { Locator } from 'playwright/test'
import { asService } from '../embedded/support'
import { expectAccessible } from './expect-accessible'
import { expect, signIn, test, toast, uniqueName } from './fixtures'

/* From the form of a volunteer to a mentor in a program. */

test(
  'a volunteer is a mentor in a program after five clicks',
  { tag: '@long' },
  async ({ page: visitor, newVisitor, baseURL }) => {
    const lastName = uniqueName('Tweh')
    const email = `${crypto.randomUUID()}@example.org`
    await visitor.goto('/get-involved/volunteer')
    const form = visitor.getByRole('form', { name: 'Volunteer application' })
    await form.getByLabel('First name').fill('Ada')
    await form.getByLabel('Last name').fill(lastName)
    await form.getByLabel('Email').fill(email)
    await form.getByRole('checkbox', { name: 'Teaching' }).check()
    await form.getByRole('button', { name: 'Submit Application' }).click()
    await expect(toast(visitor, 'Application Submitted!')).toBeVisible()

    const staff = await newVisitor()
    await signIn(staff, 'admin')
    await staff.goto('/form-submissions')
    let clicks = 0
    async function click(target: Locator) {
      await target.click()
      clicks += 1
    }
    await click(
      staff.getByRole('region', { name: 'List' }).getByRole('link', { name: `Ada ${lastName}` }),
    )
    await click(staff.getByRole('button', { name: 'Convert to mentor' }))
    const dialog = staff.getByRole('dialog', { name: 'Convert to mentor' })
    await expect(dialog.getByLabel('Expertise')).toHaveValue('Teaching')
    const program = dialog.getByLabel('Add to program')
    await program.selectOption('Teacher Training')
    clicks += 2 // the list of the browser's own select, and its content
    await expectAccessible(staff, 'converting')
    await click(dialog.getByRole('button', { name: 'Convert to mentor' }))
    await expect(toast(staff, 'Converted')).toContainText(`Ada ${lastName}`)
    expect(clicks).toBeLessThanOrEqual(6)

    // The next one is open, and in use by keyboard.
    const opened = staff.getByRole('region', { name: 'Submission' })
    await expect(opened.getByRole('heading', { level: 2 })).not.toHaveText(`Ada ${lastName}`)
    await staff.keyboard.press('k')
    await expect(opened).toContainText('Converted to mentor by Grace Tolbert')
    await opened.getByRole('link', { name: 'Open the mentor' }).click()
    await expect(staff.getByText('Came from')).toBeVisible()
    const { data } = await asService({ url: baseURL! })
      .from('mentors')
      .select('email,program_mentors(programs(name))')
      .eq('last_name', lastName)
    expect(data).toEqual([
      {
        email,
        program_mentors: [{ programs: { name: 'Teacher Training' } }],
      },
    ])

    // Grades are entered as in a spreadsheet.
    await staff.goto('/crm?tab=courses')
    const course = staff.getByRole('row', { name: /^First Numbers/ })
    await course.hover()
    await course.getByRole('button', { name: 'Enrollments and grades of First Numbers' }).click()
    const cell = staff.getByRole('textbox', { name: 'Term grade of Lucky Flomo' })
    await cell.click()
    await staff.keyboard.type('88,5')
    await staff.keyboard.press('Enter')
    await expect(staff.getByRole('textbox', { name: 'Term grade of Moses Gaye' })).toBeFocused()
    await expectAccessible(staff, 'grades')
    await staff.reload()
    await expect(cell).toHaveValue('88.5')
  },
)
