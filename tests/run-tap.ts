/*
 * `npm run test:db -- 120-inbox retention` runs the pgTAP files whose names contain one of these words,
 * and the helpers that they need; without words it runs all of them.
 */
import path from 'node:path'
import { defaultSqlDirectory } from '../supabase/embedded/config'
import { openDatabase } from '../supabase/embedded/database'
import { installTap, listTapFiles, runTapFile } from '../supabase/embedded/pgtap'

const words = process.argv.slice(2).map((word) => path.basename(word, '.sql'))
const directory = path.join(defaultSqlDirectory, 'tests')
const names = listTapFiles(directory)
const isHelper = (name: string) => name.startsWith('000')
const isWanted = (name: string) => words.length === 0 || words.some((word) => name.includes(word))
const wanted = names.filter((name) => isHelper(name) || isWanted(name))

const { pg, close } = await openDatabase({ log: console.log })
let failed = wanted.every(isHelper)
if (failed) console.error(`No pgTAP file is named so. There are:\n${names.join('\n')}`)
try {
  const session = await installTap(pg)
  for (const name of wanted) {
    const { passed, failures } = await runTapFile(session, directory, name)
    console.log(failures.length > 0 ? `not ok ${name}` : `ok ${name}: ${passed} tests`)
    if (failures.length > 0) console.error(failures.join('\n'))
    failed ||= failures.length > 0
  }
} finally {
  await close()
}
if (failed) process.exitCode = 1
