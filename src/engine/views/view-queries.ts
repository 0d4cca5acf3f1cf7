import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { supabase } from '@/shared/supabase/client'
import { ask, rpcQuery, type RpcRow } from '@/shared/supabase/ask'
import { failureTitled } from '@/shared/supabase/backend-message'
import type { Json, Tables } from '@/shared/supabase/database.types'
import { expectRow } from '../core/row-changes'
import type { ViewState } from './view-state'

/** Names the open view in the address; what it shows is applied once for each visit. */
export const VIEW_PARAM = 'saved'

/** Begins the keys of all queries on views. */
const viewsKey = ['views'] as const

export interface SavedView extends Pick<
  Tables<'saved_views'>,
  'id' | 'owner_id' | 'table_name' | 'list' | 'name' | 'is_shared'
> {
  state: ViewState
  is_pinned: boolean
  is_weekly: boolean
}

/**
 * The views of a list that the user may open, by name, with the user's pin and weekly email of
 * each.
 */
export const viewsQuery = (list: string) =>
  queryOptions({
    queryKey: [...viewsKey, 'of', list],
    queryFn: async ({ signal }): Promise<SavedView[]> => {
      const rows = await ask(
        supabase
          .from('saved_views')
          .select('id,owner_id,table_name,list,name,is_shared,state,view_uses(is_pinned,is_weekly)')
          .eq('list', list)
          .order('name')
          .order('id'),
        signal,
      )
      return rows.map(({ view_uses: [use], state, ...view }) => ({
        ...view,
        state: state as ViewState,
        is_pinned: use?.is_pinned ?? false,
        is_weekly: use?.is_weekly ?? false,
      }))
    },
    staleTime: 30_000,
  })

/** All staff, by name. */
export const staffQuery = rpcQuery(['staff'], 'task_assignees', {}, { staleTime: 5 * 60_000 })

/** `total` is null for a view that no longer works; `MOST_COUNTED` and one more means more. */
export type PinnedView = RpcRow<'pinned_views', 'total'>

/** The views in the user's menu with their numbers, in one request. */
export const pinnedViewsQuery = rpcQuery<'pinned_views', PinnedView[]>(
  [...viewsKey, 'pinned'],
  'pinned_views',
  {},
  { staleTime: 30_000, refetchInterval: 120_000 },
)

const invalidates = [viewsKey]

/** Adds a view under the id that it has: a retry stores it once. */
export const saveView = mutationOptions({
  mutationFn: ({ is_pinned: pinned, is_weekly: weekly, ...view }: Omit<SavedView, 'owner_id'>) =>
    ask(supabase.rpc('save_view', { view: view as unknown as Json, pinned, weekly })),
  meta: { invalidates },
})

type Change = Partial<Pick<SavedView, 'name' | 'is_shared' | 'state'>>

/** Saves the user's own view again. */
export const changeView = mutationOptions({
  mutationFn: async ({ id, ...change }: Change & { id: string }) => {
    const { state, ...values } = change
    await expectRow(
      supabase
        .from('saved_views')
        .update({ ...values, ...(state && { state: state as unknown as NonNullable<Json> }) })
        .eq('id', id)
        .select('id'),
    )
  },
  meta: { invalidates },
})

/** Pins a view to the user's menu, or switches the user's weekly email. */
export const changeUse = mutationOptions({
  mutationFn: (use: { view: string; pinned?: boolean; weekly?: boolean }) =>
    ask(supabase.rpc('use_view', use)),
  meta: { invalidates, failure: failureTitled('Not saved') },
})

export const deleteView = mutationOptions({
  mutationFn: (id: string) =>
    expectRow(supabase.from('saved_views').delete().eq('id', id).select('id')),
  meta: {
    invalidates,
    success: { title: 'View deleted' },
    failure: failureTitled('Not deleted'),
  },
})
