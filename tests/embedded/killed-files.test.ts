import { spawn } from 'node:child_process'
import crypto from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { createBackend } from '../../supabase/embedded/backend'
import { projectRoot } from '../../supabase/embedded/config'
import { pdf } from '../file-samples'
import { filesOf } from './files'

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'files-'))
afterAll(() => fs.rmSync(directory, { recursive: true, force: true }))

/** Of the steps of file-work.ts. */
const shares = [0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95]

it(
  'a killed upload, removal or erasure leaves nothing half after the sweep',
  { tags: 'long' },
  async () => {
    const dataDirectory = path.join(directory, 'data')
    const run = async (pauseAt: number) => {
      const child = spawn(
        process.execPath,
        ['--import', 'tsx', fileURLToPath(new URL('./file-work.ts', import.meta.url))],
        {
          cwd: projectRoot,
          env: { ...process.env, EMBEDDED_DATA: dataDirectory, PAUSE_AT: String(pauseAt) },
          stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
        },
      )
      let output = ''
      child.stderr!.on('data', (text) => (output += String(text)))
      let count = 0
      child.on('message', (number) => {
        count = Number(number)
        if (count === pauseAt) child.kill('SIGKILL')
      })
      await once(child, 'close')
      return { count, output }
    }
    const whole = await run(0)
    expect(whole.count, whole.output).toBeGreaterThan(50)
    for (const share of shares) {
      const pauseAt = Math.ceil(whole.count * share)
      const { count, output } = await run(pauseAt)
      expect(count, output).toBe(pauseAt)
      const backend = await createBackend({ dataDirectory })
      try {
        const files = await filesOf(backend, 'http://localhost')
        await backend.exclusive(async (pg) => {
          await pg.query("update storage.objects set created_at = now() - interval '2 days'")
          await pg.query(
            "update public.files set created_at = now() - interval '2 days' where state = 'uploading'",
          )
        })
        await files.sweep()
        const { rows, objects } = await backend.exclusive(async (pg) => ({
          rows: (
            await pg.query<{ id: string; version: string; state: string; hash: string }>(
              'select id, version, state::text, hash from public.files',
            )
          ).rows,
          objects: (
            await pg.query<{ name: string; version: string }>(
              'select name, version from storage.objects',
            )
          ).rows,
        }))
        expect(rows.filter(({ state }) => state !== 'ready')).toEqual([])
        const places = rows.map(({ id, version }) => ({ name: id, version }))
        expect(objects).toHaveLength(places.length)
        expect(objects).toEqual(expect.arrayContaining(places))
        const directory = path.join(dataDirectory, 'embedded-storage')
        const kept = fs.readdirSync(directory).filter((name) => !/\.(part|info)$/.test(name))
        expect(kept.sort()).toEqual(objects.map(({ version }) => version).sort())
        for (const { version, hash } of rows) {
          const bytes = fs.readFileSync(path.join(directory, version))
          expect(crypto.createHash('sha256').update(bytes).digest('hex')).toBe(hash)
        }
        // And it works as before.
        const next = await files.announce('next.pdf', 100)
        await files.upload(next, pdf(`Next ${share}`))
        expect(await files.check(next)).toEqual({ state: 'ready', refusal: null })
        await files.erase()
        await files.sweep()
        expect(fs.readdirSync(directory).filter((name) => !/\.(part|info)$/.test(name))).toEqual([])
      } finally {
        await backend.close()
      }
    }
  },
)
