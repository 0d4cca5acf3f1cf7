import { fold } from '@/shared/lib/fold'

/**
 * The regular expressions that find each word of a search in `search_text`. A word is matched
 * literally, with every special character escaped: `like` would read a `*` as a wildcard, since
 * PostgREST does. Postgres can store no null byte, so none can be found.
 */
export function wordPatterns(search: string): string[] {
  return fold(search)
    .replaceAll('\0', '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => word.replace(/[^\p{L}\p{M}\p{N}]/gu, '\\$&'))
}
