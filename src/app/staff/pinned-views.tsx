import { useQuery } from '@tanstack/react-query'
import Bookmark from 'lucide-react/icons/bookmark'
import { Link, useLocation } from 'react-router-dom'
import { MOST_COUNTED } from '@/engine/core/resource-queries'
import { pinnedViewsQuery, VIEW_PARAM, type PinnedView } from '@/engine/views/view-queries'
import { entryClass } from './entry-class'
import { listName } from './list-name'

export function PinnedViews({ isCompact = false }: { isCompact?: boolean }) {
  const { data } = useQuery(pinnedViewsQuery)
  const { search } = useLocation()
  const open = new URLSearchParams(search).get(VIEW_PARAM)
  if (!data || data.length === 0) return null
  /** Whether another view has its name: the list tells which is which. */
  const isNamesake = ({ id, name }: PinnedView) =>
    data.some((other) => other.id !== id && other.name === name)
  return (
    <section aria-label="Pinned views" className="px-2 pb-2">
      {isCompact ? (
        <hr className="mx-1 mb-1.5 border-line" />
      ) : (
        <p aria-hidden="true" className="px-2 py-1 text-xs font-semibold text-ink-muted">
          Views
        </p>
      )}
      <ul className="grid gap-0.5">
        {data.map((view) => (
          <li key={view.id}>
            <Link
              to={`${view.list}${view.list.includes('?') ? '&' : '?'}${VIEW_PARAM}=${view.id}`}
              title={`${view.name} (${listName(view.list)})`}
              aria-current={view.id === open ? 'page' : undefined}
              className={entryClass(isCompact)}
            >
              <Bookmark aria-hidden="true" />
              <span className={isCompact ? 'sr-only' : 'truncate'}>
                {view.name}
                {isNamesake(view) && (
                  <span className="text-xs text-ink-muted"> {listName(view.list)}</span>
                )}
              </span>
              {!isCompact && <Count view={view} />}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Count({ view: { total } }: { view: PinnedView }) {
  return (
    <span className="ms-auto ps-2 text-xs text-ink-soft tabular-nums">
      {total === null
        ? '–'
        : total > MOST_COUNTED
          ? `${MOST_COUNTED.toLocaleString('en-US')}+`
          : total.toLocaleString('en-US')}
      <span className="sr-only">{total === null ? ' no longer works' : ' rows'}</span>
    </span>
  )
}
