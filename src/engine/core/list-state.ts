import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate, type Location, type NavigateOptions } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { useCurrentLocation } from '@/shared/lib/use-current-location'
import type { Condition, Resource } from './define-resource'

/**
 * The state of a list, as `?sort=-created_at&status=active&page=2` in the address. The search may
 * be a child's name: it is in the history entry's state, which survives a reload and Back, but
 * never in the address, so no link, browser history or server log has it.
 */
export interface ListState {
  search: string
  sort: { key: string; descending: boolean }
  filters: Readonly<Record<string, string>>
  /** From 1 */
  page: number
  /** The columns in order, where a link or a view sets it; otherwise the account's own order. */
  columns?: readonly string[]
}

/** A longer search is cut, so that servers accept the request. */
export const MAX_SEARCH = 200

/** The search starts after a pause in typing of this length (debounce). */
const DEBOUNCE_MS = 300

/** The filters by day, the first and the last, as `2026-01-31`. */
export const dayFilters = ['from', 'to'] as const

/** The filters by number: the least and the most. */
export const rangeFilters = (key: string) => [`${key}_from`, `${key}_to`] as const

interface Filter {
  /** Whether the list can be filtered by this value. */
  takes: (value: string) => boolean
  where: (value: string) => readonly Condition[]
}

/** The filters of a resource, by their names in the address. */
const filtersOf = ({
  filters,
  foreignKeyFilters = [],
  ranges = [],
  subset,
  views,
  days,
}: Resource): Record<string, Filter> => ({
  ...mapValues(filters, (options, key) => ({
    takes: (value) => options.includes(value),
    where: (value) => [[key, 'eq', value]],
  })),
  ...mapValues(Object.fromEntries(foreignKeyFilters.map((key) => [key, key])), (key) => ({
    takes: isReference,
    where: (value) => [value === 'none' ? [key, 'is', null] : [key, 'eq', value]],
  })),
  ...Object.fromEntries(ranges.flatMap((key) => Object.entries(range(key)))),
  ...(subset && {
    [subset.key]: {
      takes: (value) => Object.hasOwn(subset.values, value),
      where: (value) => [[subset.key, 'eq', value]],
    },
  }),
  ...(views && {
    view: {
      takes: (value) => Object.hasOwn(views, value),
      where: (value) => views[value]?.where ?? [],
    },
  }),
  ...(days && {
    from: { takes: isDay, where: (day) => [['created_at', 'gte', { day, later: 0 }]] },
    to: { takes: isDay, where: (day) => [['created_at', 'lt', { day, later: 1 }]] },
  }),
})

function range(key: string): Record<string, Filter> {
  const [from, to] = rangeFilters(key)
  return {
    [from]: { takes: isNumber, where: (value) => [[key, 'gte', value]] },
    [to]: { takes: isNumber, where: (value) => [[key, 'lte', value]] },
  }
}

/** The conditions that these filters set. */
export function conditionsOf(resource: Resource, filters: ListState['filters']): Condition[] {
  const known = filtersOf(resource)
  return [
    ...Object.entries(resource.baseFilter ?? {}).map(([key, value]) => [key, 'eq', value] as const),
    ...Object.entries(filters).flatMap(([key, value]) => known[key]?.where(value) ?? []),
  ]
}

/** The two parts of a location that hold the state of a list. */
export type ListLocation = Pick<Location, 'search' | 'state'>

/** Ignores parts of the location that the resource does not know. */
export function readListState(resource: Resource, location: ListLocation): ListState {
  const params = new URLSearchParams(location.search)
  const { search } = { ...(location.state as object | null) } as { search?: unknown }
  const filters: Record<string, string> = {}
  for (const [key, { takes }] of Object.entries(filtersOf(resource))) {
    const value = params.get(key)
    if (value !== null && takes(value)) filters[key] = value
  }
  const page = Number(params.get('page') ?? 1)
  const columns = params
    .get('columns')
    ?.split(',')
    .filter((key) => resource.columns.some((column) => column.key === key))
  return {
    search: typeof search === 'string' ? search.trim().slice(0, MAX_SEARCH) : '',
    sort: readSort(resource, params.get('sort')) ?? firstSort(resource, filters),
    filters,
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
    ...(columns && columns.length > 0 && { columns: [...new Set(columns)] }),
  }
}

/** The same location with a changed list. Defaults are left out. */
export function writeListState(
  resource: Resource,
  location: ListLocation,
  list: ListState,
): ListLocation {
  const params = new URLSearchParams(location.search)
  const sort = sortText(list.sort)
  const values = {
    sort: sort === sortText(firstSort(resource, list.filters)) ? '' : sort,
    ...mapValues(filtersOf(resource), (_, key) => list.filters[key] ?? ''),
    page: list.page === 1 ? '' : String(list.page),
    columns: list.columns?.join() ?? '',
  }
  for (const [key, value] of Object.entries(values)) {
    if (value === '') params.delete(key)
    else params.set(key, value)
  }
  const state = { ...(location.state as object | null), search: list.search || undefined }
  return { search: params.toString(), state }
}

function isDay(value: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
}

/** A number in a filter's format. */
export const isNumber = (value: string): boolean => /^-?\d{1,12}$|^-?\d{1,12}\.\d{1,4}$/.test(value)

function isReference(value: string): boolean {
  return value === 'none' || /^[0-9a-f-]{36}$/.test(value)
}

function mapValues<A, B = Filter>(
  values: Readonly<Record<string, A>> = {},
  map: (value: A, key: string) => B,
): Record<string, B> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value, key)]))
}

/**
 * The address of a list without its state, for example `/crm?tab=mentors`: views and columns are
 * stored under it.
 */
export function listAddress(
  { slug }: Pick<Resource, 'slug'>,
  { pathname, search }: { pathname: string; search: string },
): string {
  const params = new URLSearchParams(search)
  const tab = params.get('tab') ?? (pathname === paths.submissions ? slug : null)
  const by = params.get('by')
  const parts = [...(tab ? [`tab=${tab}`] : []), ...(tab && by ? [`by=${by}`] : [])]
  return pathname + (parts.length > 0 ? `?${parts.join('&')}` : '')
}

/** Whether a search or filter narrows the list or its view. */
export const isNarrowed = ({ search, filters }: ListState): boolean =>
  search !== '' || Object.keys(filters).some((key) => key !== 'view')

/** The initial sort order of a list or its view. */
export function firstSort({ views, defaultSort }: Resource, filters: ListState['filters']) {
  return toSort(views?.[filters.view ?? '']?.sort ?? defaultSort)
}

function readSort(resource: Resource, value: string | null): ListState['sort'] | undefined {
  const sort = value === null ? undefined : toSort(value)
  const isKnown = resource.columns.some((column) => column.sortable && column.key === sort?.key)
  return isKnown ? sort : undefined
}

/** As in `-created_at` */
export const sortText = ({ key, descending }: ListState['sort']): string =>
  `${descending ? '-' : ''}${key}`

export function toSort(value: string): ListState['sort'] {
  return { key: value.replace(/^-/, ''), descending: value.startsWith('-') }
}

type ChangeList = (change: Partial<ListState>, options?: NavigateOptions) => void

export interface ListControls {
  list: ListState
  /** Every change except of the page goes to the first page and includes the typed search. */
  change: ChangeList
  /** The text of the search box, which is ahead of the location while someone types. */
  searchText: string
  setSearchText: (text: string) => void
  /** Whether the list matches the address, which the router renders a moment after a change. */
  isRendered: () => boolean
}

export function useListState(resource: Resource): ListControls {
  const location = useLocation()
  const currentLocation = useCurrentLocation()
  const navigate = useNavigate()
  const list = readListState(resource, location)
  const [searchText, setSearchText] = useState(list.search)
  const [seenSearch, setSeenSearch] = useState(list.search)
  /** Searches on their way into the location; the user may have typed more since. */
  const [pending, setPending] = useState<readonly string[]>([])
  const written = pending.at(-1) ?? list.search

  if (list.search !== seenSearch) {
    setSeenSearch(list.search)
    const position = pending.indexOf(list.search)
    setPending(position < 0 ? [] : pending.slice(position + 1))
    // Back, Forward and links: the box follows the location.
    if (position < 0) setSearchText(list.search)
  }

  const change: ChangeList = (part, options) => {
    const search = part.search ?? searchText.trim()
    if (search !== written) setPending([...pending, search])
    if (part.search !== undefined) setSearchText(part.search)
    const now = currentLocation() ?? location
    const before = readListState(resource, now)
    const next = writeListState(resource, now, {
      ...before,
      page: 1,
      ...part,
      search,
      ...(search !== before.search && { page: 1 }),
    })
    void navigate({ search: next.search }, { ...options, state: next.state as unknown })
  }

  const isWaiting = searchText.trim() !== written
  // Replaces the entry in the browser's history, so that Back leaves the search.
  const follow = useEffectEvent(() => {
    if (currentLocation()) change({}, { replace: true })
  })
  useEffect(() => {
    if (!isWaiting) return
    const timer = window.setTimeout(follow, DEBOUNCE_MS)
    return () => window.clearTimeout(timer)
  }, [searchText, isWaiting])

  const isRendered = () => currentLocation()?.key === location.key

  return { list, change, searchText, setSearchText, isRendered }
}
