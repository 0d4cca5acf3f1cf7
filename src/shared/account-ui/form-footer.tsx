import { Button } from '@/shared/ui/button'
import { DialogClose, DialogFooter } from '@/shared/ui/dialog'

interface FormFooterProps {
  isSaving: boolean
  /** The label of the button that submits. */
  save: string
  /** Its label while saving */
  saving?: string
  disabled?: boolean | undefined
  variant?: 'danger' | undefined
}

/** The last element of a form in a dialog. */
export function FormFooter({ isSaving, save, saving = save, ...button }: FormFooterProps) {
  return (
    <DialogFooter>
      <DialogClose variant="outline" disabled={isSaving}>
        Cancel
      </DialogClose>
      <Button type="submit" {...button} loading={isSaving}>
        {isSaving ? saving : save}
      </Button>
    </DialogFooter>
  )
}
