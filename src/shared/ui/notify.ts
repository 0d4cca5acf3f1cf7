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

interface Listener {
  show: (notice: Notice) => void
  dismiss: (id: string) => void
}

let listener: Listener | null = null
let waiting: Notice[] = []

/**
 * Shows a short message. It does not import the toaster, so that a page can call it without that
 * code; a message waits until a toaster is mounted.
 */
export function notify(notice: Notice): void {
  if (listener) listener.show(notice)
  else waiting.push(notice)
}

/** Removes a message whose reason is over, if it still shows. */
export function dismissNotice(id: string): void {
  waiting = waiting.filter((notice) => notice.id !== id)
  listener?.dismiss(id)
}

/**
 * For the toaster: passes on waiting and later messages.
 *
 * @returns a function that stops it
 */
export function receiveNotices(
  show: Listener['show'],
  dismiss: Listener['dismiss'] = () => {},
): () => void {
  const next = { show, dismiss }
  listener = next
  for (const notice of waiting.splice(0)) show(notice)
  return () => {
    if (listener === next) listener = null
  }
}
