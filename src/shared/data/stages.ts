/** The label of each stage that `private.stage` returns. */
export const stageLabels: Readonly<Record<string, string>> = {
  received: 'Waiting for our answer',
  answered: 'Answered',
  closed: 'Closed',
  withdrawn: 'Withdrawn',
  confirmed: 'Your place is confirmed',
  waitlisted: 'On the waitlist',
  offered: 'A place is free for you',
  lapsed: 'The offer has ended',
}
