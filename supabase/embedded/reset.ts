import { readEnvironment } from './config'
import { resetDatabase } from './data-directory'

const { dataDirectory } = readEnvironment()
try {
  if (dataDirectory) resetDatabase(dataDirectory)
  console.log(
    dataDirectory
      ? `Deleted ${dataDirectory}. The next start builds it from migrations and seed.`
      : 'The database is in memory: there is nothing to delete.',
  )
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
