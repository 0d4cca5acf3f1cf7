/* `npm run new -- table study_rooms courses` writes what a recipe of `docs/recipes.md` says. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { plan } from './plan'
import { Misfit } from './recipes'

try {
  const { files, next } = plan(process.argv.slice(2))
  const root = path.join(import.meta.dirname, '../..')
  for (const [name, text] of files) {
    const file = path.join(root, name)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, text)
    console.log(`Wrote ${name}.`)
  }
  const code = [...files.keys()].filter((name) => /\.tsx?$/.test(name))
  execFileSync('npx', ['oxfmt', ...code], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  console.log(
    ['\nNow:', ...next, 'npm run check and npm test find what is forgotten.'].join('\n- '),
  )
} catch (error) {
  if (!(error instanceof Misfit)) throw error
  console.error(error.message)
  process.exitCode = 1
}
