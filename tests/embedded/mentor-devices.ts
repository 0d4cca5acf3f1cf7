import { expect } from 'vitest'
import type { ServedBackend } from '../../supabase/embedded/server'
import { localPassword } from '../../supabase/embedded/config'
import { briefStore, type Entry } from '../../src/features/portal/mentoring/device-store'
import { sendWaiting, type Sent } from '../../src/features/portal/mentoring/send-waiting'
import { visit, type Client } from './support'

const DAY = 24 * 60 * 60_000
const HOUR = 60 * 60_000

/** Numbers from 0 to 1, the same for a seed. */
function chances(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

const idOf = (kind: string, number: number) =>
  `00000000-0000-4000-${kind}-${String(number).padStart(12, '0')}`
const addressOf = (number: number) => `device.${number}@example.org`

/** Accounts, linked to mentors with a match each; every fifth match ended a day and a half ago. */
const accounts = (count: number) => `
  insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
    confirmation_token, recovery_token, email_change_token_new, email_change, created_at, updated_at)
  select ('00000000-0000-4000-a000-' || lpad(n::text, 12, '0'))::uuid, 'authenticated', 'authenticated', 'device.' || n || '@example.org',
    known.encrypted_password, now(), known.raw_app_meta_data, '{}', '', '', '', '', now(), now()
  from generate_series(1, ${count}) as n, auth.users known where known.email = 'mentor@kindlewell.test';
  insert into auth.identities (id, user_id, provider_id, provider, identity_data, last_sign_in_at, created_at, updated_at)
  select gen_random_uuid(), id, id::text, 'email', jsonb_build_object('sub', id, 'email', email, 'email_verified', true), now(), now(), now()
  from auth.users where email like 'device.%';
  insert into public.mentors (id, first_name) select ('00000000-0000-4000-b000-' || lpad(n::text, 12, '0'))::uuid, 'Mentor ' || n from generate_series(1, ${count}) as n;
  insert into public.mentees (id, first_name) select ('00000000-0000-4000-b001-' || lpad(n::text, 12, '0'))::uuid, 'Mentee ' || n from generate_series(1, ${count}) as n;
  insert into private.mentor_accounts (id, mentor_id, user_id, address)
  select gen_random_uuid(), ('00000000-0000-4000-b000-' || right(id::text, 12))::uuid, id, email from auth.users where email like 'device.%';
  insert into public.matches (id, mentor_id, mentee_id, program_id, status, mentor_agreed_on, guardian_agreed_on, since, until, close_reason)
  select ('00000000-0000-4000-b002-' || lpad(n::text, 12, '0'))::uuid, ('00000000-0000-4000-b000-' || lpad(n::text, 12, '0'))::uuid,
    ('00000000-0000-4000-b001-' || lpad(n::text, 12, '0'))::uuid, program.id, (case when n % 5 = 0 then 'closed' else 'active' end)::public.match_status,
    current_date - 90, current_date - 90, current_date - 80,
    case when n % 5 = 0 then (now() at time zone 'UTC')::date - 2 end, case when n % 5 = 0 then 'Moved away' end
  from generate_series(1, ${count}) as n, public.programs program where program.name = 'Early Childhood Education';
`

interface Story {
  devices: number
  meetings: number
  seed: number
}

/**
 * Devices log meetings over three days without network, by clocks that are hours off. Then they send: lines break
 * before and behind the server, tabs are killed, sessions end, and some matches had ended. Each meeting is on the
 * server once, or still on its device with the reason.
 */
export async function expectNothingLost(
  backend: ServedBackend,
  { devices, meetings, seed }: Story,
): Promise<void> {
  const chance = chances(seed)
  await backend.exclusive((pg) => pg.exec(accounts(devices)))
  const now = Date.now()
  const all = Array.from({ length: devices }, (_, index) => ({
    number: index + 1,
    account: idOf('a000', index + 1),
    match: idOf('b002', index + 1),
    store: briefStore(),
    /** How far its clock is off */
    clock: Math.round((chance() - 0.5) * 18) * HOUR,
    client: undefined as Client | undefined,
  }))
  // Three days without network.
  const pressed: (Entry & { really: string })[] = []
  for (let press = 0; press < meetings; press += 1) {
    const device = all[press % devices]!
    const at = now - 3 * DAY + Math.floor(((press + chance()) / meetings) * 3 * DAY)
    const isWrong = chance() < 0.03
    const entry: Entry = {
      id: idOf('c000', press + 1),
      account: device.account,
      match: device.match,
      day: new Date(at + device.clock).toISOString().slice(0, 10),
      minutes: isWrong ? 721 : 5 + press,
      outcome: 'happened',
      missedBy: null,
      isToday: true,
      pressedAt: new Date(at + device.clock).toISOString(),
      order: press + 1,
    }
    await device.store.keep(entry)
    pressed.push({ ...entry, really: new Date(at).toISOString().slice(0, 10) })
  }

  const arrived: Record<string, Sent[]> = {}
  const tries = { broken: 0, lost: 0, ended: 0 }
  for (const device of all) {
    const order: number[] = []
    const send = async (entry: Entry): Promise<Sent> => {
      const luck = chance()
      if (luck < 0.15) {
        tries.broken += 1
        throw new TypeError('Failed to fetch')
      }
      if (luck < 0.2 && device.client) {
        tries.ended += 1
        await backend.exclusive((pg) =>
          pg.query('delete from auth.sessions where user_id = $1', [device.account]),
        )
      }
      device.client ??= await signedIn(backend, device.number)
      const sent = Date.now() + device.clock
      const { data, error } = (await device.client.rpc('log_own_meeting', {
        meeting: entry.id,
        match: entry.match,
        day: entry.day,
        minutes: entry.minutes,
        outcome: entry.outcome,
        is_today: entry.isToday,
        pressed_at: entry.pressedAt,
        sent_at: new Date(sent).toISOString(),
        zone_minutes: 0,
      })) as { data: Sent; error: { code: string } | null }
      if (error) {
        // A session that ended: the person signs in again.
        if (!/^(P0001)$/.test(error.code)) device.client = undefined
        throw Object.assign(new Error('Refused'), error)
      }
      if (luck > 0.85) {
        tries.lost += 1
        throw new TypeError('The tab was killed before the answer')
      }
      order.push(entry.order)
      return data
    }
    const onSent = (entry: Entry, sent: Sent) => void (arrived[entry.id] ??= []).push(sent)
    // Each round is a page that was opened again.
    for (let round = 0; round < 1_000; round += 1) {
      const isDone = await sendWaiting({ ...device, send, onSent, withRefused: round === 0 })
      if (isDone) break
    }
    expect(order).toEqual(order.toSorted((a, b) => a - b))
  }
  expect(Math.min(...Object.values(tries))).toBeGreaterThan(0)

  const stored = await backend.exclusive((pg) =>
    pg.query<{ id: string; day: string; place: 'counts' | 'held' }>(
      `select id, day::text, 'counts' as place from public.meetings where id::text like '%-c000-%'
       union all select id, day::text, 'held' from private.held_meetings where id::text like '%-c000-%'`,
    ),
  )
  const left = (await Promise.all(all.map(({ store, account }) => store.entries(account)))).flat()
  expect(left.map(({ refused }) => refused)).toEqual(
    left.map(() => 'A meeting takes 5 to 720 minutes.'),
  )
  expect([...stored.rows, ...left].map(({ id }) => id).toSorted()).toEqual(
    pressed.map(({ id }) => id).toSorted(),
  )
  const end = new Date(now - 2 * DAY).toISOString().slice(0, 10)
  for (const { id, day, place } of stored.rows) {
    const { really, account } = pressed.find((one) => one.id === id)!
    expect(day, id).toBe(really)
    const hasEnded = Number(account.slice(-12)) % 5 === 0 && really > end
    expect(place, id).toBe(hasEnded ? 'held' : 'counts')
    expect(arrived[id]).toEqual([hasEnded ? 'held' : 'stored'])
  }
  expect(left.length).toBe(pressed.filter(({ minutes }) => minutes === 721).length)
}

async function signedIn(backend: ServedBackend, number: number): Promise<Client> {
  const client = visit(backend)
  const { error } = await client.auth.signInWithPassword({
    email: addressOf(number),
    password: localPassword,
  })
  if (error) throw error
  return client
}
