/**
 * Arguments for each function of the API, as SQL expressions on the rows of seed.sql. Attacks send
 * them as people without the right, the platform checks as people with it.
 */
export interface ApiCall {
  /** Name of an argument → SQL. */
  given: Record<string, string>
  /** Functions that the same person calls first, so that there is something to change. */
  after?: string[]
  /** Statements that the owner runs first, where seed.sql has no fitting rows. */
  prepare?: string
}

const noId = "'00000000-0000-4000-8000-000000000bad'::uuid"

const one = (table: string, condition = 'true') =>
  `(select id from public.${table} where ${condition} order by created_at, id limit 1)`
const personOf = (table: string, id: string) =>
  `(select person_id from public.${table} where id = ${id})`
const account = (name: string) =>
  `(select id from public.profiles where email = '${name}@kindlewell.test')`
const supporterPerson = personOf('profiles', account('supporter'))
const newcomer = { target_user_id: account('newcomer'), target_email: "'newcomer@kindlewell.test'" }
const child = personOf('mentees', one('mentees'))
const family = `private.family_of(array[${child}], array[${supporterPerson}], '{profiles}')`
const guardian = `(select adult_id from private.guardians where child_id = ${child} order by created_at limit 1)`
const openedChild = `insert into public.change_log (actor_id, action, record_kind, record_id, created_at)
      values (auth.uid(), 'opened', 'mentees', ${one('mentees')}, now() - interval '1 minute')`
const pairOf = (child: string) =>
  `(select id from public.matches where mentee_id = ${one('mentees', `first_name = '${child}'`)} limit 1)`
const ownMeeting = {
  meeting: noId,
  match: pairOf('Chloe'),
  day: 'private.office_today()',
  minutes: '60',
  outcome: "'happened'",
}
const becomesMentor = `update private.mentor_accounts set user_id = auth.uid(), address = lower(email)
  from public.profiles where profiles.id = auth.uid()`
const importId = "'00000000-0000-4000-8000-000000001111'::uuid"
const noteId = "'00000000-0000-4000-8000-000000002222'::uuid"
const sampleConcern = '(select id from private.concerns order by created_at, id limit 1)'
const becomesLead = `insert into private.safeguarding_leads (user_id)
  select auth.uid() where auth.uid() is not null`
const opensConcern = `with lead as (${becomesLead} returning user_id)
  insert into private.concern_steps (concern_id, kind, author_id, author_name, created_at)
  select ${sampleConcern}, 'opened', user_id, 'Lead', now() - interval '1 minute' from lead`
const fileId = "'00000000-0000-4000-8000-000000003333'::uuid"
const checkedFileId = "'00000000-0000-4000-8000-000000004444'::uuid"
const exemptionId = "'00000000-0000-4000-8000-000000005555'::uuid"
const cleared = one('trainers', "first_name = 'Teneh'")
const matchId = "'00000000-0000-4000-8000-000000006666'::uuid"
const contactId = "'00000000-0000-4000-8000-000000007777'::uuid"
const mentoring = one('programs', "name = 'Youth Mentorship'")
const waitingMatch = one('matches', "status = 'proposed'")
const activeMatch = one('matches', "status = 'active'")
const unmatched = one('mentees', "first_name = 'Elijah'")
const supporter = "'supporter@kindlewell.test'"
const mergedMentees = {
  kept: one('mentees'),
  merged: `(select id from public.mentees order by created_at, id offset 1 limit 1)`,
}
const openedMentees = `insert into public.change_log (actor_id, action, record_kind, record_id, created_at)
  select account.id, 'opened', 'mentees', mentees.id, now() - interval '1 minute'
  from public.profiles account, public.mentees`
const clubMeeting = one('meetings', 'is_collected')
const matchMeeting = one('meetings', 'match_id is not null')
const clubChild = `(select mentee_id from public.meeting_attendances
  where meeting_id = ${clubMeeting} and status = 'present' order by 1 limit 1)`
const opensGoingHome = `insert into public.change_log (actor_id, action, record_kind, about, changes, created_at)
  select account.id, 'opened', 'mentees', array(select private.children_going_home(${clubMeeting})),
    jsonb_build_object('reason', private.going_home_reason(${clubMeeting})), now() - interval '1 minute'
  from public.profiles account`
const draft = { campaign: one('email_campaigns', "name = 'Year-end letter'") }
const course = one('courses', "title = 'Reading Together'")
const pupil = { course, mentee: one('mentees', "first_name = 'Prince'") }
const assessment = `(select id from public.assessments where course_id = ${course} limit 1)`
const volunteer = one('submissions', "kind = 'volunteer' and status = 'new'")
const message = one('submissions', "kind = 'message'")
const subject = '(select min(email) from public.newsletter_subscriptions)'
const chosen = `array(select id from private.records_of_subject(private.subject_of(${subject})))`
const checked = { subject, chosen, identity: "'replied'", contact: subject }
const token = { token: "'no-token'" }
const factor = `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
  select gen_random_uuid(), ${account('supporter')}, 'totp', 'verified', now(), now()`

export const apiCalls: Record<string, ApiCall> = {
  // Accounts
  set_user_role: { given: { target_user_id: account('supporter'), new_role: "'mentor'" } },
  finish_user_creation: { given: { ...newcomer, new_role: "'mentor'" } },
  begin_user_creation: { given: { address: "'newcomer@kindlewell.test'" } },
  offer_role: {
    given: { ...newcomer, new_role: "'mentor'" },
    prepare: "update public.profiles set proven = false where email = 'newcomer@kindlewell.test'",
  },
  begin_invitation: { given: { address: "'someone.new@kindlewell.test'", new_role: "'mentor'" } },
  invitations: { given: {} },
  own_invitation: { given: {} },
  take_back_invitation: {
    given: { invitation: `(select id from private.invitations limit 1)` },
    prepare: `insert into private.role_offers (user_id, role, permission_ids)
      values (${account('newcomer')}, 'mentor', '{}') on conflict do nothing`,
  },
  account_panel: { given: { account: account('supporter') } },
  account_columns: { given: { ids: `array[${account('supporter')}]` } },
  accounts_in_state: { given: { state: "'opens_nothing'" } },
  own_second_factor: { given: {} },
  accounts_without_factor: { given: {} },
  staff_accounts: { given: {} },
  confirm_staff_accounts: {
    given: {
      seen: `(select jsonb_agg(jsonb_build_array(user_id, holds)) from private.staff_rights())`,
    },
  },
  make_recovery_codes: {
    given: {},
    prepare: `with proved as (
        update auth.sessions set aal = 'aal2' where user_id = auth.uid() returning id
      )
      select set_config('request.jwt.claims', (auth.jwt() || '{"aal": "aal2"}')::text, true) from proved`,
  },
  use_recovery_code: { given: { code: "'0000-0000-0000-0000'" }, prepare: factor },
  demand_second_factor: { given: { demanded: 'false' } },
  reset_second_factor: { given: { account: account('supporter') }, prepare: factor },
  own_address: { given: {} },
  record_visit: { given: {} },
  // People and programs
  save_program_assignments: {
    given: {
      target_program_id: one('programs'),
      added_mentees: "array(select id from public.mentees where status = 'active')",
    },
  },
  assignable_people: { given: { kind: "'mentees'" } },
  requirement_marks: {
    given: { program: one('programs', "name = 'Parent Engagement'"), of_kind: "'trainers'" },
  },
  program_matches: { given: { program: mentoring } },
  match_details: { given: { match: activeMatch } },
  unmatched_mentees: { given: { program: mentoring } },
  fitting_mentors: {
    given: { program: mentoring, mentee: unmatched },
    prepare: `insert into public.change_log (actor_id, action, record_kind, record_id, created_at)
      values (auth.uid(), 'opened', 'mentees', ${unmatched}, now() - interval '1 minute')`,
  },
  propose_match: {
    given: {
      id: matchId,
      program: mentoring,
      mentor: one('mentors', "first_name = 'Dewitt'"),
      mentee: unmatched,
    },
  },
  save_match: {
    given: {
      match: waitingMatch,
      changes:
        "jsonb_build_object('mentor_agreed_on', current_date - 1, 'guardian_agreed_on', current_date - 1)",
    },
  },
  set_match_status: {
    given: { match: waitingMatch, status: "'active'", seen: "'proposed'" },
    after: ['save_match'],
  },
  log_contact: {
    given: { id: contactId, match: activeMatch, day: 'current_date - 1', met: "'{mentor}'" },
  },
  remove_contact: { given: { contact: contactId }, after: ['log_contact'] },
  due_clearances: { given: {} },
  program_header: { given: { program: one('programs') } },
  program_roster: { given: { program: one('programs'), of_kind: "'mentees'" } },
  program_managers: { given: { program: one('programs') } },
  hand_on_program: {
    given: {
      program: one('programs'),
      manager: account('staff'),
      replaced: account('program.manager'),
    },
  },
  record_clearances: { given: { of_kind: "'trainers'", record: cleared } },
  add_clearance: {
    given: {
      id: fileId,
      kind: "'trainers'",
      record: cleared,
      name: "'References'",
      done_on: 'current_date - 1',
    },
  },
  withdraw_clearance: {
    given: { clearance: one('clearances'), reason: "'Entered twice'" },
  },
  exempt: {
    given: {
      id: exemptionId,
      requirement: one('program_requirements'),
      record: cleared,
      reason: "'A guest'",
      ends_on: 'current_date + 30',
    },
  },
  end_exemption: { given: { exemption: exemptionId }, after: ['exempt'] },
  add_meeting: {
    given: {
      meeting: `jsonb_build_object('id', ${noteId}, 'program_id', ${one('programs')}, 'title', 'Club',
        'day', current_date - 1, 'minutes', 60)`,
    },
  },
  list_meetings: { given: { program: one('programs', "name = 'Youth Mentorship'") } },
  meeting_matches: { given: { program: one('programs', "name = 'Youth Mentorship'") } },
  find_meeting: { given: { meeting: clubMeeting } },
  meeting_note: { given: { meeting: matchMeeting }, prepare: openedMentees },
  meeting_hours: { given: { first: 'current_date - 30', last: 'current_date' } },
  correct_meeting: {
    given: {
      meeting: clubMeeting,
      changes: `'{"place": "Hall"}'::jsonb`,
      replaced: `'{"place": "Library"}'::jsonb`,
    },
  },
  keep_both_meetings: { given: { meeting: clubMeeting } },
  attendance_sheet: { given: { meeting: clubMeeting } },
  open_going_home: { given: { meeting: clubMeeting } },
  going_home: { given: { meeting: clubMeeting }, prepare: opensGoingHome },
  record_collection: {
    given: { id: noteId, meeting: clubMeeting, mentee: clubChild, someone: "'A neighbor'" },
    prepare: opensGoingHome,
  },
  undo_collection: {
    given: { collection: noteId },
    prepare: `with opened as (${opensGoingHome})
      insert into private.collections (id, meeting_id, mentee_id, collector_name)
      values (${noteId}, ${clubMeeting}, ${clubChild}, 'A neighbor') on conflict do nothing`,
  },
  save_attendance: {
    given: {
      meeting: clubMeeting,
      cells: `jsonb_build_array(jsonb_build_object('mentee', ${clubChild}, 'given', 'late', 'replaced', 'present'))`,
    },
  },
  remove_meeting: { given: { meeting: clubMeeting } },
  search_people: { given: { search: "'kindlewell'" } },
  person: { given: { person: supporter } },
  person_timeline: { given: { person: supporter } },
  person_due: { given: { person: supporter } },
  people_at: { given: { person: supporter } },
  person_merges_of: { given: { person: supporterPerson } },
  add_person_note: {
    given: { id: noteId, person: supporterPerson, kind: "'note'", body: "'A note'" },
  },
  remove_person_note: { given: { note: noteId }, after: ['add_person_note'] },
  merge_persons: {
    given: { merge: noteId, kept: supporterPerson, merged: personOf('mentees', one('mentees')) },
  },
  undo_person_merge: { given: { merge: noteId }, after: ['merge_persons'] },
  merge_preview: { given: { kept: supporterPerson, merged: personOf('mentees', one('mentees')) } },
  person_suggestions: { given: { person: supporterPerson } },
  dismiss_suggestion: {
    given: {
      person: supporterPerson,
      other: personOf('mentees', one('mentees')),
      dismissed: 'true',
    },
  },
  split_person: {
    given: {
      person: "(select person_id from public.donations where donor_name = 'Ada Winters' limit 1)",
      new_person: noteId,
      rows: `(select jsonb_build_array(jsonb_build_object('source', 'donations', 'id', id))
        from public.donations where donor_name = 'Ada Winters' order by created_at limit 1)`,
    },
  },
  person_ties: { given: { person: supporterPerson } },
  record_family_opening: { given: { person: personOf('mentees', one('mentees')) } },
  save_traits: {
    given: {
      person: supporterPerson,
      changes: `'{"language": "Spanish"}'::jsonb`,
      replaced: "'{}'::jsonb",
    },
  },
  save_address: {
    given: {
      person: supporterPerson,
      address: `'{"street": "1 Elm St", "city": "Austin"}'::jsonb`,
      replaced: 'null::jsonb',
    },
  },
  mark_point: {
    given: {
      person: supporterPerson,
      point_kind: "'email'",
      point: "'supporter@kindlewell.test'",
      marks: `'{"label": "Home", "is_preferred": true}'::jsonb`,
      replaced: `'{"label": null, "is_preferred": false}'::jsonb`,
    },
  },
  save_member: {
    given: {
      grp: noteId,
      person: supporterPerson,
      role: "'partner'",
      made: `'{"kind": "household"}'::jsonb`,
    },
  },
  save_household: {
    given: {
      grp: noteId,
      people: `array[${supporterPerson}, ${personOf('mentors', one('mentors'))}]::uuid[]`,
    },
  },
  rename_group: {
    given: { grp: noteId, name: "'Home'", replaced: 'null::text' },
    after: ['save_member'],
  },
  family_card: {
    given: {
      children: `array[${personOf('mentees', one('mentees'))}]`,
      others: "'{}'::uuid[]",
    },
    prepare: openedMentees,
  },
  save_point: {
    given: {
      person: supporterPerson,
      point_kind: "'phone'",
      point: 'null::text',
      typed: "'512 555 0150'",
      records: "'{}'::text[]",
    },
  },
  save_family: {
    given: {
      family: `(select jsonb_build_object('people', '[]'::jsonb, 'members', '[]'::jsonb, 'households', '[]'::jsonb, 'languages', '[]'::jsonb,
        'ties', ${family} -> 'ties' || jsonb_build_array(jsonb_build_object('child_id', ${child}, 'adult_id', ${supporterPerson}, 'relation', 'guardian'))))`,
      seen: family,
    },
    prepare: openedChild,
  },
  family_consents: { given: { children: `array[${child}]` }, prepare: openedChild },
  ask_consent: {
    given: {
      batch: noteId,
      children: `array[${child}]`,
      adult: guardian,
      kinds: "array['photo']",
      road: "'code'",
    },
    prepare: openedChild,
  },
  record_consent: {
    given: {
      answer_id: noteId,
      child,
      adult: guardian,
      kind: "'photo'",
      version: '1',
      answer: "'yes'",
      note: "'On the phone'",
    },
    prepare: openedChild,
  },
  save_consent_text: { given: { kind: "'photo'", words: "'New words'", replaced: '1' } },
  letters: { given: { list: "'mentors'", ids: `array[${one('mentors')}]` } },
  donors_by_post: { given: { ids: `array[${supporterPerson}]` } },
  all_suggestions: { given: { after_id: noId } },
  similar_people: { given: { kind: "'mentees'", rows: "'[]'::jsonb" } },
  merges_of: { given: { kind: "'mentees'", kept: one('mentees') } },
  record_openings: { given: { kind: "'mentees'", ids: `array[${one('mentees')}]` } },
  protected_values: {
    given: { kind: "'mentees'", ids: `array[${one('mentees')}]` },
    prepare: openedMentees,
  },
  save_protected: {
    given: {
      kind: "'mentees'",
      record: one('mentees'),
      changes: `'{"grade_level": "3"}'::jsonb`,
      replaced: "'{}'::jsonb",
    },
    prepare: openedMentees,
  },
  openings_of: { given: { kind: "'mentees'", record: one('mentees') } },
  siblings_of: { given: { submission: one('program_applications') } },
  merge_people: {
    prepare: openedMentees,
    given: {
      kind: "'mentees'",
      ...mergedMentees,
      taken: "'{}'::text[]",
      seen: `'{"kept": {}, "merged": {}}'::jsonb`,
    },
  },
  undo_merge: {
    given: { merge: '(select id from private.merges order by created_at desc limit 1)' },
    after: ['merge_people'],
  },
  subject_records: { given: { subject } },
  record_hand_over: { given: checked },
  hand_over: {
    given: { subject, chosen },
    prepare: `insert into public.change_log (actor_id, action, record_kind, record_name, about, created_at)
      values (auth.uid(), 'exported', 'persons', ${subject}, array[private.choice_of(${chosen})], now() - interval '1 minute')`,
  },
  preview_erasure: { given: { subject, chosen } },
  erase_person: {
    given: {
      ...checked,
      reason: "'asked'",
      seen: `private.preview_erasure(${subject}, ${chosen}) ->> 'seen'`,
    },
  },
  decline_erasure: { given: { subject } },
  is_selective: { given: { kind: "'mentees'", search: "'lucky'" } },
  // Courses
  enrol: { given: pupil },
  withdraw_enrolment: { given: pupil, after: ['enrol'] },
  save_grade: {
    given: {
      assessment,
      mentee: pupil.mentee,
      given: '100',
      replaced: `(select grade from public.student_grades
        where assessment_id = ${assessment} and mentee_id = ${pupil.mentee})`,
    },
    after: ['enrol'],
  },
  remove_assessment: {
    given: { assessment },
    prepare: 'delete from public.student_grades where true',
  },
  course_mentees: { given: { course } },
  enrollable_mentees: { given: { course, search: "''" } },
  // The queue
  submission_counts: { given: {} },
  reviewers: { given: {} },
  set_submission_status: {
    given: {
      ids: `array[${volunteer}]`,
      from_status: "array['new']",
      to_status: "array['contacted']",
    },
  },
  assign_submissions: {
    given: {
      ids: `array[${one('submissions', 'assignee_id is null')}]`,
      from_assignee: 'array[null::uuid]',
      to_assignee: `array[${account('admin')}]`,
    },
  },
  record_opening: { given: { submission: one('program_applications') } },
  protected_fields: {
    given: { submission: one('program_applications') },
    prepare: `insert into public.change_log (actor_id, action, record_kind, record_id, created_at)
      select auth.uid(), 'opened', 'program_applications', id, now() - interval '1 minute'
      from public.program_applications`,
  },
  answers_of: { given: { submission: message } },
  answer_blocker: { given: { submission: message } },
  convert_submission: {
    given: {
      submission: volunteer,
      target: "'mentors'",
      person: noId,
      entered: `'{"first_name": "Eve", "last_name": "Eve"}'::jsonb`,
    },
  },
  undo_conversion: {
    given: { submission: '(select submission_id from public.conversions limit 1)' },
  },
  put_off: {
    given: {
      submission: one('submissions', 'answered_at is null'),
      until_day: 'current_date + 7',
      reason: "'Waits for a reference'",
    },
  },
  task_assignees: { given: { record_kind: "'submissions'" } },
  choose_notices: { given: { of_kind: "'message'", chosen: "'at_once'" } },
  set_seats: { given: { of_program: "'health'", number: '1' } },
  set_last_day: { given: { of_program: "'health'", day: "'2027-06-30'::date" } },
  program_standings: { given: {} },
  // Figures
  dashboard_stats: { given: {} },
  donations_by_month: { given: {} },
  submissions_by_week: { given: {} },
  period_figures: { given: { days: '30' } },
  promises_kept: { given: { days: '30' } },
  home_figures: { given: {} },
  admins_to_ask: { given: {} },
  set_up_steps: { given: {} },
  // Gifts
  donor_years: { given: { donor: '(select person_id from public.donations limit 1)' } },
  donor_receipt: {
    given: { donor: '(select person_id from public.donations limit 1)', of_year: '2026' },
  },
  issue_donor_receipt: {
    given: {
      donor: personOf('donations', one('donations')),
      of_year: `(select extract(year from created_at)::integer from public.donations where id = ${one('donations')})`,
      way: "'print'",
    },
  },
  issued_receipts: { given: { donor: personOf('donations', one('donations')) } },
  receipt_on_record: { given: { receipt: noId } },
  receipt_run: { given: { of_year: '2026' } },
  receipt_progress: { given: { of_year: '2026' } },
  receipts_without_address: { given: { of_year: '2026' } },
  receipt_questions: { given: { of_year: '2025' } },
  withdrawn_receipts: { given: { of_year: '2026' } },
  mail_receipts: {
    given: { of_year: '2026' },
    prepare: `update private.receipt_wording set confirmed_at = now(), issuer = array['Ours', '1 Oak', 'EIN 1'] where singleton`,
  },
  print_receipts: { given: { of_year: '2026', new_pile: noteId } },
  receipt_wording: { given: {} },
  save_receipt_wording: {
    given: {
      given: `(select words || '{"title": "Receipt"}' from private.receipt_wording)`,
      replaced: '(select words from private.receipt_wording)',
    },
  },
  confirm_receipt_wording: {
    given: {
      given: '(select words from private.receipt_wording)',
      given_issuer: "array['Ours', '1 Oak', 'EIN 1']",
    },
  },
  receipt_pile: { given: { of_pile: noteId } },
  receipt_piles: { given: { of_year: '2026' } },
  namesakes_of: { given: { donors: `'[{"donor_name": "Renée Fontaine"}]'` } },
  enter_gift: {
    given: {
      gift: `'{"id": "00000000-0000-4000-8000-00000000f001", "donor_name": "Ada", "amount": 5, "day": "2026-01-02", "method": "cash"}'::jsonb`,
    },
  },
  correct_gift: {
    given: {
      gift: `jsonb_build_object('id', ${one('donations', 'not is_posted')}, 'donor_name', 'Ada', 'amount', 5, 'day', '2026-01-02', 'method', 'cash')`,
      reason: "'Misread'",
    },
  },
  void_gift: { given: { gift: one('donations', 'not is_posted'), reason: "'Bounced'" } },
  post_batch: {
    given: { batch: one('gift_batches', 'expected_total in (75, 125)') },
    prepare:
      'update public.gift_batches set expected_count = 1, expected_total = 75 where expected_count = 2',
  },
  refund_gift: {
    given: {
      gift: one(
        'donations',
        'is_posted and amount > 2 and refunded = 0 and payment_id is null and fund_id is null',
      ),
      amount: '2',
      refunded_before: '0',
      reason: "'Too much'",
    },
  },
  save_pledge: {
    given: {
      pledge: `jsonb_build_object('id', '00000000-0000-4000-8000-00000000f002', 'donor_name', 'Ada', 'amount', 5, 'pledged_on', '2026-01-02')`,
      installments: `'[{"due_on": "2026-02-02", "amount": 5}]'::jsonb`,
    },
  },
  apply_gift: {
    given: {
      gift: one('donations', "donor_name = 'Renée Fontaine' and is_posted and amount = 250"),
      pledge: one('gift_pledges', "donor_name = 'Renée Fontaine'"),
    },
  },
  write_off_pledge: {
    given: {
      pledge: one('gift_pledges', "donor_name = 'Frank Delgado'"),
      reason: "'Moved away'",
      expected: '800',
    },
  },
  reopen_pledge: {
    given: { pledge: one('gift_pledges', "donor_name = 'Renée Fontaine'") },
    prepare: `update public.gift_pledges set status = 'written_off', written_off_at = now(), reason = 'Moved away' where donor_name = 'Renée Fontaine'`,
  },
  delete_pledge: {
    given: { pledge: one('gift_pledges', "donor_name = 'Renée Fontaine'") },
    prepare: 'delete from public.pledge_installments where true',
  },
  monthly_gifts: { given: {} },
  pledge_book: { given: {} },
  pledge_counts: { given: {} },
  pledges_of_gifts: {
    given: { gifts: `array[${one('donations', "donor_name = 'Frank Delgado'")}]` },
  },
  pledges_of_month: { given: { of_month: "'2026-01-01'::date" } },
  batch_book: { given: {} },
  closed_months: { given: {} },
  journal: { given: { of_month: "'2026-01-01'::date" } },
  export_journal: { given: { of_month: "'2026-01-01'::date" } },
  close_month: { given: { of_month: "'1900-02-01'::date", net: '0' } },
  reopen_month: {
    given: { of_month: "'1900-01-01'::date", reason: "'A late check'" },
    prepare: `insert into private.closed_months (month) values ('1900-01-01') on conflict do nothing`,
  },
  gifts_of_batch: { given: { batch: one('gift_batches', 'expected_total in (75, 125)') } },
  note_deposit: {
    given: {
      batch: one('gift_batches', 'expected_total in (75, 125)'),
      amount: '5',
      deposited_on: "'2026-01-02'::date",
      replaced: '4',
    },
    prepare: `update public.gift_batches set posted_at = now(), deposited = 4, deposited_on = '2026-01-02' where true`,
  },
  discard_batch: { given: { batch: one('gift_batches', 'expected_total in (75, 125)') } },
  fund_balances: { given: {} },
  spend_from_fund: {
    given: {
      spending: "'00000000-0000-4000-8000-00000000f002'::uuid",
      fund: one('funds', "name = 'Science lab'"),
      amount: '5',
      spent_on: "'2026-01-02'::date",
      purpose: "'Glass'",
    },
    prepare: `insert into public.donations (donor_name, amount, donation_type, fund_id)
      select 'Ada', 500, 'one-time', id from public.funds where name = 'Science lab'`,
  },
  note_thanks: {
    given: {
      thanked:
        "(select jsonb_agg(jsonb_build_object('id', id, 'until', last_gift_at)) from public.donors where thanks = 'due')",
    },
  },
  own_gifts: { given: {} },
  own_years: { given: {} },
  own_receipt: { given: { of_year: '2026' } },
  own_receipts: { given: {} },
  record_payment_event: { given: { event_id: "'x'", payment: "'pi_1'", refunded: '1' } },
  record_failed_payment: {
    given: {
      event_id: "'y'",
      failure: `'{"donor_email": "ada@example.org", "attempts": 1, "subscription": "sub_1"}'::jsonb`,
    },
  },
  payout_book: { given: {} },
  note_payout_deposit: {
    given: { payout: "'po_0'", amount: '5', deposited_on: "'2026-01-02'::date", replaced: '4' },
    prepare: `insert into private.payouts (id, amount, arrives_on, told_at, deposited, deposited_on)
      values ('po_0', 5, '2026-01-02', '2026-01-02', 4, '2026-01-02') on conflict do nothing`,
  },
  record_payout: {
    given: {
      event_id: "'z'",
      payout: `'{"id": "po_1", "amount": 5, "arrives_on": "2026-01-02", "state": "paid", "told_at": "2026-01-02T10:00:00Z"}'::jsonb`,
    },
  },
  note_refused_payment_event: { given: { reason: "'an unknown version'" } },
  record_payment_card: {
    given: {
      event_id: "'z'",
      customer: "'cus_1'",
      expires_on: "'2026-12-31'::date",
      seen_at: "'2026-01-02'::timestamptz",
    },
  },
  end_monthly_gift: {
    given: { event_id: "'e'", subscription: "'sub_1'", ended_at: "'2026-01-02'::timestamptz" },
  },
  // Imports and exports
  log_export: { given: { exported_table: "'donations'", filters: "'{}'::jsonb", row_count: '1' } },
  begin_import: {
    given: {
      import: importId,
      into_table: "'mentees'",
      file_name: "'children.csv'",
      row_count: '1',
    },
  },
  import_rows: {
    given: {
      import: importId,
      from_row: '0',
      rows: `jsonb_build_array(jsonb_build_object('id', ${noId}, 'first_name', 'A', 'last_name', 'B'))`,
    },
    after: ['begin_import'],
  },
  undo_import: {
    given: { import: importId, confirmed: `'{"untouched": 1, "changed": 0}'::jsonb` },
    after: ['begin_import', 'import_rows'],
  },
  find_duplicates: {
    given: {
      into_table: "'mentees'",
      by_columns: "'{first_name}'::text[]",
      candidates: "'[]'::jsonb",
    },
  },
  import_state: { given: { import: importId } },
  imports_of: { given: { into_table: "'mentees'" } },
  import_of: { given: { record: one('mentees') } },
  // Campaigns
  campaign_audience: { given: { audience: "'all'" } },
  campaign_progress: { given: draft },
  campaign_outcomes: { given: draft },
  send_campaign: {
    given: {
      ...draft,
      expected_count: `(select count(*)::integer from private.campaign_recipients(
        (select target_audience from public.email_campaigns where id = ${draft.campaign})
      ) where left_out is null)`,
      expected_words: `(select jsonb_build_object('subject', subject, 'content', content,
        'name_fallback', name_fallback, 'target_audience', target_audience)
        from public.email_campaigns where id = ${draft.campaign})`,
    },
  },
  test_campaign: { given: draft },
  pause_campaign: { given: draft, after: ['send_campaign'] },
  resume_campaign: { given: draft, after: ['send_campaign', 'pause_campaign'] },
  cancel_campaign: { given: draft, after: ['send_campaign'] },
  advance_campaigns: { given: {} },
  // Views
  save_view: {
    given: {
      view: `jsonb_build_object('id', '00000000-0000-4000-8000-00000000f1e0', 'table_name', 'mentors',
        'list', '/crm?tab=mentors', 'name', 'Sample', 'state', '{}'::jsonb)`,
    },
  },
  use_view: {
    given: { view: "'00000000-0000-4000-8000-00000000f1e0'::uuid" },
    after: ['save_view'],
  },
  pinned_views: { given: {} },
  choose_columns: { given: { of_list: "'/crm?tab=mentors'", chosen: "'{email}'::text[]" } },
  // Files
  add_file: {
    given: {
      id: fileId,
      kind: "'mentees'",
      record: one('mentees'),
      name: "'Report.pdf'",
      size: '1000',
    },
  },
  rename_file: {
    given: { file: fileId, name: "'Card.pdf'", replaced: "'Report.pdf'" },
    after: ['add_file'],
  },
  remove_file: { given: { file: fileId }, after: ['add_file'] },
  restore_file: { given: { file: fileId }, after: ['add_file', 'remove_file'] },
  open_file: {
    given: { file: checkedFileId, reason: "'The school asked for it'" },
    prepare: `insert into public.files (id, name, size, type, hash, version, state, mentee_id)
      values (${checkedFileId}, 'Report.pdf', 1000, 'application/pdf', repeat('0', 64), '1', 'ready', ${one('mentees')})`,
  },
  person_files: { given: { person: supporter } },
  unchecked_file: { given: { file: noId } },
  file_work: { given: { everything: 'true' } },
  record_file_check: {
    given: {
      file: noId,
      version: "'1'",
      type: "'text/plain'",
      size: '0',
      hash: "repeat('0', 64)",
      refusal: "'empty'",
    },
  },
  // Retention
  retention_rules: { given: {} },
  retention_due: { given: { of_rule: "'contact_messages'", if_kept: '1' } },
  change_retention: {
    given: { of_rule: "'contact_messages'", to_kept: '12', from_kept: '24' },
  },
  // Mail
  mail_status: { given: {} },
  send_test_mail: { given: {} },
  mail_outcome: { given: { mail: noId } },
  failed_mails: { given: {} },
  retry_mail: { given: { mail: noId } },
  suppressed_addresses: { given: { search: "''" } },
  lift_suppression: { given: { address: "'supporter@kindlewell.test'", reason: "'bounced'" } },
  change_mail_settings: { given: { rate: '1', receipts: 'false', double_opt_in: 'false' } },
  claim_mails: {
    given: { claiming: noId, at_most: '10', sending_with: "'x'", link_key: "repeat('k', 32)" },
  },
  record_mail: { given: { mail: noId, claimed_by: noId, outcome: "'sent'" } },
  record_mail_event: {
    given: {
      event_ids: "array['x']",
      outcome: "'bounced'",
      mail: 'null::uuid',
      sent_as: 'null::text',
      addresses: "array['supporter@kindlewell.test']",
      detail: 'null::text',
    },
  },
  issue_captcha_pass: { given: {} },
  // Safeguarding
  concern_recipients: { given: {} },
  report_concern: {
    given: {
      concern: noId,
      child_name: "'Fatu'",
      body: "'A bruise'",
      happened: "'Today, at the academy'",
      is_danger: 'false',
    },
  },
  own_concerns: { given: {} },
  list_concerns: { given: {} },
  record_concern_opening: { given: { concern: sampleConcern }, prepare: becomesLead },
  open_concern: { given: { concern: sampleConcern }, prepare: opensConcern },
  add_concern_step: {
    given: { step: noId, concern: sampleConcern, kind: "'acknowledged'" },
    prepare: opensConcern,
  },
  safeguarding_leads: { given: {} },
  set_safeguarding_lead: { given: { account: account('staff'), is_lead: 'true' } },
  covers: { given: {} },
  covering: { given: {} },
  set_cover: {
    given: {
      cover: noId,
      account: account('director'),
      covered_by: account('accounting'),
      starts_on: 'private.office_today()',
      ends_on: 'private.office_today() + 7',
    },
  },
  end_cover: { given: { cover: noId } },
  leaver_work: { given: { account: account('accounting') } },
  leave_team: { given: { leaving: noId, account: account('accounting'), heirs: "'[]'::jsonb" } },
  undo_leaving: { given: { leaving: noId }, after: ['leave_team'] },
  recent_leavings: { given: {} },
  work_lost: {
    given: { account: account('accounting'), new_role: "'user'", kept_ids: "'{}'::uuid[]" },
  },
  hand_over_work: { given: { account: account('accounting'), heirs: "'[]'::jsonb" } },
  // Mentors
  mentor_account: { given: { mentor: one('mentors') } },
  link_mentor_account: {
    given: { link: noId, mentor: one('mentors', "first_name = 'Aisha'"), address: supporter },
  },
  unlink_mentor_account: { given: { link: '(select id from private.mentor_accounts limit 1)' } },
  own_mentoring: { given: {} },
  mentor_page: { given: {} },
  log_own_meeting: { given: ownMeeting, prepare: becomesMentor },
  change_own_meeting: {
    given: { meeting: noId, changes: `'{"minutes": 45}'::jsonb` },
    after: ['log_own_meeting'],
  },
  remove_own_meeting: { given: { meeting: noId }, after: ['log_own_meeting'] },
  held_meetings: { given: { program: one('programs', "name = 'Youth Mentorship'") } },
  settle_held_meeting: { given: { held: noId, counts: 'true' } },
  numbers_for_mentors: { given: { mentee: one('mentees') }, prepare: openedChild },
  release_number: {
    given: {
      match: pairOf('Chloe'),
      adult: `(select adult_id from private.guardians join public.mentees on child_id = person_id where first_name = 'Chloe' limit 1)`,
      is_released: 'true',
    },
    prepare: openedMentees,
  },
  // With an email's token
  submission_stage: { given: token },
  status_messages: { given: token },
  add_message: { given: { ...token, body: "'A message'" } },
  withdraw: { given: token },
  sent_receipt: { given: { key: "'no-key'" } },
  accept_seat: { given: token },
  unsubscribe: { given: token },
  confirm_subscription: { given: token },
  consent_request: { given: token },
  answer_consent: { given: { ...token, kind: "'photo'", version: '1', answer: "'yes'" } },
  // One's own
  own_submissions: { given: {} },
  own_subscription: { given: {} },
  choose_subscription: { given: { subscribed: 'false' } },
  requires_double_opt_in: { given: {} },
  send_status_links: { given: { address: "'nobody@example.org'" } },
}

/** The arguments of a call as one JSON object. */
export const argumentsSql = ({ given }: ApiCall): string =>
  `select jsonb_build_object(${Object.entries(given)
    .map(([name, sql]) => `'${name}', ${sql}`)
    .join(', ')}) as given`
