import fs from 'node:fs'
import path from 'node:path'
import {
  catalogueStatement,
  catalogueText,
  codeRowsIn,
  readCodeRows,
  surroundingsStatement,
  linesOf,
  type Line,
} from '../../catalogue/catalogue'
import { judge } from '../../catalogue/judge'
import { defaultSqlDirectory } from '../../embedded/config'
import { bySql, unless, type Check } from './check'

// The catalogue is that of the embedded database, which lacks the extensions that run in the background.
const catalogue = fs.readFileSync(path.join(defaultSqlDirectory, 'catalogue/catalogue.txt'), 'utf8')
/** Of the rows only those that are code: the others are the organization's settings. */
const wanted: readonly Line[] = [
  ...linesOf(catalogue).filter(({ object }) => !object.startsWith('rows of ')),
  ...codeRowsIn(catalogue),
]

/** What the platform's functions answer to known input: policies believe them. */
const known = `
  with asked as materialized (
    select set_config('request.jwt.claims', '{"sub": "00000000-0000-4000-8000-000000000001", "role": "authenticated", "aal": "aal1"}', true),
      set_config('request.jwt.claim.sub', '', true), set_config('request.jwt.claim', '', true),
      set_config('realtime.topic', 'submissions', true), set_config('storage.operation', 'storage.object.get', true)
  ),
  first as materialized (
    select auth.uid()::text as uid, auth.jwt() ->> 'aal' as aal, realtime.topic() as topic, storage.operation() as operation from asked
  ),
  emptied as materialized (
    select set_config('request.jwt.claims', '', true), set_config('realtime.topic', '', true) from first
  ),
  last as materialized (select auth.uid()::text as uid, auth.jwt() ->> 'sub' as jwt, realtime.topic() as topic from emptied)
  select first.*, last.uid as nobody, last.jwt as no_claims, last.topic as no_topic from first, last`

interface Answers {
  uid: string | null
  aal: string | null
  topic: string | null
  operation: string | null
  nobody: string | null
  no_claims: string | null
  no_topic: string | null
}

export const objectChecks: readonly Check[] = [
  {
    title: 'Each object of the database is as the catalogue has it',
    mend: 'A search of supabase/ for the name finds the statement or the list that it belongs to; drop what was added. An object of your own that others may use needs a reason in supabase/catalogue/own-objects.txt',
    run: bySql(async (query) => {
      const made = await query<Line>(catalogueStatement)
      const around = await query<Line>(surroundingsStatement)
      const [server] = await query<{ is_embedded: boolean }>(
        "select version() ~ 'emcc|emscripten|wasm' as is_embedded",
      )
      const { faults, own, notes } = judge({
        wanted,
        made: [...linesOf(catalogueText(made)), ...(await readCodeRows(query))],
        around,
        isEmbedded: server!.is_embedded,
      })
      const said = [
        own.length > 0 && `your own: ${own.join(', ')}`,
        notes.length > 0 && `different, which decides nothing: ${notes.join('; ')}`,
      ].filter(Boolean)
      return unless(faults, said.length > 0 ? said.join('; ') : undefined)
    }),
  },
  {
    title: 'The platform tells policies who asks, and about what',
    mend: 'auth.uid(), auth.jwt(), realtime.topic() or storage.operation() is not the platform’s own: ask its support',
    run: bySql(async (query) => {
      const [answers] = await query<Answers>(known)
      const expected: Answers = {
        uid: '00000000-0000-4000-8000-000000000001',
        aal: 'aal1',
        topic: 'submissions',
        operation: 'storage.object.get',
        nobody: null,
        no_claims: null,
        no_topic: null,
      }
      return unless(
        Object.entries(expected).map(
          ([name, value]) =>
            answers![name as keyof Answers] !== value &&
            `${name} is ${answers![name as keyof Answers]}, not ${value}`,
        ),
      )
    }),
  },
]
