import { mutationOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { termsVersion } from '@/shared/data/terms-version'
import { optionalLine, optionalText, requiredEmail, requiredLine } from '@/shared/forms/form-text'
import { submitAsVisitor } from '@/shared/supabase/public-client'
import { sendFailure } from '../send-failure'

export const registrationSchema = z
  .object({
    first_name: requiredLine(100, 'Please enter your first name'),
    last_name: requiredLine(100, 'Please enter your last name'),
    email: requiredEmail,
    phone: optionalLine(40),
    organization: optionalLine(200),
    experience: optionalText(5000),
    motivation: optionalText(5000),
    accessibility: optionalText(2000),
    emergency_name: optionalLine(200),
    emergency_relationship: optionalLine(100),
    emergency_phone: optionalLine(40),
    consent: z.boolean().refine((agreed) => agreed, 'Please agree to the terms and conditions'),
    wants_newsletter: z.boolean(),
  })
  .transform(({ consent: _, ...registration }) => ({
    ...registration,
    terms_version: termsVersion,
  }))

export type Registration = z.infer<typeof registrationSchema>

export interface RegisteredProgram {
  id: string
  title: string
  /** Whether the visitor joins its waitlist. */
  isFull: boolean
  /** Price, place and term */
  facts?: readonly string[]
}

export const submitRegistration = ({ id, title, isFull }: RegisteredProgram) =>
  mutationOptions({
    mutationFn: (registration: Registration) =>
      submitAsVisitor(registration, (client) =>
        client
          .from('program_registrations')
          .insert({ ...registration, program: id, wants_waitlist: isFull }),
      ),
    meta: {
      success: {
        title: 'Registration Successful!',
        description: `You've been registered for ${title}. Confirmation details sent to your email.`,
      },
      failure: sendFailure('There was an error submitting your registration. Please try again.'),
    },
  })
