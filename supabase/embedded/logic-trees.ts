/*
 * lite reads the logic trees of `or=(…)` and `and=(…)` in ways of its own.
 *
 * Several `or` parameters must each hold; lite asks for one of them. They become one `and`.
 *
 * It keeps the double quotes around a pattern, and knows no escapes within them. PostgREST takes what
 * they hold as it is, `\"` and `\\` being the two escapes. So quoted values travel through lite without
 * quotes, as one mark and private-use characters that mean nothing to its parser, and become
 * themselves again when they reach the database. The mark is random: nobody can send text with it.
 */

import { randomUUID } from 'node:crypto'

const mark = randomUUID().replaceAll('-', '')
const base = 0x100000
const logicTree = /(?:^|\.)(?:or|and)$/
const quoted = /"((?:[^"\\]|\\.)*)"(?=[,)])/gs
// Not `*`: lite turns it into `%` for `like` and leaves it alone for `match`, as PostgREST does.
const meaningful = /[^\p{L}\p{N}*]/gu

/** The same request with logic trees that lite understands as PostgREST would. */
export function rewriteLogicTrees(request: Request): Request {
  const url = new URL(request.url)
  const parameters = [...url.searchParams].map(([name, value]): [string, string] => [
    name,
    logicTree.test(name)
      ? value.replace(quoted, (_, content: string) => mark + disguise(content))
      : value,
  ])
  const alternatives = parameters.filter(([name]) => name === 'or')
  const rewritten =
    alternatives.length < 2
      ? parameters
      : [
          ...parameters.filter(([name]) => name !== 'or'),
          ['and', `(${alternatives.map(([, value]) => `or${value}`).join(',')})`],
        ]
  const search = new URLSearchParams(rewritten).toString()
  if (search === url.searchParams.toString()) return request
  url.search = search
  return new Request(url, request)
}

function disguise(content: string): string {
  return content.replace(/\\(.)/gs, '$1').replace(meaningful, (character) => {
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
