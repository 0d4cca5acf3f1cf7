/** The state that the browser keeps between visits. A visit is a session of the browser’s tab. */
export interface SplashHistory {
  visits: number
  /** The visit that last showed the splash. */
  shownAt: number
  /** After how many further visits it is shown again: 3, 4 or 5. */
  interval: number
}

/**
 * Counts a visit: the splash is shown on the first two, and then whenever 3 to 5 visits have passed
 * since the last time, drawn again each time.
 *
 * @param random a number from 0 up to 1, as Math.random gives
 */
export function countVisit(
  history: SplashHistory | null,
  random: () => number,
): { history: SplashHistory; show: boolean } {
  const visits = (history?.visits ?? 0) + 1
  const show = !history || visits <= 2 || visits - history.shownAt >= history.interval
  return {
    show,
    history: show
      ? { visits, shownAt: visits, interval: 3 + Math.floor(random() * 3) }
      : { ...history, visits },
  }
}

const storageKey = 'splash'

/** Whether this is the first load of the tab’s session. Without storage every load is the first. */
export function beginsSession(): boolean {
  try {
    if (sessionStorage.getItem(storageKey)) return false
    sessionStorage.setItem(storageKey, 'shown')
  } catch {
    // The browser stores nothing.
  }
  return true
}

/** Counts this visit. Without storage every visit is like the first. */
export function countThisVisit(): boolean {
  try {
    const { history, show } = countVisit(read(), Math.random)
    localStorage.setItem(storageKey, JSON.stringify(history))
    return show
  } catch {
    return true
  }
}

function read(): SplashHistory | null {
  const stored = JSON.parse(
    localStorage.getItem(storageKey) ?? 'null',
  ) as Partial<SplashHistory> | null
  const { visits, shownAt, interval } = stored ?? {}
  const isWhole = [visits, shownAt, interval].every(Number.isInteger)
  return isWhole ? (stored as SplashHistory) : null
}
