import { useLocation, useNavigate } from 'react-router-dom'
import { useCurrentLocation } from '@/shared/lib/use-current-location'

/** Which row the panel shows, in the address as `?open=<id>`: reload and Back return to it. */
export function useOpenRow(): {
  openId: string | undefined
  open: (id: string) => void
  close: () => void
} {
  const currentLocation = useCurrentLocation()
  const navigate = useNavigate()
  const rendered = useLocation()
  const openId = readOpen(new URLSearchParams(rendered.search))

  function go(id: string | undefined) {
    const location = currentLocation() ?? rendered
    const params = new URLSearchParams(location.search)
    // From one row to the next is one step back.
    const replace = Boolean(readOpen(params) && id)
    if (id) params.set('open', id)
    else params.delete('open')
    void navigate({ search: params.toString() }, { replace, state: location.state as unknown })
  }

  return { openId, open: go, close: () => go(undefined) }
}

function readOpen(params: URLSearchParams): string | undefined {
  const requested = params.get('open')
  return requested && /^[\da-f-]{36}$/i.test(requested) ? requested : undefined
}
