import type { ReactNode } from 'react'
import { failureText } from '@/shared/supabase/backend-message'
import { Alert } from '@/shared/ui/alert'

interface FailureProps {
  /** The write that may have failed */
  of: { error: Error | null }
  /** What did not happen, as in "Nothing was merged." */
  title?: string | undefined
  className?: string | undefined
  /** What to do next */
  children?: ReactNode
}

/** In a form or dialog: why its write failed; empty otherwise. */
export function Failure({ of: { error }, title, className, children }: FailureProps) {
  if (!error) return null
  return (
    <Alert tone="danger" role="alert" title={title} className={className}>
      {failureText(error)}
      {children}
    </Alert>
  )
}
