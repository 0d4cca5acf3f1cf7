import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { AccountActions } from '@/features/crm/accounts/account-actions'
import type { AccountFacts } from '@/features/crm/accounts/account-queries'
import { PermissionsDialog } from '@/features/crm/accounts/permissions-dialog'
import { RoleChoice } from '@/features/crm/accounts/role-choice'
import type { Tables } from '@/shared/supabase/database.types'
import { adminId, button, cut, draw, notices, service, setUpScreens, someone } from './screen'

setUpScreens()

const peter = 'development@kindlewell.test'
const facts = {
  role: 'development_manager',
  permissions: [{ name: 'can_review_submissions' }],
  open_work: { submissions: 1 },
} as unknown as AccountFacts

/** Peter, with every new submission assigned to him. */
async function reviewer() {
  const { data: account } = await service
    .from('profiles')
    .select('id, full_name, email, role, confirmed, proven, begun_by, offered_role')
    .eq('email', peter)
    .single<Tables<'profiles'>>()
    .throwOnError()
  const { data: sent } = await service
    .from('submissions')
    .update({ assignee_id: account.id })
    .in('status', ['new'])
    .select('id')
    .throwOnError()
  const held = async () => {
    const { count } = await service
      .from('submissions')
      .select('id', { count: 'exact', head: true })
      .eq('assignee_id', account.id)
      .is('closed_at', null)
      .throwOnError()
    return count ?? 0
  }
  const before = await held()
  expect(before).toBeGreaterThanOrEqual(sent.length)
  return { account, held, before }
}

it('an admin asks for an heir of each part, hands over and undoes it', async () => {
  const { account, held, before } = await reviewer()
  const user = someone()
  draw(<AccountActions account={account} facts={facts} />)
  await user.click(await button('Leaves…'))
  const dialog = await screen.findByRole('dialog', { name: 'Peter Lindqvist leaves' })
  const finish = await within(dialog).findByRole('button', { name: 'Hand over and end the rights' })
  await user.click(finish)
  expect((await within(dialog).findAllByText('Please choose a colleague or nobody')).length).toBe(
    within(dialog).getAllByRole('combobox').length,
  )
  expect(await held()).toBe(before)

  for (const choice of within(dialog).getAllByRole('combobox')) {
    await user.selectOptions(choice, within(choice).getByRole('option', { name: /^Grace Tolbert/ }))
  }
  await user.click(finish)
  await waitFor(() => expect(notices.at(-1)?.title).toBe('They have left the team'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await held()).toBe(0)

  await user.click(await button('Undo'))
  await waitFor(() => expect(notices.at(-1)?.title).toBe('They are back on the team'))
  expect(await held()).toBe(before)
})

it('changes no right when the work that would be lost can’t be read', async () => {
  const { account, held, before } = await reviewer()
  const user = someone()
  draw(<RoleChoice account={account} roles={['fundraiser', 'development_manager']} />)
  const mend = cut(/rpc\/work_lost/)
  await user.selectOptions(screen.getByRole('combobox'), 'fundraiser')
  await waitFor(() => expect(notices.at(-1)?.description).toBe('Failed to update user'))
  mend()
  expect(await held()).toBe(before)
  const { data } = await service.from('profiles').select('role').eq('id', account.id).single()
  expect(data?.role).toBe(account.role)
})

it('asks who takes over before an account loses a permission that its work needs', async () => {
  const { account, held, before } = await reviewer()
  const user = someone()
  draw(<PermissionsDialog row={account} onClose={() => {}} />)
  const box = await screen.findByRole('checkbox', { name: 'Can review submissions' })
  expect(box).toBeChecked()
  await user.click(box)
  const dialog = await screen.findByRole('dialog', { name: 'Who takes over from Peter Lindqvist?' })
  await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(await screen.findByRole('checkbox', { name: 'Can review submissions' })).toBeChecked()
  expect(await held()).toBe(before)

  await user.click(box)
  const again = within(await screen.findByRole('dialog', { name: /^Who takes over/ }))
  for (const choice of again.getAllByRole('combobox')) {
    await user.selectOptions(choice, within(choice).getByRole('option', { name: /^Grace Tolbert/ }))
  }
  await user.click(again.getByRole('button', { name: 'Hand over and change the rights' }))
  await waitFor(() => expect(notices.at(-1)?.title).toBe('Permission revoked'))
  expect(await held()).toBe(0)
  const { count } = await service
    .from('submissions')
    .select('id', { count: 'exact', head: true })
    .eq('assignee_id', adminId)
    .is('closed_at', null)
    .throwOnError()
  expect(count).toBeGreaterThanOrEqual(before)
})

it('asks for everyone who loses work when all that a colleague granted ends', async () => {
  const { account } = await reviewer()
  const { data: accounts } = await service
    .from('profiles')
    .select('id, full_name, email, role, confirmed, proven, begun_by, offered_role')
    .in('email', ['fundraiser@kindlewell.test', 'accounting@kindlewell.test'])
    .order('email')
    .throwOnError()
  const [grantor, other] = accounts as [Tables<'profiles'>, Tables<'profiles'>]
  const { data: review } = await service
    .from('permissions')
    .select('id')
    .eq('name', 'can_review_submissions')
    .single<{ id: string }>()
    .throwOnError()
  const holders = [account.id, other.id]
  await service
    .from('user_permissions')
    .upsert(
      holders.map((user_id) => ({ user_id, permission_id: review.id, granted_by: grantor.id })),
    )
    .throwOnError()
  const { data: sent } = await service
    .from('submissions')
    .select('id')
    .is('closed_at', null)
    .limit(2)
    .overrideTypes<{ id: string }[], { merge: false }>()
    .throwOnError()
  const ids = sent.map(({ id }) => id)
  for (const [at, id] of ids.entries()) {
    await service.from('submissions').update({ assignee_id: holders[at] }).eq('id', id)
  }
  const assignees = async () => {
    const { data } = await service
      .from('submissions')
      .select('assignee_id')
      .in('id', ids)
      .overrideTypes<{ assignee_id: string | null }[], { merge: false }>()
    return new Set(data?.map(({ assignee_id: id }) => id))
  }
  expect(await assignees()).toEqual(new Set(holders))

  const user = someone()
  draw(<PermissionsDialog row={grantor} onClose={() => {}} />)
  await user.click(await screen.findByText(`Granted by ${grantor.full_name} (2)`))
  await user.click(await button(`Revoke all that ${grantor.full_name} granted`))
  await user.click(await button('Revoke All'))
  for (const { full_name: name } of [other, account]) {
    const dialog = await screen.findByRole('dialog', { name: `Who takes over from ${name}?` })
    for (const choice of within(dialog).getAllByRole('combobox')) {
      await user.selectOptions(
        choice,
        within(choice).getByRole('option', { name: /^Grace Tolbert/ }),
      )
    }
    await user.click(
      within(dialog).getByRole('button', { name: 'Hand over and change the rights' }),
    )
  }
  await waitFor(() => expect(notices.at(-1)?.title).toBe('2 permissions revoked'))
  expect(await assignees()).toEqual(new Set([adminId]))
})
