import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { requiredLine } from '@/shared/forms/form-text'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { EditorDialog, useEditor } from '@/shared/account-ui/editor-dialog'
import { Failure } from '@/shared/account-ui/failure'
import { Form } from '@/shared/ui/form'
import { FormFooter } from '@/shared/account-ui/form-footer'
import { saveAssessment, type Assessment } from './course-queries'

interface AssessmentDialogProps {
  course: string
  /** The assessment to rename; absent for a new one. */
  assessment?: Assessment | undefined
  onClose: () => void
}

/** Names an assessment, which is a column of the grades. */
export function AssessmentDialog({ onClose, ...props }: AssessmentDialogProps) {
  return (
    <EditorDialog
      size="sm"
      title={props.assessment ? `Rename ${props.assessment.name}` : 'Add a grade column'}
      description="For one quiz, project or exam."
      onClose={onClose}
    >
      <AssessmentForm {...props} />
    </EditorDialog>
  )
}

const schema = z.object({ name: requiredLine(100) })
const isTaken = (error: Error | null) => (error as { code?: string } | null)?.code === '23505'

function AssessmentForm({ course, assessment }: Omit<AssessmentDialogProps, 'onClose'>) {
  const [id] = useState(() => assessment?.id ?? crypto.randomUUID())
  const form = useSchemaForm(schema, { name: assessment?.name ?? '' })
  const saving = useMutation(saveAssessment(course))
  const { isDirty, isSubmitting } = form.formState
  const isSaving = saving.isPending || isSubmitting
  const { close, send } = useEditor({ isDirty, isSaving })

  return (
    <Form
      form={form}
      label="Grade column"
      onSubmit={({ name }) => {
        send()
        saving.mutate(
          { id, name: name.trim() },
          {
            onSuccess: close,
            onError: (error) =>
              isTaken(error) &&
              form.setError('name', {
                message: 'This course already has a column with this name',
              }),
          },
        )
      }}
    >
      {(Field) => (
        <>
          <Field
            name="name"
            label="Name"
            description="For example: Quiz 1"
            required
            autoComplete="off"
            maxLength={100}
          />
          {!isTaken(saving.error) && <Failure of={saving} title="This was not saved." />}
          <FormFooter isSaving={isSaving} save="Save" saving="Saving..." />
        </>
      )}
    </Form>
  )
}
