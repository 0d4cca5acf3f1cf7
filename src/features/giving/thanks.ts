import type { Tables } from '@/shared/supabase/database.types'

export type Thanks = Pick<Tables<'donors'>, 'id' | 'last_gift_at' | 'thanked_until' | 'thanks'>

/** As the list shows it: ahead of the column `thanks` while a change is on its way. */
export function isThanked({
  thanked_until,
  last_gift_at,
}: Pick<Thanks, 'thanked_until' | 'last_gift_at'>): boolean {
  return thanked_until !== null && Date.parse(thanked_until) >= Date.parse(last_gift_at)
}
