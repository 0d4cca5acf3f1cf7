import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { QuestionDialog } from '@/shared/account-ui/question-dialog'
import { formatDate, formatDay } from '@/shared/lib/format-date'
import { isolated } from '@/shared/lib/isolated'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { heldMeetingsQuery, settleMeeting, type HeldMeeting } from './held-queries'

const reasons: Readonly<Record<string, string>> = {
  match: 'The match had ended by that day.',
  program: 'The program was closed by that day.',
  link: 'The mentor’s account was no longer linked when it came.',
}

const outcomes = { happened: 'Met', cancelled: 'Cancelled', missed: 'Missed', planned: 'Planned' }

/** Meetings that wait for a decision, on the page of their program; nothing while there is none. */
export function HeldMeetings({ programId }: { programId: string }) {
  const held = useQuery(heldMeetingsQuery(programId))
  const settling = useMutation(settleMeeting)
  const [discarding, setDiscarding] = useState<HeldMeeting>()
  if (held.isError)
    return <LoadFailure title="Waiting meetings could not be loaded." query={held} />
  if (!held.data || held.data.length === 0) return null
  return (
    <Alert
      tone="warning"
      title={`${held.data.length} ${held.data.length === 1 ? 'meeting waits' : 'meetings wait'} for your decision`}
      className="mb-4"
    >
      <ul aria-label="Meetings to decide" className="mt-2 divide-y divide-line">
        {held.data.map((meeting) => {
          const { id, mentor, day, minutes, outcome, reason, created_at } = meeting
          const name = `${mentor}, ${formatDay(day)}`
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
                {isolated(mentor)}: {outcomes[outcome]}
                {minutes !== null && `, ${minutes} min`}, {formatDay(day)}
                <span className="block text-sm">
                  {reasons[reason]} It came on {formatDate(created_at)}.
                </span>
              </span>
              <Button
                size="sm"
                aria-label={`Let it count: ${name}`}
                loading={settling.isPending && settling.variables.held === id}
                onClick={() => settling.mutate({ held: id, counts: true })}
              >
                Let it count
              </Button>
              <Button
                variant="outline"
                size="sm"
                aria-label={`Discard: ${name}`}
                onClick={() => setDiscarding(meeting)}
              >
                Discard
              </Button>
            </li>
          )
        })}
      </ul>
      {discarding && (
        <QuestionDialog
          title="Discard this meeting?"
          description={`${discarding.mentor}, ${formatDay(discarding.day)}. It is deleted for good; the log keeps its day.`}
          yes="Discard"
          isPending={settling.isPending}
          isHeld
          onYes={() =>
            settling.mutate(
              { held: discarding.id, counts: false },
              { onSettled: () => setDiscarding(undefined) },
            )
          }
          onClose={() => setDiscarding(undefined)}
        />
      )}
    </Alert>
  )
}
