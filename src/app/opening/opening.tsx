import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { IntroVideo } from './intro-video'
import { currentScene, endScene, subscribe, viewPage, type Scene } from './scene'
import { Splash } from './splash'

const sceneOfPrerenderedPages = (): Scene => null

/**
 * What lies over a public page for its first moments: the splash on some visits, then the intro video
 * on the first view of the home page.
 */
export function Opening() {
  const isHome = useLocation().pathname === paths.home
  const scene = useSyncExternalStore(subscribe, currentScene, sceneOfPrerenderedPages)
  const end = useCallback(() => endScene(isHome), [isHome])

  useEffect(() => viewPage(isHome), [isHome])

  if (scene === 'splash') return <Splash onGone={end} />
  if (scene === 'intro' && isHome) return <IntroVideo onGone={end} />
  return null
}
