import { notifyManager } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { receiveNotices, type Notice } from '@/shared/ui/notify'
import { writeSingleKeys } from '@/shared/lib/single-keys'
import { draw } from '../../../../../tests/draw'
import { fakeRpc } from '../../../../../tests/fake-rpc'
import type { Pair } from '../person/people-queries'
import { SamePeopleDialog } from './same-people-dialog'

// As in the app, where an answered pair is gone before its buttons know.
notifyManager.setScheduler(queueMicrotask)

const rpc = fakeRpc()
let notices: Notice[] = []

const pair = (n: number, more: Partial<Pair> = {}): Pair => ({
  id: `one-${n}`,
  name: `Ada ${n}`,
  addresses: [`ada${n}@example.org`],
  other: `other-${n}`,
  other_name: `A. ${n}`,
  other_addresses: [],
  reason: 'phone',
  partner: null,
  partner_name: null,
  ...more,
})

beforeEach(() => {
  notices = []
  onTestFinished(receiveNotices((notice) => notices.push(notice)))
})

async function open(...pairs: Pair[]) {
  const slices: Record<string, Pair[]> = { '': pairs.slice(0, 6), next: pairs.slice(6) }
  rpc.answers.all_suggestions = ({ after_id = '' }) => ({
    pairs: slices[String(after_id)],
    next: after_id === '' && pairs.length > 6 ? 'next' : null,
  })
  draw(<SamePeopleDialog onClose={vi.fn()} />)
  const list = within(await screen.findByRole('list', { name: 'Possible duplicates' }))
  return { user: userEvent.setup(), list, items: () => list.queryAllByRole('listitem') }
}

it('is worked through by keyboard: same, not the same, household, each with an undo', async () => {
  const { user, list, items } = await open(
    pair(1),
    pair(2),
    pair(3, { reason: 'household' }),
    pair(4, { reason: 'couple', partner: 'p', partner_name: 'Ray 4' }),
    pair(5),
  )
  const [one, two, three, four, five] = items()
  expect(one).toHaveFocus()
  expect(one).toHaveAccessibleName(
    /^Ada 1 \(ada1@example.org\) may be the same as A. 1 ?· same phone$/,
  )
  expect(screen.getByRole('dialog')).toHaveTextContent('J next, K previous, U undo')
  await user.keyboard('jj{ArrowUp}k{ArrowDown}')
  expect(two).toHaveFocus()
  await user.keyboard('k')

  await user.keyboard('s')
  expect(two).toHaveFocus()
  await vi.waitFor(() =>
    expect(rpc.callsOf('merge_persons')).toMatchObject([{ kept: 'one-1', merged: 'other-1' }]),
  )
  await vi.waitFor(() => expect(one).not.toBeInTheDocument())
  await user.keyboard('N')
  expect(three).toHaveFocus()
  // Two people in one household are not the same person.
  await user.keyboard('s')
  expect(three).toHaveFocus()
  await user.keyboard('h')
  expect(four).toHaveFocus()
  await user.keyboard('h')
  expect(five).toHaveFocus()
  await vi.waitFor(() => expect(items()).toEqual([five]))
  expect(rpc.callsOf('dismiss_suggestion')).toEqual([
    { person: 'one-2', other: 'other-2', dismissed: true },
  ])
  expect(rpc.callsOf('save_household')).toMatchObject([
    { people: ['one-3', 'other-3'], is_undo: false },
    { grp: 'one-4', people: ['other-4', 'p'], is_undo: false },
  ])
  // The announcement names the two, so that no answer replaces another.
  expect(notices.map(({ title, description }) => [title, description].join(': '))).toEqual([
    'Merged with A. 1: Ada 1 (ada1@example.org), A. 1',
    'Not the same person: Ada 2 (ada2@example.org), A. 2',
    'Household saved: Ada 3 (ada3@example.org), A. 3',
    'They are a household now: Ada 4 (ada4@example.org), A. 4',
  ])
  expect(list.queryByRole('alert')).toBeNull()

  await user.keyboard('uuuuu')
  await vi.waitFor(() => expect(rpc.callsOf('undo_person_merge')).toHaveLength(1))
  expect(rpc.callsOf('undo_person_merge')).toEqual([
    { merge: rpc.callsOf('merge_persons')[0]!.merge },
  ])
  expect(rpc.callsOf('dismiss_suggestion')[1]).toMatchObject({ dismissed: false })
  expect(rpc.callsOf('save_household').map(({ is_undo }) => is_undo)).toEqual([
    false,
    false,
    true,
    true,
  ])
  // Answers take pairs off the list; only undos read it again.
  await vi.waitFor(() => expect(items()).toHaveLength(5))
})

it('keeps a pair whose answer was not stored, and says why', async () => {
  const { user, items } = await open(pair(1), pair(2))
  rpc.answers.dismiss_suggestion = () => Promise.reject(new Error('No line'))
  await user.keyboard('nn')
  const [one] = items()
  expect(await within(one!).findByRole('alert')).toHaveTextContent('The answer was not saved.')
  rpc.answers.dismiss_suggestion = () => null
  await user.keyboard('kn')
  await vi.waitFor(() => expect(one).not.toBeInTheDocument())
})

it('answers once, however often a key is pressed', async () => {
  const { user, items } = await open(pair(1))
  let answer = () => {}
  rpc.answers.dismiss_suggestion = () => new Promise<void>((resolve) => (answer = resolve))
  await user.keyboard('nnsn')
  answer()
  await vi.waitFor(() => expect(items()).toEqual([]))
  expect(rpc.callsOf('dismiss_suggestion')).toHaveLength(1)
  expect(rpc.callsOf('merge_persons')).toEqual([])
})

it('reads the next slice before the last pair is answered', async () => {
  const { user, items } = await open(...[1, 2, 3, 4, 5, 6, 7].map((n) => pair(n)))
  expect(items()).toHaveLength(6)
  await user.keyboard('j')
  await vi.waitFor(() => expect(items()).toHaveLength(7))
})

it('keeps the keys of a preview from the list below it', async () => {
  rpc.answers.merge_preview = () => ({
    emails: ['a@example.org', 'b@example.org'],
    email: 'a@example.org',
    differs: [],
    relations: [],
  })
  const { user, items } = await open(pair(1), pair(2))
  await user.keyboard('s')
  const dialog = await screen.findByRole('dialog', { name: 'Merge A. 1 with Ada 1?' })
  await user.keyboard('n')
  await user.click(within(dialog).getByRole('button', { name: 'Same person' }))
  await vi.waitFor(() => expect(items()).toHaveLength(1))
  expect(items()[0]).toHaveFocus()
  expect(rpc.callsOf('dismiss_suggestion')).toEqual([])
  expect(rpc.callsOf('merge_persons')).toMatchObject([
    { merged: 'other-1', choices: { email: 'a@example.org' } },
  ])
})

it('ignores single keys where they are turned off', async () => {
  writeSingleKeys(false)
  onTestFinished(() => writeSingleKeys(true))
  const { user, items } = await open(pair(1), pair(2))
  expect(screen.getByRole('dialog')).not.toHaveTextContent('J next')
  await user.keyboard('n')
  expect(items()[0]).toHaveFocus()
  await user.keyboard('{ArrowDown}')
  expect(items()[1]).toHaveFocus()
  expect(rpc.callsOf('dismiss_suggestion')).toEqual([])
})
