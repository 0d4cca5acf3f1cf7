/** What each kind of submission is called, who answers it, and what happens with it. */
export const receivedKinds: Record<string, { what: string; who: string; next: string }> = {
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
  registration: {
    what: 'registration',
    who: 'Our program team',
    next: 'We look at the places that there are, and write to you whether one is yours.',
  },
  pledge: {
    what: 'pledge',
    who: 'Our office',
    next: 'We write to you with the ways to give. Nothing is due before that, and a pledge binds you to nothing.',
  },
}
