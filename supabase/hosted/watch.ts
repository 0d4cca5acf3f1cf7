import type { Environment } from './config-values'

/** What each job of .github/workflows/watch.yml reads; docs/deployment.md, "Every night". */
const settings = {
  doctor: [
    ...['SUPABASE_PROJECT_ID', 'VITE_SITE_URL', 'SUPABASE_ACCESS_TOKEN'],
    // The way of the warnings.
    ...['BACKUP_DATABASE_URL', 'BACKUP_DATABASE_CA'],
  ],
  backup: [
    ...['BACKUP_DATABASE_URL', 'BACKUP_DATABASE_CA', 'BACKUP_STORAGE_KEY', 'BACKUP_PASSPHRASE'],
  ],
} as const

export type WatchJob = keyof typeof settings

/** Quiet days until GitHub ends the schedules of a public repository. */
const QUIET_DAYS = 60

/** Days of warning: Watch itself cannot report its end. */
const WARNING_DAYS = 14

const DAY = 86_400_000

/** The repository that runs Watch. */
export interface Repository {
  /** Undefined where the forge does not say. */
  isPrivate: boolean | undefined
  /** Of the newest commit of its default branch. */
  newestCommit: Date
  /** On github.com, which ends quiet schedules. */
  isOnGithub: boolean
}

/** Lines as the doctor prints them, so that `npm run warn` finds the ✗ among them. */
export function watchNeeds(
  job: WatchJob,
  environment: Environment,
  { isPrivate, newestCommit, isOnGithub }: Repository,
  now: Date,
): string[] {
  const missing = settings[job].filter((name) => !environment[name]?.trim())
  return [
    missing.length > 0
      ? `✗ Watch has its settings (missing: ${missing.join(', ')}; Settings → Secrets and variables → Actions)`
      : '✓ Watch has its settings',
    isPrivate === undefined
      ? '? The repository is private (the forge does not say)'
      : isPrivate
        ? '✓ The repository is private'
        : '✗ The repository is private (in a public one everybody reads the logs and downloads the backups: run Watch in a private copy)',
    schedule(isOnGithub && isPrivate !== true, newestCommit, now),
  ]
}

/** @see https://docs.github.com/en/actions/reference/workflows-and-actions/events-that-trigger-workflows#schedule */
function schedule(ends: boolean, newestCommit: Date, now: Date): string {
  if (!ends) return '✓ The schedule goes on'
  const end = new Date(newestCommit.getTime() + QUIET_DAYS * DAY)
  const days = Math.floor((end.getTime() - now.getTime()) / DAY)
  const told = `GitHub ends it on ${end.toISOString().slice(0, 10)}, ${QUIET_DAYS} days after the newest commit, unless one comes before`
  return days > WARNING_DAYS
    ? `✓ The schedule goes on (${told})`
    : `✗ The schedule goes on (${told}: push one, or enable Watch again under Actions)`
}
