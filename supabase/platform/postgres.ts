import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Those that hosted projects run: new ones the first, older ones the last, which Debian 12 has too. */
const versions = [17, 15]
const packagesOf = (version: number) => [
  `postgresql-${version}`,
  `postgresql-${version}-cron`,
  `postgresql-${version}-pgtap`,
  `postgresql-${version}-plpgsql-check`,
  'gcc',
  'libc6-dev',
]

export interface Postgres {
  version: number
  /** Directory of `initdb`, `postgres` and the other programs. */
  binaries: string
  /** The user to run them as: Postgres refuses to run as root. */
  user: { uid: number; gid: number } | undefined
}

/**
 * Finds Postgres with the extensions that the platform checks need, or installs it with apt.
 *
 * @param chosen a version, or the directory of its programs; by default the newest that is installed,
 *   or that apt has
 * @returns undefined where it is missing and cannot be installed
 * @throws when `chosen` is neither
 */
export function findPostgres(chosen = process.env.PLATFORM_POSTGRES): Postgres | undefined {
  const places = placesOf(chosen)
  let binaries = places.find(isComplete)
  const isRoot = process.getuid?.() === 0
  if (!binaries && isRoot && !path.isAbsolute(chosen ?? '')) {
    installOneOf(chosen ? [Number(chosen)] : versions)
    binaries = places.find(isComplete)
  }
  if (!binaries) return undefined
  const answer = execFileSync(`${binaries}/postgres`, ['--version'], { encoding: 'utf8' })
  const version = Number(/\d+/.exec(answer)![0])
  return { version, binaries, user: isRoot ? accountOf('postgres') : undefined }
}

function placesOf(chosen: string | undefined): string[] {
  const packaged = (version: number | string) => `/usr/lib/postgresql/${version}/bin`
  if (!chosen) return versions.map(packaged)
  if (path.isAbsolute(chosen)) return [chosen]
  if (/^\d+$/.test(chosen)) return [packaged(chosen)]
  throw new Error(
    `PLATFORM_POSTGRES is ${chosen}: neither a version like 17 nor the directory of its programs.`,
  )
}

/** A place that this Postgres was built with, or moved to. */
const placeOf = (what: 'pkglibdir' | 'sharedir' | 'includedir-server', binaries: string) =>
  execFileSync(`${binaries}/pg_config`, [`--${what}`], { encoding: 'utf8' }).trim()

function isComplete(binaries: string): boolean {
  const exists = (...parts: string[]) => fs.existsSync(path.join(...parts))
  if (!exists(binaries, 'initdb') || !exists('/usr/bin/gcc')) return false
  const libraries = placeOf('pkglibdir', binaries)
  return (
    exists(libraries, 'pg_cron.so') &&
    exists(libraries, 'plpgsql_check.so') &&
    exists(placeOf('sharedir', binaries), 'extension/pgtap.control')
  )
}

function installOneOf(wanted: readonly number[]): void {
  const run = (...args: string[]) =>
    execFileSync('apt-get', args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: 'ignore',
    })
  const succeeds = (...args: string[]) => {
    try {
      run(...args)
      return true
    } catch {
      // The caller reports what is missing.
      return false
    }
  }
  succeeds('update')
  // A version that apt does not have fails at once.
  wanted.find((version) =>
    succeeds('install', '-y', '--no-install-recommends', ...packagesOf(version)),
  )
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
export function compileSafeupdate({ binaries, version }: Postgres, directory: string): string {
  const installed = placeOf('includedir-server', binaries)
  const module = path.join(directory, 'safeupdate.so')
  const headers = fs.existsSync(installed) ? installed : unpackHeaders(version, directory)
  const source = path.join(import.meta.dirname, 'safeupdate.c')
  execFileSync('gcc', ['-shared', '-fPIC', '-O1', '-I', headers, '-o', module, source])
  return module
}

/** The package of the headers depends on two compilers; the headers do not. */
function unpackHeaders(version: number, directory: string): string {
  const options = { cwd: directory, stdio: 'ignore' } as const
  execFileSync('apt-get', ['download', `postgresql-server-dev-${version}`], options)
  const archive = fs.readdirSync(directory).find((name) => name.endsWith('.deb'))!
  execFileSync('dpkg-deb', ['-x', archive, 'headers'], options)
  return path.join(directory, `headers/usr/include/postgresql/${version}/server`)
}

/** A new directory in which the server's user may write. */
export function makeDirectory(user: Postgres['user']): string {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'platform-'))
  if (user) fs.chownSync(directory, user.uid, user.gid)
  return directory
}
