import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { HandedOverPage } from '@/features/crm/people/rights/handed-over-page'
import { PersonPanel } from '@/features/crm/people/person/person-panel'
import {
  backend,
  button,
  draw,
  expectTyped,
  field,
  onRequest,
  service,
  setUpScreens,
  someone,
  type,
} from './screen'
import { localKeys } from '../../supabase/embedded/config'
import { authOf } from '../auth-of'

setUpScreens()

const address = 'zoe.family@example.org'

/** What earlier tests left */
async function clear(): Promise<void> {
  await backend.exclusive(async (pg) => {
    await pg.exec(
      `delete from private.erasures; update private.erasure_settings set needs_approval = false where true;
      delete from public.files; delete from public.mentees where parent_email = '${address}';
      delete from public.donations where donor_email = '${address}';
      delete from public.contact_messages where email = '${address}'`,
    )
  })
  await sweep()
}

/** Zoe's gift and her child's record were entered; a form only says that it is hers. */
async function addFamily(): Promise<void> {
  await backend.exclusive(async (pg) => {
    await pg.query(
      `insert into public.donations (donor_name, donor_email, amount, donation_type) values ('Zoe', $1, 12.5, 'one-time')`,
      [address],
    )
    await pg.query(
      `insert into public.mentees (first_name, last_name, parent_name, parent_email) values ('Kit', 'Family', 'Zoe', $1)`,
      [address],
    )
  })
  await write('A claim')
}
const write = (message: string) =>
  service.from('contact_messages').insert({ name: 'Zoe', email: address, message }).throwOnError()
async function zoe(): Promise<string> {
  const { rows } = await backend.exclusive((pg) =>
    pg.query<{ id: string }>(
      `select person_id as id from public.donations where donor_email = $1`,
      [address],
    ),
  )
  return rows[0]!.id
}
const checked = { 'How did you check': 'replied', 'Which email': address }
const countOf = async (table: string, column: string) =>
  ((await service.from(table).select('id').eq(column, address).throwOnError()).data as unknown[])
    .length

/** A file of the child, which the erasure removes too. */
let report: string
const callStorage = (id: string, method: string, body: string | null = null) =>
  backend.fetch(
    new Request(`http://localhost/storage/v1/object/files/${id}`, {
      method,
      headers: {
        authorization: `Bearer ${localKeys.secret}`,
        'content-type': 'application/octet-stream',
      },
      body,
    }),
  )
/** As the clock calls it. */
async function sweep(): Promise<unknown> {
  const secret = await backend.exclusive(async (pg) => {
    const { rows } = await pg.query<{ secret: string }>(
      `select decrypted_secret as secret from vault.decrypted_secrets where name = 'deliver_mail_secret'`,
    )
    return rows[0]!.secret
  })
  const answer = await backend.fetch(
    new Request('http://localhost/functions/v1/check-files', {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: '{}',
    }),
  )
  return answer.json()
}

/** One file that is stored, and one that is lost */
async function addFiles(): Promise<void> {
  const child = await service
    .from('mentees')
    .select('id')
    .eq('parent_email', address)
    .single()
    .throwOnError()
  await backend.exclusive(async (pg) => {
    await pg.query(
      `insert into public.files (id, name, size, state, type, hash, version, mentee_id)
      select id, name, 3, 'ready', 'text/plain', repeat('0', 64), '1', $3::uuid
      from (values ($1::uuid, 'report.txt'), ($2, 'lost.txt')) as made (id, name)`,
      [report, crypto.randomUUID(), child.data.id],
    )
  })
  const stored = await callStorage(report, 'POST', 'Kit')
  expect(stored.status).toBe(200)
  await backend.exclusive((pg) => pg.query('select private.adopt_objects($1)', [[report]]))
}

beforeEach(async () => {
  await clear()
  report = crypto.randomUUID()
})

it('hands over a family’s sure records after an identity check, as a page and as JSON', async () => {
  await addFamily()
  const created = vi.fn<(blob: Blob) => string>(() => 'blob:data')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: created, revokeObjectURL: vi.fn() }))
  draw(<HandedOverPage />, `/handed-over?of=${await zoe()}`)
  const user = someone()
  expect(await screen.findByRole('checkbox', { name: 'Gift · $12.50 · Zoe' })).toBeChecked()
  expect(screen.getByRole('checkbox', { name: 'Kit Family' })).toBeChecked()
  const claims = within(screen.getByRole('region', { name: 'Perhaps theirs' }))
  expect(claims.getByRole('checkbox', { name: 'Message · Zoe' })).not.toBeChecked()
  expect(claims.getByText('0 of 1')).toBeVisible()

  await user.click(await button('Hand over'))
  expect(screen.getByText('Please choose how you checked')).toBeVisible()
  expect(field('How did you check')).toHaveFocus()
  expect(field('How did you check')).toHaveTextContent(
    'Choose howThey replied from an email that we hadThey were here in person',
  )
  await type(user, { 'How did you check': 'replied' })
  await user.click(await button('Hand over'))
  expect(await screen.findByText('Please choose the email')).toBeVisible()
  await type(user, { 'Which email': address })
  onRequest(
    (to) => to.includes('record_hand_over'),
    () => Promise.reject(new TypeError('Failed to fetch')),
  )
  await user.click(await button('Hand over'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Nothing was handed over.')
  expectTyped(checked)
  vi.unstubAllGlobals()
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: created, revokeObjectURL: vi.fn() }))
  await user.click(await button('Hand over'))

  const mentee = await screen.findByRole('region', { name: 'Mentee' })
  expect(within(mentee).getByText('Kit')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'What we hold about Zoe' })).toBeVisible()
  await waitFor(() => expect(document.title).toBe('What we hold about Zoe'))
  const family = screen.getByRole('region', { name: 'Parents and guardians' })
  expect(family).toHaveTextContent('ChildKit FamilyParent or guardianZoeRelationParent')
  const log = screen.getByRole('region', { name: 'What was done with this data' })
  expect(within(log).getAllByText('Mentee')).not.toEqual([])
  expect(document.body).not.toHaveTextContent(/\w_\w|\d{4}-\d\d-\d\d|[\da-f]{8}-[\da-f]{4}/)
  expect(document.body).not.toHaveTextContent('A claim')
  expect(within(screen.getByRole('region', { name: 'Gifts' })).getByText('$12.50')).toBeVisible()
  await user.click(await button('Download JSON'))
  const text = await created.mock.calls[0]![0].text()
  expect(JSON.parse(text)).toMatchObject({ about: 'Zoe' })
  expect(text).toContain('Kit')
  expect(text).not.toContain('A claim')
})

it('hands over the files, and records the opening of a child’s', async () => {
  await addFamily()
  await addFiles()
  const created = vi.fn<(blob: Blob) => string>(() => 'blob:data')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: created, revokeObjectURL: vi.fn() }))
  draw(<HandedOverPage />, `/handed-over?of=${address}`)
  expect(await screen.findByText('An address is only a claim.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Zoe' })).toHaveAttribute(
    'href',
    expect.stringContaining(`person=${await zoe()}`),
  )
  await type(someone(), checked)
  await someone().click(await button('Hand over'))
  const files = await screen.findByRole('region', { name: 'Files about you' })
  expect(within(files).getByText('report.txt')).toBeVisible()
  await someone().click(await button('Download with files'))
  expect(
    await screen.findByText('lost.txt: It could not be read (Object not found).'),
  ).toBeVisible()
  expect(created).toHaveBeenCalledOnce()
  const openings = await service
    .from('change_log')
    .select('record_id, changes')
    .eq('action', 'opened')
    .throwOnError()
  expect(openings.data).toEqual(
    expect.arrayContaining([
      {
        record_id: report,
        changes: { reason: 'Handed over to the person whose data it is' },
      },
    ]),
  )
})

it('has nothing to hand over for an unknown address', async () => {
  draw(<HandedOverPage />, '/handed-over?of=nobody@example.org')
  await type(someone(), { 'How did you check': 'in_person' })
  await someone().click(await button('Hand over'))
  expect(await screen.findByText('Nothing to hand over')).toBeVisible()
})

it('erases the chosen records of a family after a preview, a reason, a check and the typed name', async () => {
  await addFamily()
  await addFiles()
  draw(<PersonPanel person={address} onClose={() => {}} />)
  const user = someone()
  await user.click(await button('Erase…'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Erase Zoe' }))
  const deleted = within(await dialog.findByRole('region', { name: 'Deleted' }))
  expect(deleted.getByText('Mentees')).toBeVisible()
  expect(deleted.queryByText('Contact messages')).toBeNull()
  expect(dialog.getByRole('region', { name: 'People erased' })).toHaveTextContent('Kit FamilyZoe')
  expect(dialog.getByText(/There is a gift from today/)).toBeVisible()

  await user.click(dialog.getByRole('button', { name: 'Erase' }))
  expect(dialog.getByText('Please choose a reason')).toBeVisible()
  expect(field('Reason')).toHaveFocus()
  expect(dialog.getByText('Please type Zoe')).toBeVisible()
  expect(dialog.getByText('Please choose how you checked')).toBeVisible()

  // A parent asks about one child, or about another.
  const kit = () => dialog.getByRole('checkbox', { name: 'Kit Family' })
  expect(kit()).toBeChecked()
  await type(user, { Reason: 'parent_asked' })
  expect(kit()).not.toBeChecked()
  await waitFor(() => expect(dialog.queryByText('Mentees')).toBeNull())
  await user.click(kit())
  expect(await dialog.findByText('Mentees')).toBeVisible()
  await type(user, { ...checked, 'Type Zoe': 'zoe' })

  // A message arrives in between.
  await write('One more')
  await user.click(dialog.getByRole('button', { name: 'Erase' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('Something was added or removed since')
  expect(await countOf('mentees', 'parent_email')).toBe(1)

  await user.click(dialog.getByRole('button', { name: 'Look again' }))
  expect(await dialog.findByText('0 of 2')).toBeVisible()
  expectTyped({ Reason: 'parent_asked', ...checked, 'Type Zoe': 'zoe' })
  expect(kit()).toBeChecked()
  await user.click(await dialog.findByRole('button', { name: 'Erase' }))
  const certificate = await screen.findByRole('region', { name: 'Certificate' })
  expect(certificate).toHaveTextContent('A parent asked for it')
  expect(certificate).toHaveTextContent('They replied from an email that we had')
  expect(certificate).not.toHaveTextContent(/zoe/i)
  expect(await countOf('mentees', 'parent_email')).toBe(0)
  expect(await countOf('donations', 'donor_email')).toBe(0)
  expect(await countOf('contact_messages', 'email')).toBe(2)
  expect(within(certificate).getByText('Files').parentElement).toHaveTextContent('Files2')

  // The object stays where nothing removed it at once, as after a crash, until the clock does.
  expect((await callStorage(report, 'GET')).status).toBe(200)
  expect(await sweep()).toEqual({ checked: 0, deleted: 1 })
  expect(await (await callStorage(report, 'GET')).json()).toMatchObject({ statusCode: '404' })
})

it('erases an address’s records, and shows the certificate to the next viewer', async () => {
  await write('A claim')
  await write('One more')
  draw(<PersonPanel person={address} onClose={() => {}} />)
  const user = someone()
  await type(user, { 'Whose data': address })
  await user.click(await button('Erase…'))
  const dialog = within(await screen.findByRole('dialog', { name: `Erase ${address}` }))
  expect(await dialog.findByText('2 of 2')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'None of records' }))
  expect(await dialog.findByText('0 of 2')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Erase' })).toHaveAttribute('aria-disabled', 'true')
  await user.click(dialog.getByRole('button', { name: 'All of records' }))
  await type(user, { Reason: 'asked', ...checked, 'Type zoe': address.toUpperCase() })
  await user.click(await dialog.findByRole('button', { name: 'Erase' }))
  expect(await screen.findByRole('region', { name: 'Certificate' })).toBeVisible()
  expect(await countOf('contact_messages', 'email')).toBe(0)

  await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!)
  await user.click(await button('Erase…'))
  expect(await screen.findByText('We hold nothing about this person.')).toBeVisible()
  expect(screen.getByRole('region', { name: 'Certificate' })).toBeVisible()
})

it('asks for approval where a second admin has to give it', async () => {
  await addFamily()
  await backend.exclusive((pg) =>
    pg.query('update private.erasure_settings set needs_approval = true where true'),
  )
  draw(<PersonPanel person={address} onClose={() => {}} />)
  const user = someone()
  await user.click(await button('Erase…'))
  await type(user, { Reason: 'asked', ...checked, 'Type Zoe': 'Zoe' })
  await user.click(await button('Ask for approval'))
  expect(await screen.findByText('Another administrator has to approve it.')).toBeVisible()
  expect(await countOf('mentees', 'parent_email')).toBe(1)

  await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!)
  await user.click(await button('Erase…'))
  expect(await screen.findByRole('checkbox', { name: 'Kit Family' })).toBeDisabled()
  await user.click(await button('Withdraw'))
  expect(await button('Ask for approval')).toBeVisible()

  // A colleague asks, for the child to stay.
  await type(user, { Reason: 'parent_asked', ...checked, 'Type Zoe': 'Zoe' })
  expect(screen.getByRole('checkbox', { name: 'Kit Family' })).not.toBeChecked()
  await user.click(await button('Ask for approval'))
  await screen.findByText('Another administrator has to approve it.')
  await backend.exclusive((pg) =>
    pg.query('update private.erasures set requested_by = null where erased_at is null'),
  )
  await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!)
  await user.click(await button('Erase…'))
  expect(
    await screen.findByText(/A parent asked for it · They replied from an email that we had/),
  ).toBeVisible()
  expect(screen.getByRole('checkbox', { name: 'Kit Family' })).not.toBeChecked()
  await type(user, { 'Type Zoe': 'Zoe' })
  await user.click(await button('Approve and erase'))
  expect(await screen.findByRole('region', { name: 'Certificate' })).toBeVisible()
  expect(await countOf('donations', 'donor_email')).toBe(0)
  expect(await countOf('mentees', 'parent_email')).toBe(1)
})

it('refuses to erase the account that erases, which would be the only admin', async () => {
  draw(<PersonPanel person="admin@kindlewell.test" onClose={() => {}} />)
  await someone().click(await button('Erase…'))
  const refusal = 'You cannot erase yourself. Another administrator can.'
  expect(await screen.findByText(refusal)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Erase' })).toBeNull()
  expect(screen.queryByLabelText(/^Type /)).toBeNull()
})

it('only admins are offered either', async () => {
  await addFamily()
  draw(<PersonPanel person={address} onClose={() => {}} />, '/', authOf('staff', {}))
  await waitFor(() => expect(screen.queryByText('Loading the person...')).toBeNull())
  expect(screen.queryByRole('button', { name: 'Erase…' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Hand over data' })).toBeNull()
})
