import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router-dom'
import { notify } from '@/shared/ui/notify'
import type { Resource } from '../core/define-resource'
import { VIEW_PARAM, viewsQuery, type SavedView } from './view-queries'
import { listAddress } from '../core/list-state'
import { locationOf, readViewState } from './view-state'

/** The saved views of a list, and the one that the address names. */
export function useSavedView(resource: Resource) {
  const location = useLocation()
  const navigate = useNavigate()
  const address = listAddress(resource, location)
  const id = new URLSearchParams(location.search).get(VIEW_PARAM)
  const { applied } = { ...(location.state as object | null) } as { applied?: unknown }
  const views = useQuery(viewsQuery(address))

  /** Opens the list as the view saved it, and names missing parts. */
  function open(view: SavedView, options?: { replace: boolean }) {
    const { list, gone } = readViewState(resource, view.state)
    const at = locationOf(resource, address, list)
    const params = new URLSearchParams(at.search)
    params.set(VIEW_PARAM, view.id)
    void navigate(
      { pathname: at.pathname, search: params.toString() },
      { ...options, state: { ...(at.state as object), applied: view.id } },
    )
    const missing = [
      ...(gone.length > 0 ? [`The list no longer has ${gone.join(', ')}.`] : []),
      ...(view.state.erased
        ? [
            'A search or filter in it named someone who was erased, so it has no number and sends no email.',
          ]
        : []),
    ]
    if (missing.length > 0) {
      notify({
        id: `view ${view.id}`,
        title: `Part of “${view.name}” is gone`,
        description: `${missing.join(' ')} The rest is shown. The view stays as it is until you save it again.`,
        tone: 'info',
      })
    }
  }

  /** Keeps the list as it is, without the view's name. */
  function leave(options?: { replace: boolean }) {
    const params = new URLSearchParams(location.search)
    params.delete(VIEW_PARAM)
    void navigate({ search: params.toString() }, { ...options, state: location.state as unknown })
  }

  return {
    address,
    views,
    view: views.data?.find((one) => one.id === id),
    /** The address names a view whose list is not shown yet. */
    isArriving: id !== null && applied !== id,
    open,
    leave,
  }
}
