import { z } from 'zod'
import { requiredEmail, requiredLine } from '@/shared/forms/form-text'
import { sendFailure } from '../send-failure'
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
    description: "We'll send you the ways to give within 2 business days.",
  },
  failure: sendFailure('There was an error sending your pledge. Please try again.'),
})
