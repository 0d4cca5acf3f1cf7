import Download from 'lucide-react/icons/download'
import { useState, type FormEvent } from 'react'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/shared/ui/dialog'
import { CheckboxField, Field } from '@/shared/ui/field'

/** As the database has them. */
const REASON_LENGTH = { least: 10, most: 500 }
const MOST_ROWS = 10_000

interface ExportDialogProps {
  /** The labels of the protected fields */
  fields: readonly string[]
  total: number | undefined
  onExport: (reason?: string) => void
  onClose: () => void
}

/** Asks whether a file has the protected fields too, and why. */
export function ExportDialog({ fields, total = 0, onExport, onClose }: ExportDialogProps) {
  const [isIncluded, setIncluded] = useState(false)
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const isTooShort = reason.trim().length < REASON_LENGTH.least
  const isTooMany = isIncluded && total > MOST_ROWS

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isIncluded) return onExport()
    setTried(true)
    if (!isTooShort && !isTooMany) onExport(reason.trim())
  }
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        size="sm"
        title="Export to CSV"
        description="The change log records each export."
      >
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
            <Field
              label="Reason"
              description="The log keeps it, with the number of rows."
              error={
                isTried && isTooShort
                  ? `Please write at least ${REASON_LENGTH.least} characters.`
                  : undefined
              }
              required
              rows={3}
              maxLength={REASON_LENGTH.most}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
          <DialogFooter>
            <DialogClose variant="outline">Cancel</DialogClose>
            <Button type="submit">
              <Download aria-hidden="true" />
              Export
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
