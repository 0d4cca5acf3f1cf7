import type { PostgrestError } from '@supabase/postgrest-js'

/**
 * What is said when a form could not be sent: the form's own words, and when the database asked for
 * a pause, how long that is.
 */
export function sendFailure(title: string, description?: string) {
  return (error: Error) => {
    const texts = [description, pause(error)].filter((text) => text !== undefined)
    return { title, ...(texts.length > 0 && { description: texts.join(' ') }) }
  }
}

/**
 * What stays beside the form after that: why, as far as it is known, and what to do.
 *
 * @param isOnline what the browser says of itself
 * @returns undefined where nothing is left to do
 */
export function sendAdvice(error: Error, isOnline: boolean): string | undefined {
  if (isDuplicate(error)) return undefined
  return `${reason(error, isOnline)} What you typed is kept.`
}

/** What is unique is stored already. */
export function isDuplicate(error: Error): boolean {
  return (error as Partial<PostgrestError>).code === '23505'
}

function reason(error: Error, isOnline: boolean): string {
  const { code } = error as Partial<PostgrestError>
  if (code)
    return pause(error) ?? 'The server could not take it. Please try again in a few minutes.'
  if (!isOnline) return 'There is no connection. Please send it again once there is one.'
  return 'No answer came, so we may have received it or not. Please send it again as it is: it will not arrive twice.'
}

/** `private.limit_submissions` answers 429 with "Try again in 437 seconds." */
function pause(error: Error): string | undefined {
  const { code, details } = error as Partial<PostgrestError>
  if (code !== '429') return undefined
  const seconds = Number(/\d+/.exec(details ?? '')?.[0] ?? 600)
  const minutes = Math.ceil(seconds / 60)
  return `This form has been sent several times. It can be sent again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
}
