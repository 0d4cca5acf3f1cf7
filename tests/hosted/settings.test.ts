import { expect, it } from 'vitest'
import { addressProblem, configProblems, readConfig } from '../../supabase/hosted/config-values'
import { diagnose, embeddedTarget } from '../../supabase/hosted/doctor'
import { plan, steps } from '../../supabase/hosted/go-live'
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
  } finally {
    await close()
  }
  const looked = lines.filter((line) => line.startsWith('✓')).join('\n')
  expect(looked).toMatch(/A supporter's join[^]*A search for in\.test/)
  expect(looked).not.toMatch(/clock|Vault|sign-in|limits of config|security policy/)
})
