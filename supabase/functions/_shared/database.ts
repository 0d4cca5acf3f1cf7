import { PostgrestClient } from '@supabase/postgrest-js'
import { required, serviceKey, type Environment } from './environment.ts'

export type Fetch = (request: Request) => Promise<Response>

/** Calls the database's functions, and adds rows, as the service role. */
export class Database {
  readonly #client: PostgrestClient

  constructor(environment: Environment, send: Fetch = fetch) {
    const key = serviceKey(environment)
    this.#client = new PostgrestClient(`${required(environment, 'SUPABASE_URL')}/rest/v1`, {
      headers: { apikey: key, authorization: `Bearer ${key}` },
      fetch: (input, init) => send(new Request(input, init)),
    })
  }

  /**
   * The answer of a function in `public`.
   *
   * @throws when the database refuses or is not reached
   */
  async call<Answer>(name: string, parameters: object): Promise<Answer> {
    const answer = await this.#client.rpc(name, parameters)
    if (answer.error) throw new Error(`${name}: ${answer.error.message}`)
    return answer.data as Answer
  }

  /** @throws as `call` */
  async insert(table: string, row: object): Promise<void> {
    const { error } = await this.#client.from(table).insert(row)
    if (error) throw new Error(`${table}: ${error.message}`)
  }
}
