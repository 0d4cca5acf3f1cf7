-- Personas, and the words in which the other files tell their stories. Nothing in here grants a
-- persona anything in `public` or `private`: only the few look-ups below, so that a statement can
-- name the row that it means.

begin;

drop schema if exists tests cascade;
create schema tests;
grant usage on schema tests to anon, authenticated, service_role;

-- Accounts. A persona is 'anon', 'plain <role>', 'only <permission>' (a member of staff who holds
-- nothing else), 'stranger' (a valid token of an account that is gone), or the first part of the
-- email address of a local account: 'admin', 'staff', 'mentors', 'program.manager', … Besides
-- these there are 'service_role' and 'owner', the role that runs the tests.

create function tests.account(persona text) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when persona = 'stranger' then '00000000-0000-4000-8000-00000000dead'::uuid
    else (
      select id from auth.users
      where email in (persona || '@kindlewell.test', replace(persona, ' ', '.') || '@personas.test')
    )
  end;
end
$$;

create function tests.id(table_name text, label text) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  found uuid;
begin
  execute format(
    'select id from public.%I as row
    where $1 in (to_jsonb(row) ->> ''name'', to_jsonb(row) ->> ''title'', to_jsonb(row) ->> ''first_name'')',
    table_name
  ) into strict found using label;
  return found;
end
$$;
comment on function tests.id(text, text) is 'The row of this name, title or first name.';

revoke execute on all functions in schema tests from public;
grant execute on all functions in schema tests to anon, authenticated, service_role;

-- A session has the id of its account.
create function tests.begin_session(account uuid) returns void
language sql
as $$
  insert into auth.sessions (id, user_id) values (account, account) on conflict (id) do nothing
$$;
select tests.begin_session(id) from auth.users;

create function tests.sign_up(address text, metadata jsonb default '{}') returns uuid
language sql
as $$
  with account as (
    insert into auth.users (id, aud, role, email, raw_user_meta_data)
    values (gen_random_uuid(), 'authenticated', 'authenticated', address, metadata)
    returning id
  ), session as (select tests.begin_session(id) from account)
  select id from account cross join session
$$;

create function tests.personas() returns setof text
language sql stable
as $$
  select 'anon'
  union all select 'stranger'
  union all select 'plain ' || role from unnest(enum_range(null::public.app_role)) role where role <> 'admin'
  union all select 'only ' || name from public.permissions
  union all
  select unnest(array[
    'admin', 'staff', 'mentors', 'program.manager', 'fundraiser', 'supporter', 'newcomer'
  ])
$$;

-- Acting

create function tests.act_as(persona text) returns void
language plpgsql
as $$
declare
  account constant uuid := tests.account(persona);
  api_role constant text := case
    when persona in ('anon', 'service_role') then persona
    when persona = 'owner' then 'none'
    else 'authenticated'
  end;
begin
  if api_role = 'authenticated' and account is null then
    raise exception 'There is no persona %.', persona;
  end if;
  -- Every token claims to be an admin's: nothing but `sub` and `role` may be believed.
  perform
    set_config('request.jwt.claims', jsonb_strip_nulls(jsonb_build_object(
      'role', api_role,
      'sub', account,
      'session_id', account,
      'aal', nullif(current_setting('tests.aal', true), ''),
      'app_metadata', '{"role": "admin", "permissions": ["can_edit_user_roles"]}'::jsonb,
      'user_metadata', '{"role": "admin", "is_admin": true}'::jsonb
    ))::text, true),
    set_config('role', api_role, true);
end
$$;

create function tests.send_from(headers jsonb) returns void
language sql
as $$ select set_config('request.headers', coalesce(headers::text, ''), true) $$;

create function tests.fingerprint(only_table regclass default null) returns text
language plpgsql
as $$
declare
  listed regclass;
  line text;
  lines text[] := '{}';
begin
  for listed in
    select oid from pg_class
    where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and (only_table is null or oid = only_table)
    order by oid
  loop
    execute format(
      'select %L || count(*) || '' '' || coalesce(md5(string_agg(row::text, '','' order by row::text)), '''')
      from %s as row', listed::text || ' ', listed
    ) into line;
    lines := lines || line;
  end loop;
  return array_to_string(lines, E'\n');
end
$$;
comment on function tests.fingerprint(regclass) is 'Changes with every change to a row of our tables.';

create type tests.outcome as (state text, affected bigint, message text, detail text);

create function tests.attempt(persona text, statement text) returns tests.outcome
language plpgsql
as $$
declare
  outcome tests.outcome := ('00000', 0, null, null);
begin
  perform tests.act_as(persona);
  execute statement;
  get diagnostics outcome.affected = row_count;
  perform set_config('role', 'none', true), set_config('request.jwt.claims', '', true);
  return outcome;
exception when others then
  get stacked diagnostics
    outcome.state = returned_sqlstate,
    outcome.message = message_text,
    outcome.detail = pg_exception_detail;
  return outcome;
end
$$;
comment on function tests.attempt(text, text) is
  'Runs one statement as the API would for this persona. Its effects stay, unless it fails.';

-- Words for stories

create function tests.refused(
  persona text, statement text, description text, expected_state text default '42501'
) returns text
language plpgsql
as $$
declare
  outcome tests.outcome;
  after text;
  changed boolean;
  passed boolean;
begin
  begin
    outcome := tests.attempt(persona, statement);
    -- The database itself undoes a failed statement.
    if outcome.state = '00000' then
      after := tests.fingerprint();
    end if;
    raise sqlstate 'UNDO1';
  exception when sqlstate 'UNDO1' then
    -- Should it not have been refused, the stories that follow still start from where they should.
    changed := after is not null and after <> tests.fingerprint();
  end;
  passed := not changed and (
    outcome.state = expected_state
    or expected_state = '42501' and outcome.state = '00000' and outcome.affected = 0
  );
  return ok(passed, description) || case when passed then '' else E'\n' || diag(format(
    '%s, %s rows, %s: %s', outcome.state, outcome.affected,
    case when changed then 'tables changed' else 'nothing changed' end, outcome.message
  )) end;
end
$$;
comment on function tests.refused(text, text, text, text) is
  'Passes when the statement fails with this SQLSTATE (42501: or finds no row), and no table changed.';

create function tests.done(persona text, statement text, proof text, description text) returns text
language plpgsql
as $$
declare
  true_before boolean;
  true_after boolean;
  outcome tests.outcome;
  passed boolean;
begin
  execute 'select ' || proof into true_before;
  outcome := tests.attempt(persona, statement);
  execute 'select ' || proof into true_after;
  passed := outcome.state = '00000' and not true_before and true_after;
  return ok(passed, description) || case when passed then '' else E'\n' || diag(format(
    '%s, %s rows, proof %s before and %s after: %s',
    outcome.state, outcome.affected, true_before, true_after, outcome.message
  )) end;
end
$$;
comment on function tests.done(text, text, text, text) is
  'Passes when the statement succeeds and makes true what was not true before, in the eyes of the owner.';

create function tests.answer(persona text, query text) returns text
language plpgsql
as $$
declare
  answer text;
begin
  perform tests.act_as(persona);
  execute query into answer;
  perform set_config('role', 'none', true), set_config('request.jwt.claims', '', true);
  return answer;
exception when insufficient_privilege then
  return null;
end
$$;
comment on function tests.answer(text, text) is 'The one value of a query, as the persona has it; null where that is refused.';

create function tests.sees(persona text, query text, expected text, description text) returns text
language plpgsql
as $$
declare
  answer text;
begin
  begin
    perform tests.act_as(persona);
    execute query into answer;
    perform set_config('role', 'none', true), set_config('request.jwt.claims', '', true);
  exception when others then
    answer := sqlstate || ' ' || sqlerrm;
  end;
  return is(answer, expected, description);
end
$$;
comment on function tests.sees(text, text, text, text) is
  'Passes when the one value of the query, as text, is the expected one.';

create function tests.records(subject text) returns uuid[]
language sql
as $$ select array(select (record ->> 'id')::uuid from jsonb_array_elements(public.subject_records(subject) -> 'records') as record) $$;
create function tests.erase(subject text, chosen uuid[] default null, reason text default 'asked') returns void
language plpgsql
as $$
begin
  chosen := coalesce(chosen, tests.records(subject));
  perform public.erase_person(subject, reason, public.preview_erasure(subject, chosen) ->> 'seen', chosen, 'in_person');
end
$$;
comment on function tests.erase(text, uuid[], text) is 'Erases the chosen records, or all that are named.';
grant execute on function tests.records, tests.erase to authenticated;

-- The token of the link in a mail, as a worker that claims the mail gets it.
create function tests.link_of(mail uuid) returns text
language sql security definer
as $$
  select private.store_link_hashes(array[mail], repeat('k', 32));
  select private.link_token(mail, repeat('k', 32))
$$;

do $$
declare
  newcomer uuid;
  plain_role public.app_role;
  permission record;
begin
  delete from auth.users where email like '%@personas.test';
  foreach plain_role in array enum_range(null::public.app_role) loop
    if plain_role = 'admin' then
      continue;
    end if;
    newcomer := tests.sign_up('plain.' || plain_role || '@personas.test');
    insert into public.user_roles (user_id, role) values (newcomer, plain_role);
  end loop;
  for permission in select id, name from public.permissions loop
    newcomer := tests.sign_up('only.' || permission.name || '@personas.test');
    insert into public.user_roles (user_id, role) values (newcomer, 'staff');
    insert into public.user_permissions (user_id, permission_id) values (newcomer, permission.id);
  end loop;
  update public.profiles set proven = true where email like '%@personas.test';
end
$$;

commit;

begin;
select plan(5);

select is_empty(
  $$ select persona from tests.personas() persona
    where persona <> 'anon' and tests.account(persona) is null $$,
  'Every persona has an account'
);
select is(
  (select count(*) from tests.personas()), 21 + (select count(*) from public.permissions),
  'There is one for every role, every permission and the local accounts'
);
select is(
  (tests.attempt('nobody', 'select 1')).message, 'There is no persona nobody.',
  'A persona that does not exist is a mistake and not a refusal'
);
select is(
  (tests.attempt('anon', 'select 1')).state || current_user, '00000' || session_user,
  'The owner is back after each part'
);
create temporary table before as select tests.fingerprint() as print;
update public.contact_messages set message = 'Changed';
select isnt(tests.fingerprint(), (select print from before), 'A changed row changes the fingerprint');

select * from finish();
rollback;
