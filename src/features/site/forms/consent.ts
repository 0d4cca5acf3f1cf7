import { z } from 'zod'

export const consentNotice = {
  title: 'Please review terms',
  description: 'You must agree to the terms and conditions to continue.',
  tone: 'error',
} as const

/** The checkbox that a form requires. A schema leaves it out of the row. */
export const consent = z.literal(true, consentNotice.description)
