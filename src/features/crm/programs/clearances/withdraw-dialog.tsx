import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { requiredText } from '@/shared/forms/form-text'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { FormDialog } from '@/shared/account-ui/form-dialog'
import { labelOf, withdrawEvidence, type Evidence } from './clearance-queries'

const schema = z.object({ reason: requiredText(500, 'Please say why') })

/** Withdraws evidence that was entered by mistake. */
export function WithdrawDialog({ evidence, onClose }: { evidence: Evidence; onClose: () => void }) {
  const saving = useMutation(withdrawEvidence)
  const form = useSchemaForm(schema, { reason: '' })
  return (
    <FormDialog
      size="sm"
      title={`Withdraw ${labelOf(evidence)}?`}
      description="It no longer counts, and stays in the list with your reason."
      form={form}
      saving={saving}
      save="Withdraw"
      failed="The evidence was not withdrawn."
      onSubmit={({ reason }) =>
        saving.mutate({ clearance: evidence.id, reason }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      {(Field) => <Field name="reason" label="Why" required rows={2} dir="auto" />}
    </FormDialog>
  )
}
