import { knownBy, type Namesake } from '@/engine/core/people-search'
import { Button } from '@/shared/ui/button'
import type { Asked } from './gift-fields'

interface WhoIsItProps {
  asked: Asked
  /** The gift, for screen readers */
  of: string
  onAnswer: (who: Namesake | 'someone else') => void
}

/** Asks whether a typed name is an existing donor. Its parts flow with the row's buttons. */
export function WhoIsIt({ asked: { field, people }, of, onAnswer }: WhoIsItProps) {
  const isOne = people.length === 1
  const { name } = people[0]!
  return (
    <div role="group" aria-label={`Who is it: ${of}`} className="contents text-sm">
      <p className={isOne ? 'min-w-0 flex-1 basis-60 wrap-anywhere' : 'w-full'} dir="auto">
        {field === 'legal_donor_name' && 'Receipt to: '}
        {isOne
          ? `There is already a donor ${name}${inBrackets(people[0]!)}.`
          : `There are already ${people.length} donors ${name}:`}
      </p>
      <ul className={isOne ? 'contents' : 'grid w-full gap-1'}>
        {people.map((one) => (
          <li key={one.person} className={isOne ? 'contents' : 'flex items-center gap-x-3'}>
            <Button
              variant="outline"
              size="sm"
              data-send={isOne || undefined}
              className="flex-none"
              onClick={() => onAnswer(one)}
            >
              The same
              <span className="sr-only">
                : {one.name}
                {inBrackets(one)}
              </span>
            </Button>
            {!isOne && (
              <span className="min-w-0 wrap-anywhere" dir="auto">
                {about(one) || 'Nothing else is known'}
              </span>
            )}
          </li>
        ))}
      </ul>
      <Button variant="outline" size="sm" onClick={() => onAnswer('someone else')}>
        Someone else
      </Button>
    </div>
  )
}

/** All of them are donors. */
const about = ({ kinds, ...one }: Namesake) =>
  knownBy({ ...one, kinds: kinds.filter((kind) => kind !== 'donor') }).join(', ')
const inBrackets = (one: Namesake) => (about(one) ? ` (${about(one)})` : '')
