import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import {
  Bar,
  BarChart,
  CartesianGrid,
  Area,
  AreaChart,
  Legend,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
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
import { donationsByMonthQuery, submissionsByWeekQuery } from './dashboard-queries'
import { formatCount, FUNDRAISING_GOAL } from './figures'

// Days without a time: read and written as UTC, so that no month becomes the one before.
const monthTick = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const monthName = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const weekTick = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})
const weekName = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

export function DonationsChart() {
  const months = useQuery(donationsByMonthQuery)
  return (
    <Chart
      title="Donations per month"
      query={months}
      empty="No donations in the last twelve months."
      period={{ key: 'month', header: 'Month', tick: monthTick, name: monthName }}
      series={[{ key: 'total', label: 'Donated', color: 'var(--chart-forest)' }]}
      format={formatDollars}
    />
  )
}

export function SubmissionsChart() {
  const weeks = useQuery(submissionsByWeekQuery)
  return (
    <Chart
      title="Submissions per week"
      query={weeks}
      empty="No submissions in the last twelve weeks."
      period={{ key: 'week', header: 'Week from', tick: weekTick, name: weekName }}
      series={[
        { key: 'volunteer_count', label: 'Volunteers', color: 'var(--chart-forest)' },
        { key: 'program_count', label: 'Programs', color: 'var(--chart-marigold)' },
        { key: 'partnership_count', label: 'Partnerships', color: 'var(--chart-clay)' },
      ]}
      format={formatCount}
    />
  )
}

/**
 * How the donations came towards the goal in the last twelve months.
 *
 * @param total dollars donated so far, earlier ones too
 */
export function GoalChart({ total }: { total: number }) {
  const months = useQuery({ ...donationsByMonthQuery, meta: {} })
  if (!months.data?.length) return null
  const top = Math.max(FUNDRAISING_GOAL, Math.ceil(total / 20_000) * 20_000)
  const points = months.data.map(({ month }, index) => {
    const later = months.data.slice(index + 1)
    return { month, sum: total - later.reduce((given, { total: each }) => given + each, 0) }
  })
  return (
    <div
      role="img"
      aria-label={`Donations of the last twelve months on the way to ${formatDollars(FUNDRAISING_GOAL)}: from ${formatDollars(points[0]!.sum)} to ${formatDollars(total)}`}
      className={`mt-4 h-44 text-xs ${colors}`}
    >
      <ResponsiveContainer width="100%" height="100%">
        <AreaChart
          data={points}
          accessibilityLayer={false}
          margin={{ top: 16, right: 4, bottom: 0, left: 0 }}
        >
          <CartesianGrid vertical={false} stroke="var(--chart-line)" />
          <XAxis dataKey="month" {...timeAxis(monthTick)} />
          <YAxis
            {...valueAxis}
            domain={[0, top]}
            ticks={[0, 0.25, 0.5, 0.75, 1].map((part) => part * top)}
          />
          <Tooltip
            labelFormatter={(day) => monthName.format(new Date(day as string))}
            formatter={(value) => formatDollars(Number(value))}
            isAnimationActive={false}
          />
          <ReferenceLine
            y={FUNDRAISING_GOAL}
            stroke="var(--chart-clay)"
            strokeDasharray="6 4"
            label={{
              value: `Goal ${formatDollars(FUNDRAISING_GOAL)}`,
              position: 'insideTopLeft',
              dy: -18,
              fill: 'var(--chart-text)',
            }}
          />
          <Area
            dataKey="sum"
            name="Donated so far"
            type="linear"
            stroke="var(--chart-forest)"
            fill="var(--chart-forest)"
            fillOpacity={0.15}
            strokeWidth={2}
            isAnimationActive={false}
          />
        </AreaChart>
      </ResponsiveContainer>
    </div>
  )
}

interface Series<Key extends string> {
  key: Key
  label: string
  color: string
}

interface ChartProps<Key extends string, Period extends string> {
  title: string
  query: UseQueryResult<readonly (Record<Key, number> & Record<Period, string>)[]>
  /** Shown when every value is zero */
  empty: string
  period: {
    key: Period
    header: string
    tick: Intl.DateTimeFormat
    name: Intl.DateTimeFormat
  }
  series: readonly Series<Key>[]
  format: (value: number) => string
}

/** A bar chart over time, with the same figures as a table. */
function Chart<Key extends string, Period extends string>({
  title,
  query,
  empty,
  period,
  series,
  format,
}: ChartProps<Key, Period>) {
  const rows = query.data
  const isEmpty = rows?.every((row) => series.every(({ key }) => row[key] === 0))
  return (
    <Panel title={title}>
      {!rows ? (
        <Loading query={query} what="The chart" label="Loading chart..." className="my-16" />
      ) : (
        <>
          {isEmpty ? (
            <p className="py-16 text-center text-ink-soft">{empty}</p>
          ) : (
            // Everything in it is in the table below.
            <div aria-hidden="true" className={`h-72 text-sm ${colors}`}>
              <ResponsiveContainer width="100%" height="100%">
                <BarChart
                  data={[...rows]}
                  accessibilityLayer={false}
                  margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
                >
                  <CartesianGrid vertical={false} stroke="var(--chart-line)" />
                  <XAxis dataKey={period.key} {...timeAxis(period.tick)} />
                  <YAxis {...valueAxis} allowDecimals={false} />
                  <Tooltip
                    cursor={{ fill: 'var(--chart-cursor)' }}
                    labelFormatter={(day) => period.name.format(new Date(day as string))}
                    formatter={(value) => format(Number(value))}
                    isAnimationActive={false}
                  />
                  {series.length > 1 && (
                    <Legend
                      iconType="circle"
                      itemSorter={null}
                      formatter={(label: string) => <span className="text-ink">{label}</span>}
                    />
                  )}
                  {series.map(({ key, label, color }) => (
                    <Bar
                      key={key}
                      dataKey={key}
                      name={label}
                      fill={color}
                      stackId="all"
                      maxBarSize={40}
                      isAnimationActive={false}
                    />
                  ))}
                </BarChart>
              </ResponsiveContainer>
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

/** The palette, for a library that takes colors as attributes and not as classes. */
const colors =
  '[--chart-forest:theme(colors.forest.600)] [--chart-marigold:theme(colors.marigold.400)] ' +
  '[--chart-clay:theme(colors.clay.500)] [--chart-line:theme(colors.line.DEFAULT)] ' +
  '[--chart-text:theme(colors.ink.soft)] [--chart-cursor:theme(colors.forest.50)]'

const compact = new Intl.NumberFormat('en-US', { notation: 'compact' })

const axis = { tickLine: false, stroke: 'var(--chart-text)' }
const timeAxis = (tick: Intl.DateTimeFormat) => ({
  ...axis,
  tickFormatter: (day: string) => tick.format(new Date(day)),
  minTickGap: 12,
})
const valueAxis = {
  ...axis,
  tickFormatter: (value: number) => compact.format(value),
  axisLine: false,
  width: 44,
}
