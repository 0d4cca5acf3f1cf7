import { expect, it } from 'vitest'
import { permissionNames, type PermissionName } from '../../src/shared/auth/permissions'
import {
  setUpAttack,
  expectRefused,
  idOf,
  idWhere,
  query,
  rest,
  rpc,
  send,
  tokenOf,
  type Persona,
  type Request,
} from './attacker'

// Tokens live for an hour. The database checks their owners’ rights at every request.

setUpAttack()

const represent = { prefer: 'return=representation' }
const course = { title: 'A course' }
const person = { first_name: 'A', last_name: 'Person' }

/** The actions of a holder of the permission: reads, and every allowed write. */
const uses: Record<PermissionName, () => Request[]> = {
  can_view_all_users: () => [
    rest('GET', `profiles?select=id&id=eq.${idOf('supporter')}`),
    rest('GET', `user_roles?select=role&user_id=eq.${idOf('supporter')}`),
  ],
  can_edit_user_roles: () => [
    rest('GET', `profiles?select=id&id=eq.${idOf('supporter')}`),
    rest('GET', `user_permissions?select=user_id&user_id=eq.${idOf('staff')}`),
    rest('PATCH', `user_roles?user_id=eq.${idOf('donor')}`, { role: 'donor' }, represent),
  ],
  can_manage_programs: () => [
    rest('GET', 'programs?select=id'),
    rest('GET', 'rpc/assignable_people?kind=mentees'),
    rest('GET', 'program_mentees?select=mentee_id'),
    rest('PATCH', 'programs?status=eq.active', { status: 'active' }, represent),
  ],
  can_verify_clearances: () => [
    rest('GET', 'clearances?select=id'),
    rest('GET', 'program_requirements?select=id'),
    rest('GET', 'rpc/due_clearances'),
    rest('GET', 'rpc/assignable_people?kind=trainers'),
  ],
  can_manage_courses: () => [
    rest('GET', 'courses?select=id'),
    rest('POST', 'courses', course, represent),
  ],
  can_manage_mentors: () => [
    rest('GET', 'mentors?select=id'),
    rest('POST', 'mentors', person, represent),
  ],
  can_manage_mentees: () => [
    rest('GET', 'mentees?select=id'),
    rest('POST', 'mentees?select=id', person, represent),
  ],
  can_manage_trainers: () => [
    rest('GET', 'trainers?select=id'),
    rest('POST', 'trainers', person, represent),
  ],
  can_manage_donations: () => [rest('GET', 'donations?select=id')],
  can_view_financials: () => [
    rest('GET', 'rpc/fund_balances'),
    rest('GET', 'rpc/batch_book'),
    rpc('journal', { of_month: '2026-01-01' }),
  ],
  can_send_emails: () => [
    rest('GET', 'email_campaigns?select=id'),
    rest('PATCH', 'email_campaigns?status=eq.draft', { subject: 'Changed' }, represent),
  ],
  can_view_analytics: () => [rest('GET', 'student_grades?select=grade')],
  can_review_submissions: () => [
    rest('GET', 'submissions?select=id'),
    rest('GET', 'submission_notes?select=body'),
    rest('PATCH', 'contact_messages?status=eq.new', { status: 'new' }, represent),
    rest('PATCH', 'submissions?assignee_id=is.null', { assignee_id: null }, represent),
    rest('GET', 'rpc/submission_counts'),
    rest('GET', 'rpc/reviewers'),
  ],
}

/** The same requests with one token, whatever happens to its owner. */
function live(persona: Persona, requests: Request[]): Request[] {
  const authorization = `Bearer ${tokenOf(persona)}`
  return requests.map((it) => ({ ...it, headers: { ...it.headers, authorization } }))
}

async function expectAnswered(requests: Request[]): Promise<void> {
  for (const request of requests) {
    const { status, text } = await send('anon', request)
    expect([200, 201, 204], `${request.path}: ${text}`).toContain(status)
    expect(text, request.path).not.toBe('[]')
  }
}

const appoint = async (role: string) => {
  const parameters = { target_user_id: idOf('director'), new_role: role }
  expect((await send('admin', rpc('set_user_role', parameters))).status).toBe(204)
}

it.each(permissionNames)('%s ends with the next request after it is revoked', async (name) => {
  const requests = live(name, uses[name]())
  await expectAnswered(requests)
  const permission = await idWhere('permissions', `name = '${name}'`)
  const revocation = `user_permissions?user_id=eq.${idOf(name)}&permission_id=eq.${permission}`
  expect((await send('admin', rest('DELETE', revocation))).status).toBe(204)
  await expectRefused('anon', requests)
})

it('a demoted admin loses the rights with the same token', async () => {
  await appoint('admin')
  const application = await idWhere('program_applications')
  const deeds = live('director', [
    rest('GET', 'program_applications?select=id'),
    rest(
      'PATCH',
      `program_applications?id=eq.${application}&select=id`,
      { status: 'contacted' },
      represent,
    ),
    rest('GET', `user_permissions?user_id=eq.${idOf('staff')}&select=user_id`),
  ])
  await expectAnswered(deeds)
  await appoint('director')
  const revenge = live('director', [
    rpc('set_user_role', { target_user_id: idOf('director'), new_role: 'admin' }),
    rpc('set_user_role', { target_user_id: idOf('admin'), new_role: 'user' }),
    rest('DELETE', `user_roles?user_id=eq.${idOf('admin')}`, undefined, represent),
  ])
  await expectRefused('anon', [...deeds, ...revenge])
})

it('a program manager whose role is taken away adds no program', async () => {
  const requests = live('program.manager', [
    rest('POST', 'programs', { name: 'Before and after' }, represent),
    rest('GET', 'programs?select=id'),
  ])
  await expectAnswered(requests)
  const removal = rest('DELETE', `user_roles?user_id=eq.${idOf('program.manager')}`)
  expect((await send('admin', removal)).status).toBe(204)
  await expectRefused('anon', requests)
})

it('the token of a deleted account opens nothing', async () => {
  const requests = live('staff', [
    rest('GET', 'donations?select=id'),
    rest('GET', 'mentees?select=*'),
    rest('POST', 'courses', course, represent),
    rest('GET', `profiles?select=id&id=eq.${idOf('staff')}`),
  ])
  await expectAnswered(requests.slice(0, 1))
  await query('delete from auth.users where id = $1', [idOf('staff')])
  const own = rest('POST', 'user_roles', { user_id: idOf('staff'), role: 'admin' })
  await expectRefused('anon', [...requests, ...live('staff', [own])])
  const [user] = live('staff', [{ path: '/auth/v1/user' }])
  expect((await send('anon', user!)).status).toBeGreaterThanOrEqual(400)
})

it('the token of a banned account opens nothing, and opens it again when the ban is over', async () => {
  const requests = live('fundraiser', [rest('GET', 'donations?select=id')])
  await expectAnswered(requests)
  const ban = (until: string | null) =>
    query('update auth.users set banned_until = $2 where id = $1', [idOf('fundraiser'), until])
  await ban('2100-01-01')
  await expectRefused('anon', requests)
  await ban('2000-01-01')
  await expectAnswered(requests)
})
