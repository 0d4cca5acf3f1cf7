import { z } from 'zod'
import { optionalDate, optionalText } from '@/shared/forms/form-text'
import { officeDay } from '@/shared/lib/office-day'

/** Day and end of evidence, as the database takes them. */
export const evidenceSchema = z
  .object({
    what: z.string().min(1, 'Please choose what was checked'),
    done_on: z
      .string()
      .refine((day) => z.iso.date().safeParse(day).success, 'Please choose the day')
      .refine((day) => day >= '1950', 'Please choose a day from 1950 on')
      .refine((day) => day <= officeDay(new Date()), 'It can’t be done on a day later than today'),
    valid_until: optionalDate,
    note: optionalText(1000),
  })
  .refine(({ done_on, valid_until }) => valid_until === null || valid_until >= done_on, {
    path: ['valid_until'],
    message: 'It can’t end before the day it was done',
  })

/** The day so many months later, as the database counts: the last day of a shorter month. */
export function monthsLater(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last)))
    .toISOString()
    .slice(0, 10)
}
