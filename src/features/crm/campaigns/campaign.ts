import { giftFieldsIn } from '@/shared/mail/campaign-fields'
import type { Tables } from '@/shared/supabase/database.types'

type Stored = Tables<'email_campaigns'>

/** As the list reads it; its panel reads the text too. */
export type Campaign = Pick<
  Stored,
  'id' | 'name' | 'subject' | 'target_audience' | 'status' | 'scheduled_at'
> &
  Partial<Pick<Stored, 'content' | 'name_fallback'>>

/** Whom a campaign reaches: those of its audience who have what its text says of them. */
export const reachOf = ({ target_audience, ...text }: Campaign) => ({
  audience: target_audience,
  fields: giftFieldsIn(text),
})
