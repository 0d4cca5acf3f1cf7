import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { requiredLine } from '@/shared/forms/form-text'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { failureText } from '@/shared/supabase/backend-message'
import { Alert } from '@/shared/ui/alert'
import { EditorDialog, useEditor } from '@/shared/account-ui/editor-dialog'
import { CheckboxField } from '@/shared/ui/field'
import { Form } from '@/shared/ui/form'
import { FormFooter } from '@/shared/account-ui/form-footer'
import { notify } from '@/shared/ui/notify'
import type { Resource } from '../core/define-resource'
import { changeView, saveView, type SavedView } from './view-queries'
import type { ViewState } from './view-state'

const schema = z.object({
  name: requiredLine(80),
  is_shared: z.boolean(),
  is_pinned: z.boolean(),
  is_weekly: z.boolean(),
})

interface ViewDialogProps {
  resource: Resource
  address: string
  /** The state to save, and its suggested name */
  state: ViewState
  name: string
  /** Shared with colleagues, and with a weekly email */
  isWeekly: boolean
  /** A view to rename, instead of a new one */
  renamed?: SavedView | undefined
  onSaved: (view: SavedView) => void
  onClose: () => void
}

/** Names a view, and says who sees it. */
export function ViewDialog(props: ViewDialogProps) {
  const { renamed, resource, onClose } = props
  return (
    <EditorDialog
      size="sm"
      title={renamed ? 'Rename the view' : 'Save as a view'}
      description={
        renamed
          ? 'Pins and links stay as they are.'
          : `Search, filters, order and columns of the ${resource.label.many}.`
      }
      onClose={onClose}
    >
      <ViewForm {...props} />
    </EditorDialog>
  )
}

function ViewForm(props: ViewDialogProps) {
  const { resource, address, state, name, isWeekly, renamed, onSaved } = props
  const [id] = useState(() => crypto.randomUUID())
  const saving = useMutation(saveView)
  const renaming = useMutation(changeView)
  const [failure, setFailure] = useState<unknown>()
  const form = useSchemaForm(schema, {
    name,
    is_shared: isWeekly,
    is_pinned: true,
    is_weekly: isWeekly,
  })
  const { isDirty, isSubmitting } = form.formState
  const { close, send } = useEditor({ isDirty, isSaving: isSubmitting })

  async function save(values: z.output<typeof schema>) {
    send()
    setFailure(undefined)
    try {
      if (renamed) {
        await renaming.mutateAsync({ id: renamed.id, name: values.name })
        notify({ title: `The view is now called “${values.name}”`, tone: 'success' })
      } else {
        const view = { ...values, id, table_name: resource.table, list: address, state }
        await saving.mutateAsync(view)
        notify({
          title: `View “${values.name}” saved`,
          description: saidOf(values),
          tone: 'success',
        })
        onSaved({ ...view, owner_id: null })
      }
      close()
    } catch (error) {
      if ((error as { code?: string }).code === '23505') {
        form.setError(
          'name',
          { message: 'You already have a view with this name. Choose another.' },
          { shouldFocus: true },
        )
      } else setFailure(error)
    }
  }

  return (
    <Form form={form} label={renamed ? 'View' : 'New view'} onSubmit={save}>
      {(Field) => (
        <>
          <Field name="name" label="Name" required autoComplete="off" />
          {!renamed && (
            <div>
              <CheckboxField
                label="Share with colleagues"
                description={`Everyone who can see the ${resource.label.many} can open it. They see its name, its search and the rows they have access to.`}
                {...form.register('is_shared')}
              />
              <CheckboxField label="Pin to the menu" {...form.register('is_pinned')} />
              <CheckboxField
                label="Email me the number each week"
                description="Mondays at 8:00 AM"
                {...form.register('is_weekly')}
              />
            </div>
          )}
          {failure !== undefined && (
            <Alert tone="danger" role="alert" title="This was not saved.">
              {(failure as { code?: string }).code === '42501'
                ? 'This is a colleague’s view, or you can no longer see this list.'
                : failureText(failure)}
            </Alert>
          )}
          <FormFooter isSaving={isSubmitting} save="Save" saving="Saving…" />
        </>
      )}
    </Form>
  )
}

const saidOf = ({ is_shared, is_weekly }: z.output<typeof schema>) =>
  [is_shared && 'Shared with colleagues.', is_weekly && 'You get its number by email on Mondays.']
    .filter(Boolean)
    .join(' ') || undefined
