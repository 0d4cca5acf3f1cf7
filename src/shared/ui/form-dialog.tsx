import type { FieldValues } from 'react-hook-form'
import { Dialog, DialogContent, type DialogContentProps } from './dialog'
import { Failure } from './failure'
import { Form, type FormFieldsProps } from './form'
import { FormFooter } from './form-footer'

interface FormDialogProps<Typed extends FieldValues, Row>
  extends FormFieldsProps<Typed, Row>, Pick<DialogContentProps, 'description' | 'size'> {
  title: string
  /** The write of `onSubmit`: the dialog stays open while it runs, and says why it failed. */
  saving: { isPending: boolean; error: Error | null }
  /** The label of the button that submits */
  save: string
  disabled?: boolean
  onSubmit: (row: Row) => void
  onClose: () => void
}

/** A form of a few fields in a dialog. */
export function FormDialog<Typed extends FieldValues, Row>(props: FormDialogProps<Typed, Row>) {
  const { title, description, size, form, saving, save, disabled, children } = props
  const { onSubmit, onClose } = props
  return (
    <Dialog open onOpenChange={() => !saving.isPending && onClose()}>
      <DialogContent size={size} title={title} description={description}>
        <Form form={form} label={title} onSubmit={onSubmit}>
          {(Field, Tick) => (
            <>
              {children(Field, Tick)}
              <Failure of={saving} />
              <FormFooter isSaving={saving.isPending} save={save} disabled={disabled} />
            </>
          )}
        </Form>
      </DialogContent>
    </Dialog>
  )
}
