import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { requiredLine } from '@/shared/forms/form-text'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { FormDialog } from '@/shared/account-ui/form-dialog'
import { closeMonth, reopenMonth } from './journal-queries'

interface DialogProps {
  /** Its first day */
  month: string
  name: string
  onClose: () => void
}

/** `net` is the sum of the lines that are on the screen. */
export function CloseMonth({ month, name, net, onClose }: DialogProps & { net: number }) {
  const form = useSchemaForm(z.object({}), {})
  const closing = useMutation(closeMonth)
  return (
    <FormDialog
      size="sm"
      title={`Close ${name}`}
      description="No gift, return, deposit or spending in it changes from then on. Corrections are booked in an open month, and an admin can reopen it."
      form={form}
      saving={closing}
      save="Close the month"
      failed="The month was not closed."
      onSubmit={() => closing.mutate({ of_month: month, net }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {() => null}
    </FormDialog>
  )
}

const reasonSchema = z.object({ reason: requiredLine(300) })

export function ReopenMonth({ month, name, onClose }: DialogProps) {
  const form = useSchemaForm(reasonSchema, { reason: '' })
  const reopening = useMutation(reopenMonth)
  return (
    <FormDialog
      size="sm"
      title={`Reopen ${name}`}
      description="Its lines can change again, so the accountant's copy may no longer agree. The change log keeps the reason."
      form={form}
      saving={reopening}
      save="Reopen the month"
      failed="The month was not reopened."
      onSubmit={({ reason }) =>
        reopening.mutate({ of_month: month, reason }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      {(Field) => <Field name="reason" label="Reason" required maxLength={300} />}
    </FormDialog>
  )
}
