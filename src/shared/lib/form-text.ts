import { z } from 'zod'

/** Free text as it is stored: any characters but the null byte, which Postgres cannot hold. */
export function formText(maxLength: number) {
  return z
    .string()
    .max(maxLength, `Please keep this to ${maxLength.toLocaleString('en-US')} characters`)
    .refine((value) => !value.includes('\0'), 'This contains a character that cannot be stored')
}

/** An e-mail address, or nothing. */
export const optionalEmail = z.union([
  z.literal(''),
  formText(254).pipe(z.email('Please enter a valid e-mail address')),
])
