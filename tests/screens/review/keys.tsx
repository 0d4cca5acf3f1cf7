import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Submissions } from '@/app/submissions-page'
import { heading, hold, isStatusChange, listed, press, row, statusOf, volunteers } from './support'
import { adminId, draw, notices, service } from '../screen'

/** This many volunteers, newest first; returns their ids. */
async function many(lastName: string, count: number): Promise<string[]> {
  const now = Date.now()
  const { data } = await service
    .from('volunteer_applications')
    .insert(
      Array.from({ length: count }, (_, n) => ({
        first_name: `No${n + 1}`,
        last_name: lastName,
        created_at: new Date(now - n * 60_000).toISOString(),
      })),
    )
    .select('id')
    .throwOnError()
  return data.map(({ id }) => id as string)
}

/** The heading of the submission that keys act on; a preview has one too. */
const shown = () =>
  screen.queryByRole('article', { name: 'Preview' }) ? undefined : heading()?.textContent

/** Presses keys; returns what the screen showed at each. */
function pressAll(keys: string): (string | undefined)[] {
  return [...keys].map((key) => {
    const seen = shown()
    press(key)
    return seen
  })
}

const statusesOf = (ids: readonly string[]) => Promise.all(ids.map(statusOf))
const isPageFrom =
  (from: number) =>
  (address: string, { method = 'GET' }: RequestInit) =>
    method === 'GET' && address.includes('/submissions?') && address.includes(`offset=${from}`)

it('nothing is decided between two pages', async () => {
  const ids = await many('Paged', 53)
  draw(<Submissions />, `/form-submissions?open=${ids[49]}`)
  const release = hold(isPageFrom(50))
  await waitFor(() => expect(shown()).toBe('No50 Paged'))
  await waitFor(() => expect(listed()).toHaveLength(50))
  expect(pressAll('3234')).toEqual(['No50 Paged', undefined, undefined, undefined])
  await waitFor(async () => expect(await statusOf(ids[49]!)).toBe('accepted'))
  release()
  await waitFor(() => expect(shown()).toBe('No51 Paged'))
  expect(await statusesOf(ids.slice(50))).toEqual(['new', 'new', 'new'])

  expect(pressAll('24')).toEqual(['No51 Paged', 'No52 Paged'])
  await waitFor(async () =>
    expect(await statusesOf(ids.slice(49))).toEqual(['accepted', 'contacted', 'rejected', 'new']),
  )
  expect(notices.filter(({ tone }) => tone === 'error')).toEqual([])
})

it('filtered rows leave the screen, and the next page fills the list', async () => {
  const ids = await many('Filtered', 52)
  draw(<Submissions />, `/form-submissions?status=new&open=${ids[49]}`)
  await waitFor(() => expect(shown()).toBe('No50 Filtered'))
  await waitFor(() => expect(listed()).toHaveLength(50))
  const release = hold(isStatusChange)
  expect(pressAll('3234')).toEqual(['No50 Filtered', undefined, undefined, undefined])
  release()
  await waitFor(() => expect(shown()).toBe('No51 Filtered'))
  expect(await statusesOf(ids.slice(49))).toEqual(['accepted', 'new', 'new'])
})

it('nothing is open once a filter has left nothing', { tags: 'long' }, async () => {
  const ids = await volunteers('Emptied', 'Ben', 'Ada')
  draw(<Submissions />, `/form-submissions?status=new&open=${ids[1]}`)
  await waitFor(() => expect(shown()).toBe('Ada Emptied'))
  await waitFor(() => expect(listed()).toHaveLength(2))
  expect(pressAll('323')).toEqual(['Ada Emptied', 'Ben Emptied', undefined])
  expect(await screen.findByText('No volunteer applications found')).toBeVisible()
  expect(pressAll('45')).toEqual([undefined, undefined])
  await waitFor(async () => expect(await statusesOf(ids)).toEqual(['contacted', 'accepted']))
})

it('shows it again when its decision was not stored, or when its page cannot be read', async () => {
  const ids = await many('Stays', 51)
  draw(<Submissions />, `/form-submissions?open=${ids[49]}`)
  const network = globalThis.fetch
  vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) =>
    isPageFrom(50)(String(address), init) || isStatusChange(String(address))
      ? Promise.reject(new TypeError('Failed to fetch'))
      : network(address, init),
  )
  await waitFor(() => expect(shown()).toBe('No50 Stays'))
  await waitFor(() => expect(listed()).toHaveLength(50))
  expect(pressAll('34')).toEqual(['No50 Stays', undefined])
  await waitFor(() => expect(shown()).toBe('No50 Stays'))
  expect(await statusesOf(ids.slice(49))).toEqual(['new', 'new'])
  vi.unstubAllGlobals()
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(listed()).toEqual(['No51 Stays']))
})

it('what was typed for one is not written for another', async () => {
  const [ada, ben] = (await volunteers('Typed', 'Ada', 'Ben')) as [string, string]
  draw(<Submissions />, `/form-submissions?open=${ben}`)
  await waitFor(() => expect(shown()).toBe('Ben Typed'))
  await waitFor(() => expect(listed()).toHaveLength(2))
  const release = hold((address) => address.includes('rpc/answer_blocker'))
  for (const key of ['r', ...'Dear Ben, 3']) press(key)
  fireEvent.click(row('Ada Typed'))
  await screen.findByRole('combobox', { name: 'Status of Ada Typed' })
  release()
  expect(await screen.findByRole('textbox', { name: 'Note' })).toHaveValue('')
  press('2')
  await waitFor(async () => expect(await statusesOf([ada, ben])).toEqual(['contacted', 'new']))
  expect(screen.queryByRole('form', { name: 'Answer' })).toBeNull()
})

it('keys act on a selection while there is one, and undo it as one', async () => {
  const ids = await volunteers('Chosen', 'Ada', 'Ben', 'Cleo', 'Dan')
  draw(<Submissions />, '/form-submissions')
  await waitFor(() => expect(listed()[0]).toBe('Dan Chosen'))
  for (const key of 'jxjxjxj') {
    fireEvent.keyDown(document.activeElement ?? document.body, { key })
  }
  await waitFor(() => expect(shown()).toBe('Ada Chosen'))
  const statuses = () => statusesOf(ids)
  press('2')
  await waitFor(async () =>
    expect(await statuses()).toEqual(['new', 'contacted', 'contacted', 'contacted']),
  )
  await waitFor(() =>
    expect(notices.at(-1)?.description).toBe('3 statuses have been updated successfully'),
  )
  expect(shown()).toBe('Ada Chosen')
  press('u')
  await waitFor(async () => expect(await statuses()).toEqual(['new', 'new', 'new', 'new']))

  press('a')
  const assignee = screen.getByRole('combobox', { name: 'Assignee of the selected' })
  expect(assignee).toHaveFocus()
  fireEvent.change(assignee, { target: { value: adminId } })
  await waitFor(() => expect(notices.at(-1)?.description).toMatch(/^3 submissions: /))
  fireEvent.keyDown(assignee, { key: 'Escape' })

  press('Escape')
  expect(screen.queryByText('3 selected')).toBeNull()
  expect(shown()).toBe('Ada Chosen')
  press('3')
  await waitFor(async () => expect(await statuses()).toEqual(['accepted', 'new', 'new', 'new']))
  expect(row('Ada Chosen')).toHaveTextContent('Accepted')
})
