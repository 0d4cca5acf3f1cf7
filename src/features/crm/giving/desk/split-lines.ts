import { z } from 'zod'
import { formatDollars } from '@/shared/lib/format-dollars'
import { isForeign, plain, type TypedGift } from '../gifts/gift-fields'
import { wrongIn } from './gift-columns'

/** The part of a check that one fund gets */
export interface Line {
  amount: string
  fund_id: string
}

const linesSchema = z.array(z.object({ amount: z.string(), fund_id: z.string() }))

/** The lines of a gift, which a draft keeps as one text; none for a gift of one fund. */
export function linesOf({ lines }: Pick<TypedGift, 'lines'>): Line[] {
  return lines === '' ? [] : linesSchema.parse(JSON.parse(lines))
}

const cents = (amount: string) => Math.round(Number(plain(amount.trim())) * 100) || 0

export const sumOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, { amount }) => sum + cents(amount), 0) / 100

/** The number of checks: one that was split over funds is one. */
export const countChecks = (
  gifts: readonly { readonly id: string; readonly split_id: string | null }[],
): number => new Set(gifts.map(({ id, split_id }) => split_id || id)).size

/** A split check as the gifts of its lines, which share an id; or what is wrong with it. */
export function splitGift(typed: TypedGift): TypedGift[] | string {
  const lines = linesOf(typed)
  if (lines.length === 0) return [typed]
  if (lines.length < 2) return 'A split needs at least two lines.'
  if (new Set(lines.map(({ fund_id }) => fund_id)).size < lines.length) {
    return 'Two lines have the same fund.'
  }
  if (cents(typed.amount) !== Math.round(sumOf(lines) * 100)) {
    const total = isForeign(typed) ? typed.amount : formatDollars(cents(typed.amount) / 100)
    const sum = isForeign(typed) ? String(sumOf(lines)) : formatDollars(sumOf(lines))
    return `The lines add up to ${sum}, not ${total}.`
  }
  const split_id = crypto.randomUUID()
  const gifts = lines.map((line, at) => ({
    ...typed,
    ...line,
    ...{ lines: '', split_id },
    // What was given in exchange is there once.
    ...(at > 0 && { exchange: '', exchange_value: '' }),
  }))
  return gifts.map(wrongIn).find((wrong) => wrong !== undefined) ?? gifts
}
