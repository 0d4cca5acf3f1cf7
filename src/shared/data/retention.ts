import { receivedKinds } from './received-kinds.ts'

interface RetentionRule {
  rule: string
  /** Its name on the page of admins and in the change log. */
  title: string
  /** For a form: the sentence of the privacy notice that says what is stored. */
  stored?: string
  unit: 'minutes' | 'hours' | 'days' | 'months' | 'years'
  /** The promise; an admin may shorten it to `shortest` and never lengthen it. */
  longest: number
  /** As long as `longest` where the period is fixed. */
  shortest: number
  /** The sentence of the privacy notice, where `{period}` becomes the period. */
  said: string
}

type Unit = RetentionRule['unit']
const between = (shortest: number, longest: number, unit: Unit) => ({ unit, longest, shortest })
const fixed = (period: number, unit: Unit) => between(period, period, unit)

/**
 * How long each kind of row is kept at most, in the words of the privacy notice. The rows of
 * `private.retention_rules` are the same; `tests/embedded/privacy-notice.test.ts` compares them.
 */
export const retentionRules: readonly RetentionRule[] = [
  ...Object.values(receivedKinds).map(({ table, kept: { months, ...words } }) => ({
    rule: table,
    ...words,
    ...between(1, months, 'months'),
  })),
  {
    rule: 'status_tokens',
    title: 'Status page links',
    ...fixed(90, 'days'),
    said: 'The page that shows where things stand with what you sent: until {period} after we are done. We store no copy of its link, only a fingerprint that opens nothing.',
  },
  {
    rule: 'subscription_tokens',
    title: 'Subscription confirmation links',
    ...fixed(7, 'days'),
    said: 'The link that confirms a subscription: {period}.',
  },
  {
    rule: 'consent_requests',
    title: 'Links for consents',
    ...between(14, 90, 'days'),
    said: 'The link by which a parent or guardian answers for a child: it takes answers for 14 days, and shows them for {period}.',
  },
  {
    rule: 'unconfirmed_subscriptions',
    title: 'Unconfirmed subscriptions',
    ...fixed(7, 'days'),
    said: 'A subscription that we ask you to confirm and you do not: {period}.',
  },
  {
    rule: 'confirmation_mails',
    title: 'Subscription confirmation emails',
    ...fixed(8, 'days'),
    said: 'The copy of the email that asks you to confirm a subscription: {period}.',
  },
  {
    rule: 'mail_records',
    title: 'Records of emails',
    ...between(4, 12, 'months'),
    said: 'Which kind of email went out when: {period} after it was written. For a campaign we keep it, to count how many were sent.',
  },
  {
    rule: 'mail_events',
    title: 'Bounces and complaints',
    ...fixed(30, 'days'),
    said: 'Notices from the mail provider that an email bounced or was reported as spam: {period}.',
  },
  {
    rule: 'payment_events',
    title: 'Payment messages',
    ...fixed(90, 'days'),
    said: 'Notices from the payment provider about a gift: {period}, without a name.',
  },
  {
    rule: 'merges',
    title: 'Records before they were merged',
    ...fixed(30, 'days'),
    said: 'Two records of one person that staff merged: both as they were for {period}, in case it was a mistake, and no longer than the merged record.',
  },
  {
    rule: 'change_log',
    title: 'Change log',
    ...between(3, 12, 'months'),
    said: 'The log of what staff changed, also in a child’s record: {period}. Once a person or a submission is deleted, the log says only that something was deleted, not what or whose.',
  },
  {
    rule: 'covers',
    title: 'Absences and who covered',
    ...between(1, 12, 'months'),
    said: 'When a member of staff was away and who covered: {period} after it ended.',
  },
  {
    rule: 'leavings',
    title: 'Work handed over',
    ...between(1, 12, 'months'),
    said: 'Which role a member of staff left, and who took over their work: {period}.',
  },
  {
    rule: 'invitations',
    title: 'Invitations',
    ...between(1, 12, 'months'),
    said: 'Who invited someone to our staff, to which role, and what became of it: {period}.',
  },
  {
    rule: 'begun_accounts',
    title: 'Unfinished accounts',
    ...fixed(1, 'hours'),
    said: 'The email address of an account that staff are creating: {period}, or until the account exists.',
  },
  {
    rule: 'recovery_attempts',
    title: 'Wrong recovery codes',
    ...fixed(15, 'minutes'),
    said: 'The fact that someone typed a wrong recovery code for an account: {period}.',
  },
  {
    rule: 'receipt_keys',
    title: 'Receipt keys',
    ...fixed(10, 'minutes'),
    said: 'The key that lets your browser fetch the reference of what you sent: {period}, as a fingerprint.',
  },
  {
    rule: 'recent_submissions',
    title: 'IP addresses',
    ...fixed(10, 'minutes'),
    said: 'Your IP address when you send a form or your browser reports a fault: {period}, plus a minute until it is deleted, to stop one address from sending again and again.',
  },
  {
    rule: 'faults',
    title: 'Faults',
    ...between(7, 90, 'days'),
    said: 'When a page of ours fails, your browser tells us the page, its own name and version, and the error message without names, addresses, numbers and anything that you typed: {period} after the last time.',
  },
  {
    rule: 'concerns',
    title: 'Concerns about children',
    ...fixed(7, 'years'),
    said: 'A concern about a child that staff or a mentor reported: {period} after it was closed, also if we erase everything else about a person it names.',
  },
  {
    rule: 'tasks',
    title: 'Tasks that are done',
    ...between(1, 12, 'months'),
    said: 'A task of staff that concerned you: {period} after it was done.',
  },
  {
    rule: 'person_notes',
    title: 'Notes and calls',
    ...between(1, 24, 'months'),
    said: 'Staff notes about you, or about a call with you: {period}.',
  },
  {
    rule: 'clearances',
    title: 'Clearances that ended',
    ...between(1, 24, 'months'),
    said: 'Evidence that a mentor or trainer was checked: {period} after it ended or was withdrawn.',
  },
  {
    rule: 'matches',
    title: 'Matches that ended',
    ...between(1, 24, 'months'),
    said: 'That a mentor and a mentee met: {period} after the match or the program ended.',
  },
  {
    rule: 'clearance_exemptions',
    title: 'Exemptions that ended',
    ...between(1, 24, 'months'),
    said: 'That a mentor or trainer need not meet a requirement, and why: {period} after it ended.',
  },
  {
    rule: 'meetings',
    title: 'Meetings of programs that ended',
    ...between(1, 24, 'months'),
    said: 'Meetings of a program’s group, who was there, and who collected a child: {period} after the program ended.',
  },
  {
    rule: 'person_merges',
    title: 'People before they were merged',
    ...fixed(30, 'days'),
    said: 'That two entries of one person were merged: {period}.',
  },
  {
    rule: 'people',
    title: 'People without records',
    ...fixed(1, 'days'),
    said: 'Your entry in our list of people: as long as anything else about you, and at most {period} longer.',
  },
  {
    rule: 'mails',
    title: 'Emails',
    ...between(30, 90, 'days'),
    said: 'Emails: {period} after an email is sent or fails for good, its copy loses your address, your name and the text.',
  },
  {
    rule: 'donations',
    title: 'Gifts',
    ...fixed(7, 'years'),
    said: 'Gifts: {period} after a donor’s last one, as tax law asks. Then each loses name, email address and the number at the payment provider. Amount, day and purpose stay, for our accounts.',
  },
  {
    rule: 'issued_receipts',
    title: 'Gift receipts',
    ...fixed(7, 'years'),
    said: 'Receipts for gifts: {period} after they were issued, and as long as the donor’s gifts. Then each loses name and addresses. Number, day and amounts stay, for our accounts.',
  },
  {
    rule: 'discarded_gifts',
    title: 'Gifts of discarded batches',
    ...between(1, 12, 'months'),
    said: 'A gift that staff typed in and discarded: {period}.',
  },
  {
    rule: 'gift_pledges',
    title: 'Pledges of people who never gave',
    ...between(12, 24, 'months'),
    said: 'A pledge to which no gift came: {period} after its last day due. Then it loses your name and its note. Amount and days stay, for our accounts.',
  },
]

/** "12 months", "1 hour". */
export function periodInWords(count: number, unit: string): string {
  return `${count} ${count === 1 ? unit.replace(/s$/, '') : unit}`
}
