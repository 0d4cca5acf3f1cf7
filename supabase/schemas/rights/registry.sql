-- Where personal data is, in the order of erasing: what belongs to a person goes before what it refers to.
-- The columns are in registry_columns.sql and registry_columns_staff.sql.

insert into private.personal_data (table_name, label, action, condition, hands_over_rest, reason) values
  ('public.view_uses', 'Pins and weekly mails', 'delete', 'stored.user_id = any (($1).accounts)', false, null),
  ('public.list_columns', 'List columns', 'delete', 'stored.user_id = any (($1).accounts)', false, null),
  ('public.saved_views', 'Saved views', 'delete', 'stored.owner_id = any (($1).accounts) and not stored.is_shared', false, null),
  ('public.saved_views', 'Searches and filters of colleagues'' views', 'anonymize',
    'private.is_searched($1, stored.name) or private.erased_state($1, stored) <> stored.state',
    false, 'The view is a colleague''s. It loses the part that names the person, and has no number and sends no email until it is saved again.');

-- Before the rows that a file belongs to, of which a donor gets another id; of a gift that stays, too.

insert into private.personal_data (table_name, label, action, condition, hands_over_rest, reason) values
  ('public.files', 'Files', 'delete',
    $$stored.submission_id = any (($1).submissions) or stored.mentor_id = any (($1).people)
      or stored.mentee_id = any (($1).people) or stored.trainer_id = any (($1).people)
      or stored.gift_id = any (($1).gifts) or stored.donor_id = any (($1).donors)
      or stored.clearance_id in (select id from public.clearances where record_id = any (($1).people))$$, false, null),
  ('public.files', 'Author of files about others', 'anonymize', 'stored.created_by = any (($1).accounts)', false, 'The file is about someone else.');

insert into private.personal_data (table_name, label, action, condition, hands_over_rest, reason) values
  ('private.issued_receipts', 'Gift receipts', 'anonymize',
    'stored.donor_id = any (($1).donors) or stored.donor_id is null and stored.gifts && ($1).gifts',
    false, 'Number, day and amounts stay: books must be kept.'),
  ('private.waiting_receipts', 'Gift receipts not queued yet', 'delete', 'stored.donor_id = any (($1).donors)', false, null);

insert into private.personal_data (table_name, label, action, condition, hands_over_rest, reason) values
  ('private.consents', 'Consents', 'delete',
    $$stored.adult_id = any (($1).people_left) or stored.child_id = any (($1).people_left)
      or stored.child_id in (select person_id from public.mentees where id = any (($1).people))$$, false, null),
  ('private.consent_requests', 'Consents that we asked for', 'delete',
    $$stored.adult_id = any (($1).people_left) or stored.child_id = any (($1).people_left)
      or stored.child_id in (select person_id from public.mentees where id = any (($1).people))$$, false, null),
  ('private.guardians', 'Parents and guardians', 'delete',
    $$stored.adult_id = any (($1).people_left) or stored.child_id = any (($1).people_left)
      or stored.child_id in (select person_id from public.mentees where id = any (($1).people))
      or stored.is_of_record and stored.child_id in (select person_id from public.mentees where id = any (($1).contacts))$$, false, null),
  ('private.members', 'Households and organizations', 'delete',
    'stored.person_id = any (($1).people_left) or stored.group_id = any (($1).people_left)', false, null),
  ('private.people', 'Name of another person who was merged', 'anonymize',
    $$stored.id in (select kept_id from private.person_merges where id in (select private.person_merges_of_subject($1)))
      and stored.id <> all (($1).people_left)$$,
    false, 'The person is someone else.'),
  ('private.person_notes', 'Notes and calls', 'delete', 'stored.person_id = any (($1).people_left)', false, null),
  ('private.person_merges', 'Merged people', 'delete', 'stored.id in (select private.person_merges_of_subject($1))', false, null),
  ('private.person_dismissals', 'Said to be someone else', 'delete',
    'stored.one_id = any (($1).people_left) or stored.other_id = any (($1).people_left)', false, null),
  ('public.tasks', 'Tasks', 'delete',
    $$stored.submission_id = any (($1).submissions) or stored.mentor_id = any (($1).people)
      or stored.mentee_id = any (($1).people) or stored.trainer_id = any (($1).people)
      or stored.gift_id = any (($1).gifts) or stored.donor_id = any (($1).donors)
      or stored.address = any (($1).addresses) or stored.address in (select 'tel:' || private.phones_of_subject($1))
      or stored.match_id in (select id from public.matches where mentor_id = any (($1).people) or mentee_id = any (($1).people))$$, false, null);

insert into private.personal_data (table_name, label, action, condition, hands_over_rest, reason) values
  ('private.status_tokens', 'Status links', 'delete', 'stored.submission_id = any (($1).submissions)', false, null),
  ('private.receipt_keys', 'Receipt keys', 'delete', 'stored.submission_id = any (($1).submissions)', false, null),
  ('private.subscription_tokens', 'Newsletter confirmation links', 'delete', 'stored.subscription_id = any (($1).subscriptions)', false, null),
  ('private.outbox', 'Emails', 'delete',
    $$stored.kind not in ('campaign', 'concern') and (
      stored.submission_id = any (($1).submissions)
      or stored.mailbox = any (private.mailboxes(($1).addresses)) and lower(btrim(stored.recipient)) = any (($1).addresses)
        and (stored.submission_id is null or stored.reader_id is not null)
    )$$, false, null),
  -- Not handed over: they would show that there is a concern.
  ('private.outbox', 'Emails about concerns', 'delete',
    $$stored.kind = 'concern' and stored.mailbox = any (private.mailboxes(($1).addresses))
      and lower(btrim(stored.recipient)) = any (($1).addresses)$$, false, null),
  ('private.unqueued_recipients', 'Campaign emails not queued yet', 'delete', 'lower(btrim(stored.address)) = any (($1).addresses)', false, null),
  ('private.recent_submissions', 'Rate limit IP addresses', 'delete', 'stored.submitted_at = any (($1).moments)', false, null),
  ('public.submission_notes', 'Notes about submissions', 'delete', 'stored.submission_id = any (($1).submissions)', true, null),
  ('public.submission_answers', 'Answers to submissions', 'delete', 'stored.submission_id = any (($1).submissions)', true, null),
  ('public.conversions', 'Converted applications', 'delete',
    $$stored.submission_id = any (($1).submissions) or stored.mentor_id = any (($1).people)
      or stored.mentee_id = any (($1).people) or stored.trainer_id = any (($1).people)$$, true, null);

insert into private.personal_data (table_name, label, action, condition, hands_over_rest, reason) values
  ('public.contact_messages', 'Contact messages', 'delete', 'stored.id = any (($1).submissions)', true, null),
  ('public.partnership_proposals', 'Partnership proposals', 'delete', 'stored.id = any (($1).submissions)', true, null),
  ('public.pledges', 'Pledges', 'delete', 'stored.id = any (($1).submissions)', true, null),
  ('public.program_applications', 'Program applications', 'delete', 'stored.id = any (($1).submissions)', true, null),
  ('public.program_registrations', 'Program registrations', 'delete', 'stored.id = any (($1).submissions)', true, null),
  ('public.volunteer_applications', 'Volunteer applications', 'delete', 'stored.id = any (($1).submissions)', true, null),
  -- Someone else's pledge asks us to tell this person.
  ('public.pledges', 'Other people''s pledges that notify the person', 'anonymize',
    $$regexp_split_to_array(lower(stored.notify), '[\s,;:<>()]+') && ($1).addresses$$,
    false, 'The pledge belongs to its giver.'),
  ('public.submissions', 'Submissions in the queue', 'delete', 'stored.id = any (($1).submissions)', false, null),
  ('public.newsletter_subscriptions', 'Newsletter', 'delete', 'stored.id = any (($1).subscriptions)', true, null);

insert into private.personal_data (table_name, label, action, condition, hands_over_rest, reason) values
  ('public.enrolments', 'Enrollments', 'delete', 'stored.mentee_id = any (($1).people)', true, null),
  ('public.student_grades', 'Grades', 'delete', 'stored.mentee_id = any (($1).people)', true, null),
  ('public.match_contacts', 'Contacts with matches', 'delete',
    'stored.match_id in (select id from public.matches where mentor_id = any (($1).people) or mentee_id = any (($1).people))', false, null),
  ('public.match_pauses', 'Pauses of matches', 'delete',
    'stored.match_id in (select id from public.matches where mentor_id = any (($1).people) or mentee_id = any (($1).people))', true, null),
  ('public.matches', 'Matches', 'delete', 'stored.mentor_id = any (($1).people) or stored.mentee_id = any (($1).people)', false, null),
  ('private.collections', 'Who collected the child', 'delete', 'stored.mentee_id = any (($1).people)', false, null),
  ('private.collections', 'Children whom the person collected', 'anonymize', 'stored.adult_id = any (($1).people_left)', false,
    'That the child was collected, and when, belongs to the child.'),
  ('public.meeting_attendances', 'Attendance', 'delete', 'stored.mentee_id = any (($1).people)', false, null),
  ('public.meetings', 'Meetings', 'delete',
    'stored.match_id in (select id from public.matches where mentee_id = any (($1).people))', false, null),
  ('public.meetings', 'Meetings of the mentor', 'delete',
    'stored.match_id in (select id from public.matches where mentor_id = any (($1).people))', false, null),
  ('public.program_mentees', 'Mentees'' programs', 'delete', 'stored.mentee_id = any (($1).people)', false, null),
  ('public.program_mentors', 'Mentors'' programs', 'delete', 'stored.mentor_id = any (($1).people)', false, null),
  ('public.program_trainers', 'Trainers'' programs', 'delete', 'stored.trainer_id = any (($1).people)', false, null),
  ('private.mentor_accounts', 'Account that is linked to a mentor', 'delete',
    'stored.mentor_id = any (($1).people) or stored.user_id = any (($1).accounts)', false, null),
  ('private.held_meetings', 'Mentors'' meetings that wait for the office', 'delete',
    $$stored.match_id in (select id from public.matches where mentor_id = any (($1).people) or mentee_id = any (($1).people))$$, false, null),
  ('private.released_numbers', 'Guardians whose number a mentor sees', 'delete',
    $$stored.adult_id = any (($1).people_left)
      or stored.match_id in (select id from public.matches where mentor_id = any (($1).people) or mentee_id = any (($1).people))$$, false, null),
  ('private.clearance_notices', 'Notices of clearances that end', 'delete',
    $$stored.clearance_id in (select id from public.clearances where record_id = any (($1).people))
      or stored.exemption_id in (select id from private.clearance_exemptions where record_id = any (($1).people))$$, false, null),
  ('private.clearance_exemptions', 'Exemptions', 'delete', 'stored.record_id = any (($1).people)', false, null),
  ('public.clearances', 'Clearances', 'delete', 'stored.record_id = any (($1).people)', false, null),
  ('private.merges', 'Merged records', 'delete', 'stored.id = any (($1).merges)', false, null),
  ('public.mentors', 'Mentors', 'delete', 'stored.id = any (($1).people)', true, null),
  ('public.trainers', 'Trainers', 'delete', 'stored.id = any (($1).people)', true, null),
  ('public.mentees', 'Mentees', 'delete', 'stored.id = any (($1).people)', true, null),
  ('private.imported_rows', 'Fingerprints of imported rows', 'delete', 'stored.row_id = any (($1).ids)', false, null),
  ('public.mentees', 'Mentees'' parent contacts', 'anonymize',
    'stored.id = any (($1).contacts)',
    false, 'The mentee has an address of their own. Only the parent''s contact goes.');

-- Money: sums, receipts' numbers and refunds stay right.

insert into private.personal_data (table_name, label, action, condition, hands_over_rest, reason) values
  ('private.payment_cards', 'Card expiry of monthly gifts', 'delete',
    'stored.customer in (select customer from private.monthly_gifts where donor_id = any (($1).donors))', false, null),
  ('private.monthly_gifts', 'Monthly gifts', 'delete', 'stored.donor_id = any (($1).donors)', false, null),
  ('public.donors', 'Donor', 'anonymize', 'stored.id = any (($1).donors)', true, 'The number of the receipts and the sum stay.'),
  ('public.donations', 'Gifts', 'anonymize',
    'stored.id = any (($1).gifts)',
    false, 'Amount, day and purpose stay: books must be kept, and sums must not change. The payment''s number stays, so that a refund is counted.'),
  ('public.donations', 'Gifts that others moved for the person', 'anonymize',
    'stored.legal_donor_id = any (($1).people_left)',
    false, 'The gift belongs to the person who moved it.'),
  ('public.gift_pledges', 'Pledges of the donor', 'anonymize', 'stored.id = any (($1).gifts)', false,
    'Amount, days and status stay: books must be kept.'),
  ('public.pledge_installments', 'Installments of pledges', 'keep', 'stored.pledge_id = any (($1).gifts)', true,
    'Amounts and days, which name no one.'),
  ('public.gift_returns', 'Returned gifts', 'anonymize', 'stored.gift_id = any (($1).gifts)', false, 'Amount and day stay: books must be kept.'),
  ('private.payments', 'Refunds', 'keep',
    'stored.gift in (select payment_id from public.donations where id = any (($1).gifts))',
    true, 'Numbers and amounts of refunds, by which the sums are kept. They name no one.'),
  ('private.payment_reversals', 'Failed refunds and disputes', 'keep',
    'stored.payment in (select id from private.payments where gift in (select payment_id from public.donations where id = any (($1).gifts)))',
    true, 'Numbers and amounts, by which the sums are kept. They name no one.');

insert into private.personal_data (table_name, label, action, condition, hands_over_rest, reason) values
  ('private.outbox', 'Campaign emails', 'anonymize',
    $$stored.kind = 'campaign' and stored.mailbox = any (private.mailboxes(($1).addresses)) and lower(btrim(stored.recipient)) = any (($1).addresses)$$,
    false, 'That a campaign sent one email stays in its count. Waiting emails are cancelled.'),
  ('private.outbox', 'Name in notices to colleagues', 'anonymize',
    $$stored.data ->> 'by' = any (($1).account_names)$$,
    false, 'The notice belongs to its reader.'),
  ('private.suppressions', 'An earlier erasure of this suppressed address', 'delete',
    $$exists (
      select from private.suppressions again
      where again.address = any (($1).addresses) and again.reason = stored.reason
        and stored.address = (private.suppressed_as(again.scope))[2]
    )$$, false, null),
  ('private.suppressions', 'Address that gets no email', 'anonymize',
    'stored.address = any (($1).addresses)',
    true, 'A hash of the address stays, so that no email is sent to it again.');

-- What a member of staff wrote about others keeps its text and loses the name,
-- before the removal of the account takes its id from some of it.

insert into private.personal_data (table_name, label, action, condition, hands_over_rest, reason) values
  ('public.submission_notes', 'Author of notes about others', 'anonymize',
    'stored.author_id = any (($1).accounts)',
    false, 'The note is about someone else.'),
  ('public.submission_answers', 'Author of answers to others', 'anonymize',
    'stored.author_id = any (($1).accounts)',
    false, 'The answer belongs to someone else.'),
  ('public.conversions', 'Author of conversions', 'anonymize',
    'stored.author_id = any (($1).accounts)',
    false, 'The conversion is about someone else.'),
  ('private.merges', 'Author of merges', 'anonymize', 'stored.actor_id = any (($1).accounts)', false, 'The merge is about someone else.'),
  ('private.imports', 'Author of imports', 'anonymize', 'stored.imported_by = any (($1).accounts)', false, 'The import is about others.'),
  ('private.person_notes', 'Author of notes and calls about others', 'anonymize',
    'stored.author_id = any (($1).accounts)',
    false, 'The note is about someone else.'),
  ('private.person_merges', 'Author of merges of people', 'anonymize', 'stored.actor_id = any (($1).accounts)', false, 'The merge is about others.'),
  ('public.match_contacts', 'Author of contacts with matches', 'anonymize', 'stored.author_id = any (($1).accounts)', false, 'The contact is with others.'),
  ('public.clearances', 'Author of clearances of others', 'anonymize', 'stored.verified_by = any (($1).accounts)', false, 'The evidence is about someone else.'),
  ('private.clearance_exemptions', 'Author of exemptions of others', 'anonymize', 'stored.author_id = any (($1).accounts)', false, 'The exemption is about someone else.'),
  ('public.meetings', 'Author of meetings of others', 'anonymize', 'stored.recorded_by = any (($1).accounts)', false, 'The meeting is about others.');

insert into private.personal_data (table_name, label, action, condition, hands_over_rest, reason) values
  ('private.safeguarding_leads', 'Safeguarding lead', 'delete', 'stored.user_id = any (($1).accounts)', true, null),
  ('private.visits', 'Last visits', 'delete', 'stored.user_id = any (($1).accounts)', true, null),
  ('public.notification_choices', 'Notice choices', 'delete', 'stored.user_id = any (($1).accounts)', true, null),
  ('private.covers', 'Absences and covers', 'delete', 'stored.account_id = any (($1).accounts) or stored.cover_id = any (($1).accounts)', false, null),
  ('private.leavings', 'Leaving the staff', 'delete', 'stored.account_id = any (($1).accounts)', false, null),
  ('private.role_offers', 'Role offer', 'delete', 'stored.user_id = any (($1).accounts)', false, null),
  ('private.invitations', 'Invitations', 'delete', 'stored.user_id = any (($1).accounts)', false, null),
  ('private.begun_accounts', 'Account that staff started', 'delete', 'lower(btrim(stored.address)) = any (($1).addresses)', false, null),
  ('private.recovery_codes', 'Recovery codes', 'delete', 'stored.user_id = any (($1).accounts)', false, null),
  ('private.recovery_attempts', 'Wrong recovery codes', 'delete', 'stored.user_id = any (($1).accounts)', false, null),
  ('private.confirmed_rights', 'Confirmed rights', 'delete', 'stored.user_id = any (($1).accounts)', false, null),
  ('public.user_permissions', 'Permissions', 'delete', 'stored.user_id = any (($1).accounts)', false, null),
  ('public.user_roles', 'Role', 'delete', 'stored.user_id = any (($1).accounts)', true, null),
  ('public.profiles', 'Profile', 'delete', 'stored.id = any (($1).accounts)', true, null),
  ('auth.mfa_amr_claims', 'Ways of signing in', 'delete',
    'stored.session_id in (select session.id from auth.sessions session where session.user_id = any (($1).accounts))', false, null),
  ('auth.refresh_tokens', 'Session keys', 'delete', 'stored.user_id::text = any (($1).accounts::text[])', false, null),
  ('auth.sessions', 'Sessions', 'delete', 'stored.user_id = any (($1).accounts)', false, null),
  ('auth.one_time_tokens', 'Links of the account', 'delete',
    $$stored.user_id = any (($1).accounts) or lower(to_jsonb(stored) ->> 'relates_to') = any (($1).addresses)$$, false, null),
  ('auth.flow_state', 'Started sign-ins', 'delete', 'stored.user_id = any (($1).accounts)', false, null),
  ('auth.saml_relay_states', 'Started single sign-ons', 'delete', 'lower(stored.for_email) = any (($1).addresses)', false, null),
  ('auth.identities', 'Identities', 'delete', 'stored.user_id = any (($1).accounts)', false, null),
  ('auth.audit_log_entries', 'Log of sign-ins', 'delete',
    $$stored.payload ->> 'actor_id' = any (($1).accounts::text[])
      or array[lower(stored.payload ->> 'actor_username'), lower(stored.payload #>> '{traits,user_email}')] && ($1).addresses$$, false, null),
  ('auth.users', 'Account', 'delete', 'stored.id = any (($1).accounts)', false, null),
  -- The account takes its factors along; removed before it, one would be logged and mailed.
  ('auth.mfa_challenges', 'Second factor', 'delete',
    $$to_jsonb(stored) ->> 'factor_id' in (
      select factor.id::text from auth.mfa_factors factor where factor.user_id = any (($1).accounts)
    )$$, false, null),
  ('auth.mfa_factors', 'Second factor', 'delete', 'stored.user_id = any (($1).accounts)', false, null),
  ('auth.users', 'Address requested by another account', 'anonymize',
    'lower(stored.email_change) = any (($1).addresses)',
    false, 'The account belongs to someone else. It keeps the address that it has.');

-- No condition finds a row: a preview, a hand-over or a certificate would show that there is a concern,
-- also to the person it is about.

insert into private.personal_data (table_name, label, action, condition, hands_over_rest, reason) values
  ('private.concerns', 'Concerns about children', 'keep', 'false', false,
    'Protects a child: it stays until seven years after it was closed, and only safeguarding leads learn that there is one.'),
  ('private.concern_steps', 'Steps of concerns', 'keep', 'false', false,
    'Protects a child: they stay as long as the concern, and only safeguarding leads learn that there is one.');

-- People without another row, who are gone with their last one.

insert into private.personal_data (table_name, label, action, condition, hands_over_rest, reason) values
  ('private.contact_points', 'Addresses and phones of the person', 'delete',
    'stored.person_id = any (($1).people_left) and private.is_of_subject(stored, $1)
      or stored.open_to is not null and stored.kind = ''email'' and stored.normalized = any (($1).addresses)', false, null),
  ('private.people', 'The person', 'delete', 'stored.id = any (($1).people_left)', false, null);

-- The log comes last: it has entries of all the removals above.

insert into private.personal_data (table_name, label, action, condition, hands_over_rest, reason) values
  ('public.change_log', 'Entries of the change log', 'anonymize',
    $$stored.record_id = any (($1).ids) or stored.about && ($1).ids
      or stored.record_kind = 'persons' and array[lower(btrim(stored.record_name)), stored.changes ->> 'contact'] && ($1).addresses$$,
    false, 'That something was done, when and by whom stays. Names and values go.'),
  ('public.change_log', 'Export searches', 'anonymize',
    $$stored.action = 'exported' and private.named_keys($1, stored.changes) <> '{}'$$,
    false, 'That a list was exported stays.'),
  ('public.change_log', 'Name of a member of staff in the change log', 'anonymize',
    $$cardinality(($1).account_names) > 0 and jsonb_typeof(stored.changes) = 'object'
      and exists (select from jsonb_each(stored.changes) as change where change.value ?| ($1).account_names)$$,
    false, 'The entry is about something else.'),
  ('public.change_log', 'Name of a legal donor in the change log', 'anonymize',
    $$stored.record_kind = 'donations' and stored.changes ? 'legal_donor_name' and stored.record_id in (
      select gift.id from public.donations gift
      where gift.legal_donor_id = any (($1).people_left) or gift.legal_donor_name in (select value from jsonb_each_text(($1).erased_names))
    )$$,
    false, 'The entry is about the gift of someone else.'),
  ('public.change_log', 'Author of change log entries', 'anonymize', 'stored.actor_id = any (($1).accounts)', false, 'What was done stays.');

-- Tables without personal data.

insert into private.personal_data (table_name, label, action, reason)
select table_name, upper(left(words, 1)) || substr(words, 2), 'none', reason from (values
  ('public.programs', 'What we offer; its manager is an account'),
  ('public.program_seats', 'Numbers of seats'),
  ('public.program_requirements', 'What programs ask of mentors and trainers'),
  ('public.courses', 'What we teach'),
  ('public.assessments', 'Titles of graded work'),
  ('public.email_campaigns', 'What we write to many'),
  ('public.answer_templates', 'What we write to many'),
  ('public.holidays', 'Days of the office'),
  ('public.permissions', 'Kinds of rights'),
  ('private.submission_kinds', 'Kinds of forms'),
  ('private.consent_texts', 'What we ask guardians'),
  ('private.table_readers', 'Kinds of rights'),
  ('private.leaving_items', 'Numbers of things that were handed over'),
  ('private.captcha', 'A setting'),
  ('private.captcha_passes', 'Hashes of passes, for ten minutes'),
  ('private.mail_settings', 'Settings'),
  ('private.audience_counts', 'Counts'),
  ('private.receipt_wording', 'A setting'),
  ('private.retention_rules', 'Settings'),
  ('private.second_factor', 'A setting'),
  ('private.mail_events', 'Numbers of events'),
  ('private.unknown_mail_events', 'Kinds and counts'),
  ('private.payment_events', 'Numbers of events'),
  ('private.refused_payment_events', 'Reasons and counts'),
  ('private.upkeep', 'Tasks of the database'),
  ('private.personal_data', 'This registry'),
  ('private.personal_columns', 'This registry'),
  ('private.join_rules', 'Rules of joins'),
  ('private.erasure_settings', 'A setting'),
  ('private.hash_key', 'A key'),
  ('auth.sso_providers', 'Settings'),
  ('auth.sso_domains', 'Settings'),
  ('auth.saml_providers', 'Settings'),
  ('auth.oauth_clients', 'Settings'),
  ('auth.custom_oauth_providers', 'Settings'),
  ('auth.oauth_client_states', 'Keys of started sign-ins'),
  ('public.funds', 'Purposes of gifts'),
  ('public.fund_spendings', 'What was paid from funds'),
  ('public.gift_batches', 'Counts and sums; posted_by is an account'),
  ('private.closed_months', 'Months; closed_by is an account'),
  ('private.payouts', 'Sums and days of the payment provider'),
  ('private.file_leftovers', 'Ids of files whose row is gone'),
  ('public.faults', 'What failed in browsers and functions, without what anyone typed'),
  ('private.erasures', 'Hashes and counts')
) as listed (table_name, reason), replace(split_part(table_name, '.', 2), '_', ' ') as words;
