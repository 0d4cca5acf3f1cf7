import { isAuthApiError, isAuthWeakPasswordError } from '@supabase/supabase-js'
import { captchaAdvice, isCaptchaFailure } from '@/shared/lib/captcha-failure'
import type { Notice } from '@/shared/ui/notify'

const mailsUsedUp = 'no more emails can be sent this hour. Please try again later.'

/** The auth service’s message, or a general one for other failures like a lost connection. */
export function authErrorNotice(prefix: string, error: unknown): Notice {
  if (isCaptchaFailure(error)) return { title: captchaAdvice, tone: 'error' }
  if (isAuthApiError(error) || isAuthWeakPasswordError(error)) {
    const used = 'code' in error && error.code === 'over_email_send_rate_limit'
    return { title: `${prefix} ${used ? mailsUsedUp : error.message}`, tone: 'error' }
  }
  console.error(error)
  return { title: 'An unexpected error occurred', tone: 'error' }
}
