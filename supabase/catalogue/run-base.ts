import fs from 'node:fs'
import path from 'node:path'
import { defaultSqlDirectory, projectRoot } from '../embedded/config.js'
import { readSqlFiles } from '../embedded/sql-files.js'
import { baseName, baseOf, readSchemas } from './schemas.js'

const manifest = fs.readFileSync(path.join(projectRoot, 'package.json'), 'utf8')
const { version } = JSON.parse(manifest) as { version: string }
const later = readSqlFiles(defaultSqlDirectory).migrations.filter(({ name }) => name !== baseName)
if (!version.startsWith('0.') || later.length > 0) {
  console.log('The base is released and stays. A change is `npm run db:migration -- <name>`.')
} else {
  fs.writeFileSync(path.join(defaultSqlDirectory, baseName), baseOf(readSchemas()))
  console.log(`Wrote supabase/${baseName}.`)
}
