import { useState } from 'react'
import type { MutationFunction } from '@tanstack/react-query'
import { env } from '@/shared/config/env'
import { captchaFailure } from '@/shared/lib/captcha-failure'
import { setCaptchaPass } from '@/shared/supabase/public-client'
import { useCaptcha, type Captcha } from '@/shared/ui/use-captcha'

/** A little less than the database's ten minutes. */
const GOOD_FOR_MS = 9 * 60_000
const REQUEST_TIMEOUT_MS = 30_000

type Send<Row> = MutationFunction<void, Row>

interface CaptchaPass {
  widget: Captcha['widget']
  /** Sends each row with its own pass, and repeats that pass when it sends the row again. */
  withPass: <Row extends object>(send: Send<Row>) => Send<Row>
}

const none: CaptchaPass = { widget: null, withPass: (send) => send }

/** The pass that the database asks of a form once a captcha is solved. */
export function useCaptchaPass(): CaptchaPass {
  const useOwn = import.meta.env.VITE_TURNSTILE_SITE_KEY ? usePass : () => none
  return useOwn()
}

function usePass(): CaptchaPass {
  const { widget, token } = useCaptcha()
  const [cached] = useState(() => ({ pass: '', words: '', until: 0 }))
  return {
    widget,
    withPass: (send) => async (row, context) => {
      const words = JSON.stringify(row)
      if (cached.words !== words || cached.until < Date.now()) {
        cached.pass = await verify(await token())
        Object.assign(cached, { words, until: Date.now() + GOOD_FOR_MS })
      }
      setCaptchaPass(row, cached.pass)
      await send(row, context).catch((error: unknown) => {
        // A refused request needs a new pass; an unanswered one may have been stored with this
        // pass.
        if ((error as { code?: string }).code) cached.until = 0
        throw error
      })
      cached.until = 0
    },
  }
}

async function verify(token: string | undefined): Promise<string> {
  const answer = await fetch(`${env.supabaseUrl}/functions/v1/verify-captcha`, {
    method: 'POST',
    body: new URLSearchParams({ token: token ?? '' }),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  })
  if (!answer.ok) throw captchaFailure()
  return ((await answer.json()) as { pass: string }).pass
}
