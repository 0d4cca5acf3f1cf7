import { lazy, type ComponentType } from 'react'

const RELOADED = 'reloaded-build'

/**
 * A component whose code is downloaded when it is first shown. Code that is gone because a newer site
 * was published is looked for again by loading the page anew, once; else the nearest boundary says
 * that it failed.
 */
export function lazyComponent<Props>(download: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await download().catch(reloadOnce) }))
}

async function reloadOnce(error: unknown): Promise<never> {
  if (!(await mayReload())) throw error
  window.location.reload()
  return new Promise(() => {})
}

/**
 * Once for each build in this tab, and never where that cannot be remembered; only while the site
 * answers, because a page that cannot be loaded is worse than the one that is there.
 */
async function mayReload(): Promise<boolean> {
  const build = import.meta.url
  try {
    if (sessionStorage.getItem(RELOADED) === build) return false
    await fetch('/', { method: 'HEAD', cache: 'no-store' })
    sessionStorage.setItem(RELOADED, build)
    return true
  } catch {
    return false
  }
}
