import { useSearchParams } from 'react-router-dom'
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
const MAX_SEARCH = 200

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

/** How a change of the list enters the browser's history. */
interface ChangeOptions {
  /** Takes the place of the entry before. */
  replace?: boolean
  /** For the search box, which must not write over what is being typed. */
  state?: unknown
}

export type ChangeList = (change: Partial<ListState>, options?: ChangeOptions) => void

/** Every change but that of the page leads to the first page. */
export function useListState(resource: Resource): [ListState, ChangeList] {
  const [params, setParams] = useSearchParams()
  const state = readListState(resource, params)
  const change: ChangeList = (part, options) =>
    setParams(
      (current) =>
        writeListState(resource, current, {
          ...readListState(resource, current),
          page: 1,
          ...part,
        }),
      options,
    )
  return [state, change]
}
