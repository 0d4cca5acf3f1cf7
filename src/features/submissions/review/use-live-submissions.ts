import { REALTIME_SUBSCRIBE_STATES, type RealtimeChannel } from '@supabase/supabase-js'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ResourceTable } from '@/shared/resource/define-resource'
import { resourceKey } from '@/shared/resource/resource-queries'
import { supabase } from '@/shared/supabase/client'
import { submissionLists } from './submission-lists'

/** Changes that arrive together are fetched together. */
const GATHER_MS = 100

/** A channel that the service has ended, as when a token ran out, is joined anew after this. */
const REJOIN_MS = 1_000

/** A channel has one name, so the next page waits until the one before has left it. */
let left: Promise<unknown> = Promise.resolve()

/** Refetches a table's submissions whenever somebody adds or changes one. */
export function useLiveSubmissions(): void {
  const queryClient = useQueryClient()

  useEffect(() => {
    const changed = new Set<ResourceTable>()
    let timer: number | undefined
    let rejoin: number | undefined
    let channel: RealtimeChannel | undefined
    let joinedBefore = false
    let isOver = false

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

    /** What happened while nobody listened came as no event; what is not read yet is read anyway. */
    function refetchMissed() {
      for (const { table } of submissionLists) {
        const read = queryClient.getQueriesData({ queryKey: resourceKey(table) })
        if (joinedBefore || read.some(([, data]) => data !== undefined)) refetchSoon(table)
      }
      joinedBefore = true
    }

    async function listen() {
      await left
      // A private channel is joined with the token of the session.
      await supabase.realtime.setAuth()
      if (isOver) return
      channel = supabase
        .channel('submissions', {
          config: { private: true, broadcast: { replication_ready: true } },
        })
        .on('broadcast', { event: 'changed' }, ({ payload }: { payload?: { table?: string } }) => {
          const list = submissionLists.find(({ table }) => table === payload?.table)
          if (list) refetchSoon(list.table)
        })
        // A service that was asleep hears the database a moment after it has let us in.
        .on('system', {}, ({ status }) => {
          if (status === 'ok') refetchMissed()
        })
        .subscribe((status) => {
          if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) refetchMissed()
          if (status === REALTIME_SUBSCRIBE_STATES.CLOSED && !isOver) {
            rejoin = window.setTimeout(() => void listen(), REJOIN_MS)
          }
        })
    }
    void listen()

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
      isOver = true
      window.removeEventListener('online', catchUp)
      document.removeEventListener('visibilitychange', reviveWhenSeen)
      window.clearTimeout(timer)
      window.clearTimeout(rejoin)
      if (channel) left = supabase.removeChannel(channel)
    }
  }, [queryClient])
}
