import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/** Calls `add` once where the location has the state `{ add: true }`. */
export function useAddRequest(add: () => void): void {
  const location = useLocation()
  const navigate = useNavigate()
  const state = location.state as { add?: boolean } | null
  const isAsked = state?.add === true

  const answer = useEffectEvent(() => {
    add()
    void navigate(location, { replace: true, state: { ...state, add: undefined } })
  })
  useEffect(() => {
    if (isAsked) answer()
  }, [isAsked])
}
