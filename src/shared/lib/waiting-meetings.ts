/*
 * How many meetings an account of this browser logged and did not send yet. Its own file, because signing out asks
 * for it on every page.
 */

const KEY = 'waiting-meetings'

export function noteWaiting(count: number): void {
  try {
    if (count > 0) localStorage.setItem(KEY, String(count))
    else localStorage.removeItem(KEY)
  } catch {
    // Without storage nothing waits longer than its page, which asks too.
  }
}

export function hasWaiting(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}
