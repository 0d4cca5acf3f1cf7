import { ask } from '../hosted/settings'
import { backUp } from './backup'
import { describeAbsent, describeCount, describeOwn } from './describe'
import { choosePassphrase, openChosen, run } from './settings'

const usage =
  'Usage: npm run backup [-- [--all] [FILE]]. Everything else is set in the environment.'

async function main(): Promise<void> {
  const args = process.argv.slice(2)
  const all = args.includes('--all')
  const [given, ...others] = args.filter((it) => it !== '--all')
  if (others.length > 0 || given?.startsWith('-')) throw new Error(usage)
  const passphrase = await choosePassphrase(process.env, ask, { isNew: true })
  const began = performance.now()
  const database = await openChosen('BACKUP', process.env)
  try {
    const time = new Date().toISOString().slice(0, 19).replaceAll(':', '')
    const name = database.name.replaceAll(/[^\w.]+/g, '-')
    const file = given ?? `backups/${name}-${time}Z.sql.gz.age`
    console.log(`Backing up ${database.name} …`)
    const done = await backUp({ database, file, passphrase, all })
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(
      `${file}: ${describeCount(done.count)}, ${(done.bytes / 1e6).toFixed(1)} MB, ${seconds} s.`,
    )
    console.log('Verified: restored into an empty database, each row and file is as it was.')
    for (const line of describeOwn(done, all)) console.log(line)
    for (const file of done.absent) console.log(describeAbsent(file))
  } finally {
    await database.close()
  }
}

await run(main)
