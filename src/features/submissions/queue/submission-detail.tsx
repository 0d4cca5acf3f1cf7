import { useQuery } from '@tanstack/react-query'
import Eye from 'lucide-react/icons/eye'
import { useRef, useState, type ReactNode, type Ref } from 'react'
import { Link } from 'react-router-dom'
import { AnswerComposer, type StatusChange } from '@/features/submissions/answers/answer-composer'
import { composerId, hasStartedAnswer } from '@/features/submissions/answers/answer-draft'
import type { People } from '@/features/submissions/conversion/convert-submission'
import { Converted } from '@/features/submissions/conversion/converted'
import { RegistrationStanding } from '@/features/submissions/seats/registration-standing'
import { useAuth } from '@/shared/auth/auth-context'
import { paths } from '@/shared/config/paths'
import type { SubmissionStatus, Target } from '@/shared/submissions/kinds'
import { titleOf, type Submission } from '@/features/submissions/common/queues'
import { submissionQuery } from '@/features/submissions/common/submission-queries'
import type { OnUndoable } from '@/features/submissions/common/undo'
import { RecordFiles } from '@/engine/files/record-files'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { SubjectTasks } from '@/engine/tasks/subject-tasks'
import { useReviewerName } from './assignees'
import { DetailFrame } from './detail-frame'
import { ProtectedDetails } from './protected-details'
import { StatusAndAssignee, SubmissionActions } from './submission-actions'
import { Head, SentFields } from './submission-parts'
import { Timeline } from './timeline'
import { useViewers } from './use-viewers'

const ConvertDialog = lazyPart(() => import('@/features/submissions/conversion/convert-dialog'))

interface SubmissionDetailProps {
  id: string
  /** The list’s columns, until the rest loads. */
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
  const { user, can } = useAuth()
  const me = user?.id ?? ''
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

      <StatusAndAssignee submission={submission} onStatus={onStatus} onAssign={onAssign} />
      <SubmissionActions
        submission={submission}
        answerButton={answerButton}
        isAnswering={isAnswering}
        onAnswer={() => {
          setAnswering(true)
          document.getElementById(composerId)?.focus()
        }}
        onPutOff={onPutOff}
      />

      {read && <Converted submission={read} people={people} onConvert={setTarget} />}
      <SentFields query={full} />
      {read?.pledges && can('can_manage_donations') && (
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          <Link to={`${paths.giftDesk}?pledge=${id}`}>Enter the gift</Link>
          <Link to={`${paths.pledges}?from=${id}`}>Make it a pledge of this donor</Link>
        </p>
      )}
      {read?.program_registrations && (
        <RegistrationStanding registration={read.program_registrations} />
      )}
      {/* With the fields above it, so that it does not move under a press. A pledge without a tribute
          has none. */}
      {read && read.pledges?.tribute !== null && <ProtectedDetails submission={submission} />}
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
      <RecordFiles record={{ kind: 'submissions', id, name: title }} />
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
