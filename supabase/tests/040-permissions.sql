begin;
select plan((44 + 2 * (select count(*) from public.permissions))::integer);

-- An editor holds can_edit_user_roles and two more permissions. An admin's permissions need no rows;
-- one is there all the same, so that there is something to take away.

select tests.sign_up('editor@personas.test');
insert into public.user_permissions (user_id, permission_id)
select tests.account('editor'), tests.id('permissions', held)
from unnest(array['can_edit_user_roles', 'can_manage_programs', 'can_manage_mentors']) as held;
insert into public.user_permissions (user_id, permission_id)
values (tests.account('admin'), tests.id('permissions', 'can_edit_user_roles'));

create function pg_temp.holds(persona text, permission_name text) returns boolean
language sql
as $$
  select exists (
    select from public.user_permissions
    where user_id = tests.account(persona) and permission_id = tests.id('permissions', permission_name)
  )
$$;
create function pg_temp.grant_to(persona text, permission_name text) returns text
language sql
as $$
  select format(
    'insert into public.user_permissions (user_id, permission_id)
    values (tests.account(%L), tests.id(''permissions'', %L))', persona, permission_name
  )
$$;
create function pg_temp.revoke_from(persona text, permission_name text) returns text
language sql
as $$
  select format(
    'delete from public.user_permissions
    where user_id = tests.account(%L) and permission_id = tests.id(''permissions'', %L)',
    persona, permission_name
  )
$$;

-- Rule 2: a holder of can_edit_user_roles grants only permissions that they hold …

select case when pg_temp.holds('editor', name)
  then tests.done(
    'editor', pg_temp.grant_to('plain user', name), format('pg_temp.holds(''plain user'', %L)', name),
    'As an editor who holds it I grant ' || name
  )
  else tests.refused(
    'editor', pg_temp.grant_to('plain user', name),
    'As an editor who does not hold it I cannot grant ' || name
  )
end
from public.permissions order by name;

select tests.refused(
  'editor',
  $$ insert into public.user_permissions (user_id, permission_id)
    select tests.account('plain donor'), id from public.permissions $$,
  'As an editor I cannot slip one that I do not hold in among those that I do'
);
select tests.done(
  'editor', pg_temp.revoke_from('mentors', 'can_manage_mentors'),
  $$ not pg_temp.holds('mentors', 'can_manage_mentors') $$,
  'As an editor I revoke a permission'
);
select tests.refused(
  'editor', pg_temp.revoke_from('fundraiser', 'can_manage_donations'),
  'As an editor I cannot revoke one that I do not hold'
);

-- … and never touches their own role or permissions, nor an admin's.

select tests.refused(
  'editor', statement, format('As an editor I never touch %s: %s', whose, left(ltrim(statement), 31))
)
from (values ('my own', 'editor'), ('an admin''s', 'admin')) as listed (whose, account)
cross join lateral (values
  (pg_temp.grant_to(account, 'can_manage_mentors')),
  (pg_temp.grant_to(account, 'can_send_emails')),
  (pg_temp.revoke_from(account, 'can_edit_user_roles')),
  (format('insert into public.user_roles (user_id, role) values (tests.account(%L), ''mentor'')', account)),
  (format('update public.user_roles set role = ''mentor'' where user_id = tests.account(%L)', account)),
  (format('delete from public.user_roles where user_id = tests.account(%L)', account)),
  (format('select public.set_user_role(tests.account(%L), ''mentor'')', account)),
  (format(
    'select public.finish_user_creation(tests.account(%L), %L, ''mentor'')', account,
    (select email from public.profiles where id = tests.account(account))
  ))
) as tried (statement);

insert into public.user_roles (user_id, role) values (tests.account('editor'), 'staff');
select tests.refused(
  'editor', statement, 'As an editor with a role I cannot change it: ' || left(ltrim(statement), 31)
)
from (values
  ($$ update public.user_roles set role = 'mentor' where user_id = tests.account('editor') $$),
  ($$ select public.set_user_role(tests.account('editor'), 'mentor') $$)
) as tried (statement);
select tests.done(
  'editor', $$ update public.user_roles set role = 'mentee' where role = 'supporter' or role = 'admin' $$,
  $$ not exists (select from public.user_roles where role = 'supporter')
    and exists (select from public.user_roles where role = 'admin') $$,
  'As an editor who changes many roles at once I pass the admins by'
);

select case when name = 'can_edit_user_roles'
  then tests.refused('admin', pg_temp.grant_to('admin', name), 'An account cannot hold a permission twice', '23505')
  else tests.done(
    'admin', pg_temp.grant_to('plain donor', name), format('pg_temp.holds(''plain donor'', %L)', name),
    'As an admin I grant ' || name
  )
end
from public.permissions order by name;
select tests.done(
  'admin', pg_temp.revoke_from('admin', 'can_edit_user_roles'),
  $$ not pg_temp.holds('admin', 'can_edit_user_roles') $$,
  'As an admin I may touch my own permissions'
);

select tests.refused(
  'plain donor', $$ select public.set_user_role(tests.account('plain donor'), 'admin') $$,
  'With nine permissions but can_edit_user_roles I cannot become an admin'
);

-- Rule 4: granted_by is the caller. Grants outlive the account that granted them.

select tests.done(
  'editor',
  $$ insert into public.user_permissions (user_id, permission_id) values
    (tests.account('plain mentee'), tests.id('permissions', 'can_manage_mentors')),
    (tests.account('plain mentee'), tests.id('permissions', 'can_manage_programs')) $$,
  $$ (select count(*) = 2 and bool_and(granted_by = tests.account('editor')) from public.user_permissions
    where user_id = tests.account('plain mentee')) $$,
  'A grant names its author'
);
select tests.done(
  'owner', $$ delete from auth.users where id = tests.account('editor') $$,
  $$ (select count(*) = 2 and bool_and(granted_by is null) from public.user_permissions
    where user_id = tests.account('plain mentee')) $$,
  'A grant outlives its author, and then names no one'
);

-- Rule 6: a revoked permission bites on the very next request with the same token.

select tests.sees(
  'only can_manage_mentees', 'select count(*) from public.mentees',
  (select count(*)::text from public.mentees),
  'As a holder of can_manage_mentees I see every mentee'
);
select tests.done(
  'admin', pg_temp.revoke_from('only can_manage_mentees', 'can_manage_mentees'),
  $$ not pg_temp.holds('only can_manage_mentees', 'can_manage_mentees') $$,
  'As an admin I revoke the permission'
);
select tests.sees(
  'only can_manage_mentees', 'select count(*) from public.mentees', '0', 'With the same token I see none'
);
select tests.refused('only can_manage_mentees', tests.sample_insert('mentees'), 'I cannot add one');

-- finish_user_creation: role and permissions of a new account, all or nothing.

select tests.sign_up('fresh@personas.test');
update public.profiles set begun_by = tests.account('only can_edit_user_roles')
where id = tests.account('fresh');
create function pg_temp.finish(address text, new_role text, permission_names text[] default '{}') returns text
language sql
as $$
  select format(
    'select public.finish_user_creation(tests.account(''fresh''), %L, %L, %L)',
    address, new_role, array(select tests.id('permissions', name) from unnest(permission_names) as name)
  )
$$;

select tests.done(
  'only can_edit_user_roles', pg_temp.finish('fresh@personas.test', 'mentor', '{can_edit_user_roles}'),
  $$ exists (select from public.profiles where id = tests.account('fresh') and role = 'mentor')
    and (select granted_by = tests.account('only can_edit_user_roles') from public.user_permissions
      where user_id = tests.account('fresh')) $$,
  'As a holder of can_edit_user_roles I finish an account with a role and a permission'
);
select tests.refused(
  'admin', pg_temp.finish('fresh@personas.test', 'admin'),
  'As an admin I cannot finish an account that a colleague began: they know the password'
);
update public.profiles set begun_by = tests.account('admin') where id = tests.account('fresh');
select tests.done(
  'admin',
  pg_temp.finish(' Fresh@Personas.TEST ', 'staff', '{can_edit_user_roles,can_send_emails,can_send_emails}'),
  $$ exists (select from public.profiles where id = tests.account('fresh') and role = 'staff')
    and (select count(*) = 2 from public.user_permissions where user_id = tests.account('fresh')) $$,
  'As its author I may repeat a creation, with another case of the address, and add to it'
);
select tests.refused(persona, statement, description, state)
from (values
  ('admin', pg_temp.finish('typo@personas.test', 'donor', '{can_manage_mentors}'),
    'With another address nothing is done', 'PT404'),
  ('admin', pg_temp.finish(null, 'donor', '{can_manage_mentors}'),
    'Without an address nothing is done', 'PT404'),
  ('admin', $$ select public.finish_user_creation(
      '00000000-0000-4000-8000-00000000dead', 'fresh@personas.test', 'donor') $$,
    'With an id that does not exist, as a second sign-up of an address answers, nothing is done', 'PT404'),
  ('admin', $$ select public.finish_user_creation(
      tests.account('fresh'), 'fresh@personas.test', 'donor', array[gen_random_uuid()]) $$,
    'With a permission that does not exist the role is not changed either', '42501'),
  ('only can_edit_user_roles', pg_temp.finish('fresh@personas.test', 'donor', '{can_manage_mentors}'),
    'With a permission that the editor does not hold the role is not changed either', '42501'),
  ('only can_edit_user_roles', pg_temp.finish('fresh@personas.test', 'staff', '{can_edit_user_roles}'),
    'With a role that the editor may not assign nothing is granted', '42501'),
  ('supporter', pg_temp.finish('fresh@personas.test', 'donor'),
    'As a supporter I do not even learn that the account exists', 'PT404'),
  ('supporter', $$ select public.finish_user_creation(
      tests.account('supporter'), 'supporter@kindlewell.test', 'admin') $$,
    'As a supporter I cannot finish my own account as an admin''s', '42501'),
  ('anon', pg_temp.finish('fresh@personas.test', 'donor'), 'As anon I cannot finish an account', '42501'),
  ('staff', pg_temp.finish('fresh@personas.test', 'donor'),
    'With every permission but can_edit_user_roles I cannot finish an account', '42501')
) as listed (persona, statement, description, state);
select tests.done(
  'admin', pg_temp.finish('fresh@personas.test', 'admin'),
  $$ exists (select from public.profiles where id = tests.account('fresh') and role = 'admin') $$,
  'As an admin I may make another admin'
);

select * from finish();
rollback;
