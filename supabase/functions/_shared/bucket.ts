import { required, serviceKey, type Environment } from './environment.ts'
import type { Fetch } from './database.ts'
import { largestFile } from '../../../src/shared/lib/file-content.ts'

/** The bucket `files`, as the service role. */
export class Bucket {
  readonly #url: string
  readonly #headers: Record<string, string>
  readonly #send: Fetch

  constructor(environment: Environment, send: Fetch = fetch) {
    const key = serviceKey(environment)
    this.#url = `${required(environment, 'SUPABASE_URL')}/storage/v1/object/files`
    this.#headers = { apikey: key, authorization: `Bearer ${key}` }
    this.#send = send
  }

  /**
   * The bytes of an object; nothing where there is none. For an object over the limit, only its
   * beginning, which is also over the limit: the service lets an upload of unknown length through.
   * @throws when the service does not answer
   */
  async read(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const request = new Request(`${this.#url}/${name}`, { headers: this.#headers })
    const response = await this.#send(request)
    if (response.ok) return beginning(response, largestFile + 1)
    await this.#refuse(response, '404')
    return undefined
  }

  /** Stores an object, replacing one with its name. @throws when the service does not store it */
  async write(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const response = await this.#send(
      new Request(`${this.#url}/${name}`, {
        method: 'POST',
        headers: {
          ...this.#headers,
          'content-type': 'application/octet-stream',
          'cache-control': '0, no-store',
          'x-upsert': 'true',
        },
        body: bytes,
      }),
    )
    if (!response.ok) await this.#refuse(response)
    else await response.body?.cancel()
  }

  /** @throws when the service does not delete them; a missing one is fine */
  async remove(names: readonly string[]): Promise<void> {
    const response = await this.#send(
      new Request(this.#url, {
        method: 'DELETE',
        headers: { ...this.#headers, 'content-type': 'application/json' },
        body: JSON.stringify({ prefixes: names }),
      }),
    )
    if (!response.ok) await this.#refuse(response)
    else await response.body?.cancel()
  }

  async #refuse(response: Response, except?: string): Promise<void> {
    const { statusCode, message } = (await response.json()) as Record<string, string>
    if (!except || statusCode !== except) throw new Error(`Storage: ${statusCode} ${message}`)
  }
}

/** The bytes of a response, read up to this many. */
async function beginning({ body }: Response, enough: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const reader = body?.getReader()
  for (let size = 0; reader && size < enough;) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    size += value.length
  }
  await reader?.cancel()
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}
