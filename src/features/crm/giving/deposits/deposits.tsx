import { z } from 'zod'
import { FormDialog } from '@/shared/account-ui/form-dialog'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { formatDay } from '@/shared/lib/format-date'
import { formatDollars } from '@/shared/lib/format-dollars'
import { dollars, pastDay, today } from '../gifts/gift-fields'

interface Deposited {
  /** Dollars that the bank shows; null until someone enters them */
  deposited: number | null
  deposited_on: string | null
}

interface DepositProps extends Deposited {
  /** The expected dollars */
  expected: number
  /** As in "less than posted" */
  than: string
}

/** The amount that the bank shows, and its difference from the expected one. */
export function Deposit({ deposited, deposited_on, expected, than }: DepositProps) {
  if (deposited === null) return null
  const cents = Math.round(deposited * 100) - Math.round(expected * 100)
  return (
    <p className="text-sm tabular-nums">
      The bank shows {formatDollars(deposited)} on {formatDay(deposited_on)}:{' '}
      {cents === 0 ? (
        'it agrees.'
      ) : (
        <strong className="text-danger">
          {formatDollars(Math.abs(cents) / 100)} {cents > 0 ? 'more' : 'less'} than {than}.
        </strong>
      )}
    </p>
  )
}

const depositSchema = z.object({ amount: dollars, deposited_on: pastDay })

interface DepositDialogProps extends Deposited {
  description: string
  /** Whether the bank may show a negative amount */
  isSigned?: boolean
  saving: { isPending: boolean; error: Error | null }
  onSave: (deposit: { amount: number; deposited_on: string }, done: () => void) => void
  onClose: () => void
}

export function DepositDialog(props: DepositDialogProps) {
  const { deposited, deposited_on, description, isSigned = false, saving, onSave, onClose } = props
  const form = useSchemaForm(isSigned ? signedSchema : depositSchema, {
    amount: String(deposited ?? ''),
    deposited_on: deposited_on ?? today(),
  })
  return (
    <FormDialog
      size="sm"
      title="Deposit"
      description={description}
      form={form}
      saving={saving}
      save="Save deposit"
      failed="The deposit was not saved."
      onSubmit={(deposit) => onSave(deposit, onClose)}
      onClose={onClose}
    >
      {(Field) => (
        <>
          <Field name="amount" label="Amount in dollars" required inputMode="decimal" />
          <Field name="deposited_on" label="Day" type="date" required max={today()} />
        </>
      )}
    </FormDialog>
  )
}

const signedSchema = z.object({
  amount: z
    .string()
    .trim()
    .transform((typed) => [/^[-−]/.test(typed) ? -1 : 1, typed.replace(/^[-−]/, '')] as const)
    .transform(([sign, typed], context) => {
      const { data, error } = dollars.safeParse(typed)
      if (data !== undefined) return sign * data
      context.addIssue({ code: 'custom', message: error.issues[0]!.message })
      return z.NEVER
    }),
  deposited_on: pastDay,
})
