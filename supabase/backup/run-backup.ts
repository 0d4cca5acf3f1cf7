import { ask } from '../hosted/settings'
import { backUp } from './backup'
import { choosePassphrase, describeAbsent, describeCount, openChosen, run } from './settings'

async function main(): Promise<void> {
  const [given, ...others] = process.argv.slice(2)
  if (others.length > 0 || given?.startsWith('-')) {
    throw new Error('Usage: npm run backup [-- FILE]. Everything else is set in the environment.')
  }
  const passphrase = await choosePassphrase(process.env, ask, { isNew: true })
  const began = performance.now()
  const database = await openChosen('BACKUP', process.env)
  try {
    const time = new Date().toISOString().slice(0, 19).replaceAll(':', '')
    const name = database.name.replaceAll(/[^\w.]+/g, '-')
    const file = given ?? `backups/${name}-${time}Z.sql.gz.age`
    console.log(`Backing up ${database.name} …`)
    const { count, bytes, absent } = await backUp({ database, file, passphrase })
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(`${file}: ${describeCount(count)}, ${(bytes / 1e6).toFixed(1)} MB, ${seconds} s.`)
    console.log('Verified: restored into an empty database, each row and file is as it was.')
    for (const file of absent) console.log(describeAbsent(file))
  } finally {
    await database.close()
  }
}

await run(main)
