/** Calls `look` now and each time the browser has read more of the document, until its end. */
export function whileReading(look: () => void): void {
  look()
  const observer = new MutationObserver(look)
  observer.observe(document, { childList: true, subtree: true })
  addEventListener('DOMContentLoaded', () => {
    look()
    observer.disconnect()
  })
}
