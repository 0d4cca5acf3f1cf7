import { release } from './replay-clicks'

const interactions = ['pointerdown', 'touchstart', 'keydown', 'focusin']

/**
 * Calls `start` once: at the next interaction, or when the connection returns.
 *
 * @returns stops waiting
 */
export function waitForIntent(start: () => void): () => void {
  const events = [...interactions, 'online']
  function stop() {
    for (const event of events) removeEventListener(event, first, true)
  }
  function first() {
    stop()
    start()
  }
  for (const event of events) addEventListener(event, first, { capture: true, passive: true })
  return stop
}

let hasFailedBefore = false

/**
 * A script of a prerendered page failed to load: says so beside each waiting button, and calls
 * `retry` when the connection returns, when one of these buttons is pressed, or at an interaction
 * after three seconds, so that no event of the failed try counts.
 */
export function retryLater(retry: () => void): void {
  for (const button of document.querySelectorAll('[type=submit][data-waiting]')) {
    button.insertAdjacentHTML(
      'afterend',
      `<p role="alert" class="w-full font-semibold text-danger">Part of this page could not be loaded, so this cannot be sent yet. Please check your connection. We try again as soon as it is back. What you typed is still here.${
        // A browser may remember a failed import as long as the page lives.
        hasFailedBefore ? ' If your connection works, copy it, then reload the page.' : ''
      }</p>`,
    )
    if (button.ariaBusy) button.scrollIntoView({ block: 'center' })
  }
  release()
  hasFailedBefore = true
  const signs = ['online', 'pressed']
  const ignore = () => {
    for (const sign of signs) removeEventListener(sign, again)
  }
  function again() {
    ignore()
    clearTimeout(pause)
    for (const told of document.querySelectorAll('[data-waiting] + [role=alert]')) told.remove()
    retry()
  }
  for (const sign of signs) addEventListener(sign, again)
  const pause = setTimeout(() => {
    ignore()
    waitForIntent(again)
  }, 3000)
}
