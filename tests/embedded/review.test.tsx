import './dom'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { SubmissionsPage } from '@/features/submissions/review/submissions-page'
import { termsVersion } from '@/shared/data/terms-version'
import { formatDay } from '@/shared/lib/format-date'
import { serveBackend, type ServedBackend } from '../../supabase/embedded/server'
import { partnership, program } from '../public-forms'
import { draw, notices } from './screen'
import { asService, signIn, type Client } from './support'

const signedIn = vi.hoisted((): { client?: unknown } => ({}))
vi.mock('@/shared/supabase/client', () => ({
  get supabase() {
    return signedIn.client
  },
}))

let backend: ServedBackend
let service: Client
let email: string
beforeAll(async () => {
  backend = await serveBackend()
  service = asService(backend)
  signedIn.client = await signIn(backend, 'admin')
}, 120_000)
afterAll(() => backend?.stop())
beforeEach(() => (email = `${crypto.randomUUID().slice(0, 8)}@example.org`))

/** The card of the one who wrote from this address, once it is there. */
async function cardOf(tab: string, row: object, table: string): Promise<HTMLElement> {
  await service
    .from(table)
    .insert({ ...row, email })
    .throwOnError()
  draw(<SubmissionsPage />, `/form-submissions?tab=${tab}`)
  const link = await screen.findByRole('link', { name: email })
  return link.closest<HTMLElement>('li[aria-labelledby]')!
}

const answersIn = (card: HTMLElement): Record<string, string | null> =>
  Object.fromEntries(
    within(card)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling!.textContent]),
  )

it('nothing that was typed becomes markup or an address', async () => {
  const nasty = [
    '<script>document.title = "taken"</script>',
    '<img src=x onerror="document.title = \'taken\'">',
    '"><svg onload=document.title="taken">',
    'javascript:document.title="taken"',
    `${'\u202e'}right to left${'\u202c'} مرحبا שלום 👩‍👩‍👧`,
    'x'.repeat(4_000),
  ]
  const texts = {
    organization_name: nasty[0],
    contact_name: nasty[1],
    contact_title: nasty[2],
    website: nasty[3],
    description: nasty.slice(0, 3).join('\n'),
    goals: nasty[4],
    previous_partnerships: nasty[5],
  }
  const card = await cardOf('partnerships', { ...partnership.stored, ...texts }, partnership.table)
  for (const text of Object.values(texts))
    expect(card).toHaveTextContent(text!, { normalizeWhitespace: false })
  expect(card.querySelectorAll('script, img, svg[onload]')).toHaveLength(0)
  const links = within(card).getAllByRole<HTMLAnchorElement>('link')
  expect(links.map(({ protocol }) => protocol)).toEqual(['mailto:', 'tel:'])
})

it('every answer of an application is on its card, those about a child marked as sensitive', async () => {
  const card = await cardOf('programs', program.stored, program.table)
  expect(within(card).getByRole('heading')).toHaveTextContent('Martha Gbowee')
  expect(answersIn(card)).toEqual({
    'Program of interest': 'Early Childhood Education',
    Relationship: 'Other relative',
    "Child's nameSensitive": 'Grace 🌱 Gbowee',
    "Child's ageSensitive": '4',
    Goals: 'That she learns\nto read <b>with joy</b>',
    'Previous experience': 'None, "yet"',
    'Special needsSensitive': 'Asthma; تستخدم جهاز استنشاق',
    'Agreed to': `The terms of ${formatDay(termsVersion)}`,
  })
})

it('every answer of a proposal is on its card', async () => {
  const card = await cardOf('partnerships', partnership.stored, partnership.table)
  expect(card).toHaveTextContent('Ellen Marsh, Owner')
  expect(answersIn(card)).toEqual({
    Website: 'https://harborpine.example/?a=1&b=2',
    'Organization type': 'Non-profit',
    'Organization size': '1000+ people',
    'Partnership interest': 'NGO',
    Description: 'A shelf\nfor children',
    Goals: 'More readers',
    Resources: 'Books; a van',
    Timeline: 'By spring',
    Budget: '$5,000 – $10,000',
    'Previous partnerships': "St. Mary's",
    'Agreed to': `The terms of ${formatDay(termsVersion)}`,
  })
})

it('a status is shown from the press on, told with a name, undone, and given back when it fails', async () => {
  const card = await cardOf('partnerships', partnership.stored, partnership.table)
  const status = within(card).getByRole('combobox')
  const name = 'Harbor & Pine Books'
  const told = (label: string) => ({
    title: 'Status Updated',
    description: `The partnership proposal status has been updated successfully: ${name}, ${label}`,
    tone: 'success',
  })
  const network = globalThis.fetch
  let answer = () => {}
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    if (init.method === 'PATCH') await new Promise<void>((resolve) => (answer = resolve))
    return network(input, init)
  })
  fireEvent.change(status, { target: { value: 'in_progress' } })
  await waitFor(() => expect(status).toHaveValue('in_progress'))
  expect(card).toHaveTextContent('In progress')
  expect(notices).toEqual([])
  vi.unstubAllGlobals()
  answer()
  await waitFor(() => expect(notices).toEqual([expect.objectContaining(told('In progress'))]))
  expect(status).toHaveValue('in_progress')

  notices[0]!.action!.onClick()
  await waitFor(() => expect(notices).toHaveLength(2))
  expect(notices[1]).toMatchObject(told('New'))
  await waitFor(() => expect(status).toHaveValue('new'))

  vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) =>
    init.method === 'PATCH'
      ? Promise.reject(new TypeError('Failed to fetch'))
      : network(input, init),
  )
  fireEvent.change(status, { target: { value: 'rejected' } })
  await waitFor(() =>
    expect(notices[2]).toEqual({
      title: 'Error',
      description: 'Failed to update status',
      tone: 'error',
    }),
  )
  await waitFor(() => expect(status).toHaveValue('new'))
})
