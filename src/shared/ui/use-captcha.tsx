import { useState, type ReactNode } from 'react'
import { captchaFailure } from '../lib/captcha-failure'
import type { Challenge } from './turnstile'

export interface Captcha {
  /**
   * Goes into the form that it watches. It takes up space only when it asks the visitor something.
   */
  widget: ReactNode
  /**
   * A token, good for one request; undefined where there is no captcha.
   *
   * @throws captchaFailure
   */
  token: () => Promise<string | undefined>
}

const none: Captcha = { widget: null, token: () => Promise.resolve(undefined) }

/** The captcha of a form, downloaded when the form gets the focus. */
export function useCaptcha(): Captcha {
  // The build inserts the key; without one, pages contain no captcha code.
  const useWidget = import.meta.env.VITE_TURNSTILE_SITE_KEY ? useTurnstile : () => none
  return useWidget()
}

function useTurnstile(): Captcha {
  const [{ attach, token }] = useState(createTurnstile)
  return { widget: <div ref={attach} style={{ position: 'absolute' }} />, token }
}

function createTurnstile() {
  let container: HTMLElement | undefined
  let challenge: Promise<Challenge> | undefined

  async function start(): Promise<Challenge> {
    const own = (challenge ??= import('./turnstile').then(({ startChallenge }) => {
      if (!container) throw captchaFailure()
      return startChallenge(container, import.meta.env.VITE_TURNSTILE_SITE_KEY!)
    }))
    return own.catch(() => {
      if (challenge === own) challenge = undefined
      throw captchaFailure()
    })
  }
  // The form shows the failure when it is sent.
  const begin = () => void start().catch(() => {})

  return {
    attach: (element: HTMLDivElement) => {
      container = element
      const form = element.closest('form')
      // A form hydrates when it gets the focus.
      if (form?.contains(document.activeElement)) begin()
      form?.addEventListener('focusin', begin)
      return () => {
        form?.removeEventListener('focusin', begin)
        void challenge?.then((it) => it.remove()).catch(() => {})
        container = challenge = undefined
      }
    },
    token: async () => (await start()).token(),
  }
}
