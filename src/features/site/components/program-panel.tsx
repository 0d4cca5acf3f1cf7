import { Link } from 'react-router-dom'
import { cn } from '@/shared/lib/cn'
import { formatDollars } from '@/shared/lib/format-dollars'
import { Badge } from '@/shared/ui/badge'
import { buttonClass } from '@/shared/ui/button'
import { Card, CardContent, CardFooter, CardTitle } from '@/shared/ui/card'
import { Cloth } from '@/shared/ui/cloth'
import type { ProgramFacts } from '../content/program'
import { formatCount, placeFacts, seatColumns, spotsLeft } from '../lib/program-figures'
import { otherWays } from '../lib/other-ways'
import { questionsPath } from '../lib/program-path'
import { useIsRegistered } from '../lib/registered'
import { RegisterButton } from './register-button'
import { UnitChart } from './unit-chart'
import type { OnRegister } from './use-registration'

export interface ProgramPanelProps {
  program: ProgramFacts
  /** The link to apply, where applying comes first; a full program has its waitlist. */
  apply?: { to: string; label: string } | undefined
  onRegister: OnRegister
  className?: string
}

/** The time, place, price and free places. */
export function ProgramPanel({ program, apply, onRegister, className }: ProgramPanelProps) {
  const { id, title, participants, maxParticipants, cost } = program
  const spots = spotsLeft(program)
  const full = spots <= 0
  const isRegistered = useIsRegistered(id)
  const { text, other } = program.way
  const otherWay = other && otherWays[other]
  const facts = [
    { label: 'For', value: program.audience },
    { label: 'Where', value: program.location },
    { label: 'Format', value: program.format },
    { label: 'When', value: `${program.date}. Next: ${program.next}` },
  ]

  return (
    <Card as="section" aria-labelledby="places" className={cn('base:overflow-hidden', className)}>
      <Cloth program={id} className="h-4 sm:h-5" />
      <CardContent className="flex flex-col gap-4">
        <div className="flex items-start justify-between gap-4">
          <CardTitle as="h2" id="places">
            {full
              ? 'No places left'
              : `${formatCount(spots)} ${spots === 1 ? 'spot' : 'spots'} remaining`}
          </CardTitle>
          {full && <Badge tone="clay">Full</Badge>}
        </div>
        <div className="-mt-2 max-w-80">
          <UnitChart
            unit="chair"
            total={maxParticipants}
            filled={Math.min(participants, maxParticipants)}
            columns={seatColumns(maxParticipants)}
          />
          <p className="mt-2 text-sm text-ink-soft">
            {formatCount(participants)} of {formatCount(maxParticipants)} places are taken.{' '}
            {program.counted}
          </p>
        </div>
        <dl className="grid gap-x-4 gap-y-3 xs:grid-cols-2">
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt className="text-sm text-ink-soft">{label}</dt>
              <dd className="text-sm font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="border-t border-line pt-4">
          <span className="me-1 font-display text-heading text-forest-900">
            {formatDollars(cost.participantPays)}
          </span>{' '}
          <span className="text-ink-soft">
            is what you pay; a place costs {formatDollars(cost.perParticipant)}.{' '}
            <Link to={questionsPath}>Too much?</Link>
          </span>
        </p>
        <p className="-mt-2 text-sm text-balance text-ink-soft">
          {text} {otherWay && <Link to={otherWay.to(id)}>{otherWay.label}</Link>}
        </p>
        {isRegistered && (
          <p className="font-semibold text-success-ink">Your registration has arrived.</p>
        )}
        {full && (
          <p>
            This program is full. Please join the waitlist: when a place opens up, we offer it to
            the next person in line.
          </p>
        )}
      </CardContent>
      <CardFooter>
        {apply && !full && (
          <Link to={apply.to} className={buttonClass({ size: 'lg', className: 'w-full' })}>
            {apply.label}
          </Link>
        )}
        <RegisterButton
          size="lg"
          variant={apply && !full ? 'outline' : 'primary'}
          className="w-full"
          program={{ id, title, isFull: full, facts: placeFacts(program) }}
          onRegister={onRegister}
        >
          {full ? 'Join Waitlist' : 'Register Now'}
        </RegisterButton>
      </CardFooter>
    </Card>
  )
}
