-- The page of a mentor: whose account opens it, what it shows, and what becomes of the meetings that a device sends.

begin;
select no_plan();
set constraints all immediate;

create function pg_temp.pair(mentee text) returns uuid
language sql as $$ select id from public.matches where mentee_id = tests.id('mentees', mentee) order by created_at limit 1 $$;
create function pg_temp.log(mentee text, day date, minutes integer default 60, meeting uuid default gen_random_uuid(), outcome text default 'happened') returns text
language sql as $$
  select format('select public.log_own_meeting(%L, %L, %L, %L, %L)', meeting, pg_temp.pair(mentee), day, minutes, outcome)
$$;
create function pg_temp.today(later integer default 0) returns date
language sql as $$ select private.office_today() + later $$;
create function pg_temp.says(persona text, command text, message text, description text, state text default 'P0001') returns setof text
language plpgsql
as $$
declare
  outcome tests.outcome;
begin
  return next tests.refused(persona, command, description, state);
  outcome := tests.attempt(persona, command);
  return next is(outcome.message, message, description || ', in words');
end
$$;
create function pg_temp.others() returns setof text
language sql as $$ select * from tests.personas() $$;
create function pg_temp.linking(address text, mentor text default 'Aisha', link uuid default gen_random_uuid()) returns text
language sql as $$ select format('select public.link_mentor_account(%L, %L, %L)', link, tests.id('mentors', mentor), address) $$;

delete from public.meetings where match_id is not null;
delete from private.released_numbers;
update public.matches set since = pg_temp.today(-30), status = 'active', mentor_agreed_on = pg_temp.today(-40), guardian_agreed_on = pg_temp.today(-40)
where id = pg_temp.pair('Chloe');

-- Who may

select is(tests.answer(persona, 'select public.mentor_page()'), null, format('%s has no page of a mentor', persona)) from pg_temp.others() as persona;
select isnt(tests.answer(persona, 'select public.own_mentoring()'), 'true', format('%s is linked to no mentor', persona)) from pg_temp.others() as persona;
select tests.refused(persona, pg_temp.log('Chloe', pg_temp.today()), format('%s logs no meeting', persona)) from pg_temp.others() as persona;
select tests.done(
  'mentor', pg_temp.log('Chloe', pg_temp.today(-1), meeting => '00000000-0000-4000-8000-00000000b001'),
  'exists (select from public.meetings where id = ''00000000-0000-4000-8000-00000000b001'')', 'The linked account logs one'
);
select tests.refused(
  persona, $$ select public.change_own_meeting('00000000-0000-4000-8000-00000000b001', '{"minutes": 30}') $$, format('%s changes no meeting', persona)
) from pg_temp.others() as persona;
select tests.refused(
  persona, $$ select public.remove_own_meeting('00000000-0000-4000-8000-00000000b001') $$, format('%s removes no meeting', persona)
) from pg_temp.others() as persona;
select tests.refused(persona, pg_temp.linking('supporter@kindlewell.test'), format('%s links no account', persona))
from pg_temp.others() as persona where persona = 'anon' or tests.account(persona) not in (select private.holders('can_manage_mentors'));
select tests.refused(persona, $$ select public.unlink_mentor_account('10000000-0000-4000-8000-00000000a001') $$, format('%s ends no link', persona))
from pg_temp.others() as persona where persona = 'anon' or tests.account(persona) not in (select private.holders('can_manage_mentors'));
select is(
  tests.answer(persona, format('select public.mentor_account(%L) ->> ''address''', tests.id('mentors', 'Josephine'))),
  case when tests.account(persona) in (select private.holders('can_manage_mentors')) then 'mentor@kindlewell.test' end, format('%s sees the account only if they look after mentors', persona)
) from pg_temp.others() as persona;
select is(
  (select array_agg(role::text order by role) from unnest(private.staff_roles()) as role where role = 'mentor'), null, 'The role mentor is no role of staff'
);

-- What it shows

select is(
  tests.answer('mentor', $$ select jsonb_path_query_array(public.mentor_page(), '$.matches[*].name') $$), '["Chloe N."]', 'The child has a first name and an initial'
);
select is(
  array(select key from jsonb_object_keys((tests.answer('mentor', $$ select public.mentor_page() #> '{matches,0}' $$))::jsonb) as key order by 1),
  '{guardians,id,logged,name,next,per_month,program,since,status,supervisor,this_month}', 'Of a match only what mentoring needs'
);
select unalike(
  tests.answer('mentor', 'select public.mentor_page()'), '%' || word || '%', format('It has no %s', word)
) from unnest('{Nguyen,Grade 4,Cedar Park,Linh,555 0215}'::text[]) as word;
update public.mentors set status = 'inactive' where id = tests.id('mentors', 'Josephine');
select is(tests.answer('mentor', $$ select public.mentor_page() -> 'matches' $$), '[]', 'An inactive mentor sees no child');
update public.mentors set status = 'active' where id = tests.id('mentors', 'Josephine');
update public.matches set status = 'proposed' where id = pg_temp.pair('Chloe');
select is(tests.answer('mentor', $$ select public.mentor_page() -> 'matches' $$), '[]', '… nor one of a match that is not active');
update public.matches set status = 'active' where id = pg_temp.pair('Chloe');
insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
select gen_random_uuid(), tests.account('mentor'), 'totp', 'verified', now(), now();
select is(tests.answer('mentor', 'select public.mentor_page()'), null, '… nor a session that owes its second factor');
select tests.refused('mentor', pg_temp.log('Chloe', pg_temp.today(-2)), '… which logs none either');
delete from auth.mfa_factors where true;

-- Meetings that cannot be

select pg_temp.says('mentor', pg_temp.log('Chloe', pg_temp.today(-2), 0), 'A meeting takes 5 to 720 minutes.', '0 minutes are refused');
select pg_temp.says('mentor', pg_temp.log('Chloe', pg_temp.today(-2), 721), 'A meeting takes 5 to 720 minutes.', '721 minutes are refused');
select pg_temp.says('mentor', pg_temp.log('Chloe', private.latest_day() + 1), 'This day is later than today anywhere on earth.', 'Tomorrow is refused');
select is(
  (tests.attempt('mentor', pg_temp.log('Chloe', pg_temp.today(-31)))).message, format('This match began on %s.', private.day_in_words(pg_temp.today(-30))),
  'A day before the match is refused'
);
select pg_temp.says('mentor', pg_temp.log('Chloe', pg_temp.today(-2), outcome => 'planned'), 'Choose whether you met.', 'What did not happen yet is refused');
select pg_temp.says('mentor', pg_temp.log('Chloe', pg_temp.today(-2), null), 'Enter how many minutes it took.', 'A meeting without a length is refused');
select pg_temp.says(
  'mentor', pg_temp.log('Noah', pg_temp.today(-2)), 'You may not log meetings of this match.', 'The match of another mentor is refused', '42501'
);
select pg_temp.says(
  'mentor', format('select public.log_own_meeting(gen_random_uuid(), gen_random_uuid(), %L, 60, ''happened'')', pg_temp.today()),
  'You may not log meetings of this match.', '… as one that does not exist', '42501'
);
select pg_temp.says(
  'mentor', pg_temp.log('Chloe', pg_temp.today(-2), meeting => (select id from public.meetings where title is not null limit 1)),
  'You may not log meetings of this match.', 'The id of another meeting is refused', '42501'
);

-- Sent again

select is(tests.answer('mentor', pg_temp.log('Chloe', pg_temp.today(-1), meeting => '00000000-0000-4000-8000-00000000b001')), 'stored', 'Sent again, it is stored once');
select is(tests.answer('mentor', pg_temp.log('Chloe', pg_temp.today(-1), 90, '00000000-0000-4000-8000-00000000b001')), 'stored', '… whatever it then has');
select is((select string_agg(minutes::text, ' ') from public.meetings where match_id = pg_temp.pair('Chloe')), '60', '… with the first values');
select is(tests.answer('mentor', pg_temp.log('Chloe', pg_temp.today(-1), meeting => '00000000-0000-4000-8000-00000000b002')), 'repeated', 'The same from another device is kept, and marked');
select is(
  (select array_agg(duplicate_of::text order by id) from public.meetings where match_id = pg_temp.pair('Chloe')),
  array[null, '00000000-0000-4000-8000-00000000b001'], '… the second of the two'
);

-- Clocks

select is(
  private.day_of_press(pg_temp.today(-40), is_today, now() + clock - waited, now() + clock, 0) - (now() at time zone 'UTC')::date, expected, description
) from (values
  (true, interval '0', interval '0', 0, 'A press of this moment is of today'),
  (true, interval '0', interval '2 days', -2, 'One that waited two days is of that day'),
  (true, interval '9 hours', interval '2 days', -2, '… also by a clock that is nine hours fast'),
  (true, interval '-30 days', interval '2 days', -2, '… and by one that is a month slow'),
  (true, interval '0', interval '-1 hour', 0, 'A clock that was set back since gives today')
) as known (is_today, clock, waited, expected, description);
select is(private.day_of_press(pg_temp.today(-40), false, now() - interval '2 days', now(), 0), pg_temp.today(-40), 'A day that the mentor chose stays');
select is(private.day_of_press(pg_temp.today(-40), true, now() - interval '2 days', now(), 5000), pg_temp.today(-40), '… as any day of a device without a time zone');
select is(
  array[private.day_of_press(pg_temp.today(-40), true, now(), now(), -720), private.day_of_press(pg_temp.today(-40), true, now(), now(), 840)],
  array[private.earliest_day(), private.latest_day()], 'The day is that of the device''s time zone'
);

-- On a planned day

insert into public.meetings (id, program_id, match_id, day, outcome, place, recorded_by)
select gen_random_uuid(), program_id, id, pg_temp.today(-8), 'planned', 'Library', tests.account('staff') from public.matches where id = pg_temp.pair('Chloe');
select is(
  tests.answer('mentor', pg_temp.log('Chloe', pg_temp.today(-8), meeting => ('00000000-0000-4000-8000-00000000b00' || number)::uuid)), answer, description
) from (values (8, 'stored', 'A meeting on a planned day is stored'), (8, 'stored', '… sent again, once'), (9, 'repeated', '… and the same from another device marked'))
  as sent (number, answer, description);
select is(
  (select string_agg(concat_ws(' ', outcome, place), ', ' order by id) from public.meetings where match_id = pg_temp.pair('Chloe') and day = pg_temp.today(-8)),
  'happened Library, happened', 'The planned one is the one that took place'
);
select tests.done(
  'mentor', $$ select public.change_own_meeting('00000000-0000-4000-8000-00000000b008', '{"minutes": 45}', '{"minutes": 60}') $$,
  'exists (select from public.meetings where id = ''00000000-0000-4000-8000-00000000b008'' and minutes = 45)', '… which its mentor may correct'
);
delete from public.meetings where match_id = pg_temp.pair('Chloe') and day = pg_temp.today(-8);

-- Corrections

select tests.done(
  'mentor', $$ select public.change_own_meeting('00000000-0000-4000-8000-00000000b001', '{"minutes": 45, "note": "She read aloud."}', '{"minutes": 60}') $$,
  'exists (select from public.meetings where minutes = 45 and note is not null)', 'A mentor corrects a meeting, and notes something'
);
select is(
  tests.answer('mentor', $$ select jsonb_path_query_array(public.mentor_page(), '$.matches[0].logged[*].note') $$), '[null, "She read aloud."]', '… which the mentor reads'
);
select tests.refused(
  'mentor', $$ select public.change_own_meeting('00000000-0000-4000-8000-00000000b001', '{"minutes": 50}', '{"minutes": 60}') $$,
  'A correction of values that changed meanwhile is refused', 'PT409'
);
select tests.refused(
  'mentor', $$ select public.change_own_meeting('00000000-0000-4000-8000-00000000b001', '{"program_id": null}') $$, 'Other columns are not theirs', '23514'
);
insert into public.meetings (id, program_id, match_id, day, minutes, outcome, note, recorded_by)
select '00000000-0000-4000-8000-00000000b003', program_id, id, pg_temp.today(-3), 60, 'happened', 'Of the office', tests.account('staff')
from public.matches where id = pg_temp.pair('Chloe');
select unalike(tests.answer('mentor', 'select public.mentor_page()'), '%Of the office%', 'A note of the office stays there');
select tests.refused('mentor', $$ select public.change_own_meeting('00000000-0000-4000-8000-00000000b003', '{"minutes": 5}') $$, '… and its meeting as it is');
update public.meetings set created_at = now() - interval '8 days' where id = '00000000-0000-4000-8000-00000000b001';
select pg_temp.says(
  'mentor', $$ select public.change_own_meeting('00000000-0000-4000-8000-00000000b001', '{"minutes": 5}') $$,
  'You logged this more than a week ago. The office can correct it.', 'After a week only the office corrects it'
);
select tests.done(
  'mentor', $$ select public.remove_own_meeting('00000000-0000-4000-8000-00000000b002') $$,
  'not exists (select from public.meetings where id = ''00000000-0000-4000-8000-00000000b002'')', 'What was entered twice is removed'
);

-- What had ended

update public.matches set status = 'closed', until = pg_temp.today(-5), close_reason = 'She moved.' where id = pg_temp.pair('Chloe');
select is(tests.answer('mentor', pg_temp.log('Chloe', pg_temp.today(-6))), 'stored', 'A meeting before the end of its match counts');
select is(tests.answer('mentor', pg_temp.log('Chloe', pg_temp.today(-4), meeting => '00000000-0000-4000-8000-00000000b004')), 'held', 'One after it waits for the office');
select is(tests.answer('mentor', pg_temp.log('Chloe', pg_temp.today(-4), meeting => '00000000-0000-4000-8000-00000000b004')), 'held', '… sent again, once');
select pg_temp.says('mentor', pg_temp.log('Chloe', pg_temp.today(-4), 721), 'A meeting takes 5 to 720 minutes.', '… and is as long as others');
select is(tests.answer('mentor', $$ select jsonb_array_length(public.mentor_page() -> 'held') $$), '1', '… and the mentor sees that it waits');
select is(
  tests.answer(persona, format('select count(*) from public.held_meetings(%L)', tests.id('programs', 'Youth Mentorship'))),
  case when tests.account(persona) in (select private.holders('can_manage_programs')) then '1' end,
  format('%s sees what waits only if they manage programs', persona)
) from pg_temp.others() as persona;
select tests.refused(persona, $$ select public.settle_held_meeting('00000000-0000-4000-8000-00000000b004', true) $$, format('%s decides nothing', persona))
from pg_temp.others() as persona where persona = 'anon' or tests.account(persona) not in (select private.holders('can_manage_programs'));
select is(
  tests.answer('mentor', pg_temp.log('Chloe', pg_temp.today(-4), 90, '00000000-0000-4000-8000-00000000b004')), 'held', '… sent corrected, it waits'
);
select is((select string_agg(minutes::text, ' ') from private.held_meetings), '90', '… once, with the last values');
select pg_temp.says(
  'mentor', pg_temp.log('Chloe', pg_temp.today(-4), null, outcome => 'missed'), 'Choose who cancelled or missed it.', 'A missed one names who missed it'
);
select is(
  tests.answer('mentor', format(
    'select public.log_own_meeting(%L, %L, %L, 60, ''happened'', ''mentee'')', '00000000-0000-4000-8000-00000000b00c', pg_temp.pair('Chloe'), pg_temp.today(-3)
  )), 'held', 'One that happened, and names who missed it, waits too'
);
select tests.done(
  'admin', $$ select public.settle_held_meeting('00000000-0000-4000-8000-00000000b00c', true) $$,
  $$ exists (select from public.meetings where id = '00000000-0000-4000-8000-00000000b00c' and missed_by is null) $$, '… and counts as a meeting that nobody missed'
);
select is(
  (tests.attempt('mentor', format('select public.change_own_meeting(%L, %L)', id, changes))).state, state, description
) from (values
  ('00000000-0000-4000-8000-00000000b00c'::uuid, '{"minutes": 60, "outcome": "happened", "missed_by": null}', '00000', 'The correction that a device sends behind its meeting says nothing new'),
  ('00000000-0000-4000-8000-00000000b00c', '{"minutes": 45}', '42501', 'Another one is refused after the match ended'),
  ('00000000-0000-4000-8000-00000000b00c', '{"note": null}', '42501', '… so is a guess at a note'),
  ('00000000-0000-4000-8000-00000000b003', '{"minutes": 60}', '42501', '… and at what a colleague logged')
) as sent (id, changes, state, description);
select tests.done(
  'admin', $$ select public.settle_held_meeting('00000000-0000-4000-8000-00000000b004', true) $$,
  'exists (select from public.meetings where id = ''00000000-0000-4000-8000-00000000b004'')', 'The office lets it count'
);
select is(tests.answer('mentor', pg_temp.log('Chloe', pg_temp.today(-4), meeting => '00000000-0000-4000-8000-00000000b004')), 'stored', '… then it is there');
select is(tests.answer('mentor', pg_temp.log('Chloe', pg_temp.today(-3), meeting => '00000000-0000-4000-8000-00000000b005')), 'held', 'Another one waits');
select tests.done(
  'admin', $$ select public.settle_held_meeting('00000000-0000-4000-8000-00000000b005', false) $$,
  'not exists (select from private.held_meetings)', 'The office discards it'
);
select is(
  (select count(*)::integer from public.change_log where record_id = '00000000-0000-4000-8000-00000000b005' and action = 'removed'), 1, '… which the log has'
);
insert into public.meetings (id, program_id, match_id, day, outcome)
select '00000000-0000-4000-8000-00000000b00a', program_id, id, pg_temp.today(-2), 'planned' from public.matches where id = pg_temp.pair('Chloe');
select is(tests.answer('mentor', pg_temp.log('Chloe', pg_temp.today(-2), meeting => '00000000-0000-4000-8000-00000000b00b')), 'held', 'One of a planned day waits');
select tests.done(
  'admin', $$ select public.settle_held_meeting('00000000-0000-4000-8000-00000000b00b', true) $$,
  'exists (select from public.meetings where id = ''00000000-0000-4000-8000-00000000b00b'')
    and not exists (select from public.meetings where id = ''00000000-0000-4000-8000-00000000b00a'')', 'The office lets it count in the place of the planned one'
);
update public.matches set status = 'active', until = null, close_reason = null where id = pg_temp.pair('Chloe');
update public.programs set status = 'completed', closed_on = pg_temp.today(-5) where name = 'Youth Mentorship';
update public.programs set closed_on = pg_temp.today(-5) where name = 'Youth Mentorship';
select is(tests.answer('mentor', pg_temp.log('Chloe', pg_temp.today(-4))), 'held', 'A meeting after its program was closed waits for the office');
select is(tests.answer('mentor', $$ select public.mentor_page() -> 'matches' $$), '[]', '… and its mentor sees the child no more');
update public.programs set status = 'active' where name = 'Youth Mentorship';

-- Links

select pg_temp.says('mentors', pg_temp.linking('nobody@example.org'), refusal, 'No account is linked by an unknown address'),
  pg_temp.says('mentors', pg_temp.linking('untrusted@example.org'), refusal, '… or by one that is not proven')
from tests.sign_up('untrusted@example.org'),
  (values ('No account with this address can be linked. It needs a confirmed address, and a password that its owner set by email after someone offered it a role.')) as said (refusal);
select pg_temp.says('mentors', pg_temp.linking('mentors@kindlewell.test'), 'You can''t link your own account. Ask a colleague.', 'Nobody links their own account');
select pg_temp.says('mentors', pg_temp.linking('mentor@kindlewell.test'), 'This account is linked to another mentor.', 'An account has one mentor');
select pg_temp.says(
  'mentors', pg_temp.linking('supporter@kindlewell.test', 'Josephine'), 'This mentor has an account already. End that link first.', 'A mentor has one account'
);
select tests.done(
  'mentors', pg_temp.linking(' Supporter@kindlewell.test', link => '00000000-0000-4000-8000-00000000b006'),
  'exists (select from private.mentor_accounts where id = ''00000000-0000-4000-8000-00000000b006'')', 'A trusted account is linked'
);
select is((tests.attempt('mentors', pg_temp.linking('supporter@kindlewell.test', link => '00000000-0000-4000-8000-00000000b006'))).state, '00000', '… and again, as once');
select is(tests.answer('supporter', $$ select jsonb_path_query_array(public.mentor_page(), '$.matches[*].name') $$), '["Noah W."]', '… and sees the mentor''s child');
select is(
  (select count(*)::integer from public.change_log where record_kind = 'mentor_accounts' and record_id = tests.account('supporter') and action = 'added'), 1, '… which the log has'
);
update auth.users set email = 'moved@example.org' where id = tests.account('supporter');
select isnt((select until from private.mentor_accounts where id = '00000000-0000-4000-8000-00000000b006'), null, 'Another address ends the link');
update auth.users set email = 'supporter@kindlewell.test' where email = 'moved@example.org';
select is(tests.answer('supporter', 'select public.mentor_page()'), null, '… also once the old one is back');
select tests.done(
  'mentors', $$ select public.unlink_mentor_account('10000000-0000-4000-8000-00000000a001') $$,
  'exists (select from private.mentor_accounts where id = ''10000000-0000-4000-8000-00000000a001'' and until is not null)', 'A colleague ends a link'
);
select is(tests.answer('mentor', 'select public.mentor_page()'), null, '… and the page is closed at once');
select is(tests.answer('mentor', 'select count(*) from public.concern_recipients()'), '0', '… with the form for concerns');
select is(tests.answer('mentor', pg_temp.log('Chloe', pg_temp.today(-1), 30)), 'held', 'What its device still sends waits for the office');
select pg_temp.says(
  'mentor', pg_temp.log('Chloe', pg_temp.today(-31), 30), format('This match began on %s.', private.day_in_words(pg_temp.today(-30))), '… but not of a day before the match'
);
update private.mentor_accounts set until = null where id = '10000000-0000-4000-8000-00000000a001';

-- Numbers

select tests.refused(
  persona, format('select public.numbers_for_mentors(%L)', tests.id('mentees', 'Chloe')), format('%s sees no numbers of guardians', persona)
) from pg_temp.others() as persona where persona = 'anon' or tests.account(persona) not in (select private.holders('can_manage_mentees'));
select tests.refused('admin', format('select public.numbers_for_mentors(%L)', tests.id('mentees', 'Chloe')), 'An admin sees them after an opening');
insert into public.change_log (actor_id, action, record_kind, record_id, created_at)
select tests.account(persona), 'opened', 'mentees', tests.id('mentees', 'Chloe'), now() - interval '1 minute' from unnest('{admin,mentor,staff}'::text[]) as persona;
select is(
  tests.answer('admin', format('select public.numbers_for_mentors(%L) #>> ''{0,adults,0,phone}''', tests.id('mentees', 'Chloe'))), '+1 512 555 0215', '… with their number'
);
create temporary table releasing as
select format('select public.release_number(%L, %L, true)', pg_temp.pair('Chloe'), adult_id) as command from private.guardians_of(tests.id('mentees', 'Chloe')) limit 1;
select tests.refused(persona, command, format('%s releases no number', persona)) from pg_temp.others() as persona, releasing where persona not in ('admin', 'staff');
select tests.done('admin', command, 'exists (select from private.released_numbers)', 'A number is released') from releasing;
select is(
  tests.answer('mentor', $$ select public.mentor_page() #> '{matches,0,guardians}' $$)::jsonb #>> '{0,phone}', '+1 512 555 0215', '… and the mentor sees it'
);
select tests.attempt('admin', format('select public.record_family_opening(%L)', (select person_id from public.mentees where first_name = 'Chloe')));
select is(
  tests.answer('mentor', $$ select public.mentor_page() #> '{matches,0,guardians}' $$)::jsonb #>> '{0,phone}', '+1 512 555 0215', '… also once the guardian, who gave, has a record'
);
update private.guardians set no_contact = true where child_id = (select person_id from public.mentees where first_name = 'Chloe');
select is(tests.answer('mentor', $$ select public.mentor_page() #> '{matches,0,guardians}' $$), '[]', '… until nobody may contact the guardian');
select tests.refused('admin', command, '… whose number nobody releases', 'P0001') from releasing;

-- Merged mentors

select private.move_references('mentors', tests.id('mentors', 'Tomás'), tests.id('mentors', 'Josephine'));
select is(
  (select mentor_id from private.mentor_accounts where id = '10000000-0000-4000-8000-00000000a001'), tests.id('mentors', 'Tomás'), 'A merge takes the account along'
);
select is(tests.answer('mentor', $$ select jsonb_path_query_array(public.mentor_page(), '$.matches[*].name') $$), '["Chloe N."]', '… with its match');

select * from finish();
rollback;
