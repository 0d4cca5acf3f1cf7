-- The catalog, before anyone acts: who holds which privilege on which column, which
-- policies and functions there are, and what tomorrow's objects start with.

begin;
select plan((
  29 + 3 * (select count(*) from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r')
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

-- Functions. An exposed one is called by the API in public, and does its work in private.

select bag_eq(
  $$ select role.name, function.oid::regprocedure::text
    from pg_proc function
    cross join unnest(array['anon', 'authenticated', 'service_role']) as role (name)
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and has_function_privilege(role.name, function.oid, 'execute') $$,
  $$ with listed (roles, is_exposed, functions) as (values
      ('anon, authenticated', true, '
        accept_seat(text); add_message(text,text); confirm_subscription(text); requires_double_opt_in();
        send_status_links(text); sent_receipt(text); status_messages(text); submission_stage(text); withdraw(text);
        consent_request(text); answer_consent(text,text,integer,text)
      '),
      ('anon, authenticated, service_role', true, '
        unsubscribe(text)
      '),
      ('authenticated', true, '
        account_columns(uuid[]); account_panel(uuid); accounts_in_state(text); begin_invitation(text,app_role,uuid[]); invitations();
        own_invitation(); take_back_invitation(uuid); accounts_without_factor(); add_person_note(uuid,uuid,text,text); answer_blocker(uuid); answers_of(uuid);
        assignable_people(text,uuid); begin_import(uuid,text,text,integer,boolean); begin_user_creation(text);
        campaign_audience(text,boolean,text[]); campaign_outcomes(uuid,text,text,integer,integer); campaign_progress(uuid);
        cancel_campaign(uuid); change_mail_settings(integer,boolean,boolean); staff_accounts(); confirm_staff_accounts(jsonb);
        change_retention(text,integer,integer); choose_subscription(boolean);
        convert_submission(uuid,text,uuid,jsonb,uuid); correct_gift(jsonb,text,uuid); close_month(date,numeric); closed_months(); reopen_month(date,text); journal(date); export_journal(date,integer); save_pledge(jsonb,jsonb,jsonb); apply_gift(uuid,uuid,uuid); write_off_pledge(uuid,text,numeric); reopen_pledge(uuid); delete_pledge(uuid); monthly_gifts(uuid,integer); pledge_book(text,uuid,integer); pledge_counts(); pledges_of_gifts(uuid[]); pledges_of_month(date); course_mentees(uuid);
        decline_erasure(text); demand_second_factor(boolean); discard_batch(uuid); batch_book(timestamp with time zone); note_deposit(uuid,numeric,date,numeric); note_payout_deposit(text,numeric,date,numeric); payout_book(integer); refund_gift(uuid,numeric,numeric,text,date,numeric,uuid); donor_receipt(uuid,integer);
        issue_donor_receipt(uuid,integer,text); issued_receipts(uuid); receipt_on_record(uuid); own_receipts(); receipt_run(integer); receipt_progress(integer);
        receipts_without_address(integer,integer); withdrawn_receipts(integer); receipt_questions(integer); mail_receipts(integer); print_receipts(integer,uuid); receipt_piles(integer); receipt_pile(uuid); receipt_wording(); save_receipt_wording(jsonb,jsonb); confirm_receipt_wording(jsonb,text[]);
        home_figures(); admins_to_ask(); set_up_steps();
        donor_years(uuid); enrol(uuid,uuid); enrollable_mentees(uuid,text); enter_gift(jsonb,boolean);
        erase_person(text,text,text,uuid[],text,text); failed_mails(); fund_balances(); gifts_of_batch(uuid); hand_over(text,uuid[]); import_of(uuid);
        import_state(uuid); imports_of(text); is_selective(text,text); lift_suppression(text,text);
        log_export(text,jsonb,integer,uuid[],text); mail_outcome(uuid);
        mail_status(); namesakes_of(jsonb); make_recovery_codes(); merges_of(text,uuid);
        offer_role(uuid,text,app_role,uuid[]); openings_of(text,uuid); own_address(); own_gifts();
        own_receipt(integer,uuid); own_second_factor(); own_submissions(); own_subscription(); own_years();
        pause_campaign(uuid); person(text); person_due(text); people_at(text); person_merges_of(uuid); person_suggestions(uuid); dismiss_suggestion(uuid,uuid,boolean); merge_preview(uuid,uuid); split_person(uuid,uuid,jsonb); person_ties(uuid); record_family_opening(uuid); save_traits(uuid,jsonb,jsonb); save_address(uuid,jsonb,jsonb); mark_point(uuid,text,text,jsonb,jsonb); save_member(uuid,uuid,text,jsonb); save_household(uuid,uuid[],boolean); rename_group(uuid,text,text); save_family(jsonb,jsonb); family_card(uuid[],uuid[]); family_consents(uuid[]); ask_consent(uuid,uuid[],uuid,text[],text,text); record_consent(uuid,uuid,uuid,text,integer,text,text); save_consent_text(text,text,integer); save_point(uuid,text,text,text,text[]); letters(text,uuid[]); donors_by_post(uuid[]); all_suggestions(uuid);
        person_timeline(text,text,timestamp with time zone,text); post_batch(uuid); preview_erasure(text,uuid[]); subject_records(text);
        protected_fields(uuid); protected_values(text,uuid[]); put_off(uuid,date,boolean,text,uuid);
        record_hand_over(text,uuid[],text,text); record_opening(uuid); record_openings(text,uuid[]); record_visit();
        remove_assessment(uuid); remove_person_note(uuid); reset_second_factor(uuid); resume_campaign(uuid);
        retention_due(text,integer); retention_rules(); retry_mail(uuid); reviewers();
        save_grade(uuid,uuid,numeric,numeric); save_protected(text,uuid,jsonb,jsonb); search_people(text);
        send_campaign(uuid,integer,jsonb,timestamp with time zone); send_test_mail(); siblings_of(uuid);
        similar_people(text,jsonb); spend_from_fund(uuid,uuid,numeric,date,text); suppressed_addresses(text);
        task_assignees(text,text); test_campaign(uuid); undo_conversion(uuid); undo_import(uuid,jsonb);
        undo_merge(uuid); undo_person_merge(uuid); use_recovery_code(text); void_gift(uuid,text,boolean,date,numeric,uuid);
        withdraw_enrolment(uuid,uuid); add_file(uuid,text,uuid,text,integer,text); rename_file(uuid,text,text);
        remove_file(uuid); restore_file(uuid); open_file(uuid,text); person_files(text);
        requirement_marks(uuid,text,uuid); due_clearances(uuid); program_header(uuid); program_managers(uuid);
        program_roster(uuid,text,text,text,uuid); hand_on_program(uuid,uuid,uuid); record_clearances(text,uuid); withdraw_clearance(uuid,text);
        add_clearance(uuid,text,uuid,text,date,text,date,text); exempt(uuid,uuid,uuid,text,date,date); end_exemption(uuid);
        add_meeting(jsonb); correct_meeting(uuid,jsonb,jsonb); remove_meeting(uuid); keep_both_meetings(uuid); meeting_note(uuid);
        list_meetings(uuid,text,uuid,date,uuid); find_meeting(uuid); meeting_matches(uuid); meeting_hours(date,date,uuid);
        attendance_sheet(uuid); save_attendance(uuid,jsonb);
        open_going_home(uuid); going_home(uuid); record_collection(uuid,uuid,uuid,uuid,text); undo_collection(uuid);
        propose_match(uuid,uuid,uuid,uuid,integer,uuid,uuid); save_match(uuid,jsonb,jsonb);
        set_match_status(uuid,match_status,match_status,date,text); program_matches(uuid,text,timestamp with time zone,uuid);
        match_details(uuid); unmatched_mentees(uuid); fitting_mentors(uuid,uuid); log_contact(uuid,uuid,date,text[],text); remove_contact(uuid);
        add_concern_step(uuid,uuid,text,text); concern_recipients(); list_concerns(boolean,uuid); open_concern(uuid); own_concerns();
        record_concern_opening(uuid); report_concern(uuid,text,text,text,boolean,uuid,uuid[]); safeguarding_leads(); set_safeguarding_lead(uuid,boolean);
        covers(); covering(); set_cover(uuid,uuid,uuid,date,date); end_cover(uuid);
        leaver_work(uuid); leave_team(uuid,uuid,jsonb); undo_leaving(uuid); recent_leavings(); work_lost(uuid,app_role,uuid[]); hand_over_work(uuid,jsonb);
        mentor_account(uuid); link_mentor_account(uuid,uuid,text); unlink_mentor_account(uuid);
        own_mentoring(); mentor_page(); change_own_meeting(uuid,jsonb,jsonb); remove_own_meeting(uuid);
        log_own_meeting(uuid,uuid,date,integer,text,text,boolean,timestamp with time zone,timestamp with time zone,integer);
        held_meetings(uuid); settle_held_meeting(uuid,boolean); numbers_for_mentors(uuid); release_number(uuid,uuid,boolean)
      '),
      ('service_role', true, '
        claim_mails(uuid,integer,text,text); end_monthly_gift(text,text,timestamp with time zone);
        issue_captcha_pass(); note_refused_payment_event(text); record_failed_payment(text,jsonb); record_mail(uuid,uuid,text,text,text);
        record_mail_event(text[],text,uuid,text,text[],text);
        record_payment_card(text,text,date,timestamp with time zone); record_payout(text,jsonb);
        record_payment_event(text,jsonb,text,text,numeric,jsonb,timestamp with time zone);
        record_file_check(uuid,text,text,integer,text,text); unchecked_file(uuid); file_work(boolean)
      '),
      ('anon, authenticated, service_role', false, '
        private.digits(); private.is_line(text,integer); private.is_text(text,integer); private.is_weekdays(text); private.plain_digits(text);
        private.searchable(text[])
      '),
      ('authenticated', false, '
        assign_submissions(uuid[],uuid[],uuid[]); choose_columns(text,text[]);
        choose_notices(submission_kind,notice_choice); dashboard_stats(); donations_by_month();
        find_duplicates(text,text[],jsonb); import_rows(uuid,integer,jsonb); merge_people(text,uuid,uuid,text[],jsonb,jsonb);
        merge_persons(uuid,uuid,uuid,jsonb); note_thanks(jsonb); private.merge_records(text,uuid,uuid,text[],jsonb,jsonb);
        private.merge_two_people(uuid,uuid,uuid,jsonb);
        period_figures(integer); pinned_views(); private.assignable_roles();
        private.begin_batch(uuid,integer,integer); private.count_view(text,jsonb,uuid,integer);
        private.current_user_id(); private.current_user_role(); private.search_files(text); private.storage_operation();
        private.may_store_object(text); private.may_open_object(text,text); private.end_batch(uuid,text,uuid[]);
        private.grantable_permission_ids(); private.has_permission(text); private.is_admin();
        private.is_staff(); private.covered_ids(); private.is_trusted(uuid); private.matching(text,text);
        private.may_hold(uuid,app_role); private.may_review();
        private.list_filter(text,jsonb,uuid,text[]); private.protected_user_ids(); private.readable_tables();
        private.require_changes(uuid[],integer,integer); private.reviewer_ids();
        private.store_inbound_rows(uuid,jsonb); private.submission_forms();
        private.view_filter(text,jsonb,uuid); program_standings(); promises_kept(integer);
        save_view(jsonb,boolean,boolean); set_last_day(text,date); set_seats(text,integer);
        set_submission_status(uuid[],text[],text[]); submission_counts(jsonb); submissions_by_week();
        use_view(uuid,boolean,boolean)
      '),
      ('authenticated, service_role', false, '
        finish_user_creation(uuid,text,app_role,uuid[]); private.is_list_address(text);
        private.are_conditions(jsonb); private.requirement_key(text,text); private.filter_operators(); private.is_condition(jsonb); private.is_view_state(jsonb); private.name_key(text); private.office_country();
        private.office_time_zone(); private.phone_keys(text); private.telephones(text); private.write_mode();
        save_program_assignments(uuid,uuid[],uuid[],uuid[],uuid[],uuid[],uuid[]); set_user_role(uuid,app_role)
      '),
      ('service_role', false, '
        advance_campaigns(); private.advance_campaigns(integer)
      ')
    )
    select role, prefix || btrim(function, E' \n')
    from listed, string_to_table(roles, ', ') as role, string_to_table(functions, ';') as function,
      unnest(case when is_exposed then array['', 'private.'] else array[''] end) as prefix
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
  $$ select distinct proname, tablename from pg_policies
    cross join lateral regexp_matches(qual, 'private\.(\w+)\(', 'g') as called
    join pg_proc on pronamespace = 'private'::regnamespace and proname = called[1]
    where schemaname = 'public' and cmd = 'SELECT' and proparallel <> 's' $$,
  'Postgres may scan a table with more than one process: what a policy for reading calls is PARALLEL SAFE'
);
select is_empty(
  $$ select oid::regprocedure from pg_proc
    where pronamespace = 'private'::regnamespace
      and provolatile <> 'i' and not (provolatile = 's' and prosecdef)
      and proname not in (
        'begin_user_creation', 'begin_invitation', 'take_back_invitation', 'offer_role', 'log_export', 'record_opening', 'record_openings', 'save_protected',
        'record_visit', 'accept_seat',
        'add_message', 'withdraw', 'send_status_links', 'unsubscribe', 'send_test_mail', 'confirm_subscription',
        'change_mail_settings', 'retry_mail', 'lift_suppression', 'send_campaign',
        'pause_campaign', 'resume_campaign', 'cancel_campaign', 'test_campaign',
        'begin_import', 'begin_batch', 'store_inbound_rows', 'end_batch', 'undo_import',
        'convert_submission', 'undo_conversion', 'enrol', 'withdraw_enrolment', 'save_grade', 'remove_assessment',
        'merge_records', 'undo_merge', 'choose_subscription', 'change_retention', 'put_off',
        'record_hand_over', 'erase_person', 'decline_erasure', 'make_recovery_codes', 'use_recovery_code',
        'demand_second_factor', 'reset_second_factor', 'confirm_staff_accounts',
        'enter_gift', 'correct_gift', 'refund_gift', 'void_gift', 'post_batch', 'discard_batch', 'note_deposit', 'note_payout_deposit', 'spend_from_fund', 'close_month', 'reopen_month', 'export_journal', 'save_pledge', 'apply_gift', 'write_off_pledge', 'reopen_pledge', 'delete_pledge',
        'issue_donor_receipt', 'own_receipt', 'mail_receipts', 'print_receipts', 'save_receipt_wording', 'confirm_receipt_wording',
        'add_person_note', 'remove_person_note', 'merge_two_people', 'undo_person_merge', 'split_person', 'dismiss_suggestion',
        'add_clearance', 'withdraw_clearance', 'exempt', 'end_exemption',
        'propose_match', 'save_match', 'set_match_status', 'log_contact', 'remove_contact', 'hand_on_program',
        'add_meeting', 'correct_meeting', 'remove_meeting', 'keep_both_meetings', 'save_attendance', 'open_going_home',
        'record_collection', 'undo_collection',
        'report_concern', 'record_concern_opening', 'add_concern_step', 'set_safeguarding_lead',
        'set_cover', 'end_cover', 'leave_team', 'undo_leaving', 'hand_over_work',
        'link_mentor_account', 'unlink_mentor_account', 'mentor_page', 'log_own_meeting', 'change_own_meeting', 'remove_own_meeting',
        'settle_held_meeting', 'release_number',
        'add_file', 'rename_file', 'remove_file', 'restore_file', 'open_file',
        'record_family_opening', 'save_traits', 'save_address', 'mark_point', 'save_member', 'save_household', 'rename_group', 'save_family', 'save_point',
        'consent_request', 'answer_consent', 'ask_consent', 'record_consent', 'save_consent_text',
        -- It counts what the caller may read.
        'count_view',
        -- It keeps the count of a large audience.
        'campaign_audience'
      )
      and has_function_privilege('authenticated', oid, 'execute') $$,
  'Every helper except those that begin or record something only reads: it is STABLE and SECURITY DEFINER'
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
        -- Between them may be what tells which of one day came last.
        cross join generate_series(1, 2) as step
        join pg_attribute as last on last.attrelid = indrelid and last.attnum = indkey[place + step]
        where indrelid = pg_attribute.attrelid and indkey[place] = pg_attribute.attnum
          and last.attname = 'id' and indoption[place] = indoption[place + step]
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
select is_empty(
  $$ select oid::regprocedure from pg_proc
    where 'enable_seqscan=off' = any (proconfig) and not coalesce('jit=off' = any (proconfig), false) $$,
  'A function that avoids scans compiles nothing: what a scan costs then would have every plan compiled'
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
