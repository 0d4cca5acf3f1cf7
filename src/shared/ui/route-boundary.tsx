import { useEffect, useRef, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { ErrorBoundary } from '@/shared/lib/error-boundary'
import { Button, buttonClass } from './button'
import { Section } from './container'

/** Replaces a page that broke, until the address changes. The layout around it stays. */
export function RouteBoundary({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  return (
    <ErrorBoundary fallback={<BrokenPage />} resetKey={pathname + search}>
      {children}
    </ErrorBoundary>
  )
}

function BrokenPage() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  return (
    <Section width="narrow">
      <title>Something Went Wrong</title>
      <h1 ref={heading} tabIndex={-1} data-broken>
        This page could not be shown
      </h1>
      <p className="mt-4 max-w-measure text-lg text-ink-soft">
        Something went wrong on our side, or the connection was lost. Your form entries are kept in
        this tab. Load the page again, or go on from another one.
      </p>
      <div className="mt-8 flex flex-wrap gap-4">
        <Button onClick={() => window.location.reload()}>Load Again</Button>
        <Link className={buttonClass({ variant: 'outline' })} to={paths.home}>
          Go Home
        </Link>
      </div>
    </Section>
  )
}
