import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { Alert } from '@/shared/ui/alert'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { Spinner } from '@/shared/ui/spinner'
import { audienceOf, people, viewOf } from './audiences'
import { audienceQuery, viewQuery } from './campaign-queries'

/** The number of people that an audience reaches, and of those left out. */
export function AudienceFigures({ audience }: { audience: string }) {
  const figures = useQuery(audienceQuery(audience))
  if (figures.isLoadingError) {
    return <LoadFailure title="The audience could not be counted." query={figures} />
  }
  if (figures.data === null) {
    return (
      <Alert tone="danger" title="This audience is gone.">
        The view was deleted, is no longer shared, or is of a list that you may not read. Edit the
        campaign and choose another audience.
      </Alert>
    )
  }
  if (!figures.data) return <Spinner label="Counting the audience..." className="my-4" />
  const { recipients, without_name, invalid, duplicates, unsubscribed, undeliverable } =
    figures.data
  const { deceased, do_not_contact } = figures.data
  const { name, who } = audienceOf(audience)
  const leftOut = [
    [unsubscribed, 'unsubscribed'],
    [do_not_contact, 'not to be contacted'],
    [deceased, 'deceased'],
    [undeliverable, 'unreachable, or marked our email as spam'],
    [invalid, 'without a valid address'],
    [duplicates, 'listed more than once'],
  ] as const
  return (
    <div className="grid gap-1">
      <p>
        <strong className="tabular-nums">{people(recipients)}</strong> would get it: {name}
        <ViewLink audience={audience} />, that is {who}.
      </p>
      {recipients === 0 && viewOf(audience) && (
        <p className="text-sm text-ink-soft">
          Open the view to see why: it is empty, has no email addresses, or a filter of it is gone.
        </p>
      )}
      {leftOut.some(([count]) => count > 0) && (
        <p className="text-sm text-ink-soft">
          Left out:{' '}
          {leftOut
            .filter(([count]) => count > 0)
            .map(([count, why]) => `${count.toLocaleString('en-US')} ${why}`)
            .join(', ')}
          .
        </p>
      )}
      {without_name > 0 && (
        <p className="text-sm text-ink-soft">
          {without_name.toLocaleString('en-US')} of them without a name.
        </p>
      )}
    </div>
  )
}

function ViewLink({ audience }: { audience: string }) {
  const id = viewOf(audience) ?? ''
  const { data: view } = useQuery({ ...viewQuery(id), enabled: id !== '' })
  return (
    view && (
      <>
        {' '}
        <Link to={`${view.list}${view.list.includes('?') ? '&' : '?'}saved=${id}`}>
          “{view.name}”
        </Link>
      </>
    )
  )
}
