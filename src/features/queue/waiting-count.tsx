import { useQuery } from '@tanstack/react-query'
import { useLiveSubmissions } from './live-submissions'
import { countsQuery } from '@/shared/submissions/submission-queries'

/** How many wait for an answer, beside the entry of a menu; nothing where none does. */
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
