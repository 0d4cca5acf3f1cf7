import { z } from 'zod'
import { formText, optionalEmail } from '@/shared/lib/form-text'

/** Fields of a form as the columns of a table: what is left blank is null. */

export function requiredText(maxLength: number) {
  return formText(maxLength).refine((value) => value.trim() !== '', 'Please fill this in')
}

const orNull = (value: string) => (value.trim() === '' ? null : value)

export function optionalText(maxLength: number) {
  return formText(maxLength).transform(orNull)
}

export const emailOrNull = z.string().trim().pipe(optionalEmail).transform(orNull)

export const optionalDate = z
  .union([z.literal(''), z.iso.date('Please enter a date')])
  .transform(orNull)

/** A whole number of 1 or more that fits Postgres' `integer`. */
export const optionalCount = z
  .string()
  .trim()
  .refine(
    (value) => value === '' || (/^\d{1,10}$/.test(value) && +value >= 1 && +value <= 2_147_483_647),
    'Please enter a whole number of 1 or more',
  )
  .transform((value) => (value === '' ? null : Number(value)))

type Dates = { start_date: string | null; end_date: string | null }

/** The arguments of `refine` for a form with both dates. */
export const startBeforeEnd: [(dates: Dates) => boolean, { path: string[]; error: string }] = [
  ({ start_date, end_date }) => !start_date || !end_date || start_date <= end_date,
  { path: ['end_date'], error: 'The end must not come before the start' },
]
