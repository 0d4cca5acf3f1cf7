-- Matches: who proposes and changes them, what is refused, and which are quiet.

begin;
select plan(58);
set constraints all immediate;

create function pg_temp.day(later integer) returns date
language sql as $$ select private.office_today() + later $$;
create function pg_temp.pairing(mentor text, mentee text, program text default 'Pairs', id uuid default gen_random_uuid(), meetings integer default 2, supervisor uuid default null, deputy uuid default null) returns text
language sql
as $$
  select format('select public.propose_match(%L, %L, %L, %L, %s, %L, %L)', id, tests.id('programs', program), tests.id('mentors', mentor),
    tests.id('mentees', mentee), meetings, supervisor, deputy)
$$;
create function pg_temp.match(mentee text) returns uuid
language sql
as $$ select id from public.matches where mentee_id = tests.id('mentees', mentee) order by created_at desc, status limit 1 $$;
create function pg_temp.changing(mentee text, status text, seen text, on_day integer default null, reason text default null) returns text
language sql
as $$ select format('select public.set_match_status(%L, %L, %L, %L, %L)', pg_temp.match(mentee), status, seen, pg_temp.day(on_day), reason) $$;
create function pg_temp.saving(mentee text, changes jsonb, replaced jsonb default '{}') returns text
language sql
as $$ select format('select public.save_match(%L, %L, %L)', pg_temp.match(mentee), changes, replaced) $$;
create function pg_temp.agreed(mentee text) returns text
language sql
as $$ select pg_temp.saving(mentee, jsonb_build_object('mentor_agreed_on', pg_temp.day(-70), 'guardian_agreed_on', pg_temp.day(-65))) $$;
create function pg_temp.status(mentee text) returns text
language sql
as $$ select status::text from public.matches where id = pg_temp.match(mentee) $$;
create function pg_temp.step(who text, command text) returns void
language plpgsql
as $$
begin
  perform tests.act_as(who);
  execute command;
  perform set_config('role', 'none', true), set_config('request.jwt.claims', '', true);
end
$$;
create function pg_temp.fails(command text, message text, description text, who text default 'admin', state text default 'P0001') returns setof text
language plpgsql
as $$
declare
  outcome tests.outcome;
begin
  return next tests.refused(who, command, description, state);
  outcome := tests.attempt(who, command);
  return next is(outcome.message, message, description || ', in words');
end
$$;

delete from public.matches where true;
insert into public.programs (name) values ('Pairs'), ('Other pairs');
insert into public.mentors (first_name, last_name) values ('Ada', 'Mentor'), ('Bo', 'Mentor'), ('Cal', 'Outside'), ('Dot', 'Idle');
update public.mentors set status = 'inactive' where first_name = 'Dot';
insert into public.mentees (first_name, last_name) values ('Max', 'Child'), ('Mia', 'Child'), ('Moe', 'Child'), ('Max-Else', 'Child');
insert into public.program_mentors (program_id, mentor_id)
select programs.id, mentors.id from public.programs, public.mentors where programs.name in ('Pairs', 'Other pairs') and mentors.first_name in ('Ada', 'Bo');
insert into public.program_mentees (program_id, mentee_id)
select programs.id, mentees.id from public.programs, public.mentees where programs.name in ('Pairs', 'Other pairs') and mentees.first_name in ('Max', 'Mia', 'Moe');

-- Proposing

select tests.refused('only can_manage_programs', pg_temp.pairing('Ada', 'Max'), 'Without can_manage_mentees no one proposes');
select tests.refused('only can_manage_mentees', pg_temp.pairing('Ada', 'Max'), 'Nor without can_manage_programs');
select pg_temp.fails(pg_temp.pairing('Cal', 'Max'), 'Cal Outside is inactive or not a mentor of this program.', 'A mentor of no program is not paired');
select pg_temp.fails(pg_temp.pairing('Ada', 'Max-Else'), 'Max-Else Child is inactive or not a mentee of this program.', 'Nor a mentee of no program');
select pg_temp.fails(pg_temp.pairing('Ada', 'Max', meetings => 0), 'A match meets 1 to 20 times a month.', 'No meeting a month is refused');
select pg_temp.fails(
  pg_temp.pairing('Ada', 'Max', supervisor => tests.account('only can_manage_mentees')),
  'This colleague has left or can''t manage programs. Choose someone else.', 'A supervisor may manage programs'
);
select pg_temp.fails(
  pg_temp.pairing('Ada', 'Max', deputy => tests.account('admin')), 'Choose a supervisor, and as deputy someone else.', 'No deputy without a supervisor'
);
insert into private.mentor_accounts (id, mentor_id, user_id, address)
values (gen_random_uuid(), tests.id('mentors', 'Ada'), tests.account('admin'), 'admin@kindlewell.test');
select pg_temp.fails(
  pg_temp.pairing('Ada', 'Max', supervisor => tests.account('admin')), 'Nobody supervises their own match. Choose someone else.',
  'A linked mentor is not their own supervisor'
);
delete from private.mentor_accounts where mentor_id = tests.id('mentors', 'Ada');
select tests.done(
  'admin', pg_temp.pairing('Ada', 'Max', id => '00000000-0000-4000-8000-0000000000aa', supervisor => tests.account('only can_manage_programs'), deputy => tests.account('admin')),
  $$ exists (select from public.matches where id = '00000000-0000-4000-8000-0000000000aa' and status = 'proposed' and created_by = tests.account('admin')) $$,
  'A match is proposed'
);
select lives_ok(
  $$ select pg_temp.step('admin', pg_temp.pairing('Ada', 'Max', id => '00000000-0000-4000-8000-0000000000aa')) $$,
  'A repeated call is harmless'
);
select is((select count(*) from public.matches), 1::bigint, 'and stores nothing twice');
select pg_temp.fails(pg_temp.pairing('Bo', 'Max'), 'Max Child already has a match in this program.', 'A child with a match gets no second one');
select pg_temp.fails(pg_temp.pairing('Ada', 'Mia'), 'Ada Mentor has no place left: 1 of 1 taken.', 'A mentor at capacity is refused');
select pg_temp.fails(pg_temp.pairing('Ada', 'Mia', 'Other pairs'), 'Ada Mentor has no place left: 1 of 1 taken.', 'The capacity counts in all programs');
insert into public.program_requirements (program_id, kind, name) values (tests.id('programs', 'Pairs'), 'mentors', 'Check');
select pg_temp.fails(
  pg_temp.pairing('Bo', 'Mia'), 'Requirements of this program are not met. Bo Mentor lacks Check.', 'A mentor without a requirement is not paired'
);
update public.program_requirements set retired_at = now() where name = 'Check' and program_id = tests.id('programs', 'Pairs');

-- Active, paused, closed

select pg_temp.fails(
  pg_temp.changing('Max', 'active', 'proposed'), 'Note the yes of the mentor and of a guardian first.', 'A match begins only with the yes of both'
);
select pg_temp.fails(
  pg_temp.saving('Max', jsonb_build_object('guardian_agreed_on', pg_temp.day(1))), 'No one said yes on a day later than today.', 'No yes of tomorrow'
);
select pg_temp.fails(pg_temp.saving('Max', '{"mentor_agreed_on": "1999-12-31"}'), 'Enter a day from 2000 on.', 'No yes of another century');
select tests.refused('only can_manage_mentees', pg_temp.agreed('Max'), 'Only who manages programs notes it');
select tests.refused('admin', pg_temp.saving('Max', '{"status": "active"}'), 'A status is not saved as a field', '23514');
select pg_temp.step('only can_manage_programs', pg_temp.agreed('Max'));
select tests.refused(
  'admin', pg_temp.saving('Max', '{"meetings_per_month": 3}', '{"meetings_per_month": 1}'), 'Nothing is saved over a colleague''s change', 'PT409'
);
select tests.refused('admin', pg_temp.changing('Max', 'active', seen), 'Nor a status', 'PT409') from (values ('paused'), (null)) as said (seen);
select tests.refused('only can_manage_mentees', pg_temp.changing('Max', 'active', 'proposed'), 'Only who manages programs begins it');
select tests.done(
  'only can_manage_programs', pg_temp.changing('Max', 'active', 'proposed', -60),
  $$ (select status = 'active' and since = pg_temp.day(-60) from public.matches where id = pg_temp.match('Max')) $$, 'A match begins, on an earlier day too'
);
select pg_temp.fails(
  pg_temp.saving('Max', '{"guardian_agreed_on": null}'), 'A match that is active has the yes of both.', 'The yes of an active match stays'
);
select is((select quiet_days from private.quiet_matches where id = pg_temp.match('Max')), 60, 'Without a meeting for 60 days it is quiet');
insert into public.meetings (id, program_id, match_id, day, minutes, outcome) values
  (gen_random_uuid(), tests.id('programs', 'Pairs'), pg_temp.match('Max'), pg_temp.day(-22), 60, 'happened'),
  (gen_random_uuid(), tests.id('programs', 'Pairs'), pg_temp.match('Max'), pg_temp.day(-1), 60, 'missed');
select is_empty($$ select from private.quiet_matches where id = pg_temp.match('Max') $$, 'Twice a month, it is not after 22 days');
update public.meetings set day = day - 2 where match_id = pg_temp.match('Max') and outcome = 'happened';
select is(
  (select concat_ws(' ', quiet_days, allowed) from private.quiet_matches where id = pg_temp.match('Max')), '24 22',
  'and is after 24; a missed meeting is none'
);
select pg_temp.step('admin', pg_temp.changing('Max', 'paused', 'active', -10));
select is_empty($$ select from private.quiet_matches where id = pg_temp.match('Max') $$, 'A paused match is not quiet');
select pg_temp.fails(
  pg_temp.changing('Max', 'active', 'paused', -11), 'The day can''t be before the pause began.', 'A pause ends after it began'
);
select pg_temp.step('admin', pg_temp.changing('Max', 'active', 'paused', -5));
select is_empty($$ select from private.quiet_matches where id = pg_temp.match('Max') $$, 'The days of the pause do not count');
select pg_temp.step('admin', pg_temp.saving('Max', '{"meetings_per_month": 3}'));
select is((select quiet_days from private.quiet_matches where id = pg_temp.match('Max')), 19, 'and the others do');
update public.programs set status = 'completed' where name = 'Pairs';
select is_empty($$ select from private.quiet_matches where id = pg_temp.match('Max') $$, 'In a program that is over nothing is quiet');
select isnt((select over_at from public.matches where id = pg_temp.match('Max')), null, 'Its matches are over, too');
update public.programs set status = 'active' where name = 'Pairs';
select is((select over_at from public.matches where id = pg_temp.match('Max')), null, 'and go on with it');
select pg_temp.fails(pg_temp.changing('Max', 'closed', 'active'), 'Say why, in up to 500 characters.', 'A match is closed for a reason');
select tests.done(
  'only can_manage_programs', pg_temp.changing('Max', 'closed', 'active', reason => 'Moved away'),
  $$ (select status = 'closed' and until = pg_temp.day(0) and close_reason = 'Moved away' and over_at is not null from public.matches where id = pg_temp.match('Max')) $$,
  'It is closed'
);
select pg_temp.fails(pg_temp.changing('Max', 'active', 'closed'), 'This match is closed. Propose a new one.', 'A closed match stays closed');
select is_empty(
  $$ select from public.change_log where record_kind = 'matches' and changes::text like '%Moved away%' $$, 'The log has no reason'
);
select lives_ok($$ select pg_temp.step('admin', pg_temp.pairing('Ada', 'Max')) $$, 'The child and the mentor are free again');

select * from finish();
rollback;
