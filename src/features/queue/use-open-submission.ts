import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useCurrentLocation } from '@/shared/lib/use-current-location'

/** Which submission is open is in the address; Back leads to the list from which it was opened. */
export function useOpenSubmission() {
  const currentLocation = useCurrentLocation()
  const navigate = useNavigate()
  const rendered = useLocation()
  const params = new URLSearchParams(rendered.search)
  const open = params.get('open')

  /** The browser goes back in its own time; a key that closes may be held down meanwhile. */
  const isGoingBack = useRef(false)
  useEffect(() => {
    if (open === null) isGoingBack.current = false
  }, [open])

  return {
    open,
    openHref: (id: string) => addressOf(params, id),
    setOpen: (id: string | null) => {
      const location = currentLocation() ?? rendered
      const now = new URLSearchParams(location.search)
      const state = location.state as { search?: string; openedFrom?: string } | null
      const list = JSON.stringify([addressOf(now, null), state?.search])
      const wasOpen = now.has('open')
      if (id === null && (!wasOpen || isGoingBack.current)) return
      if (id === null && state?.openedFrom === list) {
        isGoingBack.current = true
        return void navigate(-1)
      }
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
