import { createContext, use, useEffect, useRef, useState } from 'react'
import { discardDraft } from '@/shared/forms/draft-storage'
import { Dialog, DialogContent, type DialogContentProps } from '@/shared/ui/dialog'
import { QuestionDialog } from './question-dialog'
import { useLeaveWarning } from './use-leave-warning'

interface EditorState {
  /** Something was typed or chosen that is not stored yet. */
  isDirty: boolean
  isSaving: boolean
}

interface Editor {
  report: (state: EditorState) => void
  close: () => void
}

const EditorContext = createContext<Editor | null>(null)

/** How long a form may take to report the last input. */
const REPORT_MS = 1_000

interface EditorDialogProps extends Pick<
  DialogContentProps,
  'title' | 'description' | 'size' | 'children' | 'onCloseAutoFocus'
> {
  /** The name of the form's draft */
  draft?: string | undefined
  onClose: () => void
}

/**
 * A dialog in which something is entered. However it is left (Escape, Cancel, a click beside it), it
 * asks before unsaved changes are thrown away, and stays open while they are being saved. The form in
 * it uses `useEditor`.
 */
export function EditorDialog({ draft, onClose, children, ...content }: EditorDialogProps) {
  const [{ isDirty, isSaving }, setState] = useState<EditorState>(clean)
  const [isLeaving, setLeaving] = useState(false)
  const typedAt = useRef(-Infinity)

  function close() {
    if (draft !== undefined) discardDraft(draft)
    onClose()
  }

  useLeaveWarning(isDirty)

  return (
    <Dialog
      open
      onOpenChange={() => {
        if (isSaving) return
        if (isDirty || performance.now() - typedAt.current < REPORT_MS) setLeaving(true)
        else close()
      }}
    >
      <DialogContent {...content} onInput={() => (typedAt.current = performance.now())}>
        <EditorContext value={{ report: setState, close }}>{children}</EditorContext>
        {isLeaving && (
          <QuestionDialog
            title="Discard your changes?"
            description="Your entries have not been saved."
            no="Keep Editing"
            yes="Discard"
            onYes={close}
            onClose={() => setLeaving(false)}
          />
        )}
      </DialogContent>
    </Dialog>
  )
}

const clean: EditorState = { isDirty: false, isSaving: false }

/**
 * For the form in an `EditorDialog`, which may be there later than the dialog.
 *
 * @returns `close`, which leaves without a question, as after saving, and forgets the draft
 */
export function useEditor({ isDirty, isSaving }: EditorState): Pick<Editor, 'close'> {
  const editor = use(EditorContext)
  if (!editor) throw new Error('useEditor must be used within an EditorDialog')
  const { report, close } = editor
  useEffect(() => {
    report({ isDirty, isSaving })
    return () => report(clean)
  }, [report, isDirty, isSaving])
  return { close }
}
