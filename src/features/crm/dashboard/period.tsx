import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useSearchParams } from 'react-router-dom'
import { formatDollars } from '@/shared/lib/format-dollars'
import { optionLabel } from '@/shared/lib/option-label'
import { Loading } from '@/shared/account-ui/loading'
import { NativeSelect } from '@/shared/ui/native-select'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeaderCell,
  TableRow,
} from '@/shared/account-ui/table'
import { periodFiguresQuery, promisesKeptQuery } from './dashboard-queries'
import { formatChange, formatCount, formatHours, formatShare } from './figures'

const periods = [
  { days: 30, label: 'Last 30 days' },
  { days: 90, label: 'Last 90 days' },
  { days: 365, label: 'Last 12 months' },
]
const labels: Readonly<Record<string, string>> = {
  mentors: 'New mentors',
  mentees: 'New mentees',
  donations: 'Donations',
  donated: 'Donated',
  submissions: 'Submissions',
}
const formats: Readonly<Record<string, (value: number) => string>> = { donated: formatDollars }

/**
 * The figures of a period beside those of the period before. The period is in the address,
 * `?days=90`.
 */
export function Period({ mayReview }: { mayReview: boolean }) {
  const [searchParams, setSearchParams] = useSearchParams()
  const requested = Number(searchParams.get('days'))
  const { days, label } = periods.find((period) => period.days === requested) ?? periods[0]!
  const figures = useQuery(periodFiguresQuery(days))
  const id = useId()

  function choose(next: string) {
    setSearchParams(
      (params) => {
        params.set('days', next)
        return params
      },
      { replace: true },
    )
  }

  if (figures.data?.length === 0) return null
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-subheading">
          {label}, compared with the period before
        </h2>
        <NativeSelect
          aria-label="Period"
          value={days}
          onChange={({ target }) => choose(target.value)}
        >
          {periods.map((period) => (
            <option key={period.days} value={period.days}>
              {period.label}
            </option>
          ))}
        </NativeSelect>
      </div>
      {!figures.data ? (
        <Loading query={figures} what="The figures" label="Loading figures..." />
      ) : (
        <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line sm:flex">
          {figures.data.map(({ figure, this_period, period_before }) => {
            const format = formats[figure] ?? formatCount
            return (
              <li
                key={figure}
                className="min-w-0 bg-paper-raised px-4 py-3 sm:flex-1 max-sm:last:odd:col-span-2"
              >
                <p className="text-sm text-ink-soft">{labels[figure]}</p>
                <p className="text-lg font-semibold tabular-nums">{format(this_period)}</p>
                <p className="text-sm text-ink-soft tabular-nums">
                  {formatChange(this_period, period_before)} {format(period_before)}
                </p>
              </li>
            )
          })}
        </ul>
      )}
      {mayReview && <PromisesKept days={days} />}
    </section>
  )
}

function PromisesKept({ days }: { days: number }) {
  const promises = useQuery(promisesKeptQuery(days))
  if (!promises.data)
    return <Loading query={promises} what="Kept promises" label="Loading promises..." />
  const hasBefore = promises.data.some(({ due_before }) => due_before > 0)
  return (
    <Table label="Promises kept" caption="Promises kept: answers sent by the day we promised">
      <TableHead>
        <TableRow>
          <TableHeaderCell>Form</TableHeaderCell>
          <TableHeaderCell isNumeric>Answered on time</TableHeaderCell>
          {hasBefore && <TableHeaderCell isNumeric>Before</TableHeaderCell>}
          <TableHeaderCell isNumeric>Median time to first answer</TableHeaderCell>
          {hasBefore && <TableHeaderCell isNumeric>Before</TableHeaderCell>}
        </TableRow>
      </TableHead>
      <TableBody>
        {promises.data.map((row) => (
          <TableRow key={row.kind}>
            <TableHeaderCell scope="row">{optionLabel(row.kind)}</TableHeaderCell>
            <TableCell isNumeric>{formatShare(row.kept, row.due)}</TableCell>
            {hasBefore && (
              <TableCell isNumeric>{formatShare(row.kept_before, row.due_before)}</TableCell>
            )}
            <TableCell isNumeric>{formatHours(row.median_hours)}</TableCell>
            {hasBefore && <TableCell isNumeric>{formatHours(row.median_hours_before)}</TableCell>}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
