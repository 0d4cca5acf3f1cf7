import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Failure } from '@/shared/account-ui/failure'
import { QuestionDialog } from '@/shared/account-ui/question-dialog'
import { useLeaveWarning } from '@/shared/account-ui/use-leave-warning'
import { Button } from '@/shared/ui/button'
import { GridCell, GridRow } from './gift-grid'
import { GiftInputs, type GiftForm } from '../gifts/gift-inputs'

interface EditedRowProps {
  label: string
  form: GiftForm
  /** The label of the button that Enter presses */
  save: string
  /** The pending answer: until it arrives, the row stays open and takes no typing. */
  saving?: { isPending: boolean; error: Error | null }
  /** Why it is not saved */
  message?: string | undefined
  /** Fields beneath those of the gift */
  children?: ReactNode
  onSave: (row: HTMLElement) => void
  onClose: () => void
}

/**
 * A row edited in place: Enter saves it, Escape closes it and asks first if it was changed. Its
 * caller keeps what is typed.
 */
export function EditedRow({
  label,
  form,
  save,
  saving,
  message,
  children,
  onSave,
  onClose,
}: EditedRowProps) {
  const { isDirty } = form.formState
  const [isLeaving, setLeaving] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  useLeaveWarning(isDirty, { in: 'tab' })
  useEffect(() => {
    const amount = element.current?.querySelector<HTMLInputElement>('[name=amount]')
    amount?.focus()
    amount?.select()
    // With its buttons; jsdom draws nothing.
    element.current?.closest('[data-row]')?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  const isPending = saving?.isPending ?? false
  const close = () => (isDirty ? setLeaving(true) : onClose())

  return (
    <GridRow label={label} isOpen className="bg-forest-50">
      <form
        ref={element}
        noValidate
        role="presentation"
        className="contents"
        inert={isPending}
        onSubmit={(event) => {
          event.preventDefault()
          onSave(event.currentTarget)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.defaultPrevented) return
          event.preventDefault()
          close()
        }}
      >
        <GiftInputs form={form} isRow />
        {children && (
          <GridCell isWide className="order-last">
            {children}
          </GridCell>
        )}
        {message && (
          <GridCell isWide className="order-last text-sm text-danger">
            {message}
          </GridCell>
        )}
        <GridCell isWide className="order-last flex flex-wrap items-center gap-2 pb-1">
          <Button type="submit" size="sm" loading={isPending}>
            {save}
          </Button>
          <Button variant="ghost" size="sm" onClick={close}>
            Cancel
          </Button>
          {saving && <Failure of={saving} />}
        </GridCell>
      </form>
      {isLeaving && (
        <QuestionDialog
          title="Discard your changes?"
          description="Your entries have not been saved."
          no="Keep Editing"
          yes="Discard"
          onYes={onClose}
          onClose={() => setLeaving(false)}
        />
      )}
    </GridRow>
  )
}
