-- Invitations: who invites to what, what the sign-up of an invited person brings, when it ends, and which words mails get.

begin;
select plan((54 + 2 * (select count(*) from tests.personas()))::integer);
update public.user_roles set role = 'staff' where user_id = tests.account('only can_edit_user_roles');

create function pg_temp.begin(inviter text, address text, new_role text, permission_names text[] default '{}') returns text
language sql
as $$
  select tests.answer(inviter, format(
    'select public.begin_invitation(%L, %L, %L)::text', address, new_role,
    array(select tests.id('permissions', name) from unnest(permission_names) as name)
  ))
$$;
-- As the authentication service does it, with the metadata that the browser got.
create function pg_temp.sign_up(address text, metadata text) returns text
language plpgsql
as $$
begin
  insert into auth.users (id, aud, role, email, encrypted_password, raw_user_meta_data)
  values (gen_random_uuid(), 'authenticated', 'authenticated', address, 'a random one', metadata::jsonb);
  return 'signed up';
exception when others then
  return sqlerrm;
end
$$;
create function pg_temp.user(address text) returns auth.users
language sql as $$ select users from auth.users where email = address $$;
create function pg_temp.follow_link(address text, kind text default 'confirmation_token') returns text
language plpgsql
as $$
declare
  account constant uuid := (pg_temp.user(address)).id;
begin
  execute format('update auth.users set %I = %L where id = $1', kind, gen_random_uuid()) using account;
  execute format(
    'update auth.users set %I = null, email_confirmed_at = coalesce(email_confirmed_at, now()) where id = $1', kind
  ) using account;
  insert into auth.sessions (id, user_id) values (account, account) on conflict (id) do nothing;
  perform set_config('private.mail_link', '', true);
  return 'in';
exception when others then
  return sqlerrm;
end
$$;
create function pg_temp.set_password(address text) returns void
language plpgsql
as $$
begin
  update auth.users set encrypted_password = 'their own ' || gen_random_uuid() where email = address;
  set constraints auth.accept_offer immediate;
  set constraints auth.accept_offer deferred;
end
$$;
create function pg_temp.rights(address text) returns text
language sql
as $$
  select concat_ws(', ', (select role::text from public.user_roles where user_id = (pg_temp.user(address)).id), (
    select string_agg(permission.name, ', ' order by permission.name)
    from public.user_permissions held join public.permissions permission on permission.id = held.permission_id
    where held.user_id = (pg_temp.user(address)).id
  ))
$$;
create function pg_temp.states(address text) returns text
language sql
as $$
  select string_agg(private.invitation_state(invitation), ', ' order by invited_at, invitation.ended_at)
  from private.invitations invitation where user_id = (pg_temp.user(address)).id
$$;
create function pg_temp.open_id(address text) returns uuid
language sql security definer
as $$ select id from private.invitations where user_id = (select id from auth.users where email = address) order by outcome nulls first limit 1 $$;
create function pg_temp.words(address text) returns text
language sql as $$ select concat_ws(': ', (pg_temp.user(address)).raw_user_meta_data ->> 'invited_by', (pg_temp.user(address)).raw_user_meta_data ->> 'invited_as') $$;
create function pg_temp.invite(inviter text, address text, new_role text, permission_names text[] default '{}') returns text
language sql as $$ select pg_temp.sign_up(address, pg_temp.begin(inviter, address, new_role, permission_names)) $$;

-- Who invites to what

select is(
  (tests.attempt(persona, $$ select public.begin_invitation('someone@personas.test', 'mentor') $$)).state,
  case when persona in ('admin', 'only can_edit_user_roles') then '00000' else '42501' end,
  format('Only admins and editors of roles invite: %s', persona)
) from tests.personas() as persona;
select is(
  (tests.attempt(persona, 'select * from public.invitations()')).state,
  case when persona in ('admin', 'only can_edit_user_roles') then '00000' else '42501' end,
  format('… and see invitations: %s', persona)
) from tests.personas() as persona;
select tests.refused('only can_edit_user_roles', statement, 'An editor of roles invites to nothing that they lack: ' || way)
from (values
  ('admin', $$ select public.begin_invitation('someone@personas.test', 'admin') $$),
  ('program manager', $$ select public.begin_invitation('someone@personas.test', 'program_manager') $$),
  ('director', $$ select public.begin_invitation('someone@personas.test', 'director') $$),
  ('permission', format(
    $$ select public.begin_invitation('someone@personas.test', 'mentor', array[%L]::uuid[]) $$, tests.id('permissions', 'can_manage_mentees')
  ))
) as listed (way, statement);

-- An invitation whose sign-up failed, and then an account with a password

select isnt(pg_temp.begin('admin', 'instead@personas.test', 'director'), null, 'An invitation is begun');
select pg_temp.sign_up('instead@personas.test', jsonb_build_object(
  'creation_nonce', tests.answer('admin', $$ select public.begin_user_creation('instead@personas.test') $$)
)::text);
select results_eq(
  $$ select begun_by, offered_role::text, (pg_temp.user('instead@personas.test')).encrypted_password from public.profiles where email = 'instead@personas.test' $$,
  $$ values (tests.account('admin'), null::text, 'a random one'::varchar) $$, '… and the account that is made instead keeps its password, without an offer'
);

-- The story: invited, a mail opened, a password set.

select is(pg_temp.invite('admin', 'ada@personas.test', 'development_manager', '{can_review_submissions}'), 'signed up', 'An admin invites Ada');
select is(pg_temp.rights('ada@personas.test'), '', 'She has no right yet');
select is((pg_temp.user('ada@personas.test')).encrypted_password::text, '', 'Nobody knows a password');
select is(
  pg_temp.words('ada@personas.test'), (select private.account_name(tests.account('admin'))) || ': Development Manager',
  'Her mail can say who invites her to what'
);
select is((pg_temp.user('ada@personas.test')).raw_user_meta_data ? 'creation_nonce', false, 'The nonce is gone');
select tests.sees(
  'only can_edit_user_roles', $$ select state || ', ' || role from public.invitations() where email = 'ada@personas.test' $$,
  'waiting, development_manager', 'Staff see that it waits'
);
select is(
  (select expires_at - invited_at from private.invitations where user_id = (pg_temp.user('ada@personas.test')).id), interval '14 days',
  'It lasts 14 days'
);
select is((select (private.invitation_counts()).waiting), 1::bigint, 'The count has it');
update auth.users set confirmation_token = 'scanned' where email = 'ada@personas.test';
select is(pg_temp.states('ada@personas.test'), 'waiting', 'A mail that nobody clicked uses up nothing');
select is(pg_temp.follow_link('ada@personas.test'), 'in', 'Ada clicks the link');
select is(pg_temp.rights('ada@personas.test'), '', 'The click only confirms her address');
create function pg_temp.own_invitation(address text) returns jsonb
language plpgsql
as $$
declare
  account constant uuid := (pg_temp.user(address)).id;
  answer jsonb;
begin
  perform set_config('request.jwt.claims', jsonb_build_object('role', 'authenticated', 'sub', account, 'session_id', account)::text, true);
  answer := public.own_invitation();
  perform set_config('request.jwt.claims', '', true);
  return answer;
end
$$;
select is(
  pg_temp.own_invitation('ada@personas.test') - 'ask' - 'invited_by', '{"state": "waiting", "role": "development_manager"}',
  'The page knows her invitation'
);
select pg_temp.set_password('ada@personas.test');
select is(pg_temp.rights('ada@personas.test'), 'development_manager, can_review_submissions', 'With her password she has role and permission');
select is(pg_temp.states('ada@personas.test'), 'accepted', 'The invitation is accepted');
select is(
  (select given_by from public.user_roles where user_id = (pg_temp.user('ada@personas.test')).id), tests.account('admin'),
  'The role is from the inviter'
);
select is(pg_temp.words('ada@personas.test'), '', 'Later mails do not invite her');
select is(pg_temp.own_invitation('ada@personas.test'), null, 'The page has nothing more to say');
select is(pg_temp.follow_link('ada@personas.test', 'recovery_token'), 'in', 'A second link');
select pg_temp.set_password('ada@personas.test');
select is(
  pg_temp.rights('ada@personas.test') || ', ' || pg_temp.states('ada@personas.test'),
  'development_manager, can_review_submissions, accepted', '… changes nothing of her rights'
);
select tests.refused(
  'admin', format('select public.take_back_invitation(%L)', pg_temp.open_id('ada@personas.test')), 'An accepted one is not taken back', 'P0001'
);
select bag_eq(
  $$ select action::text from public.change_log where record_kind = 'invitations' $$, $$ values ('added'), ('changed') $$,
  'The log has that she was invited, and that she accepted'
);

-- Strangers put no words into our mail.

select is(
  pg_temp.sign_up('victim@personas.test', '{"invited_by": "Your bank", "invited_as": "Mentor"}'), 'Nobody invited this address.',
  'A sign-up with its own words is refused'
);
select is(
  pg_temp.sign_up('victim@personas.test', (pg_temp.begin('admin', 'victim@personas.test', 'mentor')::jsonb || '{"invited_by": "Your bank"}')::text),
  'Nobody invited this address.', '… also with a nonce'
);
select is_empty($$ select from auth.users where email = 'victim@personas.test' $$, 'No account is left');
update auth.users set raw_user_meta_data = raw_user_meta_data || '{"invited_by": "Your bank", "color": "blue"}' where email = 'ada@personas.test';
select is((pg_temp.user('ada@personas.test')).raw_user_meta_data - 'full_name', '{"color": "blue"}', 'An account cannot write them later');

-- Late

select is(pg_temp.invite('admin', 'late@personas.test', 'mentor'), 'signed up', 'Late is invited');
update private.role_offers set expires_at = now() where user_id = (pg_temp.user('late@personas.test')).id;
select pg_temp.follow_link('late@personas.test');
select is(pg_temp.own_invitation('late@personas.test') ->> 'state', 'expired', 'After 14 days the page says that it expired');
select ok(pg_temp.own_invitation('late@personas.test') -> 'ask' ? private.account_name(tests.account('admin')), '… and whom to ask');
select pg_temp.set_password('late@personas.test');
select is(pg_temp.rights('late@personas.test') || pg_temp.states('late@personas.test'), 'expired', 'A password then brings no right');
select is(pg_temp.invite('admin', 'never@personas.test', 'mentor'), 'signed up', 'Never is invited');
update private.role_offers set expires_at = now() where user_id = (pg_temp.user('never@personas.test')).id;
select private.tidy_invitations();
select is(
  pg_temp.states('never@personas.test') || pg_temp.words('never@personas.test'), 'expired', 'The clock ends it, also in the words of mails'
);
select is((select (private.invitation_counts()).expired), 2::bigint, 'The count has expired ones');

-- Taken back

select is(pg_temp.invite('admin', 'back@personas.test', 'mentor', '{can_manage_mentors}'), 'signed up', 'Back is invited');
select tests.refused(
  'supporter', format('select public.take_back_invitation(%L)', pg_temp.open_id('back@personas.test')), 'A supporter takes nothing back'
);
select tests.done(
  'only can_edit_user_roles', format('select public.take_back_invitation(%L)', pg_temp.open_id('back@personas.test')),
  $$ pg_temp.states('back@personas.test') = 'taken_back' $$, 'An editor of roles takes it back'
);
select is((tests.attempt('admin', format('select public.take_back_invitation(%L)', pg_temp.open_id('back@personas.test')))).state, '00000', 'Twice is harmless');
select is(pg_temp.follow_link('back@personas.test'), 'in', 'Its link still opens the account');
select pg_temp.set_password('back@personas.test');
select is(pg_temp.rights('back@personas.test'), '', '… and brings no right');
select is(pg_temp.invite('admin', 'chief@personas.test', 'admin'), 'signed up', 'An admin invites an admin');
select tests.refused(
  'only can_edit_user_roles', format('select public.take_back_invitation(%L)', pg_temp.open_id('chief@personas.test')),
  'Who may not give that role takes it not back'
);

-- The inviter loses the right meanwhile

select is(pg_temp.invite('only can_edit_user_roles', 'orphan@personas.test', 'mentor'), 'signed up', 'Orphan is invited by an editor of roles');
create temporary table begun as select pg_temp.begin('only can_edit_user_roles', 'slow@personas.test', 'mentor') as metadata;
delete from public.user_permissions where user_id = tests.account('only can_edit_user_roles');
select is(
  pg_temp.states('orphan@personas.test') || ', ' || pg_temp.sign_up('slow@personas.test', (select metadata from begun)),
  'withdrawn, Nobody invited this address.', 'Both an invitation and one under way end with the right of the inviter'
);
select private.tidy_invitations();
select is(pg_temp.words('orphan@personas.test'), '', 'A later mail does not invite Orphan');

-- A second invitation

select is(pg_temp.invite('admin', 'twice@personas.test', 'mentor'), 'signed up', 'Twice is invited');
select tests.done(
  'admin', format('select public.offer_role(%L, ''twice@personas.test'', ''fundraiser'')', (pg_temp.user('twice@personas.test')).id),
  $$ pg_temp.states('twice@personas.test') = 'replaced, waiting' $$, 'A second invitation ends the first'
);
select is(
  (tests.attempt('admin', format('select public.offer_role(%L, ''twice@personas.test'', ''fundraiser'')', (pg_temp.user('twice@personas.test')).id))).state
    || pg_temp.states('twice@personas.test'), '00000replaced, waiting', 'Sent again, it is only renewed'
);
select pg_temp.follow_link('twice@personas.test', 'recovery_token');
update private.second_factor set is_demanded = true;
select pg_temp.set_password('twice@personas.test');
select is(pg_temp.rights('twice@personas.test'), 'fundraiser', 'The second one is accepted');
select is(
  tests.answer('anon', 'select 1::text') is not null and (
    select private.rights_holder() is null from set_config(
      'request.jwt.claims', jsonb_build_object('role', 'authenticated', 'sub', (pg_temp.user('twice@personas.test')).id,
        'session_id', (pg_temp.user('twice@personas.test')).id)::text, true
    )
  ), true, 'Where a second factor is required, the role waits for it'
);

select * from finish();
rollback;
