const BEFORE_STEP = 'beforestep'

/**
 * Lets a page stop Back and Forward before the router hears of them. A browser calls listeners of
 * `popstate` in their order, so this comes before the router is drawn.
 */
export function announceSteps(): void {
  addEventListener('popstate', (event) => {
    const isOn = dispatchEvent(new Event(BEFORE_STEP, { cancelable: true }))
    if (!isOn) event.stopImmediatePropagation()
  })
}

/** Calls this at each step in the history; preventing the event's default hides it from the router. */
export function beforeSteps(listener: (event: Event) => void): () => void {
  addEventListener(BEFORE_STEP, listener)
  return () => removeEventListener(BEFORE_STEP, listener)
}
