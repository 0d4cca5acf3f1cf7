import fs from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { createBackend } from '../../supabase/embedded/backend'
import { pdf } from '../file-samples'
import { filesOf } from './files'

// A process that uploads, removes and erases files, and that a test kills at one step: each
// statement and each change of the disk is counted, and one of them waits.

let steps = 0
let isCounting = false

async function step(): Promise<void> {
  if (!isCounting) return
  steps += 1
  process.send!(steps)
  if (steps === Number(process.env.PAUSE_AT)) {
    // The listener keeps the process alive, and ends it with the test.
    await new Promise(() => process.once('disconnect', () => process.exit()))
  }
}

function counted<Name extends string>(
  target: Record<Name, (...args: never[]) => Promise<unknown>>,
  ...names: Name[]
): void {
  for (const name of names) {
    const run = target[name]
    target[name] = async function (this: unknown, ...args) {
      await step()
      const result = await run.apply(this, args)
      await step()
      return result
    }
  }
}
counted(PGlite.prototype as never, 'query', 'transaction')
counted(fs.promises as never, 'rename', 'rm')

const backend = await createBackend({ dataDirectory: process.env.EMBEDDED_DATA })
const files = await filesOf(backend, 'http://localhost')
isCounting = true
const letter = await files.announce('letter.pdf', 500)
await files.upload(letter, pdf(`A letter ${process.pid}`))
await files.check(letter)
const scan = await files.announce('scan.pdf', 2000)
const bytes = pdf(`A scan ${process.pid} ${'x'.repeat(2000)}`)
await files.uploadInParts(scan, bytes, 700)
await files.check(scan)
await files.remove(letter)
await files.sweep()
await files.erase()
await files.sweep()
isCounting = false
await backend.close()
process.disconnect()
