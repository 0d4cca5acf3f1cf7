import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Entry } from './device-store'
import { logMeeting } from './mentor-queries'
import { sendWaiting, type Sent } from './send-waiting'
import type { Device } from './use-device'

const PAUSE_MS = 30_000

/** Entries whose form is open: they go once it is closed, because the form goes with them. */
export const beingCorrected = new Set<string>()

interface Sending {
  account: string
  device: Device | undefined
  /** The session is known, and of this account. */
  mayGo: boolean
  onSent: (entry: Entry, sent: Sent) => void
}

/**
 * Sends what waits on the device: at once, when the network or the person is back, and every half minute.
 * @returns whether it is sending, whether the last try did not get through, and a function that tries now
 */
export function useSending({ account, device, mayGo, onSent }: Sending) {
  const { mutateAsync } = useMutation(logMeeting)
  const [isSending, setSending] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  /** How often someone asked to send now */
  const [asked, setAsked] = useState(0)
  const isFirst = useRef(true)
  const isBusy = useRef(false)
  const again = useRef(false)

  const sendOne = (entry: Entry): Promise<Sent> =>
    beingCorrected.has(entry.id)
      ? Promise.reject(new Error('It is being corrected.'))
      : mutateAsync(entry)
  const send = useEffectEvent(async () => {
    if (!device || !mayGo) return
    if (isBusy.current) {
      again.current = true
      return
    }
    isBusy.current = true
    setSending(true)
    try {
      do {
        again.current = false
        const withRefused = isFirst.current
        isFirst.current = false
        await onePage(async () => {
          const { store } = device
          const isDone = await sendWaiting({
            store,
            account,
            send: sendOne,
            onSent,
            withRefused,
          })
          setFailed(!isDone)
        })
        await device.refresh()
      } while (again.current)
    } finally {
      isBusy.current = false
      setSending(false)
    }
  })

  const waiting = device?.entries.filter(({ refused }) => refused === undefined).length ?? 0
  const isReady = device !== undefined && mayGo
  useEffect(() => {
    if (!isReady) return
    const now = () => void send()
    now()
    window.addEventListener('online', now)
    document.addEventListener('visibilitychange', now)
    return () => {
      window.removeEventListener('online', now)
      document.removeEventListener('visibilitychange', now)
    }
  }, [isReady])
  useEffect(() => {
    if (!isReady || waiting === 0) return
    const timer = setInterval(() => void send(), PAUSE_MS)
    return () => clearInterval(timer)
  }, [isReady, waiting])

  useEffect(() => {
    if (asked > 0) void send()
  }, [asked])
  return { isSending, hasFailed, sendNow: () => setAsked((times) => times + 1) }
}

/** One tab of the browser sends at a time, so that the order stays. */
async function onePage(act: () => Promise<unknown>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request('meetings', act)
  else await act()
}
