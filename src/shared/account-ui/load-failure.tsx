import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'

interface LoadFailureProps {
  /** As in "The users could not be loaded." */
  title: string
  text?: string | undefined
  query: { isFetching: boolean; refetch: () => Promise<unknown> }
  className?: string | undefined
}

/** Shows that a query failed, with a retry. */
export function LoadFailure({ title, text, query, className }: LoadFailureProps) {
  return (
    <Alert tone="danger" role="alert" title={title} className={className}>
      {text && <p>{text}</p>}
      <Button
        variant="outline"
        size="sm"
        className="mt-3"
        loading={query.isFetching}
        onClick={() => void query.refetch()}
      >
        Try again
      </Button>
    </Alert>
  )
}
