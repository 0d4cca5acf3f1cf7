import { fireEvent, screen, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { Submissions } from '@/app/submissions-page'
import { kindNames, kinds } from '@/shared/submissions/kinds'
import { signIn, type Client } from '../../embedded/support'
import { backend, draw, onRequest, service, setUpScreens } from '../screen'
import { signedIn } from '../signed-in'

export let colleague: Client
export const colleagueName = 'Hannah Brooks'

/** For tests of reviewing: a backend with a second reviewer, and an empty queue for each test. */
export function setUpReview(): void {
  setUpScreens()
  beforeAll(async () => {
    colleague = await signIn(backend, 'development')
    await service
      .from('profiles')
      .update({ full_name: colleagueName })
      .eq('email', 'development@kindlewell.test')
      .throwOnError()
  })
  const forms = kindNames.map((kind) => `delete from public.${kinds[kind].table} where true;`)
  beforeEach(() => backend.exclusive((pg) => pg.exec(forms.join(''))))
  afterAll(async () => {
    await colleague?.removeAllChannels()
    await signedIn.client?.removeAllChannels()
  })
}

/** Stores a submission; returns its id. */
export async function sent(table: string, row: object): Promise<string> {
  const { data } = await service
    .from(table)
    .insert({ email: `${crypto.randomUUID().slice(0, 8)}@example.org`, ...row })
    .select('id')
    .single<{ id: string }>()
    .throwOnError()
  return data.id
}

/** One after the other, so that the last is the newest. */
export async function volunteers(lastName: string, ...firstNames: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const first_name of firstNames) {
    ids.push(await sent('volunteer_applications', { first_name, last_name: lastName }))
  }
  return ids
}

export const detail = () => screen.getByRole('region', { name: 'Submission' })
export const heading = () => detail().querySelector('h2')

/** The open submission, once it has loaded. */
export async function opened(tab: string, id: string): Promise<HTMLElement> {
  draw(<Submissions />, `/form-submissions?tab=${tab}&open=${id}`)
  await within(await screen.findByRole('region', { name: 'Submission' })).findAllByRole('term')
  return detail()
}

/** Found by selectors: roles and names of a whole list take jsdom a second. */
const links = () => [...document.querySelectorAll<HTMLElement>('[aria-label="List"] [data-row] a')]
const nameOf = (link: HTMLElement) => link.querySelector('[dir]')!.textContent

/** The names of the rows. */
export const listed = () => links().map(nameOf)

/** The row of a name. */
export function row(name: string): HTMLElement {
  const found = links().find((link) => nameOf(link) === name)
  if (!found) throw new Error(`${name} is not among ${listed().join(', ')}`)
  return found
}

export const answersIn = (part: HTMLElement): Record<string, string | null> =>
  Object.fromEntries(
    within(part)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling!.textContent]),
  )

export async function statusOf(id: string): Promise<string | undefined> {
  const { data } = await service.from('submissions').select('status').eq('id', id)
  return data?.[0]?.status as string | undefined
}

export const press = (key: string, more = {}) => fireEvent.keyDown(document.body, { key, ...more })

/** Holds requests until the returned function is called. */
export function hold(isOne: Parameters<typeof onRequest>[0]): () => void {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  onRequest(isOne, async (send) => {
    await released
    return send()
  })
  return release
}

export const isStatusChange = (address: string) => address.includes('rpc/set_submission_status')
