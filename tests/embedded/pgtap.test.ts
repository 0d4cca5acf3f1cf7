import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultSqlDirectory } from '../../supabase/embedded/config'
import { openDatabase, type Database } from '../../supabase/embedded/database'
import { installTap, listTapFiles, runTapFile } from '../../supabase/embedded/pgtap'

const directory = path.join(defaultSqlDirectory, 'tests')

describe('pgTAP', () => {
  let database: Database
  beforeAll(async () => {
    database = await openDatabase()
    await installTap(database.pg)
  }, 120_000)
  afterAll(() => database?.close())

  const files = listTapFiles(directory)
  it('has files to run', () => {
    expect(files, `no .sql file in ${directory}`).not.toEqual([])
  })

  it.each(files)('%s', { timeout: 60_000 }, async (name) => {
    const { planned, passed, failures, isHelper } = await runTapFile(database.pg, directory, name)
    if (failures.length > 0) expect.fail(failures.join('\n'))
    if (isHelper && planned === undefined) return
    expect(planned, 'the file has no plan').toBeDefined()
    expect(passed, `${passed} of ${planned} planned tests ran`).toBe(planned)
  })
})
