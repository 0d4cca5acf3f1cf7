/*
 * lite reads the logic trees of `or=(…)` and `and=(…)` in ways of its own.
 *
 * Several `or` parameters must each hold; lite asks for one of them. So it does with several filters
 * of one column by one operator, such as two words to match. They become one `and`.
 *
 * It keeps the double quotes around a pattern, and knows no escapes within them. PostgREST takes what
 * they hold as it is, `\"` and `\\` being the two escapes. So quoted values travel through lite without
 * quotes, as one mark and private-use characters that mean nothing to its parser, and become
 * themselves again when they reach the database. The mark is random, so no request can contain it.
 *
 * The search terms of a function travel the same way: lite reads arguments in an address as JSON,
 * which makes 1 of +1 and takes quotes off, or as filters.
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
  const isFunction = url.pathname.startsWith('/rest/v1/rpc/')
  const parameters = [...url.searchParams].map(([name, value]): Parameter => {
    if (isFunction && name === 'search') return [name, mark + hide(value)]
    if (!logicTree.test(name)) return [name, value]
    return [name, value.replace(quoted, (_, content: string) => mark + disguise(content))]
  })
  const repeated = parameters.filter(
    (one) =>
      kindOf(one) && parameters.some((other) => other !== one && kindOf(other) === kindOf(one)),
  )
  const rewritten =
    repeated.length === 0
      ? parameters
      : [
          ...parameters.filter((parameter) => !repeated.includes(parameter)),
          ['and', `(${repeated.map(asBranch).join(',')})`],
        ]
  const search = new URLSearchParams(rewritten).toString()
  if (search === url.searchParams.toString()) return request
  url.search = search
  return new Request(url, request)
}

type Parameter = [name: string, value: string]

/** The parameters of which lite keeps one: `or`, or a column with its operator. */
function kindOf([name, value]: Parameter): string | undefined {
  if (name === 'or') return name
  const operator = matchOperator.exec(value)
  return operator ? `${name} ${operator[0]}` : undefined
}
const matchOperator = /^(?:not\.)?(?:i?like|i?match)\./

function asBranch([name, value]: Parameter): string {
  if (name === 'or') return `or${value}`
  const [operator = ''] = matchOperator.exec(value) ?? []
  return `${name}.${operator}${mark}${hide(value.slice(operator.length))}`
}

const disguise = (content: string) => hide(content.replace(/\\(.)/gs, '$1'))

function hide(content: string): string {
  return content.replace(meaningful, (character) => {
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
