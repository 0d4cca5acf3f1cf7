import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { useAuth } from '@/shared/auth/auth-context'
import { optionLabel } from '@/shared/lib/option-label'
import { staffDraft } from '@/shared/lib/draft-storage'
import { useFormDraft } from '@/shared/lib/use-form-draft'
import { NewRow } from '@/shared/resource/new-row'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/shared/ui/dialog'
import { Field } from '@/shared/ui/field'
import { Input } from '@/shared/ui/input'
import { KeptChanges } from '@/shared/ui/kept-changes'
import { NativeSelect } from '@/shared/ui/native-select'
import { Textarea } from '@/shared/ui/textarea'
import {
  failure,
  programSchema,
  programStatuses,
  saveProgram,
  type Program,
  type ProgramForm,
} from './programs-queries'

interface ProgramDialogProps {
  /** None to add one */
  program: Program | undefined
  onClose: () => void
}

export function ProgramDialog({ program, onClose }: ProgramDialogProps) {
  const form = useForm({
    resolver: zodResolver(programSchema),
    defaultValues: {
      name: program?.name ?? '',
      description: program?.description ?? '',
      start_date: program?.start_date ?? '',
      end_date: program?.end_date ?? '',
      status: program?.status ?? 'active',
    } satisfies ProgramForm,
  })
  const userId = useAuth().user?.id
  const draft = useFormDraft(form, userId && staffDraft(userId, `programs:${program?.id ?? 'new'}`))
  const close = () => {
    draft.discard()
    onClose()
  }
  return (
    <Dialog open onOpenChange={(open) => !open && close()}>
      <DialogContent
        title={program ? 'Edit Program' : 'Add Program'}
        description={
          program ? `Change what is shown of “${program.name}”.` : 'Only its name is required.'
        }
        // A click beside the dialog must not throw away what was typed.
        onInteractOutside={(event) => event.preventDefault()}
      >
        {draft.isRestored && <KeptChanges />}
        <Form form={form} program={program} onSaved={close} />
      </DialogContent>
    </Dialog>
  )
}

interface FormProps {
  form: UseFormReturn<ProgramForm>
  program: Program | undefined
  onSaved: () => void
}

function Form({ form, program, onSaved }: FormProps) {
  const [newRow] = useState(() => new NewRow('programs'))
  const saving = useMutation(saveProgram(program?.id, newRow))
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState
  const save = handleSubmit(async (values) => {
    try {
      await saving.mutateAsync(values)
    } catch {
      return
    }
    onSaved()
  })

  return (
    <form
      noValidate
      aria-label="Program"
      className="grid gap-5"
      onSubmit={(event) => void save(event)}
    >
      {saving.error && (
        <Alert tone="danger" role="alert" title="This was not saved.">
          {failure(saving.error).description}
        </Alert>
      )}
      <Field label="Name" required error={errors.name?.message}>
        {(control) => <Input {...control} {...register('name')} />}
      </Field>
      <Field label="Description" error={errors.description?.message}>
        {(control) => <Textarea rows={3} {...control} {...register('description')} />}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Start date" error={errors.start_date?.message}>
          {(control) => <Input type="date" {...control} {...register('start_date')} />}
        </Field>
        <Field label="End date" error={errors.end_date?.message}>
          {(control) => <Input type="date" {...control} {...register('end_date')} />}
        </Field>
      </div>
      <Field label="Status" error={errors.status?.message}>
        {(control) => (
          <NativeSelect {...control} {...register('status')}>
            {programStatuses.map((status) => (
              <option key={status} value={status}>
                {optionLabel(status)}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" loading={isSubmitting}>
          {isSubmitting ? 'Saving...' : program ? 'Save Program' : 'Create Program'}
        </Button>
      </DialogFooter>
    </form>
  )
}
