import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { notify } from '@/shared/ui/notify'
import { Spinner } from '@/shared/ui/spinner'
import type { Resource } from '../core/define-resource'
import { MAX_SEARCH } from '../core/list-state'
import { useSavedView } from './use-saved-view'
import { searchOfLink } from './view-state'

/** Before a list is shown: opens the view that its address names, and moves the search of a copied link out of the address. */
export function ListArrival({ resource, children }: { resource: Resource; children: ReactNode }) {
  const location = useLocation()
  const navigate = useNavigate()
  const { views, view, isArriving, open, leave } = useSavedView(resource)
  const search = searchOfLink(location.hash)

  const arrive = useEffectEvent(() => {
    if (search !== undefined) {
      const state = { ...(location.state as object | null), search: search.slice(0, MAX_SEARCH) }
      return void navigate({ search: location.search, hash: '' }, { replace: true, state })
    }
    if (!isArriving || !views.isSuccess) return
    if (view) return open(view, { replace: true })
    if (views.isFetching) return
    notify({
      title: 'This view is gone',
      description:
        'It was deleted, is no longer shared, or belongs to a list that you can’t open. Here is the whole list.',
      tone: 'error',
    })
    leave({ replace: true })
  })
  useEffect(() => arrive(), [location, views.status, views.isFetching])

  if (isArriving && views.isError) {
    return <LoadFailure title="The view could not be opened." query={views} />
  }
  if (isArriving || search !== undefined) {
    return <Spinner label="Opening the view..." className="mx-auto my-16" />
  }
  return children
}
