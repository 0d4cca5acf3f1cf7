import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import type { PGlite } from '@electric-sql/pglite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { backUp } from '../../supabase/backup/backup'
import { overPglite, type Database } from '../../supabase/backup/database'
import { decrypted, encryptInto } from '../../supabase/backup/encryption'
import { restore, verify } from '../../supabase/backup/restore'
import type { Header } from '../../supabase/backup/script'
import { choosePassphrase, explain, openChosen } from '../../supabase/backup/settings'
import { prepareDataDirectory } from '../../supabase/embedded/data-directory'
import { openDatabase } from '../../supabase/embedded/database'
import { localBucket } from '../../supabase/embedded/local-bucket'
import type { Bucket } from '../../supabase/functions/_shared/bucket.ts'
import { testInterruptions } from './interruption'
import { backUpManyFiles, backupMigration } from './many-files'
import { createFixture, type Fixture } from './support'

// Between two tries.
vi.mock('node:timers/promises', () => ({ setTimeout: () => Promise.resolve() }))

const passphrase = 'five random words of a test'
// The default takes a second for each file.
const workFactor = 10
const agree = () => Promise.resolve()

const migration = `
${backupMigration}
create type public.mood as enum ('calm', 'with "quotes", \\ and ''more''');
create table public."Odd ""table""" (
  id bigint generated always as identity primary key,
  parent bigint references public."Odd ""table""" (id),
  words text, "a, column" text[], grid integer[][], settings jsonb, written json, bytes bytea,
  amount numeric, small real, large double precision, moods public.mood[], day date, clock time,
  moment timestamptz, local timestamp, span interval, network inet, key uuid,
  doubled numeric generated always as (amount * 2) stored
);
create sequence private.numbers start 1001;
create function private.fire() returns trigger language plpgsql as $$
begin
  insert into public.fired default values;
  return null;
end $$;
create trigger fire after insert on public."Odd ""table""" for each row execute function private.fire();
`

/** As many as make several batches. */
const many = `
insert into public."Odd ""table""" (parent, words, amount, moment, bytes)
select nullif(number - 1, 0), repeat(chr(number % 1000 + 32), number % 100), number / 7.0,
  timestamptz '2020-01-01' + number * interval '1 hour', decode(md5(number::text), 'hex')
from generate_series(1, 3000) as number;
insert into public."Odd ""table""" (words, amount, small, large, day, moment, local, span, grid, moods, network, key)
values
  (E'\\\\.', 'NaN', 'Infinity', '-Infinity', 'infinity', '-infinity', 'infinity', '-1 mon 2 days 03:04:05.678901',
    '{{1,2},{null,4}}', array['calm', 'with "quotes", \\ and ''more''']::public.mood[], '2001:db8::/32', gen_random_uuid()),
  ('', 'Infinity', 1e-40, 5e-324, '4713-01-01 BC', '0044-03-15 BC', '294276-12-31', '0', '{}', '{}', '10.0.0.1', null),
  (null, 12345678901234567890.123456789, null, 0.1, null, null, null, null, null, null, null, null);
select setval('private.numbers', 4321);
delete from public.fired where true;
`

const few = `insert into public."Odd ""table""" (words) values ('one'), ('two')`

const inMemory = (fixture: Fixture) => ({ ...fixture, dataDirectory: undefined })
const everything = async (pg: PGlite) => {
  const { rows } = await pg.query(`
    select string_agg(stored::text, E'\\n' order by id) as rows, sum(doubled) filter (where amount < 1e6) as doubled,
      (select count(*)::int from public.fired) as fired
    from public."Odd ""table""" as stored`)
  return rows[0]
}

describe('a round trip', () => {
  const { snapshotDirectory, remove: removeSnapshots } = createFixture({})
  afterAll(removeSnapshots)
  let from: Fixture
  let to: Fixture
  beforeEach(() => {
    const files = { 'migrations/20250101000000_odd.sql': migration }
    from = createFixture(files, snapshotDirectory)
    to = createFixture(files, snapshotDirectory)
  })
  afterEach(() => {
    from.remove()
    to.remove()
  })

  it('keeps values of every type, counters and references, fires no trigger and holds the mail', async () => {
    const source = await openDatabase(inMemory(from))
    await source.pg.exec(many)
    const samples = fc.sample(
      fc.record({
        words: fc.option(fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0'))),
        list: fc.option(
          fc.array(
            fc.option(
              fc.constantFrom('', 'NULL', '\\N', 'a,b', '{"x"}', '\t\r\n\v\f\b', '\u2028😀'),
            ),
          ),
        ),
        settings: fc.option(
          fc
            .jsonValue({ noUnicodeString: false })
            .filter((it) => !/\\u0000|\\ud[89a-f]/i.test(JSON.stringify(it))),
        ),
        bytes: fc.uint8Array(),
      }),
      100,
    )
    for (const { words, list, settings, bytes } of samples) {
      const json = settings === null ? null : JSON.stringify(settings)
      await source.pg.query(
        `insert into public."Odd ""table""" (words, "a, column", settings, written, bytes)
        values ($1, $2::text[], $3::text::jsonb, $3::text::json, $4)`,
        [words, list, json, bytes],
      )
    }
    await source.pg.exec('delete from public.fired where true')
    const file = path.join(from.dataDirectory, '../odd.age')
    const database = overPglite(source.pg, 'odd', source.close)
    const { count } = await backUp({
      database,
      file,
      passphrase,
      workFactor,
      scratch: from,
    })
    expect(count.rows).toBe(3_103)
    expect(fs.statSync(file).mode & 0o077).toBe(0)

    const target = await openDatabase(inMemory(to))
    await target.pg.exec(`insert into public."Odd ""table""" (words) values ('goes away')`)
    const restored = overPglite(target.pg, 'odd', target.close)
    await restore({ file, passphrase }, restored, (_, present) => {
      expect(present).toEqual({ rows: 2, tables: 2, files: 0 })
      return Promise.resolve()
    })
    expect(await everything(target.pg)).toEqual(await everything(source.pg))
    const next = `select nextval('private.numbers')::int as number,
      nextval(pg_get_serial_sequence('public."Odd ""table"""', 'id'))::int as id`
    expect((await target.pg.query(next)).rows).toEqual((await source.pg.query(next)).rows)
    await source.close()
    await target.close()
  })

  it('has each file by its hash, without holding all of them in memory', { tags: 'ci' }, () =>
    backUpManyFiles(from, to, { count: 20, megabytes: 8 }),
  )

  it('has a thousand files of 300 MB in 40 MB of memory', { tags: 'long' }, () =>
    backUpManyFiles(from, to, { count: 1000, megabytes: 300 }),
  )

  it('leaves no file of a database that was migrated meanwhile', async () => {
    const source = await openDatabase(inMemory(from))
    const opened = overPglite(source.pg, 'odd', source.close)
    const migrated: Database = {
      ...opened,
      transaction: async (mode, work) => {
        const result = await opened.transaction(mode, work)
        await source.pg.exec(
          `insert into supabase_migrations.schema_migrations (version) values ('20250102000000') on conflict do nothing`,
        )
        return result
      },
    }
    const file = path.join(from.dataDirectory, '../odd.age')
    await expect(
      backUp({ database: migrated, file, passphrase, workFactor, scratch: from }),
    ).rejects.toThrow('The database was migrated during the backup. Run it again.')
    expect(fs.existsSync(file)).toBe(false)
    await source.close()
  })

  it(
    'refuses an older backup and a newer one, changes nothing, and verifies the older',
    { tags: 'ci' },
    async () => {
      const source = await openDatabase(inMemory(from))
      await source.pg.exec(few)
      const file = path.join(from.dataDirectory, '../odd.age')
      const database = overPglite(source.pg, 'odd', source.close)
      await backUp({ database, file, passphrase, workFactor, scratch: from })
      await source.close()

      to.write('migrations/20250102000000_more.sql', 'create table public.more (id integer)')
      const target = await openDatabase(inMemory(to))
      await target.pg.exec(few)
      const before = await everything(target.pg)
      const newer = overPglite(target.pg, 'newer', target.close)
      await expect(restore({ file, passphrase }, newer, agree)).rejects.toThrow(
        /older than newer.*before the migrations 20250102000000/,
      )
      expect(await everything(target.pg)).toEqual(before)
      expect((await verify({ file, passphrase }, to)).count).toEqual({
        rows: 4,
        tables: 2,
        files: 0,
      })
      const second = path.join(to.dataDirectory, '../odd.age')
      await backUp({
        database: newer,
        file: second,
        passphrase,
        workFactor,
        scratch: to,
      })
      await target.close()

      const older = await openDatabase(inMemory(from))
      const unchanged = await everything(older.pg)
      await expect(
        restore(
          { file: second, passphrase },
          overPglite(older.pg, 'older', older.close),
          agree,
          from.sqlDirectory,
        ),
      ).rejects.toThrow(/newer than older and this copy .* lack the migrations 20250102000000/)
      expect(await everything(older.pg)).toEqual(unchanged)
      await older.close()
      await expect(verify({ file: second, passphrase }, from)).rejects.toThrow(
        /this copy of the repository lacks the migrations 20250102000000/,
      )
    },
  )
})

describe('the database of the product', () => {
  const directory = createFixture({})
  const file = path.join(directory.sqlDirectory, 'whole.age')
  let pg: PGlite
  let database: Database
  let header: Header
  let bucket: Bucket
  const child = '00000000-0000-4000-8000-00000000f11e'
  const files = new Map(
    [1, 2, 49_151, 49_152, 49_153, 300_000].map((size, number) => [
      number === 0 ? child : crypto.randomUUID(),
      new Uint8Array(crypto.randomBytes(size)),
    ]),
  )
  /** One belongs to the child of an address, the others to a gift. */
  const addFiles = async () => {
    for (const [id, bytes] of files) {
      await pg.query(
        `insert into public.files (id, name, size, type, hash, version, state, mentee_id, gift_id)
        select $1::uuid, 'paper.pdf', $2, 'application/pdf', $3, '1', 'ready',
          case when $1::uuid = $4 then (select id from public.mentees where parent_email = 'rita.flomo@example.org') end,
          case when $1::uuid <> $4 then (select id from public.donations order by id limit 1) end`,
        [id, bytes.length, hashOf(bytes), child],
      )
      await bucket.write(id, bytes)
    }
    await pg.query('select private.adopt_objects(array(select id from public.files))')
  }
  const hashOf = (bytes: Uint8Array | undefined) =>
    bytes && crypto.createHash('sha256').update(bytes).digest('hex')
  const storedFiles = async () =>
    new Map(
      await Promise.all(
        [...files.keys()].map(async (id) => [id, hashOf(await bucket.read(id))] as const),
      ),
    )
  beforeAll(async () => {
    const opened = await openDatabase()
    pg = opened.pg
    bucket = await localBucket(pg, undefined)
    database = overPglite(pg, 'embedded', opened.close, bucket)
    await addFiles()
    await pg.exec(`
      insert into auth.sessions (id, user_id) select gen_random_uuid(), id from auth.users;
      insert into private.outbox (idempotency_key, kind, recipient) values ('waits', 'test', 'waits@example.org')`)
    header = (await backUp({ database, file, passphrase, workFactor })).header
  })
  afterAll(async () => {
    await database.close()
    directory.remove()
  })

  const stored = async () => {
    const tables = await Promise.all(
      [...header.tables.map((it) => it.name), 'auth.sessions'].map(async (name) => {
        const { rows } = await pg.query<{ sum: string }>(
          `select md5(string_agg(it::text, ',' order by it::text)) as sum from ${name} as it`,
        )
        return `${name} ${rows[0]!.sum}`
      }),
    )
    return tables.join('\n')
  }
  const scriptOf = async (source = file) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of decrypted(source, passphrase)) chunks.push(chunk)
    return Buffer.concat(chunks).toString()
  }
  const encrypt = async (name: string, text: string) => {
    const made = path.join(directory.sqlDirectory, name)
    await encryptInto(made, Readable.from([Buffer.from(text)]), passphrase, workFactor)
    return made
  }
  const write = (name: string, content: Buffer | string) => {
    const made = path.join(directory.sqlDirectory, name)
    fs.writeFileSync(made, content)
    return made
  }

  it('is in the backup with every table that the migrations make', async () => {
    const { rows } = await pg.query<{ name: string }>(`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in (
        'auth', 'cron', 'embedded', 'extensions', 'net', 'realtime', 'supabase_migrations', 'vault',
        'storage', 'information_schema', 'pg_catalog'
      ) order by 1`)
    expect(header.tables.map((it) => it.name).filter((it) => !it.startsWith('auth.'))).toEqual(
      rows.map((it) => it.name).sort(),
    )
    expect(header.tables.map((it) => it.name)).toEqual(
      expect.arrayContaining(['auth.users', 'auth.identities']),
    )
  })

  it('is in the file with no word of it readable', () => {
    const bytes = fs.readFileSync(file).toString('latin1')
    expect(bytes).toMatch(/^age-encryption\.org\/v1\n-> scrypt /)
    expect(bytes).not.toMatch(/kindlewell|mentees/i)
  })

  it('comes back after everything was deleted; sessions end and no mail goes out', async () => {
    await pg.exec('delete from private.outbox; truncate auth.users, public.mentees cascade')
    await restore({ file, passphrase }, database, agree)
    const { rows } = await pg.query(`
      select (select count(*)::int from auth.users) > 0 as accounts, (select count(*)::int from auth.sessions) as sessions,
        (select count(*)::int from public.mentees) > 0 as mentees,
        (select state from private.outbox where idempotency_key = 'waits') as mail`)
    expect(rows).toEqual([{ accounts: true, sessions: 0, mentees: true, mail: 'failed' }])
  })

  it('says which files went while it ran, are lost, or have other bytes', async () => {
    const [removed, lost, changed, cut] = [...files.keys()].slice(1) as [
      string,
      string,
      string,
      string,
    ]
    const cuts = new Set([cut])
    const odd: Database = {
      ...database,
      files: {
        write: (id, bytes) => bucket.write(id, bytes),
        read: async (id) => {
          if (cuts.delete(id)) throw new Error('The line was cut.')
          if (id === removed) await pg.query('delete from public.files where id = $1', [id])
          if (id === removed || id === lost) return undefined
          return id === changed ? new Uint8Array(3) : bucket.read(id)
        },
      },
    }
    const holed = path.join(directory.sqlDirectory, 'holed.age')
    const { count, absent } = await backUp({
      ...{ database: odd, file: holed, passphrase, workFactor },
    })
    expect(count.files).toBe(files.size - 3)
    expect(absent.sort((one, other) => (one.is < other.is ? -1 : 1))).toEqual([
      { id: changed, is: 'changed' },
      { id: lost, is: 'lost' },
      { id: removed, is: 'removed' },
    ])
  })

  it('is neither backed up nor restored without the key of its storage', async () => {
    const keyless: Database = { ...database, files: undefined }
    const another = path.join(directory.sqlDirectory, 'another.age')
    const before = await stored()
    await expect(
      backUp({ database: keyless, file: another, passphrase, workFactor }),
    ).rejects.toThrow(/There are files.*set BACKUP_STORAGE_KEY/)
    await expect(restore({ file, passphrase }, keyless, agree)).rejects.toThrow(
      /set BACKUP_STORAGE_KEY.*RESTORE_STORAGE_KEY/,
    )
    expect(fs.existsSync(another)).toBe(false)
    expect(await stored()).toBe(before)
  })

  it('tells how many files are back where the storage stops', async () => {
    let calls = 0
    const failing: Database = {
      ...database,
      files: {
        read: (id) => bucket.read(id),
        write: () => Promise.reject(new Error(`Storage: 500 ${(calls += 1)}`)),
      },
    }
    await expect(restore({ file, passphrase }, failing, agree)).rejects.toThrow(
      `The rows are restored, and 0 of ${files.size} files: Storage: 500 3 Run the same command again.`,
    )
  })

  it('comes back with its files, which staff can open', async () => {
    await bucket.remove([...files.keys()].slice(1))
    await pg.exec('truncate public.files')
    const { filesPut } = await restore({ file, passphrase }, database, agree)
    expect(filesPut).toBe(files.size)
    expect(await storedFiles()).toEqual(
      new Map([...files].map(([id, bytes]) => [id, hashOf(bytes)])),
    )
    const { rows } = await pg.query(
      `select count(*)::int as openable from public.files join storage.objects
      on objects.name = files.id::text and objects.version = files.version`,
    )
    expect(rows).toEqual([{ openable: files.size }])
  })

  it(
    'comes back in a new, empty database, which is gone without consent',
    { tags: 'ci' },
    async () => {
      const place = createFixture({})
      vi.stubEnv('EMBEDDED_DATA', place.dataDirectory)
      const refused = await openChosen('RESTORE', {})
      await expect(
        restore({ file, passphrase }, refused, () =>
          Promise.reject(new Error('Nothing was changed.')),
        ),
      ).rejects.toThrow('Nothing was changed.')
      await refused.close()
      expect(fs.existsSync(path.join(place.dataDirectory, 'PG_VERSION'))).toBe(false)

      const made = await openChosen('RESTORE', {})
      vi.unstubAllEnvs()
      const done = await restore({ file, passphrase }, made, (_, present, { migrations }) => {
        expect(present.rows).toBe(0)
        expect(migrations).toEqual(header.migrations)
        return Promise.resolve()
      })
      expect(done).toMatchObject({ filesPut: files.size, notes: [] })
      const again = path.join(directory.sqlDirectory, 'again.age')
      const backedUp = await backUp({ database: made, file: again, passphrase, workFactor })
      await made.close()
      place.remove()
      // The mail that waited is listed as not sent.
      expect(backedUp.count).toEqual(done.count)
    },
  )

  it('comes back without people erased since, whose certificate stays', async () => {
    const address = 'rita.flomo@example.org'
    const there = async () =>
      (await pg.query('select from public.mentees where parent_email = $1', [address])).rows.length
    expect(await there()).toBe(1)
    await pg.query(
      `select private.erase_person($1, 'asked', private.preview_erasure($1, ids) ->> 'seen', ids, 'in_person', null)
      from (select array(select id from private.records_of_subject(private.subject_of($1))) as ids) as chosen`,
      [address],
    )
    const certificates = 'select * from private.erasures'
    const { rows: before } = await pg.query(certificates)
    await bucket.remove([child])
    const { erased, filesPut } = await restore({ file, passphrase }, database, agree)
    expect(erased).toEqual([{ certificate: (before[0] as { id: string }).id, refusal: null }])
    expect(await there()).toBe(0)
    expect([filesPut, await bucket.read(child)]).toEqual([files.size - 1, undefined])
    expect((await pg.query(certificates)).rows).toEqual(before)
    await pg.exec('delete from private.erasures where true')
    expect((await restore({ file, passphrase }, database, agree)).erased).toEqual([])
    expect(await there()).toBe(1)
  })

  const changed = (text: string, find: string | RegExp, replacement: string) => {
    expect(text).toMatch(find)
    return text.replace(find, replacement)
  }
  const cases: [string, () => string | Promise<string>, RegExp][] = [
    ['no file', () => path.join(directory.sqlDirectory, 'none'), /no such file/],
    ['an empty file', () => write('empty', ''), /is not a backup, or its first line is damaged/],
    ['a foreign file', () => write('foreign', 'PK\u0003\u0004'.repeat(100)), /is not a backup/],
    [
      'a cut off file',
      () => write('cut', fs.readFileSync(file).subarray(0, -100)),
      /damaged or cut off/,
    ],
    [
      'a file cut off in its header',
      () => write('cut', fs.readFileSync(file).subarray(0, 60)),
      /damaged or cut off/,
    ],
    [
      'a file with one changed byte',
      () => {
        const bytes = fs.readFileSync(file)
        bytes[bytes.length >> 1]! ^= 1
        return write('changed', bytes)
      },
      /damaged or cut off/,
    ],
    [
      'an encrypted file with something else',
      () => encrypt('other', 'Dear diary'),
      /is not a backup of this product/,
    ],
    [
      'a script without its end',
      async () => encrypt('endless', changed(await scriptOf(), /commit;[^]*$/, '')),
      /has no end/,
    ],
    [
      'a newer format',
      async () => encrypt('newer', changed(await scriptOf(), '"format":3', '"format":4')),
      /has format 4, this program knows format 3: update it/,
    ],
    [
      'a backup of a hosted project',
      async () =>
        encrypt('hosted', changed(await scriptOf(), '"kind":"embedded"', '"kind":"hosted"')),
      /backup of the hosted database embedded, and embedded is embedded/,
    ],
    [
      'other columns',
      async () => encrypt('columns', (await scriptOf()).replaceAll('school_name', 'school_named')),
      /tables or columns that embedded lacks: public\.mentees\.school_named/,
    ],
    [
      'other values than its checksums',
      async () =>
        encrypt(
          'values',
          changed(await scriptOf(), '\tadmin@kindlewell.test\t', '\tevil@kindlewell.test\t'),
        ),
      /not those of the backup: .* has other values/,
    ],
    [
      'a missing row',
      async () =>
        encrypt('rows', changed(await scriptOf(), /(\ncopy public\.mentees .*\n).*\n/, '$1')),
      /public\.mentees has \d+ rows instead of \d+/,
    ],
    [
      'a file with other bytes',
      async () =>
        encrypt('bytes', changed(await scriptOf(), /(\n-- file .*\n-- ).{8}/, '$1AAAAAAAA')),
      /The file [\da-f-]+ is not as it was/,
    ],
    [
      'a missing file',
      async () => encrypt('fileless', changed(await scriptOf(), /\n-- file [^ ]+ \S+\n/, '\n')),
      /is not as it was|does not have exactly the files of its rows/,
    ],
    [
      'a value that no column takes',
      async () =>
        encrypt('type', changed(await scriptOf(), /(\ncopy public\.mentees .*\n)[^\t]*/, '$1x')),
      /invalid input syntax for type uuid/,
    ],
  ]
  it.each(cases)('refuses %s and stays as it is', async (_, make, message) => {
    const before = await stored()
    const given = await make()
    const error = await restore({ file: given, passphrase }, database, agree).catch(
      (failure: unknown) => failure,
    )
    expect(explain(error)).toMatch(message)
    expect(await stored()).toBe(before)
  })

  it('stays as it is with another passphrase, and without consent', async () => {
    const before = await stored()
    const wrong = `${passphrase}.`
    await expect(restore({ file, passphrase: wrong }, database, agree)).rejects.toThrow(
      `The passphrase does not open ${file}.`,
    )
    const copy = write('copy.age', fs.readFileSync(file))
    await expect(restore({ file: copy, passphrase: wrong }, database, agree)).rejects.toThrow(
      /The passphrase does not open .*copy\.age, or the first lines of the file are damaged/,
    )
    const refuse = () => Promise.reject(new Error('Nothing was changed.'))
    await expect(restore({ file, passphrase }, database, refuse)).rejects.toThrow(
      'Nothing was changed.',
    )
    expect(await stored()).toBe(before)
  })

  it('has a checksum beside its file, which detects damage anywhere in the header', async () => {
    const sum = crypto.createHash('sha256').update(fs.readFileSync(file)).digest('hex')
    const line = fs.readFileSync(`${file}.sha256`, 'utf8')
    expect(line).toBe(`${sum}  whole.age\n`)
    const bytes = fs.readFileSync(file)
    write('flipped.age.sha256', line)
    const end = bytes.indexOf('\n', bytes.indexOf('\n--- ') + 1)
    for (let position = 0; position < end; position += 1) {
      const flipped = Buffer.from(bytes)
      flipped[position]! ^= 1
      const given = write('flipped.age', flipped)
      expect(await decrypted(given, passphrase).next().catch(explain)).toContain('damaged')
    }
  })

  it('is not backed up over a file, and a failed backup leaves none', async () => {
    const bytes = fs.readFileSync(file)
    await expect(backUp({ database, file, passphrase, workFactor })).rejects.toThrow(
      /never replaces a file/,
    )
    expect(fs.readFileSync(file).equals(bytes)).toBe(true)
    const failing = path.join(directory.sqlDirectory, 'failing.age')
    const none = createFixture({})
    await expect(
      backUp({
        database,
        file: failing,
        passphrase,
        workFactor,
        scratch: none,
      }),
    ).rejects.toThrow(/cannot be verified here/)
    none.remove()
    expect(fs.readdirSync(directory.sqlDirectory).filter((it) => it.startsWith('failing'))).toEqual(
      [],
    )
  })

  it.skipIf(!fs.existsSync('/dev/full'))('says in which folder the disk is full', async () => {
    const sink = fs.createWriteStream('/dev/full')
    vi.spyOn(fs, 'createWriteStream').mockReturnValueOnce(sink)
    const full = path.join(directory.sqlDirectory, 'full.age')
    const error = await backUp({ database, file: full, passphrase, workFactor }).catch(explain)
    expect(error).toBe(
      `There is no space left in ${directory.sqlDirectory}. Free some, or name a file in another folder.`,
    )
    expect(fs.readdirSync(directory.sqlDirectory).filter((it) => it.startsWith('full'))).toEqual([])
  })
})

describe('an interruption', { tags: 'ci' }, () =>
  testInterruptions(['backup'], [['SIGINT', 0.5]], 800),
)

describe('an interruption at any moment', { tags: 'long' }, () =>
  testInterruptions(
    ['backup', 'verification', 'restore'],
    (['SIGINT', 'SIGTERM', 'SIGKILL'] as const).flatMap((signal) =>
      [0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95].map(
        (share) => [signal, share] as const,
      ),
    ),
  ),
)

describe('the settings', () => {
  afterEach(() => vi.unstubAllEnvs())
  const answers = (...given: string[]) => {
    const ask = vi.fn((_question: string, _isSecret: boolean) => Promise.resolve(given.shift()!))
    return ask
  }

  it('take the passphrase from a file or variable, or ask twice without echo', async () => {
    const fixture = createFixture({ passphrase: `${passphrase}\n` })
    const file = path.join(fixture.sqlDirectory, 'passphrase')
    expect(
      await choosePassphrase({ BACKUP_PASSPHRASE_FILE: file }, undefined, { isNew: true }),
    ).toBe(passphrase)
    fixture.remove()
    expect(
      await choosePassphrase({ BACKUP_PASSPHRASE: passphrase }, undefined, { isNew: true }),
    ).toBe(passphrase)
    const ask = answers(passphrase, passphrase)
    expect(await choosePassphrase({}, ask, { isNew: true })).toBe(passphrase)
    expect(ask.mock.calls.map(([, isSecret]) => isSecret)).toEqual([true, true])
  })

  it('refuse a short passphrase, two that differ, and none', async () => {
    await expect(
      choosePassphrase({ BACKUP_PASSPHRASE: 'x'.repeat(15) }, undefined, { isNew: true }),
    ).rejects.toThrow(/15 characters; it needs 16/)
    await expect(
      choosePassphrase({}, answers(passphrase, 'another'), { isNew: true }),
    ).rejects.toThrow(/differ/)
    await expect(choosePassphrase({}, undefined, { isNew: false })).rejects.toThrow(/no terminal/)
  })

  it('refuse a database that another process uses, one in memory, a missing one, and an invalid address', async () => {
    const fixture = createFixture({})
    vi.stubEnv('EMBEDDED_DATA', fixture.dataDirectory)
    await expect(openChosen('BACKUP', {})).rejects.toThrow(/no database in .* yet/)
    const held = prepareDataDirectory(fixture.dataDirectory)
    await expect(openChosen('RESTORE', {})).rejects.toThrow(/in use by process/)
    held.release()
    fixture.remove()
    vi.stubEnv('EMBEDDED_DATA', 'memory')
    await expect(openChosen('RESTORE', {})).rejects.toThrow(/in memory/)
    await expect(openChosen('BACKUP', { BACKUP_DATABASE_URL: 'db.example.org' })).rejects.toThrow(
      /postgresql:\/\//,
    )
  })
})
