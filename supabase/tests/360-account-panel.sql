-- What an account has open, may do and was last seen: who reads it, and the states that the list filters by.

begin;
select plan((21 + 4 * (select count(*) from tests.personas()))::integer);
update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now());
update public.submissions set assignee_id = null where true;
delete from public.tasks where true;
update public.programs set manager_id = null where true;
update public.matches set supervisor_id = null, deputy_id = null where true;
delete from private.visits where true;

create function pg_temp.open_work(persona text) returns text
language sql security definer
as $$
  select coalesce(string_agg(kind || ' ' || items, ', ' order by kind), 'nothing')
  from private.open_work_of(tests.account(persona))
$$;
create function pg_temp.in_state(reader text, state text) returns text
language sql
as $$
  select tests.answer(reader, format(
    'select coalesce(string_agg(split_part(email, ''@'', 1), '', '' order by email), ''nobody'') from public.accounts_in_state(%L)', state
  ))
$$;

-- Who reads it

select is(
  (tests.attempt(persona, statement)).state,
  case when persona in ('admin', 'only can_edit_user_roles') then '00000' else '42501' end,
  format('Only admins and editors of roles: %s, %s', persona, statement)
) from tests.personas() as persona, unnest(array[
  format('select public.account_panel(%L)', tests.account('mentors')),
  format('select * from public.account_columns(array[%L]::uuid[])', tests.account('mentors'))
]) as statement;
select is(
  coalesce(pg_temp.in_state(persona, 'opens_nothing'), 'refused') ~ 'plain.director',
  persona in ('admin', 'only can_edit_user_roles'), format('… and the states of accounts: %s', persona)
) from tests.personas() as persona;
select is(
  cardinality(private.accounts_for_reader('opens_nothing', tests.account(persona))) > 0,
  persona in ('admin', 'only can_edit_user_roles'), format('… and the clock counts them only for these: %s', persona)
) from tests.personas() as persona;

-- Open work

select is(pg_temp.open_work('staff'), 'nothing', 'An account without work has none');
update public.submissions set assignee_id = tests.account('staff');
insert into public.tasks (body, due_on, assignee_id, done_at, open_to)
values ('One', private.office_today(), tests.account('staff'), null, '{}'), ('Two', private.office_today(), tests.account('staff'), null, '{}');
insert into public.tasks (body, due_on, assignee_id, done_at) values ('Done', private.office_today(), tests.account('staff'), now());
update public.programs set manager_id = tests.account('staff'), status = 'active' where id = (select id from public.programs order by id limit 1);
update public.programs set manager_id = tests.account('staff'), status = 'completed'
where id = (select id from public.programs order by id offset 1 limit 1);
insert into public.saved_views (owner_id, table_name, list, name, is_shared, state)
values (tests.account('staff'), 'mentors', '/crm?tab=mentors', 'Shared', true, '{}'), (tests.account('staff'), 'mentors', '/crm?tab=mentors', 'Own', false, '{}');
update public.email_campaigns set scheduled_by = tests.account('staff'), status = 'scheduled', scheduled_at = now() + interval '1 day'
where id = (select id from public.email_campaigns where status = 'draft' limit 1);
select is(
  pg_temp.open_work('staff'),
  format('campaigns 1, programs 1, submissions %s, tasks 2, views 1', (select count(*) from public.submissions where closed_at is null)),
  'Open submissions and tasks, programs that are not over, shared views and scheduled campaigns count'
);
select tests.sees(
  'admin', format('select open_work::text from public.account_columns(array[%L]::uuid[])', tests.account('staff')),
  (5 + (select count(*) from public.submissions where closed_at is null))::text, 'The list shows the sum'
);
select tests.sees(
  'admin', format('select public.account_panel(%L) #>> ''{open_work,tasks}''', tests.account('staff')), '2', 'The panel shows each kind'
);
select tests.refused(
  'admin', 'select * from public.account_columns(array(select gen_random_uuid() from generate_series(1, 101)))',
  'A page has no more than 100 accounts', 'P0001'
);
select tests.sees('admin', format('select public.account_panel(%L)::text', gen_random_uuid()), null, 'An unknown account has no panel');

-- Rights

select tests.sees(
  'only can_edit_user_roles',
  format($$ select public.account_panel(%L) #>> '{permissions,0,description}' $$, tests.account('only can_manage_mentors')),
  'See, add and edit mentors', 'The panel has the permissions in words'
);
update public.user_permissions set granted_by = tests.account('admin') where user_id = tests.account('only can_manage_mentors');
select tests.sees(
  'admin', format($$ select public.account_panel(%L) #>> '{permissions,0,by}' $$, tests.account('only can_manage_mentors')),
  (select private.account_name(tests.account('admin'))), '… and who granted them'
);

-- When it was here

update auth.users set last_sign_in_at = '2026-01-05' where id = tests.account('mentors');
select is(private.last_seen(tests.account('mentors')), '2026-01-05'::timestamptz, 'Without a visit, the last sign-in counts');
insert into private.visits (user_id, seen_at) values (tests.account('mentors'), '2026-02-07');
select is(private.last_seen(tests.account('mentors')), '2026-02-07'::timestamptz, 'A visit counts more');

-- States

select ok(pg_temp.in_state('admin', 'opens_nothing') ~ 'plain.fundraiser', 'A role that opens nothing, without a permission');
select ok(pg_temp.in_state('admin', 'opens_nothing') !~ 'admin|plain.program_manager|only.can|plain.supporter',
  '… and no role that opens something, no permission, and no account outside of the staff');
update private.visits set seen_at = now() - interval '91 days' where user_id = tests.account('mentors');
select ok(pg_temp.in_state('admin', 'not_seen') ~ '\mmentors\M', 'Not seen for 90 days');
update private.visits set seen_at = now() - interval '89 days' where user_id = tests.account('mentors');
select ok(pg_temp.in_state('admin', 'not_seen') !~ '\mmentors\M', '… is not 89 days');
select ok(pg_temp.in_state('admin', 'no_factor') ~ '\mmentors\M', 'Without a second factor');
insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
values (gen_random_uuid(), tests.account('mentors'), 'totp', 'verified', now(), now());
select ok(pg_temp.in_state('admin', 'no_factor') !~ '\mmentors\M', '… until one is set up');
select tests.sees(
  'admin', format('select public.account_panel(%L) ->> ''has_factor''', tests.account('mentors')), 'true', 'The panel shows it'
);
select is(pg_temp.in_state('admin', 'waiting'), 'nobody', 'No account waits for a password');
insert into private.role_offers (user_id, role, permission_ids) values (tests.account('newcomer'), 'mentor', '{}');
select is(pg_temp.in_state('admin', 'waiting'), 'newcomer', '… until a role is offered');

-- A saved view of a state counts for its reader.

select is(
  (select count(*) from private.list_filter('profiles', '[["state","eq","waiting"]]', null) as filter where condition is not null), 0::bigint,
  'Without a reader a view of a state has no rows'
);
select is(
  tests.answer('admin', format($$
    select private.count_view('profiles', '{"conditions":[["state","eq","waiting"]]}', %L, 10)::text $$, tests.account('admin'))),
  '1', 'A saved view counts the accounts of a state'
);

select * from finish();
rollback;
