import fs from 'node:fs'
import type { Line } from './catalogue.js'

/** What a comparison of a database with its catalogue found. */
export interface Findings {
  /** Lines that decide who may do what, or what happens, and are missing or added. */
  faults: string[]
  /** Objects that only this database has and nobody but its owner reaches. */
  own: string[]
  /** Lines that differ and decide nothing. */
  notes: string[]
}

interface Entry {
  object: RegExp
  isRequired: boolean
  /** Any of these. */
  lines: RegExp[]
  text: string
}

const read = (file: string) => fs.readFileSync(new URL(file, import.meta.url), 'utf8')

/** The paragraphs of a text, without lines that begin with #. */
const paragraphsOf = (text: string) =>
  text
    .replaceAll(/^#.*\n/gm, '')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.split('\n').filter((line) => line.trim()))
    .filter((lines) => lines.length > 0)

const pattern = (text: string) =>
  new RegExp(`^${text.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`)

const entriesOf = (text: string): Entry[] =>
  paragraphsOf(text).flatMap(([object, ...lines]) =>
    lines.map((line) => {
      const [, word, rest] = /^ {2}(must|may) (.+)$/.exec(line) ?? []
      if (!rest) throw new Error(`The line "${line}" of ${object} does not begin with must or may.`)
      return {
        object: pattern(object!),
        isRequired: word === 'must',
        lines: rest.split(' | ').map(pattern),
        text: `${object}: ${rest}`,
      }
    }),
  )

const lists = {
  hosted: entriesOf(read('./surroundings-hosted.txt')),
  embedded: entriesOf(read('./surroundings-embedded.txt')),
}

/**
 * The objects that a list of own ones allows.
 *
 * @throws when one has no reason, or belongs to this repository or the platform
 */
function ownObjects(text: string, isKnown: (object: string) => boolean): Set<string> {
  return new Set(
    paragraphsOf(text).map(([object, ...reason]) => {
      if (reason.length === 0) throw new Error(`own-objects.txt gives no reason for ${object}.`)
      if (isKnown(object!)) throw new Error(`own-objects.txt names ${object}, which is not yours.`)
      return object!
    }),
  )
}

/** Of an index or a table: how it is stored. */
const storage = / WITH \([^()]*\)/

/** A line without what decides nothing; undefined for a line that decides nothing at all. */
function decisive({ object, line }: Line): string | undefined {
  if (line.startsWith('comment ')) return undefined
  if (/^CREATE (UNIQUE )?index /.test(line)) return `${object}: ${line.replace(storage, '')}`
  if (object.startsWith('function '))
    return `${object}: ${/^(returns|procedure|aggregate)/.test(line) ? line.replaceAll(/, (cost|rows) [\d.e+]+/g, '') : line}`
  if (object.startsWith('table ') && line.startsWith('row-level security: '))
    return `${object}: ${line.replace(/, with .*/, '')}`
  return `${object}: ${line}`
}

/** An index of columns: it calls nothing and refuses nothing. */
const plainIndex = /: CREATE index \S+ ON \S+ USING \w+ \([^()]*\)$/

/** Objects that may be somebody's own as long as nobody else reaches them. */
const mayBeOwn = /^(table|view|materialized view|sequence|function|type|schema|bucket) /
const isReached = (line: string) =>
  /^(grant to |is there|is beside |has the name |public, |owner (?!postgres$)|partitioned)/.test(
    line,
  )

const textOf = ({ object, line }: Line) => `${object}: ${line}`

function differences(wanted: readonly Line[], made: readonly Line[]) {
  const keyed = (lines: readonly Line[]) => new Set(lines.flatMap((line) => decisive(line) ?? []))
  const [there, here] = [keyed(wanted), keyed(made)]
  const isPlain = (line: Line) => plainIndex.test(decisive(line) ?? '')
  const exact = [new Set(wanted.map(textOf)), new Set(made.map(textOf))] as const
  const lacks = (line: Line, keys: Set<string>) => {
    const key = decisive(line)
    return key !== undefined && !keys.has(key)
  }
  const missing = wanted.filter((line) => lacks(line, here))
  const added = made.filter((line) => lacks(line, there) && !isPlain(line))
  return {
    missing,
    added,
    notes: [
      ...wanted.filter((line) => !exact[1].has(textOf(line)) && !missing.includes(line)),
      ...made.filter((line) => !exact[0].has(textOf(line)) && !added.includes(line)),
    ],
  }
}

/**
 * Compares a database with its catalogue.
 *
 * @param wanted the lines of the catalogue, with the rows that are code
 * @param made the same of the database
 * @param around its surroundings
 * @param listed the text of own-objects.txt
 */
export function judge(
  {
    wanted,
    made,
    around,
    isEmbedded,
  }: {
    wanted: readonly Line[]
    made: readonly Line[]
    around: readonly Line[]
    isEmbedded: boolean
  },
  listed = read('./own-objects.txt'),
): Findings {
  const entries = lists[isEmbedded ? 'embedded' : 'hosted']
  const ours = new Set(wanted.map(({ object }) => object))
  const isListed = (object: string) => entries.some((entry) => entry.object.test(object))
  const isKnown = (object: string) => ours.has(object) || isListed(object)
  const allowed = ownObjects(listed, isKnown)
  const { missing, added, notes } = differences(wanted, made)
  const extra = around.filter(
    ({ object, line }) =>
      !entries.some(
        (entry) => entry.object.test(object) && entry.lines.some((it) => it.test(line)),
      ) &&
      // Ours may share a name; a new one shows itself.
      !(ours.has(object) && line.startsWith('is beside ')),
  )
  const absent = entries.filter(
    (entry) =>
      entry.isRequired &&
      !around.some(
        ({ object, line }) => entry.object.test(object) && entry.lines.some((it) => it.test(line)),
      ),
  )
  const found = [...added, ...extra]
  const closed = new Set(
    found.map(({ object }) => object).filter((object) => !isKnown(object) && mayBeOwn.test(object)),
  )
  for (const { object, line } of found) if (isReached(line)) closed.delete(object)
  // What our functions call by name shows its attributes.
  for (const { object, line } of extra) if (line.startsWith('returns ')) closed.delete(object)
  return {
    faults: [
      ...missing.map((line) => `missing: ${textOf(line)}`),
      ...absent.map(({ text }) => `missing: ${text}`),
      ...found
        .filter(({ object }) => !closed.has(object) && !(allowed.has(object) && !isKnown(object)))
        .map((line) => `added: ${textOf(line)}`),
    ],
    own: [...closed],
    notes: [...new Set(notes.filter(({ object }) => isKnown(object)).map(textOf))],
  }
}
