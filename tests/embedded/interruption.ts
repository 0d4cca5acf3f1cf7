import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRoot } from '../../supabase/embedded/config'
import { openDatabase } from '../../supabase/embedded/database'
import { createFixture } from './support'

const address = '.only.in.the.backup@example.org'

/** A signal, and the fraction of its statements that a command has run by then. */
type Moment = readonly [signal: 'SIGHUP' | 'SIGINT' | 'SIGTERM' | 'SIGKILL', share: number]

type Name = 'backup' | 'verification' | 'restore'

/**
 * Tests that commands leave nothing readable, whenever they end. A backup verifies itself.
 *
 * @param backupStatements how many statements a backup runs, about; without it one is made to count them
 */
export function testInterruptions(
  names: readonly Name[],
  moments: readonly Moment[],
  backupStatements?: number,
): void {
  const fixture = createFixture({})
  const inside = (name: string) => path.join(fixture.sqlDirectory, name)
  const [temporary, backups] = [inside('temporary'), inside('backups')]
  const [source, target] = [inside('source'), inside('target')]
  const whole = path.join(backups, 'whole.age')
  const commands = {
    backup: { args: ['run-backup.ts', path.join(backups, 'another.age')], dataDirectory: source },
    verification: { args: ['run-restore.ts', '--verify', whole], dataDirectory: target },
    restore: { args: ['run-restore.ts', '--yes', whole], dataDirectory: target },
  }
  const statements: Partial<Record<Name, number>> = backupStatements
    ? { backup: backupStatements }
    : {}
  let before: unknown[] = []
  let complete: string[] = []

  /** Runs a command as a separate process, which gets a signal before one of its statements. */
  async function run(
    { args: [script, ...args], dataDirectory }: (typeof commands)['backup'],
    pauseAt = 0,
    signal?: Moment[0],
  ) {
    const child = spawn(
      process.execPath,
      [
        ...process.execArgv,
        ...['--import', 'tsx', '--import', new URL('./pause.ts', import.meta.url).href],
        ...[path.join(projectRoot, 'supabase/backup', script!), ...args],
      ],
      {
        cwd: projectRoot,
        env: {
          ...process.env,
          TMPDIR: temporary,
          EMBEDDED_DATA: dataDirectory,
          BACKUP_PASSPHRASE: 'five random words of a test',
          PAUSE_AT: String(pauseAt),
        },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      },
    )
    let output = ''
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.on('data', (text) => (output += String(text)))
    }
    let count = 0
    child.on('message', (number) => {
      count = Number(number)
      if (count === pauseAt) child.kill(signal)
    })
    const [code, killedBy] = (await once(child, 'close')) as [number | null, string | null]
    return { code, killedBy, count, output }
  }

  async function mentees(dataDirectory: string) {
    const { pg, close } = await openDatabase({ dataDirectory })
    const { rows } = await pg.query<{ email: string }>('select * from public.mentees order by id')
    await close()
    return rows
  }

  const readable = () =>
    [temporary, backups]
      .flatMap((folder) => fs.readdirSync(folder, { recursive: true, withFileTypes: true }))
      .filter((it) => it.isFile())
      .map((it) => path.join(it.parentPath, it.name))
      .filter((file) => fs.readFileSync(file).includes(address))

  beforeAll(async () => {
    for (const folder of [temporary, backups]) fs.mkdirSync(folder)
    const { pg, close } = await openDatabase({ dataDirectory: source })
    // Postgres would keep fewer in memory until it ends.
    await pg.exec(`set session_replication_role = 'replica'`)
    await pg.query(
      `insert into public.mentees (first_name, last_name, email, school_name, person_id)
      select 'No.', n, n || $1, md5(n::text), (select id from private.people limit 1)
      from generate_series(1, 2000) n`,
      [address],
    )
    await close()
    if (backupStatements) return
    const made = await run({ args: ['run-backup.ts', whole], dataDirectory: source })
    expect(made.output).toContain('Verified')
    statements.backup = made.count
    complete = fs.readdirSync(backups)
    if (names.includes('restore')) {
      before = await mentees(target)
      const copy = { ...commands.restore, dataDirectory: inside('copy') }
      fs.cpSync(target, copy.dataDirectory, { recursive: true })
      const restored = await run(copy)
      expect(restored.output).toContain('each row is as it was')
      statements.restore = restored.count
    }
    if (names.includes('verification')) {
      const verified = await run(commands.verification)
      expect(verified.output).toContain('each row and file is as it was')
      statements.verification = verified.count
    }
  })
  afterAll(fixture.remove)

  describe.each(names)('a %s', (name) => {
    it.each(moments)(
      'that %s ends at %d of its work leaves nothing to read',
      async (signal, share) => {
        const pauseAt = Math.ceil(statements[name]! * share)
        const { code, killedBy, count, output } = await run(commands[name], pauseAt, signal)
        expect(count, output).toBe(pauseAt)
        expect([code, killedBy]).toEqual(
          signal === 'SIGKILL' ? [null, signal] : [128 + os.constants.signals[signal], null],
        )
        expect(readable()).toEqual([])
        // The program tsx keeps its copies of our code there.
        expect(fs.readdirSync(temporary).filter((it) => !it.startsWith('tsx-'))).toEqual([])
        // After SIGKILL, an encrypted part is there until the next run.
        if (signal !== 'SIGKILL' && name === 'backup') {
          expect(fs.readdirSync(backups)).toEqual(complete)
        }
        if (name === 'restore') expect(await mentees(target)).toEqual(before)
      },
    )
  })
}
