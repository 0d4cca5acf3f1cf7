import fs from 'node:fs'
import path from 'node:path'
import { authMails } from '../../src/shared/mail/auth-mails.ts'
import { defaultSqlDirectory } from './config'

/** Writes the templates that config.toml names, or with `--check` names outdated ones. */
function main(): number {
  const directory = path.join(defaultSqlDirectory, 'templates')
  const config = fs.readFileSync(path.join(defaultSqlDirectory, 'config.toml'), 'utf8')
  const stale = authMails().filter(({ name, subject, html }) => {
    const file = path.join(directory, `${name}.html`)
    const entry = `[auth.email.template.${name}]\nsubject = "${subject}"\ncontent_path = "./supabase/templates/${name}.html"`
    if (!config.includes(entry)) console.error(`config.toml lacks:\n${entry}`)
    const fits = fs.existsSync(file) && fs.readFileSync(file, 'utf8') === html
    if (!process.argv.includes('--check')) {
      fs.mkdirSync(directory, { recursive: true })
      fs.writeFileSync(file, html)
    } else if (!fits) console.error(`${name}.html does not fit. Run \`npm run auth-mails\`.`)
    return !config.includes(entry) || (process.argv.includes('--check') && !fits)
  })
  return stale.length > 0 ? 1 : 0
}

process.exitCode = main()
