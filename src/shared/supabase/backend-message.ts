import { isAuthApiError, isAuthWeakPasswordError } from '@supabase/supabase-js'

/**
 * The backend's message about a refused request; undefined without one, such as when it was not
 * reached.
 */
export function backendMessage(error: unknown): string | undefined {
  if (isAuthApiError(error) || isAuthWeakPasswordError(error)) return error.message
  // A request that was not answered has no code, or the number of a DOMException.
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  const isAnswer = typeof code === 'string' && code !== ''
  return isAnswer && typeof message === 'string' && message ? message : undefined
}

/** The same in every case: also for a request that was not answered. */
export function failureText(error: unknown): string {
  return backendMessage(error) ?? 'The server could not be reached. Please try again.'
}

/** A toast that quotes the backend under a title. */
export const failureTitled = (title: string) => (error: Error) => ({
  title,
  description: failureText(error),
})

export const failureAsSaid = failureTitled('Error')
