import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { HandedOverPage } from '@/features/crm/people/rights/handed-over-page'
import { PersonPanel } from '@/features/crm/people/person-panel'
import { backend, button, draw, field, service, setUpScreens, someone, type } from './screen'
import { localKeys } from '../../supabase/embedded/config'
import { authOf } from '../auth-of'

setUpScreens()

const address = 'zoe.family@example.org'

async function addFamily(): Promise<void> {
  await service
    .from('mentees')
    .insert({ first_name: 'Kit', last_name: 'Family', parent_email: address })
    .throwOnError()
  await service
    .from('donations')
    .insert({ donor_name: 'Zoe', donor_email: address, amount: 12.5, donation_type: 'one-time' })
    .throwOnError()
}
const countOf = async (table: string, column: string) =>
  ((await service.from(table).select('id').eq(column, address).throwOnError()).data as unknown[])
    .length

/** A file of the child, which the erasure takes along. */
const report = crypto.randomUUID()
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

it('hands over what is known of a family, as a page and as JSON', async () => {
  await addFamily()
  const created = vi.fn<(blob: Blob) => string>(() => 'blob:data')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: created, revokeObjectURL: vi.fn() }))
  draw(<HandedOverPage />, `/handed-over?of=${address}`)
  const mentee = await screen.findByRole('region', { name: 'Mentee' })
  expect(within(mentee).getByText('Kit')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'What we hold about Zoe' })).toBeVisible()
  await waitFor(() => expect(document.title).toBe('What we hold about Zoe'))
  const log = screen.getByRole('region', { name: 'What was done with this data' })
  expect(within(log).getAllByText('Mentee')).not.toEqual([])
  expect(document.body).not.toHaveTextContent(/\w_\w|\d{4}-\d\d-\d\d|[\da-f]{8}-[\da-f]{4}/)
  expect(within(screen.getByRole('region', { name: 'Gifts' })).getByText('$12.50')).toBeVisible()
  await someone().click(await button('Download JSON'))
  const text = await created.mock.calls[0]![0].text()
  expect(JSON.parse(text)).toMatchObject({ about: address })
  expect(text).toContain('Kit')
})

it('hands over the files, of which a child’s are opened on record', async () => {
  const child = await service
    .from('mentees')
    .select('id')
    .eq('parent_email', address)
    .single()
    .throwOnError()
  const lost = crypto.randomUUID()
  await backend.exclusive(async (pg) => {
    await pg.query(
      `insert into public.files (id, name, size, state, type, hash, version, mentee_id)
      select id, name, 3, 'ready', 'text/plain', repeat('0', 64), '1', $3::uuid
      from (values ($1::uuid, 'report.txt'), ($2, 'lost.txt')) as made (id, name)`,
      [report, lost, child.data.id],
    )
  })
  const stored = await callStorage(report, 'POST', 'Kit')
  expect(stored.status).toBe(200)
  await backend.exclusive((pg) => pg.query('select private.adopt_objects($1)', [[report]]))
  const created = vi.fn<(blob: Blob) => string>(() => 'blob:data')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: created, revokeObjectURL: vi.fn() }))
  draw(<HandedOverPage />, `/handed-over?of=${address}`)
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

it('has nothing to hand over of an unknown address', async () => {
  draw(<HandedOverPage />, '/handed-over?of=nobody@example.org')
  expect(await screen.findByText('Nothing to hand over')).toBeVisible()
})

it('erases a family after a preview, a reason and the typed address, and shows the certificate', async () => {
  draw(<PersonPanel person={address} onClose={() => {}} />)
  const user = someone()
  await user.click(await button('Erase…'))
  const dialog = within(await screen.findByRole('dialog', { name: `Erase ${address}` }))
  const deleted = within(await dialog.findByRole('region', { name: 'Deleted' }))
  expect(deleted.getByText('Mentees')).toBeVisible()
  expect(dialog.getByText(/There is a gift of today/)).toBeVisible()

  await user.click(dialog.getByRole('button', { name: 'Erase' }))
  expect(dialog.getByText('Please choose a reason')).toBeVisible()
  expect(field('Reason')).toHaveFocus()
  expect(dialog.getByText(`Please type ${address}`)).toBeVisible()
  await type(user, { Reason: 'asked', 'Type zoe': address.toUpperCase() })

  // A message comes in between.
  const { data } = await service
    .from('contact_messages')
    .insert({ name: 'Zoe', email: address, message: 'One more' })
    .select('id')
    .throwOnError()
  await user.click(dialog.getByRole('button', { name: 'Erase' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('Something was added or removed since')
  expect(field('Type zoe')).toHaveValue(address.toUpperCase())
  expect(await countOf('mentees', 'parent_email')).toBe(1)

  await user.click(dialog.getByRole('button', { name: 'Look again' }))
  expect(await dialog.findByText('Contact messages')).toBeVisible()
  expect(data).toHaveLength(1)
  await type(user, { Reason: 'asked', 'Type zoe': address })
  await user.click(dialog.getByRole('button', { name: 'Erase' }))
  const certificate = await screen.findByRole('region', { name: 'Certificate' })
  expect(certificate).toHaveTextContent('The person asked for it')
  expect(certificate).not.toHaveTextContent(/zoe/i)
  expect(await countOf('mentees', 'parent_email')).toBe(0)
  expect(await countOf('donations', 'donor_email')).toBe(0)
  expect(within(certificate).getByText('Files').parentElement).toHaveTextContent('Files2')

  // The object stays where nothing removed it at once, as after a crash, until the clock does.
  expect((await callStorage(report, 'GET')).status).toBe(200)
  expect(await sweep()).toEqual({ checked: 0, deleted: 1 })
  expect(await (await callStorage(report, 'GET')).json()).toMatchObject({ statusCode: '404' })

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
  await type(user, { Reason: 'asked', 'Type zoe': address })
  await user.click(await button('Ask for approval'))
  expect(await screen.findByText('Another administrator has to approve it.')).toBeVisible()
  expect(await countOf('mentees', 'parent_email')).toBe(1)

  await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!)
  await user.click(await button('Erase…'))
  await user.click(await button('Withdraw'))
  expect(await button('Ask for approval')).toBeVisible()

  // A colleague asks.
  await type(user, { Reason: 'parent_asked', 'Type zoe': address })
  await user.click(await button('Ask for approval'))
  await screen.findByText('Another administrator has to approve it.')
  await backend.exclusive((pg) =>
    pg.query('update private.erasures set requested_by = null where erased_at is null'),
  )
  await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!)
  await user.click(await button('Erase…'))
  await type(user, { 'Type zoe': address })
  expect(field('Reason')).toHaveValue('parent_asked')
  await user.click(await button('Approve and erase'))
  expect(await screen.findByRole('region', { name: 'Certificate' })).toBeVisible()
  expect(await countOf('mentees', 'parent_email')).toBe(0)
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
  draw(<PersonPanel person={address} onClose={() => {}} />, '/', authOf('staff', {}))
  await waitFor(() => expect(screen.queryByText('Loading the person...')).toBeNull())
  expect(screen.queryByRole('button', { name: 'Erase…' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Hand over data' })).toBeNull()
})
