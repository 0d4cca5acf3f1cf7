import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { Failure } from '@/shared/account-ui/failure'
import { formatDateTime } from '@/shared/lib/format-date'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { Spinner } from '@/shared/ui/spinner'
import { withoutFund } from '@/shared/mail/campaign-fields'
import { audienceOf, people, viewOf } from './audiences'
import { audienceQuery, countAgain, viewQuery, type Reach } from './campaign-queries'

/** The number of people that an audience reaches and leaves out. */
export function AudienceFigures({ reach }: { reach: Reach }) {
  const { audience } = reach
  const figures = useQuery(audienceQuery(reach))
  if (figures.isLoadingError) {
    return <LoadFailure title="The audience could not be counted." query={figures} />
  }
  if (figures.data === null) {
    return (
      <Alert tone="danger" title="This audience is gone.">
        The view was deleted, is no longer shared, or belongs to a list that you can’t open. Edit
        the campaign and choose another audience.
      </Alert>
    )
  }
  if (!figures.data) return <Spinner label="Counting the audience..." className="my-4" />
  const { recipients, without_name, invalid, duplicates, unsubscribed, undeliverable } =
    figures.data
  const { deceased, do_not_contact, counted_at, is_counting } = figures.data
  const { without_gift, without_gift_this_year, without_fund } = figures.data
  if (recipients === null) {
    return <Spinner label="Counting the audience: up to a minute..." className="my-4" />
  }
  const { name, who } = audienceOf(audience)
  const leftOut = [
    [unsubscribed, 'unsubscribed'],
    [do_not_contact, 'not to be contacted'],
    [deceased, 'deceased'],
    [undeliverable, 'unreachable, or marked our email as spam'],
    [invalid, 'without a valid address'],
    [duplicates, 'listed more than once'],
    [without_gift, 'without a gift of money to name'],
    [without_gift_this_year, 'without a gift of money this year'],
  ] as const
  return (
    <div className="grid gap-1">
      <p>
        <strong className="tabular-nums">{people(recipients)}</strong> would get it: {name}
        <ViewLink audience={audience} />, that is {who}.
      </p>
      {recipients === 0 && viewOf(audience) && (
        <p className="text-sm text-ink-soft">
          Open the view to see why: it is empty, has no email addresses, or one of its filters is
          gone.
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
      {without_fund > 0 && (
        <p className="text-sm text-ink-soft">
          The last gift of {without_fund.toLocaleString('en-US')} of them went to no fund: they read
          “{withoutFund}”.
        </p>
      )}
      {counted_at && <CountedAt reach={reach} moment={counted_at} isCounting={is_counting} />}
    </div>
  )
}

interface CountedAtProps {
  reach: Reach
  moment: string
  isCounting: boolean
}

function CountedAt({ reach, moment, isCounting }: CountedAtProps) {
  const count = useMutation(countAgain(reach))
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
        Counted on {formatDateTime(moment)}.
        <Button
          variant="link"
          loading={isCounting || count.isPending}
          onClick={() => count.mutate()}
        >
          Count again
        </Button>
      </p>
      <Failure of={count} title="The audience could not be counted." />
    </>
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
