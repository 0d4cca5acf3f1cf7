import { useEffect, type ReactNode } from 'react'
import { Outlet } from 'react-router-dom'
import { SiteHeader } from '@/features/site/components/site-header'
import { RouteBoundary } from '@/shared/ui/route-boundary'
import { staticPart } from '@/shared/ui/static-part'

const SiteFooter = staticPart(() => import('@/features/site/components/site-footer'))

/** The header and footer stay when a page breaks. */
export function PublicLayout({ children = <Outlet /> }: { children?: ReactNode }) {
  // For `replayClicks`: this page is hydrated.
  useEffect(() => void window.dispatchEvent(new Event('answering')), [])

  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        onClick={(event) => {
          // The address must not change: that would redraw a form that is not hydrated yet.
          event.preventDefault()
          document.getElementById('main')?.focus()
        }}
        className="sr-only focus:not-sr-only focus:fixed focus:start-4 focus:top-4 focus:z-50 focus:rounded-control focus:bg-forest-700 focus:px-4 focus:py-3 focus:text-paper-raised"
      >
        Skip to content
      </a>
      <SiteHeader />
      <main id="main" tabIndex={-1} className="flex-1">
        <RouteBoundary>{children}</RouteBoundary>
      </main>
      <SiteFooter />
    </div>
  )
}
