import {
  infiniteQueryOptions,
  mutationOptions,
  type MutationFunctionContext,
} from '@tanstack/react-query'
import { resourceKey } from '@/engine/core/resource-queries'
import { undoable } from '@/engine/core/undoable'
import {
  issuer,
  type ReceiptLine,
  type ReceiptWords,
  type WordsOnReceipt,
} from '@/shared/data/gift-receipt'
import type { PostalAddress } from '@/shared/lib/postal-address'
import { ask, rpcQuery, selectQuery, type RpcRow } from '@/shared/supabase/ask'
import { failureAsSaid, failureTitled } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import { notify } from '@/shared/ui/notify'
import { receipts } from '../gifts/gift-queries'

/** A receipt as it was issued, or a draft of one, which has no id and number. */
export interface GiftReceipt {
  id?: string
  number?: string
  donor_id?: string | null
  year: number
  name: string
  address: PostalAddress | null
  email: string | null
  lines: ReceiptLine[]
  /** Of what was given, of what the donor got in exchange, and of what may be deducted, in US dollars */
  total: number
  exchange_total: number
  deductible: number
  words: WordsOnReceipt
  issued_at?: string
  mailed_at?: string | null
  /** Numbers */
  replaces: string[]
  replaced_by?: { id: string; number: string }[] | null
  /** All its gifts are gone, and no other receipt replaces it */
  is_withdrawn?: boolean
}

const invalidates = [receipts, resourceKey('change_log')]

/** A donor's receipt for staff: the one on record or a draft; null without gifts. */
export const donorReceiptQuery = (donor: string, of_year: number) =>
  rpcQuery<'donor_receipt', GiftReceipt | null>(receipts, 'donor_receipt', { donor, of_year })

/**
 * Issues the caller's own receipt; `donor` is one of two people who share the account's address.
 */
export const ownReceiptQuery = (of_year: number, donor: string | null) =>
  rpcQuery<'own_receipt', GiftReceipt | null>(receipts, 'own_receipt', {
    of_year,
    ...(donor && { donor }),
  })

export const receiptOnRecordQuery = (receipt: string) =>
  rpcQuery<'receipt_on_record', GiftReceipt | null>(receipts, 'receipt_on_record', { receipt })

export const issueReceipt = (donor: string, of_year: number) =>
  mutationOptions({
    mutationFn: async (way: 'print' | 'mail'): Promise<GiftReceipt> => {
      const issued: unknown = await ask(
        supabase.rpc('issue_donor_receipt', { donor, of_year, way }),
      )
      return issued as GiftReceipt
    },
    meta: { invalidates },
  })

export type IssuedReceipt = RpcRow<
  'issued_receipts',
  'printed_at' | 'opened_at' | 'mailed_at' | 'mail_state'
>

export const issuedReceiptsQuery = (donor: string) =>
  rpcQuery<'issued_receipts', IssuedReceipt[]>(receipts, 'issued_receipts', { donor })

// The wording

export interface Wording {
  words: ReceiptWords
  /** As confirmed; null before */
  issuer: readonly string[] | null
  confirmed_at: string | null
  /** Not confirmed yet, and on no receipt */
  draft: ReceiptWords | null
  /** The names of those who confirm it */
  admins: readonly string[]
}

export const wordingQuery = rpcQuery<'receipt_wording', Wording>(receipts, 'receipt_wording', {})

export const isConfirmed = (wording: Wording) =>
  !wording.draft && wording.issuer?.join('\n') === issuer.join('\n')

export const saveWording = mutationOptions({
  mutationFn: ({ given, replaced }: { given: ReceiptWords; replaced: ReceiptWords }) =>
    ask(supabase.rpc('save_receipt_wording', { given: { ...given }, replaced: { ...replaced } })),
  onSuccess: (_data, { given }, _before, { client }) =>
    client.setQueryData(wordingQuery.queryKey, (read) => read && { ...read, draft: given }),
  meta: { invalidates, success: { title: 'Draft saved' } },
})

export const confirmWording = mutationOptions({
  mutationFn: (given: ReceiptWords) =>
    ask(
      supabase.rpc('confirm_receipt_wording', { given: { ...given }, given_issuer: [...issuer] }),
    ),
  meta: { invalidates, success: { title: 'Wording confirmed' } },
})

// A year's end

/** The year of the first gift */
export const firstYearQuery = selectQuery([...receipts, 'first year'], () =>
  supabase.from('donations').select('created_at').order('created_at').order('id').limit(1),
)

/** `isQueueing` is part of the key, so that the count runs again when the last one is queued. */
export const runQuery = (of_year: number, isQueueing: boolean) =>
  rpcQuery([...receipts, 'run', isQueueing], 'receipt_run', { of_year })

export const progressQuery = (of_year: number) =>
  rpcQuery([...receipts, 'progress'], 'receipt_progress', { of_year })

export const pilesQuery = (of_year: number) => rpcQuery(receipts, 'receipt_piles', { of_year })

export const pileQuery = (of_pile: string) =>
  rpcQuery<'receipt_pile', GiftReceipt[]>(receipts, 'receipt_pile', { of_pile })

export const withdrawnQuery = (of_year: number) =>
  rpcQuery(receipts, 'withdrawn_receipts', { of_year })

export type LeftOut = RpcRow<'receipts_without_address', 'email'>

const AT_ONCE = 1000

export const leftOutOf = (of_year: number, skipped: number, signal?: AbortSignal) =>
  ask(supabase.rpc('receipts_without_address', { of_year, skipped }), signal) as Promise<LeftOut[]>

/** A thousand at a time */
export const leftOutQuery = (of_year: number) =>
  infiniteQueryOptions({
    queryKey: [...receipts, 'left out', of_year],
    queryFn: ({ pageParam, signal }) => leftOutOf(of_year, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (page, pages) => (page.length < AT_ONCE ? undefined : pages.length * AT_ONCE),
  })

export type ReceiptQuestion = RpcRow<'receipt_questions', 'email' | 'label'>

export const questionsQuery = (of_year: number) =>
  rpcQuery<'receipt_questions', ReceiptQuestion[]>(receipts, 'receipt_questions', { of_year })

const ofDonors = [receipts, ['person'], resourceKey('donors'), resourceKey('change_log')]

interface TakenAddress {
  said: string
  label: string | null
  isTaken: boolean
}

/** Confirms and prefers an address, or undoes that. */
export const takeAddress = (person: string) =>
  mutationOptions({
    mutationFn: ({ said, label, isTaken }: TakenAddress) =>
      ask(
        supabase.rpc('mark_point', {
          person,
          point_kind: 'email',
          point: said.trim().toLowerCase(),
          marks: { label, is_preferred: isTaken, is_confirmed: isTaken },
          replaced: { label },
        }),
      ),
    onSuccess: (_data, taken, _shown, { client }) => {
      if (!taken.isTaken) return
      notify({
        title: `Receipts go to ${taken.said}`,
        tone: 'success',
        action: {
          label: 'Undo',
          onClick: undoable(client, takeAddress(person), { ...taken, isTaken: false }),
        },
      })
    },
    meta: { failure: failureAsSaid, invalidates: ofDonors },
  })

interface TakenName {
  to: string
  from: string
  isUndo?: true
}

export const takeName = (person: string) =>
  mutationOptions({
    mutationFn: ({ to, from }: TakenName) =>
      ask(supabase.rpc('save_traits', { person, changes: { name: to }, replaced: { name: from } })),
    onSuccess: (_data, { to, from, isUndo }, _shown, { client }) => {
      if (isUndo) return
      notify({
        title: `The name is ${to}`,
        tone: 'success',
        action: {
          label: 'Undo',
          onClick: undoable(client, takeName(person), { to: from, from: to, isUndo: true }),
        },
      })
    },
    meta: { failure: failureAsSaid, invalidates: ofDonors },
  })

/** Perhaps only the answer was lost: the page shows the current state. */
const readAgain = (
  _error: Error,
  _given: unknown,
  _result: unknown,
  context: MutationFunctionContext,
) => void context.client.invalidateQueries({ queryKey: receipts })

export const mailReceipts = mutationOptions({
  mutationFn: (of_year: number) => ask(supabase.rpc('mail_receipts', { of_year })),
  onError: readAgain,
  meta: { invalidates, failure: failureTitled('The emails are not confirmed') },
})

export const printReceipts = mutationOptions({
  mutationFn: (given: { of_year: number; new_pile: string }) =>
    ask(supabase.rpc('print_receipts', given)),
  onError: readAgain,
  meta: { invalidates, failure: failureTitled('The receipts are not confirmed') },
})
