import { isAuthApiError, isAuthWeakPasswordError } from '@supabase/supabase-js'
import { captchaAdvice, isCaptchaFailure } from '@/shared/lib/captcha-failure'
import type { Notice } from '@/shared/ui/notify'

/** The auth service’s message, or a general one for other failures like a lost connection. */
export function authErrorNotice(prefix: string, error: unknown): Notice {
  if (isCaptchaFailure(error)) return { title: captchaAdvice, tone: 'error' }
  if (isAuthApiError(error) || isAuthWeakPasswordError(error)) {
    return { title: `${prefix} ${error.message}`, tone: 'error' }
  }
  console.error(error)
  return { title: 'An unexpected error occurred', tone: 'error' }
}
