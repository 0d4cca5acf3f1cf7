import { captchaFailure } from '../lib/captcha-failure'

/** The part of Cloudflare's script that we use. */
interface Turnstile {
  render: (container: HTMLElement, options: object) => string
  reset: (id: string) => void
  remove: (id: string) => void
}

declare global {
  interface Window {
    turnstile?: Turnstile
  }
}

export interface Challenge {
  /** Never the same twice. @throws captchaFailure */
  token: () => Promise<string>
  remove: () => void
}

const address = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'
const LOAD_TIMEOUT_MS = 20_000

let loading: Promise<Turnstile> | undefined

function load(): Promise<Turnstile> {
  if (window.turnstile) return Promise.resolve(window.turnstile)
  loading ??= download().finally(() => (loading = undefined))
  return loading
}

function download(): Promise<Turnstile> {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: address, async: true })
    const fail = () => {
      script.remove()
      reject(captchaFailure())
    }
    const timer = setTimeout(fail, LOAD_TIMEOUT_MS)
    script.addEventListener('error', fail)
    script.addEventListener('load', () => {
      clearTimeout(timer)
      if (window.turnstile) resolve(window.turnstile)
      else fail()
    })
    document.head.append(script)
  })
}

/** Begins to solve a captcha in an element of the page. */
export async function startChallenge(container: HTMLElement, sitekey: string): Promise<Challenge> {
  const turnstile = await load()
  const waiting: { resolve: (token: string) => void; reject: (error: Error) => void }[] = []
  let unused: string | undefined
  /** The widget gives nothing more until it is reset. */
  let isOver = false

  const fail = () => {
    unused = undefined
    isOver = true
    for (const { reject } of waiting.splice(0)) reject(captchaFailure())
    // The caller reports the error, so the widget does not log it.
    return true
  }
  const restart = () => {
    isOver = false
    turnstile.reset(id)
  }
  const id = turnstile.render(container, {
    sitekey,
    appearance: 'interaction-only',
    callback: (token: string) => {
      const next = waiting.shift()
      isOver = next !== undefined
      unused = next ? undefined : token
      next?.resolve(token)
      if (waiting.length > 0) restart()
    },
    // After five minutes; the widget then solves another one.
    'expired-callback': () => {
      unused = undefined
    },
    'error-callback': fail,
    'unsupported-callback': fail,
    'before-interactive-callback': () => {
      container.style.position = ''
    },
    'after-interactive-callback': () => {
      container.style.position = 'absolute'
    },
  })

  return {
    token: () =>
      new Promise((resolve, reject) => {
        if (unused !== undefined) {
          resolve(unused)
          unused = undefined
          isOver = true
          return
        }
        waiting.push({ resolve, reject })
        if (isOver) restart()
      }),
    remove: () => {
      fail()
      turnstile.remove(id)
    },
  }
}
