import { useQuery } from '@tanstack/react-query'
import { useAuth } from '@/shared/auth/auth-context'
import { awayInWords, coversQuery } from '@/shared/auth/covers'
import { reviewersQuery } from '@/features/submissions/common/submission-queries'

/** Every possible assignee, the user first, and the current one even without the right. */
export function AssigneeOptions({ current = null }: { current?: string | null }) {
  const { data: reviewers = [] } = useQuery(reviewersQuery)
  const { data: covers } = useQuery(coversQuery)
  const me = useAuth().user?.id
  const offered = reviewers
    .filter(({ id, may_review }) => may_review || id === current)
    .toSorted((one, other) => Number(other.id === me) - Number(one.id === me))
  return offered.map(({ id, full_name }) => (
    <option key={id} value={id}>
      {full_name}
      {id === me && ' (me)'}
      {awayInWords(covers, id)}
    </option>
  ))
}

/** Names an account; null is Unassigned. */
export function useReviewerName() {
  const { data: reviewers = [] } = useQuery(reviewersQuery)
  return (id: unknown): string =>
    id === null ? 'Unassigned' : (reviewers.find((one) => one.id === id)?.full_name ?? 'Someone')
}
