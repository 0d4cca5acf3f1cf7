import { useMutation, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { FormDialog } from '@/shared/account-ui/form-dialog'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { ChoiceSelect } from '@/shared/ui/choice-select'
import { handOn, managersQuery, type Header } from './program-queries'

const schema = z.object({ manager: z.string().min(1, 'Please choose the new manager') })

interface HandOnDialogProps {
  id: string
  program: Header
  onClose: () => void
}

/** Gives a program another manager. */
export function HandOnDialog({ id, program, onClose }: HandOnDialogProps) {
  const { name, manager_id: replaced, manager_name } = program
  const managers = useQuery(managersQuery(id))
  const saving = useMutation(handOn(id))
  const form = useSchemaForm(schema, { manager: '' })
  const others = (managers.data ?? []).filter((account) => account.id !== replaced)
  return (
    <FormDialog
      size="sm"
      title="Hand on the program"
      description={`${name} is managed by ${manager_name ?? 'nobody'}.`}
      form={form}
      saving={saving}
      save="Hand on"
      failed="The program was not handed on."
      disabled={!managers.data}
      onSubmit={({ manager }) => saving.mutate({ manager, replaced }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {(Field) => (
        <>
          {managers.isLoadingError && (
            <LoadFailure title="The accounts could not be loaded." query={managers} />
          )}
          <Field
            name="manager"
            label="New manager"
            required
            as={ChoiceSelect}
            choices={others.map((account) => ({ id: account.id, label: account.full_name }))}
            hint="Accounts that can manage programs."
          />
        </>
      )}
    </FormDialog>
  )
}
