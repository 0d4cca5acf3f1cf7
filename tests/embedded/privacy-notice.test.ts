import { afterAll, beforeAll, expect, it } from 'vitest'
import { privacyContent } from '../../src/features/site/content/legal'
import { retentionRules } from '../../src/shared/data/retention'
import { openDatabase, type Database } from '../../supabase/embedded/database'

/** The privacy notice's text on each table with personal data, besides the forms of the queue */
const said: Readonly<Record<string, string>> = {
  'public.newsletter_subscriptions': 'Newsletter: name and email address',
  'public.submissions': 'who on our team looks after it',
  'public.submission_notes': 'notes and tasks that staff write for each other',
  'public.tasks': 'notes and tasks that staff write for each other',
  'public.submission_answers': 'our answers to you',
  'public.conversions': 'if they began with an application, which one',
  'public.mentors': 'for a mentor or trainer, name',
  'public.trainers': 'for a mentor or trainer, name',
  'public.mentees': 'for a mentee, name, school, grade level',
  'public.program_mentors': 'which programs they are in',
  'public.program_mentees': 'which programs they are in',
  'public.program_trainers': 'which programs they are in',
  'public.matches': 'which mentor and mentee meet',
  'public.match_pauses': 'when they paused',
  'public.match_contacts': 'when staff talked with them',
  'public.meetings': 'Of meetings we keep the day, the length, the place and what they were about',
  'public.meeting_attendances': 'who came',
  'private.collections': 'who collected a child',
  'public.clearances': 'evidence of what a program requires',
  'private.clearance_exemptions': 'exemptions from it',
  'private.clearance_notices': 'which reminders we sent',
  'public.enrolments': 'in which course a mentee is enrolled',
  'public.student_grades': 'and their grades',
  'public.donations': 'amount, day and purpose of each',
  'public.gift_pledges': 'If you pledged, your name, the amount',
  'public.pledge_installments': 'its days due and purpose',
  'public.gift_returns': 'the number of a check, a refund',
  'public.files': 'Files that staff add to any of this',
  'public.donors': 'for each donor the total of the gifts',
  'private.issued_receipts': 'We keep a copy of each receipt, with the postal address',
  'private.waiting_receipts': 'until all are sent a list of who gets one',
  'private.payments': 'the payment provider’s number for it',
  'private.payment_reversals': 'the payment provider’s number for it',
  'private.monthly_gifts': 'For a monthly gift we keep when it was last paid',
  'private.payment_cards': 'when its card expires',
  'private.payment_events': 'Notices from the payment provider about a gift: 90 days',
  'public.profiles': 'Accounts: name, email address',
  'public.user_roles': 'and role',
  'public.user_permissions': 'permissions, who gave them',
  'public.notification_choices': 'which emails they get',
  'public.saved_views': 'how they arrange and search their lists',
  'public.view_uses': 'which emails they get',
  'public.list_columns': 'how they arrange and search their lists',
  'private.visits': 'when they were last here',
  'private.begun_accounts': 'an account that staff are creating',
  'private.role_offers': 'permissions, who gave them',
  'private.covers': 'When a member of staff was away and who covered',
  'private.leavings': 'Which role a member of staff left',
  'private.invitations': 'for twelve months who invited them',
  'private.recovery_codes': 'your recovery codes scrambled',
  'private.confirmed_rights': 'when an admin confirmed them',
  'private.recovery_attempts': 'a wrong recovery code for an account',
  'private.outbox': 'a copy of what is sent',
  'private.unqueued_recipients': 'a list of those who get it',
  'private.suppressions': 'on a separate list',
  'private.mail_events': 'that an email bounced or was reported as spam: 30 days',
  'private.status_tokens': 'a fingerprint that opens nothing',
  'private.subscription_tokens': 'The link that confirms a subscription: 7 days',
  'private.members': 'your postal address, language, household or employer',
  'private.guardians': 'who may collect a child',
  'private.consents': 'What parents and guardians allow for a child',
  'private.consent_requests': 'The link by which a parent or guardian answers for a child',
  'private.person_notes': 'Staff notes about you',
  'private.people': 'Your entry in our list of people',
  'private.person_merges': 'That two entries of one person were merged',
  'private.person_dismissals': 'Your entry in our list of people',
  'private.contact_points': 'Your entry in our list of people',
  'private.merges': 'as they were for 30 days',
  'private.concerns': 'Concerns about a child: what a member of staff or a mentor reported',
  'private.concern_steps': 'what was done about it',
  'private.safeguarding_leads': 'the people named for safeguarding',
  'private.mentor_accounts': 'which account is a mentor’s',
  'private.held_meetings': 'meetings that a mentor logged too late',
  'private.released_numbers': 'whether a mentor may see a parent’s phone number',
  'private.imports': 'the name of the file, who did it',
  'private.imported_rows': 'a fingerprint of each row',
  'private.recent_submissions':
    'Your IP address when you send a form or your browser reports a fault: 10 minutes',
  'public.change_log': 'The log of what staff changed',
  'private.receipt_keys': 'The key that lets your browser fetch the reference',
}

const notice = privacyContent.sections
  .flatMap(({ paragraphs, points = [] }) => [...paragraphs, ...points])
  .join('\n')

let database: Database
beforeAll(async () => {
  database = await openDatabase()
})
afterAll(() => database.close())

it('the privacy notice covers every table with personal data', async () => {
  const { rows } = await database.pg.query<{ name: string; form: string | null }>(
    `select distinct table_name as name, form from private.personal_data
     left join private.submission_kinds on table_name = 'public.' || form
     where action <> 'none' and table_name not like 'auth.%'`,
  )
  const forms = retentionRules.filter(({ stored }) => stored).map(({ rule }) => rule)
  expect(forms.sort()).toEqual(rows.flatMap(({ form }) => form ?? []).sort())
  const others = rows.filter(({ form }) => !form).map(({ name }) => name)
  expect(others.filter((name) => !said[name])).toEqual([])
  expect(Object.values(said).filter((words) => !notice.includes(words))).toEqual([])
})

it('the privacy notice promises what the retention rules do', async () => {
  const { rows } = await database.pg.query(
    'select rule, title, unit, kept, shortest, longest from private.retention_rules',
  )
  const promised = retentionRules.map(({ said, stored, ...rule }) => ({
    ...rule,
    kept: rule.longest,
  }))
  expect(rows).toHaveLength(promised.length)
  expect(rows).toEqual(expect.arrayContaining(promised))
  expect(
    retentionRules.filter(
      ({ said, longest, unit }) =>
        !notice.includes(
          said.replaceAll('{period}', `${longest} ${longest === 1 ? unit.slice(0, -1) : unit}`),
        ),
    ),
  ).toEqual([])
})
