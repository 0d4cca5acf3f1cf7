import { hostnameOf } from '../hostname'
import { standingProblem } from '../management'
import { bad, good, ofProject, unknown, unless, type Check } from './check'

const megabyte = 1024 * 1024

/** What the Free plan holds, in bytes (https://supabase.com/pricing). */
const freePlan = { database: 500 * megabyte, files: 1024 * megabyte }

/** From this share on there is little time left. */
const nearlyFull = 0.9

const inMegabytes = (bytes: number) => `${Math.round(bytes / megabyte)} MB`

const fits = (title: string, mend: string, limit: number, measure: string): Check => ({
  title,
  mend,
  run: ofProject(async ({ management, query }) => {
    const [row] = await query<{ bytes: string }>(measure)
    const bytes = Number(row!.bytes)
    const { plan } = await management.standing()
    if (plan !== undefined && plan !== 'free') return good(`${inMegabytes(bytes)}, ${plan} plan`)
    const note = `${inMegabytes(bytes)} of ${inMegabytes(limit)} on the Free plan`
    if (bytes < limit * nearlyFull) return good(note)
    return plan ? bad(note) : unknown(`${note}; the token does not show which plan it is`)
  }),
})

/** The clocks of two computers are never the same to the second. */
const TOLERANCE = 60_000

export const planChecks: readonly Check[] = [
  {
    title: 'The project runs',
    mend: 'https://supabase.com/dashboard shows it; a paused project is resumed there',
    run: ofProject(async ({ management }) => {
      const standing = await management.standing()
      const problem = standingProblem(standing)
      if (problem) return bad(problem)
      return standing.plan === 'free'
        ? good('Free plan: it is paused after a week with few visits')
        : good(standing.plan && `${standing.plan} plan`)
    }),
  },
  {
    title: 'The database takes writes',
    mend: 'docs/deployment.md, "What the plan allows": free space or upgrade the plan',
    run: ofProject(async ({ management }) => {
      const { enabled } = await management.call<{ enabled: boolean }>('GET', '/readonly')
      return enabled ? bad('it is in read-only mode') : good()
    }),
  },
  fits(
    'The database fits the plan',
    'From 500 MB on it only reads: upgrade the plan, or delete rows and run `vacuum full` (docs/deployment.md, "What the plan allows")',
    freePlan.database,
    'select sum(pg_database_size(oid)) as bytes from pg_database',
  ),
  fits(
    'The files fit the plan',
    'From 1 GB on the storage service refuses files: upgrade the plan, or delete files',
    freePlan.files,
    "select coalesce(sum((metadata ->> 'size')::bigint), 0) as bytes from storage.objects",
  ),
  {
    title: 'The site calls the project by an address of its own',
    mend: 'Unset VITE_SUPABASE_URL, or set it to the custom domain that Dashboard → Settings → General shows as active; then build and upload the site again',
    run: ofProject(async ({ management, url, browserUrl }) => {
      if (browserUrl === url) return good()
      const { active, status } = await hostnameOf(management)
      return unless([
        active !== browserUrl &&
          `VITE_SUPABASE_URL is ${browserUrl}, the custom domain ${active ?? `is ${status}`}`,
      ])
    }),
  },
  {
    title: "This computer's clock is right",
    mend: 'Let the computer set its clock from the network',
    run: ofProject(async ({ query }) => {
      const asked = Date.now()
      const [row] = await query<{ now: string }>(
        'select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as now',
      )
      const answeredAt = Date.now()
      const now = Number(row!.now)
      const off = now < asked ? now - asked : Math.max(0, now - answeredAt)
      const minutes = Math.round(Math.abs(off) / 60_000)
      return Math.abs(off) < TOLERANCE
        ? good()
        : bad(`it is ${minutes} minutes ${off < 0 ? 'ahead of' : 'behind'} the project's`)
    }),
  },
]
