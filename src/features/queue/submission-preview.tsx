import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router-dom'
import { formatDateTime } from '@/shared/lib/format-date'
import { optionLabel } from '@/shared/lib/option-label'
import { fieldsOf, kinds } from '@/shared/submissions/kinds'
import { titleOf, type Submission } from '@/shared/submissions/queues'
import { submissionQuery } from '@/shared/submissions/submission-queries'
import { buttonClass } from '@/shared/ui/button'
import { LoadFailure } from '@/shared/ui/load-failure'
import { Spinner } from '@/shared/ui/spinner'
import { StatusBadge } from '@/shared/ui/status-badge'
import { DueLabel } from './due-label'
import { Fields } from './fields'

interface SubmissionPreviewProps {
  submission: Submission
  today: string
  href: string
  onOpen: (id: string) => void
}

/** The first of the list while none is open: to be read, and opened by a press anywhere on it. */
export function SubmissionPreview({ submission, today, href, onOpen }: SubmissionPreviewProps) {
  const { id, kind, status, email, phone } = submission
  const { state } = useLocation() as { state: unknown }
  const full = useQuery(submissionQuery(id))
  const read = full.data?.[0]
  const title = titleOf(submission)
  return (
    <article aria-label="Preview" className="relative grid gap-4 text-base">
      <header className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <div className="grid min-w-0 flex-1 gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 dir="auto" className="min-w-0 text-heading break-words">
              {title}
            </h2>
            <StatusBadge status={status} />
          </div>
          <p className="text-ink-soft">
            {[submission.reference, optionLabel(kinds[kind].one)].join(' · ')}
            {' · '}
            <time dateTime={submission.created_at}>{formatDateTime(submission.created_at)}</time>
            {!submission.answered_at && (
              <>
                {' · '}
                <DueLabel submission={submission} today={today} />
              </>
            )}
          </p>
          <p className="break-words text-ink-soft">{[email, phone].filter(Boolean).join(' · ')}</p>
        </div>
        <Link
          aria-label={`Open ${title}`}
          to={href}
          state={state}
          className={buttonClass({
            variant: 'outline',
            size: 'sm',
            className: 'after:absolute after:inset-0',
          })}
          onClick={(event) => {
            // Another tab or window is the browser's business.
            if (event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            onOpen(id)
          }}
        >
          Open
        </Link>
      </header>
      {read ? (
        <Fields fields={fieldsOf(read)} />
      ) : full.isError ? (
        <LoadFailure
          title="The submission could not be loaded."
          query={full}
          className="relative z-10"
        />
      ) : (
        <Spinner label="Loading submission..." className="my-6" />
      )}
    </article>
  )
}
