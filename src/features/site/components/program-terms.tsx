import { formatDollars } from '@/shared/lib/format-dollars'
import type { ProgramSummary } from '../content/program'
import { formatCount, spotsLeft } from '../lib/program-figures'

/** The price of a place, the free places, and the next start. */
export function ProgramTerms({ program }: { program: ProgramSummary }) {
  const spots = spotsLeft(program)
  return (
    <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
      <li>
        <span className="font-semibold">{formatDollars(program.cost.participantPays)}</span>{' '}
        {program.per}
      </li>
      <li>
        {spots > 0 ? (
          <>
            <span className="font-semibold">{formatCount(spots)}</span> places free
          </>
        ) : (
          'No place free: waitlist'
        )}
      </li>
      <li>
        Next: <span className="font-semibold">{program.next}</span>
      </li>
    </ul>
  )
}
