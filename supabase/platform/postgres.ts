import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** The oldest version that a hosted project runs, and the one in Debian 12. */
const binaries = '/usr/lib/postgresql/15/bin'
const libraries = '/usr/lib/postgresql/15/lib'
const packages = [
  'postgresql-15',
  'postgresql-15-cron',
  'postgresql-15-pgtap',
  'postgresql-15-plpgsql-check',
  'gcc',
  'libc6-dev',
]

export interface Postgres {
  /** Directory of `initdb`, `postgres` and the other programs. */
  binaries: string
  /** The user to run them as: Postgres refuses to run as root. */
  user: { uid: number; gid: number } | undefined
}

/**
 * Finds Postgres 15 with the extensions that the platform checks need, or installs it with apt.
 *
 * @returns undefined where it is missing and cannot be installed
 */
export function findPostgres(): Postgres | undefined {
  const isRoot = process.getuid?.() === 0
  if (!isComplete() && isRoot) install()
  if (!isComplete()) return undefined
  return { binaries, user: isRoot ? accountOf('postgres') : undefined }
}

const isComplete = () =>
  [`${binaries}/initdb`, `${libraries}/pg_cron.so`, `${libraries}/plpgsql_check.so`].every((file) =>
    fs.existsSync(file),
  ) &&
  fs.existsSync('/usr/share/postgresql/15/extension/pgtap.control') &&
  fs.existsSync('/usr/bin/gcc')

function install(): void {
  const run = (...args: string[]) =>
    execFileSync('apt-get', args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: 'ignore',
    })
  try {
    run('update')
    run('install', '-y', '--no-install-recommends', ...packages)
  } catch {
    // The caller reports what is missing.
  }
}

function accountOf(name: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/**
 * Compiles the module that refuses UPDATE and DELETE without WHERE.
 *
 * @param directory where the module and the headers of the server are kept
 * @returns the path of the module, as `session_preload_libraries` takes it
 * @throws when the headers cannot be downloaded or the compiler fails
 */
export function compileSafeupdate(directory: string): string {
  const installed = '/usr/include/postgresql/15/server'
  const module = path.join(directory, 'safeupdate.so')
  const headers = fs.existsSync(installed) ? installed : unpackHeaders(directory)
  const source = path.join(import.meta.dirname, 'safeupdate.c')
  execFileSync('gcc', ['-shared', '-fPIC', '-O1', '-I', headers, '-o', module, source])
  return module
}

/** The package of the headers depends on two compilers; the headers do not. */
function unpackHeaders(directory: string): string {
  const options = { cwd: directory, stdio: 'ignore' } as const
  execFileSync('apt-get', ['download', 'postgresql-server-dev-15'], options)
  const archive = fs.readdirSync(directory).find((name) => name.endsWith('.deb'))!
  execFileSync('dpkg-deb', ['-x', archive, 'headers'], options)
  return path.join(directory, 'headers/usr/include/postgresql/15/server')
}

/** A new directory in which the server's user may write. */
export function makeDirectory(user: Postgres['user']): string {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'platform-'))
  if (user) fs.chownSync(directory, user.uid, user.gid)
  return directory
}
