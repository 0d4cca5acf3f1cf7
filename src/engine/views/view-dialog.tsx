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
  /** `weekly`: shared with colleagues, and with a weekly email; `write`: a campaign to its people follows */
  purpose: 'save' | 'weekly' | 'write' | 'rename'
  /** A view to rename, instead of a new one */
  renamed?: SavedView | undefined
  onSaved: (view: SavedView) => void
  onClose: () => void
}

const titles = {
  save: 'Save as a view',
  weekly: 'Save as a view',
  write: 'Save as a view to write to',
  rename: 'Rename the view',
} as const

/** Names a view, and says who sees it. */
export function ViewDialog(props: ViewDialogProps) {
  const { renamed, purpose, resource, onClose } = props
  return (
    <EditorDialog
      size="sm"
      title={titles[purpose]}
      description={
        renamed
          ? 'Pins and links stay as they are.'
          : purpose === 'write'
            ? 'A campaign goes to the people of a view, as it is when the emails are sent.'
            : `Search, filters, order and columns of the ${resource.label.many}.`
      }
      onClose={onClose}
    >
      <ViewForm {...props} />
    </EditorDialog>
  )
}

function ViewForm(props: ViewDialogProps) {
  const { resource, address, state, name, purpose, renamed, onSaved } = props
  const [id] = useState(() => crypto.randomUUID())
  const saving = useMutation(saveView)
  const renaming = useMutation(changeView)
  const [failure, setFailure] = useState<unknown>()
  const form = useSchemaForm(schema, {
    name,
    is_shared: purpose === 'weekly',
    is_pinned: purpose !== 'write',
    is_weekly: purpose === 'weekly',
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
        close()
      } else {
        const view = { ...values, id, table_name: resource.table, list: address, state }
        await saving.mutateAsync(view)
        notify({
          title: `View “${values.name}” saved`,
          description: saidOf(values),
          tone: 'success',
        })
        // A campaign begins on another page, which would ask about what is typed here.
        close()
        onSaved({ ...view, owner_id: null })
      }
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
          <FormFooter
            isSaving={isSubmitting}
            save={purpose === 'write' ? 'Save and write' : 'Save'}
            saving="Saving…"
          />
        </>
      )}
    </Form>
  )
}

const saidOf = ({ is_shared, is_weekly }: z.output<typeof schema>) =>
  [is_shared && 'Shared with colleagues.', is_weekly && 'You get its number by email on Mondays.']
    .filter(Boolean)
    .join(' ') || undefined
