import { ask } from '../hosted/settings'
import { describeAbsent, describeCount, describePlan } from './describe'
import { restore, verify } from './restore'
import { choosePassphrase, openChosen, run } from './settings'

const usage = 'Usage: npm run restore -- [--verify] [--yes] FILE'

async function main(): Promise<void> {
  const args = process.argv.slice(2)
  const flags = new Set(args.filter((it) => it.startsWith('-')))
  const [file, ...others] = args.filter((it) => !it.startsWith('-'))
  const unknown = [...flags].some((it) => !['--verify', '--yes'].includes(it))
  if (!file || others.length > 0 || unknown) throw new Error(usage)
  const passphrase = await choosePassphrase(process.env, ask, { isNew: false })
  const began = performance.now()
  const seconds = () => ((performance.now() - began) / 1000).toFixed(1)
  if (flags.has('--verify')) {
    const { header, count, absent } = await verify({ file, passphrase })
    console.log(
      `${file}: ${describeCount(count)} of ${header.database} at ${header.createdAt}. Restored into an empty database in ${seconds()} s, each row and file is as it was.`,
    )
    for (const it of absent) console.log(describeAbsent(it))
    return
  }
  const database = await openChosen('RESTORE', process.env)
  try {
    const { erased, filesPut, absent, notes } = await restore(
      { file, passphrase },
      database,
      async ({ header, count }, present, plan) => {
        console.log(
          `The backup of ${header.database} at ${header.createdAt} has ${describeCount(count)}.`,
        )
        console.log(`It replaces everything in ${database.name}: ${describeCount(present)}.`)
        for (const line of describePlan(plan)) console.log(line)
        if (flags.has('--yes')) return
        if (!ask) throw new Error('There is no terminal to ask: use --yes to continue.')
        const answer = await ask(`Type ${database.name} to continue: `, false)
        if (answer.trim() !== database.name) throw new Error('Nothing was changed.')
      },
    )
    console.log(
      `Restored in ${seconds()} s: each row is as it was, and ${filesPut} files are back. All sessions have ended.`,
    )
    for (const it of absent) console.log(describeAbsent(it))
    for (const note of notes) console.log(note)
    const done = erased.filter(({ refusal }) => refusal === null).length
    if (done > 0) console.log(`People erased since the backup, and now again: ${done}.`)
    for (const { certificate, refusal } of erased.filter((it) => it.refusal !== null)) {
      console.log(`The person of certificate ${certificate} was not erased again: ${refusal}`)
    }
    console.log(
      'Waiting emails are listed on the Mail page as not sent. Campaigns that were being sent are paused, and campaigns due since are drafts.',
    )
  } finally {
    await database.close()
  }
}

await run(main)
