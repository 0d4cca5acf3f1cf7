import { formatDate } from '@/shared/lib/format-date'
import { dueOf } from '@/shared/submissions/due'
import type { Submission } from '@/features/submissions/common/queues'
import { useOfficeDay } from '@/engine/tasks/use-office-day'
import { isPutOff, untilInWords } from './put-off'

interface DueLabelProps {
  submission: Pick<Submission, 'due_at' | 'answered_at' | 'created_at' | 'put_off_until'>
}

const looks = {
  late: 'font-semibold text-danger',
  today: 'font-semibold text-warning',
  later: '',
} as const

/** The due date; once answered, the day it arrived; while snoozed, until when. */
export function DueLabel({ submission }: DueLabelProps) {
  const today = useOfficeDay()
  if (submission.answered_at) return <span>{formatDate(submission.created_at)}</span>
  if (isPutOff(submission)) return <span>snoozed {untilInWords(submission.put_off_until)}</span>
  const { words, state } = dueOf(submission.due_at, today)
  return <span className={looks[state]}>{words}</span>
}
