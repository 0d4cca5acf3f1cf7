import { useMutation, useQuery } from '@tanstack/react-query'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import AlarmClock from 'lucide-react/icons/alarm-clock'
import Eye from 'lucide-react/icons/eye'
import Mail from 'lucide-react/icons/mail'
import Phone from 'lucide-react/icons/phone'
import Reply from 'lucide-react/icons/reply'
import UserRound from 'lucide-react/icons/user-round'
import X from 'lucide-react/icons/x'
import { useState, type ReactNode, type Ref, type RefObject } from 'react'
import { useAuth } from '@/shared/auth/auth-context'
import { mailLink, telLink } from '@/shared/lib/contact-links'
import { formatDateTime } from '@/shared/lib/format-date'
import { optionLabel } from '@/shared/lib/option-label'
import { Button } from '@/shared/ui/button'
import { LoadFailure } from '@/shared/ui/load-failure'
import { NativeSelect } from '@/shared/ui/native-select'
import { PersonLink } from '@/shared/ui/person-link'
import { Spinner } from '@/shared/ui/spinner'
import { StatusBadge } from '@/shared/ui/status-badge'
import { AnswerComposer, composerId, hasStartedAnswer } from '@/features/answers/answer-composer'
import { reviewerName } from './changes'
import { DueLabel } from './due-label'
import { Fields } from './fields'
import { fieldsOf, kinds, type SubmissionStatus, type Target } from '@/shared/submissions/kinds'
import { endPutOff, isPutOff } from './put-off'
import { ProtectedDetails } from './protected-details'
import { titleOf, type Submission } from '@/shared/submissions/queues'
import { RegistrationStanding } from '@/features/seats/registration-standing'
import { AssigneeOptions } from './assignee-options'
import {
  reviewersQuery,
  submissionQuery,
  type FullSubmission,
} from '@/shared/submissions/submission-queries'
import type { People } from '@/features/conversion/convert-submission'
import { SubjectTasks } from '@/shared/tasks/subject-tasks'
import { Converted } from '@/features/conversion/converted'
import { Timeline } from './timeline'
import { useViewers } from './use-viewers'

interface SubmissionDetailProps {
  id: string
  /** The columns that the list has, until the rest is read. */
  listed: Submission | undefined
  today: string
  onStatus: (submission: Submission, status: SubmissionStatus) => void
  onAssign: (submission: Submission, assignee: string | null) => void
  /** An answer went out, after which the status is to be this one. */
  onAnswered: (submission: Submission, status: SubmissionStatus) => void
  people: People
  onConvert: (submission: FullSubmission, target: Target) => void
  onStep: (by: 1 | -1) => void
  onClose: () => void
  /** Beside the way to the next one */
  help: ReactNode
  headingField: Ref<HTMLHeadingElement>
  assigneeField: Ref<HTMLSelectElement>
  answerButton: RefObject<HTMLButtonElement | null>
  noteField: Ref<HTMLTextAreaElement>
  taskButton: Ref<HTMLButtonElement>
  onPutOff: (submission: Submission) => void
}

export function SubmissionDetail(props: SubmissionDetailProps) {
  const { id, listed, today, onStatus, onAssign, onAnswered, onStep, onClose, help } = props
  const { people, onConvert, headingField, assigneeField, answerButton, noteField } = props
  const { taskButton, onPutOff } = props
  const waitAgain = useMutation(endPutOff(id))
  const me = useAuth().user?.id ?? ''
  const full = useQuery(submissionQuery(id))
  const { data: reviewers = [] } = useQuery(reviewersQuery)
  const [isAnswering, setAnswering] = useState(() => hasStartedAnswer(me, id))
  const others = useViewers(id, me).map((viewer) => reviewerName(reviewers, viewer))
  const read = full.data?.[0]
  const submission: Submission | undefined = read ?? listed

  if (!submission) {
    return (
      <Frame onStep={onStep} onClose={onClose} help={help}>
        {full.isError ? (
          <LoadFailure title="The submission could not be loaded." query={full} />
        ) : full.data ? (
          <p className="my-10 text-center text-ink-soft">This submission no longer exists.</p>
        ) : (
          <Spinner label="Loading submission..." className="mx-auto my-16" />
        )}
      </Frame>
    )
  }

  const { kind, status, email, phone } = submission
  const { one, statuses } = kinds[kind]
  const title = titleOf(submission)
  return (
    <Frame onStep={onStep} onClose={onClose} help={help}>
      <header className="grid gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2
            ref={headingField}
            tabIndex={-1}
            dir="auto"
            className="min-w-0 text-heading break-words"
          >
            {title}
          </h2>
          <StatusBadge status={status} />
        </div>
        <p className="text-ink-soft">
          {submission.reference}
          <Dot />
          {optionLabel(one)}
          <Dot />
          <time dateTime={submission.created_at}>{formatDateTime(submission.created_at)}</time>
          {!submission.answered_at && (
            <>
              <Dot />
              <DueLabel submission={submission} today={today} />
            </>
          )}
        </p>
        <p role="status" className={others.length > 0 ? 'flex items-center gap-1.5' : 'sr-only'}>
          {others.length > 0 && (
            <>
              <Eye aria-hidden="true" className="size-4 text-warning" />
              {new Intl.ListFormat('en-US').format(others)} {others.length === 1 ? 'is' : 'are'}{' '}
              looking at this too
            </>
          )}
        </p>
      </header>

      <div className="grid grid-cols-2 gap-3">
        <Labelled label="Status">
          <NativeSelect
            aria-label={`Status of ${title}`}
            value={status}
            savesAtOnce
            onChange={({ target }) => onStatus(submission, target.value as SubmissionStatus)}
          >
            {statuses.map((each) => (
              <option key={each} value={each}>
                {optionLabel(each)}
              </option>
            ))}
          </NativeSelect>
        </Labelled>
        <Labelled label="Assignee">
          <NativeSelect
            ref={assigneeField}
            aria-label={`Assignee of ${title}`}
            value={submission.assignee_id ?? ''}
            savesAtOnce
            onChange={({ target }) => onAssign(submission, target.value || null)}
          >
            <option value="">Unassigned</option>
            <AssigneeOptions current={submission.assignee_id} />
          </NativeSelect>
        </Labelled>
      </div>

      <ul className="flex flex-wrap items-center gap-x-6 gap-y-1">
        <li>
          <Button
            ref={answerButton}
            size="sm"
            aria-expanded={isAnswering}
            onClick={() => {
              setAnswering(true)
              document.getElementById(composerId)?.focus()
            }}
          >
            <Reply aria-hidden="true" />
            Answer
          </Button>
        </li>
        {!submission.answered_at && (
          <li>
            {isPutOff(submission) ? (
              <Button
                variant="outline"
                size="sm"
                loading={waitAgain.isPending}
                onClick={() => waitAgain.mutate()}
              >
                Let it wait again
              </Button>
            ) : (
              <Button variant="outline" size="sm" onClick={() => onPutOff(submission)}>
                <AlarmClock aria-hidden="true" />
                Put off
              </Button>
            )}
          </li>
        )}
        {email && (
          <Contact icon={<Mail aria-hidden="true" />}>
            <a href={mailLink(email, `Your ${one} ${submission.reference}`)}>{email}</a>
          </Contact>
        )}
        {phone && (
          <Contact icon={<Phone aria-hidden="true" />}>
            <a href={telLink(phone)}>{phone}</a>
          </Contact>
        )}
        {email && (
          <Contact icon={<UserRound aria-hidden="true" />}>
            <PersonLink address={email}>See everything from this person</PersonLink>
          </Contact>
        )}
      </ul>

      {read && <Converted submission={read} people={people} onConvert={onConvert} />}
      {read ? (
        <Fields fields={fieldsOf(read)} />
      ) : full.isError ? (
        <LoadFailure title="The submission could not be loaded." query={full} />
      ) : (
        <Spinner label="Loading submission..." className="my-6" />
      )}
      {read?.program_registrations && (
        <RegistrationStanding registration={read.program_registrations} />
      )}
      <ProtectedDetails submission={submission} />
      {isAnswering && read && (
        <AnswerComposer
          submission={read}
          onClose={() => {
            setAnswering(false)
            answerButton.current?.focus()
          }}
          onAnswered={(status) => onAnswered(read, status)}
        />
      )}
      <SubjectTasks subject={{ kind: 'submissions', id }} name={title} addButton={taskButton} />
      <Timeline submission={submission} noteField={noteField} />
    </Frame>
  )
}

interface FrameProps extends Pick<SubmissionDetailProps, 'onStep' | 'onClose' | 'help'> {
  children: ReactNode
}

const iconButton =
  'grid size-8 place-items-center rounded-control text-ink-soft hover:bg-paper-sunken hover:text-ink svg:size-4.5 pointer-coarse:size-11'

function Frame({ onStep, onClose, help, children }: FrameProps) {
  return (
    <div className="grid gap-4 text-base">
      <div className="-mb-2 flex items-center gap-1">
        <button type="button" className={iconButton} onClick={() => onStep(1)}>
          <ArrowDown aria-hidden="true" />
          <span className="sr-only">Next submission</span>
        </button>
        <button type="button" className={iconButton} onClick={() => onStep(-1)}>
          <ArrowUp aria-hidden="true" />
          <span className="sr-only">Previous submission</span>
        </button>
        <span className="ms-auto max-lg:hidden">{help}</span>
        <button type="button" className={`${iconButton} max-lg:ms-auto`} onClick={onClose}>
          <X aria-hidden="true" />
          <span className="sr-only">Close</span>
        </button>
      </div>
      {children}
    </div>
  )
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className="grid gap-1 font-semibold text-ink-soft">
      {label}
      {children}
    </label>
  )
}

function Contact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex min-h-8 min-w-0 items-center gap-2 svg:size-4.5 svg:shrink-0 pointer-coarse:min-h-11">
      {icon}
      <span className="min-w-0 break-words">{children}</span>
    </li>
  )
}

function Dot() {
  return <span aria-hidden="true"> · </span>
}
