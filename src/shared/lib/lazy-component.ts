import { lazy, type ComponentType } from 'react'

const RELOADED = 'reloaded-build'

/** The address whose prerendered HTML the app takes over */
let prerendered: string | undefined

declare global {
  interface WindowEventMap {
    /** The code of a prerendered page did not load: `src/boot.ts` says so and tries again. */
    missing: CustomEvent<() => void>
  }
}

/** The HTML of this page stays, with any typing, until the page's own code has loaded. */
export function keepPrerendered(): void {
  prerendered = window.location.pathname
}

/** A component whose code `load` downloads ahead of time: once loaded, nothing waits for it. */
export type Loadable<Props> = ComponentType<Props> & { load: () => Promise<void> }

/**
 * `React.lazy` that survives a deployment: when its chunk is gone, the page is reloaded once. If
 * that does not help, the nearest error boundary says so. A prerendered page waits for its chunk.
 */
export function lazyComponent<Props>(
  download: () => Promise<ComponentType<Props>>,
): Loadable<Props> {
  let loaded: ComponentType<Props> | undefined
  const load = (): Promise<ComponentType<Props>> =>
    download().catch(async (error: unknown) => {
      if (!prerendered || prerendered !== window.location.pathname) return reloadOnce(error)
      await new Promise<void>((retry) => {
        window.dispatchEvent(new CustomEvent('missing', { detail: retry }))
      })
      return load()
    })
  const get = async () => {
    loaded ??= await load()
    prerendered = undefined
    return { default: loaded }
  }
  const Component = lazy(() => (loaded ? atOnce({ default: loaded }) : get()))
  return Object.assign(Component as unknown as ComponentType<Props>, {
    load: async () => void (await get()),
  })
}

/** Resolves before React asks a second time, so that React shows no fallback. */
const atOnce = <Value>(value: Value) =>
  ({ then: (resolve: (value: Value) => void) => resolve(value) }) as Promise<Value>

/** The same for a module that exports one component: `lazyModule(() => import('./home-page'))`. */
export const lazyModule = <Props extends object>(
  download: () => Promise<Record<string, ComponentType<Props>>>,
) => lazyComponent(async () => Object.values(await download())[0]!)

async function reloadOnce(error: unknown): Promise<never> {
  if (!(await mayReload())) throw error
  window.location.reload()
  return new Promise(() => {})
}

/**
 * Once for each build and tab. Not where storage is blocked, which could reload forever, and not
 * while the site is unreachable, which would replace the page with the browser's error.
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
