import { asService, visit } from '../embedded/support'
import { expect, localPassword, signIn, test, toast, uniqueName } from './fixtures'

test(
  'an admin hands over the work of a colleague who leaves, and undoes it',
  { tag: '@ci' },
  async ({ page, baseURL }) => {
    const backend = { url: baseURL! }
    const service = asService(backend)
    const name = uniqueName('Lena')
    const email = `${name.replace(' ', '.').toLowerCase()}@example.org`
    const { data } = await visit(backend).auth.signUp({
      email,
      password: localPassword,
      options: { data: { full_name: name } },
    })
    const account = data.user!.id
    await service.from('user_roles').insert({ user_id: account, role: 'staff' }).throwOnError()
    const { data: review } = await service
      .from('permissions')
      .select('id')
      .eq('name', 'can_review_submissions')
      .single()
      .throwOnError()
    await service
      .from('user_permissions')
      .insert({ user_id: account, permission_id: review.id })
      .throwOnError()
    const ids = [crypto.randomUUID(), crypto.randomUUID()]
    await service
      .from('volunteer_applications')
      .insert(
        ids.map((id, n) => ({
          id,
          first_name: `Caller${n}`,
          last_name: name,
          email: `caller${n}.${email}`,
        })),
      )
      .throwOnError()
    await service.from('submissions').update({ assignee_id: account }).in('id', ids).throwOnError()
    const rights = async () => {
      const { data: role } = await service.from('user_roles').select('role').eq('user_id', account)
      const { count: held } = await service
        .from('user_permissions')
        .select('*', { count: 'exact', head: true })
        .eq('user_id', account)
      const { count: work } = await service
        .from('submissions')
        .select('*', { count: 'exact', head: true })
        .eq('assignee_id', account)
      return { roles: role!.map((one) => one.role as string), held, work }
    }
    expect(await rights()).toEqual({ roles: ['staff'], held: 1, work: 2 })

    await signIn(page, 'admin')
    await page.goto(`/crm?tab=users&open=${account}`)
    const panel = page.getByRole('complementary', { name })
    await expect(panel.getByRole('link', { name: '2 submissions' })).toBeVisible()
    await panel.getByRole('button', { name: 'Leaves…' }).click()
    const dialog = page.getByRole('dialog', { name: `${name} leaves` })
    const finish = dialog.getByRole('button', { name: 'Hand over and end the rights' })
    await finish.click()
    await expect(dialog.getByText('Please choose a colleague or nobody')).toBeVisible()
    expect(await rights()).toEqual({ roles: ['staff'], held: 1, work: 2 })
    await dialog
      .getByRole('combobox', { name: /^2 open submissions/ })
      .selectOption({ label: 'Grace Tolbert' })
    await finish.click()
    await expect(toast(page, 'They have left the team')).toBeVisible()
    expect(await rights()).toEqual({ roles: [], held: 0, work: 0 })

    await panel.getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, 'They are back on the team')).toBeVisible()
    expect(await rights()).toEqual({ roles: ['staff'], held: 1, work: 2 })
  },
)
