import { formatDollars } from '@/shared/lib/format-dollars'
import type { ProgramFacts } from '../content/program'

type Capacity = Pick<ProgramFacts, 'participants' | 'maxParticipants'>

/** Free seats; negative when more people were admitted than there are seats. */
export function spotsLeft({ participants, maxParticipants }: Capacity): number {
  return maxParticipants - participants
}

export function isFull(program: Capacity): boolean {
  return spotsLeft(program) <= 0
}

/** The columns for drawing a program's seats, in whole rows where possible. */
export function seatColumns(seats: number): number {
  return seats % 20 === 0 ? 20 : 15
}

/** The part of the cost that participants do not pay, 0 to 1. */
export function shareSubsidized({ total, subsidized }: ProgramFacts['cost']): number {
  return subsidized / total
}

/** Local spending for each dollar of the total cost; above 1 when it returns more than it took. */
export function returnOnInvestment({ cost, communityImpact }: FigureSource): number {
  return communityImpact.localSpending / cost.total
}

/** Dollars of the total cost per job, or null without jobs. */
export function costPerJob({ cost, communityImpact }: FigureSource): number | null {
  return communityImpact.jobsCreated > 0 ? cost.total / communityImpact.jobsCreated : null
}

type FigureSource = Pick<ProgramFacts, 'cost' | 'communityImpact'>

/** Price, place and term of a place, as the registration repeats them. */
export const placeFacts = ({ cost, location, date }: ProgramFacts): readonly string[] => [
  formatDollars(cost.participantPays),
  location,
  date,
]

interface Success {
  /** How full the bar is, from 0 to 1 even beyond the target. */
  share: number
  current: string
  target: string
}

/** The bar of a success metric, with the unit that its name tells. */
export function success({
  metric,
  current,
  target,
}: ProgramFacts['successMetrics'][number]): Success {
  const unit = metric.includes('%') ? '%' : ''
  return {
    share: Math.min(current / target, 1),
    current: formatCount(current) + unit,
    target: formatCount(target) + unit,
  }
}

const counts = new Intl.NumberFormat('en-US')
const percents = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

export function formatCount(value: number): string {
  return counts.format(value)
}

/** 0.9 is "90%". */
export function formatShare(share: number): string {
  return percents.format(share)
}
