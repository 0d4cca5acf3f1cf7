import { lazy, type ComponentType } from 'react'

/** For this long after a failure, no sign of intent tries again. */
const PAUSE_MS = 3_000

/**
 * A form that is part of a prerendered page and is hydrated lazily: its code is downloaded at the
 * first sign of intent. Created once for a page, outside of its components.
 */
export class LazyForm<Props extends object = object> {
  /** Suspends until `load` has succeeded. */
  readonly Form: ComponentType<Props>
  #status: 'waiting' | 'loading' | 'failed' | 'failed again' | 'ready' = 'waiting'
  #failedAt = -Infinity
  readonly #listeners = new Set<() => void>()
  #resolve!: (module: { default: ComponentType<Props> }) => void

  /**
   * @param isEager whether to load at once, for example to restore a draft @param room the classes that keep as much room as the form needs, where it is not prerendered
   */
  constructor(
    private readonly download: () => Promise<ComponentType<Props>>,
    readonly isEager: () => boolean = () => false,
    readonly room = '',
  ) {
    const module = new Promise<{ default: ComponentType<Props> }>((resolve) => {
      this.#resolve = resolve
    })
    this.Form = lazy(() => {
      if (import.meta.env.SSR) this.load()
      return module
    })
  }

  /** Downloads the code; after a failure, again. */
  load = () => {
    if (this.#status === 'loading' || this.#status === 'ready') return
    const isRetry = this.hasFailed()
    this.#become('loading')
    this.download().then(
      (Form) => {
        this.#resolve({ default: Form })
        this.#become('ready')
      },
      (error: unknown) => {
        console.error(error)
        this.#failedAt = performance.now()
        this.#become(isRetry ? 'failed again' : 'failed')
      },
    )
  }

  /** The same for a sign of intent, which comes often. */
  loadOnIntent = () => {
    if (performance.now() >= this.#failedAt + PAUSE_MS) this.load()
  }

  status = () => this.#status

  hasFailed = () => this.#status.startsWith('failed')

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #become(status: ReturnType<typeof this.status>) {
    this.#status = status
    for (const listener of this.#listeners) listener()
  }
}
