import { afterAll, beforeAll, expect } from 'vitest'
import { permissionNames } from '../../src/shared/auth/permissions'
import { localKeys } from '../../supabase/embedded/config'
import { serveBackend, type ServedBackend } from '../../supabase/embedded/server'
import { base64url, signToken } from '../sign-token'

export let backend: ServedBackend

/**
 * A canary in the private rows of every table that has any: no answer to an attack may contain it.
 */
export const canary = 'zq7canary'

/**
 * 'anon', the name of a permission (a member of staff who holds nothing else), or an account of
 * seed.sql such as 'supporter'. 'stranger' has a valid token of an account that is gone.
 */
export type Persona = string

/** One account for each permission. */
export const holders: Persona[] = [...permissionNames]

/**
 * One of each kind: a visitor, an account without a role, a supporter, staff, a holder. pgTAP
 * proves that everyone else is refused in the same way.
 */
export const callers: Persona[] = [
  'anon',
  'stranger',
  'supporter',
  'program.manager',
  'staff',
  'can_manage_courses',
  'can_review_submissions',
]
const ids = new Map<Persona, string>([['stranger', '00000000-0000-4000-8000-00000000dead']])
export const idOf = (persona: Persona): string => {
  const id = ids.get(persona)
  if (!id) throw new Error(`There is no account ${persona}.`)
  return id
}

/** Starts a separate backend for the tests of a file, with all personas and the canary. */
export function setUpAttack(open = () => serveBackend({ trustProxy: true })): void {
  beforeAll(async () => {
    backend = await open()
    await backend.exclusive((pg) => pg.exec(prepare))
    await prepareFingerprint()
    for (const { id, email } of await query<{ id: string; email: string }>(
      'select id, email from public.profiles',
    )) {
      ids.set(email.replace('@kindlewell.test', ''), id)
    }
  })
  afterAll(() => backend?.stop())
}

const prepare = `
  insert into auth.users (id, aud, role, email)
  select gen_random_uuid(), 'authenticated', 'authenticated', name || '@kindlewell.test'
  from public.permissions;
  insert into public.user_roles (user_id, role)
  select profile.id, 'staff' from public.profiles profile
  join public.permissions on email = name || '@kindlewell.test';
  insert into public.user_permissions (user_id, permission_id)
  select profile.id, permission.id from public.profiles profile
  join public.permissions permission on email = name || '@kindlewell.test';
  update public.profiles set proven = true;
  insert into auth.sessions (id, user_id) select id, id from auth.users;
  update public.mentees set parent_name = '${canary}';
  update public.mentors set bio = '${canary}';
  update public.trainers set bio = '${canary}';
  update public.programs set description = '${canary}';
  update public.donations set donor_name = '${canary}';
  update public.courses set description = '${canary}';
  update public.email_campaigns set content = '${canary}';
  update public.volunteer_applications set motivation = '${canary}';
  update public.program_applications set child_name = '${canary}';
  update public.partnership_proposals set goals = '${canary}';
  update public.newsletter_subscriptions set name = '${canary}';
  update public.contact_messages set message = '${canary}';
  update public.program_registrations set emergency_name = '${canary}';
  update public.pledges set notify = '${canary}', tribute = 'honor', tribute_name = '${canary}';
  update public.submissions set search_text = '${canary}';
  update public.submission_notes set body = '${canary}';
  update public.answer_templates set body = '${canary}';
  insert into public.submission_answers (submission_id, subject, body)
  select id, reference, '${canary}' from public.submissions where name = 'Teresa Vance'`

/** Rows as the owner of the database sees them. */
export const query = <Row = Record<string, unknown>>(
  sql: string,
  parameters: unknown[] = [],
): Promise<Row[]> => backend.exclusive(async (pg) => (await pg.query<Row>(sql, parameters)).rows)

export async function idsWhere(table: string, condition = 'true'): Promise<string[]> {
  const rows = await query<{ id: string }>(`select id from public.${table} where ${condition}`)
  if (rows.length === 0) throw new Error(`No row of ${table} is ${condition}.`)
  return rows.map(({ id }) => id)
}
export const idWhere = async (table: string, condition?: string): Promise<string> =>
  (await idsWhere(table, condition))[0]!

// Tokens

export { base64url, signToken }

/** Besides `sub` and `role`, every token falsely claims to be an admin's. */
export function claimsOf(persona: Persona) {
  const now = Math.floor(Date.now() / 1000)
  return {
    sub: idOf(persona),
    session_id: idOf(persona),
    role: 'authenticated',
    aud: 'authenticated',
    iat: now - 10,
    exp: now + 3600,
    app_role: 'admin',
    user_role: 'admin',
    permissions: permissionNames,
    app_metadata: { role: 'admin', permissions: permissionNames },
    user_metadata: { role: 'admin', is_admin: true },
  }
}

/** A token as the authentication service signs it. */
export const tokenOf = (persona: Persona): string => signToken(claimsOf(persona))

// Requests

export interface Request {
  method?: string
  /** Below the backend's address, for example `/rest/v1/mentees`. */
  path: string
  /** Sent as JSON, unless it is text. */
  body?: unknown
  headers?: Record<string, string>
  withoutKey?: boolean
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  /** The text as JSON; undefined when it is none. */
  body: unknown
}

let visitors = 0

export async function send(persona: Persona, request: Request): Promise<Answer> {
  const { method = 'GET', path, body, headers, withoutKey = false } = request
  visitors += 1
  const response = await fetch(backend.url + path, {
    method,
    headers: {
      ...(!withoutKey && { apikey: localKeys.publishable }),
      'content-type': 'application/json',
      'cf-connecting-ip': `2001:db8:${visitors.toString(16)}::1`,
      ...(persona !== 'anon' && { authorization: `Bearer ${tokenOf(persona)}` }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    json = undefined
  }
  return { status: response.status, headers: response.headers, text, body: json }
}

export const rest = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Request => ({
  method,
  path: `/rest/v1/${path}`,
  ...(body !== undefined && { body }),
  ...(headers && { headers }),
})
export const rpc = (name: string, parameters: object = {}): Request =>
  rest('POST', `rpc/${name}`, parameters)

let known: { transaction: string; prints: Record<string, string> } | undefined

/**
 * The rows of our tables and the accounts, table by table. Read again only after a transaction that
 * wrote: Postgres gives no other a number.
 */
async function fingerprint(): Promise<Record<string, string>> {
  const [{ transaction } = { transaction: '' }] = await query<{ transaction: string }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text as transaction',
  )
  if (known?.transaction !== transaction) {
    const rows = await query<{ name: string; print: string }>('execute fingerprint')
    known = {
      transaction,
      prints: Object.fromEntries(rows.map(({ name, print }) => [name, print])),
    }
  }
  return known.prints
}

async function prepareFingerprint(): Promise<void> {
  known = undefined
  const tables = await query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace)
       -- The clock writes it every minute.
       and relname <> 'upkeep'
     union all select 'storage.buckets' union all select 'storage.objects'
     union all select '(select id, email, role, aud, raw_app_meta_data from auth.users)'`,
  )
  const prints = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ' rows ' ||
        coalesce(sum(hashtextextended(row::text, 0)), 0) as print
       from ${name} as row`,
  )
  await backend.exclusive((pg) => pg.exec(`prepare fingerprint as ${prints.join(' union all ')}`))
}

/** Does something, and proves that it changed no row and no account. */
export async function changingNothing<Result>(work: () => Promise<Result>): Promise<Result> {
  const before = await fingerprint()
  const result = await work()
  expect(await fingerprint()).toEqual(before)
  return result
}

/** Sends a request that must learn nothing; the caller checks the result. */
export async function attack(persona: Persona, request: Request): Promise<Answer> {
  const answer = await send(persona, request)
  expect(answer.text, describe(persona, request)).not.toContain(canary)
  return answer
}

/**
 * Sends requests one after the other, each as each persona. Each must be refused, and all together
 * must change nothing. A refusal is an error with one of these codes, or (42501, for hidden rows)
 * no row.
 */
export async function expectRefused(
  personas: Persona | Persona[],
  requests: Request[],
  ...codes: string[]
): Promise<Answer[]> {
  const expected = codes.length > 0 ? codes : ['42501']
  return changingNothing(async () => {
    const answers: Answer[] = []
    const tries = [personas].flat().flatMap((who) => requests.map((it) => [who, it] as const))
    for (const [persona, request] of tries) {
      const answer = await attack(persona, request)
      const isEmpty =
        request.method !== 'POST' && answer.status < 300 && ['', '[]'].includes(answer.text)
      const { code } = (answer.body ?? {}) as { code?: string }
      const told = `${describe(persona, request)}: ${answer.status} ${answer.text}`
      expect(expected, told).toContain(isEmpty ? '42501' : code)
      answers.push(answer)
    }
    return answers
  })
}

const describe = (persona: Persona, { method = 'GET', path, body }: Request) =>
  `${persona}: ${method} ${path} ${JSON.stringify(body ?? '')}`.slice(0, 400)
