import { z } from 'zod'
import { promised } from '@/shared/data/organisation'
import { requiredEmail, requiredLine } from '@/shared/forms/form-text'
import { destinationInWords } from '@/shared/lib/gift-destination'
import { amountInWords } from '@/shared/lib/pledge-words'
import { sendFailure } from '../send-failure'
import { SubmissionForm } from '../submission-form'
import { visitorInsert } from '../visitor-insert'

export interface Gift {
  /** In dollars */
  amount: number
  frequency: 'once' | 'monthly'
  /** The program; null where it is needed most */
  program: string | null
}

/** @param chosen the gift chosen beside the form; without it a pledge is not valid */
export const pledgeSchema = (chosen: () => Gift | undefined) =>
  z
    .object({ name: requiredLine(200, 'Please enter your name'), email: requiredEmail })
    .transform((giver, context) => {
      const gift = chosen()
      if (gift) return { ...giver, ...gift }
      context.addIssue({ code: 'custom', path: ['amount'], message: 'Please choose an amount' })
      return z.NEVER
    })

export const submitPledge = visitorInsert('pledges', {
  success: {
    title: 'Thank you for your pledge!',
    description: `We'll send you the ways to give within ${promised.pledge}.`,
  },
  failure: sendFailure('There was an error sending your pledge. Please try again.'),
})

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
        sent: `your pledge, ${amountInWords(amount, frequency)}`,
        received: {
          Name: name,
          Email: email,
          Pledge: amountInWords(amount, frequency),
          'Goes to': destinationInWords(program),
        },
        promised: promised.pledge,
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
