import { destinationInWords } from '@/shared/lib/gift-destination'
import { amountInWords } from '@/shared/lib/pledge-words'
import { SubmissionForm } from '../submission-form'
import { pledgeSchema, submitPledge, type Gift } from './pledge'

interface PledgeFormProps {
  /** The gift chosen beside the form; undefined when the amount is not valid. */
  chosen: () => Gift | undefined
  /** Shows the error in the choice. */
  onInvalid: () => void
}

export function PledgeForm({ chosen, onInvalid }: PledgeFormProps) {
  return (
    <SubmissionForm
      label="Pledge"
      schema={pledgeSchema(chosen)}
      submission={submitPledge}
      onInvalid={onInvalid}
      submitLabel="Send Pledge"
      submitVariant="accent"
      draftName="pledge"
      afterwards={({ name, email, amount, frequency, program }) => ({
        title: `Thank you, ${name}, for pledging ${amountInWords(amount, frequency)}`,
        received: {
          Name: name,
          Email: email,
          Pledge: amountInWords(amount, frequency),
          'Goes to': destinationInWords(program),
        },
        days: 2,
        next: [
          'We send you the ways to give.',
          'You give in the way that suits you.',
          'We send a receipt for every gift.',
        ],
        again: 'Send another pledge',
      })}
    >
      {(Field) => (
        <div className="grid gap-6 sm:grid-cols-2">
          <Field name="name" label="Name" required autoComplete="name" />
          <Field name="email" label="Email" required type="email" autoComplete="email" />
        </div>
      )}
    </SubmissionForm>
  )
}
