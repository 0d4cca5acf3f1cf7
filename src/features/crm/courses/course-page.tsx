import { useMutation, useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Plus from 'lucide-react/icons/plus'
import UserRoundPlus from 'lucide-react/icons/user-round-plus'
import Users from 'lucide-react/icons/users'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { fullName } from '@/shared/lib/full-name'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { Button } from '@/shared/ui/button'
import { EmptyState } from '@/shared/account-ui/empty-state'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { Spinner } from '@/shared/ui/spinner'
import { StatusBadge } from '@/shared/account-ui/status-badge'
import {
  assessmentsQuery,
  attendeesQuery,
  courseQuery,
  removeAssessment,
  type Assessment,
  type Attendee,
} from './course-queries'
import { GradeGrid } from './grade-grid'

const AssessmentDialog = lazyPart(() => import('./assessment-dialog'))
const EnrollDialog = lazyPart(() => import('./enroll-dialog'))
const WithdrawDialog = lazyPart(() => import('./withdraw-dialog'))

/** The attendees, waitlist and grades of a course. */
export function CoursePage({ id }: { id: string }) {
  const course = useQuery(courseQuery(id))
  const attendees = useQuery(attendeesQuery(id))
  const assessments = useQuery(assessmentsQuery(id))
  const removal = useMutation(removeAssessment(id))
  const [dialog, setDialog] = useState<
    'enroll' | { assessment?: Assessment } | { withdrawn: Attendee }
  >()
  const close = () => setDialog(undefined)

  const back = (
    <Link
      to="?tab=courses"
      className="inline-flex min-h-8 items-center gap-1.5 text-ink-soft hover:text-ink svg:size-4 pointer-coarse:min-h-11"
    >
      <ArrowLeft aria-hidden="true" />
      Courses
    </Link>
  )
  const failed = [course, attendees, assessments].find(({ isLoadingError }) => isLoadingError)
  if (failed || course.data === null) {
    return (
      <>
        {back}
        {failed ? (
          <LoadFailure title="The course could not be loaded." query={failed} />
        ) : (
          <p className="my-10 text-center text-ink-soft">
            It was removed, or you no longer have access to it.
          </p>
        )}
      </>
    )
  }
  if (!course.data || !attendees.data || !assessments.data) {
    return <Spinner label="Loading the course..." className="my-16" />
  }

  const { title, capacity, status } = course.data
  const enrolled = attendees.data.filter(({ state }) => state === 'enrolled')
  const waiting = attendees.data.filter(({ state }) => state === 'waiting')
  const isOver = status === 'completed' || status === 'cancelled'
  const inWords = (count: number) => count.toLocaleString('en-US')

  return (
    <div className="md:flex md:max-h-[calc(100dvh-var(--list-top,3.25rem)-1rem)] md:flex-col">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pb-3">
        {back}
        <h2 dir="auto" className="min-w-0 break-words">
          {title}
        </h2>
        <StatusBadge status={status} />
        <p role="status" className="me-auto text-sm text-ink-soft">
          {inWords(enrolled.length)}
          {capacity === null ? ' enrolled' : ` of ${inWords(capacity)} seats taken`}
          {waiting.length > 0 && `, ${inWords(waiting.length)} waiting`}
        </p>
        <Button variant="outline" onClick={() => setDialog({})}>
          <Plus aria-hidden="true" />
          Add Grade Column
        </Button>
        {!isOver && (
          <Button onClick={() => setDialog('enroll')}>
            <UserRoundPlus aria-hidden="true" />
            Enroll
          </Button>
        )}
      </div>

      {enrolled.length > 0 ? (
        <GradeGrid
          course={id}
          attendees={enrolled}
          assessments={assessments.data}
          onRename={(assessment) => setDialog({ assessment })}
          onRemove={({ id: assessment }) => removal.mutate(assessment)}
          onWithdraw={(withdrawn) => setDialog({ withdrawn })}
        />
      ) : (
        <EmptyState
          icon={<Users />}
          title="No one is enrolled yet"
          text={isOver ? 'The course is over.' : 'Mentees you enroll appear here.'}
        />
      )}

      {waiting.length > 0 && (
        <Waitlist of={waiting} onWithdraw={(withdrawn) => setDialog({ withdrawn })} />
      )}

      {dialog === 'enroll' ? (
        <EnrollDialog course={id} title={title} onClose={close} />
      ) : dialog && 'withdrawn' in dialog ? (
        <WithdrawDialog course={id} attendee={dialog.withdrawn} onClose={close} />
      ) : (
        dialog && <AssessmentDialog course={id} assessment={dialog.assessment} onClose={close} />
      )}
    </div>
  )
}

interface WaitlistProps {
  of: readonly Attendee[]
  onWithdraw: (attendee: Attendee) => void
}

function Waitlist({ of, onWithdraw }: WaitlistProps) {
  return (
    <section aria-labelledby="waitlist" className="mt-5 flex-none">
      <h3 id="waitlist" className="font-sans text-sm font-semibold">
        Waitlist
      </h3>
      <ol className="mt-1 max-h-48 max-w-xl divide-y divide-line overflow-y-auto">
        {of.map((attendee) => (
          <li key={attendee.mentee_id} className="flex min-h-10 items-center gap-3">
            <span className="w-8 text-end text-ink-soft tabular-nums">{attendee.position}.</span>
            <bdi className="me-auto min-w-0 break-words">{fullName(attendee)}</bdi>
            <Button
              variant="ghost"
              size="sm"
              aria-label={`Withdraw ${fullName(attendee)}`}
              onClick={() => onWithdraw(attendee)}
            >
              Withdraw
            </Button>
          </li>
        ))}
      </ol>
    </section>
  )
}
