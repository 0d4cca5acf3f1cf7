import { z } from 'zod'

export const consentNotice = {
  title: 'Please review terms',
  description: 'You must agree to the terms and conditions to continue.',
  tone: 'error',
} as const

/**
 * The checkbox without which a form does not send. It is no part of what is sent: a schema that has
 * it takes it out again.
 */
export const consent = z.literal(true, consentNotice.description)
