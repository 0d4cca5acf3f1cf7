import { queryOptions, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'
import { supabase } from './client'
import type { Database } from './database.types'

interface Request<Data> {
  retry: (enabled: boolean) => Request<Data>
  throwOnError: () => PromiseLike<{ data: Data; count: number | null }>
}

type Abortable<Data> = Request<Data> & { abortSignal: (signal: AbortSignal) => Request<Data> }

/** Returns the answer of the database; ends with the signal, and throws a refusal. */
export async function ask<Data>(request: Request<Data>, signal?: AbortSignal): Promise<Data> {
  return (await send(request, signal)).data
}

/** As `ask`, for a request that counts: the number of rows. */
export async function askCount(request: Request<unknown>, signal?: AbortSignal): Promise<number> {
  return (await send(request, signal)).count ?? 0
}

function send<Data>(request: Request<Data>, signal?: AbortSignal) {
  // `single()` only takes the method off the type.
  const sent = signal ? (request as Abortable<Data>).abortSignal(signal) : request
  // The query client repeats a read, once. The library would repeat an unanswered one for seven seconds more.
  return sent.retry(false).throwOnError()
}

type Functions = Database['public']['Functions']
type Rows = {
  [Name in keyof Functions]: Functions[Name]['Returns'] extends (infer Row)[] ? Row : never
}

/** A row of a function. The generated types do not know which of its columns can be null. */
export type RpcRow<Name extends keyof Functions, Nullable extends keyof Rows[Name] = never> = {
  [Key in keyof Rows[Name]]: Rows[Name][Key] | (Key extends Nullable ? null : never)
}

type Options<Data> = Omit<UseQueryOptions<Data>, 'queryKey' | 'queryFn' | 'initialData' | 'select'>

/** Reads rows under a key, which names everything that the request depends on. */
export const selectQuery = <Data>(
  queryKey: QueryKey,
  request: () => Request<Data>,
  options?: Options<NoInfer<Data>>,
) => queryOptions({ ...options, queryKey, queryFn: ({ signal }) => ask(request(), signal) })

/** Reads by a function, under the beginning of a key, its name and arguments. By POST: addresses are logged. */
export const rpcQuery = <
  Name extends keyof Functions,
  // With columns that can be null, rows are `RpcRow`s.
  Data = Functions[Name]['Returns'],
>(
  keyStart: QueryKey,
  name: Name,
  args: Functions[Name]['Args'],
  options?: Options<NoInfer<Data>>,
) =>
  selectQuery(
    [...keyStart, name, args],
    () => supabase.rpc(name, args as never) as unknown as Request<Data>,
    options,
  )
