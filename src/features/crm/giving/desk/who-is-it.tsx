import { knownBy, type Namesake } from '@/engine/core/people-search'
import { Button } from '@/shared/ui/button'
import type { Asked } from './gift-fields'

interface WhoIsItProps {
  asked: Asked
  /** The gift, for screen readers */
  of: string
  onAnswer: (who: Namesake | 'someone else') => void
}

/** Asks whether a typed name is a donor who has it. */
export function WhoIsIt({ asked: { field, people }, of, onAnswer }: WhoIsItProps) {
  const [first] = people
  const isOne = people.length === 1
  const who = `${isOne ? 'There is already a donor' : `There are already ${people.length} donors`} ${first!.name}`
  return (
    <div role="group" aria-label={`Who is it: ${of}`} className="grid w-full gap-1 text-sm">
      <p className="text-ink" dir="auto">
        {field === 'legal_donor_name' && 'Receipt to: '}
        {who}
        {isOne ? `${inBrackets(first!)}.` : ':'}
      </p>
      <ul className={isOne ? 'contents' : 'grid gap-1'}>
        {people.map((one) => (
          <li key={one.person} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Button
              variant="outline"
              size="sm"
              data-send={isOne || undefined}
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
            {isOne && <SomeoneElse onAnswer={onAnswer} />}
          </li>
        ))}
      </ul>
      {!isOne && <SomeoneElse onAnswer={onAnswer} />}
    </div>
  )
}

function SomeoneElse({ onAnswer }: Pick<WhoIsItProps, 'onAnswer'>) {
  return (
    <Button
      variant="outline"
      size="sm"
      className="justify-self-start"
      onClick={() => onAnswer('someone else')}
    >
      Someone else
    </Button>
  )
}

/** All of them are donors. */
const about = ({ kinds, ...one }: Namesake) =>
  knownBy({ ...one, kinds: kinds.filter((kind) => kind !== 'donor') }).join(', ')
const inBrackets = (one: Namesake) => (about(one) ? ` (${about(one)})` : '')
