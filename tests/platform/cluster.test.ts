import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import path from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../../supabase/embedded/config'

const isUp = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
    socket.unref().on('connect', () => socket.destroy())
  })

it('Postgres ends with the process that started it, even when that is killed', async () => {
  const at = (name: string) => JSON.stringify(path.join(projectRoot, 'supabase/platform', name))
  const script = `
    const { startCluster } = await import(${at('cluster.ts')})
    const { findPostgres } = await import(${at('postgres.ts')})
    console.log((await startCluster(findPostgres())).port)`
  const starter = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', script],
    { cwd: projectRoot, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [told] = (await once(starter.stdout, 'data')) as [Buffer]
  const port = Number(told)
  expect(await isUp(port)).toBe(true)
  starter.kill('SIGKILL')
  await expect.poll(() => isUp(port)).toBe(false)
})
