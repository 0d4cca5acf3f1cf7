import { organisation } from '../../../src/shared/data/organisation.ts'

/** A mail that can never be sent, whoever tries. */
export class Unsendable extends Error {}

/** What each kind of submission is called, and who answers it. */
export const submissions: Record<string, { what: string; who: string; next: string }> = {
  volunteer: {
    what: 'volunteer application',
    who: 'Our volunteer coordinator',
    next: 'We read what you wrote and get in touch with you, to find out together where you would like to help.',
  },
  program: {
    what: 'program application',
    who: 'Our program team',
    next: 'We read your application and call or write to you, to talk about a place and the next steps.',
  },
  partnership: {
    what: 'partnership proposal',
    who: 'Our partnerships team',
    next: 'We look at your proposal together and tell you what we can do, and what we would like to ask.',
  },
  message: {
    what: 'message',
    who: 'Our office',
    next: 'We read your message and write back to this address.',
  },
}

/** As in Friday, November 20 */
export const day = new Intl.DateTimeFormat('en-US', {
  timeZone: organisation.timeZone,
  weekday: 'long',
  month: 'long',
  day: 'numeric',
})

/** A value that must be there. */
export function text(data: Record<string, unknown>, name: string): string {
  const value = data[name]
  if (typeof value !== 'string' || !value) throw new Unsendable(`It has no ${name}.`)
  return value
}
