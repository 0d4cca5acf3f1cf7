declare global {
  interface WindowEventMap {
    /** A read or a write failed; `src/app/report-fault.ts` knows whether by a fault of ours. */
    fault: CustomEvent<unknown>
  }
}

/** For a failed read or write, which was caught and may reach nobody. */
export function noteFault(error: unknown): void {
  console.error(error)
  window.dispatchEvent(new CustomEvent('fault', { detail: error }))
}
