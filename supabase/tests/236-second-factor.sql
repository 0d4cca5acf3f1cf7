-- The second factor: what a session without one opens where it is demanded, recovery codes, and what
-- admins do. Requests over HTTP are in tests/attacks/second-factor.test.ts.

begin;
select plan((53 + (select count(*) from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'))::integer);

create function pg_temp.add_factor(persona text, status text default 'verified') returns uuid
language plpgsql
as $$
declare
  factor uuid := gen_random_uuid();
begin
  insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
  values (factor, tests.account(persona), factor::text, 'totp', 'unverified', now(), now());
  execute format('update auth.mfa_factors set status = %L where id = %L', add_factor.status, factor);
  return factor;
end
$$;
create function pg_temp.prove(persona text) returns void
language sql
as $$ update auth.sessions set aal = 'aal2' where user_id = tests.account(persona) $$;
create function pg_temp.claim(aal text) returns void
language sql
as $$ select set_config('tests.aal', aal, true) $$;

-- What a statement comes to, undone again.
create function pg_temp.tried(persona text, statement text) returns text
language plpgsql
as $$
declare
  outcome tests.outcome;
begin
  begin
    outcome := tests.attempt(persona, statement);
    raise sqlstate 'UNDO1';
  exception when sqlstate 'UNDO1' then
    return outcome.state || ' ' || outcome.affected;
  end;
end
$$;
-- All that an account reaches in a table, statement by statement.
create function pg_temp.reach(persona text, table_name text) returns text[]
language sql
as $$
  select array[
    pg_temp.tried(persona, format('select 1 from public.%I', table_name)),
    pg_temp.tried(persona, tests.sample_insert(table_name)),
    (
      select pg_temp.tried(persona, format('update public.%I set %2$I = %2$I where true', reach.table_name, min(column_name)))
      from information_schema.column_privileges privilege
      where grantee = 'authenticated' and privilege_type = 'UPDATE'
        and privilege.table_schema = 'public' and privilege.table_name = reach.table_name
      having count(*) > 0
    ),
    pg_temp.tried(persona, format('delete from public.%I where true', table_name))
  ]
$$;
create temporary view tables as
select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r';

-- Where it is demanded

select tests.refused(
  'admin', 'select public.demand_second_factor(true)', 'An admin without a second factor cannot demand one', 'P0001'
);
select pg_temp.claim('aal2');
select tests.refused(
  'admin', 'select public.demand_second_factor(true)', 'A token that claims a factor its session did not prove is not enough', 'P0001'
);
select pg_temp.add_factor('admin'), pg_temp.prove('admin');
select tests.refused(persona, 'select public.demand_second_factor(true)', format('%s cannot demand it', persona))
from unnest(array['anon', 'supporter', 'only can_edit_user_roles']) as persona;
select tests.sees(
  'admin', $$ select bool_and(name is not null) || ' ' || count(*) filter (where name like 'Only%' or name like 'only%')
    from public.accounts_without_factor() $$,
  'true ' || (select count(*) from public.permissions), 'An admin sees first which accounts with a right have none'
);
select tests.sees(
  'admin', $$ select count(*) from public.accounts_without_factor() where id in (tests.account('admin'), tests.account('supporter')) $$,
  '0', 'Accounts with a factor and accounts without a right are not among them'
);
select tests.sees(
  'only can_edit_user_roles', 'select count(*) from public.accounts_without_factor()', '0', 'Others see none of them'
);
select tests.done(
  'admin', 'select public.demand_second_factor(true)', $$ (select is_demanded from private.second_factor) $$,
  'An admin with a proved factor demands it'
);
select is(
  (select array[actor_name, record_kind, changes::text] from public.change_log where record_name = 'Setting'),
  array[private.account_name(tests.account('admin')), 'second_factor', '{"demanded": [false, true]}'],
  'The log says who demanded it'
);

create temporary table full_reach as select name, pg_temp.reach('admin', name) as reached from tables;
select is_empty(
  $$ select name from full_reach where reached[1] = '00000 0' and name not in (
      'user_permissions', 'notification_choices', 'submission_answers', 'conversions', 'enrolments', 'assessments',
      'student_grades', 'submission_notes', 'program_mentors', 'program_trainers', 'tasks',
      'saved_views', 'view_uses', 'list_columns', 'files'
    ) $$,
  'With a proved factor an admin reads the tables that have rows'
);
update auth.sessions set aal = 'aal1' where user_id = tests.account('admin');
select tests.sees('admin', 'select count(*) from public.mentors', '0', 'A claimed factor that the session did not prove opens nothing');
select pg_temp.prove('admin');
select pg_temp.claim('aal1');
select is(
  pg_temp.reach('admin', name), pg_temp.reach('plain fundraiser', name),
  format('Without it an admin reaches in %s what an account without rights does', name)
)
from tables;
select is_empty(
  $$ select persona, name from tests.personas() persona cross join tables
    where persona like 'only %' and name <> 'user_permissions'
      and pg_temp.tried(persona, format('select 1 from public.%I', name))
        <> pg_temp.tried('plain fundraiser', format('select 1 from public.%I', name)) $$,
  'A holder of any permission reads no more without it'
);
select tests.sees(
  'admin', 'select count(*) from public.profiles where id = auth.uid()', '1', 'One''s own account stays readable'
);
select is_empty(
  $$ select persona from unnest(array['admin', 'only can_review_submissions']) persona
    where pg_temp.tried(persona, 'select * from private.readable_tables()') <> '00000 0' $$,
  'No table counts as readable, so that searches, exports and histories are closed'
);
select tests.refused('admin', 'select public.demand_second_factor(false)', 'An admin without it cannot switch it off');
select tests.refused(
  'admin', format('select public.set_user_role(%L, ''admin'')', tests.account('supporter')), 'An admin without it cannot give a role'
);
select tests.sees('supporter', 'select public.own_address()', 'supporter@kindlewell.test', 'A supporter is asked for none');
select set_config('realtime.topic', 'submissions', true);
select is_empty(
  $$ select policyname from pg_policies
    where schemaname = 'realtime' and coalesce(qual, '') || coalesce(with_check, '') not like '%may_review%' $$,
  'Channels ask for the same right as the tables'
);
select is(
  array(
    select oid::regprocedure::text from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and prosrc ~ 'user_roles|user_permissions' and prosrc ~ '(auth\.uid|current_user_id|own_address)\(\)'
    order by 1
  ),
  array[
    'private.begin_invitation(text,app_role,uuid[])', 'private.begin_user_creation(text)', 'private.erasure_refusal(private.data_subject)',
    'private.offer_role(uuid,text,app_role,uuid[])', 'private.protect_admins()', 'private.protected_user_ids()'
  ],
  'Nothing looks up the caller''s role or permissions past rights_holder: these six name them for another reason'
);
select is_empty(
  $$ select policyname from pg_policies
    where schemaname = 'public' and (coalesce(qual, '') || coalesce(with_check, '')) ~ 'FROM (public\.)?user_(roles|permissions)' $$,
  'No policy looks up roles or permissions past rights_holder'
);
select pg_temp.claim('aal2');
select tests.done(
  'admin', 'select public.demand_second_factor(false)', $$ (select not is_demanded from private.second_factor) $$,
  'With it an admin switches it off'
);

-- A factor that one has is needed in any case

select pg_temp.add_factor('only can_review_submissions'), pg_temp.add_factor('supporter');
select pg_temp.claim('aal1');
select tests.sees(
  'only can_review_submissions', 'select count(*) from public.submissions', '0',
  'An account with a factor has no rights before it proved it'
);
select tests.sees('supporter', 'select public.own_address()', null, 'It does not read its own gifts and messages');
select tests.sees(
  'only can_manage_mentees', 'select count(*) > 0 from public.mentees', 'true', 'Others work as before'
);
select pg_temp.add_factor('only can_manage_mentees', 'unverified');
select tests.sees(
  'only can_manage_mentees', 'select count(*) > 0 from public.mentees', 'true', 'They work on while they set one up'
);
select pg_temp.claim('aal2');
select pg_temp.prove('only can_review_submissions'), pg_temp.prove('supporter');
select tests.sees(
  'only can_review_submissions', 'select count(*) > 0 from public.submissions', 'true', 'The factor opens them'
);

-- Recovery codes

select is(
  (select array_agg(data ->> 'event') from private.outbox where kind = 'second_factor' and recipient = 'supporter@kindlewell.test'),
  array['added'], 'A mail tells the owner of a new factor'
);
select pg_temp.claim('aal1');
select tests.refused('supporter', 'select public.make_recovery_codes()', 'With only a password there are no recovery codes');
select pg_temp.claim('aal2');
create temporary table codes (code text);
grant insert, select on codes to authenticated;
select tests.attempt('supporter', 'insert into codes select public.make_recovery_codes()');
select is(
  (select count(distinct code) || ' ' || bool_and(code ~ '^([0-9a-f]{4}-){3}[0-9a-f]{4}$') from codes), '10 true',
  'There are ten'
);
select is_empty(
  $$ select from private.recovery_codes join codes on code_hash like '%' || code || '%' or code_hash !~ '^\$2a\$' $$,
  'Only slow hashes are kept'
);
select tests.sees('supporter', 'select has_codes from public.own_second_factor()', 'true', 'The account page knows that there are some');
select pg_temp.claim('aal1');
select tests.refused(
  'donor', format('select public.use_recovery_code(%L)', (select min(code) from codes)), 'They open no other account', 'PT404'
);
insert into auth.sessions (id, user_id) values (gen_random_uuid(), tests.account('supporter'));
select tests.sees(
  'supporter', 'select public.use_recovery_code(''0000-0000-0000-0000'')', 'false', 'A wrong one does not open it'
) from generate_series(1, 4);
select isnt_empty(
  $$ select from auth.mfa_factors where user_id = tests.account('supporter') $$, 'A wrong one removes nothing'
);
create function pg_temp.use_code() returns text
language sql
as $$ select format('select public.use_recovery_code(%L)', upper(replace((select min(code) from codes), '-', ' '))) $$;
savepoint four_wrong;
select tests.attempt('supporter', 'select public.use_recovery_code(null)');
select tests.refused('supporter', pg_temp.use_code(), 'After five wrong ones the right one is refused', 'PT429');
update private.recovery_attempts set tried_at = tried_at - interval '15 minutes' where true;
select private.apply_rule('recovery_attempts');
select tests.done(
  'supporter', pg_temp.use_code(),
  $$ (select not exists (select from auth.mfa_factors where user_id = tests.account('supporter'))) $$,
  'Fifteen minutes later it removes the factor'
);
select tests.sees('supporter', 'select public.own_address()', 'supporter@kindlewell.test', 'The account is open again');
select is(
  (select array_agg(id) from auth.sessions where user_id = tests.account('supporter')), array[tests.account('supporter')],
  'The other sessions are over'
);
select tests.refused('supporter', pg_temp.use_code(), 'A code works once', 'PT404');
select is_empty(
  $$ select from private.recovery_codes where user_id = tests.account('supporter') $$, 'The other codes went with the factor'
);
select is(
  (select array_agg(data ->> 'event' order by data ->> 'event') from private.outbox
    where kind = 'second_factor' and recipient = 'supporter@kindlewell.test'),
  array['added', 'recovered'], 'A mail tells the owner'
);
select is(
  (select array_agg(concat_ws(' ', action, changes) order by created_at, action, changes nulls first) from public.change_log
    where record_kind = 'second_factor' and record_id = tests.account('supporter')),
  array['added', 'added {"recovery_codes": [null, 10]}', 'removed {"recovery_code": [null, "used"]}'],
  'The log has all of it, and no code'
);

-- Admins

select pg_temp.claim('aal2');
select tests.refused(
  persona, format('select public.reset_second_factor(%L)', tests.account('only can_review_submissions')),
  format('%s resets no other''s factor', persona)
)
from unnest(array['supporter', 'only can_edit_user_roles']) as persona;
select tests.refused(
  'admin', format('select public.reset_second_factor(%L)', tests.account('admin')), 'An admin cannot reset their own without a code'
);
select tests.done(
  'admin', format('select public.reset_second_factor(%L)', tests.account('only can_review_submissions')),
  $$ (select not exists (select from auth.mfa_factors where user_id = tests.account('only can_review_submissions'))
      and not exists (select from auth.sessions where user_id = tests.account('only can_review_submissions'))) $$,
  'An admin resets another''s: its sessions end, too'
);
select is(
  (select actor_id from public.change_log
    where record_kind = 'second_factor' and action = 'removed' and record_id = tests.account('only can_review_submissions')),
  tests.account('admin'), 'The log says by whom'
);

select pg_temp.add_factor('newcomer');
update public.profiles set proven = false where id = tests.account('newcomer');
select tests.done(
  'admin', format('select public.offer_role(%L, ''newcomer@kindlewell.test'', ''mentor'')', tests.account('newcomer')),
  $$ (select not exists (select from auth.mfa_factors where user_id = tests.account('newcomer'))) $$,
  'An offered role removes the factor that a stranger may have set up'
);
select lives_ok(
  $$ delete from auth.users where id = tests.account('mentors') $$, 'An account goes with its factors'
);

select * from finish();
rollback;
