import type { Migration } from '../embedded/sql-files.js'

interface Reference {
  from: string
  to: string
  columns: string
  isRequired: boolean
  isUnique: boolean
}

const withoutSchema = (name: string) => name.replace(/^public\./, '')
/** Mermaid allows no dot in a name. */
const entity = (name: string) => withoutSchema(name).replace('.', '_')

/** The foreign keys of each table, and its comment. */
function readTables(catalogue: string) {
  const tables = new Map<string, { references: Reference[]; comment: string }>()
  for (const paragraph of catalogue.split('\n\n')) {
    const [head, ...lines] = paragraph.split('\n')
    const name = /^table ((?:public|private)\.\w+)$/.exec(head!)?.[1]
    if (!name) continue
    const text = lines.join('\n')
    const unique = [...text.matchAll(/ (?:PRIMARY KEY|UNIQUE) \((.*)\)/g)].map(([, it]) => it)
    const references = [
      ...text.matchAll(/ FOREIGN KEY \((.*?)\) REFERENCES ((?:public|private)\.\w+)\(/g),
    ].map(([, columns, to]) => ({
      from: name,
      to: to!,
      columns: columns!,
      isRequired: columns!.split(', ').every((it) => new RegExp(` ${it} .*not null`).test(text)),
      isUnique: unique.includes(columns),
    }))
    const comment = /^ {2}comment '(.*)'$/m.exec(text)?.[1]?.replaceAll("''", "'") ?? ''
    tables.set(name, { references, comment })
  }
  return tables
}

/** The folder of a schema file. */
const subjectOf = (schema: string) => schema.split('/').at(-2)!
const titleOf = (subject: string) =>
  subject[0]!.toUpperCase() + subject.slice(1).replaceAll('-', ' ')

/** A page of the tables by subject, with diagrams of their references. */
export function describeTables(catalogue: string, schemas: Migration[]): string {
  const tables = readTables(catalogue)
  const subjects = [...new Set(schemas.map(({ name }) => subjectOf(name)))].sort()
  const sections = subjects.flatMap((subject) => {
    const own = schemas
      .filter(({ name }) => subjectOf(name) === subject)
      .flatMap(({ name, text }) =>
        [...text.matchAll(/^create table ((?:public|private)\.\w+)/gm)].map(([, table]) => ({
          name,
          table: table!,
        })),
      )
      .sort((a, b) => (a.name < b.name ? -1 : 1))
    if (own.length === 0) return []
    const references = own.flatMap(({ table }) => tables.get(table)!.references)
    const related = new Set(references.flatMap(({ from, to }) => [from, to]))
    const diagram = [
      ...references.map(
        ({ from, to, columns, isRequired, isUnique }) =>
          `  ${entity(to)} ${isRequired ? '||' : '|o'}--${isUnique ? 'o|' : 'o{'} ${entity(from)} : "${columns}"`,
      ),
      ...own.filter(({ table }) => !related.has(table)).map(({ table }) => `  ${entity(table)}`),
    ]
    const listed = own.map(({ name, table }) => {
      const { comment } = tables.get(table)!
      return `- [\`${withoutSchema(table)}\`](../supabase/${name})${comment && `: ${comment}`}`
    })
    return [
      `## ${titleOf(subject)}`,
      `\`\`\`mermaid\nerDiagram\n${diagram.join('\n')}\n\`\`\``,
      listed.join('\n'),
    ]
  })
  return [
    '# Tables',
    'Made by `npm run db:update`. A line leads from a table to one that refers to it, and names the column. What each holds, in every column, is in the [catalogue](../supabase/catalogue/catalogue.txt).',
    ...sections,
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n')
}
