import fs from 'node:fs'
import path from 'node:path'
import { permissionNames } from '../../src/shared/auth/permissions'
import { readSchemas } from '../../supabase/catalogue/schemas'
import { addedBy, follow, Misfit, readBlocks, readFile, reworded, type Block } from './recipes'

/** What `npm run new` writes, and what its caller does then. */
interface Plan {
  /** Texts by file */
  files: Map<string, string>
  next: string[]
}

const schemas = () => readSchemas().map(({ name, text }) => ({ file: `supabase/${name}`, text }))

const schemaOf = (table: string) =>
  schemas().find(({ text }) => text.includes(`create table public.${table} (\n`))

const recipe = (name: string) => readBlocks().filter((block) => block.recipe === name)

function checkName(name: string | undefined, form: RegExp, rule: string): string {
  if (name === undefined || !form.test(name)) throw new Misfit(rule)
  return name
}

const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)

/** `study_rooms`, as the database, files, code and screens write it. */
function spellings(name: string): string[] {
  const words = name.split('_')
  return [
    name,
    words.join('-'),
    words.map((word, at) => (at ? capital(word) : word)).join(''),
    words.join(' '),
    capital(words.join(' ')),
    words.map(capital).join(' '),
    words.map(capital).join(''),
  ]
}

const singular = (name: string) => name.replace(/ies$/, 'y').replace(/(?<=ss|x|[cs]h)es$|s$/, '')

/** Replaces whole words, also as parts of names such as `search_study_rooms` and `studyRoomsOf`. */
function rewording(words: Iterable<readonly [string, string]>) {
  // A word of one part has few spellings: the first that it meets counts.
  const changed = new Map([...words].reverse())
  const longestFirst = [...changed.keys()].sort((one, other) => other.length - one.length)
  const pattern = new RegExp(
    longestFirst
      .map((word) => `${/^[A-Z]/.test(word) ? '(?<![A-Z])' : '(?<![A-Za-z])'}${word}(?![a-z])`)
      .join('|'),
    'g',
  )
  return (text: string) => text.replaceAll(pattern, (word) => changed.get(word)!)
}

const spelledAs = (example: string, name: string) =>
  spellings(example).map((word, at) => [word, spellings(name)[at]!] as const)

function planTable(given?: string, subject = '', permission?: string): Plan {
  const name = checkName(
    given,
    /^(?:[a-z]+_)*[a-z]+(?<!s)s$/,
    'The name of a table is plural, in lower case, such as study_rooms.',
  )
  if (schemaOf(name) || readFile('src/shared/auth/areas.ts')!.includes(`\n  ${name}: {`)) {
    throw new Misfit(`The table ${name} exists.`)
  }
  const subjects = new Set(schemas().map(({ file }) => path.basename(path.dirname(file))))
  subjects.delete('schemas')
  if (!subjects.has(subject)) {
    throw new Misfit(`Name its subject, one of ${[...subjects].sort().join(', ')}.`)
  }
  const words = rewording([
    ...spelledAs('study_rooms', name),
    ...spelledAs('study_room', singular(name)),
    ['courses/study-rooms', `${subject}/${name.replaceAll('_', '-')}`],
    ['courses/study_rooms', `${subject}/${name}`],
    ['can_manage_courses', permission ?? permissionOf(subject)],
  ])
  if (permission && !(permissionNames as readonly string[]).includes(permission)) {
    throw new Misfit(`No permission is called ${permission}.`)
  }
  return {
    files: follow(recipe('A managed table').map((block) => reworded(block, words))),
    next: [
      'Fill in its columns, fields and sample rows, its icon, and why it has no personal data.',
      'npm run db:update',
      'Add its row to docs/authorization.md.',
    ],
  }
}

/** The permission that the folder's tables ask for when a row is added. */
function permissionOf(subject: string): string {
  const asked = schemas()
    .filter(({ file }) => path.basename(path.dirname(file)) === subject)
    .flatMap(({ text }) => text.match(/^create policy [^;]* for insert [^;]*;/gm) ?? [])
    .flatMap((policy) => policy.match(/can_\w+/g) ?? [])
  const [permission, ...others] = new Set(asked)
  if (permission === undefined || others.length > 0) {
    throw new Misfit(`Name its permission too, one of ${permissionNames.join(', ')}.`)
  }
  return permission
}

function planForm(given?: string): Plan {
  const name = checkName(
    given,
    /^[a-z]+$/,
    'The name of a form is one word in lower case, such as hall.',
  )
  const kinds = Array.from(
    schemas()
      .map(({ text }) => text)
      .join('\n')
      .matchAll(/^insert into private\.submission_kinds [^;]*;/gm),
    ([rows]) => Array.from(rows.matchAll(/\('(\w+)', '\w+', '([A-Z])'/g)),
  ).flat()
  const inTests = readFile('tests/public-forms.ts')!
  if (kinds.some(([, kind]) => kind === name) || inTests.includes(`export const ${name}: `)) {
    throw new Misfit(`The form ${name} exists.`)
  }
  const taken = new Set(kinds.map(([, , letter]) => letter))
  const letter = [...name.toUpperCase(), ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].find(
    (it) => !taken.has(it),
  )
  if (!letter) throw new Misfit('No letter is left for its references.')
  const words = rewording([
    ['hall', name],
    ['Hall', capital(name)],
    ["'H'", `'${letter}'`],
  ])
  return {
    files: follow(recipe('A form for visitors').map((block) => reworded(block, words))),
    next: [
      'Fill in its columns, fields, texts and sample rows, and the business days until an answer.',
      'npm run db:update',
      'npm run test:e2e -- --grep "keeps the room" says its heights for src/app/public-pages.tsx.',
    ],
  }
}

/** Where the bracket is closed that a match ends with. */
function endOf(text: string, opening: RegExp): number {
  const found = opening.exec(text)
  if (!found) return -1
  const from = found.index + found[0].length
  let depth = 1
  const tokens = /'[^'\n]*'|`[^`]*`|\/\/.*|\/\*[^]*?\*\/|--.*|[([{]|[)\]}]/g
  for (const { 0: token, index } of text.slice(from).matchAll(tokens)) {
    if ('([{'.includes(token)) depth += 1
    if (')]}'.includes(token)) depth -= 1
    if (depth === 0) return from + index
  }
  return -1
}

/** A text with one more item before the end of a list, which may be a line. */
function extended(text: string, opening: RegExp, item: string, what: string): string {
  const end = endOf(text, opening)
  if (end === -1) throw new Misfit(`${what}: add it by hand, as docs/recipes.md says.`)
  const start = text.lastIndexOf('\n', end) + 1
  return text.slice(start, end).trim() === ''
    ? `${text.slice(0, start)}${item.trimEnd()}\n${text.slice(start)}`
    : `${text.slice(0, end)}, ${item.trim().replace(/,$/, '')}${text.slice(end)}`
}

function declarationOf(table: string): string | undefined {
  const features = path.join(import.meta.dirname, '../../src/features')
  return fs
    .readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => `src/features/${name.split(path.sep).join('/')}`)
    .find((file) => {
      const text = readFile(file)!
      return (
        text.includes('defineResource(') && new RegExp(`(?:table: |person\\()'${table}'`).test(text)
      )
    })
}

const columnsOf = (table: string) =>
  new RegExp(`^create table public\\.${table} \\(\n[^]*?(?=\n\\);)`, 'm')

function planField(table = '', given?: string): Plan {
  const schema = schemaOf(table)
  if (!schema) throw new Misfit(`No table is called ${table || '…'}, such as mentors.`)
  const name = checkName(
    given,
    /^[a-z]+(?:_[a-z]+)*$/,
    'The name of a field is in lower case, such as nickname.',
  )
  const [columns] = columnsOf(table).exec(schema.text)!
  if (columns.includes(`\n  ${name} `)) {
    throw new Misfit(`The table ${table} has the column ${name}.`)
  }
  if (table === 'mentees') {
    throw new Misfit('Whether a field of mentees is protected is for you: docs/recipes.md.')
  }
  const next = ['Fill in its limit, label and sample value.', 'npm run db:update']
  if (table === 'donations') {
    const words = rewording(spelledAs('listed_as', name))
    const blocks = recipe('A field of a gift').map((block) => reworded(block, words))
    return { files: follow(blocks), next }
  }
  const declaration = declarationOf(table)
  if (!declaration) throw new Misfit(`No list of src/features shows ${table}.`)
  const words = rewording([...spelledAs('nickname', name), ['mentors', table]])
  const blocks = recipe('A field of a managed table').map((block) => reworded(block, words))
  const files = new Map(
    blocks.map((block) => {
      const file =
        block.file === 'supabase/seed.sql'
          ? block.file
          : block.file.endsWith('.sql')
            ? schema.file
            : declaration
      return [file, withField(readFile(file)!, { ...reworded(block, words), file }, table, name)]
    }),
  )
  return { files, next }
}

/** A file with a field's lines of the recipe, in the places that its own statements give. */
function withField(text: string, block: Block, table: string, name: string): string {
  const line = (start: string) => {
    const found = addedBy(block).find((added) => added.trim().startsWith(start))
    if (!found) throw new Misfit(`docs/recipes.md:${block.line} adds no line "${start}".`)
    return found
  }
  if (block.file === 'supabase/seed.sql') {
    const [rows] = new RegExp(`^insert into public\\.${table} [^]*?;\\n`, 'm').exec(text) ?? []
    if (!rows) throw new Misfit(`supabase/seed.sql has no rows of ${table}.`)
    return text.replace(rows, () => `${rows}${line('update')}\n`)
  }
  if (block.file.endsWith('.sql')) {
    const grants = new RegExp(
      `^grant\\b[^;]* on public\\.${table} to authenticated;|^grant\\b[^;]*\\non public\\.${table} to authenticated;`,
      'm',
    )
    return text
      .replace(columnsOf(table), (columns) => `${columns},\n${line(`${name} text`)}`)
      .replace(grants, (grant) => grant.replaceAll(/ (\w+ \([^)]*?)(\s*\))/g, ` $1, ${name}$2`))
  }
  const parts = /schema: \(\{ ([^}]*) \}\)/
  const [, taken] = parts.exec(text) ?? []
  const [part] = /(?<=parts\.)\w+/.exec(line(`${name}: parts`))!
  const where = `${block.file} has no form like that`
  const shown = /const exported = \[/.test(text) ? /const exported = \[/ : /\n {2}select: \[/
  const inSchema =
    taken === undefined ? line(`${name}: parts`) : line(`${name}: parts`).replace('parts.', '')
  let done = text
  if (taken !== undefined && !taken.split(', ').includes(part)) {
    done = done.replace(taken, `${taken}, ${part}`)
  }
  done = extended(done, shown, line(`'${name}'`), where)
  done = extended(done, /\n {2}columns: \[/, line(`{ key: '${name}'`), where)
  // Undo brings a removed row back with these.
  const kept = /removable\('\w+', \[/
  if (kept.test(done)) done = extended(done, kept, line(`'${name}'`), where)
  done = extended(done, /\n {2}schema: [^]*?object\(\{/, inSchema, where)
  return extended(done, /\n {2}fields: \{/, line(`${name}: {`), where)
}

const plans = { table: planTable, field: planField, form: planForm }

const usage = `npm run new -- table study_rooms courses [permission]
npm run new -- field mentors nickname
npm run new -- form hall`

/**
 * What a command writes; nothing is written yet.
 *
 * @throws Misfit for what exists, for what is unknown, and where a recipe does not fit the files
 */
export function plan([kind, ...names]: readonly string[]): Plan {
  if (!kind || !Object.hasOwn(plans, kind)) throw new Misfit(`What is new?\n${usage}`)
  return plans[kind as keyof typeof plans](...(names as [string, string, string]))
}
