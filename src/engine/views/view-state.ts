import { optionLabel } from '@/shared/lib/option-label'
import type { Condition, Resource } from '../core/define-resource'
import {
  conditionsOf,
  readListState,
  sortText,
  writeListState,
  type ListLocation,
  type ListState,
} from '../core/list-state'
import { searchArgument, searchedWords } from '../core/search-filter'

/** A list as a view stores it; the database checks the shape (`private.is_view_state`). */
export interface ViewState {
  search?: string
  /** The words of the search, in the format of the database's functions */
  words?: string
  filters?: Readonly<Record<string, string>>
  /** What the filters mean, by which the database counts a view without knowing its list */
  conditions?: readonly Condition[]
  sort?: string | undefined
  columns?: readonly string[] | undefined
  /**
   * A part that named an erased person is gone: the view counts and reaches no one until it is
   * saved again.
   */
  erased?: true
}

/** The state that a view stores for a list with these columns. */
export function toViewState(
  resource: Resource,
  { search, filters, sort }: ListState,
  columns?: readonly string[],
): ViewState {
  return {
    ...(search && { search, words: searchArgument(searchedWords(search)) }),
    filters: { ...resource.baseFilter, ...filters },
    conditions: conditionsOf(resource, filters),
    sort: sortText(sort),
    ...(columns && { columns }),
  }
}

/** The list that a view opens, and the names of the parts that the list no longer has. */
export function readViewState(resource: Resource, state: ViewState) {
  const { search = '', filters = {}, sort, columns = [] } = state
  const params = new URLSearchParams({
    ...filters,
    ...(sort && { sort }),
    ...(columns.length > 0 && { columns: columns.join() }),
  })
  const list = readListState(resource, { search: params.toString(), state: { search } })
  const read = toViewState(resource, list, list.columns)
  const gone = [
    ...Object.entries(filters)
      .filter(([key, value]) => read.filters?.[key] !== value)
      .map(([key, value]) => `the filter “${optionLabel(key)}: ${optionLabel(value)}”`),
    ...(sort && read.sort !== sort ? [`the order by “${optionLabel(sort.replace('-', ''))}”`] : []),
    ...columns
      .filter((key) => !list.columns?.includes(key))
      .map((key) => `the column “${optionLabel(key)}”`),
  ]
  return { list, gone }
}

export function isSameState(one: ViewState, other: ViewState): boolean {
  return asText(one) === asText(other)
}

const asText = ({
  search = '',
  filters = {},
  conditions = [],
  sort = '',
  columns = [],
  erased,
}: ViewState) =>
  JSON.stringify([search, Object.entries(filters).toSorted(), conditions, sort, columns, erased])

/** A name for what the list shows, such as "Active mentors: mine"; never the search, which may be a person's name. */
export function suggestedName(
  {
    views,
    filters: known,
    foreignKeyFilters,
    subset,
    choices,
    filterLabel = optionLabel,
    label,
  }: Resource,
  { search, filters }: ListState,
  usedNames: readonly string[],
): string {
  const words = Object.entries(filters).flatMap(([key, value]) => {
    if (key === 'view') return []
    if (known?.[key]) return filterLabel(value)
    if (subset?.key === key) return subset.values[value] ?? value
    if (choices?.[key]) return value === 'none' ? choices[key].none : choices[key].label
    if (foreignKeyFilters?.includes(key)) return value === 'none' ? 'unassigned' : 'assigned'
    return `${key} ${value}`
  })
  const view = filters.view && views?.[filters.view]?.label
  const ending = [view, search && 'search'].filter(Boolean).join(', ').toLowerCase()
  const rows = optionLabel([...words, label.many].join(' ').toLowerCase())
  const name = ending ? `${rows}: ${ending}` : rows
  const names = new Set(usedNames.map((one) => one.toLowerCase()))
  for (let number = 1; ; number++) {
    const tried = number === 1 ? name : `${name} ${number}`
    if (!names.has(tried.toLowerCase())) return tried.slice(0, 80)
  }
}

/** The location that shows this state in the list at this address. */
export function locationOf(
  resource: Resource,
  address: string,
  list: ListState,
): ListLocation & { pathname: string } {
  const [pathname = '', search = ''] = address.split('?')
  return { pathname, ...writeListState(resource, { search, state: null }, list) }
}

/** Begins the fragment of a copied link, which browsers send to no server. */
const FRAGMENT = '#search='

/** A link to what the list shows. Only this one has the search, in its fragment. */
export function copiedLink(
  resource: Resource,
  address: string,
  list: ListState,
  origin = window.location.origin,
): string {
  const { pathname, search } = locationOf(resource, address, { ...list, page: 1 })
  const query = search ? `?${search}` : ''
  return `${origin}${pathname}${query}${list.search ? FRAGMENT + encodeURIComponent(list.search) : ''}`
}

export function searchOfLink(hash: string): string | undefined {
  if (!hash.startsWith(FRAGMENT)) return undefined
  try {
    return decodeURIComponent(hash.slice(FRAGMENT.length))
  } catch {
    return ''
  }
}
