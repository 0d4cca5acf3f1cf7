import { z } from 'zod'

/** The null byte and halves of a character: Postgres cannot hold them. */
const unstorable = /[\0\p{Surrogate}]/u

/** As the database counts it: an emoji is one character, while `length` says two. */
function isWithin(maxLength: number, value: string): boolean {
  return value.length <= maxLength || Array.from(value).length <= maxLength
}

/** Free text, kept exactly as it was typed. */
export function formText(maxLength: number) {
  return z
    .string()
    .refine(
      (value) => isWithin(maxLength, value),
      `Please keep this to ${maxLength.toLocaleString('en-US')} characters`,
    )
    .refine((value) => !unstorable.test(value), 'This contains a character that cannot be stored')
}

/** Text that must be more than blanks. */
export function requiredText(maxLength: number, missing: string) {
  return formText(maxLength).refine((value) => value.trim() !== '', missing)
}

/** Text for a column that is null when nothing, or nothing but blanks, was typed. */
export function optionalText(maxLength: number) {
  return formText(maxLength).transform((value) => (value.trim() === '' ? null : value))
}

const invalidEmail = 'Please enter a valid e-mail address'
const emailAddress = z.email(invalidEmail)

export const requiredEmail = formText(254)
  .min(1, 'Please enter your e-mail address')
  .pipe(emailAddress)

/** An e-mail address, or nothing. */
export const optionalEmail = formText(254).refine(
  (value) => value === '' || emailAddress.safeParse(value).success,
  invalidEmail,
)
