import type { ReactNode } from 'react'
import { Dialog, DialogContent } from '@/shared/ui/dialog'

interface DrawerDialogProps {
  onClose: () => void
  children: ReactNode
}

/** Any link in it closes it. */
export function DrawerDialog({ onClose, children }: DrawerDialogProps) {
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        side="start"
        size="xs"
        title="Menu"
        description="All pages of the back office"
        descriptionHidden
      >
        <nav
          aria-label="Staff"
          className="-mx-3"
          onClick={({ target }) => target instanceof Element && target.closest('a') && onClose()}
        >
          {children}
        </nav>
      </DialogContent>
    </Dialog>
  )
}
