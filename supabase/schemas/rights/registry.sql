insert into private.personal_data (table_name, label, action, condition, handed_over) values
  ('private.status_tokens', 'Status links', 'delete', 'stored.submission_id = any (($1).submissions)', '{}'),
  ('private.receipt_keys', 'Receipt keys', 'delete', 'stored.submission_id = any (($1).submissions)', '{}'),
  ('private.subscription_tokens', 'Newsletter confirmation links', 'delete', 'stored.subscription_id = any (($1).subscriptions)', '{}'),
  ('private.outbox', 'Emails', 'delete',
    'stored.kind <> ''campaign'' and (
      stored.submission_id = any (($1).submissions)
      or stored.mailbox = any (private.mailboxes(($1).addresses)) and lower(btrim(stored.recipient)) = any (($1).addresses)
        and (stored.submission_id is null or stored.reader_id is not null)
    )', '{kind,data,state,created_at,sent_at}'),
  ('private.unqueued_recipients', 'Campaign emails not queued yet', 'delete',
    'lower(btrim(stored.address)) = any (($1).addresses)', '{campaign_id,address,name}'),
  ('private.recent_submissions', 'Rate limit IP addresses', 'delete',
    'stored.submitted_at = any (($1).moments)', '{form,address,submitted_at}'),
  ('public.submission_notes', 'Notes about submissions', 'delete', 'stored.submission_id = any (($1).submissions)', null),
  ('public.submission_answers', 'Answers to submissions', 'delete', 'stored.submission_id = any (($1).submissions)', null),
  ('public.conversions', 'Converted applications', 'delete',
    'stored.submission_id = any (($1).submissions) or stored.mentor_id = any (($1).people)
      or stored.mentee_id = any (($1).people) or stored.trainer_id = any (($1).people)', null);

insert into private.personal_data (table_name, label, action, condition) values
  ('public.contact_messages', 'Contact messages', 'delete', 'stored.id = any (($1).submissions)'),
  ('public.partnership_proposals', 'Partnership proposals', 'delete', 'stored.id = any (($1).submissions)'),
  ('public.pledges', 'Pledges', 'delete', 'stored.id = any (($1).submissions)'),
  ('public.program_applications', 'Program applications', 'delete', 'stored.id = any (($1).submissions)'),
  ('public.program_registrations', 'Program registrations', 'delete', 'stored.id = any (($1).submissions)'),
  ('public.volunteer_applications', 'Volunteer applications', 'delete', 'stored.id = any (($1).submissions)');

-- Someone else's pledge asks us to tell this person.
insert into private.personal_data (table_name, label, action, condition, assignments, stays, handed_over, reason) values
  ('public.pledges', 'Pledges of others that the person was to be told of', 'anonymize',
    'regexp_split_to_array(lower(stored.notify), ''[\s,;:<>()]+'') && ($1).addresses',
    '{"notify": "null", "tribute_message": "null"}', '{name,email,frequency,program,tribute,tribute_name}',
    '{tribute,tribute_name,notify,tribute_message,created_at}',
    'The pledge belongs to its giver.');

insert into private.personal_data (table_name, label, action, condition, handed_over) values
  ('public.submissions', 'Submissions in the queue', 'delete', 'stored.id = any (($1).submissions)',
    '{id,kind,reference,status,due_at,answered_at,withdrawn_at,created_at}'),
  ('public.newsletter_subscriptions', 'Newsletter', 'delete', 'stored.id = any (($1).subscriptions)', null);

insert into private.personal_data (table_name, label, action, condition, handed_over) values
  ('public.enrolments', 'Enrollments', 'delete', 'stored.mentee_id = any (($1).people)', null),
  ('public.student_grades', 'Grades', 'delete', 'stored.mentee_id = any (($1).people)', null),
  ('public.program_mentees', 'Mentees'' programs', 'delete', 'stored.mentee_id = any (($1).people)', '{program_id,mentee_id}'),
  ('public.program_mentors', 'Mentors'' programs', 'delete', 'stored.mentor_id = any (($1).people)', '{program_id,mentor_id}'),
  ('public.program_trainers', 'Trainers'' programs', 'delete', 'stored.trainer_id = any (($1).people)', '{program_id,trainer_id}'),
  ('private.merges', 'Merged records', 'delete', 'stored.id = any (($1).merges)', '{kind,merged_row,replaced,created_at}'),
  ('public.mentors', 'Mentors', 'delete', 'stored.id = any (($1).people)', null),
  ('public.trainers', 'Trainers', 'delete', 'stored.id = any (($1).people)', null),
  ('public.mentees', 'Mentees', 'delete', 'stored.id = any (($1).people)', null),
  ('private.imported_rows', 'Fingerprints of imported rows', 'delete', 'stored.row_id = any (($1).ids)', '{import_id}');

insert into private.personal_data (table_name, label, action, condition, assignments, stays, handed_over, reason) values
  ('public.mentees', 'Mentees'' parent contacts', 'anonymize', 'stored.id = any (($1).contacts)',
    '{"parent_name": "null", "parent_email": "null", "parent_phone": "null"}',
    '{first_name,last_name,email,phone,grade_level,school_name,told}', '{parent_name,parent_email,parent_phone}',
    'The mentee has an address of their own. Only the parent''s contact goes.');

-- Money: sums, receipts' numbers and refunds stay right.

insert into private.personal_data (table_name, label, action, condition, handed_over) values
  ('private.payment_cards', 'Card expiry of monthly gifts', 'delete',
    'stored.customer in (select customer from private.monthly_gifts where donor_id = any (($1).donors))', '{expires_on}'),
  ('private.monthly_gifts', 'Monthly gifts', 'delete', 'stored.donor_id = any (($1).donors)', '{id,paid_at,ended_at}');

insert into private.personal_data (table_name, label, action, condition, assignments, stays, handed_over, reason) values
  ('public.donors', 'Donor', 'anonymize', 'stored.id = any (($1).donors)',
    '{"id": "private.person_of((($1).erased_names ->> stored.id::text, null, null, true))", "name": "($1).erased_names ->> stored.id::text", "email": "null"}',
    '{frequency}', null, 'The number of the receipts and the sum stay.'),
  ('public.donations', 'Gifts', 'anonymize', 'stored.id = any (($1).gifts)',
    '{"donor_name": "coalesce(($1).erased_names ->> stored.person_id::text, ''Erased donor'')", "donor_email": "null", "donor_phone": "null", "reference": "null", "note": "null",
      "description": "case when stored.description is not null then ''In kind'' end", "tribute": "null", "tribute_name": "null", "change_reason": "case when stored.voided_at is not null then ''Erased'' end"}',
    '{legal_donor_name,donation_type,campaign,payment_id,method,currency,told}',
    '{id,legal_donor_name,donor_name,donor_email,donor_phone,amount,refunded,donation_type,campaign,payment_id,method,description,reference,tribute,tribute_name,note,currency,original_amount,rate,rate_on,is_posted,entered_at,voided_at,change_reason,created_at}',
    'Amount, day and purpose stay: books must be kept, and sums must not change. The payment''s number stays, so that a refund is counted.'),
  ('public.donations', 'Gifts that others moved for the person', 'anonymize', 'stored.legal_donor_id = any (($1).people_left)',
    '{"legal_donor_id": "private.person_of((($1).erased_names ->> stored.legal_donor_id::text, null, null, true))",
      "legal_donor_name": "($1).erased_names ->> stored.legal_donor_id::text"}',
    '{donor_name,donor_email,donor_phone,donation_type,campaign,payment_id,method,description,reference,tribute,tribute_name,note,currency,change_reason,told}',
    '{amount,refunded,campaign,created_at}', 'The gift belongs to whoever moved it.');
insert into private.personal_data (table_name, label, action, condition, stays, reason) values
  ('private.payments', 'Refunds', 'keep',
    'stored.gift in (select payment_id from public.donations where id = any (($1).gifts))', '{id,gift}',
    'Numbers and amounts of refunds, by which the sums are kept. They name no one.'),
  ('private.payment_reversals', 'Failed refunds and disputes', 'keep',
    'stored.payment in (select id from private.payments where gift in (select payment_id from public.donations where id = any (($1).gifts)))',
    '{id,payment,kind}', 'Numbers and amounts, by which the sums are kept. They name no one.');

insert into private.personal_data (table_name, label, action, condition, assignments, stays, handed_over, reason) values
  ('private.outbox', 'Campaign emails', 'anonymize',
    'stored.kind = ''campaign'' and stored.mailbox = any (private.mailboxes(($1).addresses)) and lower(btrim(stored.recipient)) = any (($1).addresses)',
    '{"recipient": "null", "data": "''{}''", "error": "null", "provider_id": "null", "worker": "null", "forgotten_at": "now()",
      "idempotency_key": "''campaign:'' || stored.id",
      "state": "case when stored.state in (''queued'', ''sending'') then ''cancelled'' else stored.state end"}',
    '{kind}', '{kind,data,state,campaign_id,created_at,sent_at}',
    'That a campaign sent one email stays in its count. Waiting emails are cancelled.'),
  ('private.outbox', 'Name in notices to colleagues', 'anonymize',
    'stored.data ->> ''by'' = any (($1).account_names)', '{"data": "stored.data - ''by''"}',
    '{idempotency_key,kind,recipient,state,provider_id,error}', '{}', 'The notice belongs to its reader.');
insert into private.personal_data (table_name, label, action, condition, handed_over) values
  ('private.suppressions', 'An earlier erasure of this suppressed address', 'delete',
    'exists (
      select from private.suppressions again
      where again.address = any (($1).addresses) and again.reason = stored.reason
        and stored.address = (private.suppressed_as(again.scope))[2]
    )', '{}');
insert into private.personal_data (table_name, label, action, condition, assignments, stays, reason) values
  ('private.suppressions', 'Address that gets no mail', 'anonymize', 'stored.address = any (($1).addresses)',
    '{"address": "(private.suppressed_as(stored.scope))[2]", "detail": "null"}', '{reason}',
    'A hash of the address stays, so that no mail is sent to it again.');

-- What a member of staff wrote about others keeps its text and loses the name,
-- before the removal of the account takes its id from some of it.

insert into private.personal_data (table_name, label, action, condition, assignments, stays, handed_over, reason) values
  ('public.submission_notes', 'Author of notes about others', 'anonymize', 'stored.author_id = any (($1).accounts)',
    '{"author_name": "''Former account''"}', '{body}', '{}', 'The note is about someone else.'),
  ('public.submission_answers', 'Author of answers to others', 'anonymize', 'stored.author_id = any (($1).accounts)',
    '{"author_name": "''Former account''"}', '{subject,body}', '{}', 'The answer belongs to someone else.'),
  ('public.conversions', 'Author of conversions', 'anonymize', 'stored.author_id = any (($1).accounts)',
    '{"author_name": "''Former account''"}', '{reference}', '{}', 'The conversion is about someone else.'),
  ('private.merges', 'Author of merges', 'anonymize', 'stored.actor_id = any (($1).accounts)',
    '{"actor_name": "''Former account''"}', '{kind,merged_name,merged_row,replaced,followed}', '{}', 'The merge is about someone else.'),
  ('private.imports', 'Author of imports', 'anonymize', 'stored.imported_by = any (($1).accounts)',
    '{"imported_by_name": "''Former account''"}', '{table_name,file_name}', '{}', 'The import is about others.');

insert into private.personal_data (table_name, label, action, condition, handed_over) values
  ('private.visits', 'Last visits', 'delete', 'stored.user_id = any (($1).accounts)', null),
  ('public.notification_choices', 'Notice choices', 'delete', 'stored.user_id = any (($1).accounts)', null),
  ('private.role_offers', 'Role offer', 'delete', 'stored.user_id = any (($1).accounts)', '{role}'),
  ('private.begun_accounts', 'Account that staff begin', 'delete',
    'lower(btrim(stored.address)) = any (($1).addresses)', '{address,begun_at}'),
  ('private.recovery_codes', 'Recovery codes', 'delete', 'stored.user_id = any (($1).accounts)', '{}'),
  ('private.recovery_attempts', 'Wrong recovery codes', 'delete', 'stored.user_id = any (($1).accounts)', '{tried_at}'),
  ('public.user_permissions', 'Permissions', 'delete', 'stored.user_id = any (($1).accounts)', '{permission_id,granted_at}'),
  ('public.user_roles', 'Role', 'delete', 'stored.user_id = any (($1).accounts)', null),
  ('public.profiles', 'Profile', 'delete', 'stored.id = any (($1).accounts)', null),
  ('auth.mfa_amr_claims', 'Ways of signing in', 'delete',
    'stored.session_id in (select session.id from auth.sessions session where session.user_id = any (($1).accounts))', '{}'),
  ('auth.refresh_tokens', 'Session keys', 'delete', 'stored.user_id::text = any (($1).accounts::text[])', '{}'),
  ('auth.sessions', 'Sessions', 'delete', 'stored.user_id = any (($1).accounts)', '{created_at,user_agent,ip}'),
  ('auth.one_time_tokens', 'Links of the account', 'delete',
    'stored.user_id = any (($1).accounts) or lower(to_jsonb(stored) ->> ''relates_to'') = any (($1).addresses)', '{}'),
  ('auth.flow_state', 'Started sign-ins', 'delete', 'stored.user_id = any (($1).accounts)', '{}'),
  ('auth.saml_relay_states', 'Started single sign-ons', 'delete', 'lower(stored.for_email) = any (($1).addresses)', '{}'),
  ('auth.identities', 'Identities', 'delete', 'stored.user_id = any (($1).accounts)', '{}'),
  ('auth.audit_log_entries', 'Log of sign-ins', 'delete',
    'stored.payload ->> ''actor_id'' = any (($1).accounts::text[])
      or array[lower(stored.payload ->> ''actor_username''), lower(stored.payload #>> ''{traits,user_email}'')] && ($1).addresses',
    '{payload,created_at,ip_address}'),
  ('auth.users', 'Account', 'delete', 'stored.id = any (($1).accounts)',
    '{email,phone,raw_user_meta_data,created_at,email_confirmed_at,last_sign_in_at}'),
  -- The account takes its factors along; removed before it, one would be logged and mailed.
  ('auth.mfa_challenges', 'Second factor', 'delete',
    'to_jsonb(stored) ->> ''factor_id'' in (
      select factor.id::text from auth.mfa_factors factor where factor.user_id = any (($1).accounts)
    )', '{}'),
  ('auth.mfa_factors', 'Second factor', 'delete', 'stored.user_id = any (($1).accounts)', '{}');
insert into private.personal_data (table_name, label, action, condition, assignments, stays, handed_over, reason) values
  ('auth.users', 'Address requested by another account', 'anonymize', 'lower(stored.email_change) = any (($1).addresses)',
    '{"email_change": "''''", "email_change_token_new": "''''", "email_change_token_current": "''''"}',
    '{aud,role,email,encrypted_password,phone,confirmation_token,recovery_token,phone_change,phone_change_token,
      reauthentication_token,raw_app_meta_data,raw_user_meta_data}',
    '{}', 'The account belongs to someone else. It keeps the address that it has.');

-- People without another row, who are gone with their last one.

insert into private.personal_data (table_name, label, action, condition, handed_over) values
  ('private.contact_points', 'Addresses and phones of the person', 'delete',
    'stored.person_id = any (($1).people_left) and private.is_of_subject(stored, $1)
      or stored.open_to is not null and stored.kind = ''email'' and stored.normalized = any (($1).addresses)', '{kind,value,label,is_preferred,valid_since,retired_at}'),
  ('private.people', 'The person', 'delete', 'stored.id = any (($1).people_left)', '{kind,name,language,is_deceased,do_not_contact,wants_paper}');

-- The log comes last: it has entries of all the removals above.

insert into private.personal_data (table_name, label, action, condition, assignments, stays, handed_over, reason) values
  ('public.change_log', 'Entries of the change log', 'anonymize',
    'stored.record_id = any (($1).ids) or stored.about && ($1).ids
      or stored.record_kind = ''persons'' and array[lower(btrim(stored.record_name)), stored.changes ->> ''contact''] && ($1).addresses',
    '{"record_name": "private.redacted_name(stored, ($1).ids)", "changes": "private.redacted_changes(stored, ($1).ids)"}',
    '{actor_name,record_kind,about}', '{created_at,action,record_kind,changes}',
    'That something was done, when and by whom stays. Names and values go.'),
  ('public.change_log', 'Export searches', 'anonymize',
    'stored.action = ''exported'' and private.named_keys($1, stored.changes) <> ''{}''',
    '{"changes": "stored.changes - private.named_keys($1, stored.changes)"}', '{actor_name,record_kind,record_name,about}', '{}',
    'That a list was exported stays.'),
  ('public.change_log', 'Name of a member of staff in the change log', 'anonymize',
    'cardinality(($1).account_names) > 0 and jsonb_typeof(stored.changes) = ''object''
      and exists (select from jsonb_each(stored.changes) as change where change.value ?| ($1).account_names)',
    '{"changes": "(select jsonb_object_agg(key, value) from jsonb_each(stored.changes) where not value ?| ($1).account_names)"}',
    '{actor_name,record_kind,record_name,about}', '{}', 'The entry is about something else.'),
  ('public.change_log', 'Name of a legal donor in the change log', 'anonymize',
    'stored.record_kind = ''donations'' and stored.changes ? ''legal_donor_name'' and stored.record_id in (
      select gift.id from public.donations gift
      where gift.legal_donor_id = any (($1).people_left) or gift.legal_donor_name in (select value from jsonb_each_text(($1).erased_names))
    )',
    '{"changes": "stored.changes - ''legal_donor_name''"}', '{actor_name,record_kind,record_name,about}', '{}', 'The entry is about the gift of someone else.'),
  ('public.change_log', 'Author of change log entries', 'anonymize', 'stored.actor_id = any (($1).accounts)',
    '{"actor_name": "''Former account''"}', '{record_kind,record_name,changes,about}', '{}', 'What was done stays.');

insert into private.personal_data (table_name, label, action, reason)
select table_name, upper(left(words, 1)) || substr(words, 2), 'none', reason from (values
  ('public.programs', 'What we offer; its manager is an account'),
  ('public.program_seats', 'Numbers of seats'),
  ('public.courses', 'What we teach'),
  ('public.assessments', 'Titles of graded work'),
  ('public.email_campaigns', 'What we write to many'),
  ('public.answer_templates', 'What we write to many'),
  ('public.holidays', 'Days of the office'),
  ('public.permissions', 'Kinds of rights'),
  ('private.submission_kinds', 'Kinds of forms'),
  ('private.table_readers', 'Kinds of rights'),
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
  ('private.join_rules', 'Rules of joins'),
  ('private.erasure_settings', 'A setting'),
  ('private.hash_key', 'A key'),
  ('auth.sso_providers', 'Settings'),
  ('auth.sso_domains', 'Settings'),
  ('auth.saml_providers', 'Settings'),
  ('auth.oauth_clients', 'Settings'),
  ('auth.custom_oauth_providers', 'Settings'),
  ('auth.oauth_client_states', 'Keys of started sign-ins'),
  ('private.erasures', 'Hashes and counts')
) as listed (table_name, reason), replace(split_part(table_name, '.', 2), '_', ' ') as words;

-- What belongs to a person goes before what it refers to.

insert into private.personal_data (position, table_name, label, action, condition, handed_over)
overriding system value values (
  0, 'public.tasks', 'Tasks', 'delete',
  'stored.submission_id = any (($1).submissions) or stored.mentor_id = any (($1).people)
    or stored.mentee_id = any (($1).people) or stored.trainer_id = any (($1).people)
    or stored.gift_id = any (($1).gifts) or stored.donor_id = any (($1).donors)
    or stored.address = any (($1).addresses) or stored.address in (select ''tel:'' || private.phones_of_subject($1))',
  '{body,due_on,done_at,created_at}'
);

insert into private.personal_data (table_name, label, action, reason) values
  ('public.funds', 'Funds', 'none', 'Purposes of gifts'),
  ('public.fund_spendings', 'Fund spendings', 'none', 'What was paid from funds'),
  ('public.gift_batches', 'Gift batches', 'none', 'Counts and sums; posted_by is an account'),
  ('private.payouts', 'Payouts of the payment provider', 'none', 'Sums and days');

insert into private.personal_data (position, table_name, label, action, condition, assignments, stays, handed_over, reason)
overriding system value values
  (-4, 'private.people', 'Name of another person who was merged', 'anonymize',
    'stored.id in (select kept_id from private.person_merges where id in (select private.person_merges_of_subject($1)))
      and stored.id <> all (($1).people_left)',
    '{"names": "private.names_left(stored.id, stored.names, $1)"}', '{name,kind,language}', '{}', 'The person is someone else.');
insert into private.personal_data (position, table_name, label, action, condition, handed_over)
overriding system value values
  (-1, 'private.person_dismissals', 'Said to be someone else', 'delete',
    'stored.one_id = any (($1).people_left) or stored.other_id = any (($1).people_left)', '{}'),
  (-3, 'private.person_notes', 'Notes and calls', 'delete', 'stored.person_id = any (($1).people_left)', '{kind,body,created_at}'),
  (-2, 'private.person_merges', 'Merged people', 'delete', 'stored.id in (select private.person_merges_of_subject($1))', '{person,created_at}');
insert into private.personal_data (table_name, label, action, condition, assignments, stays, handed_over, reason) values
  ('private.person_notes', 'Author of notes and calls about others', 'anonymize', 'stored.author_id = any (($1).accounts)',
    '{"author_name": "''Former account''"}', '{kind,body,open_to}', '{}', 'The note is about someone else.'),
  ('private.person_merges', 'Author of merges of people', 'anonymize', 'stored.actor_id = any (($1).accounts)',
    '{"actor_name": "''Former account''"}', '{person,donor,added_names,moved,ties}', '{}', 'The merge is about others.');

insert into private.personal_data (position, table_name, label, action, condition, assignments, stays, handed_over, reason)
overriding system value values
  (-104, 'public.view_uses', 'Pins and weekly mails', 'delete', 'stored.user_id = any (($1).accounts)', '{}', '{}', '{}', null),
  (-103, 'public.list_columns', 'List columns', 'delete', 'stored.user_id = any (($1).accounts)', '{}', '{}', '{list,columns}', null),
  (-102, 'public.saved_views', 'Saved views', 'delete', 'stored.owner_id = any (($1).accounts) and not stored.is_shared', '{}', '{}',
    '{list,name,state}', null),
  (-101, 'public.saved_views', 'Searches and filters of colleagues'' views', 'anonymize',
    'private.is_searched($1, stored.name) or private.erased_state($1, stored) <> stored.state',
    '{"name": "case when private.is_searched($1, stored.name) then ''View '' || left(stored.id::text, 8) else stored.name end",
      "state": "private.erased_state($1, stored)"}',
    '{table_name,list}', '{}', 'The view is a colleague''s. It loses what names the person, and has no number and no mail until it is saved again.');

insert into private.personal_data (position, table_name, label, action, condition, handed_over)
overriding system value values
  (-6, 'private.guardians', 'Parents and guardians', 'delete',
    'stored.adult_id = any (($1).people_left) or stored.child_id = any (($1).people_left)
      or stored.child_id in (select person_id from public.mentees where id = any (($1).people))
      or stored.is_of_record and stored.child_id in (select person_id from public.mentees where id = any (($1).contacts))',
    '{child_id,adult_id,relation,may_collect,no_contact,created_at,email,phone}'),
  (-5, 'private.members', 'Households and organizations', 'delete',
    'stored.person_id = any (($1).people_left) or stored.group_id = any (($1).people_left)', '{group_id,role,created_at}');

insert into private.personal_data (position, table_name, label, action, condition, assignments, stays, handed_over, reason)
overriding system value values
  (-21, 'private.issued_receipts', 'Gift receipts', 'anonymize',
    'stored.donor_id = any (($1).donors) or stored.donor_id is null and stored.gifts && ($1).gifts',
    '{"name": "coalesce(($1).erased_names ->> stored.donor_id::text, ''Erased donor'')", "address": "null", "email": "null", "print": "''''",
      "lines": "private.lines_without_words(stored.lines)"}',
    '{number,words}', '{number,year,name,address,email,lines,total,issued_at,printed_at,opened_at,mailed_at}',
    'Number, day and amounts stay: books must be kept.');
insert into private.personal_data (position, table_name, label, action, condition, handed_over)
overriding system value values
  (-20, 'private.waiting_receipts', 'Gift receipts not queued yet', 'delete', 'stored.donor_id = any (($1).donors)', '{year}');

-- Erasing: before the rows that a file belongs to, of which a donor gets another id; of a gift that stays, too.

insert into private.personal_data (position, table_name, label, action, condition, assignments, stays, handed_over, reason)
overriding system value values
  (-31, 'public.files', 'Files', 'delete',
    'stored.submission_id = any (($1).submissions) or stored.mentor_id = any (($1).people)
      or stored.mentee_id = any (($1).people) or stored.trainer_id = any (($1).people)
      or stored.gift_id = any (($1).gifts) or stored.donor_id = any (($1).donors)',
    '{}', '{}', '{id,name,type,size,state,refusal,mentee_id,created_at,removed_at}', null),
  (-30, 'public.files', 'Author of files about others', 'anonymize', 'stored.created_by = any (($1).accounts)',
    '{"author_name": "''Former account''"}', '{name,type,hash,version,refusal}', '{}', 'The file is about someone else.');
insert into private.personal_data (table_name, label, action, reason)
values ('private.file_leftovers', 'Files that are being deleted', 'none', 'Ids of files whose row is gone');

insert into private.personal_data (table_name, label, action, reason)
values ('public.faults', 'Faults', 'none', 'What failed in browsers and functions, without what anyone typed');
