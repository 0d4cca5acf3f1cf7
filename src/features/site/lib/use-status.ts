import { useCallback, useEffect, useRef, useState } from 'react'
import type { Database } from '@/shared/supabase/database.types'
import { askAsVisitor } from './ask-as-visitor'

type Functions = Database['public']['Functions']

export type Status = Functions['submission_stage']['Returns'][number] & {
  messages: Functions['status_messages']['Returns']
}

interface Loaded {
  /** Null for an invalid token. */
  status?: Status | null
  /** The last read failed; earlier data stays. */
  error?: Error
}

/**
 * The status of a token's submission, refetched when the visitor returns to the page.
 */
export function useStatus(token: string | undefined): Loaded & { reload: () => Promise<void> } {
  const [loaded, setLoaded] = useState<Loaded>({})
  const latest = useRef(0)

  const reload = useCallback(async () => {
    if (typeof token !== 'string') return
    latest.current += 1
    const current = latest.current
    const result = await read(token).then(
      (status): Loaded => ({ status }),
      (error: unknown): Loaded => ({ error: error as Error }),
    )
    if (current === latest.current)
      setLoaded((before) => (result.error ? { ...before, ...result } : result))
  }, [token])

  useEffect(() => {
    const listener = () => void reload()
    listener()
    window.addEventListener('focus', listener)
    window.addEventListener('online', listener)
    return () => {
      window.removeEventListener('focus', listener)
      window.removeEventListener('online', listener)
    }
  }, [reload])

  return { ...loaded, reload }
}

async function read(token: string): Promise<Status | null> {
  if (!token) return null
  const [[stage], messages] = await Promise.all([
    askAsVisitor((client) => client.rpc('submission_stage', { token })),
    askAsVisitor((client) => client.rpc('status_messages', { token })),
  ])
  return stage ? { ...stage, messages } : null
}

/** The reason for a failure, for the visitor. */
export function failureText(error: Error): string {
  if ((error as { code?: string }).code === '429') {
    return 'Too many requests at once. Please try again in a few minutes.'
  }
  return navigator.onLine
    ? 'Something went wrong on our side. Please try again in a moment.'
    : 'You seem to be offline. Please try again once you are back online.'
}
