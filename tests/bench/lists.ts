import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { serveBackend } from '../../supabase/embedded/server'
import { csvLines, type CsvValue } from '../../src/shared/lib/csv'
import { containing, searchArgument, searchedWords } from '@/engine/core/search-filter'
import { views as queueViews } from '@/features/submissions/common/queues'
import { signIn, type Client } from '../embedded/support'
import { fillTable, type LargeTable } from './large-tables'

/*
 * The times of the lists of the back office with 1,000 and with 100,000 rows, over HTTP as the signed-in
 * admin, with the same requests as `src/engine`.
 */

const sizes = [1_000, 100_000]
const rounds = 9
const pageSize = 25
const batchSize = 1_000

interface List {
  table: LargeTable
  sort: string
  /** One row in fifty has it. */
  filter: readonly [column: string, value: string]
  /** Search terms: in one row, in one of a hundred or so, in all. */
  words: readonly string[]
}

const lists: readonly List[] = [
  {
    table: 'donations',
    sort: 'amount',
    filter: ['donation_type', 'grant'],
    words: ['donor.777@', 'abc', 'example'],
  },
  {
    table: 'submissions',
    sort: 'due_at',
    filter: ['status', 'accepted'],
    words: ['+1 512 100 0777', 'abc', 'help'],
  },
  {
    table: 'mentors',
    sort: 'last_name',
    filter: ['status', 'inactive'],
    words: ['mentor.777@', 'abc', 'example'],
  },
]

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const results = new Map<string, number[]>()
const note = (name: string, value: number) =>
  results.set(name, [...(results.get(name) ?? []), value])

for (const size of sizes) {
  const backend = await serveBackend()
  try {
    for (const { table } of lists) await backend.exclusive((pg) => fillTable(pg, table, size))
    // The backend does it within a minute.
    await backend.exclusive((pg) => pg.exec('vacuum'))
    const client = await signIn(backend, 'admin')
    for (const list of lists) await measure(client, list, size)
    await measurePeople(client)
  } finally {
    await backend.stop()
  }
}

console.log(
  `${'p50 in ms over HTTP, unless said otherwise'.padEnd(65)}${sizes.map((n) => `${n} rows`.padStart(14)).join('')}   ratio`,
)
for (const [name, [few = NaN, many = NaN]] of results) {
  const figures = [few, many].map((value) => value.toFixed(0).padStart(14)).join('')
  console.log(`${name.padEnd(65)}${figures}${(many / few).toFixed(1).padStart(8)}`)
}

/** Each looks through all three tables. */
async function measurePeople(client: Client): Promise<void> {
  for (const word of ['mentor.777@', 'abc', 'example', '+1 512 100 0777', 'nobody']) {
    const search = searchArgument(searchedWords(word))
    await time(`people: search for ${word}`, () =>
      client.rpc('search_people', { search }).throwOnError(),
    )
  }
  await time('people: all of one address', () =>
    client.rpc('person', { person: 'mentor.777@example.org' }).throwOnError(),
  )
  const rows = Array.from({ length: batchSize }, (_, n) => ({ email: `mentor.${n}@example.org` }))
  await time('people: 1,000 rows compared with mentors', () =>
    client.rpc('similar_people', { kind: 'mentors', rows }).throwOnError(),
  )
}

async function time(name: string, work: () => PromiseLike<unknown>): Promise<void> {
  await work()
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  note(name, times[Math.floor(rounds / 2)]!)
  note(`${name}, p95`, times[Math.ceil(rounds * 0.95) - 1]!)
}

async function measure(client: Client, list: List, size: number): Promise<void> {
  const { table, sort, filter, words } = list
  const all = () => client.from(table).select('*')
  const counted = () => client.from(table).select('*', { count: 'exact', head: true })
  const page = (query: ReturnType<typeof all>, key: string, ascending: boolean, from = 0) =>
    query
      .order(key, { ascending })
      .order('id', { ascending })
      .range(from, from + pageSize - 1)
      .throwOnError()
  const far = size / 2 - pageSize

  const timed = (name: string, work: () => PromiseLike<unknown>) => time(`${table}: ${name}`, work)
  await timed('first page and count', () =>
    Promise.all([page(all(), 'created_at', false), counted().throwOnError()]),
  )
  for (const word of words) {
    const search = searchArgument(searchedWords(word))
    const name: string = `search_${table}`
    const findsFew = async () => {
      const args = { kind: table, search }
      const answer = await client.rpc('is_selective', args, { get: true }).throwOnError()
      return answer.data as boolean
    }
    const found = (isFew: boolean) =>
      isFew
        ? (client.rpc(name, { search }, { get: true }) as unknown as ReturnType<typeof all>)
        : all().like('search_text', containing(search))
    const foundCount = (isFew: boolean) =>
      isFew
        ? client.rpc(name, { search }, { count: 'exact', head: true })
        : counted().like('search_text', containing(search))
    const isFew = await findsFew()
    await timed(`search for ${word}, first page`, async () =>
      page(found(await findsFew()), 'created_at', false),
    )
    await timed(`search for ${word}, count`, () => foundCount(isFew).throwOnError())
  }
  if (table === 'submissions') {
    const views = Object.values(queueViews).map(({ where }) => where)
    await timed('what waits, by view', () =>
      client.rpc('submission_counts', { views }).throwOnError(),
    )
    await timed('promises kept', () => client.rpc('promises_kept', { days: 30 }).throwOnError())
  }
  await timed('filtered, first page and count', () =>
    Promise.all([
      page(all().eq(...filter), 'created_at', false),
      counted()
        .eq(...filter)
        .throwOnError(),
    ]),
  )
  // A gift without an amount counts as the least.
  const inOrder = (query: ReturnType<typeof all>) =>
    query.order(sort, { ascending: true, nullsFirst: sort === 'amount' }).order('id')
  await timed(`sorted by ${sort}`, () =>
    inOrder(all())
      .range(0, pageSize - 1)
      .throwOnError(),
  )
  await timed('last page, from the other end', async () => {
    await counted().throwOnError()
    await page(all(), 'created_at', true)
  })
  await timed('last page, as an offset', () => page(all(), 'created_at', false, size - pageSize))
  // As the app reads it: first the ids, by an index where there is one.
  await timed(`page in the middle, sorted by ${sort}`, async () => {
    const narrow = client.from(table).select('id') as unknown as ReturnType<typeof all>
    const { data } = await inOrder(narrow)
      .range(far, far + pageSize - 1)
      .throwOnError()
    const ids = (data as { id: string }[]).map(({ id }) => id)
    await inOrder(all().in('id', ids)).throwOnError()
  })
  await exportAll(client, table, size)
}

/** The requests of `all-rows.ts`; the parts are blobs, as in the browser. */
async function exportAll(client: Client, table: LargeTable, size: number): Promise<void> {
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  let highest = before
  let lines = 0
  let took = 0
  let columns = '*'
  let last: Record<string, string> | undefined
  for (;;) {
    const began = performance.now()
    let query = client.from(table).select(columns)
    if (last) {
      const { created_at: moment, id } = last
      query = query
        .lte('created_at', moment)
        .or(`created_at.lt."${moment}",and(created_at.eq."${moment}",id.lt.${id})`)
    }
    const { data } = await query
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(batchSize)
      .throwOnError()
    const rows = data as unknown as Record<string, string>[]
    lines += csvLines(rows.map((row) => Object.values(row) as CsvValue[])).match(/\r\n/g)!.length
    took += performance.now() - began
    collectGarbage()
    highest = Math.max(highest, process.memoryUsage().heapUsed)
    if (rows.length < batchSize) break
    last = rows.at(-1)
    columns = Object.keys(last!)
      .filter((name) => name !== 'search_text')
      .join()
    if (lines >= size) break
  }
  note(`${table}: export of everything`, took)
  note(`${table}: lines of the export`, lines)
  note(`${table}: memory above the start, MB`, (highest - before) / 1e6)
}
