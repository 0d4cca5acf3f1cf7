import { useEffect } from 'react'
import { useSearchParams, type NavigateOptions } from 'react-router-dom'

/** The page (from 1) and search of the open tab's list, as the address has them. */
export function useListAddress() {
  const [searchParams, setSearchParams] = useSearchParams()

  function change(next: Record<string, string>, options?: NavigateOptions) {
    setSearchParams((current) => {
      const params = new URLSearchParams(current)
      for (const [name, value] of Object.entries(next)) {
        if (value) params.set(name, value)
        else params.delete(name)
      }
      return params
    }, options)
  }

  return {
    page: Math.max(1, Math.floor(Number(searchParams.get('page'))) || 1),
    search: searchParams.get('q')?.trim() ?? '',
    setPage: (page: number, options?: NavigateOptions) =>
      change({ page: page > 1 ? String(page) : '' }, options),
    setSearch: (search: string, options: NavigateOptions = { replace: true }) =>
      change({ q: search, page: '' }, options),
  }
}

interface PagedList {
  /** From 1 */
  page: number
  pageCount: number
  /** The query that says how many pages there are */
  counting: { isSuccess: boolean; isFetching: boolean }
  setPage: (page: number, options: NavigateOptions) => void
}

/** Leads from a page beyond the last, as when its rows were removed or from an old link, to the last. */
export function useLastPage({ page, pageCount, counting, setPage }: PagedList): void {
  const last = Math.max(pageCount, 1)
  const isBeyond = counting.isSuccess && !counting.isFetching && page > last
  useEffect(() => {
    if (isBeyond) setPage(last, { replace: true })
  })
}
