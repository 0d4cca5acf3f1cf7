import { useMutation } from '@tanstack/react-query'
import AlarmClock from 'lucide-react/icons/alarm-clock'
import Mail from 'lucide-react/icons/mail'
import Phone from 'lucide-react/icons/phone'
import Reply from 'lucide-react/icons/reply'
import UserRound from 'lucide-react/icons/user-round'
import type { ReactNode, Ref } from 'react'
import { CallLinks } from '@/shared/account-ui/call-links'
import { Key } from '@/shared/account-ui/key-help'
import { optionLabel } from '@/shared/lib/option-label'
import { readSingleKeys } from '@/shared/lib/single-keys'
import { mailLink } from '@/shared/lib/contact-links'
import { kinds, type SubmissionStatus } from '@/shared/submissions/kinds'
import { titleOf, type Submission } from '@/features/submissions/common/queues'
import { Button } from '@/shared/ui/button'
import { NativeSelect } from '@/shared/ui/native-select'
import { Options } from '@/shared/account-ui/options'
import { PersonLink } from '@/shared/account-ui/person-link'
import { AssigneeOptions } from './assignees'
import { endPutOff, isPutOff } from './put-off'

interface StatusAndAssigneeProps {
  submission: Submission
  onStatus: (submission: Submission, status: SubmissionStatus) => void
  onAssign: (submission: Submission, assignee: string | null) => void
}

export function StatusAndAssignee({ submission, onStatus, onAssign }: StatusAndAssigneeProps) {
  const title = titleOf(submission)
  const { statuses } = kinds[submission.kind]
  return (
    <div className="grid grid-cols-2 gap-3">
      <Labelled label="Status">
        <NativeSelect
          aria-label={`Status of ${title}`}
          aria-keyshortcuts={statuses.map((_, index) => index + 1).join(' ')}
          value={submission.status}
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
      {readSingleKeys() && (
        <p
          aria-hidden="true"
          className="col-span-2 -mt-1 flex flex-wrap gap-x-4 gap-y-1.5 text-sm text-ink-soft pointer-coarse:hidden"
        >
          {statuses.map((status, index) => (
            <span key={status} className="flex items-center gap-1.5">
              <Key>{index + 1}</Key>
              {optionLabel(status)}
            </span>
          ))}
        </p>
      )}
    </div>
  )
}

interface SubmissionActionsProps {
  submission: Submission
  answerButton: Ref<HTMLButtonElement>
  isAnswering: boolean
  onAnswer: () => void
  onPutOff: (submission: Submission) => void
}

/** Answer, snooze, and the ways to reach the sender. */
export function SubmissionActions({
  submission,
  answerButton,
  isAnswering,
  onAnswer,
  onPutOff,
}: SubmissionActionsProps) {
  const waitAgain = useMutation(endPutOff(submission.id))
  const { kind, email, phone } = submission
  const person =
    email ?? (submission.telephones && `tel:${submission.telephones[0]!.split(';')[0]!}`)
  return (
    <ul className="flex flex-wrap items-center gap-x-6 gap-y-1">
      <li>
        <Button
          ref={answerButton}
          data-key="r"
          size="sm"
          aria-expanded={isAnswering}
          onClick={onAnswer}
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
          <a href={mailLink(email, `Your ${kinds[kind].one} ${submission.reference}`)}>{email}</a>
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
