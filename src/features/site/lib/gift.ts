import { formatDollars } from '@/shared/lib/format-dollars'
import type { Cost } from '../content/program-costs'
import type { ProgramId } from '../content/program-titles'

export type Frequency = 'once' | 'monthly'

export interface Gift {
  /** In dollars */
  amount: number
  frequency: Frequency
  /** Its destination; null is where it is needed most */
  program: ProgramId | null
}

/** The smallest and largest gift through the site, in dollars. */
export const giftLimits = { least: 5, most: 10_000 }

const thousands = /^(\d\d?\d?),(\d\d\d)(?!\d)/

/** Dollars as people type them, "50", "$1,000" or "62.50"; NaN for anything else. */
export function parseAmount(text: string): number {
  const number = text.trim().replace(/^\$ ?/, '').replace(thousands, '$1$2')
  return /^\d+\.?\d?\d?$/.test(number) ? Number(number) : Number.NaN
}

/** The error message of an amount; undefined when the amount is valid. */
export function amountProblem(text: string): string | undefined {
  const amount = parseAmount(text)
  if (Number.isNaN(amount)) return 'Please enter an amount in dollars, such as 75 or 62.50.'
  if (amount < giftLimits.least) return `Please enter at least ${formatDollars(giftLimits.least)}.`
  if (amount > giftLimits.most)
    return `Please enter at most ${formatDollars(giftLimits.most)}. For a larger gift, write to us.`
  return undefined
}

/** The query parameters that describe a gift to the payment page. */
export const giftParameters = ['amount', 'frequency', 'program']

/** The address of the payment page with this gift; its other parameters stay. */
export function giftAddress(page: string, { amount, frequency, program }: Gift): string {
  const address = new URL(page)
  address.searchParams.set('amount', Number.isInteger(amount) ? `${amount}` : amount.toFixed(2))
  address.searchParams.set('frequency', frequency)
  if (program) address.searchParams.set('program', program)
  return address.href
}

/** The units of a gift to a program. */
export interface GiftMeasure {
  program: ProgramId
  cost: Cost
  sessions: (count: number) => string
  /** The name of the sessions */
  detail: string
  /** @param sessions paid for beyond whole places */
  places: (count: number, sessions: number) => string
}

export function costPerSession({ perParticipant, sessions = 1 }: Cost): number {
  return perParticipant / sessions
}

/** The whole sessions that an amount pays for */
export function sessionsPaid(dollars: number, cost: Cost): number {
  return Math.floor(dollars / costPerSession(cost))
}

/** A gift over a year, in dollars */
export function dollarsInAYear({ amount, frequency }: Gift): number {
  return frequency === 'monthly' ? amount * 12 : amount
}

/**
 * The seats, or else sessions, that an amount pays for in one program; undefined below one
 * session.
 */
function paysFor(
  dollars: number,
  { cost, sessions, detail, places }: GiftMeasure,
  isShort: boolean,
): string | undefined {
  const paid = sessionsPaid(dollars, cost)
  const perPlace = cost.sessions ?? 1
  if (paid >= perPlace) return places(Math.floor(paid / perPlace), paid % perPlace)
  if (paid > 0) return sessions(paid) + (isShort ? '' : detail)
  return undefined
}

/** The effect of an amount: it "pays for" each of some things, or "is" a part of one. */
interface GiftEffect {
  verb: 'pays for' | 'is'
  effects: readonly string[]
}

/**
 * The alternatives that an amount pays for, in whole units of one program or of all with mornings,
 * evenings or days. Below one unit it says how many of these gifts make one.
 * @param isShort whether to leave out the unit names
 */
export function whatGiftPays(
  dollars: number,
  all: readonly GiftMeasure[],
  program: ProgramId | null = null,
  isShort = false,
): GiftEffect {
  const measures = all.filter(({ program: own, cost }) =>
    program ? own === program : cost.sessions,
  )
  const effects = measures.flatMap((measure) => paysFor(dollars, measure, isShort) ?? [])
  const [first] = measures
  if (effects.length > 0 || !first) return { verb: 'pays for', effects }
  const gifts = Math.ceil(costPerSession(first.cost) / dollars)
  return {
    verb: 'is',
    effects: [`one of ${gifts} for ${first.sessions(1)}${isShort ? '' : first.detail}`],
  }
}
