import { z } from 'zod'
import { termsVersion } from '@/shared/data/terms-version'
import {
  formText,
  optionalLine,
  optionalText,
  requiredEmail,
  requiredLine,
} from '@/shared/forms/form-text'
import { programInterests, relationships } from '@/shared/data/form-choices'
import { consent } from '../consent'
import { sendFailure } from '../send-failure'
import { visitorInsert } from '../visitor-insert'

const MAX_AGE = 25

/** As text: a number input would drop anything else, without a message. */
const childAge = formText(40)
  .trim()
  .refine(
    (age) => age === '' || (/^\d+$/.test(age) && Number(age) <= MAX_AGE),
    `Please enter a whole number of years, up to ${MAX_AGE}`,
  )
  .transform((age) => (age === '' ? null : Number(age)))

export const programApplicationSchema = z
  .object({
    first_name: requiredLine(100, 'Please enter your first name'),
    last_name: requiredLine(100, 'Please enter your last name'),
    email: requiredEmail,
    phone: requiredLine(40, 'Please enter your phone number'),
    relationship: z.enum(
      relationships.map(({ id }) => id),
      'Please choose your relationship',
    ),
    program_interest: z.enum(
      programInterests.map(({ id }) => id),
      'Please choose a program',
    ),
    child_name: optionalLine(200),
    child_age: childAge,
    goals: optionalText(5000),
    previous_experience: optionalText(5000),
    special_needs: optionalText(5000),
    consent,
  })
  .transform(({ consent, ...application }) => ({ ...application, terms_version: termsVersion }))

export const submitProgramApplication = visitorInsert('program_applications', {
  success: {
    title: 'Application Submitted!',
    description:
      "Thank you for your interest. We'll contact you within 2 business days to discuss next steps.",
  },
  failure: sendFailure('There was an error submitting your application. Please try again.'),
})
