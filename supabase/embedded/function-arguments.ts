import type { PGlite } from '@electric-sql/pglite'

const operators =
  'eq|gte|gt|lte|lt|like|ilike|match|imatch|neq|in|is|isdistinct|fts|plfts|phfts|wfts|cs|cd|ov|sl|sr|nxr|nxl|adj'
export const filterLike = new RegExp(`^(not\\.)?(${operators})(\\([^)]*\\))?\\.|^not\\.`)

/**
 * PostgREST reads a function's argument in the address as a filter when it begins with an operator
 * and a dot, and then finds no function without that argument.
 * @returns the refusal, or undefined if the function gets all its arguments
 * @see https://github.com/PostgREST/postgrest/issues/4710
 */
export async function refuseFilterLikeArgument(
  pg: PGlite,
  request: Request,
): Promise<Response | undefined> {
  const { pathname, searchParams } = new URL(request.url)
  const name = /^\/rest\/v1\/rpc\/(\w+)$/.exec(pathname)?.[1]
  if (!name || !/^(GET|HEAD)$/.test(request.method)) return undefined
  const mistaken = [...searchParams].filter(([, value]) => filterLike.test(value))
  if (mistaken.length === 0) return undefined
  const { rows } = await pg.query<{ given: string[] }>(
    `select proargnames[1:pronargs] as given from pg_proc
     where proname = $1 and pronamespace = 'public'::regnamespace`,
    [name],
  )
  if (!mistaken.some(([key]) => rows[0]?.given.includes(key))) return undefined
  const message = `Could not find the function public.${name} without its filters in the schema cache`
  return Response.json({ code: 'PGRST202', message, details: null, hint: null }, { status: 404 })
}
