import { formatDay } from '@/shared/lib/format-date'
import { labelOf, standingInWords } from '../clearances/clearance-queries'
import type { Member } from './program-queries'

const consents = { photo: 'photos', trip: 'trips', data: 'data' } as const

/** What someone in a program lacks, each in a few words, as in "References: missing". */
export function missingOf({ status, unmet, consents: given, has_guardian }: Member): string[] {
  const kinds = (['photo', 'trip', 'data'] as const).filter((kind) => given[kind])
  const named = (state: 'open' | 'no') =>
    kinds.filter((kind) => given[kind] === state).map((kind) => consents[kind])
  return [
    ...(status === 'inactive' ? ['No longer active'] : []),
    ...unmet.map((standing) => `${labelOf(standing)}: ${standingInWords(standing)}`),
    ...(has_guardian ? [] : ['No guardian to reach']),
    ...(named('open').length > 0 ? [`No answer on consent: ${named('open').join(', ')}`] : []),
    ...(named('no').length > 0 ? [`No consent: ${named('no').join(', ')}`] : []),
  ]
}

/** As in "Requirements met until Jan 5, 2027" */
export const metUntil = ({ until }: Member): string | null =>
  until && `Requirements met until ${formatDay(until)}`
