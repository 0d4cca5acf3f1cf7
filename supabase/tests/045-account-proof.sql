-- Rule 10: the author of a role made the account, or its owner set a new password through a mail
-- since the role was offered. A stranger signed up as each of the colleagues before.

begin;
select plan(61);

create function pg_temp.sign_in(persona text) returns text
language plpgsql
as $$
begin
  perform set_config('private.mail_link', '', true);
  insert into auth.sessions (id, user_id) values (gen_random_uuid(), tests.account(persona));
  return 'in';
exception when others then
  return sqlerrm;
end
$$;
-- As the authentication service does it: the token is cleared and the session made in one transaction.
create function pg_temp.follow_link(persona text, kind text default 'recovery_token') returns text
language plpgsql
as $$
begin
  execute format('update auth.users set %I = %L where id = $1', kind, gen_random_uuid()) using tests.account(persona);
  execute format(
    'update auth.users set %I = null, email_confirmed_at = coalesce(email_confirmed_at, now()) where id = $1', kind
  ) using tests.account(persona);
  insert into auth.sessions (id, user_id) values (tests.account(persona), tests.account(persona));
  perform set_config('private.mail_link', '', true);
  return 'in';
exception when others then
  return sqlerrm;
end
$$;
-- As far as its commit, where the database decides whether the password brings what was offered.
create function pg_temp.set_password(persona text, password text) returns text
language plpgsql
as $$
begin
  update auth.users set encrypted_password = password where id = tests.account(persona);
  set constraints auth.accept_offer immediate;
  set constraints auth.accept_offer deferred;
  return 'set';
exception when others then
  return sqlerrm;
end
$$;
-- As the authentication service does it for a session that has ended.
create function pg_temp.finish_change_of_password(persona text) returns text
language plpgsql
as $$
begin
  update auth.users set encrypted_password = 'a stranger''s next' where id = tests.account(persona);
  delete from auth.sessions where user_id = tests.account(persona) and id <> gen_random_uuid();
  set constraints auth.accept_offer immediate;
  set constraints auth.accept_offer deferred;
  return 'set';
exception when others then
  set constraints auth.accept_offer deferred;
  return sqlerrm;
end
$$;
-- 'unconfirmed', 'waiting for staff', 'staff', …
create function pg_temp.standing(persona text) returns text
language sql
as $$
  select concat_ws(
    ' ', case when not confirmed then 'unconfirmed' end, 'waiting for ' || offered_role,
    case when exists (select from public.user_roles where user_id = id) then role::text end
  )
  from public.profiles where id = tests.account(persona)
$$;
create function pg_temp.offer(persona text, new_role text, permission_names text[] default '{}') returns text
language sql
as $$
  select format(
    'select public.offer_role(tests.account(%L), %L, %L, %L)', persona,
    (select email from public.profiles where id = tests.account(persona)), new_role,
    array(select tests.id('permissions', name) from unnest(permission_names) as name)
  )
$$;
create function pg_temp.role_of(persona text, new_role text) returns text
language sql
as $$ select format('select public.set_user_role(tests.account(%L), %L)', persona, new_role) $$;

select tests.sign_up(name || '@personas.test')
from unnest(array['colleague', 'second', 'third', 'fourth']) as name;
update auth.users set encrypted_password = 'a stranger''s', confirmation_token = ''
where email similar to '(colleague|second|third|fourth)@personas.test';

-- Nothing passes the proof.

select tests.refused('admin', statement, 'As an admin I cannot give anything to an account that someone else made: ' || way)
from (values
  ('role', pg_temp.role_of('colleague', 'mentor')),
  ('row', $$ insert into public.user_roles (user_id, role) values (tests.account('colleague'), 'user') $$),
  ('finish', $$ select public.finish_user_creation(
    tests.account('colleague'), 'colleague@personas.test', 'staff') $$),
  ('permission', $$ insert into public.user_permissions (user_id, permission_id)
    select tests.account('colleague'), id from public.permissions limit 1 $$),
  ('begun_by', $$ update public.profiles set begun_by = tests.account('admin')
    where id = tests.account('colleague') $$),
  ('proven', $$ update public.profiles set proven = true where id = tests.account('colleague') $$)
) as listed (way, statement);

-- The story: the role waits for a password that only the owner of the address can set.

select is(pg_temp.standing('colleague'), 'unconfirmed', 'A colleague whom a stranger signed up is unconfirmed');
select tests.done(
  'admin', pg_temp.offer('colleague', 'staff', '{can_manage_mentees}'),
  $$ pg_temp.standing('colleague') = 'unconfirmed waiting for staff' $$,
  'As an admin I offer them a role'
);
select is_empty(
  $$ select encrypted_password from auth.users
    where id = tests.account('colleague') and encrypted_password <> '' $$,
  'The stranger''s password is no password any more'
);
select is_empty(
  $$ select id from auth.sessions where user_id = tests.account('colleague') $$,
  'The stranger''s sessions are ended'
);
select tests.sees(
  'colleague', statement, '42501 Your session has ended. Sign in again.', description
) from (values
  ('select private.current_user_id()', 'The token of an ended session identifies no one'),
  ('select count(*) from public.profiles', 'It reads not even its own profile')
) as listed (statement, description);
select is(
  pg_temp.sign_in('colleague'), 'This account has to set a new password by email first.',
  'A sign-in that was under way makes no session'
);
select is(
  pg_temp.finish_change_of_password('colleague'), 'This account has to set a new password by email first.',
  'A change of password that was under way sets none'
);
select is(pg_temp.follow_link('colleague'), 'in', 'The colleague follows the link of a mail');
select is(pg_temp.standing('colleague'), 'waiting for staff', 'The link confirms the address, and gives nothing yet');
select tests.sees('colleague', 'select count(*) from public.mentees', '0', 'They see no child''s data yet');
select is(
  pg_temp.finish_change_of_password('colleague'), 'This account has to set a new password by email first.',
  'A stranger''s change of password sets none now, either'
);
select isnt_empty(
  $$ select sessions.id from auth.sessions join auth.users on users.id = user_id
    where user_id = tests.account('colleague') and encrypted_password = '' $$,
  'The colleague''s session stays, without a password'
);
select is(pg_temp.set_password('colleague', 'my own'), 'set', 'The colleague sets a password');
select is(pg_temp.standing('colleague'), 'staff', 'With the new password the role is theirs');
select tests.sees(
  'colleague', 'select count(*) > 0 from public.mentees', 'true', 'The offered permission is theirs too'
);
select is(
  (select granted_by from public.user_permissions where user_id = tests.account('colleague')),
  tests.account('admin'), 'The offered permission is granted by its maker'
);
select is(pg_temp.sign_in('colleague'), 'in', 'From then on they sign in with the password');
select tests.refused(
  'admin', pg_temp.offer('colleague', 'director'), 'An account that proved itself loses no password again', 'PT404'
);
select tests.done(
  'admin', pg_temp.role_of('colleague', 'director'), $$ pg_temp.standing('colleague') = 'director' $$,
  'An account that proved itself gets another role at once'
);
select tests.done(
  'owner', $$ update auth.users set email = 'moved@personas.test' where id = tests.account('colleague') $$,
  $$ exists (select from public.profiles where email = 'moved@personas.test' and not proven and role = 'director') $$,
  'A new address has yet to prove itself'
);
select tests.refused('admin', pg_temp.role_of('moved', 'admin'), 'A new address gets a role only after its proof');
select tests.done(
  'admin', pg_temp.role_of('moved', 'donor'), $$ pg_temp.standing('moved') = 'donor' $$,
  'To take a role away never waits'
);

-- An offer that ends

select tests.attempt('admin', pg_temp.offer('second', 'staff'));
select is(pg_temp.follow_link('second', 'confirmation_token'), 'in', 'A link that confirms the address is a mail''s too');
update auth.users set email = 'elsewhere@personas.test' where id = tests.account('second');
select pg_temp.set_password('elsewhere', 'another''s');
select is(pg_temp.standing('elsewhere'), '', 'An offer ends when the account gets another address');

select tests.attempt('only can_edit_user_roles', pg_temp.offer('third', 'mentor'));
select is(pg_temp.standing('third'), 'unconfirmed waiting for mentor', 'As an editor I offer a role that I may assign');
select tests.attempt('admin', pg_temp.role_of('only can_edit_user_roles', 'donor'));
select pg_temp.set_password('third', 'my own');
select is(pg_temp.standing('third'), 'unconfirmed', 'An offer ends with the rights of its maker');

select tests.attempt('admin', pg_temp.offer('fourth', 'admin'));
select tests.refused(
  'only can_edit_user_roles', pg_temp.offer('fourth', 'user'), 'As an editor I cannot replace what an admin offers'
);
select pg_temp.follow_link('fourth');
insert into public.user_roles (user_id, role) values (tests.account('fourth'), 'mentor');
select pg_temp.set_password('fourth', 'my own');
select is(pg_temp.standing('fourth'), 'mentor', 'A role given after the offer wins over it');

-- The right to offer

select tests.refused(persona, statement, format('As %s I cannot: %s', persona, what))
from (values
  ('anon', 'offer', pg_temp.offer('third', 'mentor')),
  ('supporter', 'offer', $$ select public.offer_role(tests.account('third'), 'third@personas.test', 'donor') $$),
  ('staff', 'offer', $$ select public.offer_role(tests.account('third'), 'third@personas.test', 'donor') $$),
  ('only can_edit_user_roles', 'offer what I may not assign', pg_temp.offer('third', 'staff')),
  ('only can_edit_user_roles', 'offer what I do not hold', pg_temp.offer('third', 'mentor', '{can_send_emails}')),
  ('only can_edit_user_roles', 'offer myself anything', pg_temp.offer('only can_edit_user_roles', 'mentor')),
  ('only can_edit_user_roles', 'sign an admin out', pg_temp.offer('admin', 'user')),
  ('anon', 'record an offer', $$ select private.record_offer(tests.account('third'), 'admin') $$),
  ('admin', 'record an offer', $$ select private.record_offer(tests.account('third'), 'admin') $$),
  ('supporter', 'begin an account', $$ select public.begin_user_creation('new@personas.test') $$),
  ('staff', 'begin an account', $$ select public.begin_user_creation('new@personas.test') $$),
  ('anon', 'begin an account', $$ select public.begin_user_creation('new@personas.test') $$)
) as listed (persona, what, statement);

-- The first admin, in the SQL editor: the same proof

update auth.users set recovery_sent_at = now() where id = tests.account('third');
select lives_ok(
  $$ select private.record_offer(id, 'admin') from public.profiles where email = 'third@personas.test' $$,
  'As the owner I offer the first admin their role'
);
select is(
  (select recovery_sent_at from auth.users where id = tests.account('third')), null,
  'The mail of an offer need not wait for a minute'
);
select is(
  pg_temp.set_password('third', 'known to a server'), 'This account has to set a new password by email first.',
  'A password that is set past all sessions is refused'
);
select pg_temp.follow_link('third');
select pg_temp.set_password('third', 'my own');
select is(pg_temp.standing('third'), 'admin', 'With the new password the first admin has the role');

-- Accounts that staff begin

create temporary table nonces (name text, nonce text);
grant all on nonces to authenticated;
select tests.attempt('only can_edit_user_roles', format(
  'insert into nonces select %L, public.begin_user_creation(%L)', name, address
))
from (values ('mine', ' New@Personas.test '), ('other', 'other@personas.test'), ('old', 'old@personas.test'))
  as listed (name, address);
create function pg_temp.begun(address text, nonce_name text) returns text
language plpgsql
as $$
declare
  made constant uuid := tests.sign_up(
    address, jsonb_build_object('full_name', 'New', 'creation_nonce', (select nonce from nonces where name = nonce_name))
  );
begin
  return (select coalesce((
    select split_part(beginner.email, '@', 1) from public.profiles beginner where beginner.id = profile.begun_by
  ), 'nobody') || ' ' || (raw_user_meta_data #- '{}')::text
    from public.profiles profile join auth.users using (id) where id = made);
end
$$;
create function pg_temp.traces(nonce_name text) returns bigint
language sql
as $$
  select count(*) from auth.users left join auth.identities on user_id = users.id, nonces
  where name = nonce_name and strpos(concat(raw_user_meta_data, identity_data), nonce) > 0
$$;
update private.begun_accounts set begun_at = now() - interval '61 minutes' where address = 'old@personas.test';

select is(
  (select count(*)::int from nonces join private.begun_accounts on nonce_hash <> convert_to(nonce, 'UTF8')
    where length(nonce) = 64), 9, 'A nonce is random, and stored only as a hash'
);
select is(pg_temp.begun(address, nonce_name), expected || ' {"full_name": "New"}', description)
from (values
  ('stranger.s@personas.test', 'mine', 'nobody', 'A nonce counts only for its own address'),
  ('new@personas.test', 'mine', 'only.can_edit_user_roles', 'The nonce records whose account it is'),
  ('old@personas.test', 'old', 'nobody', 'It is good for an hour'),
  ('other@personas.test', 'invented', 'nobody', 'An invented one says nothing')
) as listed (address, nonce_name, expected, description);
-- As the authentication service goes on after the account is there.
insert into auth.identities (id, user_id, provider_id, provider, identity_data)
select gen_random_uuid(), id, id::text, 'email', jsonb_build_object('sub', id, 'creation_nonce', nonce)
from auth.users, nonces where email = 'new@personas.test' and name = 'mine';
update auth.users set raw_user_meta_data = raw_user_meta_data || jsonb_build_object('creation_nonce', nonce)
from nonces where email = 'new@personas.test' and name = 'mine';
select is(pg_temp.traces('mine'), 0::bigint, 'No nonce stays in an account or its identity');
update auth.identities set identity_data = identity_data || jsonb_build_object('creation_nonce', nonce)
from nonces where name = 'mine';
select is(pg_temp.traces('mine'), 0::bigint, 'A change brings no nonce into an account');
delete from auth.users where email = 'new@personas.test';
select is(pg_temp.begun('new@personas.test', 'mine'), 'nobody {"full_name": "New"}', 'It counts once');

insert into private.begun_accounts (begun_by, address, nonce_hash, begun_at) values
  (tests.account('admin'), 'past@example.org', '\x01', now() - interval '61 minutes'),
  (tests.account('admin'), 'present@example.org', '\x02', now() - interval '59 minutes');
select private.apply_rule('begun_accounts');
select is(
  (select string_agg(address, ', ') from private.begun_accounts where address like '%@example.org'), 'present@example.org',
  'The address of a sign-up that never came is forgotten after an hour'
);
select ok((select next_at <= now() from private.retention_rules where rule = 'begun_accounts'), 'The rule runs every minute');

select * from finish();
rollback;
