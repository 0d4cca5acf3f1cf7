import { formatDay } from '@/shared/lib/format-date'
import { rpcQuery, type RpcRow } from '@/shared/supabase/ask'

/** Begins the keys of absences. */
export const coversKey = ['covers']

/** Who is away today or later, and who covers. */
export type Cover = RpcRow<'covers'>

/** Today's and later absences, earliest first; none for accounts that are no staff. */
export const coversQuery = rpcQuery<'covers', Cover[]>(
  coversKey,
  'covers',
  {},
  { staleTime: 60_000 },
)

/** A colleague whom the user covers today, with what of theirs the user may read. */
export type Covering = RpcRow<'covering'>

export const coveringQuery = rpcQuery<'covering', Covering[]>(
  coversKey,
  'covering',
  {},
  { staleTime: 60_000 },
)

/** Behind the name of an account that is away today: " (away until Dec 3, 2026, covered by Ada)"; else empty. */
export function awayInWords(covers: readonly Cover[] | undefined, account: string): string {
  const away = covers?.find(({ account_id, is_now }) => is_now && account_id === account)
  return away ? ` (away until ${formatDay(away.ends_on)}, covered by ${away.cover})` : ''
}
