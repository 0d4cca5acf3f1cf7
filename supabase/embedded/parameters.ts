/*
 * lite has its own way of reading filter values, and a function's arguments in the address. It
 * reads them as JSON: 1.50 becomes the number 1.5, `null` no value, and quotes and spaces at the
 * ends are lost. In the logic trees of `or=(…)` and `and=(…)` it keeps the double quotes around a
 * value, without any escapes.
 *
 * PostgREST takes each literally, with `\"` and `\\` as the two escapes within quotes. So they pass
 * lite's parser in hex after a mark, and are decoded in its result. The mark is random, so no
 * request can contain it.
 *
 * Several `or` parameters must all hold; lite requires only one. The same goes for several filters
 * of one column by one operator, like two words to match. They become one `and`.
 */

import { randomUUID } from 'node:crypto'
import { filterLike } from './function-arguments'

// No number contains its first letter.
const mark = `x${randomUUID().replaceAll('-', '')}`
const reserved = /(?:^|\.)(?:select|order|limit|offset|columns|on_conflict|apikey)$/
const logicTree = /(?:^|\.)(?:or|and)$/
const operator = /^(?:not\.)?(?:n?eq|[gl]te?|i?like|i?match)\./
const list = /^((?:not\.)?in\.)\((.*)\)$/s
const listed = /"((?:[^"\\]|\\.)*)"(?=,|$)|[^,]+/gs
const quoted = /"((?:[^"\\]|\\.)*)"(?=[,)])/gs

/** The same request with values that lite understands as PostgREST would. */
export function rewriteParameters(request: Request): Request {
  const url = new URL(request.url)
  const hasArguments = request.method === 'GET' && url.pathname.startsWith('/rest/v1/rpc/')
  const parameters = [...url.searchParams].map(([name, value]): Parameter => {
    if (reserved.test(name)) return [name, value]
    if (logicTree.test(name)) return [name, value.replace(quoted, unquote)]
    const [operation] = operator.exec(value) ?? []
    if (operation) return [name, operation + hide(value.slice(operation.length))]
    const [, isIn, items] = list.exec(value) ?? []
    if (items) return [name, `${isIn}(${items.replace(listed, unquote)})`]
    return [name, hasArguments && !filterLike.test(value) ? hide(value) : value]
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

/** Parameters of which lite only keeps one: `or`, or a column with its operator. */
function kindOf([name, value]: Parameter): string | undefined {
  if (name === 'or') return name
  const [operation] = operator.exec(value) ?? []
  return operation && !name.includes('.') ? `${name} ${operation}` : undefined
}

const asBranch = ([name, value]: Parameter) => (name === 'or' ? `or${value}` : `${name}.${value}`)

const unquote = (whole: string, content: string | undefined) =>
  hide(content?.replace(/\\(.)/gs, '$1') ?? whole)

/**
 * Not `*`: lite turns it into `%` for `like` and leaves it as it is for `match`, as PostgREST does.
 */
const hide = (value: string) =>
  mark + value.replace(/[^*]/g, (unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'))

/** lite's result, with filter values and arguments as they were in the address. */
export function reveal(parsed: unknown, isValue = false): unknown {
  if (typeof parsed === 'string' && isValue && parsed.startsWith(mark)) {
    return parsed
      .slice(mark.length)
      .replace(/[0-9a-f]{4}/g, (unit) => String.fromCharCode(Number.parseInt(unit, 16)))
  }
  if (Array.isArray(parsed)) return parsed.map((item) => reveal(item, isValue))
  if (typeof parsed !== 'object' || parsed === null) return parsed
  const entries = Object.entries(parsed).map(([key, value]) => {
    return [key, reveal(value, isValue || key === 'where' || key === 'args')]
  })
  return Object.fromEntries(entries)
}
