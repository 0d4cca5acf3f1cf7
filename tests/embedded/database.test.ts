import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import fc from 'fast-check'
import { permissionNames } from '../../src/shared/auth/permissions'
import { organisation } from '../../src/shared/data/organisation'
import { fold } from '../../src/shared/lib/fold'
import { prepareDataDirectory, resetDatabase } from '../../supabase/embedded/data-directory'
import { openDatabase } from '../../supabase/embedded/database'
import { createFixture, type Fixture } from './support'

const sql = {
  'migrations/20250101000000_notes.sql': 'create table public.notes (text text not null);',
  'seed.sql': `insert into public.notes values ('seeded');`,
}
// Most tests begin with the same database.
const { snapshotDirectory, remove: removeSnapshots } = createFixture({})
afterAll(removeSnapshots)

let fixture: Fixture
beforeEach(() => {
  fixture = createFixture(sql, snapshotDirectory)
})
afterEach(() => fixture.remove())

const notes = async (database: Awaited<ReturnType<typeof openDatabase>>) => {
  const { rows } = await database.pg.query<{ text: string }>('select text from public.notes')
  return rows.map((row) => row.text)
}
const inMemory = () => ({ ...fixture, dataDirectory: undefined })
const failure = async (options: Fixture | ReturnType<typeof inMemory> = inMemory()) =>
  openDatabase(options).then(
    async (database) => {
      await database.close()
      throw new Error('the database opened')
    },
    (error: Error) => error.message,
  )

describe('a data directory', () => {
  it('keeps what was written, takes new migrations, and is refused when an older one has changed', async () => {
    const first = await openDatabase(fixture)
    await first.pg.exec(`insert into public.notes values ('written')`)
    await first.close()

    fixture.write('migrations/20250102000000_more.sql', `insert into public.notes values ('new')`)
    const second = await openDatabase(fixture)
    expect(second.origin).toBe('existing data')
    expect(await notes(second)).toEqual(['seeded', 'written', 'new'])
    await second.close()

    fixture.write('migrations/20250101000000_notes.sql', 'create table public.notes (text text);')
    expect(await failure(fixture)).toMatch(/20250101000000_notes\.sql[\s\S]*npm run db:reset/)

    fs.writeFileSync(`${fixture.dataDirectory}/embedded-complete`, 'older')
    expect(await failure(fixture)).toMatch(/another version[\s\S]*npm run db:reset/)
  })

  it('is reset to the accounts of the seed, until the next reset', async () => {
    fixture.write(
      'seed.sql',
      `insert into public.notes values ('account');\n-- Sample rows\ninsert into public.notes values ('sample');`,
    )
    for (const [isEmpty, seeded] of [
      [true, ['account']],
      [false, ['account', 'sample']],
    ] as const) {
      resetDatabase(fixture.dataDirectory, { isEmpty })
      const database = await openDatabase(fixture)
      expect(await notes(database)).toEqual(seeded)
      await database.close()
    }
    const inMemoryToo = await openDatabase({ ...inMemory(), isEmpty: true })
    expect(await notes(inMemoryToo)).toEqual(['account'])
    await inMemoryToo.close()
  })

  it('opens again with all that was committed after the connection broke', async () => {
    const database = await openDatabase(fixture)
    const { pg } = database
    await pg.exec(`insert into public.notes values ('kept')`)
    expect(await database.recover()).toBe(false)
    // PGlite's reader breaks at more values than it can count.
    const values = Array.from({ length: 33_000 }, (_, place) => String(place))
    const listed = values.map((_, place) => `$${place + 1}::text`).join()
    const broken = { code: '08006', message: expect.stringContaining('broke') as string }
    await expect(
      pg.transaction(async (tx) => {
        await tx.exec(`insert into public.notes values ('open')`)
        await tx.query(`select count(*) from (values (array[${listed}])) as it`, values)
      }),
    ).rejects.toMatchObject(broken)
    await expect(notes(database)).rejects.toMatchObject(broken)
    expect(await database.recover()).toBe(true)
    await database.pg.exec(`insert into public.notes values ('after')`)
    expect(await notes(database)).toEqual(['seeded', 'kept', 'after'])
    await database.close()

    const next = await openDatabase(fixture)
    expect(await notes(next)).toEqual(['seeded', 'kept', 'after'])
    await next.close()
  })

  it('is for one process at a time, until that ends', async () => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    fs.writeFileSync(`${fixture.dataDirectory}.lock`, String(other.pid))
    const message = await failure(fixture)
    expect(message).toContain(`in use by process ${other.pid}`)
    expect(message).toContain('Stop that process')
    expect(() => resetDatabase(fixture.dataDirectory)).toThrow(`${other.pid}`)
    const gone = once(other, 'exit')
    other.kill()
    await gone

    const takenOver = prepareDataDirectory(fixture.dataDirectory)
    expect(() => resetDatabase(fixture.dataDirectory)).toThrow(`process ${process.pid}`)
    takenOver.release()
    expect(fs.existsSync(`${fixture.dataDirectory}.lock`)).toBe(false)
  })

  it('is free again for a process that got the number of a dead one', () => {
    fs.writeFileSync(`${fixture.dataDirectory}.lock`, String(process.pid))
    prepareDataDirectory(fixture.dataDirectory).release()
  })

  it(
    'is built again when it was left half built, and never taken from other files',
    { tags: 'long' },
    async () => {
      fs.mkdirSync(fixture.dataDirectory)
      fs.writeFileSync(`${fixture.dataDirectory}/PG_VERSION`, '17')
      const database = await openDatabase(fixture)
      expect(await notes(database)).toEqual(['seeded'])
      await database.close()

      resetDatabase(fixture.dataDirectory)
      expect(fs.existsSync(fixture.dataDirectory)).toBe(false)
      fs.mkdirSync(fixture.dataDirectory)
      fs.writeFileSync(`${fixture.dataDirectory}/thesis.txt`, 'mine')
      expect(await failure(fixture)).toContain('not a database')
      expect(() => resetDatabase(fixture.dataDirectory)).toThrow('not a database')
      expect(fs.readdirSync(fixture.dataDirectory)).toEqual(['thesis.txt'])
    },
  )
})

it('says that there is no space left for a new database', async () => {
  const first = await openDatabase(inMemory())
  await first.close()
  const full = () => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  }
  vi.spyOn(fs, 'writeSync').mockImplementation(full)
  const message = await failure(fixture)
  vi.restoreAllMocks()
  expect(message).toContain(`no space left for a database in ${fixture.dataDirectory}`)
})

describe('a snapshot', () => {
  it('stands in for migrations and seed until one of them changes', { tags: 'long' }, async () => {
    const origins: string[] = []
    const open = async () => {
      const database = await openDatabase(inMemory())
      origins.push(database.origin)
      const found = await notes(database)
      await database.close()
      return found
    }
    fixture.write('seed.sql', `insert into public.notes values ('other')`)
    expect(await open()).toEqual(['other'])
    expect(await open()).toEqual(['other'])
    fixture.write('seed.sql', `insert into public.notes values ('changed')`)
    expect(await open()).toEqual(['changed'])
    expect(origins).toEqual(['migrations and seed', 'snapshot', 'migrations and seed'])
  })

  it('can be made by two at the same time', { tags: 'long' }, async () => {
    fixture.write('seed.sql', `insert into public.notes values ('raced')`)
    const databases = await Promise.all([openDatabase(inMemory()), openDatabase(inMemory())])
    for (const database of databases) {
      expect(database.origin).toBe('migrations and seed')
      expect(await notes(database)).toEqual(['raced'])
      await database.close()
    }
    const names = fs.readdirSync(snapshotDirectory)
    expect(names.filter((name) => !name.endsWith('.tar'))).toEqual([])
  })
})

describe('SQL that fails', () => {
  it('is named with file, line and reason', async () => {
    const name = 'migrations/20250103000000_wrong.sql'
    fixture.write(name, `-- café 🌱\nselect 1;\nselect 'é',\n  nothing;\n`)
    expect(await failure()).toBe(
      `${name}:4:3: column "nothing" does not exist (42703)\n  > nothing;`,
    )
    fixture.write(name, `select ';'; -- ;\n$a$ ; $a$;\n`)
    expect(await failure()).toContain(`${name}:2:1: syntax error`)
  })

  it('is found by counting statements when Postgres gives no position', async () => {
    fixture.write(
      'seed.sql',
      `-- One; two\ninsert into public.notes values ('a;b');\n\n-- Next\ninsert into public.notes values (null);\n`,
    )
    expect(await failure()).toMatch(/^seed\.sql:5:1: null value in column "text"[\s\S]*\(23502\)/)
  })

  it(
    'leaves nothing behind: once fixed, the database is built from the start',
    { tags: 'long' },
    async () => {
      fixture.write('seed.sql', 'select wrong')
      expect(await failure(fixture)).toContain('seed.sql:1:8')
      fixture.write('seed.sql', `insert into public.notes values ('mended')`)
      const database = await openDatabase(fixture)
      expect(await notes(database)).toEqual(['mended'])
      await database.close()
    },
  )
})

describe('the app and the database agree', () => {
  let database: Awaited<ReturnType<typeof openDatabase>>
  beforeAll(async () => {
    database = await openDatabase()
  })
  afterAll(() => database?.close())

  it('on the permissions and the time zone', async () => {
    const { rows } = await database.pg.query(`
      select private.office_time_zone() as "timeZone",
        array(select name from public.permissions order by name) as "permissionNames"`)
    const { timeZone } = organisation
    expect(rows).toEqual([{ timeZone, permissionNames: permissionNames.toSorted() }])
  })

  it('on what a search folds', async () => {
    // Letters of scripts with cases and accents; newer ones depend on the version of Unicode.
    const letter = fc.integer({ min: 0x20, max: 0x52f }).map((code) => String.fromCharCode(code))
    const texts = fc.sample(fc.string({ unit: letter, minLength: 1 }), 500)
    texts.push(
      'Ånna Núñez',
      'O’Brien O‘Brien O´Brien O`Brien',
      'ŁÓDŹ Øre Đuro İstanbul',
      'ΣΊΣΥΦΟΣ Ёлка',
      'ﬁn ½',
    )
    // The digits of each script; those that are forms of others depend on the version too.
    for (let code = 0x80; code < 0x1ea00; code += 1) {
      const one = String.fromCodePoint(code)
      if (/\p{Nd}/u.test(one) && one.normalize('NFKC') === one) texts.push(one)
    }
    const { rows } = await database.pg.query<{ folded: string }>(
      'select private.searchable(text) as folded from unnest($1::text[]) as text',
      [texts],
    )
    expect(rows.map(({ folded }) => folded)).toEqual(texts.map(fold))
  })
})
