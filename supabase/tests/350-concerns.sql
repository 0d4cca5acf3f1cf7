-- Concerns: who reports and reads them, who is left out, what leads do, and who hears of it.

begin;
select plan((67 + 8 * (select count(*) from tests.personas()))::integer);
update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now());
update public.profiles set confirmed = true where true;
delete from private.concerns where true;
delete from private.outbox where true;
delete from public.holidays where true;
delete from public.change_log where true;

create function pg_temp.report(persona text, concern uuid, not_to text[] default '{}', child uuid default null) returns tests.outcome
language sql
as $$
  select tests.attempt(persona, format(
    'select public.report_concern(%L, %L, %L, %L, true, %L, %L)', concern, 'Fatu marker', 'He said marker', 'At home', child,
    array(select tests.account(one) from unnest(not_to) as one)
  ))
$$;
create function pg_temp.opens(persona text, concern uuid) returns text
language sql
as $$
  select (tests.attempt(persona, format('select public.record_concern_opening(%L)', concern))).state;
  update private.concern_steps set created_at = now() - interval '1 minute' where kind = 'opened' and created_at = now();
  select tests.answer(persona, format('select public.open_concern(%L) ->> ''body''', concern));
$$;
create function pg_temp.step(concern uuid, kind text, body text default null, step uuid default gen_random_uuid()) returns text
language sql as $$ select format('select public.add_concern_step(%L, %L, %L, %L)', step, concern, kind, body) $$;
create function pg_temp.mailed(about text) returns text
language sql
as $$
  select coalesce(string_agg(split_part(recipient, '@', 1), ', ' order by recipient), 'nobody')
  from private.outbox where kind = 'concern' and data ->> 'about' = $1
$$;
create function pg_temp.state_of(concern uuid) returns text
language sql as $$ select state from private.concerns where id = concern $$;

-- Reporting

select is(
  (pg_temp.report(persona, gen_random_uuid())).state,
  case when tests.account(persona) in (select private.staff_ids()) then '00000' else '42501' end,
  format('%s reports a concern only as staff', persona)
) from tests.personas() as persona;
select is(
  (select count(distinct reporter_id)::integer from private.concerns),
  (select count(*)::integer from tests.personas() as persona where tests.account(persona) in (select private.staff_ids())),
  'Of the others nothing is stored'
);
select is(
  (select string_agg(distinct split_part(recipient, '@', 1), ', ') from private.outbox), 'director, mentors', 'The leads get mail, and nobody else'
);
select is_empty($$ select data from private.outbox where data::text ~* 'marker|fatu' $$, '… without the text and the child''s name');
select is_empty($$ select * from public.change_log $$, 'The log has nothing of it');
delete from private.concerns where true;
delete from private.outbox where true;

insert into private.mentor_accounts (id, mentor_id, user_id, address)
select gen_random_uuid(), tests.id('mentors', 'Kwame'), id, email from public.profiles where id = tests.account('supporter');
select is((pg_temp.report('supporter', gen_random_uuid())).state, '00000', 'An account that is linked to a mentor reports one');
delete from private.concerns where true;
select is((pg_temp.report('staff', '00000000-0000-4000-8000-00000000c0c1')).state, '00000', 'Staff report one');
select is((pg_temp.report('staff', '00000000-0000-4000-8000-00000000c0c1')).state, '00000', '… and send it again');
select is((select count(*)::integer from private.concerns), 1, '… and it is one');
select tests.refused(
  'only can_manage_programs', $$ select public.report_concern('00000000-0000-4000-8000-00000000c0c1', 'Fatu', 'Other', 'There', false) $$,
  'Nobody else uses its id'
);
select tests.refused(
  'staff', format('select public.report_concern(gen_random_uuid(), %L, %L, %L, %L)', child, body, happened, danger), format('Refused: %s', what), '23514'
) from (values
  ('without a child', ' ', 'Seen', 'Here', 'true'), ('without words', 'Fatu', ' ', 'Here', 'true'), ('without a place', 'Fatu', 'Seen', null, 'true'),
  ('without an answer about danger', 'Fatu', 'Seen', 'Here', null), ('with too many words', 'Fatu', repeat('a', 5001), 'Here', 'true')
) as bad (what, child, body, happened, danger);
select unalike(
  (tests.attempt('staff', format('select public.report_concern(gen_random_uuid(), %L, %L, %L, true)', 'Fatu', 'marker' || repeat('a', 5001), 'Here')))::text,
  '%marker%', 'No refusal repeats the text'
);

-- The child's record

select tests.refused(
  'only can_manage_programs', format(
    'select public.report_concern(gen_random_uuid(), ''x'', ''Seen'', ''Here'', false, %L)', (select person_id from public.mentees where first_name = 'Prince')
  ), 'Only staff who look after mentees choose a child''s record'
);
select is(
  (pg_temp.report(
    'only can_manage_mentees', '00000000-0000-4000-8000-00000000c0c2', '{mentors}', (select person_id from public.mentees where first_name = 'Prince' limit 1)
  )).state, '00000', 'A colleague who does chooses it'
);
select is(
  (select split_part(child_name, ' ', 1) from private.concerns where id = '00000000-0000-4000-8000-00000000c0c2'), 'Prince', '… and the record has the name'
);

-- Reading

select is(
  tests.answer(persona, 'select count(*) from public.list_concerns()'),
  case persona when 'director' then '2' when 'mentors' then '1' else '0' end, format('%s lists the concerns for them', persona)
) from (select persona from tests.personas() as persona where persona <> 'anon' union select 'director') as listed;
select tests.refused(
  persona, format('select public.record_concern_opening(%L)', '00000000-0000-4000-8000-00000000c0c1'), format('%s opens none', persona)
) from tests.personas() as persona where persona <> 'mentors';
select tests.refused(
  persona, format('select public.open_concern(%L)', '00000000-0000-4000-8000-00000000c0c1'), format('%s reads none without an opening', persona)
) from tests.personas() as persona;
select tests.refused(
  persona, pg_temp.step('00000000-0000-4000-8000-00000000c0c1', 'acknowledged'), format('%s acknowledges none without an opening', persona)
) from tests.personas() as persona;
select tests.refused(
  'director', $$ do $do$ begin
    perform public.record_concern_opening('00000000-0000-4000-8000-00000000c0c1');
    perform public.open_concern('00000000-0000-4000-8000-00000000c0c1');
  end $do$ $$, 'An opening in the same request could still be undone'
);
select is(pg_temp.opens('director', '00000000-0000-4000-8000-00000000c0c1'), 'He said marker', 'A lead reads one after an opening');
select is(
  (select string_agg(kind || ' ' || author_name, ', ') from private.concern_steps), 'opened Ruth Kollie', '… which is one of its steps'
);
select tests.refused('mentors', $$ select public.record_concern_opening('00000000-0000-4000-8000-00000000c0c2') $$, 'A lead who was left out opens none');
select tests.refused('director', $$ select private.readers_of_concern(concerns) from private.concerns $$, 'No lead reads the table');
update private.second_factor set is_demanded = true;
select is(tests.answer('director', 'select count(*) from public.list_concerns()'), '0', 'Without a required second factor a lead lists none');
select tests.refused('director', $$ select public.open_concern('00000000-0000-4000-8000-00000000c0c1') $$, '… and reads none');
select tests.refused('staff', $$ select public.report_concern(gen_random_uuid(), 'x', 'Seen', 'Here', false) $$, '… and staff report none');
update private.second_factor set is_demanded = false;

-- Merged mentees

insert into private.merges (kind, kept_id, merged_id, merged_name, merged_row, replaced, followed)
select 'mentees', gen_random_uuid(), (select child_ids[1] from private.concerns where id = '00000000-0000-4000-8000-00000000c0c2'), 'x', '{}', '{}', '[]';
select is(
  (select array[cardinality(child_ids), array_position(child_ids, kept_id)] from private.concerns, private.merges where concerns.id = '00000000-0000-4000-8000-00000000c0c2' and merged_id = child_ids[1]),
  '{2,2}', 'A merge of the child''s record adds the kept one'
);
delete from private.concern_steps where true;
update public.user_roles set role = 'admin' where user_id = tests.account('director');
select is(pg_temp.opens('director', '00000000-0000-4000-8000-00000000c0c2'), 'He said marker', 'The other lead reads it');
select is(
  tests.answer('director', $$ select public.open_concern('00000000-0000-4000-8000-00000000c0c2') ->> 'person' $$),
  (select person_id::text from public.mentees where id = (select child_ids[1] from private.concerns where id = '00000000-0000-4000-8000-00000000c0c2')),
  'While the earlier record exists, it is the child'
);
update public.user_roles set role = 'director' where user_id = tests.account('director');
delete from public.mentees where id = (select child_ids[1] from private.concerns where id = '00000000-0000-4000-8000-00000000c0c2');
select is(
  (select split_part(child_name, ' ', 1) || cardinality(child_ids) from private.concerns where id = '00000000-0000-4000-8000-00000000c0c2'), 'Prince2',
  'A removed child stays in the concern'
);

-- Steps, and what the reporter sees

select is(pg_temp.opens('mentors', '00000000-0000-4000-8000-00000000c0c1'), 'He said marker', 'Another lead opens it');
select is(
  tests.answer('staff', 'select (acknowledged_at is null)::text || (is_unread)::text from public.own_concerns()'), 'truefalse', 'Its reporter sees that it waits'
);
select is(tests.answer('only can_manage_programs', 'select count(*) from public.own_concerns()'), '0', '… and nobody else''s');
select tests.done('mentors', pg_temp.step('00000000-0000-4000-8000-00000000c0c1', 'acknowledged'),
  $$ pg_temp.state_of('00000000-0000-4000-8000-00000000c0c1') = 'acknowledged' $$, 'A lead acknowledges it');
select is(tests.answer('staff', 'select (acknowledged_at is not null)::text from public.own_concerns()'), 'true', '… which its reporter sees');
select tests.done('mentors', pg_temp.step('00000000-0000-4000-8000-00000000c0c1', 'note', 'Called', '00000000-0000-4000-8000-00000000c0c3'),
  $$ exists (select from private.concern_steps where body = 'Called') $$, 'A lead adds a step');
select is((tests.attempt('mentors', pg_temp.step('00000000-0000-4000-8000-00000000c0c1', 'note', 'Called', '00000000-0000-4000-8000-00000000c0c3'))).state, '00000', '… and sends it again');
select is((select count(*)::integer from private.concern_steps where kind = 'note'), 1, '… and it is one');
select tests.refused('mentors', pg_temp.step('00000000-0000-4000-8000-00000000c0c1', kind, body), format('Refused: %s', what), state)
from (values
  ('a step without words', 'note', ' ', '23514'), ('an unknown kind', 'opened', 'x', '23514'), ('closing without an outcome', 'closed', null, '23514'),
  ('reopening an open one', 'reopened', 'x', 'PT409')
) as bad (what, kind, body, state);
select tests.done('mentors', pg_temp.step('00000000-0000-4000-8000-00000000c0c1', 'closed', 'Safe'),
  $$ pg_temp.state_of('00000000-0000-4000-8000-00000000c0c1') = 'closed' $$, 'A lead closes it');
select tests.refused('mentors', pg_temp.step('00000000-0000-4000-8000-00000000c0c1', 'note', 'x'), 'A closed one takes no step', 'PT409');
select is(
  tests.answer('mentors', 'select string_agg(state, '','') from public.list_concerns(true)') || coalesce(tests.answer('mentors', 'select string_agg(state, '','') from public.list_concerns(false)'), ''),
  'closed', 'It is among the closed ones'
);
select tests.done('mentors', pg_temp.step('00000000-0000-4000-8000-00000000c0c1', 'reopened', 'New call'),
  $$ pg_temp.state_of('00000000-0000-4000-8000-00000000c0c1') = 'acknowledged' $$, 'A lead reopens it');

-- Left out, and nobody to read it

select is((pg_temp.report('staff', gen_random_uuid(), '{director,mentors}')).state, 'P0001', 'One for nobody is refused');
select is((select count(*)::integer from private.concerns), 2, '… and not stored');

-- Leads

select tests.refused(persona, format('select public.set_safeguarding_lead(%L, true)', tests.account('staff')), format('%s adds no lead', persona))
from tests.personas() as persona where persona <> 'admin';
select is(
  tests.answer(persona, 'select count(*) from public.safeguarding_leads()'), case when persona in ('admin', 'mentors') then '2' else '0' end,
  format('%s sees the leads only as an admin or a lead', persona)
) from tests.personas() as persona where persona <> 'anon';
select is(
  tests.answer(persona, 'select count(*) from public.concern_recipients()'),
  case when tests.account(persona) in (select private.staff_ids()) or persona = 'supporter' then '2' else '0' end, format('%s sees who would get one only if they may report', persona)
) from tests.personas() as persona where persona <> 'anon';
select tests.refused('admin', format('select public.set_safeguarding_lead(%L, true)', tests.account('supporter')), 'An account without a right is no lead', 'P0001');
delete from private.outbox where true;
select tests.done('admin', format('select public.set_safeguarding_lead(%L, true)', tests.account('staff')),
  $$ exists (select from private.safeguarding_leads where user_id = tests.account('staff')) $$, 'An admin adds a lead');
select is(pg_temp.mailed('lead_added'), 'admin, director, mentors, staff', '… of whom all leads and admins hear');
select is(
  (select action || ' ' || record_kind || ' ' || record_name from public.change_log where record_kind = 'safeguarding_leads'), 'added safeguarding_leads Daniel Okafor', '… and the log has it'
);
select tests.done('admin', format('select public.set_safeguarding_lead(%L, false)', tests.account('staff')),
  $$ not exists (select from private.safeguarding_leads where user_id = tests.account('staff')) $$, 'An admin removes a lead');
select is(pg_temp.mailed('lead_removed'), 'admin, director, mentors, staff', '… of whom all hear, too');

-- A concern that loses its readers

select private.remind_of_concerns('2020-01-01');
select is(pg_temp.mailed('unread'), 'nobody', 'While a lead can read each, nobody is told');
select tests.done('admin', format('select public.set_user_role(%L, ''user'')', tests.account('director')),
  $$ not exists (select from private.safeguarding_leads where user_id = tests.account('director')) $$, 'A lead who leaves the staff is no lead');
select private.remind_of_concerns('2020-01-01');
select is(pg_temp.mailed('unread'), 'admin, only.can_manage_mentees', 'Reporter and admins hear that nobody can read one');
select is(tests.answer('only can_manage_mentees', 'select is_unread::text from public.own_concerns()'), 'true', '… which its reporter sees');
select private.remind_of_concerns('2020-01-02');
select is(pg_temp.mailed('unread'), 'admin, only.can_manage_mentees', '… once');

-- The last lead

select tests.refused('admin', format('select public.set_safeguarding_lead(%L, false)', tests.account('mentors')), 'The last lead is not removed', 'P0001');
delete from public.user_permissions where user_id = tests.account('mentors');
select tests.refused('admin', format('select public.set_user_role(%L, ''user'')', tests.account('mentors')), 'The last lead keeps the role', 'P0001');
select tests.refused('owner', format('delete from auth.users where id = %L', tests.account('mentors')), 'The account of the last lead is not deleted', 'P0001');
select is(
  tests.answer('admin', $$ select public.preview_erasure('mentors@kindlewell.test') ->> 'refusal' $$), 'This is the only safeguarding lead. Add another one first.',
  'The last lead is not erased'
);
update auth.users set banned_until = now() + interval '1 year' where id = tests.account('mentors');
select is(tests.answer('staff', 'select count(*) from public.concern_recipients()'), '0', 'A banned lead gets no concern');
select tests.refused('staff', $$ select public.report_concern(gen_random_uuid(), 'x', 'Seen', 'Here', false) $$, '… so that none can be sent', 'P0001');
select private.remind_of_concerns('2020-01-03');
select is(pg_temp.mailed('no_lead'), 'admin', '… which admins are told');
update auth.users set banned_until = null where id = tests.account('mentors');

-- Reminders: Friday, November 27, 2026, ten in the morning at the office

delete from private.concerns where true;
delete from private.outbox where true;
select is((pg_temp.report('staff', '00000000-0000-4000-8000-00000000c0c4')).state, '00000', 'Another concern');
update private.concerns set created_at = '2026-11-27 10:00-06';
insert into public.holidays (day, name) values ('2026-12-02', 'A day off');
select private.remind_of_concerns('2026-11-30 23:59:58-06');
select is(pg_temp.mailed('reminder'), 'nobody', 'On Monday nobody is reminded yet');
select private.remind_of_concerns('2026-12-01 00:00:01-06');
select private.remind_of_concerns('2026-12-03 23:59:58-06');
select is(pg_temp.mailed('reminder'), 'mentors', 'On Tuesday the lead is');
select private.remind_of_concerns('2026-12-04 00:00:01-06');
select private.remind_of_concerns('2026-12-20 00:00:01-06');
select is(pg_temp.mailed('reminder'), 'mentors, mentors', '… and again after the third business day, and then no more');
select is_empty($$ select data from private.outbox where data::text ~* 'marker|fatu' $$, 'No reminder has a text');

select * from finish();
rollback;
