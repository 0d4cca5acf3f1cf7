import type { QueryClient } from '@tanstack/react-query'

/** After this long a browser counts as idle: some have no idle callbacks, and a busy one may never be. */
const IDLE_MS = 2_000

/**
 * Runs a function once no read is under way and the browser is idle.
 * @returns a function that cancels it
 */
export function whenQuiet(queryClient: QueryClient, run: () => void): () => void {
  let cancelIdle: (() => void) | undefined
  const stop = queryClient.getQueryCache().subscribe(check)
  function check() {
    if (cancelIdle || queryClient.isFetching() > 0) return
    stop()
    cancelIdle = whenIdle(run)
  }
  check()
  return () => {
    stop()
    cancelIdle?.()
  }
}

function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, IDLE_MS)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(run, { timeout: IDLE_MS })
  return () => cancelIdleCallback(idle)
}
