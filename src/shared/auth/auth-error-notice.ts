import { isAuthApiError, isAuthWeakPasswordError } from '@supabase/supabase-js'
import { captchaAdvice, isCaptchaFailure } from '@/shared/lib/captcha-failure'
import type { Notice } from '@/shared/ui/notify'

/** The service's own message for a limit names no time to wait. */
const limits: Record<string, string> = {
  over_email_send_rate_limit: 'no more emails can be sent this hour. Please try again later.',
  over_request_rate_limit: 'too many tries. Please wait a few minutes, then try again.',
}

/** The auth service’s message, or a general one for other failures like a lost connection. */
export function authErrorNotice(prefix: string, error: unknown): Notice {
  if (isCaptchaFailure(error)) return { title: captchaAdvice(), tone: 'error' }
  if (isAuthApiError(error) || isAuthWeakPasswordError(error)) {
    return { title: `${prefix} ${limits[error.code ?? ''] ?? error.message}`, tone: 'error' }
  }
  console.error(error)
  return { title: 'An unexpected error occurred', tone: 'error' }
}
