import { mutationOptions } from '@tanstack/react-query'
import { organisation } from '@/shared/data/organisation'
import { dayInWords } from '@/shared/lib/day-in-words'
import { fillIn } from '@/shared/lib/merge-fields'
import { resourceKey } from '@/engine/core/resource-queries'
import { addOnce } from '@/engine/core/row-changes'
import { RowChangedError } from '@/engine/core/row-errors'
import { supabase } from '@/shared/supabase/client'
import { rpcQuery, selectQuery, type RpcRow } from '@/shared/supabase/ask'
import { kinds, type SubmissionKind } from '@/shared/submissions/kinds'
import { programLabel } from '@/shared/submissions/program-label'
import type { FullSubmission } from '@/features/submissions/common/submission-queries'

/** The merge fields of an answer, like `{{name}}`. None holds data about a child. */
export const answerFields = [
  'name',
  'organization',
  'kind',
  'reference',
  'received',
  'due',
  'program',
  'my_name',
  'our_name',
  'our_phone',
] as const

type AnswerValues = Record<(typeof answerFields)[number], string | undefined>

/** @param author the writer's name */
export function answerValues(submission: FullSubmission, author: string | null): AnswerValues {
  const { kind, program, partnership_proposals: proposal } = submission
  const values = {
    name: proposal?.contact_name ?? submission.name,
    organization: proposal?.organization_name,
    kind: kinds[kind].one,
    reference: submission.reference,
    received: dayInWords(submission.created_at),
    due: dayInWords(submission.due_at),
    program: program && programLabel(program),
    my_name: author,
    our_name: organisation.fullName,
    our_phone: organisation.phone,
  }
  // A value that a visitor typed fills a merge field and never becomes one.
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value?.includes('{{') ? '' : value]),
  ) as AnswerValues
}

interface Draft {
  subject: string
  body: string
}

/** The final text of an answer, and its fields without a value. */
export function filledAnswer(
  draft: Draft,
  values: AnswerValues,
): Draft & { missing: readonly string[] } {
  const subject = fillIn(draft.subject.replaceAll(/\p{Cc}+/gu, ' ').trim(), values)
  const body = fillIn(draft.body.replaceAll(/[^\P{Cc}\n\t]/gu, '').trim(), values)
  const { reference = '' } = values
  return {
    subject: subject.text.includes(reference) ? subject.text : `${subject.text} (${reference})`,
    body: body.text,
    missing: [...new Set([...subject.missing, ...body.missing])],
  }
}

export const templatesQuery = (kind: SubmissionKind) =>
  selectQuery([...resourceKey('answer_templates'), 'for', kind], () =>
    supabase
      .from('answer_templates')
      .select('id,name,kind,subject,body')
      .in('kind', [kind, 'all'])
      .order('name'),
  )

const answersKey = (submissionId: string) => ['resource', 'submission_answers', submissionId]

/** `reason` says why it failed, is waiting or has not arrived. */
export type Answer = RpcRow<'answers_of', 'author_name' | 'reason'> & {
  delivery: 'waiting' | 'sent' | 'delayed' | 'failed'
}

/** The answers to a submission with their outcomes, oldest first. */
export const answersQuery = (submissionId: string) =>
  rpcQuery<'answers_of', Answer[]>(answersKey(submissionId), 'answers_of', {
    submission: submissionId,
  })

export type SendBlocker = 'missing' | 'no address' | 'bounced' | 'complained'

/** Why no answer can be sent; null where one can. */
export const sendBlockerQuery = (submissionId: string) =>
  rpcQuery<'answer_blocker', SendBlocker | null>(answersKey(submissionId), 'answer_blocker', {
    submission: submissionId,
  })

export const answerKey = (submissionId: string) => ['answer', submissionId]

/** @throws RowChangedError when an earlier try sent another text */
export const sendAnswer = ({ id, email }: Pick<FullSubmission, 'id' | 'email'>) =>
  mutationOptions({
    mutationKey: answerKey(id),
    mutationFn: (answer: Draft & { id: string }) => addOnce('submission_answers', id, answer),
    meta: {
      success: { title: 'Answer sent', description: `It is on its way to ${email}` },
      failure: (error) =>
        error instanceof RowChangedError
          ? {
              title: 'Not sent',
              description:
                'An earlier version was already sent. Send the new part as another answer.',
            }
          : { title: 'Error', description: 'Failed to send the answer' },
      invalidates: [answersKey(id), resourceKey('submissions')],
    },
  })
