import { Dialog, DialogContent } from '@/shared/ui/dialog'
import { ClearancesPart, type ClearableRecord } from './clearances-part'

/** The clearances of one person, over the page. */
export function ClearancesDialog({
  record,
  onClose,
}: {
  record: ClearableRecord
  onClose: () => void
}) {
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={record.name}
        description={record.kind === 'mentors' ? 'Mentor' : 'Trainer'}
      >
        <ClearancesPart record={record} />
      </DialogContent>
    </Dialog>
  )
}
