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
  if (!isAnswer || typeof message !== 'string' || !message) return undefined
  return isOfPostgres(message) ? (plainly[code] ?? 'The server could not do this.') : message
}

/** Postgres begins its messages with a small letter, and the functions of the database theirs with a capital. */
const isOfPostgres = (message: string) => /^[a-z]/.test(message)

/** By SQLSTATE */
const plainly: Record<string, string> = {
  '22001': 'This text is too long to be stored',
  '23502': 'This must not be left empty',
  '23503': 'Something that this belongs to, or that belongs to this, was changed meanwhile.',
  '23505': 'Someone else already has this value',
  '23514': 'This value cannot be stored',
  '42501': 'You may not do this.',
  '57014': 'This took too long. Please try again.',
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

/** The same with the backend's own words after the plain sentence, where they are technical. */
export function failureInFull(error: Error) {
  const { title, description } = failureAsSaid(error)
  const { message } = error
  const isTechnical = backendMessage(error) !== undefined && isOfPostgres(message)
  return {
    title,
    description: isTechnical
      ? `${description.replace(/\.?$/, '.')} The server’s words: ${message}`
      : description,
  }
}
