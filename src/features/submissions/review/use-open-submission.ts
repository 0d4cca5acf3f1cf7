import { useNavigate, useSearchParams } from 'react-router-dom'
import { useCurrentLocation } from '@/shared/lib/use-current-location'

/** Which submission is open is in the address; Back leads to the list from which it was opened. */
export function useOpenSubmission() {
  const currentLocation = useCurrentLocation()
  const navigate = useNavigate()
  const [params] = useSearchParams()

  return {
    open: params.get('open'),
    openHref: (id: string) => addressOf(params, id),
    setOpen: (id: string | null) => {
      const location = currentLocation()
      const now = new URLSearchParams(location.search)
      const state = location.state as { search?: string; openedFrom?: string } | null
      const list = JSON.stringify([addressOf(now, null), state?.search])
      const wasOpen = now.has('open')
      // A key that closes may be held down.
      if (id === null && !wasOpen) return
      if (id === null && state?.openedFrom === list) return void navigate(-1)
      void navigate(addressOf(now, id), {
        // Stepping from one to the next leaves no trail.
        replace: wasOpen,
        state: { ...state, openedFrom: (id && (wasOpen ? state?.openedFrom : list)) || undefined },
      })
    },
  }
}

function addressOf(params: URLSearchParams, open: string | null): string {
  const next = new URLSearchParams(params)
  if (open) next.set('open', open)
  else next.delete('open')
  return `?${next.toString()}`
}
