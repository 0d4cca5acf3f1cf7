import { Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'
import { lazyComponent } from '@/shared/lib/lazy-component'
import { RouteBoundary } from '@/shared/ui/route-boundary'
import { Spinner } from '@/shared/ui/spinner'
import { RouteFocus } from './route-focus'
import { PublicLayout } from './public-layout'
import { publicPages } from './public-pages'

export const OtherPages = lazyComponent(async () => {
  const other = await import('./other-pages')
  if (!import.meta.env.SSR) await other.loadPage(window.location.pathname)
  return other.OtherPages
})

/** Public pages load only their own code; `OtherPages` has all other addresses. */
export function App() {
  return (
    <>
      <RouteFocus />
      <RouteBoundary>
        <Suspense fallback={<Spinner className="mx-auto my-24" />}>
          <Routes>
            <Route element={<PublicLayout />}>
              {publicPages.map(({ path, element }) => (
                <Route key={path} path={path} element={element} />
              ))}
            </Route>
            <Route path="*" element={<OtherPages />} />
          </Routes>
        </Suspense>
      </RouteBoundary>
    </>
  )
}
