interface ReceivedKind {
  /** Its name in a sentence. */
  what: string
  who: string
  thanks: string
  /** The next step; `day` is the day on which an answer is due. */
  next: (day: string) => string
}

export const receivedKinds: Record<string, ReceivedKind> = {
  volunteer: {
    what: 'volunteer application',
    who: 'Our volunteer team',
    thanks: 'Thank you for offering your time.',
    next: (day) =>
      `We’ll read what you wrote and get in touch by ${day} to find out together where you’d like to help.`,
  },
  program: {
    what: 'program application',
    who: 'Our program team',
    thanks: 'Thank you for applying.',
    next: (day) =>
      `We’ll read your application and call or write by ${day} to talk about a place and the next steps.`,
  },
  partnership: {
    what: 'partnership proposal',
    who: 'Our partnership team',
    thanks: 'Thank you for your proposal.',
    next: (day) =>
      `We’ll look at it together and tell you by ${day} what we can do and what we’d like to ask.`,
  },
  message: {
    what: 'message',
    who: 'Our office',
    thanks: 'Thank you for your message.',
    next: (day) => `We’ll read it and write back to this address by ${day}.`,
  },
  registration: {
    what: 'registration',
    who: 'Our program team',
    thanks: 'You’re registered.',
    next: (day) =>
      `By ${day} we’ll confirm your place by email. Before the program begins, we’ll send you everything you need to know.`,
  },
  pledge: {
    what: 'pledge',
    who: 'Our office',
    thanks: 'Thank you for your pledge.',
    next: (day) =>
      `By ${day} we’ll send you the ways to give. Nothing is due before that, and you can change your mind.`,
  },
}
