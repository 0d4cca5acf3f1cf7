import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/** The state of a location that asks for a new row, with initial values or without. */
export interface AddRequest {
  add: true
  values?: Readonly<Record<string, unknown>>
}

/** Calls `add` once if the location asks for a new row. */
export function useAddRequest(add: (values?: AddRequest['values']) => void): void {
  const location = useLocation()
  const navigate = useNavigate()
  const state = location.state as Partial<AddRequest> | null
  const isAsked = state?.add === true

  const answer = useEffectEvent(() => {
    add(state?.values)
    void navigate(location, {
      replace: true,
      state: { ...state, add: undefined, values: undefined },
    })
  })
  useEffect(() => {
    if (isAsked) answer()
  }, [isAsked])
}
