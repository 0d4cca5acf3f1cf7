-- The catalog, before anyone acts: who holds which privilege on which column, which
-- policies and functions there are, and what tomorrow's objects start with.

begin;
select plan((
  27 + 3 * (select count(*) from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r')
)::integer);

-- Every privilege that exists; `000-tables.sql` lists them.

create function pg_temp.privileges(role_name text, table_id oid) returns text
language sql
as $$
  select string_agg(granted, '; ' order by position)
  from (
    select
      action.position,
      action.name || ' ' || case
        when bool_and(has_column_privilege(role_name, table_id, attnum, action.name)) then '*'
        else string_agg(attname, ' ' order by attnum)
          filter (where has_column_privilege(role_name, table_id, attnum, action.name))
      end as granted
    from unnest(array['select', 'insert', 'update', 'references'])
      with ordinality as action (name, position),
      pg_attribute
    where attrelid = table_id and attnum > 0 and not attisdropped
    group by action.position, action.name
    union all
    select 10 + action.position, action.name
    from unnest(array['delete', 'truncate', 'trigger']) with ordinality as action (name, position)
    where has_table_privilege(role_name, table_id, action.name)
  ) as listed
$$;

select is(
  pg_temp.privileges(role.name, pg_class.oid), expected.privileges,
  format('The role %s has on %s: %s', role.name, relname, coalesce(expected.privileges, 'nothing'))
)
from pg_class
cross join unnest(array['anon', 'authenticated', 'service_role']) as role (name)
left join tests.privileges expected on table_name = relname and role_name = role.name
where relnamespace = 'public'::regnamespace and relkind = 'r'
order by relname, role.name;

-- Of these tables '*' above is every column by its name.
select is_empty(
  $$ select relname, grantee::regrole from pg_class, aclexplode(relacl)
    where relnamespace = 'public'::regnamespace and grantee in ('anon'::regrole, 'authenticated'::regrole)
      and privilege_type = 'SELECT' and relname = any ('{mentors,mentees,trainers}' || private.public_forms()) $$,
  'A new column of visitors'' answers is unreadable until it is granted'
);
select is_empty(
  $$ select relname, grantee::regrole, privilege_type
    from pg_class, aclexplode(relacl)
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and grantee <> relowner and (
        relnamespace = 'private'::regnamespace
        or privilege_type not in ('SELECT', 'INSERT', 'UPDATE', 'DELETE')
        or grantee not in ('anon'::regrole, 'authenticated'::regrole, 'service_role'::regrole)
        or is_grantable
      ) $$,
  'Only the owner has any other privilege, may pass one on, or reaches a table in private'
);
select is_empty(
  $$ select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind not in ('r', 'i', 'c') $$,
  'There is no view, foreign table or sequence in public that could bypass row-level security'
);

-- Row-level security

select is_empty(
  $$ select oid::regclass from pg_class
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and relkind = 'r' and not relrowsecurity $$,
  'Every table has row-level security'
);
select is_empty(
  $$ select tablename, policyname from pg_policies
    where schemaname in ('public', 'private') and permissive <> 'PERMISSIVE' $$,
  'Every policy is permissive'
);
select is_empty(
  $$ select tablename, policyname from pg_policies
    where schemaname in ('public', 'private')
      and (cmd = 'ALL' or not roles <@ array['anon', 'authenticated']::name[]) $$,
  'Every policy names one action, and roles of the API'
);
select is_empty(
  $$ select tablename, cmd, role from pg_policies, unnest(roles) as role
    where schemaname in ('public', 'private')
    group by tablename, cmd, role having count(*) > 1 $$,
  'There is one policy at most for each table, action and role'
);
select bag_eq(
  $$ select tablename::text, lower(cmd), role::text from pg_policies, unnest(roles) as role
    where schemaname in ('public', 'private') $$,
  $$ select table_name, split_part(btrim(granted), ' ', 1), role_name
    from tests.privileges, regexp_split_to_table(privileges, ';') as granted
    where role_name <> 'service_role' $$,
  'There is a policy exactly where there is a grant'
);
select is_empty(
  $$ select tablename, policyname from pg_policies
    where schemaname = 'public'
      and concat(qual, ' ', with_check) ~* '(?<!select )(private|auth)\.\w+\(' $$,
  'Every call in a policy stands in a select of its own, so that it runs once for a statement'
);

-- Functions

select bag_eq(
  $$ select role.name, function.oid::regprocedure::text
    from pg_proc function
    cross join unnest(array['anon', 'authenticated', 'service_role']) as role (name)
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and has_function_privilege(role.name, function.oid, 'execute') $$,
  $$ values
    ('authenticated', 'set_user_role(uuid,app_role)'),
    ('authenticated', 'begin_user_creation(text)'),
    ('authenticated', 'finish_user_creation(uuid,text,app_role,uuid[])'),
    ('authenticated', 'offer_role(uuid,text,app_role,uuid[])'),
    ('authenticated', 'save_program_assignments(uuid,uuid[],uuid[],uuid[],uuid[],uuid[],uuid[])'),
    ('authenticated', 'assignable_people(text,uuid)'),
    ('authenticated', 'private.assignable_people(text,uuid)'),
    ('anon', 'private.searchable(text[])'),
    ('authenticated', 'private.searchable(text[])'),
    ('anon', 'private.is_text(text,integer)'),
    ('authenticated', 'private.is_text(text,integer)'),
    ('service_role', 'private.is_text(text,integer)'),
    ('anon', 'private.is_line(text,integer)'),
    ('authenticated', 'private.is_line(text,integer)'),
    ('service_role', 'private.is_line(text,integer)'),
    ('authenticated', 'private.name_key(text)'),
    ('authenticated', 'private.submission_forms()'),
    ('authenticated', 'log_export(text,jsonb,integer,uuid[],text)'),
    ('authenticated', 'private.log_export(text,jsonb,integer,uuid[],text)'),
    ('authenticated', 'private.readable_tables()'),
    ('authenticated', 'is_selective(text,text)'),
    ('authenticated', 'private.is_selective(text,text)'),
    ('authenticated', 'private.matching(text,text)'),
    ('authenticated', 'dashboard_stats()'),
    ('authenticated', 'donations_by_month()'),
    ('authenticated', 'submissions_by_week()'),
    ('authenticated', 'private.office_time_zone()'),
    ('authenticated', 'period_figures(integer)'),
    ('authenticated', 'promises_kept(integer)'),
    ('authenticated', 'record_visit()'),
    ('authenticated', 'private.record_visit()'),
    ('authenticated', 'reviewers()'),
    ('authenticated', 'private.reviewers()'),
    ('authenticated', 'private.reviewer_ids()'),
    ('authenticated', 'private.may_review()'),
    ('authenticated', 'set_submission_status(uuid[],text[],text[])'),
    ('authenticated', 'assign_submissions(uuid[],uuid[],uuid[])'),
    ('authenticated', 'private.require_changes(uuid[],integer,integer)'),
    ('authenticated', 'record_opening(uuid)'),
    ('authenticated', 'private.record_opening(uuid)'),
    ('authenticated', 'submission_counts()'),
    ('authenticated', 'protected_fields(uuid)'),
    ('authenticated', 'record_openings(text,uuid[])'),
    ('authenticated', 'private.record_openings(text,uuid[])'),
    ('authenticated', 'protected_values(text,uuid[])'),
    ('authenticated', 'private.protected_values(text,uuid[])'),
    ('authenticated', 'save_protected(text,uuid,jsonb,jsonb)'),
    ('authenticated', 'private.save_protected(text,uuid,jsonb,jsonb)'),
    ('authenticated', 'openings_of(text,uuid)'),
    ('authenticated', 'private.openings_of(text,uuid)'),
    ('authenticated', 'siblings_of(uuid)'),
    ('authenticated', 'private.siblings_of(uuid)'),
    ('authenticated', 'private.protected_fields(uuid)'),
    ('authenticated', 'program_standings()'),
    ('authenticated', 'set_seats(text,integer)'),
    ('anon', 'accept_seat(text)'),
    ('anon', 'private.accept_seat(text)'),
    ('authenticated', 'accept_seat(text)'),
    ('authenticated', 'private.accept_seat(text)'),
    ('authenticated', 'private.current_user_id()'),
    ('authenticated', 'private.current_user_role()'),
    ('authenticated', 'private.is_admin()'),
    ('authenticated', 'private.has_permission(text)'),
    ('authenticated', 'private.protected_user_ids()'),
    ('authenticated', 'private.assignable_roles()'),
    ('authenticated', 'private.grantable_permission_ids()'),
    ('authenticated', 'private.is_trusted(uuid)'),
    ('authenticated', 'private.may_hold(uuid,app_role)'),
    ('authenticated', 'private.begin_user_creation(text)'),
    ('authenticated', 'private.offer_role(uuid,text,app_role,uuid[])'),
    ('anon', 'submission_stage(text)'),
    ('anon', 'private.submission_stage(text)'),
    ('anon', 'add_message(text,text)'),
    ('anon', 'private.add_message(text,text)'),
    ('anon', 'sent_receipt(text)'),
    ('anon', 'private.sent_receipt(text)'),
    ('authenticated', 'sent_receipt(text)'),
    ('authenticated', 'private.sent_receipt(text)'),
    ('anon', 'withdraw(text)'),
    ('anon', 'private.withdraw(text)'),
    ('anon', 'unsubscribe(text)'),
    ('anon', 'private.unsubscribe(text)'),
    ('authenticated', 'submission_stage(text)'),
    ('authenticated', 'private.submission_stage(text)'),
    ('authenticated', 'add_message(text,text)'),
    ('authenticated', 'private.add_message(text,text)'),
    ('authenticated', 'withdraw(text)'),
    ('authenticated', 'private.withdraw(text)'),
    ('authenticated', 'unsubscribe(text)'),
    ('authenticated', 'private.unsubscribe(text)'),
    ('anon', 'confirm_subscription(text)'),
    ('anon', 'private.confirm_subscription(text)'),
    ('anon', 'requires_double_opt_in()'),
    ('anon', 'private.requires_double_opt_in()'),
    ('authenticated', 'confirm_subscription(text)'),
    ('authenticated', 'private.confirm_subscription(text)'),
    ('authenticated', 'requires_double_opt_in()'),
    ('authenticated', 'private.requires_double_opt_in()'),
    ('authenticated', 'private.is_staff()'),
    ('authenticated', 'task_assignees(text,text)'),
    ('authenticated', 'private.task_assignees(text,text)'),
    ('authenticated', 'put_off(uuid,date,boolean)'),
    ('authenticated', 'private.put_off(uuid,date,boolean)'),
    ('authenticated', 'choose_notices(submission_kind,notice_choice)'),
    ('authenticated', 'change_mail_settings(integer,boolean,boolean)'),
    ('authenticated', 'private.change_mail_settings(integer,boolean,boolean)'),
    ('authenticated', 'failed_mails()'),
    ('authenticated', 'private.failed_mails()'),
    ('authenticated', 'retry_mail(uuid)'),
    ('authenticated', 'private.retry_mail(uuid)'),
    ('authenticated', 'suppressed_addresses(text)'),
    ('authenticated', 'private.suppressed_addresses(text)'),
    ('authenticated', 'lift_suppression(text)'),
    ('authenticated', 'private.lift_suppression(text)'),
    ('anon', 'status_messages(text)'),
    ('anon', 'private.status_messages(text)'),
    ('authenticated', 'status_messages(text)'),
    ('authenticated', 'private.status_messages(text)'),
    ('authenticated', 'answer_blocker(uuid)'),
    ('authenticated', 'private.answer_blocker(uuid)'),
    ('authenticated', 'answers_of(uuid)'),
    ('authenticated', 'private.answers_of(uuid)'),
    ('authenticated', 'set_last_day(text,date)'),
    ('authenticated', 'retention_rules()'),
    ('authenticated', 'private.retention_rules()'),
    ('authenticated', 'retention_due(text,integer)'),
    ('authenticated', 'private.retention_due(text,integer)'),
    ('authenticated', 'change_retention(text,integer,integer)'),
    ('authenticated', 'private.change_retention(text,integer,integer)'),
    ('authenticated', 'mail_status()'),
    ('authenticated', 'private.mail_status()'),
    ('authenticated', 'send_test_mail()'),
    ('authenticated', 'private.send_test_mail()'),
    ('authenticated', 'mail_outcome(uuid)'),
    ('authenticated', 'private.mail_outcome(uuid)'),
    ('authenticated', 'campaign_audience(text)'),
    ('authenticated', 'private.campaign_audience(text)'),
    ('authenticated', 'send_campaign(uuid,integer,jsonb,timestamp with time zone)'),
    ('authenticated', 'private.send_campaign(uuid,integer,jsonb,timestamp with time zone)'),
    ('authenticated', 'pause_campaign(uuid)'),
    ('authenticated', 'private.pause_campaign(uuid)'),
    ('authenticated', 'resume_campaign(uuid)'),
    ('authenticated', 'private.resume_campaign(uuid)'),
    ('authenticated', 'cancel_campaign(uuid)'),
    ('authenticated', 'private.cancel_campaign(uuid)'),
    ('authenticated', 'test_campaign(uuid)'),
    ('authenticated', 'private.test_campaign(uuid)'),
    ('authenticated', 'campaign_progress(uuid)'),
    ('authenticated', 'private.campaign_progress(uuid)'),
    ('authenticated', 'begin_import(uuid,text,text,integer,boolean)'),
    ('authenticated', 'private.begin_import(uuid,text,text,integer,boolean)'),
    ('authenticated', 'import_rows(uuid,integer,jsonb)'),
    ('authenticated', 'private.begin_batch(uuid,integer,integer)'),
    ('authenticated', 'private.store_inbound_rows(uuid,jsonb)'),
    ('authenticated', 'private.end_batch(uuid,text,uuid[])'),
    ('authenticated', 'find_duplicates(text,text[],jsonb)'),
    ('authenticated', 'import_state(uuid)'),
    ('authenticated', 'private.import_state(uuid)'),
    ('authenticated', 'undo_import(uuid,jsonb)'),
    ('authenticated', 'private.undo_import(uuid,jsonb)'),
    ('authenticated', 'imports_of(text)'),
    ('authenticated', 'private.imports_of(text)'),
    ('authenticated', 'import_of(uuid)'),
    ('authenticated', 'private.import_of(uuid)'),
    ('authenticated', 'campaign_outcomes(uuid,text,text,integer,integer)'),
    ('authenticated', 'private.campaign_outcomes(uuid,text,text,integer,integer)'),
    ('authenticated', 'convert_submission(uuid,text,uuid,jsonb,uuid)'),
    ('authenticated', 'private.convert_submission(uuid,text,uuid,jsonb,uuid)'),
    ('authenticated', 'undo_conversion(uuid)'),
    ('authenticated', 'private.undo_conversion(uuid)'),
    ('authenticated', 'enrol(uuid,uuid)'),
    ('authenticated', 'private.enrol(uuid,uuid)'),
    ('authenticated', 'withdraw_enrolment(uuid,uuid)'),
    ('authenticated', 'private.withdraw_enrolment(uuid,uuid)'),
    ('authenticated', 'enrollable_mentees(uuid,text)'),
    ('authenticated', 'private.enrollable_mentees(uuid,text)'),
    ('authenticated', 'course_mentees(uuid)'),
    ('authenticated', 'private.course_mentees(uuid)'),
    ('authenticated', 'save_grade(uuid,uuid,numeric,numeric)'),
    ('authenticated', 'private.save_grade(uuid,uuid,numeric,numeric)'),
    ('authenticated', 'remove_assessment(uuid)'),
    ('authenticated', 'private.remove_assessment(uuid)'),
    ('authenticated', 'search_people(text)'),
    ('authenticated', 'private.search_people(text)'),
    ('authenticated', 'person(text)'),
    ('authenticated', 'private.person(text)'),
    ('authenticated', 'person_timeline(text,text,timestamp with time zone,text)'),
    ('authenticated', 'private.person_timeline(text,text,timestamp with time zone,text)'),
    ('authenticated', 'person_due(text)'),
    ('authenticated', 'private.person_due(text)'),
    ('authenticated', 'person_refs(text)'),
    ('authenticated', 'private.person_refs(text)'),
    ('authenticated', 'add_person_note(uuid,text,text,text)'),
    ('authenticated', 'private.add_person_note(uuid,text,text,text)'),
    ('authenticated', 'remove_person_note(uuid)'),
    ('authenticated', 'private.remove_person_note(uuid)'),
    ('authenticated', 'link_persons(uuid,text,text)'),
    ('authenticated', 'private.link_persons(uuid,text,text)'),
    ('authenticated', 'unlink_persons(uuid)'),
    ('authenticated', 'private.unlink_persons(uuid)'),
    ('authenticated', 'similar_people(text,jsonb)'),
    ('authenticated', 'private.similar_people(text,jsonb)'),
    ('authenticated', 'record_hand_over(text)'),
    ('authenticated', 'private.record_hand_over(text)'),
    ('authenticated', 'hand_over(text)'),
    ('authenticated', 'private.hand_over(text)'),
    ('authenticated', 'preview_erasure(text)'),
    ('authenticated', 'private.preview_erasure(text)'),
    ('authenticated', 'erase_person(text,text,text)'),
    ('authenticated', 'private.erase_person(text,text,text)'),
    ('authenticated', 'decline_erasure(text)'),
    ('authenticated', 'private.decline_erasure(text)'),
    ('authenticated', 'merge_people(text,uuid,uuid,text[],jsonb)'),
    ('authenticated', 'private.merge_people(text,uuid,uuid,text[],jsonb)'),
    ('authenticated', 'undo_merge(uuid)'),
    ('authenticated', 'private.undo_merge(uuid)'),
    ('authenticated', 'merges_of(text,uuid)'),
    ('authenticated', 'private.merges_of(text,uuid)'),
    ('authenticated', 'private.phone_key(text)'),
    ('service_role', 'private.phone_key(text)'),
    ('authenticated', 'own_address()'),
    ('authenticated', 'private.own_address()'),
    ('authenticated', 'own_submissions()'),
    ('authenticated', 'private.own_submissions()'),
    ('authenticated', 'own_gifts()'),
    ('authenticated', 'private.own_gifts()'),
    ('authenticated', 'own_years()'),
    ('authenticated', 'private.own_years()'),
    ('authenticated', 'own_receipt(integer)'),
    ('authenticated', 'private.own_receipt(integer)'),
    ('authenticated', 'own_subscription()'),
    ('authenticated', 'private.own_subscription()'),
    ('authenticated', 'choose_subscription(boolean)'),
    ('authenticated', 'private.choose_subscription(boolean)'),
    ('authenticated', 'make_recovery_codes()'),
    ('authenticated', 'private.make_recovery_codes()'),
    ('authenticated', 'use_recovery_code(text)'),
    ('authenticated', 'private.use_recovery_code(text)'),
    ('authenticated', 'own_second_factor()'),
    ('authenticated', 'private.own_second_factor()'),
    ('authenticated', 'accounts_without_factor()'),
    ('authenticated', 'private.accounts_without_factor()'),
    ('authenticated', 'demand_second_factor(boolean)'),
    ('authenticated', 'private.demand_second_factor(boolean)'),
    ('authenticated', 'reset_second_factor(uuid)'),
    ('authenticated', 'private.reset_second_factor(uuid)'),
    ('authenticated', 'donor_years(uuid)'),
    ('authenticated', 'private.donor_years(uuid)'),
    ('authenticated', 'donor_receipt(uuid,integer)'),
    ('authenticated', 'private.donor_receipt(uuid,integer)'),
    ('authenticated', 'enter_gift(jsonb,boolean)'),
    ('authenticated', 'private.enter_gift(jsonb,boolean)'),
    ('authenticated', 'correct_gift(jsonb,text)'),
    ('authenticated', 'private.correct_gift(jsonb,text)'),
    ('authenticated', 'void_gift(uuid,text)'),
    ('authenticated', 'private.void_gift(uuid,text)'),
    ('authenticated', 'post_batch(uuid)'),
    ('authenticated', 'private.post_batch(uuid)'),
    ('authenticated', 'discard_batch(uuid)'),
    ('authenticated', 'private.discard_batch(uuid)'),
    ('authenticated', 'fund_balances()'),
    ('authenticated', 'private.fund_balances()'),
    ('authenticated', 'spend_from_fund(uuid,uuid,numeric,date,text)'),
    ('authenticated', 'private.spend_from_fund(uuid,uuid,numeric,date,text)'),
    ('authenticated', 'note_thanks(jsonb)'),
    ('authenticated', 'pinned_views()'),
    ('authenticated', 'save_view(jsonb,boolean,boolean)'),
    ('authenticated', 'use_view(uuid,boolean,boolean)'),
    ('authenticated', 'choose_columns(text,text[])'),
    ('authenticated', 'private.is_view_state(jsonb)'),
    ('service_role', 'private.is_view_state(jsonb)'),
    ('authenticated', 'private.is_list_address(text)'),
    ('service_role', 'private.is_list_address(text)'),
    ('authenticated', 'private.view_condition(text,jsonb,uuid)'),
    ('authenticated', 'private.count_view(text,jsonb,uuid,integer)'),
    ('service_role', 'record_payment_event(text,jsonb,text,text,numeric,numeric)'),
    ('service_role', 'private.record_payment_event(text,jsonb,text,text,numeric,numeric)'),
    ('service_role', 'record_failed_payment(text,jsonb)'),
    ('service_role', 'private.record_failed_payment(text,jsonb)'),
    ('service_role', 'record_payment_card(text,text,date,timestamp with time zone)'),
    ('service_role', 'private.record_payment_card(text,text,date,timestamp with time zone)'),
    ('service_role', 'end_monthly_gift(text,text,timestamp with time zone)'),
    ('service_role', 'private.end_monthly_gift(text,text,timestamp with time zone)'),
    ('service_role', 'private.donor_id(text,text)'),
    ('service_role', 'advance_campaigns()'),
    ('service_role', 'private.advance_campaigns(integer)'),
    ('service_role', 'claim_mails(uuid,integer,text,text)'),
    ('service_role', 'private.claim_mails(uuid,integer,text,text)'),
    ('service_role', 'record_mail(uuid,uuid,text,text,text)'),
    ('service_role', 'private.record_mail(uuid,uuid,text,text,text)'),
    ('service_role', 'record_mail_event(text,text,uuid,text,text[],text)'),
    ('service_role', 'private.record_mail_event(text,text,uuid,text,text[],text)'),
    ('service_role', 'issue_captcha_pass()'),
    ('service_role', 'private.issue_captcha_pass()'),
    ('service_role', 'unsubscribe(text)'),
    ('service_role', 'private.unsubscribe(text)'),
    ('service_role', 'private.searchable(text[])'),
    ('service_role', 'private.name_key(text)'),
    ('service_role', 'set_user_role(uuid,app_role)'),
    ('service_role', 'finish_user_creation(uuid,text,app_role,uuid[])'),
    ('service_role', 'save_program_assignments(uuid,uuid[],uuid[],uuid[],uuid[],uuid[],uuid[])')
    union all
    select 'authenticated', format('search_%s(text)', attrelid::regclass) from pg_attribute
    where attname = 'search_text' and attrelid in (select oid from pg_class where relkind = 'r') $$,
  'EXECUTE is granted on exactly these functions; the dashboard answers people and no service'
);
select is_empty(
  $$ select oid::regprocedure from pg_proc
    where pronamespace = 'public'::regnamespace and prosecdef $$,
  'No function that the API reaches is SECURITY DEFINER'
);
select is_empty(
  $$ select oid::regprocedure, grantee from pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner)))
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and grantee = 0 $$,
  'PUBLIC may execute nothing'
);
select is_empty(
  $$ select oid::regprocedure from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and array['search_path=""'] <@ proconfig is not true $$,
  'Every function has an empty search_path'
);
select is_empty(
  $$ select oid::regprocedure from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prosrc ~* '\m(from|join)\s+pg_(?!catalog\.)' $$,
  'Every function names the schema of a catalog: a temporary table would come before it'
);
select is_empty(
  $$ select oid::regprocedure from pg_proc
    where pronamespace = 'private'::regnamespace
      and provolatile <> 'i' and not (provolatile = 's' and prosecdef)
      and proname not in (
        'begin_user_creation', 'offer_role', 'log_export', 'record_opening', 'record_openings', 'save_protected',
        'record_visit', 'accept_seat',
        'add_message', 'withdraw', 'unsubscribe', 'send_test_mail', 'confirm_subscription',
        'change_mail_settings', 'retry_mail', 'lift_suppression', 'send_campaign',
        'pause_campaign', 'resume_campaign', 'cancel_campaign', 'test_campaign',
        'begin_import', 'begin_batch', 'store_inbound_rows', 'end_batch', 'undo_import',
        'convert_submission', 'undo_conversion', 'enrol', 'withdraw_enrolment', 'save_grade', 'remove_assessment',
        'merge_people', 'undo_merge', 'choose_subscription', 'change_retention', 'put_off',
        'record_hand_over', 'erase_person', 'decline_erasure', 'make_recovery_codes', 'use_recovery_code',
        'demand_second_factor', 'reset_second_factor',
        'enter_gift', 'correct_gift', 'void_gift', 'post_batch', 'discard_batch', 'spend_from_fund',
        'add_person_note', 'remove_person_note', 'link_persons', 'unlink_persons',
        -- It counts what the caller may read.
        'count_view'
      )
      and has_function_privilege('authenticated', oid, 'execute') $$,
  'Every helper but those that begin or write down something reads alone: it is STABLE and SECURITY DEFINER'
);

-- Schemas

select is_empty(
  $$ select nspname, role.name from pg_namespace
    cross join unnest(array['anon', 'authenticated', 'service_role']) as role (name)
    where nspname in ('public', 'private') and has_schema_privilege(role.name, pg_namespace.oid, 'create') $$,
  'No role of the API may create objects'
);
select is_empty(
  $$ select nspname, privilege_type from pg_namespace, aclexplode(nspacl)
    where grantee = 0 and (nspname = 'private' or nspname = 'public' and privilege_type = 'CREATE') $$,
  'PUBLIC may neither create objects in public nor use private'
);
select is(
  (select string_agg(role.name, ' ')
    from unnest(array['anon', 'authenticated', 'service_role']) as role (name)
    where has_schema_privilege(role.name, 'private', 'usage')),
  'anon authenticated service_role',
  'The API roles may use the schema private, whose functions decide on rights'
);

-- Whatever is created tomorrow starts with no grants.

create table public.tomorrow (id bigint generated always as identity primary key, name text);
create view public.tomorrow_view as select * from public.tomorrow;
create sequence public.tomorrow_number;
create table private.tomorrow (name text);
create function public.tomorrow_function() returns int language sql as 'select 1';
create function private.tomorrow_function() returns int language sql as 'select 1';

select is_empty(
  $$ select relname, grantee, privilege_type
    from pg_class, aclexplode(coalesce(relacl, acldefault('r', relowner)))
    where relname like 'tomorrow%' and relkind <> 'i' and grantee <> relowner $$,
  'A table, a view and a sequence created tomorrow start with no grants'
);
select is_empty(
  $$ select oid::regprocedure, grantee, privilege_type
    from pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner)))
    where proname = 'tomorrow_function' and grantee <> proowner $$,
  'A function created tomorrow starts with no grants'
);
drop view public.tomorrow_view;
drop table public.tomorrow, private.tomorrow;

-- Realtime

select is_empty(
  $$ select schemaname, tablename from pg_publication_tables where pubname = 'supabase_realtime' $$,
  'No table is published, so postgres_changes tells nothing'
);
select is_empty(
  $$ select pubname from pg_publication where puballtables $$,
  'No publication takes in whatever is created tomorrow'
);
select is_empty(
  $$ select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relreplident <> 'd' $$,
  'Every table has the default replica identity, so old rows are not sent around'
);

-- Indexes

create function pg_temp.is_indexed(table_id oid, columns smallint[]) returns boolean
language sql
as $$
  select exists (
    select from pg_index
    where indrelid = table_id and indpred is null
      and (string_to_array(indkey::text, ' ')::smallint[])[1:cardinality(columns)] @> columns
  )
$$;

select is_empty(
  $$ select conrelid::regclass, conname from pg_constraint
    where contype = 'f' and connamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not pg_temp.is_indexed(conrelid, conkey) $$,
  'Every foreign key has an index'
);
select is_empty(
  $$ select attrelid::regclass from pg_attribute
    where attname = 'created_at'
      and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r')
      and has_column_privilege('authenticated', attrelid, attnum, 'select')
      and not exists (
        select from pg_index
        cross join generate_series(0, 1) as place
        join pg_attribute as second on second.attrelid = indrelid and second.attnum = indkey[place + 1]
        where indrelid = pg_attribute.attrelid and indkey[place] = pg_attribute.attnum
          and second.attname = 'id' and indoption[place] = indoption[place + 1]
      ) $$,
  'Every table that is read newest first, or of one record, has an index on created_at and id, in one direction'
);
select is_empty(
  $$ select classid::regclass, policy.polrelid::regclass, attname
    from pg_policy policy
    join pg_depend on classid = 'pg_policy'::regclass and objid = policy.oid
      and refclassid = 'pg_class'::regclass and refobjid = policy.polrelid and refobjsubid > 0
    join pg_attribute on attrelid = policy.polrelid and attnum = refobjsubid
    where policy.polcmd in ('r', 'w', 'd') and atttypid = 'uuid'::regtype
      and not pg_temp.is_indexed(policy.polrelid, array[refobjsubid::smallint]) $$,
  'Every column by which a policy finds one''s own rows has an index'
);

-- An estimated count is made from statistics, past every policy.

select is_empty(
  $$ select attrelid::regclass, attname from pg_attribute
    where attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r')
      and attnum > 0 and not attisdropped and attstattarget is distinct from 0
      and atttypid in ('text'::regtype, 'text[]'::regtype, 'numeric'::regtype, 'smallint'::regtype, 'jsonb'::regtype) $$,
  'No statistics are kept of texts and amounts'
);

select * from finish();
rollback;
