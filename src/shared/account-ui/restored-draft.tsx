import { Alert } from '@/shared/ui/alert'

/** In a form whose draft was restored. */
export function RestoredDraft() {
  return (
    <Alert role="status" title="We restored your text.">
      It has not been saved yet.
    </Alert>
  )
}
