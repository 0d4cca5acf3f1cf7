import { readEnvironment } from './config'
import { resetDatabase } from './data-directory'

const isEmpty = process.argv.includes('--empty')
const { dataDirectory } = readEnvironment()
try {
  if (dataDirectory) resetDatabase(dataDirectory, { isEmpty })
  console.log(
    dataDirectory
      ? `Deleted ${dataDirectory}. The next start builds it from migrations and ${isEmpty ? 'the accounts of the seed, without sample rows' : 'seed'}.`
      : 'The database is in memory: there is nothing to delete. EMBEDDED_EMPTY=true starts it without sample rows.',
  )
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
