import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useCurrentLocation } from '@/shared/lib/use-current-location'

/**
 * Which row is open, in the address as `?open=<id>`: reload and Back return to it.
 *
 * The router renders an address a moment later. A row counts as open at once, so that the next key
 * finds it.
 * @param options.closesBack whether closing goes back in the history, to the list from which it was opened
 */
export function useOpenRow({ closesBack = false } = {}) {
  const currentLocation = useCurrentLocation()
  const navigate = useNavigate()
  const rendered = useLocation()
  const params = new URLSearchParams(rendered.search)
  const [ahead, setAhead] = useState<{ id: string | undefined }>()
  const openId = ahead ? ahead.id : readOpen(params)
  const cursor = useRef(openId)
  useLayoutEffect(() => {
    if (!ahead) cursor.current = openId
  }, [ahead, openId])

  /** The browser goes back later; keys may come before. */
  const isGoingBack = useRef(false)
  const followAddress = useEffectEvent(() => {
    if (isGoingBack.current) {
      if (readOpen(params)) return
      isGoingBack.current = false
      if (cursor.current) return go(cursor.current)
    }
    const now = currentLocation()
    if (!now || now.key === rendered.key) setAhead(undefined)
  })
  // It follows the browser's history.
  // eslint-disable-next-line react/set-state-in-effect
  useEffect(() => followAddress(), [rendered])

  function go(id: string | undefined) {
    const location = currentLocation() ?? rendered
    const now = new URLSearchParams(location.search)
    const state = location.state as { search?: string; openedFrom?: string } | null
    const list = JSON.stringify([addressOf(now, undefined), state?.search])
    const wasOpen = readOpen(now) !== undefined
    if (!id && !wasOpen && !isGoingBack.current) return
    cursor.current = id
    setAhead({ id })
    if (isGoingBack.current) return
    if (!id && closesBack && state?.openedFrom === list) {
      isGoingBack.current = true
      return void navigate(-1)
    }
    void navigate(addressOf(now, id), {
      // Stepping through rows adds no history entries.
      replace: wasOpen && (closesBack || id !== undefined),
      state: { ...state, openedFrom: (id && (wasOpen ? state?.openedFrom : list)) || undefined },
    })
  }

  return {
    openId,
    isOpen: (id: string) => cursor.current === id,
    hrefOf: (id: string) => addressOf(params, id),
    open: (id: string) => go(id),
    close: () => go(undefined),
  }
}

function addressOf(params: URLSearchParams, open: string | undefined): string {
  const next = new URLSearchParams(params)
  if (open) next.set('open', open)
  else next.delete('open')
  return `?${next.toString()}`
}

export function readOpen(params: URLSearchParams): string | undefined {
  const requested = params.get('open')
  return requested && uuid.test(requested) ? requested : undefined
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
