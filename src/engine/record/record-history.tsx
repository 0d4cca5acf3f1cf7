import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentProps } from 'react'
import { formatDateTime } from '@/shared/lib/format-date'
import { optionLabel } from '@/shared/lib/option-label'
import { Button } from '@/shared/ui/button'
import { Loading } from '@/shared/account-ui/loading'
import { Changes } from './changes'
import { historyQuery, importOfQuery } from '../core/resource-queries'

/** How many entries are shown at first, and how many more with each click */
const STEP = 10

interface RecordHistoryProps extends Pick<ComponentProps<typeof Changes>, 'labels'> {
  id: string
  /** Unfolded from the beginning */
  startsOpen?: boolean
}

/** The history of a record that the reader may see; fetched once it is unfolded. */
export function RecordHistory({ id, labels, startsOpen = false }: RecordHistoryProps) {
  const [isOpen, setIsOpen] = useState(startsOpen)
  return (
    <details
      open={startsOpen}
      className="mt-6 border-t border-line pt-4"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="min-h-control cursor-pointer py-1.5 font-semibold">History</summary>
      {isOpen && <Entries id={id} labels={labels} />}
    </details>
  )
}

function Entries({ id, labels }: Omit<RecordHistoryProps, 'startsOpen'>) {
  const [limit, setLimit] = useState(STEP)
  const history = useQuery(historyQuery(id, limit, { withOpenings: false }))
  const { data: origin } = useQuery(importOfQuery(id))
  if (history.isError || !history.data) {
    return <Loading query={history} what="The history" className="my-6" />
  }
  if (history.data.length === 0 && !origin) {
    return <p className="py-2 text-ink-soft">Nothing is recorded.</p>
  }
  return (
    <>
      <ol className="grid gap-4 py-2">
        {history.data.slice(0, limit).map((entry) => (
          <li key={entry.id} className="min-w-0">
            <p>
              {optionLabel(entry.action)} by {entry.actor_name ?? 'the system'}
            </p>
            <p className="text-sm text-ink-soft">
              <time dateTime={entry.created_at}>{formatDateTime(entry.created_at)}</time>
            </p>
            <Changes {...entry} labels={labels} />
          </li>
        ))}
        {origin && history.data.length <= limit && (
          <li className="min-w-0">
            <p className="break-words">
              Imported from <bdi>{origin.file_name}</bdi> by {origin.imported_by_name ?? 'someone'}
            </p>
            <p className="text-sm text-ink-soft">
              <time dateTime={origin.created_at}>{formatDateTime(origin.created_at)}</time>
            </p>
          </li>
        )}
      </ol>
      {history.data.length > limit && (
        <Button variant="outline" size="sm" onClick={() => setLimit(limit + STEP)}>
          Show older
        </Button>
      )}
    </>
  )
}
