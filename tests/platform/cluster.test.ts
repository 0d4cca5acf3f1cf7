import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { projectRoot } from '../../supabase/embedded/config'

const isUp = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
    socket.unref().on('connect', () => socket.destroy())
  })

const at = (name: string) => JSON.stringify(path.join(projectRoot, 'supabase/platform', name))

it('Postgres ends with the process that started it, even when that is killed', async () => {
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

it('a service and Postgres end after a hook that timed out', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hook-'))
  const service = `
    const server = require('node:http').createServer().listen(0, '127.0.0.1', () =>
      console.log(server.address().port))`
  fs.writeFileSync(path.join(folder, 'vitest.config.mjs'), 'export default {}')
  fs.writeFileSync(
    path.join(folder, 'late.test.ts'),
    `const { startCluster } = await import(${at('cluster.ts')})
    const { findPostgres } = await import(${at('postgres.ts')})
    const { spawnBound } = await import(${at('bound-process.ts')})
    const { port } = await startCluster(findPostgres())
    const args = ['-e', ${JSON.stringify(service)}]
    const service = spawnBound('TERM', process.execPath, args, { stdio: ['pipe', 'inherit'] })
    const words = await new Promise((resolve) => service.stdout.on('data', resolve))
    const { writeFileSync } = await import('node:fs')
    writeFileSync(${JSON.stringify(path.join(folder, 'ports'))}, port + ' ' + words)
    beforeAll(() => new Promise(() => {}), 100)
    it('never runs', () => {})`,
  )
  const vitest = path.join(projectRoot, 'node_modules/vitest/vitest.mjs')
  const runner = spawn(process.execPath, [vitest, 'run', '--root', folder, '--globals'], {
    cwd: projectRoot,
    env: { ...process.env, CI: 'true' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = once(runner, 'exit') as Promise<[code: number]>
  const errors = await text(runner.stderr)
  const [code] = await exited
  expect(code, errors).toBe(1)
  expect(errors).toContain('Hook timed out')
  const ports = fs.readFileSync(path.join(folder, 'ports'), 'utf8').trim().split(' ').map(Number)
  fs.rmSync(folder, { recursive: true })
  expect(ports).toHaveLength(2)
  for (const port of ports) await expect.poll(() => isUp(port)).toBe(false)
})
