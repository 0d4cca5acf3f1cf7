export interface Notice {
  title: string
  description?: string | undefined
  /** Replaces the message with the same id. */
  id?: string | undefined
  /** `error` is the specification's "destructive". */
  tone?: 'success' | 'error' | 'info' | undefined
  /** The action of the toast, for example undo. */
  action?: { label: string; onClick: () => void } | undefined
}

type Listener = (notice: Notice) => void

let listener: Listener | null = null
const waiting: Notice[] = []

/**
 * Shows a short message. It does not import the toaster, so that a page can call it without that
 * code; a message waits until a toaster is mounted.
 */
export function notify(notice: Notice): void {
  if (listener) listener(notice)
  else waiting.push(notice)
}

/**
 * For the toaster: passes on the messages that wait, and those that follow.
 *
 * @returns a function that stops it
 */
export function receiveNotices(next: Listener): () => void {
  listener = next
  for (const notice of waiting.splice(0)) next(notice)
  return () => {
    if (listener === next) listener = null
  }
}
