import { cn } from '@/shared/lib/cn'
import { Badge } from '@/shared/ui/badge'
import type { Fitting, FittingMentor } from './match-queries'

type Told = Pick<FittingMentor, 'weekdays' | 'place' | 'wishes' | 'language'>

/** What is known of one side, for the other. */
function Known({ of }: { of: Told }) {
  const facts = [of.language, of.weekdays, of.place].filter(Boolean).join(' · ')
  return (
    <>
      {facts && (
        <span className="block text-sm text-ink-soft" dir="auto">
          {facts}
        </span>
      )}
      {of.wishes && (
        <span className="block break-words whitespace-pre-wrap" dir="auto">
          “{of.wishes}”
        </span>
      )}
    </>
  )
}

/** The open mentee, with the wishes. */
export function Child({ name, child }: { name: string; child: Fitting }) {
  const isEmpty = !child.weekdays && !child.place && !child.wishes && !child.language
  return (
    <div>
      <h4 className="font-sans text-base font-semibold break-words">
        <bdi>{name}</bdi>
      </h4>
      <Known of={child} />
      {isEmpty && (
        <p className="text-sm text-ink-soft">
          No language, weekday, place or wish is noted. Every mentor with a place left is listed.
        </p>
      )}
    </div>
  )
}

const reasons = [
  { key: 'same_language', yes: 'Same language', no: 'Another language' },
  { key: 'same_day', yes: 'A common weekday', no: 'Other weekdays' },
  { key: 'same_place', yes: 'Same place', no: 'Another place' },
] as const

interface MentorChoiceProps {
  mentor: FittingMentor
  isBusy: boolean
  onChoose: () => void
}

/** A mentor to propose, and why they fit or not. */
export function MentorChoice({ mentor, isBusy, onChoose }: MentorChoiceProps) {
  const { name, taken, capacity, lacks, may } = mentor
  const isFull = taken >= capacity
  return (
    <li>
      <button
        type="button"
        data-choice
        aria-disabled={!may || isBusy}
        className={cn(
          'w-full rounded-card border border-line bg-paper-raised px-4 py-2.5 text-start',
          may ? 'hover:bg-paper-sunken' : 'cursor-not-allowed text-ink-soft',
        )}
        onClick={() => may && onChoose()}
      >
        <span className="flex flex-wrap items-center gap-2">
          <bdi className="font-semibold break-words">{name}</bdi>
          <span className="text-sm text-ink-soft">
            {taken} of {capacity} {capacity === 1 ? 'place' : 'places'} taken
          </span>
        </span>
        <Known of={mentor} />
        <span className="mt-1 flex flex-wrap gap-1.5 empty:hidden">
          {lacks && <Badge tone="red">Lacks {lacks}</Badge>}
          {isFull && <Badge tone="orange">No place left</Badge>}
          {reasons.map(
            ({ key, yes, no }) =>
              mentor[key] !== null && (
                <Badge key={key} tone={mentor[key] ? 'green' : 'neutral'}>
                  {mentor[key] ? yes : no}
                </Badge>
              ),
          )}
        </span>
      </button>
    </li>
  )
}
