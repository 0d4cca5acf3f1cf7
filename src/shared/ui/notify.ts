export interface Notice {
  title: string
  description?: string | undefined
  /** `error` is the specification's "destructive". */
  tone?: 'success' | 'error' | 'info' | undefined
}

type Listener = (notice: Notice) => void

let listener: Listener | null = null
const waiting: Notice[] = []

/**
 * Shows a short message. It knows nothing of how messages are drawn, so that a form can call it
 * without loading that code; a message given before the `Toaster` is there waits for it.
 */
export function notify(notice: Notice): void {
  if (listener) listener(notice)
  else waiting.push(notice)
}

/** For the `Toaster`: takes over what waits and all that follows, until the returned call. */
export function receiveNotices(next: Listener): () => void {
  listener = next
  for (const notice of waiting.splice(0)) next(notice)
  return () => {
    if (listener === next) listener = null
  }
}
