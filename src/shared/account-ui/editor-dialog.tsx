import { createContext, use, useCallback, useEffect, useRef, useState } from 'react'
import { discardDraft } from '@/shared/forms/draft-storage'
import { Dialog, DialogContent, type DialogContentProps } from '@/shared/ui/dialog'
import { QuestionDialog } from './question-dialog'
import { useLeaveWarning } from './use-leave-warning'

interface EditorState {
  /** There are unsaved entries. */
  isDirty: boolean
  isSaving: boolean
  /** Typing during a save stays, because the form knows what was sent. */
  staysOpen?: boolean
}

interface Editor {
  report: (state: EditorState) => void
  send: () => void
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
 * A dialog with a form. However the user leaves it (Escape, Cancel, a click beside it), it asks
 * before it discards unsaved changes, and stays open while they are being saved. Meanwhile it
 * blocks typing, which would be lost when it closes. The form in it uses `useEditor`.
 */
export function EditorDialog({ draft, onClose, children, ...content }: EditorDialogProps) {
  const [{ isDirty, isSaving }, setState] = useState<EditorState>(clean)
  const { ref, send, note } = useSent()
  const report = useCallback(
    (state: EditorState) => {
      note(state)
      setState(state)
    },
    [note],
  )
  const [isLeaving, setLeaving] = useState(false)
  const typedAt = useRef(-Infinity)
  /** At once, for a page that opens after saving */
  const isClosed = useRef(false)

  function close() {
    isClosed.current = true
    if (draft !== undefined) discardDraft(draft)
    onClose()
  }

  const mayLose = () => isDirty || performance.now() - typedAt.current < REPORT_MS

  useLeaveWarning(() => mayLose() && !isClosed.current, { in: 'dialog' })

  return (
    <Dialog
      open
      onOpenChange={() => {
        if (isSaving) return
        if (mayLose()) setLeaving(true)
        else close()
      }}
    >
      <DialogContent {...content} ref={ref} onInput={() => (typedAt.current = performance.now())}>
        <EditorContext value={{ report, send, close }}>{children}</EditorContext>
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

/** Blocks input as soon as checked fields are sent, before the dialog shows it. */
function useSent() {
  const sentAt = useRef(-Infinity)
  const reported = useRef<EditorState>(clean)
  const ref = useCallback((content: HTMLElement | null) => {
    const refuse = (event: Event) => {
      const { isSaving, staysOpen } = reported.current
      const isSent = isSaving || performance.now() - sentAt.current < REPORT_MS
      if (isSent && !staysOpen) event.preventDefault()
    }
    content?.addEventListener('beforeinput', refuse)
    return () => content?.removeEventListener('beforeinput', refuse)
  }, [])
  const send = useCallback(() => {
    sentAt.current = performance.now()
  }, [])
  const note = useCallback((state: EditorState) => {
    sentAt.current = -Infinity
    reported.current = state
  }, [])
  return { ref, send, note }
}

const clean: EditorState = { isDirty: false, isSaving: false }

/**
 * For the form in an `EditorDialog`, which may appear after the dialog.
 * @returns `close`, which closes without asking, as after saving, and forgets the draft; and `send`, to call as the write begins
 */
export function useEditor({
  isDirty,
  isSaving,
  staysOpen = false,
}: EditorState): Omit<Editor, 'report'> {
  const editor = use(EditorContext)
  if (!editor) throw new Error('useEditor must be used within an EditorDialog')
  const { report, ...acts } = editor
  useEffect(() => {
    report({ isDirty, isSaving, staysOpen })
    return () => report(clean)
  }, [report, isDirty, isSaving, staysOpen])
  return acts
}
