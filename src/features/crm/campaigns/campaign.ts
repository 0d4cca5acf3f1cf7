import type { Tables } from '@/shared/supabase/database.types'

type Stored = Tables<'email_campaigns'>

/** As the list reads it; its panel reads the text too. */
export type Campaign = Pick<
  Stored,
  'id' | 'name' | 'subject' | 'target_audience' | 'status' | 'scheduled_at'
> &
  Partial<Pick<Stored, 'content' | 'name_fallback'>>
