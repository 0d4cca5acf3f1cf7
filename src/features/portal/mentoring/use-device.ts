import { useCallback, useEffect, useState } from 'react'
import { noteWaiting } from '@/shared/lib/waiting-meetings'
import { isSharedComputer } from '@/shared/supabase/shared-session'
import {
  briefStore,
  openStore,
  type DeviceStore,
  type Entry,
  type KnownMatch,
} from './device-store'

export interface Device {
  store: DeviceStore
  entries: readonly Entry[]
  known: readonly KnownMatch[]
  /** Reads the store again. */
  refresh: () => Promise<void>
}

/** What the page of a shared computer keeps until it is left */
let ofPage: DeviceStore | undefined

const storeOf = (): Promise<DeviceStore> =>
  isSharedComputer() ? Promise.resolve((ofPage ??= briefStore())) : openStore()

/** What the device keeps for an account; undefined until it is read. */
export function useDevice(account: string): Device | undefined {
  const [read, setRead] = useState<Omit<Device, 'refresh'> & { account: string }>()

  const load = useCallback(
    async (store: DeviceStore) => {
      const [entries, known] = await Promise.all([store.entries(account), store.matches(account)])
      setRead({ account, store, entries, known })
      if (store.isLasting) noteWaiting(entries.length)
    },
    [account],
  )
  useEffect(() => {
    let isGone = false
    void storeOf().then((store) => {
      if (!isGone) void load(store)
    })
    return () => {
      isGone = true
    }
  }, [load])

  const store = read?.store
  const refresh = useCallback(async () => {
    if (store) await load(store)
  }, [store, load])
  return read?.account === account ? { ...read, refresh } : undefined
}
