-- The matrix: every persona tries to select, insert, update and delete in every table. An
-- allowed change must be there afterwards; a refusal must leave the table as it was. Each attempt is
-- undone, so that all of them start from the same rows.

begin;
select plan((3 + (select count(*) from tests.personas()) * (select count(*) from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'))::integer);
select tests.sign_up('second.editor@personas.test');
insert into public.user_permissions (user_id, permission_id)
values (tests.account('second editor'), tests.id('permissions', 'can_edit_user_roles'));
insert into public.submission_notes (submission_id, author_id, body)
values (tests.id('submissions', 'Teresa Vance'), tests.account('only can_review_submissions'), 'Own');
-- Tasks on records are in 260-tasks.sql.
delete from public.tasks where true;
insert into public.tasks (author_id, body, due_on)
select tests.account(persona), 'Own', '2199-12-31' from unnest(array['only can_review_submissions', 'supporter']) as persona;
insert into public.saved_views (owner_id, table_name, list, name, state)
select tests.account(persona), 'mentors', '/crm?tab=mentors', name, '{}'
from tests.personas() as persona, unnest(array['Own', 'Other']) as name
where persona in ('admin', 'supporter') or tests.account(persona) in (select private.holders('can_manage_mentors'));
insert into public.view_uses (user_id, view_id) select owner_id, id from public.saved_views where name = 'Own';
insert into public.list_columns (user_id, list, columns)
select tests.account(persona), '/crm?tab=courses', '{title}' from unnest(array['only can_manage_mentors', 'supporter']) as persona;
insert into public.notification_choices (user_id, kind, choice)
select tests.account(persona), 'volunteer', 'daily'
from unnest(array['only can_review_submissions', 'supporter']) as persona;
do $$ begin execute tests.sample_insert('files'); end $$;
insert into public.submission_answers (submission_id, subject, body)
select id, reference, 'Answered' from public.submissions where id = tests.id('submissions', 'Teresa Vance');

-- Personas: anon, or signed in with a role and the permissions granted.
create temporary table standings as
select persona, account, case when persona = 'anon' then array['anon'] else array['signed-in']
    || array(select role::text from public.user_roles where user_id = account)
    || array(
      select name from public.user_permissions join public.permissions on permission_id = id
      where user_id = account
    )
  end as standing
from tests.personas() as persona, tests.account(persona) as account;

-- The condition on the rows that the matrix opens to a persona; null where it opens none.
create temporary table openings as
select persona, table_name, split_part(listed, ':', 1) as action,
  case
    when bool_or(split_part(listed, ':', 2) = '') then 'true'
    when bool_or(listed = 'select:posted') then 'is_posted'
    when bool_or(split_part(listed, ':', 2) = 'own') then format('%s = %L::uuid', owner_column, account)
    else string_agg(distinct format(
      '%s = %L', case table_name when 'change_log' then 'record_kind' when 'conversions' then 'kind' else 'status' end,
      split_part(listed, ':', 2)
    ), ' or ')
  end as opened
from standings
join tests.cells on who = any (standing)
cross join string_to_table(actions, ' ') as listed
join tests.attempts on table_name = any (string_to_array(tables, ' '))
group by persona, account, table_name, owner_column, split_part(listed, ':', 1);
alter table openings add primary key (table_name, action, persona);

create function pg_temp.opened(table_tried text, action_tried text, tried_by text) returns text
language sql
as $$
  select opened from openings
  where table_name = table_tried and action = action_tried and persona = tried_by
$$;

create function pg_temp.statement(attempt tests.attempts, action text) returns text
language sql
as $$
  select case action
    when 'insert' then tests.sample_insert(attempt.table_name)
    when 'update' then
      format('update public.%I set %s where %s', attempt.table_name, attempt.change, attempt.target)
    when 'delete' then format('delete from public.%I where %s', attempt.table_name, attempt.target)
  end
$$;

-- '3 rows', or 'none' when the attempt was refused and the table is what it was.
create function pg_temp.rows_written(persona text, attempt tests.attempts, action text) returns text
language plpgsql
as $$
declare
  table_id constant regclass := format('public.%I', attempt.table_name)::regclass;
  outcome tests.outcome;
  after text;
  changed boolean;
begin
  begin
    outcome := tests.attempt(persona, pg_temp.statement(attempt, action));
    -- The database itself undoes a failed statement.
    if outcome.state = '00000' then
      after := tests.fingerprint(table_id);
    end if;
    raise sqlstate 'UNDO1';
  exception when sqlstate 'UNDO1' then
    changed := after is not null and after <> tests.fingerprint(table_id);
  end;
  return case
    when outcome.state = '42501' then 'none'
    when outcome.state <> '00000' then format('%s %s', outcome.state, outcome.message)
    when changed <> (outcome.affected > 0) then format('%s reported, changed: %s', outcome.affected, changed)
    when outcome.affected = 0 then 'none'
    else outcome.affected || ' rows'
  end;
end
$$;

create function pg_temp.rows_to_write(persona text, attempt tests.attempts, action text) returns text
language plpgsql
as $$
declare
  opened constant text := pg_temp.opened(attempt.table_name, action, persona);
  expected bigint := 1;
begin
  if opened is null then
    return 'none';
  elsif action <> 'insert' then
    execute format(
      'select count(*) from public.%I where (%s) and %s', attempt.table_name, opened, attempt.target
    ) into expected;
  end if;
  return case when expected = 0 then 'none' else expected || ' rows' end;
end
$$;

-- '16 rows' with a digest of what is in them, or 'none'.
create function pg_temp.rows_read(persona text, attempt tests.attempts, opened text) returns text
language plpgsql
as $$
declare
  answer text;
begin
  if persona is not null then
    perform tests.act_as(persona);
  end if;
  execute format(
    'select case when count(*) = 0 then ''none'' else
      count(*) || '' rows '' || coalesce(md5(string_agg(%1$s::text, '','' order by %1$s::text)), '''') end
    from public.%2$I as row where %3$s', attempt.readable, attempt.table_name, opened
  ) into answer;
  perform set_config('role', 'none', true);
  return answer;
exception when insufficient_privilege then
  return 'none';
end
$$;

create function pg_temp.sentence(persona text, table_tried text) returns text
language sql
as $$
  select format(
    'As %s I may %s %s', persona,
    coalesce(
      string_agg(action.name || case
          when opened = 'true' then ''
          when opened like '%::uuid' then ' own'
          else ' where ' || opened
        end, ', ' order by position),
      'do nothing with'
    ),
    table_tried
  )
  from unnest(array['select', 'insert', 'update', 'delete']) with ordinality as action (name, position)
  cross join pg_temp.opened(table_tried, action.name, persona) as opened
  where opened is not null
$$;

select is_empty(
  $$ select table_name from tests.attempts
    where pg_temp.rows_read(null, attempts, case
      when table_name = 'email_campaigns' then $q$status = 'sent'$q$
      else target
    end) = 'none' $$,
  'There is a row to find in every table, also of the kind that some may not see'
);

select is(
  concat_ws(
    ', ',
    'select ' || pg_temp.rows_read(persona, attempts, 'true'),
    'insert ' || pg_temp.rows_written(persona, attempts, 'insert'),
    'update ' || pg_temp.rows_written(persona, attempts, 'update'),
    'delete ' || pg_temp.rows_written(persona, attempts, 'delete')
  ),
  concat_ws(
    ', ',
    'select ' || pg_temp.rows_read(
      null, attempts, coalesce(pg_temp.opened(table_name, 'select', persona), 'false')
    ),
    'insert ' || pg_temp.rows_to_write(persona, attempts, 'insert'),
    'update ' || pg_temp.rows_to_write(persona, attempts, 'update'),
    'delete ' || pg_temp.rows_to_write(persona, attempts, 'delete')
  ),
  pg_temp.sentence(persona, table_name)
)
from tests.personas() as persona, tests.attempts
order by persona, table_name;

-- A session that ended elsewhere: its token lives on for an hour.

create function pg_temp.unlike_refused(persona text) returns text
language sql
as $$
  select string_agg(concat_ws(' ', table_name, outcome.state, outcome.affected), ', ' order by table_name)
  from tests.attempts, tests.attempt(persona, format('select %s from public.%I as row', readable, table_name)) as outcome
  where pg_temp.opened(table_name, 'select', persona) is not null
    and outcome is distinct from ('42501', 0, 'Your session has ended. Sign in again.', '')::tests.outcome
$$;
delete from auth.sessions where user_id in (tests.account('admin'), tests.account('supporter'));
select is(
  pg_temp.unlike_refused('admin'), 'permissions 00000 ' || (select count(*) from public.permissions),
  'To a session that has ended no table looks empty: each refuses it, but the one that is open to everyone'
);
update auth.users set banned_until = now() + interval '1 day' where id = tests.account('supporter');
select tests.sees('supporter', 'select count(*) from public.profiles', '0', 'An account that is banned has no session to begin again');

select * from finish();
rollback;
