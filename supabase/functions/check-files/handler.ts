import { Bucket } from '../_shared/bucket.ts'
import { Database, type Fetch } from '../_shared/database.ts'
import { required, type Environment } from '../_shared/environment.ts'
import { bringsSecret } from '../_shared/secrets.ts'
import { checkFile } from '../../../src/shared/lib/file-content.ts'

/** Less than the minute between two calls of the clock. */
const shift = 50_000

interface Checked {
  /** Null for an unknown file, or one without any arrived bytes. */
  state: 'uploading' | 'ready' | 'refused' | null
  refusal: string | null
}

/**
 * Checks the content of uploaded files; nobody can open one before that. A POST of its uploader
 * with `{ "file": id }` returns its state and why it was refused. The clock's POST, with the secret
 * of deliver-mail, checks the remaining files, deletes objects that nobody may open any more, and
 * returns their numbers.
 * @param parts.send replaces `fetch` for calls of database and storage
 */
export function createHandler(environment: Environment, parts: { send?: Fetch | undefined } = {}) {
  const send = parts.send ?? fetch
  const database = new Database(environment, send)
  const bucket = new Bucket(environment, send)
  const headers = {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type',
  }
  const answer = (status: number, body: object) => Response.json(body, { status, headers })
  const refuse = (status: number, text: string) => new Response(text, { status, headers })

  /** Whether the caller may see the file: their own key and token decide. */
  const find = async (request: Request, file: string): Promise<Checked | undefined> => {
    const address = new URL(`${required(environment, 'SUPABASE_URL')}/rest/v1/files`)
    address.search = String(new URLSearchParams({ select: 'state,refusal', id: `eq.${file}` }))
    const response = await send(
      new Request(address, {
        headers: {
          apikey: request.headers.get('apikey') ?? '',
          authorization: request.headers.get('authorization') ?? '',
        },
      }),
    )
    const rows = response.ok ? ((await response.json()) as Checked[]) : []
    return rows[0]
  }

  const check = async (file: string): Promise<Checked | undefined> => {
    for (let attempt = 1; ; attempt += 1) {
      const [unchecked] = await database.call<{ name: string; version: string }[]>(
        'unchecked_file',
        { file },
      )
      const bytes = unchecked && (await bucket.read(file))
      if (!bytes) return undefined
      const found = await checkFile(bytes, unchecked.name)
      try {
        const outcome = await database.call<Checked>('record_file_check', {
          file,
          version: unchecked.version,
          type: 'type' in found ? found.type : null,
          size: bytes.length,
          hash: 'hash' in found ? found.hash : null,
          refusal: 'refusal' in found ? found.refusal : null,
        })
        if (outcome.state === 'refused') await bucket.remove([file])
        return outcome
      } catch (error) {
        // It was uploaded again while it was read.
        if (attempt === 3) throw error
      }
    }
  }

  const sweep = async (everything: boolean) => {
    const until = Date.now() + shift
    const counts = { checked: 0, deleted: 0 }
    const done = new Set<string>()
    while (Date.now() < until) {
      const work = await database.call<{ name: string; work: 'check' | 'delete' }[]>('file_work', {
        everything,
      })
      const fresh = work.filter(({ name }) => !done.has(name))
      if (fresh.length === 0) break
      for (const { name } of fresh) done.add(name)
      const gone = fresh.filter((it) => it.work === 'delete').map(({ name }) => name)
      if (gone.length > 0) await bucket.remove(gone)
      counts.deleted += gone.length
      for (const { name } of fresh.filter((it) => it.work === 'check')) {
        // An unreadable file must not keep the others waiting.
        await check(name).then(
          () => (counts.checked += 1),
          (error: unknown) => console.error(error),
        )
      }
    }
    return counts
  }

  return async (request: Request): Promise<Response> => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers })
    if (request.method !== 'POST') return refuse(405, 'Method Not Allowed')
    try {
      const isClock = await bringsSecret(request, required(environment, 'DELIVER_MAIL_SECRET'))
      const body = (await request.json().catch(() => ({}))) as {
        file?: unknown
        everything?: unknown
      } | null
      if (isClock) return answer(200, await sweep(body?.everything === true))
      const { file } = body ?? {}
      if (typeof file !== 'string' || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(file)) {
        return refuse(400, 'Bad Request')
      }
      const known = await find(request, file)
      const outcome = known && ((await check(file)) ?? known)
      return outcome ? answer(200, outcome) : answer(404, { state: null, refusal: null })
    } catch (error) {
      console.error(error)
      return refuse(502, 'The file could not be checked.')
    }
  }
}
