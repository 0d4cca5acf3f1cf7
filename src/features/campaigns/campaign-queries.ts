import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { resourceKey } from '@/shared/resource/list/resource-queries'
import { supabase } from '@/shared/supabase/client'
import type { Database } from '@/shared/supabase/database.types'
import { ask } from '@/shared/supabase/ask'
import type { Campaign } from './campaign'

type Functions = Database['public']['Functions']

const all = resourceKey('email_campaigns')

/** The generated types do not know that the name may be null. */
export type Audience = Omit<Functions['campaign_audience']['Returns'][number], 'sample_name'> & {
  sample_name: string | null
}

/** How many an audience reaches now, and how many not; null for one that the user may not count. */
export function audienceQuery(audience: string) {
  return queryOptions({
    queryKey: [...all, 'audience', audience],
    queryFn: ({ signal }): Promise<Audience | null> =>
      ask(supabase.rpc('campaign_audience', { audience }).maybeSingle(), signal),
  })
}

/** The name of a saved view, and where it opens. */
export const viewQuery = (id: string) =>
  queryOptions({
    queryKey: [...all, 'view', id],
    queryFn: ({ signal }) =>
      ask(supabase.from('saved_views').select('name,list').eq('id', id).maybeSingle(), signal),
  })

export type Progress = Functions['campaign_progress']['Returns'][number]

/** While something happens, and otherwise */
const SOON_MS = 3_000
const LATE_MS = 30_000

/** How far a campaign is; read again until it is over. */
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

/** The generated types do not know what may be null. */
export type Outcome = Omit<
  Functions['campaign_outcomes']['Returns'][number],
  'recipient' | 'reason' | 'sent_at'
> & { recipient: string | null; reason: string | null; sent_at: string | null }

export const OUTCOMES_PER_PAGE = 25

interface OutcomePage {
  state: string
  search: string
  page: number
}

/** One page of the outcomes. */
export function outcomesQuery(id: string, { state, search, page }: OutcomePage) {
  return queryOptions({
    queryKey: [...all, 'outcomes', id, state, search, page],
    queryFn: ({ signal }) =>
      readOutcomes(
        {
          campaign: id,
          ...(state && { of_state: state }),
          search,
          skipped: (page - 1) * OUTCOMES_PER_PAGE,
          at_most: OUTCOMES_PER_PAGE,
        },
        signal,
      ),
    placeholderData: keepPreviousData,
  })
}

async function readOutcomes(
  asked: Functions['campaign_outcomes']['Args'],
  signal: AbortSignal,
): Promise<Outcome[]> {
  return ask(supabase.rpc('campaign_outcomes', asked), signal)
}

/** All mails that failed, in batches. */
export async function* allFailures(id: string, signal: AbortSignal): AsyncGenerator<object[]> {
  const BATCH = 1_000
  for (let skipped = 0; ; skipped += BATCH) {
    const asked = { campaign: id, of_state: 'failed', skipped, at_most: BATCH }
    const rows = await readOutcomes(asked, signal)
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
    onSettled: (_data, _error, _sending, _shown, { client }) => readAnew(client),
  })
}

type Step = 'pause_campaign' | 'resume_campaign' | 'cancel_campaign'

export function changeSending(id: string) {
  return mutationOptions({
    mutationFn: (step: Step) => ask(supabase.rpc(step, { campaign: id })),
    onSettled: (_data, _error, _step, _shown, { client }) => readAnew(client),
  })
}

/** Gives the address that it goes to. */
export function testCampaign(id: string) {
  return mutationOptions({
    mutationFn: () => ask(supabase.rpc('test_campaign', { campaign: id })),
  })
}

/** Also after a failure: an answer that was lost may have been a yes. */
async function readAnew(client: { invalidateQueries: (filter: object) => Promise<void> }) {
  await Promise.all([
    client.invalidateQueries({ queryKey: all }),
    client.invalidateQueries({ queryKey: resourceKey('change_log') }),
  ])
}
