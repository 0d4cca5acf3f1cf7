import { organisation, timeToAccept } from '@/shared/data/organisation'
import { receivedKinds } from '@/shared/data/received-kinds'
import { dayInWords } from '@/shared/lib/day-in-words'
import type { Status } from '../lib/use-status'

/** The next step of a registration, by stage. */
const ofRegistrations: Readonly<Record<string, string>> = {
  confirmed: 'You have a place. Before it begins, we’ll send you everything you need to know.',
  waitlisted: `All places are taken at the moment. When one opens up for you, we’ll offer it to you by email, and you’ll have ${timeToAccept} to accept it.`,
  offered: 'Accept the place here, or withdraw your registration, so it can go to the next person.',
  lapsed:
    'The place we offered you went to the next person in line. Would you still like one? Add a message, and we’ll put you back on the waitlist.',
}

export function whatHappensNext({ kind, stage, due_at: due, messages }: Status): string {
  const registered = ofRegistrations[stage]
  if (registered) return registered
  if (stage === 'withdrawn') return 'You withdrew this. We’ve stopped.'
  if (stage === 'closed') {
    return 'This is closed. If anything is still open for you, add a message.'
  }
  if (stage === 'answered') {
    return messages.some(({ is_ours: isOurs }) => isOurs)
      ? 'Our answer is below and in your inbox. Reply to that email, or add a message here.'
      : 'Someone on our team has this and will be in touch if they haven’t been.'
  }
  if (Date.parse(due) < Date.now()) {
    return `We promised you an answer by ${dayInWords(due)} and we’re late. We’re sorry, and we haven’t forgotten you. You can also call ${organisation.phone}.`
  }
  return receivedKinds[kind]?.next(dayInWords(due)) ?? 'We’ll read it and write back to you.'
}
