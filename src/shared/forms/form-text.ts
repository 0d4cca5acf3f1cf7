import { z } from 'zod'

/*
 * The fields of a form. Text is kept exactly as it was typed; a required field refuses blanks, and
 * a blank optional field is null.
 */

/** The null byte and halves of a surrogate pair: Postgres cannot hold them. */
const unstorable = /[\0\p{Surrogate}]/u

/** Counts code points, as the database does: an emoji is one, while `length` counts two. */
function isWithin(maxLength: number, value: string): boolean {
  return value.length <= maxLength || Array.from(value).length <= maxLength
}

const control = /\p{Cc}/u

const isBlank = (value: string) => value.trim() === ''
const blankToNull = (value: string) => (isBlank(value) ? null : value)

export function formText(maxLength: number) {
  return z
    .string()
    .refine(
      (value) => isWithin(maxLength, value),
      `Please keep this to ${maxLength.toLocaleString('en-US')} characters`,
    )
    .refine((value) => !unstorable.test(value), 'This contains a character that cannot be stored')
}

export function requiredText(maxLength: number, missing = 'Please fill this in') {
  return formText(maxLength).refine((value) => !isBlank(value), missing)
}

export function optionalText(maxLength: number) {
  return formText(maxLength).transform(blankToNull)
}

/** For names, subjects and addresses, which may end up in an email's header. */
function formLine(maxLength: number) {
  return formText(maxLength).refine(
    (value) => !control.test(value),
    'Please write this in one line',
  )
}

export function requiredLine(maxLength: number, missing = 'Please fill this in') {
  return formLine(maxLength).refine((value) => !isBlank(value), missing)
}

export function optionalLine(maxLength: number) {
  return formLine(maxLength).transform(blankToNull)
}

const trimmedEmail = formText(254).trim()
const emailAddress = z.email('Please enter a valid email address')

export const requiredEmail = trimmedEmail
  .min(1, 'Please enter your email address')
  .pipe(emailAddress)

export const optionalEmail = trimmedEmail
  .pipe(z.union([z.literal(''), emailAddress]))
  .transform(blankToNull)

/** `2026-01-31` or null. A date input also takes years of six digits. */
export const optionalDate = z
  .string()
  .refine(
    (day) => day === '' || (z.iso.date().safeParse(day).success && day >= '1900' && day < '2201'),
    'Please enter a date between 1900 and 2200',
  )
  .transform(blankToNull)

/** A whole number of 1 or more that fits Postgres' `integer`, or null. */
export const optionalCount = z
  .string()
  .trim()
  .refine(
    (value) => value === '' || (/^\d{1,10}$/.test(value) && +value >= 1 && +value <= 2_147_483_647),
    'Please enter a whole number from 1 to 2,147,483,647',
  )
  .transform((value) => (value === '' ? null : Number(value)))

type Dates = { start_date: string | null; end_date: string | null }

/** The arguments of `refine` for a form with both dates. */
export const startBeforeEnd: [(dates: Dates) => boolean, { path: string[]; error: string }] = [
  ({ start_date, end_date }) => !start_date || !end_date || start_date <= end_date,
  { path: ['end_date'], error: 'The end must not come before the start' },
]
