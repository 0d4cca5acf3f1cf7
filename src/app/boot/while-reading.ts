/** Calls `look` now and whenever the browser has read a part of the document, until it has read all of it. */
export function whileReading(look: () => void): void {
  look()
  const observer = new MutationObserver(look)
  observer.observe(document, { childList: true, subtree: true })
  addEventListener('DOMContentLoaded', () => {
    look()
    observer.disconnect()
  })
}
