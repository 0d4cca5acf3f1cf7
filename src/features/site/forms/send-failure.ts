import type { PostgrestError } from '@supabase/postgrest-js'
import { captchaAdvice, isCaptchaFailure } from '@/shared/lib/captcha-failure'

/**
 * The toast of a form that could not be sent: the form's text, and after a 429 how long to wait.
 */
export function sendFailure(title: string, description?: string) {
  return (error: Error) => {
    const texts = [description, pause(error)].filter((text) => text !== undefined)
    return { title, ...(texts.length > 0 && { description: texts.join(' ') }) }
  }
}

interface Circumstances {
  /** `navigator.onLine`, when it failed and now */
  wasOnline: boolean
  isOnline: boolean
  /** The database recognizes a second submission only by its email address. */
  hasEmail: boolean
}

/**
 * The advice beside the form: why it was not sent, if known, and the next step.
 *
 * @returns undefined where nothing is left to do
 */
export function sendAdvice(error: Error, circumstances: Circumstances): string | undefined {
  if (isDuplicate(error)) return undefined
  return `${reason(error, circumstances)} Your text is still here.`
}

/** A unique violation: it is stored already. */
export function isDuplicate(error: Error): boolean {
  return (error as Partial<PostgrestError>).code === '23505'
}

function reason(error: Error, { wasOnline, isOnline, hasEmail }: Circumstances): string {
  const { code } = error as Partial<PostgrestError>
  if (isCaptchaFailure(error)) return captchaAdvice()
  if (code) return pause(error) ?? 'The fault is on our side and may last a few minutes.'
  if (!wasOnline) {
    return isOnline ? 'You’re online again, so it can be sent now.' : 'You seem to be offline.'
  }
  const unknown = 'We got no reply, so it may or may not have arrived.'
  return hasEmail
    ? `${unknown} Sent again unchanged, it won’t arrive twice.`
    : `${unknown} Sent again without an email address, it may arrive twice.`
}

/** `private.limit_submissions` answers 429 with "Try again in 437 seconds." */
function pause(error: Error): string | undefined {
  const { code, details } = error as Partial<PostgrestError>
  if (code !== '429') return undefined
  const seconds = Number(/\d+/.exec(details ?? '')?.[0] ?? 600)
  const minutes = Math.ceil(seconds / 60)
  return `This form has been sent several times. You can send it again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
}
