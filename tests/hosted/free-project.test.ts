/** @module-tag ci */
import path from 'node:path'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { localKeys, projectRoot } from '../../supabase/embedded/config'
import { leftOut } from '../../supabase/hosted/config-push'
import { goLive, steps, type Tools } from '../../supabase/hosted/go-live'
import { run } from '../../supabase/hosted/supabase-cli'
import { accessToken, imitateProject, project, type Imitation } from './imitation'
import { siteAt, toolsOn } from './tools'

// A project as the Free plan gives it since June 2026.

const site = 'https://www.kindlewell.example'
const withoutMail: Record<string, string> = {
  SUPABASE_PROJECT_ID: project,
  SUPABASE_ACCESS_TOKEN: accessToken,
  VITE_SITE_URL: site,
  MAIL_FROM: 'hello@kindlewell.example',
  PAYMENT_EVENTS_SECRET: localKeys.paymentEvents,
}
const settings = {
  ...withoutMail,
  RESEND_API_KEY: 're_a-key-that-nobody-sees',
  MAIL_EVENTS_SECRET: localKeys.mailEvents,
}

const printed: string[] = []
const log = (line: string) => void printed.push(line)
afterEach(() => void printed.splice(0))

const failing = () =>
  printed.flatMap((line) => (/^[✗?] /.test(line) ? [line.slice(2).replace(/ \(.*/s, '')] : []))

/** One new project for the tests of a block, which follow each other. */
function aNewProject(): { imitation: Imitation; tools: Tools; commands: string[] } {
  const made = {} as { imitation: Imitation; tools: Tools; commands: string[] }
  beforeAll(async () => {
    made.imitation = await imitateProject()
    Object.assign(made, toolsOn(made.imitation, settings, log))
    vi.stubGlobal('fetch', siteAt(site, made.imitation.url))
    return async () => {
      vi.unstubAllGlobals()
      await made.imitation.close()
    }
  })
  return made
}

describe('without a mail server', () => {
  const made = aNewProject()

  it('goes live with the platform’s own texts, and says what of sign-in does not work', async () => {
    expect(await goLive(withoutMail, made.tools)).toBe(false)
    const lines = printed.join('\n')
    expect(lines).toContain('free plan')
    expect(lines).toContain('only to members of the organization')
    expect(printed).toContain(`  ${leftOut}`)
    expect(made.imitation.state.auth).toMatchObject({
      site_url: site,
      password_min_length: 6,
      rate_limit_email_sent: 2,
      mailer_subjects_recovery: null,
    })
    expect(lines).toContain('no receipt and no notice is sent yet')
    const failed = failing()
    expect(failed).toEqual(
      expect.arrayContaining([
        'The mail worker comes',
        'There is an admin',
        'Mails of sign-in have a mail server',
      ]),
    )
    expect(failed.join()).not.toMatch(/The limits are|Mails of sign-in have the texts/)
    expect(lines).toMatch(/^– Mails of sign-in have the texts/m)
  })

  it('takes the other settings of a push by hand', async () => {
    const { environment, folder, state } = made.imitation
    await run(
      path.join(projectRoot, 'node_modules/tsx/dist/cli.mjs'),
      ['supabase/hosted/run-config-push.ts', '--yes'],
      {
        environment: {
          ...environment,
          SUPABASE_WORKDIR: folder,
          VITE_SITE_URL: 'https://new.kindlewell.example',
        },
        log,
      },
    )
    expect(printed).toContain(leftOut)
    expect(state.auth).toMatchObject({
      site_url: 'https://new.kindlewell.example',
      mailer_subjects_recovery: null,
    })
  })

  it('has texts and limit once there is a mail server', async () => {
    await goLive(settings, made.tools)
    expect(failing(), printed.join('\n')).toEqual(['There is an admin'])
    expect(printed.join('\n')).not.toContain('eft out')
    expect(made.imitation.state.auth).toMatchObject({
      site_url: site,
      smtp_host: 'smtp.resend.com',
      rate_limit_email_sent: 100,
      mailer_subjects_recovery: expect.stringContaining('Set a new password') as string,
    })
  })

  it.each([
    ['INACTIVE', 'The project is paused: resume it in the dashboard'],
    ['RESTORING', 'The project is being restored. Wait a few minutes'],
    ['PROMOTING', "The project's status is PROMOTING"],
  ])('is left as it is while its status is %s', async (status, way) => {
    const { state, recorded } = made.imitation
    state.standing.status = status
    recorded.splice(0)
    made.commands.splice(0)
    expect(await goLive(settings, made.tools)).toBe(false)
    expect(printed.join('\n')).toContain(`Step 1 failed: ${steps[0]!.title}\n${way}`)
    expect(recorded.filter(({ method }) => method !== 'GET')).toEqual([])
    expect(made.commands).toEqual([])
    state.standing.status = 'ACTIVE_HEALTHY'
  })

  it.each([403, 404])('is not touched by a token of another organization (%i)', async (status) => {
    const { faults, recorded } = made.imitation
    faults.push({ path: /^GET \/v1\/projects\/\w+$/, answer: { status, body: '{}' } })
    recorded.splice(0)
    expect(await goLive(settings, made.tools)).toBe(false)
    expect(printed.join('\n')).toMatch(
      /Step 1 failed.*another organization|Step 1 failed.*own or administer/s,
    )
    expect(recorded).toEqual([])
    faults.splice(0)
  })

  it('is not built for the address of another project', async () => {
    const other = { ...settings, VITE_SUPABASE_URL: 'https://tsrqponmlkjihgfedcba.supabase.co' }
    made.imitation.recorded.splice(0)
    expect(await goLive(other, made.tools)).toBe(false)
    expect(printed.join('\n')).toContain(`This project's address is ${made.imitation.url}`)
    expect(made.imitation.recorded.filter(({ method }) => method !== 'GET')).toEqual([])
  })
})

describe('interrupted at each step', { tags: 'long' }, () => {
  const made = aNewProject()
  const hangUp = (place: RegExp, body?: RegExp) => () =>
    void made.imitation.faults.push({ path: place, ...(body && { body }), answer: 'hang up' })

  /** The interruption of each step, in order. */
  const interruptions: [title: string, begin: () => unknown, end?: () => unknown][] = [
    ['Look at the project', hangUp(/^GET \/v1\/projects\/\w+$/)],
    ['Link this folder', hangUp(/\/api-keys$/)],
    [
      'Push the migrations',
      // The quota is reached in the middle of the file.
      () =>
        made.imitation.query(`do $$ begin
          create function public.full_disk() returns event_trigger language plpgsql as $f$ begin
            if to_regclass('public.donations') is not null then
              raise 'cannot execute % in a read-only transaction', tg_tag using errcode = '25006';
            end if;
          end $f$;
          create event trigger full_disk on ddl_command_end execute function public.full_disk();
        end $$`),
      () =>
        made.imitation.query(
          'do $$ begin drop event trigger full_disk; drop function public.full_disk(); end $$',
        ),
    ],
    ['Schedule the jobs', hangUp(/\/database\/query$/, /from cron\.job/)],
    ['Give sign-in a mail server', hangUp(/^PATCH .*\/config\/auth$/)],
    ['Push the settings', hangUp(/^PATCH .*\/postgrest$/)],
    ["Store the clock's address", hangUp(/^POST .*\/secrets$/)],
    ['Deploy the functions', hangUp(/^POST .*\/functions\/deploy$/)],
    [
      'Build the site',
      () => {
        made.tools.build = () => Promise.reject(new Error('No space is left.'))
      },
      () => {
        made.tools.build = () => Promise.resolve()
      },
    ],
    ['Start the mail worker', hangUp(/\/database\/query$/, /net\.http_post/)],
  ]

  it('covers every step', () => {
    for (const [place, { title }] of steps.entries()) {
      expect(title.startsWith(interruptions[place]![0]), title).toBe(true)
    }
    expect(interruptions).toHaveLength(steps.length)
  })

  it.each(interruptions)('says where it stopped: %s', async (title, begin, end) => {
    await begin()
    expect(await goLive(settings, made.tools)).toBe(false)
    await end?.()
    made.imitation.faults.splice(0)
    const place = steps.findIndex((step) => step.title.startsWith(title)) + 1
    const lines = printed.join('\n')
    expect(lines).toMatch(new RegExp(`^Step ${place} failed: ${title}`, 'm'))
    expect(lines).toContain('goes on from here')
    expect(lines).not.toMatch(new RegExp(`^${place + 1}\\. `, 'm'))
    if (title === 'Push the migrations') {
      expect(lines).toContain('The database only reads: a Free project does from 500 MB on')
      expect(await made.imitation.query("select to_regclass('public.donors') as made")).toEqual([
        { made: null },
      ])
    }
  })

  it('goes through in the end, with each secret made once', async () => {
    const { imitation, tools } = made
    expect(await goLive(settings, tools)).toBe(false)
    expect(failing(), printed.join('\n')).toEqual(['There is an admin'])
    const [{ secrets, versions }] = (await imitation.query(`select
      (select count(*)::int from vault.secrets) as secrets,
      (select count(*)::int from supabase_migrations.schema_migrations) as versions`)) as [
      { secrets: number; versions: number },
    ]
    expect({ secrets, versions }).toEqual({ secrets: 2, versions: 1 })
  })
})
