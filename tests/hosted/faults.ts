import type { Target } from '../../supabase/hosted/checks/check'
import type { Imitation } from './imitation'

interface Fault {
  /** The fault. */
  name: string
  /** The checks that fail, by the beginnings of their titles. */
  fails: readonly string[]
  /** SQL, or a change of the project, and its undo. */
  make: string | ((imitation: Imitation) => unknown)
  undo: string | ((imitation: Imitation) => unknown)
  /** For faults that cannot be put into the project itself. */
  seenAs?: (target: Target) => Target
}

const authFault = (name: string, fails: string, key: string, value: unknown): Fault => {
  let kept: unknown
  return {
    name,
    fails: [fails],
    make: ({ state }) => {
      kept = state.auth[key]
      state.auth[key] = value
    },
    undo: ({ state }) => {
      state.auth[key] = kept
    },
  }
}

const clockFault = (name: string, made: string, undone = 'select 1'): Fault => ({
  name,
  fails: ['Each task of the clock'],
  make: (imitation) => {
    imitation.state.clockStands = true
    return imitation.query(made)
  },
  undo: (imitation) => {
    imitation.state.clockStands = false
    return imitation.query(undone)
  },
})

const secretFault = (name: string, key: string, value: string | undefined): Fault => {
  let kept: string | undefined
  return {
    name,
    fails: ['The functions have their secrets'],
    make: ({ state: { secrets } }) => {
      kept = secrets.get(key)
      if (value === undefined) secrets.delete(key)
      else secrets.set(key, value)
    },
    undo: ({ state: { secrets } }) => {
      if (kept === undefined) secrets.delete(key)
      else secrets.set(key, kept)
    },
  }
}

const missingFunction = (name: string): Fault => {
  let kept: Record<string, unknown>
  return {
    name: `${name} is not deployed`,
    fails: [`${name} refuses`],
    make: ({ state }) => {
      kept = state.functions.get(name)!
      state.functions.delete(name)
    },
    undo: ({ state }) => void state.functions.set(name, kept),
  }
}

const openTo = (role: string, fails: string): Fault => ({
  name: `a policy opens all channels to ${role}`,
  fails: [catalogue, fails],
  make: `create policy "Everything" on realtime.messages for select to ${role} using (true)`,
  undo: 'drop policy "Everything" on realtime.messages',
})

/** A statement is answered as by a project in another state. */
const answersWith =
  (part: string, row: () => object): NonNullable<Fault['seenAs']> =>
  (target) => ({
    ...target,
    query: async <Row>(sql: string) =>
      sql.includes(part) ? ([row()] as Row[]) : target.query!<Row>(sql),
  })

const nothing = { make: 'select 1', undo: 'select 1' }

const catalogue = 'Each object of the database'
const removeBuckets = `do $$ begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.buckets where id <> 'files';
end $$`
const vault = "Vault has the clock's two secrets"
const firstMigration = "where version = '20261121080000'"

export const faults: readonly Fault[] = [
  {
    name: 'a migration was edited after it was pushed',
    fails: ['The migrations are those'],
    make: `update supabase_migrations.schema_migrations set statements = statements || array['select 1'] ${firstMigration}`,
    undo: `update supabase_migrations.schema_migrations set statements = trim_array(statements, 1) ${firstMigration}`,
  },
  {
    name: 'a migration was pushed from elsewhere',
    fails: ['The migrations are those'],
    make: "insert into supabase_migrations.schema_migrations (version) values ('20990101000000')",
    undo: "delete from supabase_migrations.schema_migrations where version = '20990101000000'",
  },
  {
    name: 'a migration was not pushed',
    fails: ['The migrations are those'],
    make: `update supabase_migrations.schema_migrations set version = '1' ${firstMigration}`,
    undo: "update supabase_migrations.schema_migrations set version = '20261121080000' where version = '1'",
  },
  {
    name: 'Postgres is older',
    fails: ['Postgres is the version'],
    ...nothing,
    seenAs: answersWith('server_version', () => ({ version: '15.8' })),
  },
  {
    name: 'the project is paused',
    fails: ['The project runs'],
    make: ({ state }) => void (state.standing.status = 'INACTIVE'),
    undo: ({ state }) => void (state.standing.status = 'ACTIVE_HEALTHY'),
  },
  {
    name: 'the database only reads',
    fails: ['The database takes writes'],
    make: ({ state }) => void (state.isReadOnly = true),
    undo: ({ state }) => void (state.isReadOnly = false),
  },
  {
    name: 'the database has nearly 500 MB',
    fails: ['The database fits the plan'],
    ...nothing,
    seenAs: answersWith('pg_database_size', () => ({ bytes: '480000000' })),
  },
  {
    name: 'the files have nearly 1 GB',
    fails: ['The files fit the plan'],
    make: `insert into storage.objects (bucket_id, name, metadata) values ('files', 'many', '{"size": 1000000000}')`,
    undo: `do $$ begin
      perform set_config('storage.allow_delete_query', 'true', true);
      delete from storage.objects where name = 'many';
    end $$`,
  },
  {
    name: 'the site is built for another address',
    fails: ['The site calls the project', "The site's content security policy"],
    ...nothing,
    seenAs: (target) => ({ ...target, browserUrl: 'https://data.kindlewell.example' }),
  },
  {
    name: 'this computer is ten minutes ahead',
    fails: ["This computer's clock"],
    ...nothing,
    seenAs: answersWith('clock_timestamp', () => ({ now: String(Date.now() - 600_000) })),
  },
  {
    name: 'pg_net is switched off',
    fails: ['The extensions'],
    make: "update pg_extension set extname = 'away' where extname = 'pg_net'",
    undo: "update pg_extension set extname = 'pg_net' where extname = 'away'",
  },
  clockFault('the clock never ran', 'delete from cron.job_run_details'),
  clockFault(
    'the clock stopped four minutes ago',
    "update cron.job_run_details set end_time = now() - interval '4 minutes'",
    'delete from cron.job_run_details',
  ),
  clockFault(
    'a task failed',
    "update cron.job_run_details set status = 'failed' where jobid = (select min(jobid) from cron.job)",
    'delete from cron.job_run_details',
  ),
  clockFault(
    'a task is switched off',
    'update cron.job set active = false where jobid = 2',
    'update cron.job set active = true where jobid = 2',
  ),
  {
    name: 'Vault has no address',
    fails: [vault],
    make: "update vault.secrets set name = 'away' where name = 'deliver_mail_url'",
    undo: "update vault.secrets set name = 'deliver_mail_url' where name = 'away'",
  },
  {
    name: 'the address in Vault is of another project',
    fails: [vault],
    make: "update vault.secrets set secret = 'https://other.supabase.co' || secret where name = 'deliver_mail_url'",
    undo: "update vault.secrets set secret = replace(secret, 'https://other.supabase.co', '') where name = 'deliver_mail_url'",
  },
  {
    name: 'clock and function have two secrets',
    fails: [vault],
    make: "update vault.secrets set secret = secret || 'x' where name = 'deliver_mail_secret'",
    undo: "update vault.secrets set secret = rtrim(secret, 'x') where name = 'deliver_mail_secret'",
  },
  {
    name: 'no worker ever came',
    fails: ['The mail worker'],
    make: 'update private.mail_settings set last_run_at = null where singleton',
    undo: 'update private.mail_settings set last_run_at = now() where singleton',
  },
  {
    name: 'mail waits and no worker comes',
    fails: [catalogue, 'The mail worker'],
    make: `do $$ begin
      alter table private.outbox disable trigger deliver_soon;
      update private.mail_settings set last_run_at = now() - interval '1 hour' where singleton;
      insert into private.outbox (idempotency_key, kind, recipient, next_at)
      values ('fault', 'test', 'a@example.org', now() - interval '10 minutes');
    end $$`,
    undo: `do $$ begin
      delete from private.outbox where idempotency_key = 'fault';
      update private.mail_settings set last_run_at = now() where singleton;
      alter table private.outbox enable trigger deliver_soon;
    end $$`,
  },
  {
    name: 'the function refuses the clock',
    fails: ['The functions that the clock calls'],
    make: 'insert into net._http_response (status_code) values (401)',
    undo: 'delete from net._http_response where status_code = 401',
  },
  {
    name: 'the settings of mail are not in the API',
    fails: [catalogue, 'The mail settings'],
    make: 'alter function public.mail_status() rename to away',
    undo: 'alter function public.away() rename to mail_status',
  },
  {
    name: 'a trigger on accounts is off',
    fails: [catalogue],
    make: 'alter table auth.users disable trigger create_profile',
    undo: 'alter table auth.users enable trigger create_profile',
  },
  {
    name: 'a trigger on sessions is gone',
    fails: [catalogue],
    make: 'alter trigger enforce_password_reset on auth.sessions rename to away',
    undo: 'alter trigger away on auth.sessions rename to enforce_password_reset',
  },
  {
    name: 'somebody else made a table',
    fails: ['Nothing in public'],
    make: `do $$ begin
      create role stranger;
      create table public.strange (name text);
      alter table public.strange enable row level security;
      alter table public.strange owner to stranger;
    end $$`,
    undo: 'do $$ begin drop table public.strange; drop role stranger; end $$',
  },
  {
    name: 'a table has no row-level security',
    fails: [catalogue, 'Nothing in public'],
    make: 'alter table public.pledges disable row level security',
    undo: 'alter table public.pledges enable row level security',
  },
  {
    name: 'a policy on channels has another name',
    fails: [catalogue],
    make: 'alter policy "Reviewers receive broadcasts and presence" on realtime.messages rename to "Away"',
    undo: 'alter policy "Away" on realtime.messages rename to "Reviewers receive broadcasts and presence"',
  },
  {
    name: 'the limit believes x-forwarded-for',
    fails: [catalogue, 'A forged x-forwarded-for'],
    make: `do $$ begin
      alter function private.client_address() rename to away;
      create function private.client_address() returns text language sql stable as
        'select current_setting(''request.headers'')::json ->> ''x-forwarded-for''';
    end $$`,
    undo: `do $$ begin
      drop function private.client_address();
      alter function private.away() rename to client_address;
    end $$`,
  },
  {
    name: 'a proxy names no address',
    fails: ['A forged x-forwarded-for'],
    make: "insert into private.recent_submissions (form, address) values ('pledges', 'unknown')",
    undo: "delete from private.recent_submissions where address = 'unknown'",
  },
  authFault('mails lead elsewhere', 'Mails of sign-in lead', 'site_url', 'env(VITE_SITE_URL)'),
  authFault('mails may lead anywhere', 'Mails of sign-in lead', 'uri_allow_list', 'https://**'),
  authFault(
    'accounts are confirmed without a mail',
    'Addresses are confirmed',
    'mailer_autoconfirm',
    true,
  ),
  authFault('there is no mail server', 'Mails of sign-in have a mail', 'smtp_host', null),
  authFault(
    'mails leave by another server',
    'Mails of sign-in leave',
    'smtp_host',
    'smtp.example.org',
  ),
  authFault(
    'mails have another sender',
    'Mails of sign-in leave',
    'smtp_admin_email',
    'a@example.org',
  ),
  ...[
    'mailer_allow_unverified_email_sign_ins',
    'oauth_server_enabled',
    'passkey_enabled',
    'mfa_phone_enroll_enabled',
    'mfa_phone_verify_enabled',
    'mfa_web_authn_verify_enabled',
    'security_sb_forwarded_for_enabled',
    'a_door_of_tomorrow_enabled',
  ].map((name) => authFault(`${name} is true`, 'Sign-in has no other door', name, true)),
  authFault('nobody may sign up', 'Who may sign up', 'disable_signup', true),
  ...(
    [
      ['max_rows', 100_000],
      ['db_extra_search_path', 'public, extensions, private'],
    ] as const
  ).map(([name, value]): Fault => {
    let kept: unknown
    return {
      name: `the API has another ${name}`,
      fails: ['The API takes as many rows'],
      make: ({ state }) => {
        kept = state.api[name]
        state.api[name] = value
      },
      undo: ({ state }) => void (state.api[name] = kept),
    }
  }),
  secretFault('the functions have another SITE_URL', 'SITE_URL', 'https://www.example.org'),
  secretFault('the functions have another key', 'RESEND_API_KEY', 're_of-somebody-else'),
  secretFault('the functions have no sender', 'MAIL_FROM', undefined),
  secretFault('mails go to another API', 'MAIL_API_URL', 'https://mail.example.org'),
  {
    name: 'clock and function have two secrets, and SITE_URL is wrong',
    fails: [vault, 'The functions have their secrets'],
    make: (imitation) => {
      imitation.state.secrets.set('SITE_URL', 'https://www.example.org')
      return imitation.query(
        "update vault.secrets set secret = secret || 'x' where name = 'deliver_mail_secret'",
      )
    },
    undo: (imitation) => {
      imitation.state.secrets.set('SITE_URL', 'https://www.kindlewell.example')
      return imitation.query(
        "update vault.secrets set secret = rtrim(secret, 'x') where name = 'deliver_mail_secret'",
      )
    },
  },
  authFault(
    'a magic link leads elsewhere',
    'Mails of sign-in have the texts',
    'mailer_templates_magic_link_content',
    '<a href="https://example.org">Sign in</a>',
  ),
  authFault(
    'a code comes with other words',
    'Mails of sign-in have the texts',
    'mailer_templates_reauthentication_content',
    'Tell us your code',
  ),
  {
    name: 'auth.uid() answers with somebody',
    fails: [catalogue, 'The platform tells policies'],
    make: `do $$ begin
      alter function auth.uid() rename to gid;
      create function auth.uid() returns uuid language sql stable as
        'select ''00000000-0000-4000-8000-00000000000a''::uuid';
    end $$`,
    undo: `do $$ begin
      drop function auth.uid();
      alter function auth.gid() rename to uid;
    end $$`,
  },
  authFault(
    'only sign-in requires a captcha',
    'The captcha is on everywhere',
    'security_captcha_enabled',
    true,
  ),
  {
    name: 'events of an unknown API version come',
    fails: ['No event of the payment provider'],
    make: `select public.note_refused_payment_event('Events of API version 2199-01-01 are not understood.')`,
    undo: 'delete from private.refused_payment_events where true',
  },
  {
    name: 'events of an unknown kind come',
    fails: ['Every event of the mail provider'],
    make: `select public.record_mail_event('{x}', 'unknown', null, null, '{}', 'ses Telepathy')`,
    undo: 'delete from private.unknown_mail_events where true',
  },
  authFault('a password may have one letter', 'Passwords, tokens', 'password_min_length', 1),
  authFault(
    'a password is changed without the current one',
    'Passwords, tokens',
    'security_update_password_require_current_password',
    false,
  ),
  authFault('second factors are off', 'Passwords, tokens', 'mfa_totp_verify_enabled', false),
  authFault(
    'a mail has another subject',
    'Mails of sign-in have the texts',
    'mailer_subjects_recovery',
    'Hi',
  ),
  authFault(
    'a mail leads elsewhere',
    'Mails of sign-in have the texts',
    'mailer_templates_confirmation_content',
    '<a href="https://example.org">Confirm</a>',
  ),
  authFault(
    'a hook sees each sign-in',
    'No hook',
    'hook_password_verification_attempt_enabled',
    true,
  ),
  {
    name: 'a bucket is public',
    fails: ['No bucket'],
    make: "insert into storage.buckets (id, name, public) values ('papers', 'papers', true), ('pictures', 'pictures', false)",
    undo: removeBuckets,
  },
  {
    name: 'the bucket of files is public',
    fails: [catalogue, 'No bucket'],
    make: "update storage.buckets set public = true where id = 'files'",
    undo: "update storage.buckets set public = false where id = 'files'",
  },
  {
    name: 'the bucket of files takes every size and type',
    fails: [catalogue],
    make: "update storage.buckets set file_size_limit = null, allowed_mime_types = null where id = 'files'",
    undo: `update storage.buckets set file_size_limit = private.largest_file(),
      allowed_mime_types = '{application/octet-stream}' where id = 'files'`,
  },
  {
    name: 'a policy opens all files',
    fails: [catalogue],
    make: 'create policy "Everything" on storage.objects for select to authenticated using (true)',
    undo: 'drop policy "Everything" on storage.objects',
  },
  {
    name: 'the object of a file is lost',
    fails: ['Each file has its object'],
    make: `with program as (insert into public.programs (name) values ('Of a lost file') returning id)
      insert into public.files (id, name, size, type, hash, version, state, program_id)
      select gen_random_uuid(), 'lost.pdf', 1, 'application/pdf', repeat('0', 64), '1', 'ready', id from program`,
    undo: "delete from public.programs where name = 'Of a lost file'",
  },
  {
    name: 'the storage service takes less than a file',
    fails: ['The storage service takes'],
    make: ({ state }) => void (state.storage.fileSizeLimit = 5_000_000),
    undo: ({ state }) => void (state.storage.fileSizeLimit = 52_428_800),
  },
  {
    name: 'only the forms require a captcha',
    fails: ['The captcha is on everywhere'],
    make: 'update private.captcha set is_required = true where true',
    undo: 'update private.captcha set is_required = false where true',
  },
  {
    name: 'only the site has a captcha',
    fails: ['The captcha is on everywhere'],
    make: ({ state }) =>
      void (state.site.policy = "script-src 'self' https://challenges.cloudflare.com"),
    undo: ({ state }) => void (state.site.policy = undefined),
  },
  {
    name: 'only the next build has a captcha',
    fails: ['The captcha is on everywhere'],
    ...nothing,
    seenAs: (target) => ({ ...target, captchaKey: '0x4AAAAAAAexample' }),
  },
  authFault('few mails go out', 'The limits are', 'rate_limit_email_sent', 30),
  authFault('GitHub signs in', 'Email is the only', 'external_github_enabled', true),
  authFault('telephones sign in', 'Email is the only', 'external_phone_enabled', true),
  authFault(
    'visitors sign in anonymously',
    'Anonymous sign-in',
    'external_anonymous_users_enabled',
    true,
  ),
  {
    name: 'GraphQL is shown, too',
    fails: ['The API only shows'],
    make: ({ state }) => void (state.api.db_schema = 'public,graphql_public'),
    undo: ({ state }) => void (state.api.db_schema = 'public'),
  },
  ...[
    'check-files',
    'deliver-mail',
    'mail-events',
    'payment-events',
    'unsubscribe',
    'verify-captcha',
  ].map(missingFunction),
  {
    name: 'the gateway refuses in place of mail-events',
    fails: ['mail-events refuses'],
    make: ({ state }) => void state.gated.add('mail-events'),
    undo: ({ state }) => state.gated.clear(),
  },
  openTo('anon', "A visitor's join"),
  openTo('authenticated', "A supporter's join"),
  {
    name: 'public channels are allowed',
    fails: ['There are no public channels'],
    make: ({ state }) => void (state.publicChannels = true),
    undo: ({ state }) => void (state.publicChannels = false),
  },
  {
    name: 'a search is taken for a filter',
    fails: ['A search for in.test'],
    make: ({ faults: made }) => {
      const body = JSON.stringify({ code: 'PGRST100', message: 'failed to parse filter' })
      made.push({ path: /POST \/rest\/v1\/rpc\/search_donors/, answer: { status: 400, body } })
    },
    undo: ({ faults: made }) => void made.splice(0),
  },
  {
    name: 'the site is of another project',
    fails: ["The site's content security policy"],
    make: ({ state }) => void (state.site.policy = "connect-src 'self' https://other.supabase.co"),
    undo: ({ state }) => void (state.site.policy = undefined),
  },
  {
    name: 'the host answers everything with 200',
    fails: ['An unknown address'],
    make: ({ state }) => void (state.site.missing = 200),
    undo: ({ state }) => void (state.site.missing = 404),
  },
]
