import { useLocation, useNavigate } from 'react-router-dom'

/** Which submission is open is in the address; Back leads to the list from which it was opened. */
export function useOpenSubmission() {
  const location = useLocation()
  const navigate = useNavigate()
  const params = new URLSearchParams(location.search)
  const open = params.get('open')
  const state = { ...(location.state as { search?: string; openedFrom?: string } | null) }

  const at = (id: string | null) => {
    const next = new URLSearchParams(params)
    if (id) next.set('open', id)
    else next.delete('open')
    return `?${next.toString()}`
  }
  const list = JSON.stringify([at(null), state.search])

  return {
    open,
    openHref: at,
    setOpen: (id: string | null) => {
      if (id === null && state.openedFrom === list) return void navigate(-1)
      void navigate(at(id), {
        // Stepping from one to the next leaves no trail.
        replace: open !== null,
        state: {
          ...state,
          openedFrom: id && open === null ? list : id ? state.openedFrom : undefined,
        },
      })
    },
  }
}
