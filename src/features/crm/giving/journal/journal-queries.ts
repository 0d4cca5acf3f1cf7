import { mutationOptions } from '@tanstack/react-query'
import { resourceKey } from '@/engine/core/resource-queries'
import { supabase } from '@/shared/supabase/client'
import { ask, rpcQuery, type RpcRow } from '@/shared/supabase/ask'
import { notify } from '@/shared/ui/notify'
import { entered } from '../gifts/gift-queries'
import { kindLabels, type Entry, type EntryKind } from './journal-sums'

/** The sums of a fund in a month, negative where it lost something. Without a name: of no fund. */
interface FundOfMonth {
  name: string | null
  opening: number
  given: number
  returned: number
  fees: number
  spent: number
}

interface BatchOfMonth {
  /** When it was opened */
  batch: string
  /** Dollars as they were posted */
  total: number
}

export interface Journal {
  /** When and by whom the month was closed */
  closed: { at: string; by: string | null } | null
  is_over: boolean
  /** The sum of all lines, by which the database sees whether the caller saw them all. */
  net: number
  entries: Entry[]
  funds: FundOfMonth[]
  deposits: (BatchOfMonth & { deposited: number; day: string })[]
  undeposited: BatchOfMonth[]
}

const ofJournal = [...entered, 'journal']

/** The books of a month, whose first day is `month`. */
export const journalQuery = (month: string) =>
  rpcQuery<'journal', Journal>(ofJournal, 'journal', { of_month: month })

/** What pledges had open, and what was pledged, paid and written off in a month, by fund. */
export const pledgesOfMonthQuery = (month: string) =>
  rpcQuery<'pledges_of_month', PledgesOfFund[]>(ofJournal, 'pledges_of_month', { of_month: month })

export type PledgesOfFund = RpcRow<'pledges_of_month', 'fund'>

const invalidates = [ofJournal, resourceKey('change_log')]

export const closeMonth = mutationOptions({
  mutationFn: (closing: { of_month: string; net: number }) =>
    ask(supabase.rpc('close_month', closing)),
  meta: { invalidates, success: { title: 'The month is closed' } },
})

export const reopenMonth = mutationOptions({
  mutationFn: (reopening: { of_month: string; reason: string }) =>
    ask(supabase.rpc('reopen_month', reopening)),
  meta: { invalidates, success: { title: 'The month is open again' } },
})

interface Line {
  day: string
  entry: EntryKind
  source: Entry['source']
  name: string | null
  amount: number | null
  fund: string | null
  campaign: string | null
  method: string | null
  batch: string | null
  payout: string | null
}

const PART = 5000

/** Downloads every line of a month. The database logs it with the first part. */
export const exportJournal = mutationOptions({
  mutationFn: async (month: string) => {
    const { csvFileName, csvLines, downloadCsv } = await import('@/shared/lib/csv')
    const parts: string[] = [
      csvLines([
        [
          'day',
          'entry',
          'source',
          'name',
          'amount',
          'fund',
          'campaign',
          'method',
          'batch',
          'payout',
        ],
      ]),
    ]
    let lines: Line[]
    let skipped = 0
    do {
      // A part begins where the one before it ends.
      lines = (await ask(
        supabase.rpc('export_journal', { of_month: month, skipped }),
      )) as unknown as Line[]
      parts.push(csvLines(lines.map(cells)))
      skipped += lines.length
    } while (lines.length === PART)
    const fileName = csvFileName(`journal_${month.slice(0, 7)}`)
    downloadCsv(fileName, parts)
    notify({
      title: 'Export Successful',
      description: `${fileName} has been downloaded: ${skipped.toLocaleString('en-US')} lines`,
      tone: 'success',
    })
  },
  meta: {
    invalidates: [resourceKey('change_log')],
    failure: { title: 'The journal was not exported' },
  },
})

const cells = ({
  day,
  entry,
  source,
  name,
  amount,
  fund,
  campaign,
  method,
  batch,
  payout,
}: Line) => [day, kindLabels[entry], source, name, amount, fund, campaign, method, batch, payout]
