import crypto from 'node:crypto'
import path from 'node:path'
import v8 from 'node:v8'
import vm from 'node:vm'
import { expect } from 'vitest'
import { backUp } from '../../supabase/backup/backup'
import { overPglite } from '../../supabase/backup/database'
import { restore } from '../../supabase/backup/restore'
import { openDatabase } from '../../supabase/embedded/database'
import type { Fixture } from './support'

/** The parts of a database that backup and restore need, for a test. */
export const backupMigration = `
create schema private;
create table public.fired (held boolean not null default false);
create function private.hold_mail() returns void language sql as $$
  update public.fired set held = true where true
$$;
create function private.certificates() returns jsonb language sql as $$ select '{}'::jsonb $$;
create function private.erase_again(jsonb) returns table (certificate uuid, refusal text) language sql
as $$ select null::uuid, null::text where false $$;
create table public.files (id uuid primary key, hash text, state text not null default 'ready', version text);
create function private.adopt_objects(ids uuid[]) returns bigint language sql as $$
  with adopted as (update public.files set version = 'put back' where id = any (ids) returning id)
  select count(*) from adopted
$$;
`

v8.setFlagsFromString('--expose-gc')
const collectGarbage = vm.runInNewContext('gc') as () => void

/** Bytes in use. The next collections free what one finds unused. */
function inUse(): number {
  for (let time = 0; time < 3; time += 1) collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const sha256 = (bytes: Uint8Array) => crypto.createHash('sha256').update(bytes).digest('hex')

/** Incompressible bytes, always the same for a number. */
function bytesOf(number: number, size: number): Uint8Array<ArrayBuffer> {
  const key = Buffer.from(String(number).padStart(16))
  const cipher = crypto.createCipheriv('aes-128-ctr', key, Buffer.alloc(16))
  return new Uint8Array(cipher.update(Buffer.alloc(size)))
}

/**
 * Backs up a database with files of some megabytes in all, made on request, and restores it into
 * another. Each file comes back with its hash, and the memory in use never grows by half of them,
 * nor by 40 MB.
 */
export async function backUpManyFiles(
  from: Fixture,
  to: Fixture,
  { count, megabytes }: { count: number; megabytes: number },
): Promise<void> {
  const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
  const numbers = Array.from({ length: count }, (_, number) => number)
  // From one byte on, around a common size.
  const sizeOf = (number: number) =>
    1 + Math.round((2 * number * megabytes * 1e6) / (count * count))
  const hashes = new Map(
    numbers.map((number) => [idOf(number), sha256(bytesOf(number, sizeOf(number)))]),
  )
  const put = new Map<string, string>()
  const limit = Math.min(40e6, (megabytes * 1e6) / 2)
  let base = 0
  let most = 0
  let calls = 0
  const measure = () => {
    if (calls++ % 10 === 0) most = Math.max(most, inUse() - base)
  }
  const files = {
    read: (id: string) => {
      // By now the database that verifies the backup is open.
      if (calls === 0) base = inUse()
      measure()
      const number = Number(id.slice(-12))
      return Promise.resolve(bytesOf(number, sizeOf(number)))
    },
    write: (id: string, bytes: Uint8Array) => {
      measure()
      put.set(id, sha256(bytes))
      return Promise.resolve()
    },
  }
  const options = { sqlDirectory: from.sqlDirectory, snapshotDirectory: from.snapshotDirectory }
  const source = await openDatabase(options)
  const target = await openDatabase({ ...options, sqlDirectory: to.sqlDirectory })
  try {
    await source.pg.query(
      `insert into public.files (id, hash) select * from json_to_recordset($1::text::json) as made (id uuid, hash text)`,
      [JSON.stringify([...hashes].map(([id, hash]) => ({ id, hash })))],
    )
    const file = path.join(from.dataDirectory, '../files.age')
    const passphrase = 'five random words of a test'
    const backedUp = await backUp({
      database: overPglite(source.pg, 'files', source.close, files),
      file,
      passphrase,
      workFactor: 10,
      scratch: from,
    })
    expect(backedUp).toMatchObject({ count: { files: count }, absent: [] })
    const { filesPut } = await restore(
      { file, passphrase },
      overPglite(target.pg, 'files', target.close, files),
      () => Promise.resolve(),
    )
    expect(filesPut).toBe(count)
    expect([...put].sort()).toEqual([...hashes].sort())
    const { rows } = await target.pg.query(
      `select count(*)::int as adopted from public.files where version = 'put back'`,
    )
    expect(rows).toEqual([{ adopted: count }])
    expect(most).toBeLessThan(limit)
  } finally {
    await source.close()
    await target.close()
  }
}
