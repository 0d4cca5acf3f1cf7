-- Who has a right, since when and from whom, and the list that an admin confirms.

begin;
select plan(16);

create function pg_temp.seen() returns jsonb
language sql security definer
as $$ select jsonb_agg(jsonb_build_array(user_id, holds)) from private.staff_rights() $$;
grant execute on function pg_temp.seen() to authenticated;
create function pg_temp.unconfirmed() returns bigint
language sql security definer
as $$ select count(*) from private.staff_rights() where confirmed_at is null $$;
create function pg_temp.giver(persona text) returns uuid
language sql security definer
as $$ select given_by from public.user_roles where user_id = tests.account(persona) $$;

select tests.refused(persona, statement, format('%s is refused: %s', persona, statement))
from unnest(array['anon', 'supporter', 'only can_edit_user_roles']) as persona,
  unnest(array['select * from public.staff_accounts()', $$ select public.confirm_staff_accounts('[]') $$]) as statement;

select tests.done(
  'admin',
  $$ insert into public.user_roles (user_id, role, given_at, given_by)
    values (tests.account('newcomer'), 'staff', '2020-01-01', tests.account('supporter')) $$,
  $$ exists (
    select from public.user_roles
    where user_id = tests.account('newcomer') and given_by = tests.account('admin') and given_at = now()
  ) $$,
  'A role is from the caller and since now, whatever the request says'
);
select tests.sees(
  'admin',
  $$ select staff.holds || ', ' || (select full_name = staff.given_by from public.profiles where profiles.id = auth.uid())::text || coalesce(staff.confirmed_at::text, ', not confirmed')
    from public.staff_accounts() staff where staff.id = tests.account('newcomer') $$,
  'staff, true, not confirmed', 'An admin sees the right, from whom it is, and that no admin has confirmed it'
);
select tests.done(
  'only can_edit_user_roles', $$ update public.user_roles set role = 'fundraiser' where user_id = tests.account('newcomer') $$,
  $$ pg_temp.giver('newcomer') = tests.account('only can_edit_user_roles') $$, 'Another role is from whoever changes it'
);
update public.user_roles set role = role where user_id = tests.account('newcomer');
select is(
  pg_temp.giver('newcomer'), tests.account('only can_edit_user_roles'), 'The same role again changes nothing of that'
);
update public.user_roles set role = 'staff' where user_id = tests.account('newcomer');
select is(pg_temp.giver('newcomer'), null, 'A role that a statement of the database sets is from no account');

select tests.refused(
  'admin', $$ select public.confirm_staff_accounts(pg_temp.seen() - 0) $$,
  'A list that lacks a right is not confirmed', 'P0001'
);
select tests.done(
  'admin', $$ select public.confirm_staff_accounts(pg_temp.seen()) $$, 'pg_temp.unconfirmed() = 0',
  'An admin confirms the list that they saw'
);
select is(
  (select array[actor_name, action::text, changes::text] from public.change_log where record_kind = 'staff_accounts'),
  array[
    private.account_name(tests.account('admin')), 'changed',
    format('{"rights": [null, %s]}', jsonb_array_length(pg_temp.seen()))
  ],
  'The log says who confirmed how many rights'
);
insert into public.user_permissions (user_id, permission_id)
values (tests.account('newcomer'), tests.id('permissions', 'can_manage_donations'));
select is(pg_temp.unconfirmed(), 1::bigint, 'A permission that comes later is not confirmed');
update public.user_roles set role = 'director' where user_id = tests.account('newcomer');
select is(pg_temp.unconfirmed(), 2::bigint, 'Another role is not, either');

select * from finish();
rollback;
