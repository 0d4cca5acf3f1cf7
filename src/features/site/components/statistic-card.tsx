import TrendingUp from 'lucide-react/icons/trending-up'
import type { FigureId } from '../content/figures'
import { CountUp } from './count-up'
import { FigureLink } from './figure-link'

interface Statistic {
  id: FigureId
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
  const { id, label, change, note, ...figure } = statistic
  return (
    <li className="flex flex-col gap-2 rounded-card bg-forest-700 p-6">
      <h4 className="text-base">{label}</h4>
      <p className="font-display text-heading whitespace-nowrap text-paper-raised">
        <FigureLink id={id}>
          <CountUp {...figure} />
        </FigureLink>
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
