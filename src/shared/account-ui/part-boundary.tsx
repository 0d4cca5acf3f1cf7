import { Suspense, type ReactNode } from 'react'
import { ErrorBoundary } from '@/shared/lib/error-boundary'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { Spinner } from '@/shared/ui/spinner'

interface PartBoundaryProps {
  /** As in "The charts could not be loaded." */
  failure: string
  children: ReactNode
}

/** Around a part of a page whose code loads later: if that fails, the rest stays. */
export function PartBoundary({ failure, children }: PartBoundaryProps) {
  return (
    <ErrorBoundary fallback={<NotLoaded failure={failure} />}>
      <Suspense fallback={<Spinner className="my-16" />}>{children}</Suspense>
    </ErrorBoundary>
  )
}

function NotLoaded({ failure }: Pick<PartBoundaryProps, 'failure'>) {
  return (
    <Alert tone="danger" role="alert" title={failure}>
      <Button variant="outline" size="sm" className="mt-3" onClick={() => window.location.reload()}>
        Reload the page
      </Button>
    </Alert>
  )
}
