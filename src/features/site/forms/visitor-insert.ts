import { mutationOptions, type MutationMeta } from '@tanstack/react-query'
import type { Database } from '@/shared/supabase/database.types'
import { submitAsVisitor } from '@/shared/supabase/public-client'

type Tables = Database['public']['Tables']

/** Stores what a visitor sent as a row of a table; `meta` has the messages. */
export const visitorInsert = <Name extends keyof Tables>(table: Name, meta: MutationMeta) =>
  mutationOptions({
    mutationFn: (row: Tables[Name]['Insert']) =>
      submitAsVisitor(row, (client) => client.from(table).insert(row as never)),
    meta,
  })
