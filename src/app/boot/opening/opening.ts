import { whileReading } from '../while-reading'
import { beginsSession, countThisVisit } from './splash-rule'

export const FADE_MS = { home: 800, other: 400 }
/** At most; a page can be used after 1.2 seconds. */
const SHOWN_MS = { home: 1_200, other: 800 }
/** After a later first paint, nothing covers the page. */
const SLOW_LINE_MS = 1_000
/** The video lasts 1.3 seconds. */
const PLAYBACK_RATE = 1.5
/** A video that has not begun by then could not end in time. */
const PATIENCE_MS = 400

const skips = ['click', 'keydown', 'wheel', 'touchmove']

/**
 * Covers the first public page of a session for a moment: on some visits with the splash, on the
 * home page with the intro video. It starts with the first paint (`OpeningCover` is part of the
 * page's HTML) or not at all. The page beneath is inert meanwhile. There is no opening with reduced
 * motion or after a late first paint.
 */
export function startOpening(isHome: boolean): void {
  if (!beginsSession()) return
  const splashIsDue = countThisVisit()
  if (!splashIsDue && !isHome) return
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return

  const kind = isHome ? 'home' : 'other'
  const { dataset } = document.documentElement
  let app: HTMLElement | null = null
  dataset.opening = 'shown'
  for (const skip of skips) addEventListener(skip, leave, { passive: true })
  // The first frame waits for the styles.
  requestAnimationFrame(() => {
    if (performance.now() <= SLOW_LINE_MS) return
    release()
    delete dataset.opening
  })

  whileReading(() => {
    if (app || dataset.opening !== 'shown') return
    app = document.getElementById('root')
    if (!app) return
    app.inert = true
    const video = document.querySelector<HTMLVideoElement>('#opening video')
    if (video) video.preload = 'auto'
    // Once it is painted.
    requestAnimationFrame(() => {
      if (dataset.opening !== 'shown') return
      setTimeout(leave, SHOWN_MS[kind])
      if (video) play(video)
    })
  })

  function play(video: HTMLVideoElement) {
    function giveWay() {
      if (splashIsDue) video.remove()
      else leave()
    }
    video.onended = leave
    video.playbackRate = PLAYBACK_RATE
    video.play().catch(giveWay)
    setTimeout(() => {
      if (video.currentTime === 0) giveWay()
    }, PATIENCE_MS)
  }

  function leave() {
    if (dataset.opening !== 'shown') return
    dataset.opening = 'leaving'
    release()
    setTimeout(() => delete dataset.opening, FADE_MS[kind])
  }

  function release() {
    for (const skip of skips) removeEventListener(skip, leave)
    if (app) app.inert = false
  }
}
