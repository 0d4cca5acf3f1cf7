begin;
select plan(116);

select tests.done(
  'supporter', $$ update public.profiles set full_name = null where id = tests.account('supporter') $$,
  $$ exists (select from public.profiles where id = tests.account('supporter') and full_name is null) $$,
  'As a supporter I take my name away'
);

-- Rule 1: user_roles holds at most one row per user and is the only authority; a trigger copies it.

select tests.refused(
  'admin', $$ insert into public.user_roles (user_id, role) values (tests.account('supporter'), 'donor') $$,
  'An account cannot have two roles', '23505'
);
select is(
  (select role::text from public.profiles where id = tests.account('newcomer')), 'user',
  'An account without a role is a user'
);
select tests.done(
  'admin', $$ insert into public.user_roles (user_id, role) values (tests.account('newcomer'), 'mentor') $$,
  $$ (select role = 'mentor' from public.profiles where id = tests.account('newcomer')) $$,
  'A new role is copied to the profile'
);
select tests.done(
  'admin', $$ update public.user_roles set role = 'donor' where user_id = tests.account('newcomer') $$,
  $$ (select role = 'donor' from public.profiles where id = tests.account('newcomer')) $$,
  'A changed role is copied to the profile'
);
select tests.done(
  'admin', $$ delete from public.user_roles where user_id = tests.account('newcomer') $$,
  $$ (select role = 'user' from public.profiles where id = tests.account('newcomer')) $$,
  'A role taken away makes the profile a user''s again'
);
update public.profiles set role = 'admin' where id = tests.account('supporter');
select tests.sees(
  'supporter', 'select private.current_user_role()', 'supporter',
  'Were the copy ever wrong, the authority still decides'
);
select tests.sees(
  'supporter', 'select count(*) from public.mentees', '0',
  'The copy of a role opens nothing'
);
update public.profiles set role = 'supporter' where id = tests.account('supporter');

-- Assigning roles: an admin all thirteen, a holder of can_edit_user_roles six, and
-- program_manager too with can_manage_programs. (What they may never touch is told under permissions.)

select tests.sign_up('editor@personas.test');
insert into public.user_permissions (user_id, permission_id)
select tests.account('editor'), tests.id('permissions', held)
from unnest(array['can_edit_user_roles', 'can_manage_programs']) as held;

create function pg_temp.assigns(persona text, new_role public.app_role, statement text) returns text
language sql
as $$
  select case
    when persona = 'admin'
      or persona in ('only can_edit_user_roles', 'editor')
        and new_role in ('user', 'fundraiser', 'mentor', 'mentee', 'donor', 'supporter')
      or persona = 'editor' and new_role = 'program_manager'
    then tests.done(
      persona, format(statement, new_role),
      format($q$ exists (
        select from public.user_roles join public.profiles on id = user_id
        where id = tests.account('plain director') and user_roles.role = %1$L and profiles.role = %1$L
      ) $q$, new_role),
      format('As %s I make someone %s:%s', persona, new_role, left(statement, 7))
    )
    else tests.refused(
      persona, format(statement, new_role),
      format('As %s I cannot make anyone %s:%s', persona, new_role, left(statement, 7))
    )
  end
$$;

select pg_temp.assigns(
  persona, new_role, $$ select public.set_user_role(tests.account('plain director'), %L) $$
)
from unnest(array['only can_edit_user_roles', 'editor', 'admin', 'only can_view_all_users']) as persona,
  unnest(enum_range(null::public.app_role)) as new_role
order by persona, new_role;

update public.user_roles set role = 'director' where user_id = tests.account('plain director');
select pg_temp.assigns(
  'editor', new_role,
  $$ update public.user_roles set role = %L where user_id = tests.account('plain director') $$
)
from unnest(enum_range(null::public.app_role)) as new_role;

delete from public.user_roles where user_id = tests.account('plain director');
select pg_temp.assigns(
  'only can_edit_user_roles', new_role,
  $$ insert into public.user_roles (user_id, role) values (tests.account('plain director'), %L) $$
)
from unnest(array['admin', 'staff', 'program_manager', 'fundraiser']::public.app_role[]) as new_role;

select tests.refused(
  persona, $$ select public.set_user_role(tests.account('plain mentor'), 'donor') $$,
  format('As %s I cannot set a role', persona)
)
from unnest(array['anon', 'supporter', 'plain program_manager', 'staff', 'stranger']) as persona;
select tests.refused(
  'supporter', $$ select public.set_user_role(tests.account('supporter'), 'admin') $$,
  'As a supporter I cannot make myself an admin'
);
select tests.refused(
  'newcomer', $$ insert into public.user_roles (user_id, role) values (tests.account('newcomer'), 'user') $$,
  'As an account without a role I cannot give myself even the least one'
);
select tests.refused(
  'admin', $$ select public.set_user_role(tests.account('stranger'), 'mentor') $$,
  'As an admin I cannot give a role to an account that does not exist'
);

-- Rule 3: the last admin can neither be demoted nor removed.

delete from public.user_roles where role = 'admin' and user_id <> tests.account('admin');

select tests.refused(
  persona, statement,
  format('The last admin stays, whatever %s tries:%s', persona, left(statement, 27)), 'P0001'
)
from (values
  ('admin', $$ update public.user_roles set role = 'user' where user_id = tests.account('admin') $$),
  ('admin', $$ update public.user_roles set role = 'donor' where user_id <> tests.account('editor') $$),
  ('admin', $$ delete from public.user_roles where user_id = tests.account('admin') $$),
  ('admin', $$ select public.set_user_role(tests.account('admin'), 'director') $$),
  ('admin', $$ select public.finish_user_creation(
    tests.account('admin'), 'admin@kindlewell.test', 'user') $$),
  ('service_role', $$ delete from public.user_roles $$),
  ('service_role', $$ delete from public.profiles where id = tests.account('admin') $$),
  ('owner', $$ delete from auth.users where id = tests.account('admin') $$),
  ('owner', $$ delete from auth.users $$)
) as listed (persona, statement);

insert into public.user_roles (user_id, role) values (tests.account('newcomer'), 'admin')
on conflict (user_id) do update set role = 'admin';

select tests.refused(
  'admin', $$ update public.user_roles set role = 'user' where role = 'admin' $$,
  'Two admins cannot be demoted in one statement', 'P0001'
);
select tests.refused(
  'admin', $$ delete from public.user_roles where role = 'admin' $$,
  'Two admins cannot be removed in one statement', 'P0001'
);
select tests.done(
  'admin', $$ select public.set_user_role(tests.account('newcomer'), 'mentor') $$,
  $$ exists (select from public.user_roles where user_id = tests.account('newcomer') and role = 'mentor')
    and exists (select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) $$,
  'One of two admins may go, and no other admin can be removed before that commits'
);
update public.user_roles set role = 'admin' where user_id = tests.account('newcomer');
select tests.done(
  'owner', $$ delete from auth.users where id = tests.account('newcomer') $$,
  $$ not exists (select from public.profiles where email = 'newcomer@kindlewell.test') $$,
  'The account of one of two admins may be deleted'
);

-- Rule 6: sign-up metadata supplies full_name only. A revoked role bites on the very next request.

select tests.sign_up('mallory@personas.test', '{
  "full_name": "  Mallory  ", "role": "admin", "user_role": "admin", "is_admin": true,
  "email": "admin@kindlewell.test", "id": "10000000-0000-4000-8000-000000000001",
  "created_at": "2000-01-01", "permissions": ["can_edit_user_roles"]
}');
select results_eq(
  $$ select full_name, email, role::text, created_at = now() from public.profiles
    where id = tests.account('mallory') $$,
  $$ values ('Mallory', 'mallory@personas.test', 'user', true) $$,
  'Signing up with a role and claims makes a plain user with a trimmed name'
);
select is_empty(
  $$ select role::text from public.user_roles where user_id = tests.account('mallory')
    union all
    select permission_id::text from public.user_permissions where user_id = tests.account('mallory') $$,
  'A new account has neither a role nor a permission'
);
select tests.sees('mallory', 'select private.is_admin()', 'false', 'A new account is no admin');
select tests.done(
  'owner', $$ update auth.users set raw_user_meta_data = '{"full_name": "Grace", "role": "admin"}'
    where id = tests.account('mallory') $$,
  $$ (select raw_user_meta_data ->> 'full_name' = 'Grace' from auth.users where id = tests.account('mallory'))
    and (select full_name = 'Mallory' and role = 'user' from public.profiles
      where id = tests.account('mallory')) $$,
  'Metadata that changes later changes nothing'
);
create function pg_temp.name_after_sign_up(address text, metadata jsonb) returns text
language sql
as $$
  select tests.sign_up(address, metadata);
  select full_name from public.profiles where email = address
$$;
select is(
  pg_temp.name_after_sign_up(replace(kind, ' ', '.') || '@personas.test', metadata), expected,
  'Signing up with a name that is ' || kind
)
from (values
  ('too long', jsonb_build_object('full_name', repeat('é', 5000)), repeat('é', 100)),
  ('blank', '{"full_name": "   "}', null),
  ('missing', '{}', null),
  ('no object at all', '["full_name"]', null),
  ('null', null, null)
) as listed (kind, metadata, expected);
select tests.done(
  'owner',
  $$ update auth.users set email = 'new.mallory@personas.test' where id = tests.account('mallory') $$,
  $$ exists (select from public.profiles where email = 'new.mallory@personas.test') $$,
  'An email address that changes is copied to the profile'
);

select tests.sees(
  'program.manager', 'select count(*) > 0 from public.programs', 'true', 'As a program manager I see programs'
);
select tests.done(
  'admin', $$ select public.set_user_role(tests.account('program.manager'), 'supporter') $$,
  $$ (select role = 'supporter' from public.user_roles where user_id = tests.account('program.manager')) $$,
  'As an admin I end that'
);
select tests.sees(
  'program.manager', 'select count(*) from public.programs', '0',
  'With the same token I see none any more'
);
select tests.refused(
  'program.manager', tests.sample_insert('programs'), 'I cannot add one'
);
update public.user_roles set role = 'admin' where user_id = tests.account('supporter');
update public.user_roles set role = 'donor' where user_id = tests.account('admin');
select tests.sees(
  'admin', 'select count(*) from public.donations', '0',
  'As an admin of yesterday I see no donations with the same token'
);
select tests.refused(
  'admin', $$ select public.set_user_role(tests.account('admin'), 'admin') $$,
  'I cannot make myself an admin again'
);

select is_empty(
  $$ select email from public.profiles profile
    left join public.user_roles listed on listed.user_id = profile.id
    where profile.role <> coalesce(listed.role, 'user') $$,
  'Every profile agrees with the authority after these attempts'
);
select tests.done(
  'service_role',
  $$ update public.user_roles set user_id = tests.account('new.mallory')
    where user_id = tests.account('plain donor') $$,
  $$ (select role = 'user' from public.profiles where id = tests.account('plain donor'))
    and (select role = 'donor' from public.profiles where id = tests.account('new.mallory')) $$,
  'Both profiles follow a role that moves from one account to another'
);

select * from finish();
rollback;
