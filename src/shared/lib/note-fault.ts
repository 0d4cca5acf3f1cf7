declare global {
  interface WindowEventMap {
    /** A read or a write failed; `src/app/report-fault.ts` knows whether it is our fault. */
    fault: CustomEvent<unknown>
  }
}

/** For a failed read or write that was caught and may reach nobody. */
export function noteFault(error: unknown): void {
  console.error(error)
  window.dispatchEvent(new CustomEvent('fault', { detail: error }))
}
