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
import { useRef, useState, type ReactNode, type Ref } from 'react'
import {
  AnswerComposer,
  composerId,
  hasStartedAnswer,
  type StatusChange,
} from '@/features/submissions/answers/answer-composer'
import { ConvertDialog } from '@/features/submissions/conversion/convert-dialog'
import type { People } from '@/features/submissions/conversion/convert-submission'
import { Converted } from '@/features/submissions/conversion/converted'
import { RegistrationStanding } from '@/features/submissions/seats/registration-standing'
import { useAuth } from '@/shared/auth/auth-context'
import { mailLink } from '@/shared/lib/contact-links'
import { CallLinks } from '@/shared/account-ui/call-links'
import { kinds, type SubmissionStatus, type Target } from '@/shared/submissions/kinds'
import { titleOf, type Submission } from '@/features/submissions/common/queues'
import { submissionQuery } from '@/features/submissions/common/submission-queries'
import type { OnUndoable } from '@/features/submissions/common/undo'
import { SubjectTasks } from '@/engine/tasks/subject-tasks'
import { Button } from '@/shared/ui/button'
import { NativeSelect } from '@/shared/ui/native-select'
import { Options } from '@/shared/account-ui/options'
import { PersonLink } from '@/shared/account-ui/person-link'
import { AssigneeOptions, useReviewerName } from './assignees'
import { ProtectedDetails } from './protected-details'
import { endPutOff, isPutOff } from './put-off'
import { Head, SentFields } from './submission-parts'
import { Timeline } from './timeline'
import { useViewers } from './use-viewers'

interface SubmissionDetailProps {
  id: string
  /** The list’s columns, until the rest is read. */
  listed: Submission | undefined
  onStatus: (submission: Submission, status: SubmissionStatus) => void
  onAssign: (submission: Submission, assignee: string | null) => void
  onAnswered: (submission: Submission, change: StatusChange) => void
  onPutOff: (submission: Submission) => void
  people: People
  onUndoable: OnUndoable
  onConverted: () => void
  onStep: (by: 1 | -1) => void
  onClose: () => void
  /** Beside the buttons Next and Previous */
  help: ReactNode
  headingField: Ref<HTMLHeadingElement>
}

/** The open submission. A key clicks or focuses the element with its `data-key`. */
export function SubmissionDetail(props: SubmissionDetailProps) {
  const { id, listed, onStatus, onAssign, onAnswered, onPutOff, people, headingField } = props
  const waitAgain = useMutation(endPutOff(id))
  const me = useAuth().user?.id ?? ''
  const full = useQuery(submissionQuery(id))
  const [isAnswering, setAnswering] = useState(() => hasStartedAnswer(me, id))
  const [target, setTarget] = useState<Target>()
  const answerButton = useRef<HTMLButtonElement>(null)
  const nameOf = useReviewerName()
  const others = useViewers(id, me).map(nameOf)
  const read = full.data?.[0]
  const submission: Submission | undefined = read ?? listed

  if (!submission) {
    return (
      <DetailFrame {...props}>
        {full.data ? (
          <p className="my-10 text-center text-ink-soft">This submission no longer exists.</p>
        ) : (
          <SentFields query={full} />
        )}
      </DetailFrame>
    )
  }

  const { kind, status, email, phone } = submission
  const person =
    email ?? (submission.telephones && `tel:${submission.telephones[0]!.split(';')[0]!}`)
  const { one, statuses } = kinds[kind]
  const title = titleOf(submission)
  return (
    <DetailFrame {...props}>
      <header>
        <Head submission={submission} headingField={headingField}>
          <p role="status" className={others.length > 0 ? 'flex items-center gap-1.5' : 'sr-only'}>
            {others.length > 0 && (
              <>
                <Eye aria-hidden="true" className="size-4 text-warning" />
                {new Intl.ListFormat('en-US').format(others)} {others.length === 1 ? 'is' : 'are'}{' '}
                looking at this too
              </>
            )}
          </p>
        </Head>
      </header>

      <div className="grid grid-cols-2 gap-3">
        <Labelled label="Status">
          <NativeSelect
            aria-label={`Status of ${title}`}
            value={status}
            savesAtOnce
            onChange={({ target }) => onStatus(submission, target.value as SubmissionStatus)}
          >
            <Options values={statuses} />
          </NativeSelect>
        </Labelled>
        <Labelled label="Assignee">
          <NativeSelect
            data-key="a"
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
            data-key="r"
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
                End snooze
              </Button>
            ) : (
              <Button variant="outline" size="sm" onClick={() => onPutOff(submission)}>
                <AlarmClock aria-hidden="true" />
                Snooze
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
            <CallLinks phone={phone} telephones={submission.telephones} />
          </Contact>
        )}
        {person && (
          <Contact icon={<UserRound aria-hidden="true" />}>
            <PersonLink address={person}>See everything from this person</PersonLink>
          </Contact>
        )}
      </ul>

      {read && <Converted submission={read} people={people} onConvert={setTarget} />}
      <SentFields query={full} />
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
          onAnswered={(change) => onAnswered(read, change)}
        />
      )}
      <SubjectTasks subject={{ kind: 'submissions', id }} name={title} hasKeyOfPage />
      <Timeline submission={submission} />
      {read && target && (
        <ConvertDialog
          submission={read}
          target={target}
          resource={people[target]}
          onUndoable={props.onUndoable}
          onConverted={props.onConverted}
          onClose={() => setTarget(undefined)}
        />
      )}
    </DetailFrame>
  )
}

interface FrameProps extends Pick<SubmissionDetailProps, 'onStep' | 'onClose' | 'help'> {
  children: ReactNode
}

const iconButton =
  'grid size-8 place-items-center rounded-control text-ink-soft hover:bg-paper-sunken hover:text-ink svg:size-4.5 pointer-coarse:size-11'

export function DetailFrame({ onStep, onClose, help, children }: FrameProps) {
  return (
    <div className="grid grid-cols-1 gap-4 text-base">
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
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  )
}
