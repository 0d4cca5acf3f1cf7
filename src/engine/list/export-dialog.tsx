import Download from 'lucide-react/icons/download'
import { useState, type FormEvent } from 'react'
import { Button } from '@/shared/ui/button'
import { DialogClose, DialogFooter } from '@/shared/ui/dialog'
import { CheckboxField } from '@/shared/ui/field'
import { EditorDialog, useEditor } from '@/shared/account-ui/editor-dialog'
import { isTooShort, ReasonField } from './reason-field'

const MOST_ROWS = 10_000

interface ExportDialogProps {
  /** The labels of the protected fields */
  fields: readonly string[]
  total: number | undefined
  onExport: (reason?: string) => void
  onClose: () => void
}

/** Asks whether a file has the protected fields too, and why. */
export function ExportDialog({ onClose, ...props }: ExportDialogProps) {
  return (
    <EditorDialog
      size="sm"
      title="Export to CSV"
      description="The change log records each export."
      onClose={onClose}
    >
      <Choice {...props} />
    </EditorDialog>
  )
}

function Choice({ fields, total = 0, onExport }: Omit<ExportDialogProps, 'onClose'>) {
  const [isIncluded, setIncluded] = useState(false)
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const isTooMany = isIncluded && total > MOST_ROWS
  useEditor({ isDirty: reason.trim() !== '', isSaving: false })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isIncluded) return onExport()
    setTried(true)
    if (!isTooShort(reason) && !isTooMany) onExport(reason.trim())
  }
  return (
    <form noValidate className="grid gap-3" onSubmit={submit}>
      <CheckboxField
        label="Include protected fields"
        description={fields.join(', ')}
        error={
          isTooMany
            ? `Up to ${MOST_ROWS.toLocaleString('en-US')} rows at a time. Narrow the list down first.`
            : undefined
        }
        checked={isIncluded}
        onChange={({ target }) => setIncluded(target.checked)}
      />
      {isIncluded && (
        <ReasonField counted="rows" value={reason} onChange={setReason} isTried={isTried} />
      )}
      <DialogFooter>
        <DialogClose variant="outline">Cancel</DialogClose>
        <Button type="submit">
          <Download aria-hidden="true" />
          Export
        </Button>
      </DialogFooter>
    </form>
  )
}
