import { once } from 'node:events'
import fs from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { WebSocketServer } from 'ws'
import { createBackend } from '../../supabase/embedded/backend'
import { localKeys, projectRoot } from '../../supabase/embedded/config'
import { resetSession } from '../../supabase/embedded/database'
import { freePort } from '../../supabase/embedded/free-port'
import { upgradeToRealtime } from '../../supabase/embedded/http'
import { createHandler as checkFiles } from '../../supabase/functions/check-files/handler.ts'
import { createHandler as deliverMail } from '../../supabase/functions/deliver-mail/handler.ts'
import { createHandler as mailEvents } from '../../supabase/functions/mail-events/handler.ts'
import { createHandler as paymentEvents } from '../../supabase/functions/payment-events/handler.ts'
import { createHandler as unsubscribe } from '../../supabase/functions/unsubscribe/handler.ts'
import { createHandler as verifyCaptcha } from '../../supabase/functions/verify-captcha/handler.ts'
import { sha256 } from '../../supabase/hosted/management'
import { createFixture } from '../embedded/support'

export const project = 'abcdefghijklmnopqrst'
export const accessToken = `sbp_${'0123456789'.repeat(4)}`

type Join = { config: { private: boolean } }
type Json = Record<string, unknown>
type Answer = { status: number; body: string }

/** A refusal of the management API. */
class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The body of a request to the management API; uploads by their names. */
interface Recorded {
  method: string
  path: string
  body: unknown
  files: Map<string, string>
}

const handlers = {
  'check-files': checkFiles,
  'deliver-mail': deliverMail,
  'mail-events': mailEvents,
  'payment-events': paymentEvents,
  unsubscribe,
  'verify-captcha': verifyCaptcha,
}

// Extensions of a hosted project that the embedded backend lacks. PGlite can load none of these
// extensions.
const hostedSql = `
  alter table cron.job add jobid bigint generated always as identity, add active boolean not null default true;
  alter table cron.job_run_details add jobid bigint, add status text, add return_message text, add start_time timestamptz;
  create table net._http_response (status_code integer, error_msg text, created timestamptz not null default now());
  create or replace function net.http_post(
    url text, body jsonb default '{}', params jsonb default '{}', headers jsonb default '{}',
    timeout_milliseconds integer default 5000
  ) returns bigint language sql as $$
    select pg_notify('hosted_http', json_build_object('url', url, 'headers', headers)::text);
    select 1::bigint
  $$;
  drop table vault.decrypted_secrets;
  create table vault.secrets (id uuid primary key default gen_random_uuid(), name text unique, secret text not null);
  create view vault.decrypted_secrets as select id, name, secret as decrypted_secret from vault.secrets;
  create function vault.create_secret(new_secret text, new_name text) returns uuid language sql as $$
    insert into vault.secrets (name, secret) values (new_name, new_secret) returning id
  $$;
  create function vault.update_secret(secret_id uuid, new_secret text) returns void language sql as $$
    update vault.secrets set secret = new_secret where id = secret_id
  $$;
  insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
  select 90000 + n, name, 10, 'extensions'::regnamespace, false, '1'
  from unnest(array['pg_cron', 'pg_net', 'supabase_vault']) with ordinality as it (name, n);
`

/**
 * A hosted project before its first migration: the management API as the CLI's schemas describe it, and the
 * project's own API, on one port of this computer.
 */
export async function imitateProject() {
  const fixture = createFixture({})
  const { sqlDirectory, snapshotDirectory } = fixture
  const backend = await createBackend({ sqlDirectory, snapshotDirectory })
  const pg = await backend.exclusive(async (it) => (await it.exec(hostedSql), it))
  const names = fs.readFileSync(path.join(import.meta.dirname, 'auth-config-names.txt'), 'utf8')
  const state = {
    auth: {
      ...Object.fromEntries(
        names
          .trim()
          .split(/\s+/)
          .map((name) => [name, null]),
      ),
      ...{ db_max_pool_size_unit: null, password_required_characters: '', sms_provider: null },
      ...{ security_captcha_provider: null, mailer_otp_exp: 3600, mfa_phone_otp_length: 6 },
      ...{ passkey_enabled: false, sms_otp_length: 6, custom_oauth_enabled: false },
      ...{ oauth_server_enabled: false, oauth_server_allow_dynamic_registration: false },
      ...{ custom_oauth_max_providers: 3, site_url: 'http://localhost:3000', uri_allow_list: '' },
      ...{ disable_signup: false, external_email_enabled: true, rate_limit_email_sent: 2 },
    } as Json,
    api: {
      ...{ db_schema: 'public,graphql_public', max_rows: 1000, db_pool: null },
      ...{ db_extra_search_path: 'public, extensions', db_pool_acquisition_timeout: null },
      ...{ db_pool_max_lifetime: null, db_pool_max_idletime: null },
    } as Json,
    storage: { fileSizeLimit: 52_428_800 },
    /** A new project of the Free plan. */
    standing: { status: 'ACTIVE_HEALTHY', plan: 'free', created_at: '2026-11-02T00:00:00Z' },
    isReadOnly: false,
    hostname: { status: '1_not_started' } as { status: string; custom_hostname?: string },
    secrets: new Map<string, string>(),
    functions: new Map<string, Json>(),
    /** Replaces the clock's own. */
    clockStands: false,
    /** The functions that the gateway refuses for. */
    gated: new Set<string>(),
    publicChannels: false,
    realtimeIsDown: false,
    site: { policy: undefined as string | undefined, missing: 404 },
  }
  const recorded: Recorded[] = []
  const faults: { path: RegExp; body?: RegExp; answer: Answer | 'hang up' }[] = []
  let url = ''
  let isClosed = false

  /** With the platform's rules about mail (its words, seen in 2026). */
  function changeAuth(body: Json): Json {
    const changed = { ...state.auth, ...body }
    const server = ['smtp_admin_email', 'smtp_host', 'smtp_port', 'smtp_user', 'smtp_pass']
    const missing = server.filter((name) => !changed[name]).map((name) => name.toUpperCase())
    if (missing.length > 0 && ('rate_limit_email_sent' in body || 'smtp_sender_name' in body)) {
      throw new Refusal(
        401,
        `Custom SMTP required to configure SMTP_SENDER_NAME or RATE_LIMIT_EMAIL_SENT. Missing ${missing.join(', ')} fields.`,
      )
    }
    const { plan, created_at } = state.standing
    const isBound = plan === 'free' && created_at >= '2026-06-01' && !changed.smtp_host
    if (isBound && Object.keys(body).some((key) => /^mailer_(subjects|templates)_/.test(key))) {
      throw new Refusal(
        400,
        'Email template modification is not available for free tier projects using the default email provider. Please upgrade your plan or configure a custom SMTP provider.',
      )
    }
    if (!state.auth.smtp_host && body.smtp_host) state.auth.rate_limit_email_sent = 30
    return Object.assign(state.auth, body)
  }

  async function manage(request: Request): Promise<unknown> {
    if (new URL(request.url).pathname.startsWith('/v1/organizations/')) {
      return { id: 'o', name: 'Imitation', plan: state.standing.plan }
    }
    const [, version, , , rest = ''] = /^\/(v\d)\/(projects)\/(\w+)(\/.*)?$/.exec(
      new URL(request.url).pathname,
    )!
    const record: Recorded = {
      method: request.method,
      path: rest,
      body: undefined,
      files: new Map(),
    }
    if (request.headers.get('content-type')?.startsWith('multipart/')) {
      const form = await request.formData()
      for (const part of form.getAll('file') as File[])
        record.files.set(part.name, await part.text())
      record.body = JSON.parse(await textOf(form.get('metadata')))
    } else {
      const text = await request.text()
      record.body = text ? JSON.parse(text) : undefined
    }
    recorded.push(record)
    const body = record.body as Json
    switch (`${version} ${request.method} ${rest}`) {
      case 'v1 GET ':
        return {
          ...{ id: project, ref: project, name: 'Imitation', organization_id: 'o' },
          ...{ organization_slug: 'o', region: 'eu-west-1' },
          ...{ created_at: state.standing.created_at, status: state.standing.status },
          database: {
            ...{ host: 'localhost', version: '17.6.1', postgres_engine: '17' },
            release_channel: 'ga',
          },
        }
      case 'v1 GET /api-keys':
        return [{ name: 'default', type: 'publishable', api_key: localKeys.publishable }]
      case 'v1 GET /billing/addons':
        return { selected_addons: [], available_addons: [] }
      case 'v2 GET /config': {
        const api = { ...state.api, db_extra_search_path: 'public,extensions' }
        const attributes = { auth: state.auth, api, database: {}, pooler: {}, realtime: {} }
        return { data: { type: 'project_config', id: project, attributes } }
      }
      case 'v1 GET /postgrest':
        return state.api
      case 'v1 PATCH /postgrest':
        return Object.assign(state.api, body)
      case 'v1 GET /config/auth':
        return state.auth
      case 'v1 PATCH /config/auth':
        return changeAuth(body)
      case 'v1 GET /readonly':
        return { enabled: state.isReadOnly, override_enabled: false, override_active_until: '' }
      case 'v1 GET /custom-hostname':
        return state.hostname
      case 'v1 GET /config/storage':
        return state.storage
      case 'v1 GET /secrets':
        return [...state.secrets].map(([name, value]) => ({ name, value: sha256(value) }))
      case 'v1 POST /secrets':
        for (const { name, value } of record.body as { name: string; value: string }[]) {
          state.secrets.set(name, value)
        }
        return {}
      case 'v1 GET /functions':
        return [...state.functions.values()]
      case 'v1 POST /functions/deploy': {
        const { searchParams } = new URL(request.url)
        const slug = searchParams.get('slug')!
        const deployed = { id: slug, slug, version: 1, status: 'ACTIVE', created_at: 1, ...body }
        if (!searchParams.has('bundleOnly')) state.functions.set(slug, deployed)
        return deployed
      }
      case 'v1 PUT /functions':
        for (const it of record.body as Json[]) state.functions.set(it.slug as string, it)
        return { functions: [...state.functions.values()] }
      case 'v1 POST /database/query': {
        if (state.standing.status !== 'ACTIVE_HEALTHY') {
          throw new Refusal(544, 'Connection terminated due to connection timeout')
        }
        const { query, parameters } = body as { query: string; parameters: unknown[] }
        return backend.exclusive(async () => {
          await resetSession(pg)
          if (!state.clockStands) await pg.query(tick)
          return (await pg.query(query, parameters)).rows
        })
      }
      // `link` asks for this but does not need it.
      default:
        return {}
    }
  }

  async function callFunction(request: Request): Promise<Response> {
    const name = new URL(request.url).pathname.split('/')[3]!
    if (!state.functions.has(name)) return Response.json({ code: 'NOT_FOUND' }, { status: 404 })
    if (state.gated.has(name)) {
      return Response.json({ code: 401, message: 'Missing authorization header' }, { status: 401 })
    }
    const environment = {
      ...Object.fromEntries(state.secrets),
      SUPABASE_URL: url,
      SUPABASE_SERVICE_ROLE_KEY: localKeys.secret,
    }
    return handlers[name as keyof typeof handlers](environment)(request)
  }

  function showSite(request: Request): Response {
    const { policy = `default-src 'none'; connect-src 'self' ${url}`, missing } = state.site
    const isThere = new URL(request.url).pathname === '/site'
    return new Response(isThere ? '<h1>Home</h1>' : '<h1>Page Not Found</h1>', {
      status: isThere ? 200 : missing,
      headers: { 'content-security-policy': policy },
    })
  }

  async function answer(incoming: IncomingMessage): Promise<Response | undefined> {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const request = new Request(`${url}${incoming.url}`, {
      method: incoming.method!,
      headers: incoming.headers as Record<string, string>,
      body: chunks.length > 0 ? Buffer.concat(chunks) : null,
    })
    const { pathname } = new URL(request.url)
    const sent = Buffer.concat(chunks).toString()
    const fault = faults.find(
      ({ path: place, body }) =>
        place.test(`${request.method} ${pathname}`) && (body?.test(sent) ?? true),
    )?.answer
    if (fault === 'hang up') return undefined
    if (fault) return new Response(fault.body, { status: fault.status })
    if (/^\/v\d\//.test(pathname)) {
      if (request.headers.get('authorization') !== `Bearer ${accessToken}`) {
        return Response.json({ message: 'Unauthorized' }, { status: 401 })
      }
      const isNew = request.method === 'POST'
      return manage(request).then(
        (body) => Response.json(body ?? {}, { status: isNew ? 201 : 200 }),
        (error: Error) =>
          Response.json(
            { message: error.message },
            { status: error instanceof Refusal ? error.status : 400 },
          ),
      )
    }
    if (pathname.startsWith('/functions/v1/')) return callFunction(request)
    if (pathname.startsWith('/site')) return showSite(request)
    request.headers.set('cf-connecting-ip', '203.0.113.1')
    return backend.fetch(request)
  }

  const server = createServer((incoming, outgoing) => {
    void answer(incoming).then(async (response) => {
      if (!response) return incoming.socket.destroy()
      outgoing.writeHead(response.status, Object.fromEntries(response.headers))
      return outgoing.end(Buffer.from(await response.arrayBuffer()))
    })
  })
  // On a busy machine a request would meet a connection that has just been closed.
  server.keepAliveTimeout = 120_000
  const lenient = new WebSocketServer({ noServer: true })
  server.on('upgrade', (incoming, socket, head) => {
    if (state.realtimeIsDown) return socket.destroy()
    if (state.publicChannels) {
      return lenient.handleUpgrade(incoming, socket, head, (client) => {
        client.once('message', (data: Buffer) => {
          const [, , , , { config }] = JSON.parse(data.toString()) as [0, 0, 0, 0, Join]
          const refusal = { status: 'error', response: { reason: 'Unauthorized' } }
          const reply = config.private ? refusal : { status: 'ok' }
          client.send(JSON.stringify(['1', '1', '', 'phx_reply', reply]))
        })
      })
    }
    return upgradeToRealtime(Promise.resolve(backend), incoming, socket, head)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  await pg.listen('hosted_http', (text) => {
    const { url, headers } = JSON.parse(text) as { url: string; headers: HeadersInit }
    void fetch(url, { method: 'POST', headers })
      .then(
        ({ status }) => [status, null],
        (error: Error) => [null, error.message],
      )
      .then((answer) => {
        if (isClosed) return
        const statement = 'insert into net._http_response (status_code, error_msg) values ($1, $2)'
        return backend.exclusive(() => pg.query(statement, answer))
      })
  })
  const socketPort = await freePort()
  const socket = new PGLiteSocketServer({ db: pg, port: socketPort, host: '127.0.0.1' })
  await socket.start()

  // The linked folder: the parts of this one that the CLI reads.
  const folder = path.dirname(sqlDirectory)
  const copied = ['supabase', 'src/shared/data', 'src/shared/lib', 'src/shared/mail']
  for (const name of copied) {
    fs.cpSync(path.join(projectRoot, name), path.join(folder, name), {
      recursive: true,
      filter: (file) => !file.endsWith('.temp'),
    })
  }
  const profile = path.join(folder, 'profile.yml')
  fs.writeFileSync(
    profile,
    `name: imitation\napi_url: ${url}\ndashboard_url: ${url}\nproject_host: localhost\n`,
  )
  return {
    url,
    state,
    recorded,
    faults,
    folder,
    backend,
    /** The CLI would ask the management API for it, and look its name up on the internet. */
    databaseUrl: `postgresql://postgres@127.0.0.1:${socketPort}/postgres?sslmode=disable`,
    /** For the CLI, which then knows no other project and keeps nothing. */
    environment: {
      ...{ PATH: process.env.PATH, HOME: folder, SUPABASE_HOME: path.join(folder, 'home') },
      ...{ SUPABASE_PROFILE: profile, SUPABASE_ACCESS_TOKEN: accessToken, PGPASSWORD: 'postgres' },
      ...{ SUPABASE_NO_KEYRING: '1', SUPABASE_TELEMETRY_DISABLED: '1' },
      ...{ SUPABASE_NO_UPDATE_NOTIFIER: '1', SUPABASE_API_MAX_RETRIES: '0' },
    },
    /** Work of another process on `databaseUrl`: the clock of the backend would share its transaction. */
    whileNobodyAsks: <Result>(work: () => Promise<Result>) => backend.exclusive(work),
    query: <Row>(sql: string) =>
      backend.exclusive(async () => {
        await resetSession(pg)
        return (await pg.query<Row>(sql)).rows
      }),
    close: async () => {
      isClosed = true
      server.closeAllConnections()
      server.close()
      await socket.stop()
      await backend.close()
      fixture.remove()
    },
  }
}

export type Imitation = Awaited<ReturnType<typeof imitateProject>>

const tick = `insert into cron.job_run_details (jobid, status, start_time, end_time)
  select jobid, 'succeeded', now(), now() from cron.job`

const textOf = (part: FormDataEntryValue | null) =>
  part instanceof File ? part.text() : Promise.resolve(part ?? 'null')
