import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { nice, ticks } from 'd3-array'
import type { ReactNode } from 'react'
import { formatDollars } from '@/shared/lib/format-dollars'
import { Panel } from '@/shared/account-ui/panel'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeaderCell,
  TableRow,
} from '@/shared/account-ui/table'
import { Loading } from '@/shared/account-ui/loading'
import { cn } from '@/shared/lib/cn'
import { donationsByMonthQuery, submissionsByWeekQuery } from './dashboard-queries'
import { formatCount, FUNDRAISING_GOAL } from './figures'

// Days without a time, read and written as UTC, so that no month slips into the one before.
const dayFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })

// Labels that overlap on a narrow chart are left out, counted from the last one.
const months = {
  key: 'month',
  header: 'Month',
  tick: dayFormat({ month: 'short' }),
  name: dayFormat({ month: 'long', year: 'numeric' }),
  labels: ['', '@max-sm:hidden'],
} as const

const weeks = {
  key: 'week',
  header: 'Week from',
  tick: dayFormat({ month: 'short', day: 'numeric' }),
  name: dayFormat({ dateStyle: 'medium' }),
  labels: ['', '@max-2xl:hidden', '@max-sm:hidden', '@max-2xl:hidden'],
} as const

export function DonationsChart() {
  return (
    <Chart
      title="Donations per month"
      query={useQuery(donationsByMonthQuery)}
      empty="No donations in the last twelve months."
      period={months}
      series={[{ key: 'total', label: 'Donated', fill: 'fill-forest-600' }]}
      format={formatDollars}
    />
  )
}

export function SubmissionsChart() {
  return (
    <Chart
      title="Submissions per week"
      query={useQuery(submissionsByWeekQuery)}
      empty="No submissions in the last twelve weeks."
      period={weeks}
      series={[
        { key: 'volunteer_count', label: 'Volunteers', fill: 'fill-forest-600' },
        { key: 'program_count', label: 'Programs', fill: 'fill-marigold-400' },
        { key: 'partnership_count', label: 'Partnerships', fill: 'fill-clay-500' },
      ]}
      format={formatCount}
    />
  )
}

/**
 * The donations towards the goal over the last twelve months.
 *
 * @param total dollars donated so far, earlier ones too
 */
export function GoalChart({ total }: { total: number }) {
  const given = useQuery({ ...donationsByMonthQuery, meta: {} })
  if (!given.data?.length) return null
  const points = given.data.map(({ month }, index) => {
    const later = given.data.slice(index + 1)
    return { month, sum: total - later.reduce((sum, each) => sum + each.total, 0) }
  })
  const scale = scaleTo(Math.max(FUNDRAISING_GOAL, total))
  const line = points.map(
    ({ sum }, index) => `${((index + 0.5) / points.length) * 100},${scale.y(sum)}`,
  )
  const edge = 50 / points.length
  return (
    <div
      role="img"
      aria-label={`Donations of the last twelve months on the way to ${formatDollars(FUNDRAISING_GOAL)}: from ${formatDollars(points[0]!.sum)} to ${formatDollars(total)}`}
      className="mt-8 h-40 text-xs"
    >
      <Plot
        rows={points}
        scale={scale}
        period={months}
        series={[{ key: 'sum', label: 'Donated so far', fill: 'fill-forest-600' }]}
        format={formatDollars}
        draw={({ sum }) => (
          <svg className="invisible size-full overflow-visible group-[:hover]:visible">
            <circle cx="50%" cy={`${scale.y(sum)}%`} r="4" className="fill-forest-600" />
          </svg>
        )}
      >
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="overflow-visible">
          <polygon
            points={`${edge},100 ${line.join(' ')} ${100 - edge},100`}
            className="fill-forest-600/15"
          />
          <polyline
            points={line.join(' ')}
            className="fill-none stroke-forest-600 stroke-2"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <line
          x2="100%"
          y1={`${scale.y(FUNDRAISING_GOAL)}%`}
          y2={`${scale.y(FUNDRAISING_GOAL)}%`}
          className="stroke-clay-500"
          strokeDasharray="6 4"
        />
        <text
          x="5"
          y={`${scale.y(FUNDRAISING_GOAL)}%`}
          dy="-5"
          className="fill-ink-soft"
        >{`Goal ${formatDollars(FUNDRAISING_GOAL)}`}</text>
      </Plot>
    </div>
  )
}

interface Series<Key extends string> {
  key: Key
  label: string
  fill: string
}

interface Period<Key extends string> {
  key: Key
  header: string
  tick: Intl.DateTimeFormat
  name: Intl.DateTimeFormat
  /** Classes of the labels, the last label's first, which repeat */
  labels: readonly string[]
}

type Row<Key extends string, Day extends string> = Record<Key, number> & Record<Day, string>

interface ChartProps<Key extends string, Day extends string> {
  title: string
  query: UseQueryResult<readonly Row<Key, Day>[]>
  /** Shown when every value is zero */
  empty: string
  period: Period<Day>
  series: readonly Series<Key>[]
  format: (value: number) => string
}

/** A bar chart over time, with the same figures as a table. */
function Chart<Key extends string, Day extends string>({
  title,
  query,
  empty,
  period,
  series,
  format,
}: ChartProps<Key, Day>) {
  const rows = query.data
  const highest = Math.max(0, ...(rows ?? []).map((row) => sumOf(row, series)))
  const scale = scaleTo(highest)
  return (
    <Panel title={title}>
      {!rows ? (
        <Loading query={query} what="The chart" label="Loading chart..." className="my-16" />
      ) : (
        <>
          {highest === 0 ? (
            <p className="py-16 text-center text-ink-soft">{empty}</p>
          ) : (
            // The table below has all of it.
            <div aria-hidden="true" className="flex h-72 flex-col pt-2 text-sm">
              <Plot
                rows={rows}
                scale={scale}
                period={period}
                series={series}
                format={format}
                draw={(row) => (
                  <svg className="mx-auto h-full w-4/5 max-w-10" shapeRendering="crispEdges">
                    {series.map(({ key, fill }, index) => (
                      <rect
                        key={key}
                        className={fill}
                        width="100%"
                        y={`${scale.y(sumOf(row, series.slice(0, index + 1)))}%`}
                        height={`${100 - scale.y(row[key])}%`}
                      />
                    ))}
                  </svg>
                )}
              />
              {series.length > 1 && (
                <ul className="mt-1 flex flex-wrap justify-center gap-x-3">
                  {series.map(({ key, label, fill }) => (
                    <li key={key} className="flex items-center gap-1">
                      <Dot fill={fill} />
                      {label}
                    </li>
                  ))}
                </ul>
              )}
            </div>
          )}
          <details className="mt-4">
            <summary className="min-h-6 font-semibold text-forest-700 pointer-coarse:min-h-11 pointer-coarse:py-2.5">
              Show as a table
            </summary>
            <Table label={`${title}, as a table`} className="mt-3">
              <TableHead>
                <TableRow>
                  <TableHeaderCell>{period.header}</TableHeaderCell>
                  {series.map(({ key, label }) => (
                    <TableHeaderCell key={key}>{label}</TableHeaderCell>
                  ))}
                </TableRow>
              </TableHead>
              <TableBody>
                {rows.map((row) => (
                  <TableRow key={row[period.key]}>
                    <TableHeaderCell scope="row">
                      {period.name.format(new Date(row[period.key]))}
                    </TableHeaderCell>
                    {series.map(({ key }) => (
                      <TableCell key={key}>{format(row[key])}</TableCell>
                    ))}
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </details>
        </>
      )}
    </Panel>
  )
}

interface PlotProps<Key extends string, Day extends string> {
  rows: readonly Row<Key, Day>[]
  scale: ReturnType<typeof scaleTo>
  period: Period<Day>
  series: readonly Series<Key>[]
  format: (value: number) => string
  /** Draws a row in its column */
  draw: (row: Row<Key, Day>) => ReactNode
  /** SVG behind all columns */
  children?: ReactNode
}

/** Both axes, and a column for each row that shows its figures to a pointer. */
function Plot<Key extends string, Day extends string>({
  rows,
  scale,
  period,
  series,
  format,
  draw,
  children,
}: PlotProps<Key, Day>) {
  return (
    <div className="@container flex size-full min-h-0 flex-col ps-11 text-ink-soft">
      <div className="relative isolate flex min-h-0 flex-auto border-b border-ink-soft">
        <svg className="absolute size-full overflow-visible">
          {scale.marks.map((mark) => (
            <g key={mark}>
              <line
                x2="100%"
                y1={`${scale.y(mark)}%`}
                y2={`${scale.y(mark)}%`}
                className="stroke-line"
              />
              <text
                x="-8"
                y={`${scale.y(mark)}%`}
                dy="0.35em"
                textAnchor="end"
                className="fill-current"
              >
                {compact.format(mark)}
              </text>
            </g>
          ))}
          {children}
        </svg>
        {rows.map((row, index) => (
          <div
            key={row[period.key]}
            className="group relative min-w-0 flex-1 hover:bg-forest-600/10"
          >
            {draw(row)}
            <div
              className={cn(
                'pointer-events-none absolute top-2 z-10 hidden rounded-control border border-line-strong bg-paper-raised px-3 py-2 whitespace-nowrap text-ink shadow-lift group-[:hover]:block',
                index < rows.length / 2 - 1 ? 'left-full' : 'right-full',
              )}
            >
              <div className="font-semibold">{period.name.format(new Date(row[period.key]))}</div>
              {series.map(({ key, label, fill }) => (
                <div key={key} className="flex items-center gap-1.5">
                  <Dot fill={fill} />
                  {label}: {format(row[key])}
                </div>
              ))}
            </div>
          </div>
        ))}
      </div>
      <div className="flex flex-none pt-1">
        {rows.map((row, index) => (
          <div key={row[period.key]} className="flex min-h-lh min-w-0 flex-1 justify-center">
            <span
              className={cn(
                'whitespace-nowrap',
                period.labels[(rows.length - 1 - index) % period.labels.length],
              )}
            >
              {period.tick.format(new Date(row[period.key]))}
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}

function Dot({ fill }: { fill: string }) {
  return (
    <svg viewBox="0 0 2 2" className={cn('size-3 flex-none', fill)}>
      <circle cx="1" cy="1" r="1" />
    </svg>
  )
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact' })

/** From zero to a round number that is at least the highest value. */
function scaleTo(highest: number) {
  const [, top] = nice(0, highest, 4)
  return {
    marks: ticks(0, top, 4).filter(Number.isInteger),
    /** From the top, in percent */
    y: (value: number) => 100 - (value / top) * 100,
  }
}

function sumOf<Key extends string>(
  row: Record<Key, number>,
  series: readonly Series<Key>[],
): number {
  return series.reduce((sum, { key }) => sum + row[key], 0)
}
