import { Alert } from './alert'

/** In a form whose draft was restored. */
export function RestoredDraft() {
  return (
    <Alert role="status" title="What you typed before is here again.">
      It has not been saved yet.
    </Alert>
  )
}
