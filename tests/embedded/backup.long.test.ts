import { describe, it } from 'vitest'
import { testInterruptions } from './interruption'
import { backUpManyFiles, backupMigration } from './many-files'
import { createFixture } from './support'

const shares = [0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95]

describe('an interruption', () =>
  testInterruptions(
    ['backup', 'verification', 'restore'],
    (['SIGINT', 'SIGTERM', 'SIGKILL'] as const).flatMap((signal) =>
      shares.map((share) => [signal, share] as const),
    ),
  ))

it('a thousand files of 300 MB come back by their hashes, within 40 MB of memory', async () => {
  const files = { 'migrations/20250101000000_files.sql': backupMigration }
  const from = createFixture(files)
  const to = createFixture(files, from.snapshotDirectory)
  try {
    await backUpManyFiles(from, to, { count: 1000, megabytes: 300 })
  } finally {
    to.remove()
    from.remove()
  }
})
