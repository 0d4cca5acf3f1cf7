import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { resourceKey } from '@/engine/core/resource-queries'
import { supabase } from '@/shared/supabase/client'
import { ask, rpcQuery, type RpcRow } from '@/shared/supabase/ask'
import type { Tables } from '@/shared/supabase/database.types'
import type { GiftValues } from '@/shared/mail/campaign-fields'
import type { Campaign } from './campaign'

const all = resourceKey('email_campaigns')

/** While something happens, and when idle */
const SOON_MS = 3_000
const LATE_MS = 30_000

/** Null until a job has counted a huge audience. */
export type Audience = Omit<
  RpcRow<'campaign_audience', 'recipients' | 'sample_name' | 'counted_at'>,
  'sample_gifts'
> & { sample_gifts: GiftValues | null }

/** An audience, and the merge fields about gifts that its recipients need values for */
export interface Reach {
  audience: string
  fields: readonly string[]
}

const count = ({ audience, fields }: Reach, again: boolean) =>
  supabase
    .rpc('campaign_audience', {
      audience,
      ...(again && { again }),
      ...(fields.length > 0 && { fields: [...fields] }),
    })
    .maybeSingle<Audience>()

/** How many people an audience reaches and leaves out; null for one that the user may not count. */
export const audienceQuery = (reach: Reach) =>
  queryOptions({
    queryKey: [...all, 'audience', reach],
    queryFn: ({ signal }): Promise<Audience | null> => ask(count(reach, false), signal),
    refetchInterval: ({ state: { data, error } }) =>
      data?.is_counting ? (error ? LATE_MS : SOON_MS) : false,
  })

/** Counts a large audience, whose count is otherwise up to ten minutes old. */
export function countAgain(reach: Reach) {
  return mutationOptions({
    mutationFn: (): Promise<Audience | null> => ask(count(reach, true)),
    onSuccess: (counted, _nothing, _shown, { client }) =>
      client.setQueryData(audienceQuery(reach).queryKey, counted),
  })
}

type View = Pick<Tables<'saved_views'>, 'id' | 'name' | 'list'>

/** The views whose names are asked for in this moment: a page of campaigns asks once for all. */
let asked: { ids: Set<string>; views: Promise<View[]> } | undefined

function viewWithId(id: string): Promise<View | null> {
  if (!asked) {
    const ids = new Set<string>()
    const views = new Promise((resolve) => setTimeout(resolve)).then(() => {
      asked = undefined
      return ask(
        supabase
          .from('saved_views')
          .select('id,name,list')
          .in('id', [...ids]),
      )
    })
    asked = { ids, views }
  }
  asked.ids.add(id)
  return asked.views.then((views) => views.find((view) => view.id === id) ?? null)
}

/** The name of a saved view, and where it opens; null for one that is gone, or not the user's to see. */
export const viewQuery = (id: string) =>
  queryOptions({ queryKey: [...all, 'view', id], queryFn: () => viewWithId(id) })

export type Progress = RpcRow<'campaign_progress'>

/** Polled until the campaign is sent. */
export function progressQuery(id: string) {
  return queryOptions({
    queryKey: [...all, 'progress', id],
    queryFn: ({ signal }): Promise<Progress> =>
      ask(supabase.rpc('campaign_progress', { campaign: id }).single(), signal),
    refetchInterval: ({ state: { data, error } }) => {
      if (data?.status === 'draft' || data?.status === 'sent') return false
      const isMoving = data?.status === 'sending' || (data?.unqueued ?? 0) > 0
      return isMoving && !error ? SOON_MS : LATE_MS
    },
  })
}

export const outcomeStates = ['waiting', 'sent', 'failed', 'suppressed', 'cancelled'] as const

export type Outcome = RpcRow<'campaign_outcomes', 'recipient' | 'reason' | 'sent_at'>

export const OUTCOMES_PER_PAGE = 25

interface OutcomePage {
  state: string
  search: string
  page: number
}

export const outcomesQuery = (id: string, { state, search, page }: OutcomePage) =>
  rpcQuery<'campaign_outcomes', Outcome[]>(
    all,
    'campaign_outcomes',
    {
      campaign: id,
      ...(state && { of_state: state }),
      search,
      skipped: (page - 1) * OUTCOMES_PER_PAGE,
      at_most: OUTCOMES_PER_PAGE,
    },
    { placeholderData: keepPreviousData },
  )

/** All mails that failed, in batches. */
export async function* allFailures(id: string, signal: AbortSignal): AsyncGenerator<object[]> {
  const BATCH = 1_000
  for (let skipped = 0; ; skipped += BATCH) {
    const asked = { campaign: id, of_state: 'failed', skipped, at_most: BATCH }
    const rows = await ask(supabase.rpc('campaign_outcomes', asked), signal)
    if (rows.length > 0)
      yield rows.map(({ recipient, state, reason }) => ({ recipient, state, reason }))
    if (rows.length < BATCH) return
  }
}

type Words = Required<Pick<Campaign, 'subject' | 'content' | 'name_fallback' | 'target_audience'>>

interface Sending {
  /** The number of people that the confirmation named. */
  expected: number
  /** The version that was previewed; no other version is sent. */
  words: Words
  /** Now where absent */
  at?: Date
}

/** Sends a draft, or schedules it. After a lost answer the refetched lists show what happened. */
export function sendCampaign(id: string) {
  return mutationOptions({
    mutationFn: ({ expected, words, at }: Sending) =>
      ask(
        supabase.rpc('send_campaign', {
          campaign: id,
          expected_count: expected,
          expected_words: { ...words },
          ...(at && { send_at: at.toISOString() }),
        }),
      ),
    onSettled: (_data, _error, _sending, _shown, { client }) => refetch(client),
  })
}

type Step = 'pause_campaign' | 'resume_campaign' | 'cancel_campaign'

export function changeSending(id: string) {
  return mutationOptions({
    mutationFn: (step: Step) => ask(supabase.rpc(step, { campaign: id })),
    onSettled: (_data, _error, _step, _shown, { client }) => refetch(client),
  })
}

/** @returns the address that it goes to */
export function testCampaign(id: string) {
  return mutationOptions({
    mutationFn: () => ask(supabase.rpc('test_campaign', { campaign: id })),
  })
}

/** Also after a failure: the lost answer may have been a success. */
async function refetch(client: { invalidateQueries: (filter: object) => Promise<void> }) {
  await Promise.all([
    client.invalidateQueries({ queryKey: all }),
    client.invalidateQueries({ queryKey: resourceKey('change_log') }),
  ])
}
