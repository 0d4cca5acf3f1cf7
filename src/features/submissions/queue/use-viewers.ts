import { REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js'
import { useEffect, useState } from 'react'
import { supabase } from '@/shared/supabase/client'

/** A reviewer who only steps past a submission does not count as a viewer. */
const STAYS_MS = 1_000

/**
 * Shows colleagues that this user has a submission open.
 *
 * @returns the accounts that claim to have it open too
 */
export function useViewers(submissionId: string, account: string): readonly string[] {
  const [viewers, setViewers] = useState<readonly string[]>([])

  useEffect(() => {
    let leave = () => {}
    // supabase-js loses presence tracked twice in one channel, so each submission has its own.
    const timer = window.setTimeout(() => {
      const room = supabase.channel(`submission:${submissionId}`, {
        config: { private: true, presence: { key: crypto.randomUUID() } },
      })
      room
        .on('presence', { event: 'sync' }, () => {
          const present = Object.values(room.presenceState<{ account: string }>()).flat()
          setViewers([...new Set(present.map((viewer) => viewer.account))])
        })
        .subscribe((status) => {
          if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) void room.track({ account })
        })
      leave = () => void supabase.removeChannel(room)
    }, STAYS_MS)
    return () => {
      window.clearTimeout(timer)
      leave()
    }
  }, [submissionId, account])

  return viewers.filter((viewer) => viewer !== account)
}
