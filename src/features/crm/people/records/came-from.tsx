import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useAuth } from '@/shared/auth/auth-context'
import { paths } from '@/shared/config/paths'
import { formatDate } from '@/shared/lib/format-date'
import { supabase } from '@/shared/supabase/client'
import { selectQuery } from '@/shared/supabase/ask'

type Column = 'mentor_id' | 'mentee_id' | 'trainer_id'

const conversionsQuery = (column: Column, id: string) =>
  selectQuery(['resource', 'conversions', column, id], () =>
    supabase
      .from('conversions')
      .select('submission_id,reference,converted_at')
      .eq(column, id)
      .order('converted_at'),
  )

/** In a person's panel: the applications that were converted to them. */
export function CameFrom({ column, id }: { column: Column; id: string }) {
  const mayReview = useAuth().can('can_review_submissions')
  const { data = [] } = useQuery(conversionsQuery(column, id))
  return data.map(({ submission_id: submission, reference, converted_at: at }) => (
    <p key={submission} className="mb-4">
      Came from{' '}
      {mayReview ? (
        <Link
          to={`${paths.submissions}?tab=all&open=${submission}`}
          className="text-(--surface-link) underline underline-offset-2"
        >
          {reference}
        </Link>
      ) : (
        reference
      )}
      <span className="text-ink-soft"> on {formatDate(at)}</span>
    </p>
  ))
}
