import { expect, it } from 'vitest'
import { privacyContent } from '../../src/features/site/content/legal'
import { retentionRules } from '../../src/shared/data/retention'
import { openDatabase } from '../../supabase/embedded/database'

/** The text of the privacy notice on a table; null where the table holds no personal data. */
const said: Readonly<Record<string, string | null>> = {
  'public.volunteer_applications': 'Volunteering: your name',
  'public.program_applications': 'Application to a program: your name',
  'public.partnership_proposals': 'Partnership proposal: who you are',
  'public.contact_messages': 'Message: name, email address',
  'public.program_registrations': 'Registration for a program: your name',
  'public.pledges': 'a pledge is stored with your name',
  'public.newsletter_subscriptions': 'Newsletter: name and email address',
  'public.submissions': 'who of us looks after it',
  'public.submission_notes': 'notes and tasks that staff write for each other',
  'public.tasks': 'notes and tasks that staff write for each other',
  'public.submission_answers': 'our answers to you',
  'public.conversions': 'if they began with an application, which one',
  'public.mentors': 'of a mentor or trainer name',
  'public.trainers': 'of a mentor or trainer name',
  'public.mentees': 'of a mentee name, school, grade level',
  'public.program_mentors': 'which programs they are in',
  'public.program_mentees': 'which programs they are in',
  'public.program_trainers': 'which programs they are in',
  'public.enrolments': 'in which course a mentee is enrolled',
  'public.student_grades': 'and their grades',
  'public.donations': 'amount, day and purpose of each',
  'public.batch_gifts': 'amount, day and purpose of each',
  'public.funds': null,
  'public.fund_spendings': null,
  'public.gift_batches': null,
  'public.donors': 'for each donor what the gifts come to',
  'private.payments': 'the number under which the payment provider knows it',
  'private.monthly_gifts': 'of a monthly gift when it was last paid',
  'private.payment_cards': 'when its card expires',
  'private.payment_events': 'that a gift was made: 90 days',
  'public.profiles': 'Accounts: name, email address',
  'public.user_roles': 'and role',
  'public.user_permissions': 'permissions, who gave them',
  'public.notification_choices': 'what they want to hear of by email',
  'public.saved_views': 'how they arrange and search their lists',
  'public.view_uses': 'what they want to hear of by email',
  'public.list_columns': 'how they arrange and search their lists',
  'private.visits': 'when they were last here',
  'private.begun_accounts': 'an account that staff begin for someone',
  'private.role_offers': 'permissions, who gave them',
  'private.recovery_codes': 'your recovery codes scrambled',
  'private.recovery_attempts': 'That a wrong recovery code was typed',
  'private.outbox': 'a copy of what is sent',
  'private.unqueued_recipients': 'a list of those who get it',
  'private.suppressions': 'on a list of its own',
  'private.mail_events': 'that an email came back: 30 days',
  'private.status_tokens': 'a fingerprint that opens nothing',
  'private.subscription_tokens': 'The link that confirms a subscription: 7 days',
  'private.merges': 'as they were for 30 days',
  'private.imports': 'the name of the file, who did it',
  'private.imported_rows': 'a fingerprint of each row',
  'private.recent_submissions': 'Your IP address where you send a form: 10 minutes',
  'public.change_log': 'The log of what staff changed',
  'public.programs': null,
  'public.program_seats': null,
  'public.courses': null,
  'public.assessments': null,
  'public.email_campaigns': null,
  'public.answer_templates': null,
  'public.holidays': null,
  'public.permissions': null,
  'private.submission_kinds': null,
  'private.receipt_keys': 'The key with which your browser asks for the reference',
  'private.captcha': null,
  'private.captcha_passes': null,
  'private.mail_settings': null,
  'private.retention_rules': null,
  'private.upkeep': null,
  // The certificates of erasures have hashes and counts.
  'private.erasures': null,
  'private.erasure_settings': null,
  'private.personal_data': null,
  'private.hash_key': null,
  'private.second_factor': null,
}

const notice = privacyContent.sections
  .flatMap(({ paragraphs, points = [] }) => [...paragraphs, ...points])
  .join('\n')

it('the privacy notice tells of every table that holds something about people', async () => {
  const { pg, close } = await openDatabase()
  const { rows } = await pg.query<{ name: string }>(
    `select relnamespace::regnamespace || '.' || relname as name from pg_class
     where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p')`,
  )
  await close()
  expect(Object.keys(said).sort()).toEqual(rows.map(({ name }) => name).sort())
  expect(Object.values(said).filter((words) => words && !notice.includes(words))).toEqual([])
})

it('the privacy notice promises what the retention rules do', async () => {
  const { pg, close } = await openDatabase()
  const { rows } = await pg.query(
    'select rule, title, unit, kept, shortest, longest from private.retention_rules',
  )
  await close()
  const promised = retentionRules.map(({ said, ...rule }) => ({ ...rule, kept: rule.longest }))
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
