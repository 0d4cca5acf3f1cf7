import type { FieldValues } from 'react-hook-form'
import type { DialogContentProps } from '@/shared/ui/dialog'
import { EditorDialog, useEditor } from './editor-dialog'
import { Failure } from './failure'
import { Form, type FormFieldsProps } from '@/shared/ui/form'
import { FormFooter } from './form-footer'

interface FormDialogProps<Typed extends FieldValues, Row>
  extends
    FormFieldsProps<Typed, Row>,
    Pick<DialogContentProps, 'description' | 'size' | 'onCloseAutoFocus'> {
  title: string
  /**
   * The write that `onSubmit` starts: the dialog stays open while it runs, and shows why it failed.
   */
  saving: { isPending: boolean; error: Error | null }
  /** The label of the button that submits */
  save: string
  disabled?: boolean
  /** The title of a failure, as in "Nothing was merged." */
  failed?: string
  onSubmit: (row: Row) => void
  onClose: () => void
}

/** A form of a few fields in a dialog, which asks before it discards entries. */
export function FormDialog<Typed extends FieldValues, Row>(props: FormDialogProps<Typed, Row>) {
  const { title, description, size, onClose, onCloseAutoFocus } = props
  return (
    <EditorDialog {...{ title, description, size, onClose, onCloseAutoFocus }}>
      <Entries {...props} />
    </EditorDialog>
  )
}

function Entries<Typed extends FieldValues, Row>(props: FormDialogProps<Typed, Row>) {
  const { title, form, saving, save, disabled, failed, children, onSubmit } = props
  const { isDirty, isSubmitting } = form.formState
  const { send } = useEditor({ isDirty, isSaving: saving.isPending })
  return (
    <Form
      form={form}
      label={title}
      onSubmit={(row) => {
        send()
        onSubmit(row)
      }}
    >
      {(Field, Tick) => (
        <>
          {children(Field, Tick)}
          <Failure of={saving} title={failed} />
          {/* Also while the form checks its fields, so that a double click submits once. */}
          <FormFooter isSaving={saving.isPending || isSubmitting} save={save} disabled={disabled} />
        </>
      )}
    </Form>
  )
}
