import { useState, type ReactNode } from 'react'
import { useFormState, useWatch, type UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { promised } from '@/shared/data/organisation'
import { tributes } from '@/shared/data/tributes'
import { optionalLine, optionalText, requiredEmail, requiredLine } from '@/shared/forms/form-text'
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
    .object({
      name: requiredLine(200, 'Please enter your name'),
      email: requiredEmail,
      tribute: z.enum(tributes.map(({ id }) => id)).or(z.literal('')),
      tribute_name: optionalLine(200),
      notify: optionalText(500),
      tribute_message: optionalText(1000),
    })
    .transform(({ tribute, ...giver }, context) => {
      const gift = chosen()
      if (!gift) {
        context.addIssue({ code: 'custom', path: ['amount'], message: 'Please choose an amount' })
      }
      const { tribute_name: name, notify, tribute_message: message } = giver
      if (!name && (tribute || notify || message)) {
        context.addIssue({ code: 'custom', path: ['tribute_name'], message: 'Please say for whom' })
      }
      if (!gift || context.issues.length > 0) return z.NEVER
      return { ...giver, ...gift, tribute: name && (tribute || 'honor') }
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
      sensitive={['notify', 'tribute_message']}
      afterwards={({ name, email, amount, frequency, program, ...pledge }) => ({
        title: `Thank you, ${name}, for pledging ${amountInWords(amount, frequency)}`,
        sent: `your pledge, ${amountInWords(amount, frequency)}`,
        received: {
          Name: name,
          Email: email,
          Pledge: amountInWords(amount, frequency),
          'Goes to': destinationInWords(program),
          [tributes.find(({ id }) => id === pledge.tribute)?.label ?? 'In honor of']:
            pledge.tribute_name,
          'We write to': pledge.notify,
          'Your words': pledge.tribute_message,
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
      {(Field, _Tick, form) => (
        <>
          <div className="grid gap-6 sm:grid-cols-2">
            <Field name="name" label="Name" required autoComplete="name" />
            <Field name="email" label="Email" required type="email" autoComplete="email" />
          </div>
          <TributeFold form={form}>
            <Field name="tribute" label="In honor or in memory?" choices={tributes} />
            <Field name="tribute_name" label="For whom" autoComplete="off" />
            <Field
              name="notify"
              label="Whom should we tell?"
              description="Name and address. A person writes to them once your gift is here."
              rows={2}
            />
            <Field name="tribute_message" label="Your words to them" rows={2} />
          </TributeFold>
        </>
      )}
    </SubmissionForm>
  )
}

interface TributeFoldProps {
  form: Pick<UseFormReturn<z.input<ReturnType<typeof pledgeSchema>>, unknown, unknown>, 'control'>
  children: ReactNode
}

/** Folded until someone opens it, or it has input or an error. */
function TributeFold({ form: { control }, children }: TributeFoldProps) {
  const [isOpen, setOpen] = useState<boolean>()
  const typed = useWatch({ control, name: ['tribute_name', 'notify', 'tribute_message'] })
  const { errors } = useFormState({ control, name: 'tribute_name' })
  return (
    <details
      open={Boolean(errors.tribute_name) || (isOpen ?? typed.some(Boolean))}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="cursor-pointer font-semibold">In someone’s honor or memory</summary>
      <div className="mt-4 grid gap-4 sm:grid-cols-2">{children}</div>
    </details>
  )
}
