/** Things to decide or do before the push. */
export const todo = (reason: string, statement = '') =>
  `-- To do: ${reason}\n${statement}`.trimEnd()
/** A statement as a comment, so that nobody runs it by mistake. */
export const disarmed = (statement: string) => statement.replace(/^/gm, '-- ')

interface Column {
  type: string
  isRequired: boolean
  fallback: string | undefined
  generated: string | undefined
}

function columnsOf(lines: string[]): Map<string, Column> {
  const pattern =
    /^column ("[^"]+"|\w+) (.*?)( not null)?(?: (?:default (.*?)|(generated .*?)))?(?: statistics \d+)?(?: collate .*)?$/
  return new Map(
    lines.flatMap((line) => {
      const [, name, type, isRequired, fallback, generated] = pattern.exec(line) ?? []
      return name
        ? [[name, { type: type!, isRequired: isRequired !== undefined, fallback, generated }]]
        : []
    }),
  )
}

const changesEachRow = /gen_random_uuid|random\(|clock_timestamp|nextval/
const rewrites = 'this writes each row again, and nobody reads or writes meanwhile'

function addColumn(table: string, { isRequired, fallback, generated }: Column, written: string) {
  const add = `alter table ${table} add column ${written};`
  if (generated ?? changesEachRow.test(fallback ?? '')) return todo(`${rewrites}.`, add)
  if (isRequired && fallback === undefined) {
    return todo(
      'a table with rows refuses this: add it without `not null`, fill it, and set that in a migration of its own.',
      disarmed(add),
    )
  }
  return add
}

function changeColumn(table: string, name: string, old: Column, now: Column): string[] {
  const alter = `alter table ${table} alter column ${name}`
  if (old.generated !== now.generated) {
    return [
      todo(
        `${table}.${name} is computed in another way: drop and add it, with its grants and indexes. ${rewrites[0]!.toUpperCase()}${rewrites.slice(1)}.`,
        disarmed(`alter table ${table} drop column ${name};`),
      ),
    ]
  }
  return [
    ...(old.type === now.type
      ? []
      : [
          todo(
            `${rewrites}; a value that does not fit ends it, and a view or trigger on the column.`,
            disarmed(`${alter} type ${now.type} using ${name}::${now.type};`),
          ),
        ]),
    ...(old.fallback === now.fallback
      ? []
      : [
          now.fallback === undefined
            ? `${alter} drop default;`
            : `${alter} set default ${now.fallback};`,
        ]),
    ...(old.isRequired === now.isRequired
      ? []
      : now.isRequired
        ? [
            todo(
              'this reads every row, nobody writes meanwhile, and a row without a value ends it: fill them before.',
              `${alter} set not null;`,
            ),
          ]
        : [`${alter} drop not null;`]),
  ]
}

/**
 * New, changed and dropped columns.
 *
 * @param written how the schema writes each column, with its checks and keys
 * @returns the statements, and the texts of the columns that they add
 */
export function alterColumns(
  table: string,
  before: string[],
  after: string[],
  written: Map<string, string>,
): { texts: string[]; added: string[] } {
  const [old, now] = [columnsOf(before), columnsOf(after)]
  const isLike = (one: Column, other: Column) =>
    one.type === other.type &&
    one.isRequired === other.isRequired &&
    one.generated === other.generated
  const added: string[] = []
  const texts: string[] = []
  const renamed = new Set<string>()
  for (const [name, column] of old) {
    if (now.has(name)) continue
    const [next] =
      [...now].find(([it, other]) => !old.has(it) && !renamed.has(it) && isLike(column, other)) ??
      []
    if (next) renamed.add(next)
    const drop = disarmed(`alter table ${table} drop column ${name};`)
    texts.push(
      next
        ? todo(
            `was ${name} renamed to ${next}? Then the first line; else the others, and ${name} goes with what it holds.`,
            [
              disarmed(`alter table ${table} rename column ${name} to ${next};`),
              disarmed(`alter table ${table} add column ${written.get(next) ?? next};`),
              drop,
            ].join('\n'),
          )
        : todo(`${table}.${name} goes, with what it holds.`, drop),
    )
  }
  for (const [name, column] of now) {
    const was = old.get(name)
    if (was) texts.push(...changeColumn(table, name, was, column))
    else {
      const text = written.get(name) ?? `${name} ${column.type}`
      added.push(text)
      if (!renamed.has(name)) texts.push(addColumn(table, column, text))
    }
  }
  return { texts, added }
}
