interface ReceivedKind {
  table: string
  /** Its name in a sentence. */
  what: string
  who: string
  thanks: string
  /** The next step; `day` is the day on which an answer is due. */
  next: (day: string) => string
  /** Its retention rule, named after its table. */
  kept: {
    title: string
    /** The sentence of the privacy notice that says what is stored. */
    stored: string
    months: number
    /** The sentence of the privacy notice, where `{period}` becomes the period. */
    said: string
  }
}

/** In the order of the privacy notice. */
export const receivedKinds: Record<string, ReceivedKind> = {
  program: {
    table: 'program_applications',
    what: 'program application',
    who: 'Our program team',
    thanks: 'Thank you for applying.',
    next: (day) =>
      `We’ll read your application and call or write by ${day} to talk about a place and the next steps.`,
    kept: {
      title: 'Program applications',
      stored:
        'Application to a program: your name and how to reach you, what you are to the child, and what you choose to tell us about the child: name, age, goals, experience so far and special needs. We need it to decide about a place and to prepare for it. With it we store which terms you agreed to.',
      months: 12,
      said: 'An application to a program: {period} after our decision. Where the child became one of our mentees, as long as we keep the mentee’s record.',
    },
  },
  volunteer: {
    table: 'volunteer_applications',
    what: 'volunteer application',
    who: 'Our volunteer team',
    thanks: 'Thank you for offering your time.',
    next: (day) =>
      `We’ll read what you wrote and get in touch by ${day} to find out together where you’d like to help.`,
    kept: {
      title: 'Rejected volunteer applications',
      stored:
        'Volunteering: your name, how to reach you, and where and when you would like to help.',
      months: 12,
      said: 'A volunteer application that we declined or you withdrew: {period} after that. An accepted one: as long as we work together.',
    },
  },
  partnership: {
    table: 'partnership_proposals',
    what: 'partnership proposal',
    who: 'Our partnership team',
    thanks: 'Thank you for your proposal.',
    next: (day) =>
      `We’ll look at it together and tell you by ${day} what we can do and what we’d like to ask.`,
    kept: {
      title: 'Rejected partnership proposals',
      stored:
        'Partnership proposal: who you are, your organization and what you propose, and which terms you agreed to.',
      months: 12,
      said: 'A partnership proposal that we declined or you withdrew: {period} after that. An accepted one: as long as we work together.',
    },
  },
  message: {
    table: 'contact_messages',
    what: 'message',
    who: 'Our office',
    thanks: 'Thank you for your message.',
    next: (day) => `We’ll read it and write back to this address by ${day}.`,
    kept: {
      title: 'Messages',
      stored: 'Message: name, email address and what you wrote.',
      months: 24,
      said: 'A message: {period} after we are done with it.',
    },
  },
  registration: {
    table: 'program_registrations',
    what: 'registration',
    who: 'Our program team',
    thanks: 'You’re registered.',
    next: (day) =>
      `By ${day} we’ll confirm your place by email. Before the program begins, we’ll send you everything you need to know.`,
    kept: {
      title: 'Registrations',
      stored:
        'Registration for a program: your name and how to reach you, what you choose to tell us about your experience and hopes, which terms you agreed to and, with the box ticked, your subscription to the newsletter. Only staff who open them on purpose see your access needs and emergency contact, and we record each time.',
      months: 12,
      said: 'A registration for a program: {period} after the last day of the course, once staff entered it. One without a seat: {period} after it was declined or its offer ended.',
    },
  },
  pledge: {
    table: 'pledges',
    what: 'pledge',
    who: 'Our office',
    thanks: 'Thank you for your pledge.',
    next: (day) =>
      `By ${day} we’ll send you the ways to give. Nothing is due before that, and you can change your mind.`,
    kept: {
      title: 'Pledges',
      stored:
        'Giving: a pledge is stored with your name, email address, amount and how often; in someone’s honor or memory also with their name, the person we tell about it, and your words to them. Only staff who open these on purpose see them, and we record each time. If you go on to a payment page, it receives the amount and how often.',
      months: 24,
      said: 'A pledge: {period} after we are done with it.',
    },
  },
}
