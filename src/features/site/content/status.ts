import { organisation } from '@/shared/data/organisation'
import { receivedKinds } from '@/shared/data/received-kinds'
import { dayInWords } from '@/shared/lib/day-in-words'
import type { Status } from '../lib/use-status'

/** What becomes of a registration, by its stage. */
const ofRegistrations: Readonly<Record<string, string>> = {
  confirmed: 'You have a place. Before it begins, we write to you with all that you need to know.',
  waitlisted:
    'All places are taken at the moment. Once one is free for you, we offer it to you by email, and you have three business days to accept it.',
  offered: 'Accept the place here, or withdraw your registration, so that it goes to the next.',
  lapsed:
    'The place that we offered to you went to the next who waits. Would you still like one? Add a message, and we put you on the list again.',
}

export function whatHappensNext({ kind, stage, due_at: due, messages }: Status): string {
  const registered = ofRegistrations[stage]
  if (registered) return registered
  if (stage === 'withdrawn') return 'You withdrew it, and we do not work on it any more.'
  if (stage === 'closed') {
    return 'We are done with it. Where something is still open for you, add a message.'
  }
  if (stage === 'answered') {
    return messages.some(({ is_ours: isOurs }) => isOurs)
      ? 'You find our answer below and in your mailbox. Reply to that email, or add a message here.'
      : 'Somebody of us is looking after it and has been in touch with you, or is about to be.'
  }
  if (Date.parse(due) < Date.now()) {
    return `We promised an answer by ${dayInWords(due)} and are late. We are sorry, and have not forgotten you. You can also call ${organisation.phone}.`
  }
  return receivedKinds[kind]?.next ?? 'We read it and write back to you.'
}
