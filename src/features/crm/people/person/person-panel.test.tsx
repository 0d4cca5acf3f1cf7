import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { authOf } from '../../../../../tests/auth-of'
import { draw } from '../../../../../tests/draw'
import { fakeRpc } from '../../../../../tests/fake-rpc'
import { receiveNotices, type Notice } from '@/shared/ui/notify'
import type { MergePreview, PersonAt, PersonEvent, Suggestion } from './people-queries'
import { PersonPanel } from './person-panel'
import type { Point, Ties } from '../family/ties-queries'

const rpc = fakeRpc()
let notices: Notice[] = []
/** Presses Undo in the last toast. */
const undo = () => notices.at(-1)!.action!.onClick()
const id = '00000000-0000-4000-8000-00000000000a'
const ada: PersonAt = {
  id: '00000000-0000-4000-8000-00000000000f',
  name: 'Ada Winters',
  addresses: ['ada@example.org'],
  phones: [],
  kinds: ['donor'],
  shared: null,
}

beforeEach(() => {
  notices = []
  onTestFinished(receiveNotices((notice) => notices.push(notice)))
  rpc.answers = {
    person: () => [
      {
        area: 'gifts',
        kind: 'one-time',
        id,
        title: 'General',
        name: 'Ada Winters',
        status: null,
        amount: 12.5,
        happened_at: '2026-03-01T12:00:00Z',
        total: 22,
        total_amount: 1_234.5,
      },
    ],
    people_at: () => [ada],
    person_merges_of: () => [],
    person_suggestions: () => [],
    person_due: () => [],
    person_files: () => [],
    person_timeline: () => [],
  }
})

const event = (n: number, more: Partial<PersonEvent> = {}): PersonEvent => ({
  kind: 'gift',
  id: `donations:${n}`,
  happened_at: new Date(Date.UTC(2026, 0, 31) - n * 86_400_000).toISOString(),
  title: `Gift ${n}`,
  detail: 'one-time',
  body: null,
  state: null,
  amount: 5,
  author: null,
  source: 'donations',
  source_id: id,
  is_own: false,
  remaining: 0,
  ...more,
})

const ties: Ties = {
  name: 'Ada Winters',
  is_renamed: false,
  is_couple: false,
  kind: 'person',
  language: null,
  is_deceased: false,
  do_not_contact: false,
  wants_paper: false,
  is_child: false,
  is_open: true,
  address: null,
  points: [],
  groups: [],
  family: null,
}

const point = (value: string, more: Partial<Point> = {}): Point => ({
  kind: value.includes('@') ? 'email' : 'phone',
  normalized: value,
  value,
  telephone: null,
  label: null,
  is_preferred: false,
  valid_since: '2026-03-01T12:00:00Z',
  level: 'told',
  is_confirmed: false,
  is_letter: false,
  is_new: false,
  blocked: null,
  is_retired: false,
  records: {},
  ...more,
})

function open(person = 'ada@example.org', auth = authOf('staff')) {
  const onClose = vi.fn()
  draw(<PersonPanel person={person} onClose={onClose} />, { auth })
  return { user: userEvent.setup({ pointerEventsCheck: 0 }), onClose }
}

it('names the person once, with the sum of gifts and the ways to act', async () => {
  const { user, onClose } = open()
  const panel = await screen.findByRole('complementary', { name: 'Ada Winters' })
  expect(await within(panel).findByText('$1,234.50 in 22 gifts')).toBeVisible()
  expect(within(panel).getAllByText('Ada Winters')).toHaveLength(1)
  expect(within(panel).getByRole('link', { name: 'Write' })).toHaveAttribute(
    'href',
    'mailto:ada@example.org',
  )
  for (const name of ['Note', 'Call', 'Task'])
    expect(within(panel).getByRole('button', { name })).toBeVisible()
  expect(within(panel).queryByRole('button', { name: 'Same person as…' })).toBeNull()
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalled()
})

it('shows 25 events, 25 more at a click, and one kind only', async () => {
  const all = Array.from({ length: 30 }, (_, n) => event(n))
  const asked: unknown[] = []
  rpc.answers.person_timeline = (given) => {
    asked.push(given)
    if (given.only_kind === 'call') return []
    const from = given.before_id ? 25 : 0
    return all.slice(from, from + 25).map((one) => ({ ...one, remaining: 30 - from }))
  }
  const { user } = open()
  const list = await screen.findByRole('list', { name: 'Events' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(25)
  await user.click(screen.getByRole('button', { name: /^Show 5 more/ }))
  await vi.waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(30))
  expect(asked.at(-1)).toMatchObject({ before_id: 'donations:24', before_at: all[24]!.happened_at })
  expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull()
  expect(within(list).getByRole('link', { name: 'Gift 29' })).toHaveAttribute(
    'href',
    `/crm?tab=donors&open=${id}`,
  )

  await user.selectOptions(screen.getByRole('combobox', { name: 'Show in the timeline' }), 'Calls')
  expect(await screen.findByText('No calls.')).toBeVisible()
})

it('keeps what is typed of a note that is not saved, and sends it under the same id again', async () => {
  const sent: Record<string, unknown>[] = []
  rpc.answers.add_person_note = (given) => {
    sent.push(given)
    if (sent.length === 1) throw new Error('No line')
    return null
  }
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Call' }))
  const field = screen.getByRole('textbox', { name: 'What was said in the call' })
  expect(field).toHaveFocus()
  await user.type(field, 'Will come on Friday')
  await user.click(screen.getByRole('button', { name: 'Add call' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('This was not saved.')
  expect(field).toHaveValue('Will come on Friday')
  await user.click(screen.getByRole('button', { name: 'Add call' }))
  await vi.waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  expect(sent[1]).toEqual(sent[0])
  expect(sent[1]).toMatchObject({
    person: ada.id,
    kind: 'call',
    body: 'Will come on Friday',
  })
})

it('adds a task at the press of a key, and nothing while a note is typed', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Note' }))
  await user.keyboard('t')
  expect(screen.getByRole('textbox', { name: 'New note' })).toHaveValue('t')
  await user.clear(screen.getByRole('textbox', { name: 'New note' }))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.keyboard('t')
  expect(await screen.findByRole('dialog', { name: 'Add a task' })).toHaveTextContent(
    'On Ada Winters.',
  )
})

it('asks before it removes a note, and shows only the day of a program', async () => {
  rpc.answers.person_timeline = () => [
    event(1, { kind: 'note', title: null, body: 'Prefers mornings', amount: null, is_own: true }),
    event(2, { kind: 'program', title: 'Reading Circle', happened_at: '2026-01-28T06:00:00Z' }),
  ]
  const { user } = open()
  expect(await screen.findByText('Jan 28, 2026')).toBeVisible()
  await user.click(await screen.findByRole('button', { name: /^Remove ?this note$/ }))
  const question = await screen.findByRole('dialog', { name: 'Remove this note?' })
  expect(rpc.callsOf('remove_person_note')).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Remove' }))
  await vi.waitFor(() => expect(rpc.callsOf('remove_person_note')).toEqual([{ note: id }]))
})

it('opens a child without an address, which can be neither written to nor confused with a parent', async () => {
  rpc.answers.people_at = () => [{ ...ada, name: 'Kit Kiddo', addresses: [], kinds: ['mentee'] }]
  rpc.answers.person = () => [
    {
      area: 'mentees',
      kind: 'mentee',
      id,
      title: 'Kit Kiddo',
      name: 'Kit Kiddo',
      status: 'active',
      amount: null,
      happened_at: '2026-03-01T12:00:00Z',
      total: 1,
      total_amount: null,
    },
  ]
  open(`mentees:${id}`)
  const panel = await screen.findByRole('complementary', { name: 'Kit Kiddo' })
  expect(await within(panel).findByText('Nothing so far.')).toBeVisible()
  expect(within(panel).queryByRole('link', { name: 'Write' })).toBeNull()
  expect(within(panel).getByRole('button', { name: 'Task' })).toBeVisible()
})

it('reports a person without records, and a failed load with a retry', async () => {
  rpc.answers.people_at = () => Promise.reject(new Error('No line'))
  const { user } = open()
  const again = await screen.findByRole('button', { name: 'Try again' })
  rpc.answers.people_at = () => []
  await user.click(again)
  expect(await screen.findByText(/You can’t see any of this person’s records/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Note' })).toBeNull()
})

it('reports a timeline that fails, beside what could be loaded', async () => {
  rpc.answers.person_timeline = () => Promise.reject(new Error('No line'))
  const { user } = open()
  expect(await screen.findByText('The timeline could not be loaded.')).toBeVisible()
  expect(screen.getByText('$1,234.50 in 22 gifts')).toBeVisible()
  rpc.answers.person_timeline = () => [event(1, { remaining: 1 })]
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Gift 1')).toBeVisible()
})

it('names who shares the address, and leads to each of several', async () => {
  const tom = { ...ada, id: 'b', name: 'Tom Winters', shared: 'ada@example.org' }
  rpc.answers.people_at = () => [ada, tom]
  open()
  const others = await screen.findByRole('list', { name: 'Other people' })
  expect(others).toHaveTextContent('Shares ada@example.org with Tom Winters')
  expect(within(others).getByRole('link')).toHaveAttribute('href', '/?person=b')
})

it('offers a choice where several have the address', async () => {
  rpc.answers.people_at = () => [ada, { ...ada, id: 'b', name: 'Tom Winters' }]
  open()
  const people = within(await screen.findByRole('list', { name: 'People' }))
  expect(people.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Ada Winters',
    'Tom Winters',
  ])
  for (const name of ['Note', 'Task']) expect(screen.queryByRole('button', { name })).toBeNull()
})

it('takes records out of a person, some and not all', async () => {
  const line = { area: 'gifts', kind: 'one-time', title: 'General', status: null, amount: 1 }
  rpc.answers.person = () =>
    ['Ada Winters', 'Tom Winters'].map((name, n) => ({
      ...line,
      id: `${n}`,
      name,
      happened_at: '2026-03-01T12:00:00Z',
      total: 2,
      total_amount: 2,
    }))
  rpc.answers.split_person = () => null
  draw(<PersonPanel person="ada@example.org" onClose={() => {}} />, { auth: authOf('admin') })
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  await user.click(await screen.findByRole('button', { name: 'Split…' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Make two people' }))
  expect(rpc.callsOf('split_person')).toEqual([])
  await user.click(dialog.getByRole('checkbox', { name: /Tom Winters/ }))
  await user.click(dialog.getByRole('button', { name: 'Make two people' }))
  await vi.waitFor(() =>
    expect(rpc.callsOf('split_person')).toMatchObject([
      { person: ada.id, rows: [{ source: 'donations', id: '1' }] },
    ]),
  )
})

const suggestion = (more: Partial<Suggestion> = {}): Suggestion => ({
  id: 'b',
  name: 'A. Winters',
  addresses: ['a@example.org'],
  reason: 'phone',
  partner: null,
  partner_name: null,
  ...more,
})

it('asks about someone who may be the same, and takes no for an answer', async () => {
  rpc.answers.person_suggestions = () => [suggestion()]
  rpc.answers.dismiss_suggestion = () => null
  const { user } = open()
  const others = within(await screen.findByRole('list', { name: 'Other people' }))
  expect(others.getByText(/^May be the same as/)).toHaveTextContent(
    'A. Winters (a@example.org) · same phone',
  )
  await user.click(others.getByRole('button', { name: /^Someone else ?than A. Winters/ }))
  await vi.waitFor(() =>
    expect(rpc.callsOf('dismiss_suggestion')).toEqual([
      { person: ada.id, other: 'b', dismissed: true },
    ]),
  )
})

it('says where each email and phone came from, where mail goes, and why none does', async () => {
  rpc.answers.person_ties = () => ({
    ...ties,
    points: [
      point('ada@example.org', { level: 'proved', is_letter: true }),
      point('ada.new@example.org', { is_new: true, label: 'Work' }),
      point('ada+old@example.org', { level: 'entered', blocked: 'bounced' }),
      point('512 555 0142', { level: 'entered', is_confirmed: true }),
    ],
  })
  const { user } = open()
  const points = within(await screen.findByRole('list', { name: 'Emails and phones' }))
  const [used, told, bounced, phone] = points.getAllByRole('listitem')
  expect(used).toHaveTextContent(/ada@example.org Mail goes here ?Proved · since Mar 1, 2026/)
  expect(told).toHaveTextContent(
    /ada.new@example.org New, not confirmed ?Not checked · Work · since/,
  )
  expect(bounced).toHaveTextContent(/^ada\+old@example.org Bounced ?Entered · since/)
  expect(bounced).toHaveTextContent('Our mail did not arrive there.')
  expect(phone).toHaveTextContent(/0142.*Confirmed/)
  expect(points.getAllByText('Mail goes here')).toHaveLength(1)

  const word = within(told!).getByRole('button', { name: 'Not checked', expanded: false })
  expect(word).toHaveAccessibleDescription(/Nobody has checked it/)
  await user.click(word)
  expect(told).toHaveTextContent(
    'Not checked: It came with a form, a gift or an import. Nobody has checked it.',
  )

  for (const [item, name] of [
    [used, /^Confirm|Take back/],
    [bounced, /^Confirm|Take back/],
  ] as const)
    expect(within(item!).queryByRole('button', { name })).toBeNull()
  await user.click(within(told!).getByRole('button', { name: /^Confirm ?ada.new/ }))
  const confirmed = { label: 'Work', is_preferred: false, is_confirmed: true }
  await vi.waitFor(() =>
    expect(rpc.callsOf('mark_point')).toMatchObject([
      { person: ada.id, point_kind: 'email', point: 'ada.new@example.org', marks: confirmed },
    ]),
  )
  undo()
  await vi.waitFor(() =>
    expect(rpc.callsOf('mark_point')[1]).toMatchObject({
      marks: { ...confirmed, is_confirmed: false },
      replaced: confirmed,
    }),
  )
  rpc.answers.mark_point = () => Promise.reject(new Error('No line'))
  await user.click(within(phone!).getByRole('button', { name: /^Take back/ }))
  expect(await within(phone!).findByRole('alert')).toHaveTextContent('This was not saved.')
})

it('corrects a firm whose name counts as a couple’s', async () => {
  rpc.answers.person_ties = () => ({ ...ties, is_couple: true })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Not a couple' }))
  const saved = () => rpc.callsOf('save_traits')
  await vi.waitFor(() =>
    expect(saved()).toMatchObject([
      { changes: { is_couple: false }, replaced: { is_couple: true } },
    ]),
  )
  undo()
  await vi.waitFor(() => expect(saved()[1]).toMatchObject({ changes: { is_couple: true } }))
})

it('renames a person, and back', async () => {
  rpc.answers.person_ties = () => ({ ...ties, name: 'Mrs. Ada Winters', is_couple: true })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Change' }))
  const name = screen.getByRole('textbox', { name: /^Name/ })
  expect(name).toHaveValue('Mrs. Ada Winters')
  await user.clear(name)
  await user.type(name, 'Ada Lovelace')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const to = { name: 'Ada Lovelace', is_renamed: true }
  const from = { name: 'Mrs. Ada Winters', is_renamed: false, is_couple: true }
  const saved = () => rpc.callsOf('save_traits')
  await vi.waitFor(() => expect(saved()).toEqual([{ person: ada.id, changes: to, replaced: from }]))
  undo()
  await vi.waitFor(() => expect(saved()[1]).toMatchObject({ changes: from, replaced: to }))
})

it('renames no one whose name is from a record that the user may not read', async () => {
  rpc.answers.person_ties = () => ({ ...ties, name: null })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Change' }))
  expect(await screen.findByRole('textbox', { name: /^Language/ })).toBeVisible()
  expect(screen.queryByRole('textbox', { name: /^Name/ })).toBeNull()
})

it.each([
  {
    reason: 'couple',
    more: { name: 'Ruth Eder', partner: 'c', partner_name: 'Ray Eder' },
    text: /^May be the household of Ruth Eder \(a@example.org\) and Ray Eder/,
    yes: /^Make them a household/,
    saved: { grp: ada.id, people: ['b', 'c'] },
  },
  {
    reason: 'household',
    more: {},
    text: /^Lives at the same postal address as A. Winters/,
    yes: /^Household/,
    saved: { people: [ada.id, 'b'] },
  },
  {
    reason: 'household',
    more: { partner: 'h', partner_name: 'The Winters' },
    text: /household The Winters/,
    yes: /^Add to household/,
    saved: { grp: 'h', people: [ada.id, 'b'] },
  },
])('makes a household of a suggestion ($reason $more.partner_name), and back', async (given) => {
  rpc.answers.person_suggestions = () => [suggestion({ reason: given.reason, ...given.more })]
  const { user } = open()
  const list = await screen.findByRole('list', { name: 'Other people' })
  expect(list).toHaveTextContent(given.text)
  const others = within(list)
  expect(others.queryByRole('button', { name: /^Same person/ })).toBeNull()
  await user.click(others.getByRole('button', { name: given.yes }))
  const saved = () => rpc.callsOf('save_household')
  await vi.waitFor(() => expect(saved()).toMatchObject([{ ...given.saved, is_undo: false }]))
  undo()
  await vi.waitFor(() => expect(saved()[1]).toEqual({ ...saved()[0], is_undo: true }))
})

const preview = (more: Partial<MergePreview> = {}): MergePreview => ({
  emails: ['ada@example.org'],
  email: 'ada@example.org',
  differs: [],
  relations: [],
  ...more,
})

it('merges at one press where the two say the same', async () => {
  rpc.answers.person_suggestions = () => [suggestion()]
  rpc.answers.merge_preview = () => preview()
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: /^Same person ?as A. Winters/ }))
  await vi.waitFor(() =>
    expect(rpc.callsOf('merge_persons')).toMatchObject([{ kept: ada.id, merged: 'b' }]),
  )
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('shows first what differs, asks what an adult is to a child, and where mail goes', async () => {
  rpc.answers.person_suggestions = () => [suggestion()]
  rpc.answers.merge_preview = () =>
    preview({
      emails: ['a@example.org', 'ada@example.org'],
      differs: [
        { column: 'do_not_contact', kept: false, merged: true, joined: true },
        { column: 'language', kept: null, merged: 'Spanish', joined: 'Spanish' },
      ],
      relations: [
        { key: 'k a', child_name: 'Kit', adult_name: 'Ada', kept: 'parent', merged: 'guardian' },
      ],
    })
  const { user } = open()
  const same = () => screen.findByRole('button', { name: /^Same person ?as A. Winters/ })
  await user.click(await same())
  const find = () => screen.findByRole('dialog', { name: 'Merge A. Winters with Ada Winters?' })
  const dialog = within(await find())
  const differs = dialog.getByRole('region', { name: 'What differs' })
  expect(differs).toHaveTextContent('Do not contact: yesAda Winters: no · A. Winters: yes')
  expect(differs).toHaveTextContent('Language: SpanishAda Winters: not known')
  expect(dialog.getByRole('radio', { name: 'ada@example.org' })).toBeChecked()

  await user.click(dialog.getByRole('button', { name: 'Same person' }))
  expect(await dialog.findByText('Please choose one')).toBeVisible()
  expect(dialog.getByRole('radio', { name: /^Parent/ })).toHaveFocus()
  expect(rpc.callsOf('merge_persons')).toEqual([])
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await same()).toHaveFocus()

  await user.click(await same())
  const again = within(await find())
  await user.click(again.getByRole('radio', { name: /^Guardian/ }))
  await user.click(again.getByRole('radio', { name: 'a@example.org' }))
  rpc.answers.merge_persons = () => Promise.reject(new Error('No line'))
  await user.click(again.getByRole('button', { name: 'Same person' }))
  expect(await again.findByRole('alert')).toHaveTextContent('Not merged')
  expect(again.getByRole('radio', { name: /^Guardian/ })).toBeChecked()
  rpc.answers.merge_persons = () => null
  await user.click(again.getByRole('button', { name: 'Same person' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [failed, merged] = rpc.callsOf('merge_persons')
  expect(merged).toMatchObject({
    choices: { email: 'a@example.org', relations: { 'k a': 'guardian' } },
  })
  expect(merged).toEqual(failed)
})

it.each(['can_manage_donations', 'can_manage_mentors'] as const)(
  'offers to merge people to who has %s',
  async (right) => {
    open('ada@example.org', authOf('staff', { permissions: new Set([right]) }))
    expect(await screen.findByRole('button', { name: 'Same person as…' })).toBeVisible()
  },
)
