import { REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ResourceTable } from '@/shared/resource/define-resource'
import { resourceKey } from '@/shared/resource/resource-queries'
import { supabase } from '@/shared/supabase/client'
import { submissionLists } from './submission-lists'

/** Changes that arrive together are fetched together. */
const GATHER_MS = 100

/** Refetches a table's submissions whenever somebody adds or changes one. */
export function useLiveSubmissions(): void {
  const queryClient = useQueryClient()

  useEffect(() => {
    const changed = new Set<ResourceTable>()
    let timer: number | undefined

    function refetchSoon(table: ResourceTable) {
      changed.add(table)
      timer ??= window.setTimeout(() => {
        timer = undefined
        for (const each of changed) {
          void queryClient.invalidateQueries({ queryKey: resourceKey(each) })
        }
        changed.clear()
      }, GATHER_MS)
    }

    const channel = supabase.channel('form-submissions')
    for (const { table } of submissionLists) {
      channel.on('postgres_changes', { event: '*', schema: 'public', table }, () =>
        refetchSoon(table),
      )
    }
    let joinedBefore = false
    channel.subscribe((status) => {
      if (status !== REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) return
      // What happened without a connection came as no event; what is not read yet is read anyway.
      for (const { table } of submissionLists) {
        const read = queryClient.getQueriesData({ queryKey: resourceKey(table) })
        if (joinedBefore || read.some(([, data]) => data !== undefined)) refetchSoon(table)
      }
      joinedBefore = true
    })

    // A connection that died without a word, as in a computer that slept, is found by its heartbeat.
    function revive() {
      if (supabase.realtime.isConnected()) void supabase.realtime.sendHeartbeat()
      else supabase.realtime.connect()
    }
    function catchUp() {
      revive()
      for (const { table } of submissionLists) refetchSoon(table)
    }
    function reviveWhenSeen() {
      if (document.visibilityState === 'visible') revive()
    }
    window.addEventListener('online', catchUp)
    document.addEventListener('visibilitychange', reviveWhenSeen)

    return () => {
      window.removeEventListener('online', catchUp)
      document.removeEventListener('visibilitychange', reviveWhenSeen)
      window.clearTimeout(timer)
      void supabase.removeChannel(channel)
    }
  }, [queryClient])
}
