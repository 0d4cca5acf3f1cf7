import { useLocation } from 'react-router-dom'
import { NotFoundPage } from '@/features/site/pages/not-found-page'
import { placeAt, places } from '@/shared/auth/places'
import { lazyComponent } from '@/shared/lib/lazy-component'
import { placePages } from './place-pages'
import { PublicLayout } from './public-layout'

const AccountArea = lazyComponent(async () => (await import('./account-area')).AccountArea)

/** All that is no public page. What knows of sessions is downloaded for those who come for it. */
export function OtherPages() {
  const name = placeAt(useLocation().pathname)
  if (!name) {
    return (
      <PublicLayout>
        <NotFoundPage />
      </PublicLayout>
    )
  }
  const { Page } = placePages[name]
  return places[name].session === 'none' ? <Page /> : <AccountArea name={name} />
}
