import { useCallback, useEffect, useRef, useState } from 'react'
import type { ConsentKind } from '@/shared/data/consents'
import { askAsVisitor } from './ask-as-visitor'

export interface ConsentQuestion {
  kind: ConsentKind
  version: number
  words: string
  /** Of the guardian, to this text */
  answer: 'yes' | 'no' | 'withdrawn' | null
  given_at: string | null
}

/** What `consent_request` answers */
export interface ConsentRequest {
  /** First name of the child */
  child: string | null
  until: string
  is_open: boolean
  questions: ConsentQuestion[]
}

interface Loaded {
  /** Null for a link that opens nothing. */
  request?: ConsentRequest | null
  /** The last read failed; earlier data stays. */
  error?: Error
}

/** What a link asks, read again when the guardian returns to the page. */
export function useConsent(token: string | undefined) {
  const [loaded, setLoaded] = useState<Loaded>({})
  const latest = useRef(0)

  const reload = useCallback(async () => {
    if (typeof token !== 'string') return
    latest.current += 1
    const current = latest.current
    const result = await read(token).then(
      (request): Loaded => ({ request }),
      (error: unknown): Loaded => ({ error: error as Error }),
    )
    if (current === latest.current)
      setLoaded((before) => (result.error ? { ...before, ...result } : result))
  }, [token])

  useEffect(() => {
    const listener = () => void reload()
    listener()
    window.addEventListener('focus', listener)
    return () => window.removeEventListener('focus', listener)
  }, [reload])

  /** Stores an answer to the text that was shown; throws a refusal. */
  async function answer({ kind, version }: ConsentQuestion, said: 'yes' | 'no') {
    const request = await askAsVisitor((client) =>
      client.rpc('answer_consent', { token: token ?? '', kind, version, answer: said }),
    )
    latest.current += 1
    setLoaded({ request: request as unknown as ConsentRequest | null })
  }

  return { ...loaded, reload, answer }
}

async function read(token: string): Promise<ConsentRequest | null> {
  if (!token) return null
  const request = await askAsVisitor((client) => client.rpc('consent_request', { token }))
  return request as unknown as ConsentRequest | null
}
