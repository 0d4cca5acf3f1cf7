import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { DemoUsersPage } from '@/features/crm/accounts/demo-users-page'
import { CreateUser } from '@/features/crm/accounts/create-user-button'
import { PermissionsDialog, type Account } from '@/features/crm/accounts/permissions-dialog'
import type { Auth } from '@/shared/auth/auth-context'
import { permissionNames, type PermissionName } from '@/shared/auth/permissions'
import {
  adminId,
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
import { authOf } from '../auth-of'

setUpScreens()

let email: string
beforeEach(() => {
  email = `${crypto.randomUUID().slice(0, 8)}@example.org`
})

/** Adds an account without a role; returns its id. */
async function newAccount(proven = false): Promise<string> {
  const { data, error } = await service.auth.signUp({ email, password: 'long enough' })
  if (error) throw error
  const id = data.user?.id ?? ''
  await service.from('profiles').update({ proven }).eq('id', id).throwOnError()
  return id
}

async function rolesOf(of: string): Promise<string[]> {
  const { data } = await service
    .from('profiles')
    .select('user_roles(role)')
    .eq('email', of)
    .overrideTypes<{ user_roles: { role: string } | null }[], { merge: false }>()
    .throwOnError()
  return data.flatMap(({ user_roles }) => user_roles?.role ?? [])
}

describe('a new user', () => {
  const answers = () => ({ Email: email, 'Full name': 'Pat Doe', Password: 'long enough' })

  async function openForm() {
    const user = someone()
    draw(<CreateUser />)
    await user.click(await button('Create New User'))
    await screen.findByRole('form', { name: 'New user' })
    return { user, submit: await button('Create User') }
  }

  it('needs valid fields, and nothing is sent before', async () => {
    const { user, submit } = await openForm()
    const sent = vi.spyOn(globalThis, 'fetch')
    const options = within(field('Role')).getAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'User',
      'Administrator',
      'Program Manager',
      'Fundraiser',
      'Mentor',
      'Mentee',
      'Donor',
      'Supporter',
    ])
    await type(user, { Email: 'nonsense', 'Full name': ' A ', Password: '1234567' })
    await user.click(submit)
    await waitFor(() => expect(field('Email')).toHaveAccessibleDescription('Invalid email address'))
    expect(field('Full name')).toHaveAccessibleDescription('Name must be at least 2 characters')
    expect(field('Password')).toHaveAccessibleDescription('Password must be at least 8 characters')
    await type(user, { 'Full name': 'A'.repeat(101) })
    await waitFor(() => expect(field('Full name')).toHaveAccessibleDescription('Name too long'))
    for (const label of ['Email', 'Full name', 'Password', 'Role']) {
      expect(field(label)).toBeRequired()
    }
    const writes = sent.mock.calls.filter(([, init]) => init?.method === 'POST')
    expect(writes).toEqual([])
  })

  it('cannot have a used address, and is created with another', async () => {
    const { user, submit } = await openForm()
    const before = await rolesOf('supporter@kindlewell.test')
    await type(user, { ...answers(), Email: 'SUPPORTER@kindlewell.test', Role: 'admin' })
    await user.click(submit)
    await waitFor(() =>
      expect(field('Email')).toHaveAccessibleDescription(
        'There is already an account with this email address.',
      ),
    )
    expect(screen.queryByRole('button', { name: 'Finish this account' })).toBeNull()
    expect(await rolesOf('supporter@kindlewell.test')).toEqual(before)

    await type(user, { Email: email, Role: 'donor' })
    await user.click(submit)
    await waitFor(() => expect(notices.at(-1)?.title).toBe(`User ${email} created successfully`))
    expect(await rolesOf(email)).toEqual(['donor'])
  })

  it('with an existing account waits for a new password, on request', async () => {
    await newAccount()
    const { user, submit } = await openForm()
    await type(user, { ...answers(), Role: 'mentee' })
    await user.click(submit)
    await user.click(await button('Ask for a new password'))
    expect(await screen.findByText(/Their password stops working/)).toHaveTextContent('Mentee')
    await user.click(await button('Send the Link'))
    await waitFor(() => expect(notices.at(-1)?.title).toBe(`A link was sent to ${email}`))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(backend.outbox.mails[0]).toMatchObject({
      to: email,
      text: expect.stringContaining('type=recovery') as string,
    })
    expect(await rolesOf(email)).toEqual([])
    const { data } = await service.from('profiles').select('offered_role').eq('email', email)
    expect(data).toEqual([{ offered_role: 'mentee' }])
    await backend.exclusive((pg) =>
      pg.query('update auth.users set email_confirmed_at = now() where email = $1', [email]),
    )
    draw(<DemoUsersPage />, { pathname: '/', state: { search: email } })
    expect(await screen.findByText('Waiting for a new password')).toBeVisible()
  })

  it('with a proven account gets the role, on request', async () => {
    await newAccount(true)
    const { user, submit } = await openForm()
    await type(user, { ...answers(), Role: 'mentee' })
    await user.click(submit)
    await user.click(await button('Finish this account'))
    await waitFor(() => expect(notices.at(-1)?.title).toBe(`User ${email} created successfully`))
    expect(await rolesOf(email)).toEqual(['mentee'])
  })

  it.each([
    [
      422,
      {
        code: 422,
        error_code: 'weak_password',
        msg: 'Password is known to be weak and easy to guess.',
        weak_password: { reasons: ['pwned'] },
      },
      'Password is known to be weak and easy to guess.',
    ],
    [200, {}, 'User creation failed'],
  ])('is created after a message about the answer %i and %j', async (status, body, told) => {
    const { user, submit } = await openForm()
    const network = globalThis.fetch
    vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
      input.includes('/auth/v1/signup')
        ? Promise.resolve(Response.json(body, { status }))
        : network(input, init),
    )
    await type(user, answers())
    await user.click(submit)
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(told))
    expect(notices).toEqual([])
    if (status === 422) expect(field('Password')).toHaveAccessibleDescription(told)
    expect(field('Email')).toHaveValue(email)
    expect(await rolesOf(email)).toEqual([])

    vi.unstubAllGlobals()
    await user.click(submit)
    await waitFor(() => expect(notices.at(-1)?.title).toBe(`User ${email} created successfully`))
  })
})

describe('permissions', () => {
  const held = new Set<PermissionName>(['can_edit_user_roles', 'can_manage_mentors'])
  const user = { id: crypto.randomUUID(), email: 'editor@example.org' } as Auth['user']
  const editor = authOf('staff', { permissions: held, user })

  async function open(account: Partial<Account>, auth: Auth) {
    const { proven = true } = account
    const whole = { id: await newAccount(proven), email, role: 'user', proven, ...account }
    draw(<PermissionsDialog row={whole as Account} onClose={() => {}} />, '/', auth)
  }
  const boxes = () => screen.findAllByRole('checkbox')

  it.each([
    ['their own', { id: user!.id }, /You cannot change your own permissions/],
    ["an admin's", { role: 'admin' as const }, /Only an administrator can change/],
  ])('are shown to an editor who is no admin, not changed: %s', async (_, account, why) => {
    await open(account, editor)
    expect(await screen.findByText(why)).toBeVisible()
    for (const box of await boxes()) expect(box).toBeDisabled()
  })

  it('can be granted by an editor who holds them', async () => {
    await open({}, editor)
    const grantable = (await boxes()).filter((box) => !box.matches(':disabled'))
    expect(new Set(grantable)).toEqual(
      new Set([field('Can edit user roles'), field('Can manage mentors')]),
    )
    expect(field('Can manage donations')).toHaveAccessibleDescription(
      /only permissions that you hold/,
    )
  })

  it('wait until the owner of an account that staff did not create has set a new password', async () => {
    await open({ proven: false }, authOf('admin'))
    for (const box of await boxes()) expect(box).toBeDisabled()
    await someone().click(await button('Ask for a new password'))
    await someone().click(await button('Send the Link'))
    await waitFor(() => expect(notices.at(-1)?.title).toBe(`A link was sent to ${email}`))
  })

  it('say who granted them, and end all together when that is confirmed', async () => {
    const [holder, other] = [await newAccount(true), '10000000-0000-4000-8000-000000000013']
    const { data: all } = await service.from('permissions').select('id, name').order('name')
    const rows = (user_id: string, granted_by: string) =>
      (all ?? []).slice(0, 3).map(({ id }) => ({ user_id, permission_id: String(id), granted_by }))
    await service
      .from('user_permissions')
      .insert([...rows(holder, adminId), ...rows(other, holder)])
      .throwOnError()
    const held = async (id: string) =>
      (await service.from('user_permissions').select('permission_id').eq('user_id', id)).data
        ?.length

    draw(
      <PermissionsDialog
        row={{ id: holder, email, full_name: 'Eve', role: 'staff', proven: true } as Account}
        onClose={() => {}}
      />,
    )
    const checked = (await boxes()).filter((box) => box.matches(':checked'))
    expect(checked).toHaveLength(3)
    for (const box of checked) {
      expect(box).toHaveAccessibleDescription(/Granted by Grace Tolbert on/)
    }
    await someone().click(await screen.findByText('Granted by Eve (3)'))
    expect(screen.getAllByText(/to Renée Fontaine on/)).toHaveLength(3)
    await someone().click(await button('Revoke all that Eve granted'))
    await someone().click(await button('Revoke All'))
    await waitFor(() => expect(notices.at(-1)?.title).toBe('3 permissions revoked'))
    expect([await held(other), await held(holder)]).toEqual([0, 3])
    await someone().click(await button('Revoke all that Eve holds'))
    await someone().click(await button('Revoke All'))
    await waitFor(async () => expect(await held(holder)).toBe(0))
    for (const box of await boxes()) await waitFor(() => expect(box).not.toBeChecked())
  })

  it(
    'say that they could not be loaded, and load at the second try',
    { tags: 'long' },
    async () => {
      const network = globalThis.fetch
      vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
        /rest\/v1\/(user_)?permissions/.test(input)
          ? Promise.resolve(Response.json({ message: 'boom' }, { status: 500 }))
          : network(input, init),
      )
      await open({}, authOf('admin'))
      const again = await button('Try again')
      expect(screen.queryByRole('checkbox')).toBeNull()
      await waitFor(() =>
        expect(notices.map(({ title }) => title).sort()).toEqual([
          'Failed to load permissions',
          'Failed to load user permissions',
        ]),
      )
      vi.unstubAllGlobals()
      await someone().click(again)
      await someone().click(await button('Try again'))
      expect(await boxes()).toHaveLength(permissionNames.length)
    },
  )
})
