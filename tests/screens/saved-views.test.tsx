import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { useEffect } from 'react'
import { useLocation, type Location } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '@/app/query-client'
import { campaigns } from '@/features/crm/campaigns/campaigns'
import { mentors } from '@/features/crm/people/records/mentors'
import { PinnedViews } from '@/app/staff/pinned-views'
import { ResourceList } from '@/engine/resource-list'
import { authOf } from '../auth-of'
import { adminId, button, draw, notices, service, setUpScreens, someone } from './screen'

setUpScreens()

const LIST = '/crm?tab=mentors'
const inactive = {
  filters: { status: 'inactive' },
  conditions: [['status', 'eq', 'inactive']],
}
const view = (values: object) => ({
  id: crypto.randomUUID(),
  owner_id: adminId,
  table_name: 'mentors',
  list: LIST,
  name: 'Quiet ones',
  state: { ...inactive, sort: '-created_at' },
  ...values,
})
const stored = async () =>
  (await service.from('saved_views').select('*, view_uses(*)').order('name').throwOnError())
    .data as { id: string }[]

beforeEach(async () => {
  for (const table of ['saved_views', 'list_columns'] as const) {
    await service.from(table).delete().neq('list', '').throwOnError()
  }
})

let location: Location
/** The last request for a form, which the list forgets as it opens the form. */
let request: unknown
function Where() {
  const now = useLocation()
  useEffect(() => {
    location = now
    const state: unknown = now.state
    if (state instanceof Object && 'add' in state && state.add) request = state
  }, [now])
  return null
}

function open(address: string | Partial<Location> = LIST) {
  draw(
    <>
      <Where />
      <PinnedViews />
      <ResourceList resource={mentors} />
    </>,
    address,
  )
  return someone()
}
const item = (name: string | RegExp) => screen.findByRole('menuitem', { name })
const status = () => screen.findByRole('combobox', { name: 'Status' })

it('makes a shared view with a weekly email of a filter in three clicks', async () => {
  const user = open()
  await user.selectOptions(await status(), 'inactive')
  await user.click(await button('Views'))
  await user.click(await item('Share with a weekly email…'))
  await user.click(await button('Save'))

  const pins = await screen.findByRole('region', { name: 'Pinned views' })
  const total = (await service.from('mentors').select('id').eq('status', 'inactive')).data!.length
  expect(await within(pins).findByRole('link')).toHaveTextContent(`Inactive mentors${total} rows`)
  expect(await stored()).toMatchObject([
    {
      name: 'Inactive mentors',
      owner_id: adminId,
      list: LIST,
      is_shared: true,
      state: { filters: { status: 'inactive' } },
      view_uses: [{ user_id: adminId, is_pinned: true, is_weekly: true }],
    },
  ])
  const [{ id }] = (await stored()) as [{ id: string }]
  await waitFor(() => expect(location.search).toContain(`saved=${id}`))
})

it('keeps what was typed when the name is taken', async () => {
  await service
    .from('saved_views')
    .insert(view({ name: 'Mine' }))
    .throwOnError()
  const user = open()
  await user.click(await button('Views'))
  await user.click(await item('Save as a view…'))
  const name = await screen.findByRole('textbox', { name: /^Name/ })
  await user.clear(name)
  await user.type(name, 'mine')
  await user.click(await button('Save'))
  expect(await screen.findByText(/^You already have a view with this name/)).toBeVisible()
  expect(name).toHaveValue('mine')
  expect(await stored()).toHaveLength(1)
})

it('opens a view with its search, marks it as changed, saves it again, and undoes that', async () => {
  const saved = view({ state: { ...inactive, search: 'e', words: 'e' } })
  await service.from('saved_views').insert(saved).throwOnError()
  const user = open(`${LIST}&saved=${saved.id}`)
  expect(await status()).toHaveValue('inactive')
  expect(screen.getByRole('searchbox')).toHaveValue('e')
  expect(location.search).not.toContain('search')
  await button('View: Quiet ones')

  await user.selectOptions(await status(), 'active')
  await user.click(await button('View: Quiet ones, changed'))
  await user.click(await item('Save “Quiet ones” again'))
  await waitFor(() => expect(notices.at(-1)?.title).toBe('View “Quiet ones” saved'))
  expect(await stored()).toMatchObject([{ state: { filters: { status: 'active' }, search: 'e' } }])
  notices.at(-1)!.action!.onClick()
  await waitFor(async () =>
    expect(await stored()).toMatchObject([{ state: { filters: { status: 'inactive' } } }]),
  )
})

it('offers no saving of a colleague’s view', async () => {
  const { data } = await service
    .from('profiles')
    .select('id')
    .eq('email', 'staff@kindlewell.test')
    .single<{ id: string }>()
  const saved = view({ owner_id: data!.id, is_shared: true })
  await service.from('saved_views').insert(saved).throwOnError()
  const user = open(`${LIST}&saved=${saved.id}`)
  await user.selectOptions(await status(), 'active')
  await user.click(await button('View: Quiet ones, changed'))
  await item('Save as a view…')
  expect(screen.queryByRole('menuitem', { name: /again$/ })).toBeNull()
  expect(screen.queryByRole('menuitem', { name: 'Delete…' })).toBeNull()
})

it('opens the rest of a view that lost a search, and has its owner save it again', async () => {
  const saved = view({ state: { ...inactive, sort: '-created_at', erased: true } })
  await service.from('saved_views').insert(saved).throwOnError()
  const user = open(`${LIST}&saved=${saved.id}`)
  expect(await status()).toHaveValue('inactive')
  await waitFor(() => expect(notices.at(-1)?.title).toBe('Part of “Quiet ones” is gone'))
  expect(notices.at(-1)?.description).toMatch(/^A search or filter in it named someone/)
  await user.click(await button('View: Quiet ones, changed'))
  await user.click(await item('Save “Quiet ones” again'))
  await waitFor(() => expect(notices.at(-1)?.title).toBe('View “Quiet ones” saved'))
  const [{ state }] = (await stored()) as [{ id: string; state?: object }]
  expect(state).toMatchObject(inactive)
  expect(state).not.toHaveProperty('erased')
})

it('opens the rest of a view, names missing parts, and keeps the view', async () => {
  const saved = view({
    state: {
      ...inactive,
      filters: { status: 'inactive', shoe_size: '44' },
      columns: ['first_name', 'shoe'],
    },
  })
  await service.from('saved_views').insert(saved).throwOnError()
  open(`${LIST}&saved=${saved.id}`)
  expect(await status()).toHaveValue('inactive')
  await waitFor(() => expect(notices.at(-1)?.title).toBe('Part of “Quiet ones” is gone'))
  expect(notices.at(-1)?.description).toContain('“Shoe size: 44”')
  expect(await stored()).toMatchObject([{ state: saved.state }])
})

it('shows that a view is gone, and shows the whole list', async () => {
  open(`${LIST}&saved=${crypto.randomUUID()}`)
  await waitFor(() => expect(notices.at(-1)?.title).toBe('This view is gone'))
  expect(await screen.findByRole('table')).toBeVisible()
  expect(location.search).toBe('?tab=mentors')
})

it('the form of a campaign names the view to whose people it goes', async () => {
  const kept = view({})
  await service.from('saved_views').insert(kept).throwOnError()
  const values = { target_audience: `view:${kept.id}` }
  draw(<ResourceList resource={campaigns} />, {
    pathname: '/crm',
    search: '?tab=campaigns',
    state: { add: true, values },
  })
  const audience = await screen.findByRole('combobox', { name: /^Target audience/ })
  await waitFor(() => expect(audience).toHaveDisplayValue('Mentors: Quiet ones'))
})

it('saves what the list shows, and begins a campaign to its people', async () => {
  const user = open()
  await user.selectOptions(await status(), 'inactive')
  await user.click(await button('Views'))
  await user.click(await item('Write a campaign to them…'))
  await screen.findByRole('dialog', { name: 'Save as a view to write to' })
  await user.click(await button('Save and write'))
  await waitFor(() => expect(location.search).toBe('?tab=campaigns'))
  const [saved] = (await stored()) as [{ id: string }]
  expect(saved).toMatchObject({
    name: 'Inactive mentors',
    state: { conditions: [['status', 'eq', 'inactive']] },
    view_uses: [],
  })
  expect(request).toEqual({ add: true, values: { target_audience: `view:${saved.id}` } })
})

it('writes to the people of a view as it was saved, and to others as a new view', async () => {
  const kept = view({})
  await service.from('saved_views').insert(kept).throwOnError()
  const user = open(`${LIST}&saved=${kept.id}`)
  await user.selectOptions(await status(), 'active')
  await user.click(await button('View: Quiet ones, changed'))
  await user.click(await item('Write a campaign to them…'))
  await user.click(await button('Save and write'))
  await waitFor(() => expect(location.search).toBe('?tab=campaigns'))
  expect(await stored()).toMatchObject([
    { name: 'Active mentors', state: { filters: { status: 'active' } } },
    { id: kept.id, state: kept.state },
  ])
})

it('offers a campaign only to those who may send one', async () => {
  draw(<ResourceList resource={mentors} />, LIST, authOf('staff'))
  const user = someone()
  await user.click(await button('Views'))
  await item('Save as a view…')
  expect(screen.queryByRole('menuitem', { name: /^Write/ })).toBeNull()
})

it('lists each campaign with the name of its view, and asks once for all', async () => {
  const views = ['Lapsed', 'Monthly'].map((name) =>
    view({ name, table_name: 'donors', list: '/crm?tab=donors&by=donor' }),
  )
  await service.from('saved_views').insert(views).throwOnError()
  const gone = { id: crypto.randomUUID(), name: 'Gone' }
  const campaign = { subject: 'x', content: 'x' }
  await service
    .from('email_campaigns')
    .insert(
      [...views, gone].map(({ id, name }) => ({
        ...campaign,
        name: `To ${name}`,
        target_audience: `view:${id}`,
      })),
    )
    .throwOnError()
  const asked = vi.spyOn(globalThis, 'fetch')
  draw(<ResourceList resource={campaigns} />, '/crm?tab=campaigns')
  for (const [name, audience] of [
    ['To Lapsed', 'Donors: Lapsed'],
    ['To Monthly', 'Donors: Monthly'],
    ['To Gone', 'People of a saved view'],
  ] as const) {
    const row = (await screen.findByText(name)).closest('tr')!
    await waitFor(() => expect(row).toHaveTextContent(audience))
  }
  const addresses = asked.mock.calls.map(([request]) => new Request(request).url)
  expect(addresses.filter((url) => /saved_views.*id=in\./.test(url))).toHaveLength(1)
})

it('moves the search of a copied link out of the address', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue()
  const user = open({ pathname: '/crm', search: '?tab=mentors', state: { search: 'Ann & #1' } })
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText)
  await user.click(await button('Views'))
  await user.click(await item('Copy link'))
  await waitFor(() => expect(notices.at(-1)?.title).toBe('Link copied'))
  const { pathname, search, hash } = new URL(writeText.mock.calls[0]![0])
  cleanup()
  open({ pathname, search, hash })
  expect(await screen.findByRole('searchbox')).toHaveValue('Ann & #1')
  expect([location.search, location.hash].join()).not.toContain('Ann')
})

it('keeps the shown columns and their order with the account', async () => {
  const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  const user = open()
  await screen.findByRole('table')
  const before = headers()
  await user.click(await button('Columns'))
  await user.click(await screen.findByRole('checkbox', { name: 'Bio' }))
  await user.click(await button('Move Status up'))
  await user.click(await button('Done'))
  const after = headers()
  expect(after.indexOf('Status')).toBe(before.indexOf('Status') - 1)
  expect(after.toSorted()).toEqual([...before, 'Bio'].toSorted())
  await waitFor(async () =>
    expect((await service.from('list_columns').select()).data).toHaveLength(1),
  )
  cleanup()
  queryClient.clear()
  open()
  await screen.findByRole('table')
  expect(headers()).toEqual(after)
  expect(localStorage).toHaveLength(0)
})
