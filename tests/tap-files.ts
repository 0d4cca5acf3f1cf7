import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultSqlDirectory } from '../supabase/embedded/config'
import { listTapFiles, runTapFile, type TapSession } from '../supabase/embedded/pgtap'

/** Declares a test for each pgTAP file, all on one session. */
export function testTapFiles(
  open: () => Promise<TapSession & { close: () => Promise<void> }>,
  options: { tags?: string[] } = {},
) {
  const directory = path.join(defaultSqlDirectory, 'tests')

  describe(`pgTAP, ${new Date().toISOString()}`, options, () => {
    let session: Awaited<ReturnType<typeof open>>
    beforeAll(async () => {
      session = await open()
    })
    afterAll(() => session?.close())

    const files = listTapFiles(directory)
    it('has files to run', () => {
      expect(files, `no .sql file in ${directory}`).not.toEqual([])
    })

    it.each(files)('%s', async (name) => {
      const { failures } = await runTapFile(session, directory, name)
      if (failures.length > 0) expect.fail(failures.join('\n'))
    })
  })
}
