import { mutationOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { requiredEmail, requiredLine } from '@/shared/forms/form-text'
import { submitAsVisitor } from '@/shared/supabase/public-client'
import { sendFailure } from '../send-failure'

export interface Gift {
  /** In dollars */
  amount: number
  frequency: 'once' | 'monthly'
  /** Where it goes; null is where it is needed most */
  program: string | null
}

/** @param chosen what is chosen beside the form; without it a pledge is not valid */
export const pledgeSchema = (chosen: () => Gift | undefined) =>
  z
    .object({ name: requiredLine(200, 'Please enter your name'), email: requiredEmail })
    .transform((giver, context) => {
      const gift = chosen()
      if (gift) return { ...giver, ...gift }
      context.addIssue({ code: 'custom', path: ['amount'], message: 'Please choose an amount' })
      return z.NEVER
    })

type Pledge = z.infer<ReturnType<typeof pledgeSchema>>

export const submitPledge = mutationOptions({
  mutationFn: (pledge: Pledge) =>
    submitAsVisitor(pledge, (client) => client.from('pledges').insert(pledge)),
  meta: {
    success: {
      title: 'Thank you for your pledge!',
      description: "We'll send you the ways to give within 2 business days.",
    },
    failure: sendFailure('There was an error sending your pledge. Please try again.'),
  },
})
