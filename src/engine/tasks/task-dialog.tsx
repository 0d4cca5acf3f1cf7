import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { useAuth } from '@/shared/auth/auth-context'
import { awayInWords, coversQuery } from '@/shared/auth/covers'
import { useStaffDraftName } from '@/shared/auth/use-staff-draft-name'
import { optionalEmail, requiredText } from '@/shared/forms/form-text'
import { useFormDraft } from '@/shared/forms/use-form-draft'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { addRow, updateRow } from '@/engine/core/row-changes'
import { RowChangedError } from '@/engine/core/row-errors'
import { officeDay } from '@/shared/lib/office-day'
import { failureText } from '@/shared/supabase/backend-message'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { ChoiceSelect } from '@/shared/ui/choice-select'
import { EditorDialog, useEditor } from '@/shared/account-ui/editor-dialog'
import { FormFooter } from '@/shared/account-ui/form-footer'
import { Form } from '@/shared/ui/form'
import { RestoredDraft } from '@/shared/account-ui/restored-draft'
import { daysLater, nextMonday } from './due-days'
import { assigneesQuery, columnsOf, subjectOf, type Task, type TaskSubject } from './task-queries'
import { useOfficeDay } from './use-office-day'

const MAX_TEXT = 500
const isTouch = () => window.matchMedia?.('(pointer: coarse)').matches
const tasks = {
  table: 'tasks',
  toasts: { added: { title: 'Task added' }, updated: { title: 'Task saved' } },
} as const

const schema = (dueBefore: string | undefined) =>
  z.object({
    body: requiredText(MAX_TEXT, 'Please describe the task'),
    due_on: z
      .string()
      .refine((day) => z.iso.date().safeParse(day).success, 'Please choose a day')
      .refine(
        (day) => day === dueBefore || day >= officeDay(new Date()),
        'Please choose today or a later day',
      )
      .refine((day) => day < '2200', 'Please choose a day before 2200'),
    assignee_id: z.string(),
    address: optionalEmail,
  })

interface TaskDialogProps {
  /** The task to change; without it one is added. */
  task?: Task | undefined
  subject?: TaskSubject
  /** The name of that, for the title. */
  about?: string | undefined
  onClose: () => void
}

/** Adds a task, or changes its text, day and assignee. */
export function TaskDialog(props: TaskDialogProps) {
  const { task, subject = null, about, onClose } = props
  const key =
    task?.id ?? (subject && ('address' in subject ? subject.address : subject.id)) ?? 'new'
  const draft = useStaffDraftName(`tasks:${key}`)
  return (
    <EditorDialog
      title={task ? 'Edit task' : 'Add a task'}
      description={
        task
          ? 'What to do, by when, and by whom.'
          : about
            ? `On ${about}.`
            : 'For you or a colleague.'
      }
      size="sm"
      draft={draft}
      onClose={onClose}
    >
      <TaskForm {...props} draft={draft} />
    </EditorDialog>
  )
}

function TaskForm({
  task,
  subject = null,
  draft,
}: TaskDialogProps & { draft: string | undefined }) {
  const me = useAuth().user?.id ?? ''
  const today = useOfficeDay()
  const [id] = useState(() => crypto.randomUUID())
  const form = useSchemaForm(schema(task?.due_on), {
    body: task?.body ?? '',
    due_on: task?.due_on ?? today,
    assignee_id: task ? (task.assignee_id ?? '') : me,
    address: '',
  })
  const { isRestored } = useFormDraft(form, draft)
  const { isDirty, isSubmitting } = form.formState
  const { close, send } = useEditor({ isDirty, isSaving: isSubmitting })
  const dueOn = useWatch({ control: form.control, name: 'due_on' })
  const assignees = useQuery(assigneesQuery(task ? subjectOf(task) : subject))
  const covers = useQuery(coversQuery)
  const first = form.formState.defaultValues?.assignee_id
  const colleagues = (assignees.data ?? []).map(({ id: colleague, full_name }) => ({
    id: colleague,
    label: `${full_name}${colleague === me ? ' (you)' : ''}${awayInWords(covers.data, colleague)}`,
  }))
  // Listed before the others load, or the browser would select another option.
  if (first && !colleagues.some((colleague) => colleague.id === first)) {
    colleagues.unshift({ id: first, label: first === me ? 'You' : 'The same as before' })
  }
  const add = useMutation(addRow(tasks, id))
  const change = useMutation(updateRow(tasks))
  const [failure, setFailure] = useState<Error>()

  async function save({ address, ...typed }: z.output<ReturnType<typeof schema>>) {
    send()
    const values = { ...typed, assignee_id: typed.assignee_id || null }
    try {
      if (task) {
        const { body, due_on, assignee_id } = task
        await change.mutateAsync({ id: task.id, values, expected: { body, due_on, assignee_id } })
      } else
        await add.mutateAsync({
          ...values,
          ...columnsOf(subject ?? (address ? { address } : null)),
        })
      close()
    } catch (error) {
      setFailure(error as Error)
    }
  }

  return (
    <Form form={form} label={task ? 'Task' : 'New task'} onSubmit={save}>
      {(Field) => (
        <>
          {isRestored && <RestoredDraft />}
          <Field
            name="body"
            label="What to do"
            hint={`Enter ${task ? 'saves' : 'adds'} it, Shift Enter begins a line`}
            required
            rows={2}
            dir="auto"
            onKeyDown={(event) => {
              const { key, shiftKey, nativeEvent, currentTarget } = event
              // The keyboard of a phone has no other key for a line.
              if (key !== 'Enter' || shiftKey || nativeEvent.isComposing || isTouch()) return
              event.preventDefault()
              currentTarget.form?.requestSubmit()
            }}
          />
          <div className="grid gap-2">
            <Field name="due_on" label="Due" required type="date" />
            <div role="group" aria-label="Due" className="flex flex-wrap gap-2">
              {(
                [
                  ['Today', today],
                  ['Tomorrow', daysLater(today, 1)],
                  ['Next week', nextMonday(today)],
                ] as const
              ).map(([label, day]) => (
                <Button
                  key={label}
                  variant={dueOn === day ? 'primary' : 'outline'}
                  size="sm"
                  aria-pressed={dueOn === day}
                  onClick={() =>
                    form.setValue('due_on', day, { shouldDirty: true, shouldValidate: true })
                  }
                >
                  {label}
                </Button>
              ))}
            </div>
          </div>
          <Field
            name="assignee_id"
            label="Assignee"
            as={ChoiceSelect}
            choices={colleagues}
            none="Unassigned"
            {...(assignees.isError && { hint: 'Your colleagues could not be loaded.' })}
          />
          {!task && !subject && (
            <Field
              name="address"
              label="Email address of a person"
              type="email"
              autoComplete="off"
              hint="Optional. The task then appears on that person’s page."
            />
          )}
          {failure && (
            <Alert tone="danger" role="alert" title="This was not saved.">
              {failure instanceof RowChangedError
                ? 'Someone else changed this task while you were editing. Close it, and open it again.'
                : failureText(failure)}
            </Alert>
          )}
          <FormFooter isSaving={isSubmitting} save={task ? 'Save' : 'Add task'} saving="Saving…" />
        </>
      )}
    </Form>
  )
}
