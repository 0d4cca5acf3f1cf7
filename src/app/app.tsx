import { Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'
import { lazyComponent } from '@/shared/lib/lazy-component'
import { RouteBoundary } from '@/shared/ui/route-boundary'
import { Spinner } from '@/shared/ui/spinner'
import { PublicLayout } from './public-layout'
import { publicPages } from './public-pages'
import { ScrollToTop } from './scroll-to-top'

const FurtherPages = lazyComponent(async () => (await import('./further-pages')).FurtherPages)

/** Public pages load nothing but themselves; all other addresses are known to `FurtherPages` alone. */
export function App() {
  return (
    <>
      <ScrollToTop />
      <RouteBoundary>
        <Suspense fallback={<Spinner className="mx-auto my-24" />}>
          <Routes>
            <Route element={<PublicLayout />}>
              {publicPages.map(({ path, element }) => (
                <Route key={path} path={path} element={element} />
              ))}
            </Route>
            <Route path="*" element={<FurtherPages />} />
          </Routes>
        </Suspense>
      </RouteBoundary>
    </>
  )
}
