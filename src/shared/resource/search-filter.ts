/**
 * The filter that `.or()` takes so that a word is in one of the columns, in any letter case.
 *
 * The word is matched literally: as a regular expression with every special character escaped, since
 * `ilike` would read a `*` as a wildcard whatever stands before it. The quotes around it, with `\` and
 * `"` escaped in turn, keep its commas and parentheses from ending the filter.
 */
export function containsWord(columns: readonly string[], word: string): string {
  const pattern = word.replace(/[^\p{L}\p{M}\p{N}\s]/gu, '\\$&')
  const quoted = `"${pattern.replace(/[\\"]/g, '\\$&')}"`
  return columns.map((column) => `${column}.imatch.${quoted}`).join(',')
}

/** The words of a search. Postgres can store no null byte, so none can be found. */
export function searchWords(search: string): string[] {
  return search
    .replaceAll('\0', '')
    .split(/\s+/)
    .filter((word) => word !== '')
}
