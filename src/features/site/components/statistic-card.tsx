import TrendingUp from 'lucide-react/icons/trending-up'
import { CountUp } from './count-up'

interface Statistic {
  label: string
  value: number
  prefix?: string
  suffix?: string
  decimals?: number
  /** The difference to the year before, with its sign */
  change: string
  note: string
}

/** One figure, on a forest ground. */
export function StatisticCard({ statistic }: { statistic: Statistic }) {
  const { label, change, note, ...figure } = statistic
  return (
    <li className="flex flex-col gap-2 rounded-card bg-forest-700 p-6">
      <h4 className="text-base">{label}</h4>
      <p className="font-display text-title whitespace-nowrap text-paper-raised">
        <CountUp {...figure} />
      </p>
      <p className="flex flex-wrap items-center gap-x-2 text-sm">
        <span className="flex items-center gap-1 font-semibold text-paper-raised">
          <TrendingUp aria-hidden="true" className="size-4" />
          {change}
        </span>{' '}
        <span>{note}</span>
      </p>
    </li>
  )
}
