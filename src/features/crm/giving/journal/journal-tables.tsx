import type { ReactNode } from 'react'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeaderCell,
  TableRow,
} from '@/shared/account-ui/table'
import { cn } from '@/shared/lib/cn'
import { formatDateTime, formatDay } from '@/shared/lib/format-date'
import { formatDollars } from '@/shared/lib/format-dollars'
import type { Journal, PledgesOfFund } from './journal-queries'
import { bankDays, kindLabels, sumOf, type Entry } from './journal-sums'

interface SectionProps {
  title: string
  text?: string
  /** The headings of the columns: the first are words, the last `amounts` of them amounts. */
  columns: readonly string[]
  amounts: number
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
  /** The last row */
  totals?: readonly ReactNode[]
}

function Section({ title, text, columns, amounts, rows, totals }: SectionProps) {
  const isAmount = (at: number) => at >= columns.length - amounts
  return (
    <div className="min-w-0">
      <h3 className="mb-1 text-subheading">{title}</h3>
      {text && <p className="mb-2 max-w-measure text-sm text-ink-soft">{text}</p>}
      <Table label={title}>
        <TableHead>
          <TableRow>
            {columns.map((column, at) => (
              <TableHeaderCell key={column} isNumeric={isAmount(at)} className="max-md:px-2">
                {column}
              </TableHeaderCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {[...rows, ...(totals ? [{ key: 'total', cells: totals }] : [])].map(({ key, cells }) => (
            <TableRow key={key}>
              {cells.map((cell, at) =>
                at === 0 ? (
                  <TableHeaderCell
                    key={columns[at]}
                    scope="row"
                    className="py-1.5 whitespace-nowrap max-md:px-2"
                  >
                    {cell}
                  </TableHeaderCell>
                ) : (
                  <TableCell
                    key={columns[at]}
                    isNumeric={isAmount(at)}
                    className={cn(
                      'py-1.5 max-md:px-2',
                      isAmount(at) && 'whitespace-nowrap',
                      key === 'total' && 'font-semibold',
                    )}
                  >
                    {cell}
                  </TableCell>
                ),
              )}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

/** A day without its year, which the heading has. */
const dayOf = (day: string) => formatDay(day).replace(/, \d+$/, '')

/** Nothing where there is no amount. */
const dollars = (amount: number) => (amount === 0 ? '–' : formatDollars(amount))

export function Funds({ funds }: Pick<Journal, 'funds'>) {
  const keys = ['given', 'returned', 'fees', 'spent'] as const
  return (
    <Section
      title="By fund"
      text="Before and after are what a fund has left."
      columns={['Fund', 'Before', 'Given', 'Came back', 'Fees', 'Spent', 'After']}
      amounts={6}
      rows={funds.map((fund) => ({
        key: fund.name ?? '',
        cells: [
          fund.name ?? 'No fund',
          fund.name === null ? '' : formatDollars(fund.opening),
          ...keys.map((key) => dollars(fund[key])),
          fund.name === null
            ? ''
            : formatDollars(sumOf([fund.opening, ...keys.map((key) => fund[key])])),
        ],
      }))}
      totals={['All', '', ...keys.map((key) => dollars(sumOf(funds.map((fund) => fund[key])))), '']}
    />
  )
}

export function Pledges({ pledges }: { pledges: readonly PledgesOfFund[] }) {
  const keys = ['opening', 'pledged', 'paid', 'written_off', 'closing'] as const
  return (
    <Section
      title="Pledges"
      text="What donors promised, by the pledge's fund. What they paid is in the gifts above too."
      columns={['Fund', 'Open before', 'Pledged', 'Paid', 'Written off', 'Open after']}
      amounts={5}
      rows={pledges.map((of) => ({
        key: of.fund ?? '',
        cells: [of.fund ?? 'No fund', ...keys.map((key) => dollars(of[key]))],
      }))}
      totals={['All', ...keys.map((key) => dollars(sumOf(pledges.map((of) => of[key]))))]}
    />
  )
}

export function BankByDay({ entries }: { entries: readonly Entry[] }) {
  const days = bankDays(entries)
  if (days.length === 0) return null
  const sum = (key: 'deposits' | 'others' | 'returned' | 'fees' | 'change') =>
    dollars(sumOf(days.map((day) => day[key])))
  return (
    <Section
      title="The bank by day"
      text="Deposits of batches and payouts, gifts entered without a batch, and what the bank took back with its fees."
      columns={['Day', 'Deposits', 'No batch', 'Came back', 'Fees', 'Change', 'So far']}
      amounts={6}
      rows={days.map(({ day, deposits, others, returned, fees, change, soFar }) => ({
        key: day,
        cells: [
          dayOf(day),
          ...[deposits, others, returned, fees].map(dollars),
          formatDollars(change),
          formatDollars(soFar),
        ],
      }))}
      totals={[
        'Month',
        sum('deposits'),
        sum('others'),
        sum('returned'),
        sum('fees'),
        sum('change'),
        '',
      ]}
    />
  )
}

export function Deposits({ deposits, undeposited }: Pick<Journal, 'deposits' | 'undeposited'>) {
  return (
    <Section
      title="Batches and their deposits"
      columns={['Batch', 'Deposited', 'Posted', 'Bank shows', 'Difference']}
      amounts={3}
      rows={[
        ...deposits.map(({ batch, total, deposited, day }) => ({
          key: batch,
          cells: [
            formatDateTime(batch),
            dayOf(day),
            formatDollars(total),
            formatDollars(deposited),
            dollars(sumOf([deposited, -total])),
          ],
        })),
        ...undeposited.map(({ batch, total }) => ({
          key: batch,
          cells: [formatDateTime(batch), 'Not in this month', formatDollars(total), '', ''],
        })),
      ]}
    />
  )
}

const sources = {
  batch: 'Batch',
  desk: 'No batch',
  online: 'Online',
  file: 'From a file',
} as const

/** What a line belongs to: its batch, payout or way in. */
function originOf({ batch, payout, source, kind }: Entry): string {
  if (batch) return kind === 'deposit' ? formatDateTime(batch) : `Batch of ${formatDateTime(batch)}`
  return payout ?? (source ? sources[source] : '')
}

export function Lines({ entries }: { entries: readonly Entry[] }) {
  return (
    <Section
      title="All entries"
      text="Gifts of a day with the same fund, campaign and batch are one entry. The CSV file has each gift."
      columns={['Day', 'Entry', 'From', 'Fund', 'Campaign', 'Lines', 'Amount']}
      amounts={2}
      rows={entries.map((entry, at) => ({
        key: String(at),
        cells: [
          dayOf(entry.day),
          kindLabels[entry.kind],
          originOf(entry),
          entry.fund ?? '',
          entry.campaign ?? '',
          entry.lines.toLocaleString('en-US'),
          entry.amount === null ? '' : formatDollars(entry.amount),
        ],
      }))}
    />
  )
}
