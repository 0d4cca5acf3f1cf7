import { waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { reportFault } from '@/app/report-fault'
import { mentors } from '@/features/crm/people/records/mentors'
import { ContactForm } from '@/features/site/forms/contact/contact-form'
import { ResourceList } from '@/engine/resource-list'
import { newAddress } from '../embedded/support'
import {
  backend,
  button,
  draw,
  notices,
  service,
  setUpScreens,
  someone,
  takeTimeToType,
  type,
} from './screen'

setUpScreens({ trustProxy: true })

beforeEach(async () => {
  await service.from('faults').delete().neq('page', '').throwOnError()
  const network = globalThis.fetch
  const address = newAddress()
  vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    headers.set('cf-connecting-ip', address)
    return network(input, { ...init, headers })
  })
  const report = (event: CustomEvent<unknown>) => void reportFault(event)
  window.addEventListener('fault', report)
  return () => {
    window.removeEventListener('fault', report)
    window.history.replaceState(null, '', '/')
  }
})

const faults = async () =>
  (
    await service
      .from('faults')
      .select('place,page,message,stack,version,browser,occurrences')
      .throwOnError()
  ).data

const titles = () => notices.map(({ title }) => title)

const sql = (text: string) => backend.exclusive((pg) => pg.exec(text))

it('reports a screen of staff whose column the database lacks, once', async () => {
  window.history.replaceState(null, '', '/crm')
  await sql('alter table public.mentors rename bio to gone')
  draw(<ResourceList resource={mentors} />)
  await waitFor(() => expect(titles()).toContain('Failed to load mentors'))
  await waitFor(async () => expect(await faults()).toHaveLength(1))
  await sql('alter table public.mentors rename gone to bio')
  expect(await faults()).toEqual([
    expect.objectContaining({
      place: 'staff',
      page: '/crm',
      message: expect.stringMatching(/^42703: column mentors\.bio does not exist$/) as string,
      occurrences: 1,
    }),
  ])
})

it('keeps nothing of a form whose words the error repeats', async () => {
  window.history.replaceState(null, '', '/contact')
  await sql(`create function private.break_form() returns trigger language plpgsql as $$ begin
      raise exception 'No letter of % at % with "%" to %', new.name, new.email, new.message, new.name using errcode = 'XX000';
    end $$;
    create trigger break_form before insert on public.contact_messages for each row execute function private.break_form()`)
  const typed = {
    Name: 'Teresa Núñez-Vance',
    Email: 'teresa.vance@example.org',
    Message: 'Call me at +1 512 555 0142',
  }
  const user = someone()
  draw(<ContactForm />)
  await type(user, typed)
  takeTimeToType()
  await user.click(await button('Send Message'))
  await waitFor(() => expect(titles()).toContain('Failed to send message'))
  await waitFor(async () => expect(await faults()).toHaveLength(1))
  const stored = await faults()
  expect(stored).toEqual([
    expect.objectContaining({
      place: 'public',
      page: '/contact',
      message: expect.stringMatching(/^XX000: No letter of …/) as string,
    }),
  ])
  expect(JSON.stringify(stored)).not.toMatch(/teresa|núñez|vance|512|0142/i)
})

it('reports no refusal, no conflict and no lost connection', async () => {
  window.history.replaceState(null, '', '/crm')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  draw(<ResourceList resource={mentors} />)
  await waitFor(() => expect(titles()).toContain('Failed to load mentors'))
  vi.unstubAllGlobals()
  expect(await faults()).toEqual([])
})
