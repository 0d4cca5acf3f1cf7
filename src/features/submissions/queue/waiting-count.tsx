import { useQuery } from '@tanstack/react-query'
import { useLiveSubmissions } from './live-submissions'
import { countsQuery } from '@/features/submissions/common/submission-queries'

/** The number of waiting submissions, beside a menu entry; nothing for zero. */
export function WaitingCount() {
  useLiveSubmissions()
  const { data } = useQuery({ ...countsQuery, meta: {} })
  const waiting = data?.of(undefined, 'waiting')
  if (!waiting) return null
  return (
    <span className="ms-auto text-xs text-ink-soft tabular-nums">
      {waiting.toLocaleString('en-US')}
      <span className="sr-only"> waiting</span>
    </span>
  )
}
