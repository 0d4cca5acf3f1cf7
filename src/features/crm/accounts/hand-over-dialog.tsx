import { EditorDialog } from '@/shared/account-ui/editor-dialog'
import { HeirsForm } from './heirs-form'
import { handOver, type Part } from './leaving-queries'

interface HandOverDialogProps {
  account: string
  name: string
  parts: readonly Part[]
  /** Reads the work again. */
  again: () => void
  onDone: () => void
  onClose: () => void
}

/** Asks who takes over what an account could not open any more, before it loses the right. */
export function HandOverDialog({ account, name, parts, again, ...close }: HandOverDialogProps) {
  return (
    <EditorDialog
      title={`Who takes over from ${name}?`}
      description="Without this right they can’t open the work below. What nobody takes over becomes unassigned."
      onClose={close.onClose}
    >
      <HeirsForm
        parts={parts}
        action="Hand over and change the rights"
        handOver={handOver(account)}
        again={again}
        onDone={close.onDone}
      />
    </EditorDialog>
  )
}
