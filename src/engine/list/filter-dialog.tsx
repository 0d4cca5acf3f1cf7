import type { ReactNode } from 'react'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/shared/ui/dialog'

interface FilterDialogProps {
  description: string
  side: 'bottom' | 'center'
  onClear: () => void
  onClose: () => void
  children: ReactNode
}

export function FilterDialog(props: FilterDialogProps) {
  const { description, side, onClear, onClose, children } = props
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent side={side} title="Filters" description={description} descriptionHidden>
        <div className="grid gap-4">{children}</div>
        <DialogFooter>
          <Button variant="outline" onClick={onClear}>
            Clear
          </Button>
          <DialogClose>Show</DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
