import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '@/shared/supabase/backend-message'
import { Alert } from '@/shared/ui/alert'
import { EditorDialog, useEditor } from '@/shared/ui/editor-dialog'
import { FormFooter } from '@/shared/ui/form-footer'
import { Field } from '@/shared/ui/field'
import { Input } from '@/shared/ui/input'
import { saveAssessment, type Assessment } from './course-queries'

interface AssessmentDialogProps {
  course: string
  /** The assessment to rename; absent for a new one. */
  assessment?: Assessment | undefined
  onClose: () => void
}

/** Names what is graded, which is a column of the grades. */
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

function AssessmentForm({ course, assessment }: Omit<AssessmentDialogProps, 'onClose'>) {
  const [id] = useState(() => assessment?.id ?? crypto.randomUUID())
  const [name, setName] = useState(assessment?.name ?? '')
  const saving = useMutation(saveAssessment(course))
  const { close } = useEditor({
    isDirty: name !== (assessment?.name ?? ''),
    isSaving: saving.isPending,
  })
  const [isMissing, setMissing] = useState(false)
  const isTaken = (saving.error as { code?: string } | null)?.code === '23505'

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(name.trim() === '')
        if (name.trim() !== '') saving.mutate({ id, name: name.trim() }, { onSuccess: close })
      }}
    >
      <Field
        label="Name"
        description="For example: Quiz 1"
        required
        error={
          isMissing
            ? 'Please fill this in'
            : isTaken
              ? 'This course already has a column with this name'
              : undefined
        }
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            maxLength={100}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      {saving.isError && !isTaken && (
        <Alert tone="danger" role="alert" title="This was not saved." className="mt-5">
          {failureText(saving.error)}
        </Alert>
      )}
      <FormFooter isSaving={saving.isPending} save="Save" saving="Saving..." />
    </form>
  )
}
