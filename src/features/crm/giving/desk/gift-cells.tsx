import { formatDay } from '@/shared/lib/format-date'
import { formatDollars } from '@/shared/lib/format-dollars'
import { useFundChoices } from '../gifts/gift-queries'
import { isForeign, isInKind, plain, type TypedGift } from '../gifts/gift-fields'
import { tributes } from '@/shared/data/tributes'
import { methods } from '../gifts/gift-methods'
import { GridCell } from './gift-grid'

interface GiftCellsProps {
  typed: TypedGift
  isVoid?: boolean
  /** In dollars, where the typed amount is in another currency */
  dollars?: number | null
  /** More about it */
  about?: string | null | false
}

/** A gift in the cells of its row; a line beneath has the rare fields. */
export function GiftCells({ typed, isVoid = false, dollars, about }: GiftCellsProps) {
  const funds = useFundChoices()
  const fund = funds.find(({ id }) => id === typed.fund_id)?.label
  const amount = typeof dollars === 'number' ? formatDollars(dollars) : amountOf(typed)
  const more = [
    isInKind(typed) && typed.description,
    isInKind(typed) &&
      typed.amount &&
      `estimate ${formatDollars(Number(plain(typed.amount)) || 0)}`,
    isForeign(typed) &&
      typeof dollars === 'number' &&
      `${plain(typed.amount)} ${typed.currency} at ${typed.rate}`,
    typed.split_id && 'part of a split check',
    typed.exchange &&
      `in exchange: ${typed.exchange}, worth ${formatDollars(Number(plain(typed.exchange_value)) || 0)}`,
    typed.legal_donor_name && `receipt to ${typed.legal_donor_name}`,
    typed.tribute &&
      `${tributes.find(({ id }) => id === typed.tribute)?.label.toLowerCase()} ${typed.tribute_name}`,
    about,
  ].filter(Boolean)
  return (
    <>
      <GridCell className="@max-4xl:flex-1 @max-4xl:basis-48">
        <span className="block font-semibold wrap-anywhere">{typed.donor_name}</span>
        {typed.donor_email && (
          <span className="block truncate text-sm text-ink-soft" title={typed.donor_email}>
            {typed.donor_email}
          </span>
        )}
      </GridCell>
      <GridCell className="text-end wrap-anywhere tabular-nums">
        {isInKind(typed) ? 'In kind' : isVoid ? <s>{amount}</s> : amount}
      </GridCell>
      {/* In small print from here on, where the columns have no titles. */}
      {[
        typed.reference,
        formatDay(typed.day),
        methods.find(({ id }) => id === typed.method)?.label,
        fund,
        typed.campaign,
        typed.note,
      ].map((text, at) => (
        <GridCell
          key={at}
          title={text}
          className={text ? 'text-sm @max-4xl:text-ink-soft @4xl:line-clamp-2' : '@max-4xl:hidden'}
        >
          {text}
        </GridCell>
      ))}
      {more.length > 0 && (
        <GridCell isWide className="order-last text-sm text-ink-soft">
          {more.join(' · ')}
        </GridCell>
      )}
    </>
  )
}

/** The typed values, in words. */
export function amountOf(typed: TypedGift): string {
  if (isInKind(typed)) return typed.description
  const number = plain(typed.amount.trim())
  return isForeign(typed)
    ? `${number} ${typed.currency.trim().toUpperCase()}`
    : formatDollars(Number(number) || 0)
}
