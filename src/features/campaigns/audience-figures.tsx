import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '@/shared/ui/load-failure'
import { Spinner } from '@/shared/ui/spinner'
import { audienceOf, people } from './audiences'
import { audienceQuery } from './campaign-queries'

/** The number of people that an audience reaches, and of those left out. */
export function AudienceFigures({ audience }: { audience: string }) {
  const figures = useQuery(audienceQuery(audience))
  if (figures.isError && !figures.data) {
    return <LoadFailure title="The audience could not be counted." query={figures} />
  }
  if (!figures.data) return <Spinner label="Counting the audience..." className="my-4" />
  const { recipients, without_name, invalid, duplicates, unsubscribed, undeliverable } =
    figures.data
  const { name, who } = audienceOf(audience)
  const leftOut = [
    [unsubscribed, 'unsubscribed'],
    [undeliverable, 'unreachable, or marked our email as spam'],
    [invalid, 'without a valid address'],
    [duplicates, 'listed more than once'],
  ] as const
  return (
    <div className="grid gap-1">
      <p>
        <strong className="tabular-nums">{people(recipients)}</strong> would get it: {name}, that is{' '}
        {who}.
      </p>
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
