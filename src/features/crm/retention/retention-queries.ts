import { mutationOptions } from '@tanstack/react-query'
import { periodInWords } from '@/shared/data/retention'
import { resourceKey } from '@/engine/core/resource-queries'
import { supabase } from '@/shared/supabase/client'
import { ask, rpcQuery, type RpcRow } from '@/shared/supabase/ask'
import { notify } from '@/shared/ui/notify'

const all = ['retention']

/** Its `last_run_at` is null before the first run. */
export type Rule = RpcRow<'retention_rules', 'last_run_at' | 'last_rows' | 'failed_at' | 'error'>

/** `oldest` and `newest` are null where nothing is due. */
export type Due = RpcRow<'retention_due', 'oldest' | 'newest'>

export const rulesQuery = rpcQuery<'retention_rules', Rule[]>(all, 'retention_rules', {})

/** What all rules would delete now. */
export const dueQuery = rpcQuery<'retention_due', Due[]>(all, 'retention_due', {})

/** What one rule would delete now with another period. */
export const dueIfQuery = (rule: string, kept: number) =>
  rpcQuery<'retention_due', Due[]>(all, 'retention_due', { of_rule: rule, if_kept: kept })

export const changePeriod = mutationOptions({
  mutationFn: ({ rule, kept }: { rule: Rule; kept: number }) =>
    ask(
      supabase.rpc('change_retention', {
        of_rule: rule.rule,
        to_kept: kept,
        from_kept: rule.kept,
      }),
    ),
  onSuccess: (_data, { rule, kept }) =>
    notify({
      title: `${rule.title}: kept for ${periodInWords(kept, rule.unit)} from tomorrow`,
      tone: 'success',
    }),
  // After a conflict the dialog continues from the colleague’s value.
  onError: (_error, _variables, _result, { client }) => client.invalidateQueries({ queryKey: all }),
  meta: { invalidates: [all, resourceKey('change_log')] },
})
