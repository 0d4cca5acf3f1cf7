import { useQuery } from '@tanstack/react-query'
import { titleOf, type Submission } from '@/features/submissions/common/queues'
import { submissionQuery } from '@/features/submissions/common/submission-queries'
import { buttonClass } from '@/shared/ui/button'
import { Head, OpenLink, SentFields } from './submission-parts'

interface SubmissionPreviewProps {
  submission: Submission
  href: string
  onOpen: (id: string) => void
}

/** The first submission of the list while none is open: readable, and a click anywhere opens it. */
export function SubmissionPreview({ submission, href, onOpen }: SubmissionPreviewProps) {
  const { id, email, phone } = submission
  const full = useQuery(submissionQuery(id))
  return (
    <article aria-label="Preview" className="relative grid grid-cols-1 gap-4 text-base">
      <header className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <Head submission={submission}>
          <p className="break-words text-ink-soft">{[email, phone].filter(Boolean).join(' · ')}</p>
        </Head>
        <OpenLink
          aria-label={`Open ${titleOf(submission)}`}
          id={id}
          href={href}
          onOpen={onOpen}
          className={buttonClass({
            variant: 'outline',
            size: 'sm',
            className: 'after:absolute after:inset-0',
          })}
        >
          Open
        </OpenLink>
      </header>
      <SentFields query={full} />
    </article>
  )
}
