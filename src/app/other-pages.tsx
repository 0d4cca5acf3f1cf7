import { useLocation } from 'react-router-dom'
import { NotFoundPage } from '@/features/site/pages/not-found-page'
import { matchRoute, routes } from '@/shared/auth/routes'
import { lazyModule } from '@/shared/lib/lazy-component'
import { routePages } from './route-pages'
import { PublicLayout } from './public-layout'

const AccountArea = lazyModule(() => import('./account-area'))

/** Downloads the code of the page at an address, so that it is drawn without a spinner. */
export async function loadPage(address: string): Promise<void> {
  const name = matchRoute(address)
  if (name) await Promise.all([AccountArea.load(), routePages[name].Page.load()])
}

/** All pages that are not public. Only they download session code. */
export function OtherPages() {
  const name = matchRoute(useLocation().pathname)
  if (!name) {
    return (
      <PublicLayout>
        <NotFoundPage />
      </PublicLayout>
    )
  }
  const { Page } = routePages[name]
  return routes[name].session === 'none' ? <Page /> : <AccountArea name={name} />
}
