import { queryOptions } from '@tanstack/react-query'
import { fullName } from '@/shared/lib/full-name'
import { allAssignable } from '../assignable-people'
import type { Candidate } from './matched-files'

const { compare } = new Intl.Collator('en')

/** All active mentors and trainers by name, for those who verify clearances. */
export const candidatesQuery = queryOptions({
  queryKey: ['clearances', 'candidates'],
  queryFn: async ({ signal }): Promise<Candidate[]> => {
    const kinds = await Promise.all(
      (['mentors', 'trainers'] as const).map(async (kind) =>
        (await allAssignable(kind, signal)).map((person) => ({ ...person, kind })),
      ),
    )
    return kinds.flat().sort((one, other) => compare(fullName(one), fullName(other)))
  },
})
