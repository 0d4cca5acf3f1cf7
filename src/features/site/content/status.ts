import { organisation } from '@/shared/data/organisation'
import { receivedKinds } from '@/shared/data/received-kinds'
import { dayInWords } from '@/shared/lib/day-in-words'
import type { Status } from '../lib/use-status'

export function whatHappensNext({ kind, stage, due_at: due, messages }: Status): string {
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
