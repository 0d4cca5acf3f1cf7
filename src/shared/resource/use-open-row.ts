import { useLocation, useNavigate } from 'react-router-dom'

/** Which row the panel shows, in the address as `?open=<id>`: reload and Back return to it. */
export function useOpenRow(): {
  openId: string | undefined
  open: (id: string) => void
  close: () => void
} {
  const location = useLocation()
  const navigate = useNavigate()
  const params = new URLSearchParams(location.search)
  const requested = params.get('open')
  const openId = requested && isUuid.test(requested) ? requested : undefined

  function go(id: string | undefined) {
    if (id) params.set('open', id)
    else params.delete('open')
    const state = location.state as unknown
    // From one row to the next is one step back.
    void navigate({ search: params.toString() }, { replace: Boolean(openId && id), state })
  }

  return { openId, open: go, close: () => go(undefined) }
}

const isUuid = /^[\da-f-]{36}$/i
