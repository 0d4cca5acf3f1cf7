import { expect, it } from 'vitest'
import { addressProblem, configProblems, readConfig } from '../../supabase/hosted/config-values'
import { withoutMailTexts } from '../../supabase/hosted/config-push'
import { diagnose, embeddedTarget, tellSetUp } from '../../supabase/hosted/doctor'
import { mailServerOf, plan, steps } from '../../supabase/hosted/go-live'
import { applyFlags, complete } from '../../supabase/hosted/settings'

const site = 'https://www.kindlewell.example'

it('finds no problem in config.toml once the site has an address', () => {
  expect(configProblems(readConfig(), { VITE_SITE_URL: site })).toEqual([])
})

it.each([
  ['site_url = "env(VITE_SITE_URL)"', {}, 'is not set'],
  ['site_url = "env(VITE_SITE_URL)"', { VITE_SITE_URL: ' ' }, 'is not set'],
  ['site_url = "env(VITE_SITE_URL)"', { VITE_SITE_URL: 'env(SITE)' }, 'is itself a reference'],
  ["pass = 'env(SMTP_PASSWORD)' # secret", { VITE_SITE_URL: site }, 'is not set'],
  ['secret = "env(TURNSTILE_SECRET_KEY)"', { VITE_SITE_URL: site }, 'is not set'],
  ['additional_redirect_urls = ["env(OTHER)"]', { OTHER: 'http://x.org' }, 'does not begin'],
])('refuses to push %s with %j', (line, environment, reason) => {
  const [problem, ...others] = configProblems(`[auth]\n${line}\n# x = "env(NONE)"`, environment)
  expect(problem).toMatch(/^config\.toml:2: /)
  expect(problem).toContain(reason)
  expect(others).toEqual([])
})

it.each([
  'kindlewell',
  'http://kindlewell.example',
  `${site}/`,
  'https://localhost',
  `${site}?a=b`,
])('does not accept %s as a site’s address', (address) => {
  expect(addressProblem(address)).toBeDefined()
  expect(addressProblem(site)).toBeUndefined()
})

it('takes flags for everything but secrets', () => {
  const { environment, switches } = applyFlags({ MAIL_FROM: 'a@example.org' }, [
    `--site-url=${site}`,
    '--dry-run',
  ])
  expect(environment).toEqual({ MAIL_FROM: 'a@example.org', VITE_SITE_URL: site })
  expect([...switches]).toEqual(['dry-run'])
  expect(() => applyFlags({}, ['--token=sbp_x'])).toThrow('only in the environment')
  expect(() => applyFlags({}, ['--yes=no'])).toThrow('is not known')
})

it('asks for what is missing, secrets unseen, and names it where there is no terminal', async () => {
  const asked: [string, boolean][] = []
  const answers = await complete({ VITE_SITE_URL: site }, ['site-url', 'token'], (...question) => {
    asked.push(question)
    return Promise.resolve(' sbp_typed ')
  })
  expect(answers.SUPABASE_ACCESS_TOKEN).toBe('sbp_typed')
  expect(asked).toEqual([[expect.stringMatching(/access token/), true]])
  await expect(
    complete({ SUPABASE_PROJECT_ID: 'short' }, ['project-ref', 'mail-from', 'token'], undefined),
  ).rejects.toThrow(
    /SUPABASE_PROJECT_ID is not twenty.*\nMAIL_FROM is not set \(or --mail-from=…\)\nSUPABASE_ACCESS_TOKEN is not set$/,
  )
})

it('goes on without a key of the mail API, which may come later', async () => {
  const kept = await complete({ RESEND_API_KEY: '' }, ['mail-key'], undefined)
  expect(kept.RESEND_API_KEY).toBeUndefined()
  const typed = await complete({}, ['mail-key'], () => Promise.resolve(' '))
  expect(typed.RESEND_API_KEY).toBeUndefined()
  await expect(complete({ RESEND_API_KEY: 'a b' }, ['mail-key'], undefined)).rejects.toThrow(
    'RESEND_API_KEY has blanks in it',
  )
})

it.each([
  [{ RESEND_API_KEY: 're_key' }, ['smtp.resend.com', '465', 'resend', 're_key']],
  // The key of another API is none of Resend's server.
  [{ RESEND_API_KEY: 'key', MAIL_API_URL: 'https://mail.example.org' }, undefined],
  [
    { SMTP_URL: 'smtp://me%40x.org:p%2Fw@mail.x.org:2525' },
    ['mail.x.org', '2525', 'me@x.org', 'p/w'],
  ],
  [{ SMTP_URL: 'smtp://me:pw@mail.x.org' }, ['mail.x.org', '587', 'me', 'pw']],
  [{ SMTP_URL: 'smtps://me:pw@mail.x.org' }, ['mail.x.org', '465', 'me', 'pw']],
  [{ SMTP_URL: 'smtps://me:pw@mail.x.org:2465' }, undefined],
  [{ SMTP_URL: 'mail.x.org' }, undefined],
  [{}, undefined],
])('takes the mail server of sign-in from %j', (environment, expected) => {
  const server = mailServerOf(environment)
  expect(
    server && [server.smtp_host, server.smtp_port, server.smtp_user, server.smtp_pass],
  ).toEqual(expected)
})

it('leaves only the texts of mails out of config.toml', () => {
  const config = readConfig()
  const rest = withoutMailTexts(config)
  const sections = (text: string) => [...text.matchAll(/^\[(.+)\]$/gm)].map(([, name]) => name!)
  expect(sections(rest)).toEqual(
    sections(config).filter((name) => !name.startsWith('auth.email.template.')),
  )
  expect(sections(rest)).not.toHaveLength(sections(config).length)
  expect(rest).not.toContain('content_path')
  const lines = new Set(config.split('\n'))
  expect(rest.split('\n').filter((line) => !lines.has(line))).toEqual([])
})

it('plans every step, and shows no secret', () => {
  const lines = plan({ VITE_SITE_URL: site, RESEND_API_KEY: 're_secret' })
  for (const { title } of steps) expect(lines.join('\n')).toContain(title)
  expect(lines.join('\n')).not.toContain('re_secret')
})

it('finds the embedded backend healthy, and skips checks for hosted projects', async () => {
  const lines: string[] = []
  const { target, close } = await embeddedTarget()
  try {
    expect(await diagnose(target, (line) => void lines.push(line)), lines.join('\n')).toBe(0)
    const setUp: string[] = []
    await tellSetUp(target, (line) => void setUp.push(line))
    expect(setUp.map((line) => line.trim().replace(/ \(.*|:.*/, ''))).toEqual([
      '5 of 9 steps of setting up are done. Open',
      'Add a second factor',
      'Send a test email',
      'Confirm the words of receipts',
      'Name a second administrator',
    ])
  } finally {
    await close()
  }
  const looked = lines.filter((line) => line.startsWith('✓')).join('\n')
  expect(looked).toMatch(/A supporter's join[^]*A search for in\.test/)
  expect(looked).not.toMatch(/clock|Vault|sign-in|limits of config|security policy/)
})
