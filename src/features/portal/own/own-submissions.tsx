import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { receivedKinds } from '@/shared/data/received-kinds'
import { stageLabels } from '@/shared/data/stages'
import { dayInWords } from '@/shared/lib/day-in-words'
import { formatDate } from '@/shared/lib/format-date'
import { Badge, type BadgeTone } from '@/shared/ui/badge'
import { buttonClass } from '@/shared/ui/button'
import { EmptyState } from '@/shared/account-ui/empty-state'
import { OwnCard, ShortList } from './own-card'
import { submissionsQuery } from './own-queries'

const tones: Record<string, BadgeTone> = { received: 'yellow', answered: 'blue' }

export function OwnSubmissions() {
  const query = useQuery(submissionsQuery)
  return (
    <OwnCard title="Your submissions" query={query}>
      {(submissions) =>
        submissions.length === 0 ? (
          <EmptyState
            title="Nothing yet"
            text="Applications, proposals and messages that you send with this address appear here, with where each one stands."
            action={
              <Link to={paths.getInvolved} className={buttonClass()}>
                Get involved
              </Link>
            }
          />
        ) : (
          <ShortList label="Your submissions" entries={submissions} first={5}>
            {({ reference, kind, stage, created_at, due_at }) => (
              <>
                <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                  <strong className="first-letter:uppercase">
                    {receivedKinds[kind]?.what ?? 'submission'}
                  </strong>
                  <Badge tone={tones[stage] ?? 'grey'}>{stageLabels[stage] ?? stage}</Badge>
                </p>
                <p className="text-ink-soft">
                  {reference}, received {formatDate(created_at)}
                </p>
                {stage === 'received' && <p>{promise(due_at)}</p>}
              </>
            )}
          </ShortList>
        )
      }
    </OwnCard>
  )
}

function promise(due: string): string {
  return Date.parse(due) < Date.now()
    ? `We promised you an answer by ${dayInWords(due)} and we’re late. We’re sorry, and we haven’t forgotten you.`
    : `You’ll hear from us by ${dayInWords(due)}.`
}
