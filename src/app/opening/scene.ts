import { countThisVisit } from './splash-rule'

export type Scene = 'splash' | 'intro' | null

/** What lies over the page now. It belongs to one load of the app, not to a component. */
let scene: Scene = null
let isFirstView = true
let introIsDue = true
const listeners = new Set<() => void>()

function show(next: Scene): void {
  if (next === 'intro') introIsDue = false
  scene = next
  for (const listener of listeners) listener()
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function currentScene(): Scene {
  return scene
}

/** Begins what is due when a public page is opened; nothing where motion is unwelcome. */
export function viewPage(isHome: boolean): void {
  const splashIsDue = isFirstView && countThisVisit()
  isFirstView = false
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  if (splashIsDue) show('splash')
  else if (scene === null && isHome && introIsDue) show('intro')
}

/** Ends the scene; the intro follows the splash on the home page. */
export function endScene(isHome: boolean): void {
  show(scene === 'splash' && isHome && introIsDue ? 'intro' : null)
}
