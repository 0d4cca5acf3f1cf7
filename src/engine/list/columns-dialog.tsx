import { Button } from '@/shared/ui/button'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/shared/ui/dialog'
import { ColumnList, type ColumnsProps } from './column-list'

/** Which columns a list shows, and in which order. */
export function ColumnsDialog({
  resource,
  columns,
  onClose,
}: ColumnsProps & { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        size="sm"
        title="Columns"
        description="Saved with your account, on every device. While a view is open, they belong to the view."
      >
        <ColumnList resource={resource} columns={columns} />
        <DialogFooter>
          <Button variant="outline" onClick={columns.reset}>
            Reset
          </Button>
          <DialogClose>Done</DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
