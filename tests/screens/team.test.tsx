import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AccountPanel } from '@/features/crm/accounts/account-panel'
import { InvitationsDialog } from '@/features/crm/accounts/invitations-dialog'
import { Invite } from '@/features/crm/accounts/invite-buttons'
import { PermissionsDialog, type Account } from '@/features/crm/accounts/permissions-dialog'
import type { PermissionName } from '@/shared/auth/permissions'
import { authOf } from '../auth-of'
import {
  backend,
  button,
  draw,
  field,
  notices,
  service,
  setUpScreens,
  someone,
  type,
} from './screen'

setUpScreens()

let email: string
beforeEach(() => {
  email = `${crypto.randomUUID().slice(0, 8)}@example.org`
})

const accountOf = async (address: string) => {
  const { data } = await service
    .from('profiles')
    .select('id, full_name, email, role, confirmed, proven, begun_by, offered_role')
    .eq('email', address)
    .single()
    .throwOnError()
  return data as Account
}

async function openForm() {
  const user = someone()
  draw(<Invite />)
  await user.click(await button('Invite'))
  await screen.findByRole('form', { name: 'Invitation' })
  return { user, send: await button('Send Invitation') }
}

async function inviteAs(role: string) {
  const { user, send } = await openForm()
  await type(user, { Email: email, 'Full name': 'Pat Doe', Role: role })
  await user.click(send)
  await waitFor(() => expect(notices.at(-1)?.title).toBe(`Invitation sent to ${email}`))
  return user
}

describe('an invitation', () => {
  it('goes out with its inviter and role, and with what a preset ticked', async () => {
    const { user, send } = await openForm()
    expect(screen.queryByLabelText('Password')).toBeNull()
    await type(user, { Email: email, 'Full name': 'Pat Doe', Role: 'fundraiser' })
    await user.selectOptions(await screen.findByLabelText('Preset for a job'), 'Fundraiser')
    expect(field('Can manage donations')).toBeChecked()
    expect(field('Can edit user roles')).not.toBeChecked()
    await user.click(send)
    await waitFor(() => expect(notices.at(-1)?.title).toBe(`Invitation sent to ${email}`))

    const mails = backend.outbox.mails.filter(({ to }) => to === email)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({
      subject: 'You are invited to Kindlewell',
      text: expect.stringMatching(
        /Grace Tolbert invites you .* Your role: Fundraiser\.[^]*\/reset-password#token_hash=.*&type=signup&to=/,
      ) as string,
    })
    const account = await accountOf(email)
    expect(account).toMatchObject({ role: 'user', offered_role: 'fundraiser' })
    const { data } = await service.from('user_permissions').select().eq('user_id', account.id)
    expect(data).toEqual([])
  })

  it('keeps what was typed where the service sends no more mails, and goes out later', async () => {
    const { user, send } = await openForm()
    const network = globalThis.fetch
    vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
      input.includes('/auth/v1/signup')
        ? Promise.resolve(
            Response.json(
              { code: 429, error_code: 'over_email_send_rate_limit', msg: 'email rate limit' },
              { status: 429 },
            ),
          )
        : network(input, init),
    )
    await type(user, { Email: email, 'Full name': 'Pat Doe' })
    await user.click(send)
    expect(await screen.findByText(/as many emails as it may in an hour/)).toBeVisible()
    expect(field('Email')).toHaveValue(email)
    expect(backend.outbox.mails.some(({ to }) => to === email)).toBe(false)
    vi.unstubAllGlobals()
    await user.click(send)
    await waitFor(() => expect(notices.at(-1)?.title).toBe(`Invitation sent to ${email}`))
  })

  it('ends with a second one, is listed, and can be taken back', async () => {
    const user = await inviteAs('mentor')
    await user.click(await button('Invite'))
    await type(user, { Email: email, 'Full name': 'Pat Doe', Role: 'mentee' })
    await user.click(await button('Send Invitation'))
    await user.click(await button('Invite again'))
    await user.click(await button('Send the Link'))
    await waitFor(() => expect(notices.at(-1)?.title).toBe(`A link was sent to ${email}`))
    expect((await accountOf(email)).offered_role).toBe('mentee')

    draw(<InvitationsDialog onClose={() => {}} />)
    const [row] = (await screen.findAllByRole('listitem')).filter((item) =>
      item.textContent?.includes(email),
    )
    expect(row).toHaveTextContent(/Pat Doe.*Waiting.*Mentee.*Invited by Grace Tolbert/)
    await user.click(within(row!).getByRole('button', { name: /^Take back/ }))
    await waitFor(() => expect(notices.at(-1)?.title).toMatch(/^Invitation of .*taken back$/))
    expect((await accountOf(email)).offered_role).toBeNull()
    await waitFor(() => expect(screen.queryByText(new RegExp(email))).toBeNull())
  })
})

describe('the panel of an account', () => {
  const open = async (address: string, auth = authOf('admin')) =>
    draw(
      <AccountPanel
        row={await accountOf(address)}
        title={address}
        open={() => {}}
        edit={() => {}}
      />,
      '/',
      auth,
    )

  it('says what the account may do, and changes its role as Demo Users does', async () => {
    await open('fundraiser@kindlewell.test')
    const rights = await screen.findByRole('region', { name: 'What the account may do' })
    expect(rights).toHaveTextContent('Fundraiser: This role opens nothing on its own')
    const role = screen.getByRole('combobox')
    expect(within(role).getAllByRole('option')).toHaveLength(13)
    await someone().selectOptions(role, 'Supporter')
    await waitFor(() =>
      expect(notices.at(-1)).toMatchObject({
        title: 'Success',
        description: expect.stringMatching(/^User updated successfully: .*, Supporter$/) as string,
      }),
    )
    expect((await accountOf('fundraiser@kindlewell.test')).role).toBe('supporter')
  })

  it('leads to the programs of the matches that it supervises, and to its shared views', async () => {
    const { id } = await accountOf('staff@kindlewell.test')
    const view = crypto.randomUUID()
    await backend.exclusive((pg) =>
      pg.query(
        `insert into public.saved_views (id, owner_id, table_name, list, name, is_shared, state)
         values ($1, $2, 'mentors', '/crm?tab=mentors', 'Busy mentors', true, $3)`,
        [view, id, {}],
      ),
    )
    await open('staff@kindlewell.test')
    const programs = await screen.findAllByRole('link', { name: /Youth Mentorship/ })
    expect(programs.map((link) => link.getAttribute('href'))).toEqual([
      expect.stringMatching(/^\/crm\?tab=programs&program=[\w-]{36}&part=matches$/),
    ])
    expect(await screen.findByRole('link', { name: /Busy mentors/ })).toHaveAttribute(
      'href',
      `/crm?tab=mentors&saved=${view}`,
    )
  })

  it('offers an editor of roles only the roles that they may give', async () => {
    const permissions = new Set<PermissionName>(['can_edit_user_roles'])
    await open('mentors@kindlewell.test', authOf('staff', { permissions }))
    const options = within(await screen.findByRole('combobox')).getAllByRole('option')
    const labels = options.map(({ textContent }) => textContent)
    expect(labels).toContain('Mentor')
    expect(labels).not.toContain('Administrator')
    expect(labels).not.toContain('Program Manager')
  })
})

it('a preset in Manage Permissions grants nothing before a press, and says what it left out', async () => {
  const permissions = new Set<PermissionName>(['can_edit_user_roles', 'can_manage_donations'])
  const { data } = await service.auth.signUp({ email, password: 'long enough' })
  const id = data.user?.id ?? ''
  await service.from('profiles').update({ proven: true }).eq('id', id).throwOnError()
  draw(
    <PermissionsDialog row={await accountOf(email)} onClose={() => {}} />,
    '/',
    authOf('staff', { permissions }),
  )
  const held = async () =>
    (await service.from('user_permissions').select('permission_id').eq('user_id', id)).data?.length
  const user = someone()
  await user.selectOptions(await screen.findByLabelText('Preset for a job'), 'Fundraiser')
  expect(await screen.findByText(/Left out.*Can send emails/)).toBeVisible()
  expect(field('Can manage donations')).toBeChecked()
  expect(field('Can manage donations')).toHaveAccessibleDescription(/Not granted yet/)
  expect(await held()).toBe(0)
  await user.click(await button('Grant 1 permission'))
  await waitFor(async () => expect(await held()).toBe(1))
  await waitFor(() => expect(notices.at(-1)?.title).toBe('Permission granted'))
})
