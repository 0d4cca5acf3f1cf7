-- The rules of each table, for the files that prove them: its privileges (010), the cells of the matrix and
-- what an attempt changes (020), the importers (210), and a row that it takes. Add a new table only here,
-- a new form only where it has a column that no one selects.

begin;

-- The usual tables

-- One row for each: who holds its permission does what is granted on all rows, reads their changes in the log, and
-- imports where that is said; admins do the same. A sample that is null is a row like a seeded one. Rules of other
-- tables, and further ones of these, follow below.

create table tests.usual_tables (
  table_name text, permission text, privileges text, is_imported boolean, change text, sample text
);
insert into tests.usual_tables values
  ('mentors', 'can_manage_mentors', 'select *; insert id fields; update fields', true, $$bio = 'Changed'$$,
    $$(first_name, last_name) values ('Sam', 'Sample')$$),
  ('trainers', 'can_manage_trainers', 'select *; insert id fields; update fields', true, $$bio = 'Changed'$$,
    $$(first_name, last_name) values ('Sam', 'Sample')$$),
  ('programs', 'can_manage_programs', 'select *; insert id fields; update fields', true, $$description = 'Changed'$$,
    $$(name) values ('Sample')$$),
  ('program_mentees', 'can_manage_programs', 'select *; insert program_id mentee_id; delete', false, 'added_by = null', null),
  ('program_mentors', 'can_manage_programs', 'select *; insert program_id mentor_id; delete', false, 'added_by = null', null),
  ('program_trainers', 'can_manage_programs', 'select *; insert program_id trainer_id; delete', false, 'added_by = null', null),
  ('program_requirements', 'can_manage_programs',
    'select id program_id kind name version months retired_at; insert id program_id kind name version months; '
    'update name version months retired_at', false, 'months = 7', null),
  ('clearances', 'can_verify_clearances',
    'select id mentor_id trainer_id record_id name version done_on valid_until note verified_by verifier_name '
    'withdrawn_at withdrawn_reason', false, $$note = 'Changed'$$, null),
  ('meetings', 'can_manage_programs',
    'select id program_id match_id title day minutes outcome missed_by place topics is_collected needs_consents duplicate_of '
    'recorded_by recorder_name created_at', false, 'minutes = 45', null),
  ('meeting_attendances', 'can_manage_programs', 'select *', false, $$status = 'excused'$$, null),
  ('matches', 'can_manage_programs',
    'select id mentor_id mentee_id program_id status mentor_agreed_on guardian_agreed_on since until meetings_per_month '
    'supervisor_id deputy_id created_at contact_days', false, 'meetings_per_month = 3', null),
  ('match_contacts', 'can_manage_programs', 'select id match_id day met author_id author_name created_at', false, $$day = '2026-01-02'$$, null),
  ('match_pauses', 'can_manage_programs', 'select *', false, 'ends_on = starts_on', null),
  ('courses', 'can_manage_courses', 'select *; insert id fields; update fields', true, $$description = 'Changed'$$,
    $$(title) values ('Sample')$$),
  ('assessments', 'can_manage_courses', 'select *; insert id course_id name; update name', false, $$name = 'Changed'$$, null),
  ('program_seats', 'can_review_submissions', 'select *; insert *; update seats ends_on', false, 'seats = 30',
    $$(program, seats) values ('leadership', 5)$$),
  ('answer_templates', 'can_review_submissions', 'select *; insert id fields; update fields; delete', true, $$body = 'Changed'$$, null),
  ('donors', 'can_manage_donations', 'select *; update thanked_until', false, 'thanked_until = last_gift_at',
    $$(id, number, name, last_gift_at, created_at) values (gen_random_uuid(), 1, 'Sam', now(), now())$$),
  ('donations', 'can_manage_donations', 'select *', true, 'amount = 1',
    $$(donor_name, amount, donation_type) values ('Sam', 10, 'one-time')$$),
  ('gift_returns', 'can_manage_donations', 'select *', false, 'fee = 1', null),
  ('gift_pledges', 'can_manage_donations', 'select *', false, $$note = 'Changed'$$, null),
  ('pledge_installments', 'can_manage_donations', 'select *', false, 'reminded_at = now()', null),
  ('fund_spendings', 'can_manage_donations', 'select *', false, 'amount = 1', null),
  ('gift_batches', 'can_manage_donations',
    'select *; insert id expected_count expected_total; update expected_count expected_total', false, 'expected_count = 3',
    '(expected_count, expected_total) values (1, 10)'),
  ('funds', 'can_manage_donations', 'select *; insert id name purpose; update name purpose', false, $$purpose = 'Changed'$$,
    $$(name) values ('Sample')$$);

-- Privileges

-- Every privilege that exists. '*' is every column, 'fields' every one that the database does not set; what is
-- not listed is not granted.

create table tests.privileges (table_name text, role_name text, privileges text);
insert into tests.privileges values
  ('profiles', 'authenticated', 'select *; update full_name'),
  ('user_roles', 'authenticated', 'select *; insert *; update role; delete'),
  ('permissions', 'authenticated', 'select *'),
  ('user_permissions', 'authenticated', 'select *; insert user_id permission_id; delete'),
  ('mentees', 'authenticated',
    'select id first_name last_name email status search_text created_at; insert id fields; '
    'update first_name last_name email status'),
  ('volunteer_applications', 'anon',
    'insert first_name last_name email phone interests availability experience motivation'),
  ('volunteer_applications', 'authenticated',
    'select *; insert first_name last_name email phone interests availability experience '
    'motivation; update status'),
  ('program_applications', 'anon',
    'insert first_name last_name email phone relationship program_interest child_name child_age '
    'goals previous_experience special_needs terms_version'),
  ('program_applications', 'authenticated',
    'select id first_name last_name email phone relationship program_interest goals '
    'previous_experience terms_version status created_at; insert first_name last_name email phone relationship program_interest child_name '
    'child_age goals previous_experience special_needs terms_version; update status'),
  ('partnership_proposals', 'anon',
    'insert organization_name contact_name contact_title email phone website organization_type '
    'partnership_type organization_size description goals resources timeline budget '
    'previous_partnerships terms_version'),
  ('partnership_proposals', 'authenticated',
    'select *; insert organization_name contact_name contact_title email phone website '
    'organization_type partnership_type organization_size description goals resources timeline '
    'budget previous_partnerships terms_version; update status'),
  ('newsletter_subscriptions', 'anon', 'insert name email'),
  ('newsletter_subscriptions', 'authenticated', 'select *; insert name email'),
  ('contact_messages', 'anon', 'insert name email message'),
  ('contact_messages', 'authenticated', 'select *; insert name email message; update status'),
  ('program_registrations', 'anon',
    'insert program first_name last_name email phone organization experience motivation accessibility '
    'emergency_name emergency_relationship emergency_phone wants_waitlist wants_newsletter terms_version'),
  ('program_registrations', 'authenticated',
    'select id program first_name last_name email phone organization experience motivation '
    'wants_waitlist wants_newsletter terms_version status waitlisted_at offered_until created_at; '
    'insert program first_name last_name email phone organization experience motivation accessibility '
    'emergency_name emergency_relationship emergency_phone wants_waitlist wants_newsletter terms_version; '
    'update status'),
  ('pledges', 'anon', 'insert name email amount frequency program tribute tribute_name notify tribute_message'),
  ('pledges', 'authenticated',
    'select id name email amount frequency program status created_at tribute tribute_name; '
    'insert name email amount frequency program tribute tribute_name notify tribute_message; update status'),
  ('holidays', 'authenticated', 'select *; insert id fields; update fields; delete'),
  ('submissions', 'authenticated', 'select *; update assignee_id'),
  ('notification_choices', 'authenticated', 'select *; insert kind choice; update choice'),
  ('submission_notes', 'authenticated', 'select *; insert id submission_id body; update body; delete'),
  ('submission_answers', 'authenticated', 'select *; insert id submission_id subject body'),
  ('email_campaigns', 'authenticated',
    'select *; insert id name subject content target_audience name_fallback; '
    'update name subject content target_audience name_fallback'),
  ('student_grades', 'authenticated', 'select grade'),
  ('tasks', 'authenticated',
    'select id body due_on assignee_id author_id mentor_id mentee_id trainer_id donor_id gift_id program_id '
    'submission_id address done_at done_by match_id; insert id body due_on assignee_id mentor_id mentee_id '
    'trainer_id donor_id gift_id program_id submission_id address; update body due_on assignee_id done_at'),
  ('saved_views', 'authenticated',
    'select *; insert id table_name list name is_shared state; update name is_shared state; delete'),
  ('view_uses', 'authenticated',
    'select user_id view_id is_pinned is_weekly; insert view_id is_pinned is_weekly; update is_pinned is_weekly'),
  ('list_columns', 'authenticated', 'select *; insert list columns; update columns'),
  ('files', 'authenticated',
    'select id name size type state refusal mentor_id mentee_id trainer_id donor_id gift_id program_id submission_id clearance_id '
    'record_kind record_id created_at created_by author_name'),
  ('faults', 'anon', 'insert page message stack version browser'),
  ('faults', 'authenticated', 'select *; insert page message stack version browser; update fixed_at'),
  ('conversions', 'authenticated', 'select *'),
  ('change_log', 'authenticated', 'select *'),
  ('change_log', 'service_role', 'select *');
insert into tests.privileges select table_name, 'authenticated', privileges from tests.usual_tables;
update tests.privileges set privileges = replace(privileges, 'fields', (
  select string_agg(attname, ' ' order by attnum) from pg_attribute
  where attrelid = format('public.%I', table_name)::regclass and attnum > 0 and not attisdropped
    and attgenerated = '' and attname not in ('id', 'person_id', 'told', 'is_picked', 'proved_at', 'manager_id', 'closed_on', 'created_at')
)) where privileges like '%fields%';
-- A form without rules of its own: visitors write all but what the database adds, reviewers decide.
insert into tests.privileges
select form, role_name, format(privileges, (
  select string_agg(attname, ' ' order by attnum) from pg_attribute
  where attrelid = format('public.%I', form)::regclass and attnum > 0 and not attisdropped
    and attname not in ('id', 'status', 'created_at')
))
from unnest(private.queued_forms()) as form
cross join (values ('anon', 'insert %s'), ('authenticated', 'select *; insert %s; update status')) as usual (role_name, privileges)
where form not in (select table_name from tests.privileges);
-- The service role's keys never leave the server.
insert into tests.privileges
select relname, 'service_role', 'select *; insert *; update *; delete'
from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'change_log';

-- The matrix

-- The cells of the matrix. An extent says on which rows, where it is not all of them. Everybody
-- else's attempts must fail.

create table tests.cells (tables text, who text, actions text);
insert into tests.cells values
  ('profiles', 'signed-in', 'select:own update:own'),
  ('profiles', 'can_view_all_users', 'select'),
  ('profiles', 'can_edit_user_roles', 'select'),
  ('profiles', 'admin', 'select update'),
  ('user_roles', 'signed-in', 'select:own'),
  ('user_roles', 'can_view_all_users', 'select'),
  ('user_roles', 'can_edit_user_roles', 'select insert update'),
  ('user_roles', 'admin', 'select insert update delete'),
  ('permissions', 'signed-in', 'select'),
  ('user_permissions', 'signed-in', 'select:own'),
  ('user_permissions', 'can_edit_user_roles', 'select insert delete'),
  ('programs', 'program_manager', 'select insert'),
  ('mentees', 'can_manage_mentees', 'select insert update'),
  ('newsletter_subscriptions', 'anon', 'insert'),
  ('newsletter_subscriptions', 'signed-in', 'insert'),
  ('newsletter_subscriptions', 'can_review_submissions', 'select insert'),
  ('submissions', 'can_review_submissions', 'select update'),
  ('submission_notes', 'can_review_submissions', 'select insert update:own delete:own'),
  ('notification_choices', 'can_review_submissions', 'select:own insert update:own'),
  ('submission_answers', 'can_review_submissions', 'select insert'),
  ('holidays', 'can_review_submissions', 'select'),
  ('holidays', 'admin', 'select insert update delete'),
  ('email_campaigns', 'can_send_emails', 'select insert update:draft'),
  ('change_log', 'can_edit_user_roles', 'select:user_roles select:user_permissions'),
  ('change_log', 'program_manager', 'select:programs'),
  ('change_log', 'can_manage_mentees', 'select:mentees'),
  ('change_log', 'can_manage_courses', 'select:enrolments select:student_grades'),
  ('change_log', 'can_send_emails', 'select:email_campaigns'),
  ('change_log', 'can_review_submissions',
    'select:submissions select:conversions select:submission_notes select:holidays '
      || (select string_agg('select:' || form, ' ') from unnest(private.public_forms()) as form)),
  ('change_log', 'admin', 'select'),
  ('faults', 'anon', 'insert'),
  ('faults', 'signed-in', 'insert'),
  ('faults', 'admin', 'select insert update'),
  ('conversions', 'can_review_submissions', 'select'),
  ('conversions', 'can_manage_mentors', 'select:mentor'),
  ('conversions', 'can_manage_mentees', 'select:mentee'),
  ('conversions', 'can_manage_trainers', 'select:trainer'),
  ('student_grades', 'can_view_analytics', 'select'),
  ('program_requirements', 'can_verify_clearances', 'select'),
  ('change_log', 'can_verify_clearances', 'select:program_requirements'),
  -- The sample is on a mentor; 330-files.sql has the other records.
  ('files', 'can_manage_mentors', 'select');
insert into tests.cells
select table_name, permission, (
  select string_agg(split_part(btrim(granted), ' ', 1), ' ') from regexp_split_to_table(privileges, ';') as granted
)
from tests.usual_tables
union all
select 'change_log', permission, 'select:' || table_name from tests.usual_tables;
update tests.cells set actions = 'select:posted' where tables = 'donations';
-- Staff have tasks; 260-tasks.sql has those on records.
insert into tests.cells
select 'tasks', standing, case when standing = 'admin' then 'select insert update' else 'select:own insert update:own' end
from (
  select unnest(private.staff_roles())::text union all select name from public.permissions
) as listed (standing);
-- Staff have views and columns; the sample is of a list of mentors. 290-saved-views.sql has what is shared.
insert into tests.cells
select 'list_columns', standing, 'select:own insert update:own'
from (select unnest(private.staff_roles())::text union all select name from public.permissions) as listed (standing);
insert into tests.cells values
  ('saved_views view_uses', 'can_manage_mentors', 'select:own insert update:own'),
  ('saved_views', 'can_manage_mentors', 'delete:own');
-- Every form that is answered
insert into tests.cells
select array_to_string(private.queued_forms(), ' '), standing, actions
from (values
  ('anon', 'insert'), ('signed-in', 'insert'), ('can_review_submissions', 'select insert update')
) as listed (standing, actions);
-- An admin has every permission.
insert into tests.cells
select tables, 'admin', actions from tests.cells where who like 'can\_%';

-- The data for a table's attempts: the columns that may be read, the owner of a row, and a change.
-- Where the rules protect some accounts, the change aims at one that they do not protect.

create table tests.attempts (
  table_name text, readable text default 'row', owner_column text default 'null::uuid', change text,
  target text default 'true'
);
insert into tests.attempts (table_name, owner_column, change, target) values
  ('profiles', 'id', $$full_name = 'Changed'$$, 'true'),
  ('user_roles', 'user_id', $$role = 'donor'$$, $$user_id = tests.account('plain mentor')$$),
  ('permissions', 'null::uuid', $$description = 'Changed'$$, 'true'),
  ('user_permissions', 'user_id', 'granted_by = null', $$user_id = tests.account('second editor')$$),
  ('submission_notes', 'author_id', $$body = 'Changed'$$, 'true'),
  ('notification_choices', 'user_id', $$choice = 'none'$$, 'true'),
  ('list_columns', 'user_id', $$columns = '{email}'$$, 'true');
insert into tests.attempts (table_name, readable, owner_column, change) values
  ('tasks', '(row.id, row.body, row.due_on)', 'author_id', $$body = 'Changed'$$),
  ('saved_views', '(row.id, row.owner_id, row.name, row.state)', 'owner_id', $$state = '{"sort": "email"}'$$),
  ('view_uses', '(row.user_id, row.view_id, row.is_pinned)', 'user_id', 'is_pinned = not is_pinned');
insert into tests.attempts (table_name, change)
select table_name, change from tests.usual_tables
where table_name not in ('program_requirements', 'clearances', 'meetings', 'matches', 'match_contacts')
union all
select form, $$status = 'contacted'$$ from unnest(private.queued_forms()) as form
-- These have columns that no one selects.
where form not in ('program_applications', 'program_registrations', 'pledges')
union all
values
  ('newsletter_subscriptions', $$name = 'Changed'$$),
  ('submissions', 'assignee_id = null'),
  ('submission_answers', $$body = 'Changed'$$),
  ('holidays', $$name = 'Changed'$$),
  ('email_campaigns', $$content = 'Changed'$$),
  ('conversions', $$reference = 'Changed'$$),
  ('enrolments', $$state = 'withdrawn'$$),
  ('faults', 'fixed_at = now()'),
  ('change_log', $$actor_name = 'Changed'$$);
insert into tests.attempts (table_name, readable, change) values
  ('mentees', '(row.id, row.first_name, row.last_name, row.email, row.status)', $$last_name = 'Changed'$$),
  ('student_grades', 'row.grade', 'grade = 1'),
  ('files', '(row.id, row.name, row.state, row.record_id)', $$name = 'Changed.pdf'$$),
  ('program_requirements', '(row.id, row.name, row.months)', 'months = 7'),
  ('clearances', '(row.id, row.name, row.done_on)', $$note = 'Changed'$$),
  ('match_contacts', '(row.id, row.day, row.met)', $$day = '2026-01-02'$$),
  ('meetings', '(row.id, row.program_id, row.day)', 'minutes = 45'),
  ('matches', '(row.id, row.mentor_id, row.mentee_id)', 'meetings_per_month = 3'),
  ('program_applications', '(row.id, row.goals, row.status)', $$status = 'contacted'$$),
  ('program_registrations', '(row.id, row.program, row.status)', $$status = 'contacted'$$),
  ('pledges', '(row.id, row.program, row.status)', $$status = 'contacted'$$);

-- Imports

-- Whose right imports into a list; admins import into all of them.
create table tests.imports (persona text, kind text);
insert into tests.imports select 'only ' || permission, table_name from tests.usual_tables where is_imported;
insert into tests.imports values
  ('only can_manage_mentees', 'mentees'), ('program.manager', 'programs'), ('plain program_manager', 'programs'),
  ('only can_send_emails', 'email_campaigns'), ('only can_review_submissions', 'newsletter_subscriptions'),
  ('only can_review_submissions', 'holidays'), ('admin', 'holidays');

-- Samples

-- A row like a seeded one, of Sam Sample; kept, since the files begin by deleting rows.
create function pg_temp.sample_like_seed(table_name text) returns text
language plpgsql
as $$
declare
  table_id constant regclass := format('public.%I', table_name);
  seeded jsonb;
begin
  execute format('select to_jsonb(row) from %s as row order by row::text limit 1', table_id) into seeded;
  seeded := seeded || '{"email": "sample@example.org", "name": "Sam", "first_name": "Sam", "last_name": "Sample"}';
  return (
    select format(
      '(%s) values (%s)', string_agg(quote_ident(attname), ', ' order by attnum),
      string_agg(quote_nullable(seeded ->> attname), ', ' order by attnum)
    )
    from pg_catalog.pg_attribute join pg_catalog.pg_type on pg_type.oid = atttypid
    where attrelid = table_id and attnum > 0 and not attisdropped and attname <> 'id' and typcategory <> 'A'
      and seeded is not null and has_column_privilege('authenticated', table_id, attnum, 'insert')
  );
end
$$;

create table tests.samples as
select relname as table_name, coalesce(usual.sample, pg_temp.sample_like_seed(relname)) as sample
from pg_class left join tests.usual_tables usual on usual.table_name = relname
where relnamespace = 'public'::regnamespace and relkind = 'r';
grant select on tests.samples to anon, authenticated, service_role;

-- One row that each table takes, with nothing in it that only the owner may set.
create function tests.sample_insert(table_name text) returns text
language sql stable
as $$
  select format('insert into public.%I ', table_name) || case table_name
    when 'profiles' then format('(id) values (%L)', tests.account('stranger'))
    when 'user_roles' then format('(user_id, role) values (%L, ''mentor'')', tests.account('newcomer'))
    when 'permissions' then $q$(name, category, description) values ('can_do_all', 'Sample', 'Sample')$q$
    when 'user_permissions' then format(
      '(user_id, permission_id) values (%L, %L)',
      tests.account('plain user'), tests.id('permissions', 'can_edit_user_roles')
    )
    when 'program_mentees' then format(
      '(program_id, mentee_id) values (%L, %L)',
      tests.id('programs', 'Community Partnerships'), tests.id('mentees', 'Lucky')
    )
    when 'files' then format(
      $q$(id, name, size, mentor_id) values (gen_random_uuid(), 'Sample.pdf', 1, %L)$q$, tests.id('mentors', 'Kwame')
    )
    when 'program_mentors' then format(
      '(program_id, mentor_id) values (%L, %L)',
      tests.id('programs', 'Community Partnerships'), tests.id('mentors', 'Kwame')
    )
    when 'program_trainers' then format(
      '(program_id, trainer_id) values (%L, %L)',
      tests.id('programs', 'Community Partnerships'), tests.id('trainers', 'Nomsa')
    )
    when 'program_requirements' then format(
      $q$(program_id, kind, name) values (%L, 'mentors', 'Sample')$q$, tests.id('programs', 'Community Partnerships')
    )
    when 'clearances' then format(
      $q$(id, mentor_id, name, done_on) values (gen_random_uuid(), %L, 'Sample', '2026-01-01')$q$, tests.id('mentors', 'Kwame')
    )
    when 'meetings' then format(
      $q$(id, program_id, title, day, minutes) values (gen_random_uuid(), %L, 'Sample', '2026-01-01', 60)$q$,
      tests.id('programs', 'Community Partnerships')
    )
    when 'meeting_attendances' then format(
      $q$(meeting_id, mentee_id, status) values (%L, %L, 'present')$q$,
      (select min(id::text) from public.meetings where is_collected), tests.id('mentees', 'Amara')
    )
    when 'matches' then format(
      '(id, mentor_id, mentee_id, program_id) values (gen_random_uuid(), %L, %L, %L)',
      tests.id('mentors', 'Kwame'), tests.id('mentees', 'Lucky'), tests.id('programs', 'Community Partnerships')
    )
    when 'match_contacts' then format(
      $q$(id, match_id, day, met) values (gen_random_uuid(), %L, '2026-01-01', '{mentor}')$q$,
      (select min(id::text) from public.matches where status = 'active')
    )
    when 'match_pauses' then format(
      $q$(match_id, starts_on) values (%L, '2026-01-01')$q$,
      (select min(id::text) from public.matches where status = 'active')
    )
    when 'volunteer_applications' then
      $q$(first_name, last_name, email) values ('Sam', 'Sample', 'sample@example.org')$q$
    when 'program_applications' then
      $q$(first_name, last_name, email, phone, relationship, program_interest)
        values ('Sam', 'Sample', 'sample@example.org', '1', 'parent', 'early-childhood')$q$
    when 'partnership_proposals' then
      $q$(organization_name, contact_name, contact_title, email, phone, organization_type,
          partnership_type, description, goals)
        values ('Sample', 'Sam', 'Owner', 'sample@example.org', '1', 'other', 'ngo', 'Sample', 'Sample')$q$
    when 'newsletter_subscriptions' then $q$(name, email) values ('Sam', 'sample@example.org')$q$
    when 'contact_messages' then
      $q$(name, email, message) values ('Sam', 'sample@example.org', 'Sample')$q$
    when 'program_registrations' then
      $q$(program, first_name, last_name, email) values ('adult-literacy', 'Sam', 'Sample', 'sample@example.org')$q$
    when 'gift_returns' then format(
      $q$(gift_id, kind, amount, returned_on) values (%L, 'refund', 1, '2026-01-01')$q$, (select id from public.donations where donor_name = 'Hiro Matsuda')
    )
    when 'gift_pledges' then format(
      $q$(person_id, donor_name, amount, pledged_on) values (%L, 'Sam', 10, '2026-01-01')$q$, (select person_id from public.donations where donor_name = 'Hiro Matsuda')
    )
    when 'pledge_installments' then format(
      $q$(pledge_id, due_on, amount) values (%L, '2199-12-31', 1)$q$, (select id from public.gift_pledges where donor_name = 'Frank Delgado')
    )
    when 'fund_spendings' then format(
      $q$(fund_id, amount, spent_on, purpose) values (%L, 1, '2026-01-01', 'Sample')$q$, tests.id('funds', 'School meals')
    )
    when 'email_campaigns' then $q$(name, subject, content) values ('Sample', 'Sample', 'Sample')$q$
    when 'change_log' then $q$(action, record_kind) values ('changed', 'mentors')$q$
    when 'faults' then $q$(page, message) values ('/contact', 'Sample')$q$
    when 'holidays' then $q$(day, name) values ('2199-12-31', 'Sample')$q$
    when 'submissions' then format(
      $q$(id, kind, reference, status, due_at, created_at) values (%L, 'message', 'S-1', 'new', now(), now())$q$,
      tests.account('stranger')
    )
    when 'submission_notes' then format(
      '(submission_id, body) values (%L, ''Sample'')', tests.id('submissions', 'Teresa Vance')
    )
    when 'tasks' then $q$(body, due_on) values ('Sample', '2199-12-31')$q$
    when 'saved_views' then
      $q$(table_name, list, name, state) values ('mentors', '/crm?tab=mentors', 'Sample', '{}')$q$
    when 'view_uses' then $q$(view_id, is_pinned) select id, true from public.saved_views where name = 'Other'$q$
    when 'list_columns' then $q$(list, columns) values ('/crm?tab=mentors', '{email}')$q$
    when 'notification_choices' then $q$(kind, choice) values ('message', 'at_once')$q$
    when 'answer_templates' then $q$(name, subject, body) values ('Sample', 'Sample', 'Sample')$q$
    when 'submission_answers' then (
      select format('(submission_id, subject, body) values (%L, %L, ''Sample'')', id, reference)
      from public.submissions where name = 'Teresa Vance'
    )
    when 'student_grades' then $q$(grade) values (50)$q$
    when 'enrolments' then format(
      $q$(course_id, mentee_id, state) values (%L, %L, 'enrolled')$q$,
      tests.id('courses', 'English for Work'), tests.id('mentees', 'Lucky')
    )
    when 'assessments' then format(
      $q$(course_id, name) values (%L, 'Sample')$q$, tests.id('courses', 'English for Work')
    )
    when 'conversions' then format(
      $q$(submission_id, reference, mentor_id, is_new, former_status) values (%L, 'V-1', %L, false, 'new')$q$,
      tests.id('submissions', 'Naomi Whitaker'), tests.id('mentors', 'Kwame')
    )
    when 'mentees' then $q$(first_name, last_name) values ('Sam', 'Sample')$q$
    else (select sample from tests.samples listed where listed.table_name = sample_insert.table_name)
  end
$$;
grant execute on function tests.sample_insert(text) to anon, authenticated, service_role;

commit;

begin;
select plan(2);

select is_empty(
  $$ select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and (tests.sample_insert(relname) is null or relname not in (select table_name from tests.attempts)) $$,
  'Every table has a sample here, and a change to attempt'
);
select set_has(
  'select unnest(private.queued_forms())',
  $$ values ('volunteer_applications'), ('program_applications'), ('partnership_proposals'), ('contact_messages'),
    ('program_registrations'), ('pledges') $$,
  'The forms that are answered are among those that the other files ask for'
);

select * from finish();
rollback;
