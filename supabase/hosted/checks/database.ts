import crypto from 'node:crypto'
import { defaultSqlDirectory } from '../../embedded/config'
import { readSqlFiles } from '../../embedded/sql-files'
import { configValue, readConfig } from '../config-values'
import { clockJobs } from '../clock-jobs'
import { answered, bad, bySql, good, notApplicable, ofProject, unless, type Check } from './check'
import { objectChecks } from './objects'
import { isDigest } from './sign-in'

const { migrations } = readSqlFiles(defaultSqlDirectory)

/** Without blanks and semicolons: the CLI stores the statements of a file one by one. */
const digest = (text: string) =>
  crypto
    .createHash('md5')
    .update(text.replace(/[ \t\r\n;]+/g, ''))
    .digest('hex')

const named = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name]) => name!)
// The catalogue is that of the embedded database, which lacks the extensions that run in the background.
const extensions = migrations
  .flatMap(({ text }) => named(text, /create extension if not exists "?([\w-]+)"?/g))
  .concat('supabase_vault')
/** The missing names. */
const missing = (names: readonly string[], there: readonly string[]) =>
  names.map((name) => !there.includes(name) && `${name} is missing`)

const everyMinute = "job.schedule ~ '^(\\* ){4}\\*$|seconds?$'"
const late = "interval '3 minutes'"

export const databaseChecks: readonly Check[] = [
  {
    title: 'The migrations are those of this folder',
    mend: '`npx supabase db push --remote`; what was pushed is never edited, a change is a new file',
    run: bySql(async (query) => {
      const rows = await query<{ version: string; digest: string }>(
        `select version, md5(translate(array_to_string(statements, ''), e' \\t\\r\\n;', '')) as digest
        from supabase_migrations.schema_migrations`,
      )
      const there = new Map(rows.map((row) => [row.version, row.digest]))
      const known = new Set(migrations.map(({ version }) => version))
      return unless(
        [
          ...migrations.map(({ name, version, text }) =>
            there.has(version)
              ? there.get(version) !== digest(text) && `${name} was pushed with another text`
              : `${name} is missing`,
          ),
          ...[...there.keys()].map((it) => !known.has(it) && `${it} is not ours`),
        ],
        `${migrations.length}`,
      )
    }),
  },
  ...objectChecks,
  {
    title: 'Postgres is the version of config.toml',
    mend: 'Dashboard → Settings → Infrastructure → Upgrade, or change `major_version` in config.toml',
    run: bySql(async (query) => {
      const [row] = await query<{ version: string }>(
        "select current_setting('server_version') as version",
      )
      const wanted = configValue(readConfig(), 'db', 'major_version')
      return Number.parseInt(row!.version, 10) === wanted ? good(row!.version) : bad(row!.version)
    }),
  },
  {
    title: 'The extensions are there',
    // A pushed migration is not pushed again: the jobs are scheduled by their own statements.
    mend: `Dashboard → Database → Extensions: enable them. Then \`npm run go-live\`, or in the SQL editor: ${clockJobs.map(({ statement }) => statement).join(' ')}`,
    run: ofProject(async ({ query }) => {
      const rows = await query<{ extname: string }>('select extname from pg_extension')
      const there = rows.map(({ extname }) => extname)
      return unless(missing(extensions, there), extensions.join(', '))
    }),
  },
  {
    title: 'Each task of the clock succeeded within three minutes',
    mend: '`select * from cron.job_run_details order by end_time desc limit 20` says why',
    run: ofProject(async ({ query }) => {
      const rows = await query<{ jobname: string; problem: string | null }>(
        `select job.jobname, case
            when not job.active then 'is switched off'
            when latest.status is null and ${everyMinute} then 'never ran'
            when latest.status <> 'succeeded' then latest.status || ': ' || coalesce(latest.return_message, '')
            when ${everyMinute} and latest.end_time < now() - ${late}
              then 'last ran at ' || latest.end_time
          end as problem
        from cron.job
        left join lateral (
          select status, return_message, end_time from cron.job_run_details run
          where run.jobid = job.jobid and run.status not in ('starting', 'running', 'sending', 'connecting')
          order by run.start_time desc limit 1
        ) as latest on true
        order by job.jobname`,
      )
      if (rows.length === 0) return bad('there is no task')
      return unless(
        rows.map(({ jobname, problem }) => problem !== null && `${jobname} ${problem}`),
        `${rows.length} tasks`,
      )
    }),
  },
  {
    title: "Vault has the clock's two secrets, of this project and of its function",
    mend: '`npm run go-live` stores them; by hand see docs/deployment.md, "The clock"',
    run: ofProject(async ({ query, management, url }) => {
      const rows = await query<{ name: string; url: string | null; digest: string }>(
        `select name, case name when 'deliver_mail_url' then decrypted_secret end as url,
          encode(sha256(convert_to(decrypted_secret, 'UTF8')), 'hex') as digest
        from vault.decrypted_secrets where name in ('deliver_mail_url', 'deliver_mail_secret')`,
      )
      const stored = new Map(rows.map((row) => [row.name, row]))
      const secrets = await management.secrets()
      const own = secrets.get('DELIVER_MAIL_SECRET')
      const [place, secret] = [stored.get('deliver_mail_url'), stored.get('deliver_mail_secret')]
      const isOwn = place?.url === `${url}/functions/v1/deliver-mail`
      return unless([
        !isOwn && (place ? `deliver_mail_url is ${place.url}` : 'deliver_mail_url is missing'),
        !secret && 'deliver_mail_secret is missing',
        !own && 'DELIVER_MAIL_SECRET of the functions is missing',
        secret && own && isDigest(own) && secret.digest !== own
          ? 'deliver_mail_secret is not DELIVER_MAIL_SECRET'
          : undefined,
      ])
    }),
  },
  {
    title: 'The mail worker comes',
    mend: 'It needs RESEND_API_KEY or SMTP_URL: `npm run go-live` with one of them. Then send a test mail on the page Mail; the checks of Vault and of the answers say what is wrong',
    run: ofProject(async ({ query }) => {
      // By the database's clock: this computer's may be wrong.
      const [row] = await query<{ last_run_at: string | null; is_late: boolean; stuck: number }>(
        `select last_run_at, last_run_at < now() - ${late} as is_late, (
            select count(*) from private.outbox
            where state in ('queued', 'sending') and next_at < now() - ${late}
          )::int as stuck
        from private.mail_settings`,
      )
      if (!row?.last_run_at) return bad('it never came')
      const stuck = `${row.stuck} mails wait for more than three minutes`
      return row.stuck > 0 && row.is_late ? bad(stuck) : good(`last at ${row.last_run_at}`)
    }),
  },
  {
    title: 'The functions that the clock calls answer with success',
    mend: 'The logs of deliver-mail (Dashboard → Edge Functions) say why',
    run: ofProject(async ({ query }) => {
      const rows = await query<{ status_code: number | null; error_msg: string | null }>(
        `select status_code, error_msg from net._http_response
        order by created desc limit 5`,
      )
      if (rows.length === 0) return notApplicable('nothing was called in the last hours')
      return unless(
        rows.map(
          ({ status_code: status, error_msg }) =>
            !(status && status >= 200 && status < 300) && (error_msg ?? `it answered ${status}`),
        ),
      )
    }),
  },
  {
    title: 'No event of the payment provider was refused in the last 30 days',
    mend: "Set the API version of the webhook in the provider's dashboard to one that payment-events reads, and send these events again there",
    run: bySql(async (query) => {
      const rows = await query<{ reason: string; times: number; last_on: string }>(
        `select reason, times, to_char(last_at, 'YYYY-MM-DD') as last_on
        from private.refused_payment_events where last_at > now() - interval '30 days' order by last_at desc`,
      )
      return unless(
        rows.map(({ reason, times, last_on }) => `${reason} (${times} times, last on ${last_on})`),
      )
    }),
  },
  {
    title: 'Every event of the mail provider in the last 30 days is of a known kind',
    mend: "Choose only the events of docs/deployment.md in the provider's webhook; for others add their kind to mail-events/providers.ts",
    run: bySql(async (query) => {
      const rows = await query<{ kind: string; times: number }>(
        `select kind, times from private.unknown_mail_events
        where last_at > now() - interval '30 days' order by last_at desc`,
      )
      return unless(rows.map(({ kind, times }) => `${kind} (${times} times)`))
    }),
  },
  {
    title: 'The mail settings can be read',
    mend: "Restart the project's API (Dashboard → Settings → General); if that does not help, the catalogue's check names what is missing",
    run: bySql(async (query, { connect }) => {
      await query('select * from public.mail_status()')
      const rows = await query<{ count: number }>(
        'select count(*)::int as count from private.mail_settings',
      )
      // Refused to a visitor, and known to the API.
      const { error } = answered(await connect().rpc('mail_status'))
      return unless([
        rows[0]!.count !== 1 && `there are ${rows[0]!.count} rows of settings`,
        error?.code !== '42501' && `a visitor is answered ${error?.message ?? 'them'}`,
      ])
    }),
  },
  {
    // The platform's role gives the API's roles everything it makes there, and `postgres`
    // cannot change that.
    title: 'Nothing in public belongs to the platform or lacks row-level security',
    mend: 'Find out what made it; `drop` it, or `revoke all` on it and `alter table … enable row level security`',
    run: bySql(async (query) => {
      const rows = await query<{ name: string; problem: string }>(
        `with made as (
          select oid, relname::text as name, relowner as owner, relacl as acl,
            relkind in ('r', 'p', 'f') and not relrowsecurity as is_unguarded
          from pg_class
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'f', 'v', 'm', 'S')
          union all
          select oid, oid::regprocedure::text, proowner, coalesce(proacl, acldefault('f', proowner)), false
          from pg_proc
          where pronamespace = 'public'::regnamespace
        )
        select name, case
            when owner <> (select relowner from pg_class where oid = 'public.profiles'::regclass)
              then 'belongs to ' || pg_get_userbyid(owner)
            else 'has no row-level security'
          end || coalesce(', open to ' || (
            select string_agg(distinct coalesce(role.rolname, 'public'), ', ')
            from aclexplode(acl) as entry left join pg_roles as role on role.oid = entry.grantee
            where coalesce(role.rolname, 'public') in ('public', 'anon', 'authenticated')
          ), '') as problem
        from made
        where is_unguarded
          or owner <> (select relowner from pg_class where oid = 'public.profiles'::regclass)
        order by name`,
      )
      return unless(rows.map(({ name, problem }) => `${name} ${problem}`))
    }),
  },
  {
    // It calls the function behind the limit: a test of the limit itself would store submissions.
    title: 'A forged x-forwarded-for lifts no limit',
    mend: "The catalogue's check shows whether private.client_address() was changed; a proxy of your own must set cf-connecting-ip (docs/deployment.md)",
    run: bySql(async (query) => {
      const rows = await query<{ address: string; unknown: number }>(
        `with forged as materialized (
          select set_config('request.headers',
            '{"cf-connecting-ip": "203.0.113.9", "x-forwarded-for": "198.51.100.7"}', true)
        )
        select private.client_address() as address,
          (select count(*)::int from private.recent_submissions where address = 'unknown') as unknown
        from forged`,
      )
      const { address, unknown } = rows[0]!
      return unless([
        address !== '203.0.113.9' && `it counts ${address}`,
        unknown > 0 && `${unknown} submissions came without an address`,
      ])
    }),
  },
  {
    title: 'There is an admin',
    mend: 'docs/deployment.md, "The first admin"',
    run: bySql(async (query) => {
      const rows = await query<{ count: number }>(
        "select count(*)::int as count from public.user_roles where role = 'admin'",
      )
      return rows[0]!.count > 0 ? good(`${rows[0]!.count}`) : bad('there is none')
    }),
  },
  {
    title: 'Nobody has a right that no admin has confirmed',
    mend: 'All Users → Accounts with rights: revoke what is wrong, then confirm the list',
    run: bySql(async (query) => {
      const rows = await query<{ id: string; initials: string; holds: string; is_new: boolean }>(
        `select held.user_id as id, held.holds, held.confirmed_at is null as is_new, (
            select coalesce(upper(string_agg(left(part, 1), '')), '?')
            from regexp_split_to_table(btrim(full_name), '\\s+') as part
          ) as initials
        from private.staff_rights() held join public.profiles on profiles.id = held.user_id
        order by held.since, held.user_id, held.holds`,
      )
      if (rows.every(({ is_new }) => is_new)) {
        return notApplicable('no admin has confirmed the list: All Users, "Accounts with rights"')
      }
      // The log of this check may be public: no names and no addresses.
      return unless(
        rows.map(({ id, initials, holds, is_new }) => is_new && `${initials} ${id} got ${holds}`),
        `${rows.length}`,
      )
    }),
  },
  {
    title: 'Each admin has a second factor',
    mend: 'Set one up on the account page; then require it on the page of all users',
    run: bySql(async (query) => {
      const [row] = await query<{ without: number; is_demanded: boolean }>(
        `select (
           select count(*)::int from public.user_roles
           where role = 'admin'
             and user_id not in (select user_id from auth.mfa_factors where status = 'verified')
         ) as without, is_demanded from private.second_factor`,
      )
      const { without, is_demanded } = row!
      const found = `${without} without one: the page of all users shows who`
      if (without > 0 && !is_demanded) return notApplicable(`none is required, and ${found}`)
      return without > 0 ? bad(found) : good()
    }),
  },
]
