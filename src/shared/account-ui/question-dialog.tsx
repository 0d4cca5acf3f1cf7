import type { ReactNode } from 'react'
import { Button, type ButtonVariant } from '@/shared/ui/button'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/shared/ui/dialog'

interface QuestionDialogProps {
  title: string
  description: string
  /** The label of the button that cancels */
  no?: string
  yes: string
  yesVariant?: ButtonVariant
  isPending?: boolean
  /** It stays open while that is pending. */
  isHeld?: boolean
  onYes: () => void
  onClose: () => void
  children?: ReactNode
}

/** Asks for a confirmation. */
export function QuestionDialog(props: QuestionDialogProps) {
  const { title, description, no = 'Cancel', yes, yesVariant = 'danger' } = props
  const { isPending = false, onYes, onClose, children } = props
  const isHeld = isPending && props.isHeld
  return (
    <Dialog open onOpenChange={() => !isHeld && onClose()}>
      <DialogContent size="sm" title={title} description={description}>
        {children}
        <DialogFooter>
          <DialogClose variant="outline" disabled={isHeld}>
            {no}
          </DialogClose>
          <Button variant={yesVariant} loading={isPending} onClick={onYes}>
            {yes}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
