import { isDrafted, staffDraft } from '@/shared/forms/draft-storage'

/** The id of the text field of an answer */
export const composerId = 'answer-text'

export const draftNameOf = (userId: string, submissionId: string) =>
  staffDraft(userId, `answer:${submissionId}`)

/** Whether the user has begun an answer and neither sent nor discarded it. */
export const hasStartedAnswer = (userId: string, submissionId: string): boolean =>
  isDrafted(draftNameOf(userId, submissionId))
