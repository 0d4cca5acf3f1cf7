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

/** `private.limit_submissions` answers 429 with "Try again in 437 seconds." */
function pause(error: Error): string | undefined {
  const { code, details } = error as Partial<PostgrestError>
  if (code !== '429') return undefined
  const seconds = Number(/\d+/.exec(details ?? '')?.[0] ?? 600)
  const minutes = Math.ceil(seconds / 60)
  return `This form has been sent several times. It can be sent again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
}
