import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { EmptyState } from '@/shared/account-ui/empty-state'
import { LoadMore } from '@/shared/account-ui/load-more'
import { Loading } from '@/shared/account-ui/loading'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeaderCell,
  TableRow,
} from '@/shared/account-ui/table'
import { paths } from '@/shared/config/paths'
import { formatDate } from '@/shared/lib/format-date'
import { optionLabel } from '@/shared/lib/option-label'
import { Badge, type BadgeTone } from '@/shared/ui/badge'
import { Button } from '@/shared/ui/button'
import { concernsQuery, type ListedConcern } from './concern-queries'

const tones: Readonly<Record<string, BadgeTone>> = {
  reported: 'yellow',
  acknowledged: 'blue',
  closed: 'quiet',
}

/** Open or closed concerns: number, day, state and reporter, and nothing about the child. */
export function ConcernList() {
  const [isClosed, setClosed] = useState(false)
  const concerns = useInfiniteQuery(concernsQuery(isClosed))
  return (
    <section aria-label="Reported concerns">
      <div className="mb-3 flex gap-2">
        {[false, true].map((closed) => (
          <Button
            key={String(closed)}
            size="sm"
            variant={closed === isClosed ? 'primary' : 'outline'}
            aria-pressed={closed === isClosed}
            onClick={() => setClosed(closed)}
          >
            {closed ? 'Closed' : 'Open'}
          </Button>
        ))}
      </div>
      {concerns.data === undefined ? (
        <Loading query={concerns} what="The concerns" label="Loading the concerns..." />
      ) : concerns.data.length === 0 ? (
        <EmptyState
          title={isClosed ? 'No closed concerns' : 'No open concerns'}
          text="A concern appears here as soon as someone reports one."
        />
      ) : (
        <>
          <Rows concerns={concerns.data} />
          <LoadMore query={concerns} failed="Older concerns could not be loaded.">
            Show older ones
          </LoadMore>
        </>
      )}
    </section>
  )
}

function Rows({ concerns }: { concerns: readonly ListedConcern[] }) {
  return (
    <Table label="Concerns">
      <TableHead>
        <TableRow>
          <TableHeaderCell>Number</TableHeaderCell>
          <TableHeaderCell>State</TableHeaderCell>
          <TableHeaderCell>Reported</TableHeaderCell>
          <TableHeaderCell className="max-md:hidden">By</TableHeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {concerns.map(({ id, reference, reported_at, state, reporter_name, is_danger }) => (
          <TableRow key={id}>
            <TableHeaderCell scope="row">
              <Link to={`${paths.concerns}?open=${id}`}>{reference}</Link>
            </TableHeaderCell>
            <TableCell>
              <Badge tone={tones[state]}>{optionLabel(state)}</Badge>{' '}
              {is_danger && state !== 'closed' && <Badge tone="red">Danger</Badge>}
            </TableCell>
            <TableCell>
              <time dateTime={reported_at}>{formatDate(reported_at)}</time>
            </TableCell>
            <TableCell className="max-md:hidden">{reporter_name}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
