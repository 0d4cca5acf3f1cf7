import { REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { supabase } from '@/shared/supabase/client'
import { submissionKinds, type SubmissionTable } from './submission-kinds'
import { submissionsKey } from './submissions-queries'

/** Changes that arrive together are fetched together. */
const GATHER_MS = 100

/** Refetches a table's submissions whenever somebody adds or changes one. */
export function useLiveSubmissions(): void {
  const queryClient = useQueryClient()

  useEffect(() => {
    const changed = new Set<SubmissionTable>()
    let timer: number | undefined

    function refetchSoon(table: SubmissionTable) {
      changed.add(table)
      timer ??= window.setTimeout(() => {
        timer = undefined
        for (const each of changed) {
          void queryClient.invalidateQueries({ queryKey: submissionsKey(each) })
        }
        changed.clear()
      }, GATHER_MS)
    }

    const channel = supabase.channel('form-submissions')
    for (const { table } of submissionKinds) {
      channel.on('postgres_changes', { event: '*', schema: 'public', table }, () =>
        refetchSoon(table),
      )
    }
    let joinedBefore = false
    channel.subscribe((status) => {
      if (status !== REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) return
      // What happened while the connection was away came as no event.
      if (joinedBefore) for (const { table } of submissionKinds) refetchSoon(table)
      joinedBefore = true
    })

    function catchUp() {
      if (document.visibilityState === 'hidden') return
      // A connection that was cut without a word is found dead by its next heartbeat.
      if (supabase.realtime.isConnected()) void supabase.realtime.sendHeartbeat()
      else supabase.realtime.connect()
      for (const { table } of submissionKinds) refetchSoon(table)
    }
    window.addEventListener('online', catchUp)

    return () => {
      window.removeEventListener('online', catchUp)
      window.clearTimeout(timer)
      void supabase.removeChannel(channel)
    }
  }, [queryClient])
}
