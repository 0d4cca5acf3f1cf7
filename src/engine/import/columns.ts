import { fold } from '@/shared/lib/fold'
import type { z } from 'zod'
import type { ImportForm } from '../core/define-resource'

/** For each column of the file the field that it fills; undefined where it is left out. */
export type Mapping = readonly (string | undefined)[]

/** Usual names of columns, besides the names and labels of their fields. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  first_name: ['first', 'given name', 'forename', 'christian name'],
  last_name: ['last', 'surname', 'family name'],
  email: ['email address', 'mail', 'e-mail address'],
  phone: [
    'telephone',
    'tel',
    'phone number',
    'telephone number',
    'mobile',
    'mobile phone',
    'cell',
    'cell phone',
  ],
  grade_level: ['grade', 'class'],
  school_name: ['school'],
  parent_name: ['parent', 'guardian', 'guardian name', 'parent or guardian'],
  parent_email: ['guardian email', 'parent email address'],
  parent_phone: ['guardian phone', 'parent telephone', 'parent phone number'],
  expertise: ['skills', 'subject', 'subjects'],
  specialization: ['skills', 'specialty', 'speciality', 'expertise'],
  bio: ['biography', 'about', 'notes'],
  name: [
    'full name',
    'subscriber',
    'program',
    'program name',
    'campaign',
    'campaign name',
    'holiday',
  ],
  title: ['course', 'course name', 'course title', 'name'],
  start_date: ['start', 'starts', 'begins', 'from', 'first day'],
  end_date: ['end', 'ends', 'until', 'to', 'last day'],
  capacity: ['places', 'seats', 'size'],
  donor_name: ['name', 'full name', 'donor name', 'from'],
  donor_email: ['email', 'email address', 'donor email'],
  amount: ['gift', 'donation', 'gift amount', 'donation amount', 'amount usd', 'sum', 'total'],
  donation_type: ['gift type', 'frequency', 'kind'],
  campaign: ['fund', 'appeal', 'designation', 'purpose'],
  created_at: ['gift date', 'donation date', 'date of gift', 'received', 'day'],
  target_audience: ['audience', 'to'],
  content: ['body', 'text', 'message'],
  body: ['content', 'message'],
  day: ['date'],
}

/** Which column fills which field, by its name; a column and a field are used once. */
export function guessColumns(header: readonly string[], { fields }: ImportForm): Mapping {
  const names = header.map(plain)
  const mapping: (string | undefined)[] = header.map(() => undefined)
  // Exact names come before usual names.
  const ways = [
    (key: string) => [key],
    (key: string) => [fields[key]!.label],
    (key: string) => synonyms[key] ?? [],
  ]
  for (const way of ways) {
    for (const key of Object.keys(fields)) {
      if (mapping.includes(key)) continue
      const wanted = way(key).map(plain)
      const column = names.findIndex((name, at) => !mapping[at] && wanted.includes(name))
      if (column >= 0) mapping[column] = key
    }
  }
  return mapping
}

/**
 * The required columns: all that the schema requires, except choices, which default to the first.
 */
export function isRequired({ schema, fields }: ImportForm, key: string): boolean {
  const part = (schema.shape as Record<string, z.ZodType>)[key]
  return fields[key]?.kind !== 'select' && part?.safeParse('').success === false
}

const plain = (text: string) => fold(text).replace(/[^\p{L}\p{N}]/gu, '')
