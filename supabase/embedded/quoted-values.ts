/*
 * lite reads the logic trees of `or=(…)` and `and=(…)` with its own idea of quotes: it keeps those
 * around a pattern, and knows no escapes within them. PostgREST takes whatever stands in double
 * quotes as it is, `\"` and `\\` being the two escapes. So quoted values travel through lite without
 * quotes, as one mark and private-use characters that mean nothing to its parser, and become
 * themselves again when they reach the database.
 */

const mark = '\u{10FFFD}'
const base = 0x100000
const logicTree = /(?:^|\.)(?:or|and)$/
const quoted = /"((?:[^"\\]|\\.)*)"(?=[,)])/gs
// Not `*`: lite turns it into `%` for `like` and leaves it alone for `match`, as PostgREST does.
const meaningful = /[^\p{L}\p{N}*]/gu

/** The same request with the quoted values of its logic trees disguised. */
export function disguiseQuotedValues(request: Request): Request {
  const url = new URL(request.url)
  let changed = false
  const parameters = [...url.searchParams].map(([name, value]) => {
    if (!logicTree.test(name) || !value.includes('"')) return [name, value]
    changed = true
    return [name, value.replace(quoted, (_, content: string) => mark + disguise(content))]
  })
  if (!changed) return request
  url.search = new URLSearchParams(parameters).toString()
  return new Request(url, request)
}

function disguise(content: string): string {
  return content
    .replace(/\\(.)/gs, '$1')
    .replace(meaningful, (character) => {
      const code = character.codePointAt(0)!
      return code < 0x80 ? String.fromCodePoint(base + code) : character
    })
}

/** A parameter of a query as it was before the disguise. */
export function undisguise(parameter: unknown): unknown {
  if (typeof parameter !== 'string' || !parameter.includes(mark)) return parameter
  return parameter
    .replaceAll(mark, '')
    .replace(/[\u{100000}-\u{10007F}]/gu, (character) =>
      String.fromCodePoint(character.codePointAt(0)! - base),
    )
}
