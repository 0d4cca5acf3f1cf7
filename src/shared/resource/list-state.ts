import { useEffect, useState } from 'react'
import { useSearchParams, type NavigateOptions } from 'react-router-dom'
import type { Resource } from './define-resource'

/** What a list shows: all of it in the address, as `?q=ada&sort=-created_at&status=active&page=2`. */
export interface ListState {
  search: string
  sort: { key: string; descending: boolean }
  filters: Readonly<Record<string, string>>
  /** From 1 */
  page: number
}

/** A search longer than this is cut: the address has to stay one that servers take. */
export const MAX_SEARCH = 200

/** The search follows what is typed after a pause of this length (debounce). */
const DEBOUNCE_MS = 300

/** Whatever the address says that the resource does not know is ignored. */
export function readListState(resource: Resource, params: URLSearchParams): ListState {
  const filters: Record<string, string> = {}
  for (const [key, options] of Object.entries(resource.filters ?? {})) {
    const value = params.get(key)
    if (value !== null && options.includes(value)) filters[key] = value
  }
  const page = Number(params.get('page') ?? 1)
  return {
    search: (params.get('q') ?? '').trim().slice(0, MAX_SEARCH),
    sort: readSort(resource, params.get('sort')) ?? toSort(resource.defaultSort),
    filters,
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
  }
}

/** The same address with a changed list. What is as it would be anyway is left out. */
export function writeListState(
  resource: Resource,
  params: URLSearchParams,
  state: ListState,
): URLSearchParams {
  const sort = `${state.sort.descending ? '-' : ''}${state.sort.key}`
  const next = new URLSearchParams(params)
  const values = {
    q: state.search,
    sort: sort === resource.defaultSort ? '' : sort,
    ...Object.fromEntries(
      Object.keys(resource.filters ?? {}).map((key) => [key, state.filters[key] ?? '']),
    ),
    page: state.page === 1 ? '' : String(state.page),
  }
  for (const [key, value] of Object.entries(values)) {
    if (value === '') next.delete(key)
    else next.set(key, value)
  }
  return next
}

function readSort(resource: Resource, value: string | null): ListState['sort'] | undefined {
  const sort = value === null ? undefined : toSort(value)
  const isKnown = resource.columns.some((column) => column.sortable && column.key === sort?.key)
  return isKnown ? sort : undefined
}

function toSort(value: string): ListState['sort'] {
  return { key: value.replace(/^-/, ''), descending: value.startsWith('-') }
}

type ChangeList = (change: Partial<ListState>, options?: NavigateOptions) => void

interface ListControls {
  list: ListState
  /** Every change but that of the page leads to the first page, and takes along what is being typed. */
  change: ChangeList
  /** What stands in the search box, which is ahead of the address while somebody types. */
  searchText: string
  setSearchText: (text: string) => void
}

export function useListState(resource: Resource): ListControls {
  const [params, setParams] = useSearchParams()
  const list = readListState(resource, params)
  const [searchText, setSearchText] = useState(list.search)
  const [seenSearch, setSeenSearch] = useState(list.search)
  /** Searches that are on their way into the address, where more may have been typed since. */
  const [pending, setPending] = useState<readonly string[]>([])
  const written = pending.at(-1) ?? list.search

  if (list.search !== seenSearch) {
    setSeenSearch(list.search)
    const position = pending.indexOf(list.search)
    setPending(position < 0 ? [] : pending.slice(position + 1))
    // Back, Forward and links: the box follows the address.
    if (position < 0) setSearchText(list.search)
  }

  const change: ChangeList = (part, options) => {
    const search = part.search ?? searchText.trim()
    if (search !== written) setPending([...pending, search])
    if (part.search !== undefined) setSearchText(part.search)
    setParams(
      (current) =>
        writeListState(resource, current, {
          ...readListState(resource, current),
          page: 1,
          ...part,
          search,
          ...(search !== list.search && { page: 1 }),
        }),
      options,
    )
  }

  const isWaiting = searchText.trim() !== written
  useEffect(() => {
    if (!isWaiting) return
    // In place of the entry in the browser's history, so that Back leaves the search.
    const timer = window.setTimeout(() => change({}, { replace: true }), DEBOUNCE_MS)
    return () => window.clearTimeout(timer)
    // `change` is another function at each render; only the text begins the pause anew.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [searchText, isWaiting])

  return { list, change, searchText, setSearchText }
}
