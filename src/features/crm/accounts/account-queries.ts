import type { Enums } from '@/shared/supabase/database.types'
import { rpcQuery, selectQuery, type RpcRow } from '@/shared/supabase/ask'
import { supabase } from '@/shared/supabase/client'

/** Begins the keys of what an account may do and has open. */
export const accountPanelKey = ['account-panel']

export interface AccountFacts {
  role: Enums<'app_role'>
  /** Null where it has no role, or it is not known */
  role_since: string | null
  role_by: string | null
  permissions: { name: string; description: string; since: string; by: string | null }[]
  /** Null: never here */
  seen_at: string | null
  has_factor: boolean
  /** Only kinds with some */
  open_work: Partial<Record<WorkKind, number>>
}

export const workKinds = [
  'submissions',
  'tasks',
  'programs',
  'matches',
  'views',
  'campaigns',
] as const
export type WorkKind = (typeof workKinds)[number]

/** What an account may do, when it was here, and what it has open; null if it is gone. */
export const accountFactsQuery = (account: string) =>
  rpcQuery<'account_panel', AccountFacts | null>(accountPanelKey, 'account_panel', { account })

/** Open work and last visit of the accounts on a page. */
export const accountColumnsQuery = (ids: readonly string[]) =>
  rpcQuery<'account_columns', RpcRow<'account_columns', 'seen_at'>[]>(
    [...accountPanelKey, 'columns'],
    'account_columns',
    { ids: [...ids] },
  )

/** The most that the panel lists of one kind */
const MOST_LISTED = 20

/** Open matches that an account supervises or is the deputy for: their programs. */
export const supervisedQuery = (account: string) =>
  selectQuery([...accountPanelKey, 'matches', account], () =>
    supabase
      .from('matches')
      .select('program:programs!matches_program_id_fkey(id,name)')
      .or(`supervisor_id.eq.${account},deputy_id.eq.${account}`)
      .neq('status', 'closed')
      .order('program_id')
      .limit(200),
  )

/** Shared views that an account owns. */
export const ownedViewsQuery = (account: string) =>
  selectQuery([...accountPanelKey, 'views', account], () =>
    supabase
      .from('saved_views')
      .select('id,name,list')
      .eq('owner_id', account)
      .eq('is_shared', true)
      .order('name')
      .limit(MOST_LISTED),
  )
