import { execFileSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { spawnBound } from '../../supabase/platform/bound-process.js'
import type { Cluster } from '../../supabase/platform/cluster.js'
import { untilReady } from './service.js'

/** The grants of a hosted project on the tables that the auth service makes. */
const grants = `
  grant all on all tables in schema auth to postgres, dashboard_user;
  grant all on all sequences in schema auth to postgres, dashboard_user;
  grant all on all routines in schema auth to postgres, dashboard_user;`

/**
 * Makes the schema `auth` with the service's own migrations, which its binary carries.
 *
 * @param environment as of `authEnvironment`
 */
export async function makeAuthSchema(
  binary: string,
  environment: Record<string, string>,
  { connect }: Pick<Cluster, 'connect'>,
): Promise<void> {
  const admin = connect('supabase_admin', { max: 1 })
  await admin.unsafe(`
    create schema auth authorization supabase_admin;
    grant usage, create on schema auth to supabase_auth_admin;
    grant usage on schema auth to postgres, anon, authenticated, service_role;`)
  execFileSync(binary, ['migrate'], { env: environment, stdio: ['ignore', 'ignore', 'inherit'] })
  const service = connect('supabase_auth_admin', { max: 1 })
  await service.unsafe(grants)
  await Promise.all([admin.end(), service.end()])
}

/** Starts the service; its errors go to this process' own. */
export async function startAuthService(binary: string, environment: Record<string, string>) {
  const service = spawnBound('TERM', binary, ['serve'], {
    env: environment,
    stdio: ['ignore', 'pipe'],
  })
  createInterface(service.stderr!).on('line', (line) => {
    if (/"level":"(error|fatal)"/.test(line)) console.error(line)
  })
  const url = `http://127.0.0.1:${environment.GOTRUE_API_PORT}`
  return { url, ...(await untilReady(service, `${url}/health`)) }
}
