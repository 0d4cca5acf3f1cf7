import { Suspense, useState, type ComponentType, type MouseEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { lazyModule } from '@/shared/lib/lazy-component'
import { useHydrated } from '@/shared/lib/use-hydrated'

/**
 * A part with only text and links. On a prerendered page its HTML stays as served; its code is
 * downloaded only where the app draws the page: `staticPart(() => import('./site-footer'))`.
 */
export function staticPart<Props extends object = object>(
  download: () => Promise<Record<string, ComponentType<Props>>>,
): ComponentType<Props> {
  const Part = lazyModule(download)
  return function StaticPart(props: Props) {
    const navigate = useNavigate()
    const isHydrated = useHydrated()
    const [isDrawn] = useState(isHydrated)

    /** Like the router's links, which keep a pending navigation. */
    function follow(event: MouseEvent) {
      const link = (event.target as Element).closest('a')
      const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      if (!link || !isPlain || link.target || link.download) return
      const { origin, pathname } = window.location
      // The browser itself opens a file and scrolls to a part of the page.
      const isFile = link.pathname.includes('.')
      if (link.origin !== origin || isFile || (link.hash && link.pathname === pathname)) return
      event.preventDefault()
      void navigate(link.pathname + link.search + link.hash)
    }

    if (!import.meta.env.SSR && !isDrawn) {
      // React does not touch the HTML of an element like this.
      return (
        <div onClick={follow} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
      )
    }
    return (
      <div>
        <Suspense>
          <Part {...props} />
        </Suspense>
      </div>
    )
  }
}
