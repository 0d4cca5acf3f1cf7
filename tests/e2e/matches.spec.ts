import type { Locator, Page } from 'playwright/test'
import { callFunction, insertRow, storedRows } from './backend-access'
import { expectNoViolations } from './expect-accessible'
import { expect, signIn, test, uniqueName } from './fixtures'

/** A program with as many mentees as mentors, none of them matched. */
async function programOf(baseURL: string, count: number) {
  const name = uniqueName('Pairing')
  const program = await insertRow(baseURL, 'programs', { name })
  const numbers = Array.from({ length: count }, (_, at) => String(at + 1).padStart(2, '0'))
  const people = { mentees: [] as string[], mentors: [] as string[] }
  for (const number of numbers) {
    const told = { last_name: name, weekdays: 'Sat', place: 'Library' }
    people.mentees.push(
      await insertRow(baseURL, 'mentees', { ...told, first_name: `Child ${number}` }),
    )
    people.mentors.push(
      await insertRow(baseURL, 'mentors', { ...told, first_name: `Adult ${number}` }),
    )
  }
  await callFunction(baseURL, 'save_program_assignments', {
    target_program_id: program,
    added_mentees: people.mentees,
    added_mentors: people.mentors,
  })
  return { name, program }
}

/** Presses keys and counts them. */
function keysOf(page: Page) {
  let count = 0
  return {
    count: () => count,
    press: async (key: string) => {
      await page.keyboard.press(key)
      count += 1
    },
  }
}

/** Presses Tab until a part has the focus. */
async function tabTo(part: Locator, press: (key: string) => Promise<void>): Promise<void> {
  await expect(part).toBeVisible()
  while (!(await part.evaluate((element) => element === document.activeElement))) await press('Tab')
}

test('mentees are paired by keyboard only', async ({ page, baseURL }) => {
  const { name, program } = await programOf(baseURL!, 2)
  await signIn(page, 'admin')
  await page.goto(`/crm?tab=programs&program=${program}&part=matches`)
  const { press } = keysOf(page)
  await tabTo(page.getByRole('button', { name: 'Pair mentees' }), press)
  await press('Enter')
  await expect(page.getByRole('button', { name: `Child 01 ${name}` })).toBeFocused()
  await press('Enter')
  const mentors = page.getByRole('list', { name: `Mentors for Child 01 ${name}` })
  await expect(mentors.getByRole('button').first()).toBeFocused()
  await expect(mentors.getByText('A common weekday')).toHaveCount(2)
  await expectNoViolations(page, 'pairing')
  await press('ArrowDown')
  await press('Enter')
  const last = page.getByRole('list', { name: `Mentors for Child 02 ${name}` })
  await expect(last.getByRole('button', { name: `Adult 01 ${name}` })).toBeFocused()
  await press('Enter')
  await expect(page.getByText('Every mentee has a match')).toBeVisible()
  await tabTo(page.getByRole('button', { name: 'Matches', exact: true }), press)
  await press('Enter')
  const open = page.getByRole('list', { name: 'Open matches' }).getByRole('button')
  await expect(open).toHaveText([
    `Adult 01 ${name} and Child 02 ${name}`,
    `Adult 02 ${name} and Child 01 ${name}`,
  ])
  await tabTo(open.first(), press)
  await press('Enter')
  await expect(
    page.getByRole('dialog', { name: `Adult 01 ${name} and Child 02 ${name}` }),
  ).toBeVisible()
})

test('twenty pairings take few keys and minutes', { tag: '@long' }, async ({ page, baseURL }) => {
  const count = 20
  const { name, program } = await programOf(baseURL!, count)
  await signIn(page, 'admin')
  await page.goto(`/crm?tab=programs&program=${program}&part=matches`)
  const keys = keysOf(page)
  await expect(page.getByRole('button', { name: 'Pair mentees' })).toBeVisible()
  const began = performance.now()
  await page.getByRole('button', { name: 'Pair mentees' }).focus()
  await keys.press('Enter')
  await expect(page.getByRole('button', { name: `Child 01 ${name}` })).toBeFocused()
  await keys.press('Enter')
  for (let number = 1; number <= count; number += 1) {
    const child = `Child ${String(number).padStart(2, '0')} ${name}`
    const mentors = page.getByRole('list', { name: `Mentors for ${child}` }).getByRole('button')
    await expect(mentors.first()).toBeFocused()
    // Each second time the person takes the next one.
    if (number % 2 === 0 && number < count) await keys.press('ArrowDown')
    await keys.press('Enter')
  }
  await expect(page.getByText('Every mentee has a match')).toBeVisible()
  const minutes = (performance.now() - began) / 60_000
  console.log(`${count} pairings: ${keys.count()} keys, ${(minutes * 60).toFixed(1)} s`)
  expect(keys.count() / count).toBeLessThanOrEqual(6)
  expect(minutes).toBeLessThanOrEqual(10)
  expect(
    await storedRows(baseURL!, `matches?select=id&program_id=eq.${program}&status=eq.proposed`),
  ).toHaveLength(count)
})
