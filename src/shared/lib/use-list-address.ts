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
    setPage: (page: number) => change({ page: page > 1 ? String(page) : '' }),
    setSearch: (search: string, options: NavigateOptions = { replace: true }) =>
      change({ q: search, page: '' }, options),
  }
}
