import { lazy, type ComponentType } from 'react'

/**
 * A form whose HTML is part of a prerendered page, and whose code is downloaded when somebody turns to
 * it: whoever only reads the page is spared what sending takes. Made once for a page, outside of its
 * components.
 */
export class LateForm {
  /** Suspends until `load` was called and has succeeded. */
  readonly Form: ComponentType
  #status: 'waiting' | 'loading' | 'failed' | 'ready' = 'waiting'
  readonly #listeners = new Set<() => void>()
  #resolve!: (module: { default: ComponentType }) => void

  /** @param isWantedAtOnce whether somebody has turned to the form before, as when a draft is kept */
  constructor(
    private readonly download: () => Promise<ComponentType>,
    readonly isWantedAtOnce: () => boolean = () => false,
  ) {
    const module = new Promise<{ default: ComponentType }>((resolve) => {
      this.#resolve = resolve
    })
    this.Form = lazy(() => {
      if (import.meta.env.SSR) this.load()
      return module
    })
  }

  /** Starts the download; after a failure it starts anew. */
  load = () => {
    if (this.#status === 'loading' || this.#status === 'ready') return
    this.#become('loading')
    this.download().then(
      (Form) => {
        this.#resolve({ default: Form })
        this.#become('ready')
      },
      (error: unknown) => {
        console.error(error)
        this.#become('failed')
      },
    )
  }

  status = () => this.#status

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #become(status: 'loading' | 'failed' | 'ready') {
    this.#status = status
    for (const listener of this.#listeners) listener()
  }
}
