import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { parse } from 'papaparse'
import { expect, it, vi } from 'vitest'
import { donors } from '@/features/crm/giving/donors/donors'
import { mentors } from '@/features/crm/people/records/mentors'
import { PersonPanel } from '@/features/crm/people/person/person-panel'
import { PersonPicker } from '@/features/crm/people/person/person-picker'
import { ResourceList } from '@/engine/resource-list'
import {
  admin,
  backend,
  button,
  draw,
  field,
  loseAnswer,
  notices,
  onRequest,
  service,
  setUpScreens,
  someone,
} from './screen'

setUpScreens()

const query = async <Row,>(sql: string) =>
  backend.exclusive(async (pg) => (await pg.query<Row>(sql)).rows)
const gift = (donor_name: string, donor_email: string) =>
  service
    .from('donations')
    .insert({ donor_name, donor_email, amount: 5, donation_type: 'one-time' })
    .throwOnError()
const undo = () => (notices.at(-1) as { action: { onClick: () => void } }).action.onClick()

it(
  'keeps an address whose save failed, saves it, makes a household, and prints one letter',
  { tags: 'long' },
  async () => {
    await gift('Hana Home', 'hana.home@example.org')
    draw(<PersonPanel person="hana.home@example.org" onClose={vi.fn()} />)
    const user = someone()
    await user.click(await button(/^Add\s*the address/))
    await user.type(field('Street'), '=1 Elm St')
    await user.type(field('City'), 'Austin')
    const network = globalThis.fetch
    vi.stubGlobal('fetch', (input: string, init: RequestInit) =>
      input.includes('save_address')
        ? Promise.reject(new TypeError('Failed to fetch'))
        : network(input, init),
    )
    await user.click(await button('Save address'))
    expect(await screen.findByText('The address was not saved.')).toBeVisible()
    expect(field('Street')).toHaveValue('=1 Elm St')
    vi.stubGlobal('fetch', network)
    await user.click(await button('Save address'))
    const part = within(await screen.findByRole('region', { name: 'Contact and household' }))
    expect(await part.findByText('=1 Elm St · Austin')).toBeVisible()

    await user.click(await button(/^Mark\s*hana.home@example.org/))
    await user.type(field('Label (optional)'), 'Home')
    await user.click(screen.getByRole('checkbox', { name: /^Preferred email address/ }))
    await user.click(await button('Save'))
    const emails = await part.findByRole('list', { name: 'Emails and phones' })
    await waitFor(() => expect(emails).toHaveTextContent(/Mail goes here Preferred .*Home · since/))
    undo()
    await waitFor(() => expect(emails).not.toHaveTextContent('Preferred'))

    await user.click(await button('New household'))
    expect(await part.findByRole('list', { name: 'Members of Household' })).toHaveTextContent(
      'Hana Home',
    )
    undo()
    await waitFor(() => expect(part.queryByRole('list', { name: /^Members/ })).toBeNull())
    await user.click(await button('New household'))
    const link = await part.findByRole('link', { name: 'Household' })
    const household = new URL((link as HTMLAnchorElement).href).searchParams.get('person')!
    cleanup()

    // It has a panel even without its own records.
    draw(<PersonPanel person={household} onClose={vi.fn()} />)
    expect(await screen.findByRole('heading', { name: 'Household' })).toBeVisible()
    expect(await screen.findByRole('link', { name: 'Hana Home' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Note' })).toBeNull()
    await user.click(await button('Rename'))
    await user.type(field('Name'), 'The Homes')
    await user.click(await button('Save name'))
    expect(await screen.findByRole('heading', { name: 'The Homes' })).toBeVisible()
    cleanup()

    draw(<ResourceList resource={donors} />, '/crm?tab=donors&by=donor')
    await screen.findByRole('table')
    await user.click(await button('More for donors'))
    await user.click(await screen.findByRole('menuitem', { name: 'Labels and letters' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Labels and letters' }))
    expect(await dialog.findByText(/letters? for/)).toHaveTextContent(
      /^0 letters for 0 of \d+ people/,
    )
    expect(dialog.queryByRole('button', { name: 'Print labels' })).toBeNull()
    // Its address has no ZIP code, so the user decides; the others have none at all.
    const ours = dialog.getByRole('checkbox', { name: /The Homes/ })
    expect(ours).toHaveAccessibleDescription(/=1 Elm St, Austin.*Without a ZIP code/)
    expect(dialog.getByRole('link', { name: /^Complete the address.*The Homes$/ })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/crm\?tab=donors&by=donor&person=/),
    )
    expect(dialog.getAllByRole('link', { name: /^Enter the address/ }).length).toBeGreaterThan(1)
    await user.click(ours)
    expect(dialog.getByText(/letters? for/)).toHaveTextContent(/^1 letter for 1 of \d+ people/)
    const print = vi.spyOn(window, 'print').mockImplementation(() => {})
    await user.click(await dialog.findByRole('button', { name: 'Print labels' }))
    await waitFor(() => expect(print).toHaveBeenCalled())
    const labels = [...document.querySelectorAll('.label')].map(({ textContent }) => textContent)
    expect(labels).toEqual(['The Homes=1 Elm StAustin'])
    expect(
      await query(
        `select from public.change_log where action = 'exported' and changes ->> 'as' = 'labels'`,
      ),
    ).toHaveLength(1)

    const files: Blob[] = []
    URL.createObjectURL = vi.fn((file: Blob) => `blob:${files.push(file)}`)
    URL.revokeObjectURL = vi.fn()
    await user.click(dialog.getByRole('button', { name: 'Download CSV' }))
    await waitFor(() => expect(files).toHaveLength(1))
    expect(parse(await files[0]!.text(), { header: true, skipEmptyLines: true }).data).toEqual([
      expect.objectContaining({ name: 'The Homes', city: 'Austin', country: '' }),
    ])
  },
)

it('makes one household of two presses, and of a third after an answer that was lost', async () => {
  await gift('Tia Twice', 'tia.twice@example.org')
  draw(<PersonPanel person="tia.twice@example.org" onClose={vi.fn()} />)
  const press = await button('New household')
  const asked: (() => Promise<Response>)[] = []
  let lose: ((reason: Error) => void) | undefined
  onRequest(
    (address) => address.endsWith('/save_member'),
    async (send) => {
      asked.push(send)
      if (asked.length > 1) return send()
      await send()
      return new Promise((_resolve, reject) => (lose = reject))
    },
  )
  fireEvent.click(press)
  fireEvent.click(press)
  fireEvent.click(await button('New organization'))
  await waitFor(() => expect(lose).toBeDefined())
  expect(asked).toHaveLength(1)
  lose!(new TypeError('Failed to fetch'))
  // The organization is a separate write, which waited for it.
  await waitFor(() => expect(asked).toHaveLength(2))
  await waitFor(() => expect(press).toBeEnabled())
  fireEvent.click(press)
  await waitFor(() => expect(notices.at(-1)?.title).toBe('Household added'))
  const groups = await query<{ kind: string }>(
    `select kind from private.members join private.people on id = group_id
     where person_id = (select person_id from private.rows_of_people theirs where name = 'Tia Twice') order by 1`,
  )
  expect(groups.map(({ kind }) => kind)).toEqual(['household', 'organization'])
})

it('leads a parent with two children and a shared address by keyboard', async () => {
  await gift('Pia Parent', 'pia.parent@example.org')
  await gift('Otto Parent', 'pia.parent@example.org')
  await service
    .from('mentees')
    .insert(
      ['Kit', 'Kai'].map((first_name) => ({
        first_name,
        last_name: 'Parent',
        parent_name: 'Pia Parent',
        parent_email: 'pia.parent@example.org',
      })),
    )
    .throwOnError()
  draw(<PersonPanel person="pia.parent@example.org" onClose={vi.fn()} />)
  const user = someone()
  const choice = within(await screen.findByRole('list', { name: 'People' }))
  const tabTo = async (target: () => HTMLElement) => {
    for (let steps = 0; document.activeElement !== target(); steps += 1) {
      expect(steps).toBeLessThan(60)
      await user.tab()
    }
  }
  await tabTo(() => choice.getByRole('link', { name: 'Pia Parent' }))
  cleanup()
  const [pia] = await query<{ person_id: string }>(
    `select person_id from private.rows_of_people theirs where name = 'Pia Parent'`,
  )
  draw(<PersonPanel person={pia!.person_id} onClose={vi.fn()} />)
  expect(await screen.findByRole('link', { name: 'Otto Parent' })).toBeVisible()
  const part = within(await screen.findByRole('region', { name: 'Family' }))
  expect(document.body).not.toHaveTextContent(/Kit|Kai/)
  await tabTo(() => part.getByRole('button', { name: 'Show the family' }))
  await user.keyboard('{Enter}')
  const children = within(await part.findByRole('list', { name: 'Children' }))
  expect(children.getAllByRole('listitem')).toHaveLength(2)
  await tabTo(() => part.getByRole('button', { name: /^Change/ }))
  await user.keyboard('{Enter}')
  const form = within(await screen.findByRole('form', { name: 'Family' }))
  await tabTo(() => form.getByRole('checkbox', { name: /^May collect.*Pia Parent/ }))
  await user.keyboard(' {Enter}')
  await waitFor(() => expect(notices.at(-1)?.title).toBe('Family saved'))
  await waitFor(() =>
    expect(children.getAllByText(/Pia Parent \(parent\)/).length).toBeGreaterThan(2),
  )
})

it('keeps a family whose save failed, and takes a colleague’s change in', async () => {
  const { data: child } = await service
    .from('mentees')
    .insert({ first_name: 'Ike', last_name: 'Typed' })
    .select('id, person_id')
    .single()
    .throwOnError()
  const person = String(child.person_id)
  draw(<PersonPanel person={person} onClose={vi.fn()} />)
  const user = someone()
  await user.click(await button('Show the family'))
  await user.click(await button(/^Change\s*the family/))
  const form = within(await screen.findByRole('form', { name: 'Family' }))
  await user.type(form.getByLabelText('Street'), '1 Elm St')
  await user.click(form.getByRole('button', { name: 'Add adult' }))
  await user.type(form.getByLabelText('Name'), 'Ada Adult')
  const home = form.getByRole('checkbox', { name: /^1 Elm St.*Ada Adult/ })
  expect(home).toBeChecked()

  const save = form.getByRole('button', { name: 'Save family' })
  await user.click(save)
  expect(await form.findByRole('alert')).toHaveTextContent(
    'An address needs a street and a city or postal code',
  )
  await user.type(form.getByLabelText('City'), 'Austin')
  await user.click(home)
  await user.click(save)
  await waitFor(() =>
    expect(form.getByRole('alert')).toHaveTextContent(
      'A household needs an adult: add one to that of Ike.',
    ),
  )
  await user.click(home)
  expect(await query(`select from private.people where name = 'Ada Adult'`)).toEqual([])

  await gift('Gil Guardian', 'gil.guardian@example.org')
  await query(
    `insert into private.guardians (child_id, adult_id, relation) select '${person}', person_id, 'guardian'
     from private.rows_of_people theirs where name = 'Gil Guardian'`,
  )
  await user.click(save)
  await waitFor(() =>
    expect(form.getByRole('alert')).toHaveTextContent('Gil Guardian is now guardian of Ike Typed'),
  )
  expect(await form.findByRole('group', { name: 'Gil Guardian' })).toBeVisible()
  expect(form.getByLabelText('Name')).toHaveValue('Ada Adult')
  let isLost = false
  onRequest(
    (address) => address.endsWith('/save_family') && !isLost,
    (send) => {
      isLost = true
      return loseAnswer(send)
    },
  )
  await user.click(save)
  await waitFor(() =>
    expect(form.getByRole('alert')).toHaveTextContent('The server could not be reached'),
  )
  await user.click(save)
  await waitFor(() => expect(notices.at(-1)?.title).toBe('Family saved'))
  expect(
    await query(
      `select name, relation from private.guardians join private.people on id = adult_id
       where child_id = '${person}' order by name`,
    ),
  ).toEqual([
    { name: 'Ada Adult', relation: 'parent' },
    { name: 'Gil Guardian', relation: 'guardian' },
  ])
  const adults = await screen.findByRole('list', { name: 'Adults' })
  await waitFor(() => expect(adults).toHaveTextContent('Ada Adult'))
})

it('corrects an email where it is shown, and asks for the records beside it', async () => {
  await gift('Cora Correct', 'cora.wrong@example.org')
  await service
    .from('mentors')
    .insert({ first_name: 'Cora', last_name: 'Correct', email: 'cora.wrong@example.org' })
    .throwOnError()
  draw(<PersonPanel person="cora.wrong@example.org" onClose={vi.fn()} />)
  const user = someone()
  await user.click(await button(/^Change\s*cora.wrong@example.org/))
  const typed = field('Email address')
  await user.clear(typed)
  await user.type(typed, 'nobody')
  await user.click(await button('Save'))
  expect(await screen.findByText('Enter an email address.')).toBeVisible()
  await user.clear(typed)
  await user.type(typed, 'cora.right@example.org')
  await user.click(screen.getByRole('checkbox', { name: 'Gift' }))
  await user.click(await button('Save'))
  const emails = await screen.findByRole('list', { name: 'Emails and phones' })
  await waitFor(() => expect(emails).toHaveTextContent(/cora.right@example.org.*Mail goes here/))
  expect(emails).toHaveTextContent(/cora.wrong@example.org.*Out of use/)
  expect(
    await query(
      `select source, email from private.rows_of_people theirs where name = 'Cora Correct' order by 1`,
    ),
  ).toEqual([
    { source: 'donations', email: 'cora.wrong@example.org' },
    { source: 'mentors', email: 'cora.right@example.org' },
  ])
  await user.click(await button('Add phone'))
  await user.type(field('Phone'), '512 555 0166')
  await user.click(await button('Save'))
  await waitFor(() => expect(emails).toHaveTextContent('512 555 0166'))
})

it('tells two people of one name apart, and one is picked', async () => {
  await gift('Gus Guardian', 'gus@example.org')
  await gift('Gus Guardian', 'other@example.net')
  const onPick = vi.fn()
  draw(
    <PersonPicker
      title="Add a parent or guardian"
      description=""
      pick="Add"
      saving={{ isPending: false, error: null }}
      failed="Not added"
      without={[]}
      onPick={onPick}
      onClose={vi.fn()}
    />,
  )
  const user = someone()
  await user.type(field('Name, email address or phone'), 'Gus Guardian')
  const found = within(await screen.findByRole('list', { name: 'People found' }))
  await waitFor(() => expect(found.getAllByRole('listitem')).toHaveLength(2))
  expect(found.getByText(/^g…@example\.org · last gift \$5 on .+ · Donor$/)).toBeVisible()
  const other = found.getByText(/^o…@example\.net/).closest('li')!
  await user.click(within(other).getByRole('button'))
  const [{ person_id }] = (await query<{ person_id: string }>(
    `select person_id from public.donations where donor_email = 'other@example.net'`,
  )) as [{ person_id: string }]
  expect(onPick).toHaveBeenCalledWith(person_id, 'Gus Guardian')
})

it('lists all who may be the same, and dismisses one with an undo', async () => {
  await gift('Same Twin', 'same.twin@example.org')
  await service
    .from('mentors')
    .insert([{ first_name: 'Same', last_name: 'Twine', email: 'same.twin@example.org' }])
    .throwOnError()
  draw(<ResourceList resource={mentors} />, '/crm?tab=mentors')
  const user = someone()
  await user.click(await button('More for mentors'))
  await user.click(await screen.findByRole('menuitem', { name: 'Same person?' }))
  const list = () => screen.findByRole('list', { name: 'Possible duplicates' })
  const pair = async () =>
    within(await list())
      .queryAllByRole('listitem')
      .find((one) => one.textContent.includes('Same Twin'))
  await waitFor(async () => expect(await pair()).toBeDefined())
  await user.click(within((await pair())!).getByRole('button', { name: /^Someone else/ }))
  await waitFor(async () => expect(await pair()).toBeUndefined())
  undo()
  await waitFor(async () => expect(await pair()).toBeDefined())
})

it('merges two records of one person, each in another household, and moves nobody else', async () => {
  await gift('Sol Split', 'sol.a@example.org')
  await gift('Sol Split', 'sol.b@example.org')
  await gift('Ann Split', 'ann.split@example.org')
  await gift('Ben Split', 'ben.split@example.org')
  const person = async (email: string) =>
    (
      await query<{ id: string }>(
        `select person_id as id from public.donations where donor_email = '${email}'`,
      )
    )[0]!.id
  const emails = ['sol.a', 'sol.b', 'ann.split', 'ben.split'].map((name) => `${name}@example.org`)
  const [sol, other, ann, ben] = await Promise.all(emails.map(person))
  for (const [street, ...members] of [
    ['1 Ash St', sol, ann],
    ['2 Bay St', other, ben],
  ]) {
    await query(`
      with house as (insert into private.people (kind, name) values ('household', 'Home at ${street}') returning id),
      post as (
        insert into private.contact_points (person_id, kind, normalized, value, parts)
        select id, 'post', '${street}', '${street}', '{"street": "${street}", "city": "Austin"}' from house
      )
      insert into private.members (group_id, person_id, role)
      select id, member::uuid, 'partner' from house, unnest('{${members.join()}}'::text[]) as member`)
  }
  const homes = (of: string) =>
    query<{
      name: string
    }>(`select grp.name from private.members join private.people grp on grp.id = group_id
      where person_id = '${of}' order by members.created_at, grp.id`)
  const before = await Promise.all([homes(ann!), homes(ben!)])

  draw(<PersonPanel person={sol!} onClose={vi.fn()} />)
  const user = someone()
  await user.click(await button(/^Same person\s*as Sol Split/))
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Merge Sol Split with Sol Split?' }),
  )
  expect(dialog.getByRole('radio', { name: 'sol.a@example.org' })).toBeChecked()
  await user.click(dialog.getByRole('radio', { name: 'sol.b@example.org' }))
  await user.click(dialog.getByRole('button', { name: 'Same person' }))
  await waitFor(() => expect(notices.at(-1)).toMatchObject({ title: 'Merged with Sol Split' }))
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Write' })).toHaveAttribute(
      'href',
      'mailto:sol.b@example.org',
    ),
  )
  expect(await Promise.all([homes(ann!), homes(ben!)])).toEqual(before)
  expect(
    await query(
      `select normalized from private.contact_points where person_id = '${sol}' and is_preferred`,
    ),
  ).toEqual([{ normalized: 'sol.b@example.org' }])
  const { data } = (await admin
    .rpc('letters', { list: 'donors', ids: [sol, ann, ben] })
    .throwOnError()) as { data: { letters: { name: string; people: number }[] } }
  expect(data.letters.map(({ name, people }) => [name, people])).toEqual([
    ['Home at 1 Ash St', 2],
    ['Ben Split', 1],
  ])
  undo()
  await waitFor(async () => expect(await homes(other!)).toEqual([{ name: 'Home at 2 Bay St' }]))
  expect(await homes(sol!)).toEqual([{ name: 'Home at 1 Ash St' }])
})
