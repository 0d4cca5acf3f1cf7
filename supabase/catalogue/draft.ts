import { loadModule } from '@libpg-query/parser'
import type { Migration } from '../embedded/sql-files.js'
import { alterColumns, disarmed, todo } from './draft-columns.js'
import { readStatements, selectedColumns, type Statement } from './statements.js'

/** The parts of a line in a catalogue: its kind, its name, and the rest. */
type Objects = Map<string, string[]>

/** Text of a migration, ordered by its object's place in the schemas. */
interface Draft {
  at: number
  text: string
}

const last = Number.MAX_SAFE_INTEGER

const indexLine = /^CREATE (?:UNIQUE )?index (\w+) ON/

const locks = 'nobody writes to the table while this runs: on a large one by hand, before'

const objectsOf = (catalogue: string): Objects =>
  new Map(
    catalogue.split('\n\n').map((paragraph) => {
      const [object, ...lines] = paragraph.trim().split('\n')
      return [object!, lines.map((line) => line.trim())]
    }),
  )

const without = (lines: string[] | undefined, others: string[] | undefined) =>
  (lines ?? []).filter((line) => !others?.includes(line))

/** The columns of each privilege of each role, none for the whole table. */
function grantsOf(lines: string[]): Map<string, string[]> {
  const grants = new Map<string, string[]>()
  for (const line of lines) {
    const [, role, listed] = /^grant to (\w+): (.*)$/.exec(line) ?? []
    for (const [, privilege, columns] of listed?.matchAll(/(\w+)(?: \(([^)]*)\))?/g) ?? [])
      grants.set(`${privilege} ${role}`, columns?.split(', ') ?? [])
  }
  return grants
}

function alterGrants(object: string, before: string[], after: string[]): string[] {
  const [old, now] = [grantsOf(before), grantsOf(after)]
  const name = object.replace(/^(table|view) /, '')
  const change = (verb: 'grant' | 'revoke', from: typeof now, besides: typeof now) =>
    [...from].flatMap(([key, columns]) => {
      const [privilege, role] = key.split(' ')
      const others = besides.get(key)
      const whole = columns.length === 0
      const left = whole ? columns : columns.filter((column) => !others?.includes(column))
      if (others && (whole ? others.length === 0 : left.length === 0 || others.length === 0))
        return []
      const on = whole ? privilege : `${privilege} (${left.join(', ')})`
      return `${verb} ${on} on ${name} ${verb === 'grant' ? 'to' : 'from'} ${role};`
    })
  return [...change('revoke', old, now), ...change('grant', now, old)]
}

function alterComments(object: string, before: string[], after: string[]): string[] {
  const partOf = (line: string) => /^comment (?:on (.+?) )?(?='(?:[^']|'')*'$)/.exec(line)
  const [kind, ...words] = object.split(' ')
  const name = words.join(' ')
  const comment = (part: string | undefined, text: string) => {
    if (!part) return `comment on ${kind} ${name} is ${text};`
    const [of, named] = part.includes(' ') ? part.split(/ (.*)/) : ['column', part]
    if (of === 'index') return `comment on index ${name.split('.')[0]}.${named} is ${text};`
    return of === 'column'
      ? `comment on column ${name}.${named} is ${text};`
      : `comment on ${of} ${named} on ${name} is ${text};`
  }
  const indexOf = (part: string | undefined, lines: string[]) =>
    lines.find((line) => indexLine.exec(line)?.[1] === part?.replace('index ', ''))
  const kept = after.flatMap((line) => partOf(line)?.[0] ?? [])
  return [
    ...without(before, after).flatMap((line) => {
      const part = partOf(line)
      // The comment of an index goes with it.
      const isGone = part?.[1]?.startsWith('index ') && !indexOf(part[1], after)
      return part && !isGone && !kept.includes(part[0]) ? comment(part[1], 'null') : []
    }),
    ...after.flatMap((line) => {
      const part = partOf(line)
      const isNew =
        !before.includes(line) || indexOf(part?.[1], before) !== indexOf(part?.[1], after)
      return part && isNew ? comment(part[1], line.slice(part[0].length)) : []
    }),
  ]
}

function alterConstraints(table: string, before: string[], after: string[], column: string[]) {
  const read = (lines: string[]) =>
    new Map(
      lines.flatMap((line) => {
        const [, name, definition] = /^constraint ("[^"]+"|\w+) (.*)$/.exec(line) ?? []
        return name ? [[name, definition!]] : []
      }),
    )
  const [old, now] = [read(before), read(after)]
  const drop = (name: string) => `alter table ${table} drop constraint ${name};`
  const gone = [...old.keys()].filter((name) => !now.has(name)).map(drop)
  const added = [...now].flatMap(([name, definition]) => {
    // A new column has its own.
    if (old.get(name) === definition || column.some((text) => belongsTo(name, table, text)))
      return []
    const add = `alter table ${table} add constraint ${name} ${definition}`
    const begin = old.has(name) ? [drop(name)] : []
    if (!/^(CHECK|FOREIGN KEY)/.test(definition)) return [...begin, todo(`${locks}.`, `${add};`)]
    return [
      ...begin,
      `${add} not valid;`,
      todo(
        'this reads every row: of a large table in a migration of its own.',
        `alter table ${table} validate constraint ${name};`,
      ),
    ]
  })
  return [...gone, ...added]
}

const belongsTo = (constraint: string, table: string, columnText: string) => {
  const [name] = columnText.split(' ')
  return (
    columnText.includes(constraint) ||
    new RegExp(`^${table.split('.')[1]}_${name}_(check|fkey|key)$`).test(constraint)
  )
}

/** Dropped, new or replaced indexes, policies and triggers. */
function alterParts(table: string, before: string[], after: string[], written: Statement[]) {
  const kinds: [string, RegExp, (name: string) => string][] = [
    ['index', indexLine, (name) => `drop index ${table.split('.')[0]}.${name};`],
    ['policy', /^policy ("[^"]+"|\w+) /, (name) => `drop policy ${name} on ${table};`],
    ['trigger', /^(?:CONSTRAINT )?TRIGGER (\w+) /, (name) => `drop trigger ${name} on ${table};`],
  ]
  return kinds.flatMap(([kind, pattern, drop]) => {
    const names = (lines: string[]) => lines.flatMap((line) => pattern.exec(line)?.[1] ?? [])
    const now = names(after)
    const gone = names(without(before, after))
    const due = names(without(after, before))
    const statement = (name: string) => {
      const plain = name.replaceAll('"', '')
      const found = written.find(
        (it) => it.relation === table && it.kind === kind && it.name === plain,
      )
      const text = found?.text ?? `${after.find((line) => pattern.exec(line)?.[1] === name)!};`
      return kind === 'index' ? todo(`${locks}, with \`concurrently\`.`, text) : text
    }
    return [
      ...gone.filter((name) => !now.includes(name)).map(drop),
      ...due.flatMap((name) => [...(gone.includes(name) ? [drop(name)] : []), statement(name)]),
    ]
  })
}

function alterTable(object: string, before: string[], after: string[], written: Statement[]) {
  const table = object.replace('table ', '')
  const create = written.find((it) => it.kind === 'table' && it.name === table)
  const columns = alterColumns(table, before, after, create?.columns ?? new Map<string, string>())
  const security = (lines: string[]) => lines.find((line) => line.startsWith('row-level security'))
  const rowSecurity =
    security(before) === security(after)
      ? []
      : security(after)?.endsWith('on')
        ? [`alter table ${table} enable row level security;`]
        : [
            todo(
              'whoever has a grant then reads every row.',
              disarmed(`alter table ${table} disable row level security;`),
            ),
          ]
  return {
    at: create?.at ?? last,
    text: [
      ...rowSecurity,
      ...columns.texts,
      ...alterConstraints(table, before, after, columns.added),
      ...alterParts(table, before, after, written),
      ...alterGrants(object, before, after),
      ...alterComments(object, before, after),
    ].join('\n'),
  }
}

/** The statements that an object needs besides its own. */
const furnish = (object: string, before: string[], after: string[]) =>
  [...alterGrants(object, before, after), ...alterComments(object, before, after)].join('\n')

function alterType(object: string, before: string[], after: string[]): string[] {
  const name = object.replace('type ', '')
  const labels = (lines: string[]) =>
    [...(lines.find((line) => line.startsWith('enum '))?.matchAll(/'((?:[^']|'')*)'/g) ?? [])].map(
      ([label]) => label,
    )
  const [old, now] = [labels(before), labels(after)]
  const comments = alterComments(object, before, after)
  if (old.some((label, index) => now.filter((it) => old.includes(it))[index] !== label))
    return [
      todo(
        `${object} loses or reorders values, which Postgres cannot: make another type and change the columns.`,
      ),
      ...comments,
    ]
  const values = now.flatMap((label, index) => {
    if (old.includes(label)) return []
    const place = index > 0 ? `after ${now[index - 1]}` : `before ${now[1]}`
    return todo(
      'no statement of the same migration may use the new value: others come in the next one.',
      `alter type ${name} add value ${label} ${place};`,
    )
  })
  const attribute = (line: string) => /^column (\w+) (.*)$/.exec(line)
  const attributes = without(before, after).flatMap((line) => attribute(line)?.[1] ?? [])
  return [
    ...values,
    ...(attributes.length > 0
      ? [
          todo(
            `${object} changes or loses ${attributes.join(', ')}: drop and create it, with the functions that use it.`,
          ),
        ]
      : without(after, before).flatMap((line) => {
          const [, column, type] = attribute(line) ?? []
          return column ? `alter type ${name} add attribute ${column} ${type};` : []
        })),
    ...comments,
  ]
}

/**
 * A first draft of the migration that leads from one catalogue to the other. A statement that drops
 * data, blocks a table while it runs, or is a guess (was it renamed?) comes with a "To do" for a
 * person; one that drops data is a comment.
 * @param made the catalogue of the migrations
 * @param wanted the catalogue of the schemas
 * @param schemas the statements, in order @param migrations show which rows are stored already
 */
export async function draftMigration(
  made: string,
  wanted: string,
  schemas: Migration[],
  migrations: Migration[],
): Promise<string> {
  await loadModule()
  const written = readStatements(schemas)
  const stored = new Set(readStatements(migrations).map(({ key }) => key))
  const [before, after] = [objectsOf(made), objectsOf(wanted)]
  const gone = [...before.keys()].filter((object) => !after.has(object))
  const drafts: Draft[] = []
  const ends: string[] = []
  const add = (at: number, ...texts: string[]) =>
    drafts.push(...texts.filter(Boolean).map((text) => ({ at, text })))

  const columnsIn = (lines: string[]) =>
    lines.filter((line) => line.startsWith('column ')).join('\n')
  const renamed = new Map<string, string>()
  for (const [object, lines] of after) {
    if (before.has(object) || !object.startsWith('table ')) continue
    const old = gone.find(
      (it) => it.startsWith('table ') && columnsIn(before.get(it)!) === columnsIn(lines),
    )
    if (old) renamed.set(object, old)
  }

  for (const [object, lines] of after) {
    const old = before.get(object)
    if (old && old.join() === lines.join()) continue
    const [kind, name] = [object.split(' ')[0]!, object.split(' ').slice(1).join(' ')]
    if (kind === 'table' && renamed.has(object)) {
      const from = renamed.get(object)!.replace('table ', '')
      add(
        last,
        todo(
          `is ${name} the renamed ${from}? Then this, and the same for its indexes, constraints, policies and triggers; else create the one and drop the other.`,
          disarmed(`alter table ${from} rename to ${name.split('.')[1]};`),
        ),
      )
    } else if (kind === 'table' && old) {
      const draft = alterTable(object, old, lines, written)
      add(draft.at, draft.text)
    } else if (kind === 'table') {
      for (const it of written.filter(({ relation }) => relation === name)) add(it.at, it.text)
      const at = written.findLast(({ relation }) => relation === name)?.at ?? last
      add(at, ...alterGrants(object, [], lines))
    } else if (kind === 'function') {
      const found = written.filter((it) => it.kind === 'function' && it.name === name.split('(')[0])
      const parameters = (text: string) =>
        (/\((.*)\)$/.exec(text)?.[1] ?? '').replaceAll(
          /(^|, )(?:IN |OUT |INOUT |VARIADIC )?/g,
          '$1',
        )
      const names = parameters(name)
        .split(', ')
        .map((it) => it.split(' ')[0])
        .join()
      const statement = found.find((it) => it.parameters!.join() === names) ?? found[0]
      if (!statement) continue
      const makes = /^(returns|arguments|set|body)/
      const [was, is] = [
        (old ?? []).filter((line) => makes.test(line)),
        lines.filter((line) => makes.test(line)),
      ]
      const isReplaced = was.join() !== is.join()
      const result = (them: string[]) =>
        them.find((line) => line.startsWith('returns'))?.split(', ')[0]
      const sameName = gone.filter((it) => it.startsWith(`function ${name.split('(')[0]}(`))
      const dropped = old && result(was) !== result(is) ? [object] : old ? [] : sameName
      for (const it of dropped)
        add(
          statement.at,
          todo(
            'this fails while a policy, trigger, view or index uses it: drop and create these around it.',
            `drop ${it};`,
          ),
        )
      if (isReplaced)
        add(
          statement.at,
          old && dropped.length === 0
            ? statement.text.replace('create', 'create or replace')
            : statement.text,
        )
      add(statement.at, furnish(object, dropped.length > 0 ? [] : (old ?? []), lines))
    } else if (kind === 'view') {
      const statement = written.find((it) => it.kind === 'view' && it.name === name)!
      const query = (them: string[]) => them.find((line) => /^(SELECT|WITH)/.test(line)) ?? ''
      const [was, is] = [old ? selectedColumns(query(old)) : [], selectedColumns(query(lines))]
      const fits = was.every((column, index) => is[index] === column)
      if (!old) add(statement.at, statement.text)
      else if (query(old) !== query(lines) || old[0] !== lines[0])
        add(
          statement.at,
          fits
            ? statement.text.replace('create view', 'create or replace view')
            : todo(
                'the view loses or reorders columns: what uses it is dropped before and created after.',
                `drop ${object};\n${statement.text}`,
              ),
        )
      add(statement.at, furnish(object, fits ? (old ?? []) : [], lines))
    } else if (kind === 'type') {
      const statement = written.find((it) => it.kind === 'type' && it.name === name)
      if (!old && statement) add(statement.at, statement.text, ...alterComments(object, [], lines))
      if (old) add(statement?.at ?? last, ...alterType(object, old, lines))
    } else if (kind === 'sequence') {
      const statement = written.find((it) => it.kind === 'sequence' && it.name === name)
      if (!old && statement) add(statement.at, statement.text)
    } else if (kind === 'rows') {
      for (const it of written.filter(
        (row) => row.rowsOf === name.replace('of ', '') && !stored.has(row.key),
      ))
        add(
          it.at,
          todo(
            'this is new or has changed: rows that are stored already need an update or a delete.',
            disarmed(it.text),
          ),
        )
    } else {
      const lost = without(old, lines).map((line) => `--   was: ${line}`)
      const now = without(lines, old).map((line) => `--   now: ${line}`)
      add(last, [todo(`${object}:`), ...lost, ...now].join('\n'))
    }
  }

  const isRenamed = new Set(renamed.values())
  const replaced = new Set(
    [...after.keys()].filter((object) => !before.has(object)).map((object) => object.split('(')[0]),
  )
  for (const object of gone) {
    if (object.startsWith('table ') && !isRenamed.has(object))
      ends.push(todo(`${object} goes, with what it holds.`, disarmed(`drop ${object};`)))
    if (/^(view|type) /.test(object)) ends.push(`drop ${object};`)
    if (object.startsWith('function ') && !replaced.has(object.split('(')[0]))
      ends.push(`drop ${object};`)
    if (object.startsWith('rows of ') && after.has(object.replace('rows of', 'table')))
      ends.push(todo(`${object}: all are gone from the schemas. Delete those that no one needs.`))
  }

  const texts = drafts.toSorted((one, other) => one.at - other.at).map(({ text }) => text)
  const script = [...texts, ...ends]
  // Function bodies may refer to later objects.
  const hasFunctions = script.some((text) => /^create (or replace )?function/m.test(text))
  return [
    ...(hasFunctions ? ['set check_function_bodies = off;'] : []),
    ...script,
    ...(script.some((text) => /^(create table|(?:-- )?alter table .*(?:column|rename))/m.test(text))
      ? ['call private.disable_statistics();']
      : []),
    ...(hasFunctions ? ['reset check_function_bodies;'] : []),
  ]
    .map((part) => `${part}\n`)
    .join('\n')
}
