import { Alert } from './alert'

/** In a form that was left without being saved or given up. */
export function KeptChanges() {
  return (
    <Alert role="status" title="What you typed before is here again.">
      It has not been saved yet.
    </Alert>
  )
}
