/** A step of setting up, as an admin's home and `npm run doctor` name it. */
interface SetUpStep {
  title: string
  text: string
  /** Where it is done; absent where only the project's files or secrets decide. */
  to?: string
}

/** By the names that `private.steps_of_set_up` gives them. */
export const setUpSteps: Readonly<Record<string, SetUpStep>> = {
  second_factor: {
    title: 'Add a second factor',
    text: 'An app on your phone that confirms your sign-in. Without it a stolen password is enough.',
    to: '/admin-account',
  },
  test_mail: {
    title: 'Send a test email',
    text: 'It goes to your own address. The secret MAIL_FROM sets the sender.',
    to: '/mail',
  },
  holidays: {
    title: 'Add holidays',
    text: 'Of this year and the next: no answer is due on them.',
  },
  watchers: {
    title: 'Give each kind of submission a reader',
    text: 'At least one reviewer with a confirmed address gets emails about each kind.',
    to: '/admin-account',
  },
  receipt_words: {
    title: 'Confirm the words of receipts',
    text: 'The law prescribes them. Donors get them with each receipt.',
    to: '/receipt-wording',
  },
  second_admin: {
    title: 'Name a second administrator',
    text: 'So that nobody is locked out when one is away. Open a colleague and change the role.',
    to: '/crm?tab=users',
  },
  colleagues: {
    title: 'Invite colleagues',
    text: 'Give each a role and the permissions that their work needs.',
    to: '/crm?tab=users',
  },
  seats: {
    title: 'Set the seats of a program',
    text: 'From then on registrations for a full program go on a waitlist.',
    to: '/form-submissions?tab=seats',
  },
  payments: {
    title: 'Connect the payment provider',
    text: 'Gifts on the website then arrive under Donors. See docs/deployment.md.',
  },
}

/** What only a file of the project sets. */
export const setUpFiles: readonly { what: string; file: string }[] = [
  { what: 'Name, address and time zone', file: 'src/shared/data/organisation.ts' },
  { what: 'Promised days', file: 'supabase/schemas/submissions/submission_kinds.sql' },
]
