import { mutationOptions } from '@tanstack/react-query'
import { formatDate } from '@/shared/lib/format-date'
import { resourceKey } from '@/engine/core/resource-queries'
import { undoable } from '@/engine/core/undoable'
import { titleOf, type Submission } from '@/features/submissions/common/queues'
import { lastChange } from '@/features/submissions/common/undo'
import { ask } from '@/shared/supabase/ask'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import { notify } from '@/shared/ui/notify'

/** Until eight in the office on a day, until the sender writes, or no longer. */
export type PutOff = { day: string } | 'reply' | 'no longer'

const invalidates = [
  resourceKey('submissions'),
  ['resource', 'submission_notes'],
  resourceKey('change_log'),
]

interface Because {
  reason: string
  /** The id of the note that the reason becomes */
  note: string
}

const store = (id: string, until: PutOff, because?: Because): Promise<string> =>
  ask(
    supabase.rpc('put_off', {
      submission: id,
      ...(until === 'reply' && { when_they_reply: true }),
      ...(typeof until === 'object' && { until_day: until.day }),
      ...because,
    }),
  )

/** Ends the snooze at once. */
export const endPutOff = (id: string) =>
  mutationOptions({
    mutationFn: () => store(id, 'no longer'),
    meta: { failure: failureAsSaid, invalidates },
  })

/** The dialog shows its failures. */
export const putOff = (submission: Submission) =>
  mutationOptions({
    mutationFn: ({ asked, because }: { asked: PutOff; because: Because | undefined }) =>
      store(submission.id, asked, because),
    onSuccess: (until, _asked, _shown, { client }) =>
      notify({
        id: lastChange,
        title: 'Snoozed',
        description: `${titleOf(submission)}: ${untilInWords(until)}`,
        tone: 'success',
        action: {
          label: 'Undo',
          onClick: undoable(client, endPutOff(submission.id), undefined),
        },
      }),
    meta: { invalidates },
  })

const FOREVER = 'infinity'

/** Whether it is snoozed now. */
export const isPutOff = ({
  put_off_until: until,
  answered_at,
}: Pick<Submission, 'put_off_until' | 'answered_at'>): boolean =>
  answered_at === null && (until === FOREVER || Date.parse(until) > Date.now())

export const untilInWords = (until: string): string =>
  until === FOREVER ? 'until they reply' : `until ${formatDate(until)}`
