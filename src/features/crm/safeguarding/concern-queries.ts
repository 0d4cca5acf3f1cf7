import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { resourceKey } from '@/engine/core/resource-queries'
import { ask, rpcQuery, type RpcRow } from '@/shared/supabase/ask'
import { supabase } from '@/shared/supabase/client'
import { notify } from '@/shared/ui/notify'

const all = ['concerns']
const leads = ['safeguarding leads']
const PAGE = 50

/** The leads who would get a concern. */
export const recipientsQuery = rpcQuery(leads, 'concern_recipients', {})

/** `acknowledged_at` is null until a lead has seen it. */
export type OwnConcern = RpcRow<'own_concerns', 'acknowledged_at'>

export const ownConcernsQuery = rpcQuery<'own_concerns', OwnConcern[]>(all, 'own_concerns', {})

/** Empty for accounts that are neither admins nor leads. */
export const leadsQuery = rpcQuery(leads, 'safeguarding_leads', {})

export type ListedConcern = RpcRow<'list_concerns'>

/** Open or closed concerns, newest first, without their texts. */
export const concernsQuery = (closed: boolean) =>
  infiniteQueryOptions({
    queryKey: [...all, 'list', closed],
    queryFn: ({ pageParam, signal }) =>
      ask(
        supabase.rpc('list_concerns', { closed, ...(pageParam && { after_id: pageParam }) }),
        signal,
      ),
    initialPageParam: null as string | null,
    // A row more than a page tells that there is another one.
    getNextPageParam: (page) => (page.length > PAGE ? page[PAGE - 1]?.id : undefined),
    select: ({ pages }) => pages.flatMap((page) => page.slice(0, PAGE)),
  })

export type StepKind = 'acknowledged' | 'note' | 'closed' | 'reopened'

export interface Concern {
  id: string
  reference: string
  reported_at: string
  state: string
  reporter_name: string
  child_name: string
  body: string
  happened: string
  is_danger: boolean
  /** The child's person, for readers of mentees whose child was chosen and is still there. */
  person: string | null
  /** The names of leads whom the reporter left out */
  not_to: string[]
  steps: {
    id: string
    kind: StepKind | 'opened'
    /** Null for an opening and an acknowledgment */
    body: string | null
    author_name: string
    created_at: string
  }[]
}

/** A concern with its text. Each opening is recorded first; nothing of it stays in memory afterwards. */
export const concernQuery = (concern: string) =>
  queryOptions({
    queryKey: [...all, 'open', concern],
    queryFn: async ({ signal }) => {
      await ask(supabase.rpc('record_concern_opening', { concern }), signal)
      return (await ask(supabase.rpc('open_concern', { concern }), signal)) as unknown as Concern
    },
    gcTime: 0,
  })

export interface Report {
  concern: string
  child_name: string
  /** The person of the child's record */
  child: string | null
  body: string
  happened: string
  is_danger: boolean
  /** Leads who do not get it */
  not_to: string[]
}

/** Returns the number of the concern. */
export const reportConcern = mutationOptions({
  mutationFn: ({ child, ...report }: Report) =>
    ask(supabase.rpc('report_concern', { ...report, ...(child && { child }) })),
  meta: { invalidates: [all] },
})

const done: Record<StepKind, string> = {
  acknowledged: 'Acknowledged',
  note: 'Step added',
  closed: 'Concern closed',
  reopened: 'Concern reopened',
}

export const addStep = mutationOptions({
  mutationFn: (step: { step: string; concern: string; kind: StepKind; body?: string }) =>
    ask(supabase.rpc('add_concern_step', step)),
  onSuccess: (_data, { kind }) => notify({ title: done[kind], tone: 'success' }),
  // After a conflict the page shows what the colleague did.
  onError: (_error, _step, _result, { client }) => client.invalidateQueries({ queryKey: all }),
  meta: { invalidates: [all] },
})

export const setLead = mutationOptions({
  mutationFn: ({ account, is_lead }: { account: string; name: string; is_lead: boolean }) =>
    ask(supabase.rpc('set_safeguarding_lead', { account, is_lead })),
  onSuccess: (_data, { name, is_lead }) =>
    notify({
      title: is_lead
        ? `${name} is a safeguarding lead`
        : `${name} is no longer a safeguarding lead`,
      tone: 'success',
    }),
  meta: { invalidates: [leads, all, resourceKey('change_log')] },
})
