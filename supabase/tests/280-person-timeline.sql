-- A person: who reads which events, how they are paged, notes and calls, and who is one with whom.

begin;
select plan((130 + (select count(*) from public.permissions))::integer);
delete from private.outbox where true;

-- One in every table: under an address, a telephone and two records without an address.

insert into public.mentors (first_name, last_name, email, phone, created_at) values
  ('Ona', 'Mentor', 'one@example.org', null, '2026-01-01'), ('Ola', 'Spare', null, '+1 512 909 0101', '2026-01-01');
insert into public.mentees (first_name, last_name, email, phone, parent_email, parent_phone, created_at) values
  ('Kit', 'Kiddo', null, '512 909 0404', 'one@example.org', '512 909 0101', '2026-01-02'),
  ('Kai', 'Other', null, null, 'one@example.org', null, '2026-01-02');
insert into public.donations (donor_name, donor_email, donor_phone, amount, donation_type, campaign, created_at) values
  ('Mrs. Ona Mentor', 'One@example.org', null, 12.50, 'one-time', 'Library', '2026-01-03'),
  ('Ola Spare', null, '(512) 909-0101', 30, 'one-time', null, '2026-01-04'),
  ('Ola Imported', null, null, 40, 'one-time', null, '2026-01-05');
insert into public.volunteer_applications (first_name, last_name, email, phone) values ('Ona', 'Mentor', ' one@example.org', '5550000000');
insert into public.contact_messages (name, email, message) values ('Ona', 'one@example.org', 'A question');
insert into public.program_registrations (program, first_name, last_name, email) values ('health', 'Ona', 'Mentor', 'one@example.org');
insert into public.newsletter_subscriptions (name, email) values ('Ona', 'one@example.org');

create function pg_temp.sent(of_kind public.submission_kind) returns uuid
language sql as $$ select id from public.submissions where kind = of_kind and lower(btrim(email)) = 'one@example.org' $$;
create function pg_temp.kit() returns text language sql as $$ select 'mentees:' || tests.id('mentees', 'Kit') $$;
create function pg_temp.imported() returns text
language sql as $$ select 'donations:' || id from public.donations where donor_name = 'Ola Imported' and amount = 40 $$;
create function pg_temp.id(ref text) returns uuid
language sql as $$ select (private.people_of_ref(ref, array(select private.searched_tables()) || 'donors'::text))[1] $$;

insert into public.submission_notes (submission_id, body, is_from_applicant) values
  (pg_temp.sent('volunteer'), 'A colleague''s note', false), (pg_temp.sent('volunteer'), 'From the applicant', true);
insert into public.submission_answers (submission_id, subject, body)
select id, 'Re: ' || reference, 'Our answer' from public.submissions where id = pg_temp.sent('message');
update private.outbox set state = 'failed', error = 'No such mailbox' where kind = 'answer';
insert into private.outbox (idempotency_key, kind, recipient, campaign_id, state)
select 'campaign:one', 'campaign', 'one@example.org', id, 'sent' from public.email_campaigns where target_audience = 'all' limit 1;
insert into private.outbox (idempotency_key, kind, recipient, submission_id)
values ('receipt:one', 'receipt', 'One@example.org', pg_temp.sent('volunteer')) on conflict do nothing;
insert into private.outbox (idempotency_key, kind, recipient) values ('test:one', 'test', 'one@example.org');
insert into public.program_mentors (program_id, mentor_id)
values (tests.id('programs', 'Community Partnerships'), (select id from public.mentors where last_name = 'Mentor'));
insert into public.program_mentees (program_id, mentee_id)
values (tests.id('programs', 'Community Partnerships'), tests.id('mentees', 'Kit'));
insert into public.enrolments (course_id, mentee_id, state) values (tests.id('courses', 'English for Work'), tests.id('mentees', 'Kit'), 'enrolled');
insert into public.assessments (course_id, name) values (tests.id('courses', 'English for Work'), 'Quiz');
insert into public.student_grades (mentee_id, course_id, assessment_id, grade)
values (tests.id('mentees', 'Kit'), tests.id('courses', 'English for Work'), tests.id('assessments', 'Quiz'), 88.50);
insert into public.conversions (submission_id, reference, mentor_id, is_new, former_status)
select pg_temp.sent('volunteer'), 'V-1', id, false, 'new' from public.mentors where last_name = 'Mentor';
insert into private.merges (kind, kept_id, merged_id, merged_name, merged_row, replaced, followed)
select 'mentors', id, gen_random_uuid(), 'Ona Twice', '{}', '{}', '[]' from public.mentors where last_name = 'Mentor';
alter table public.tasks disable trigger check_task;
insert into public.tasks (body, due_on, done_at, mentor_id, open_to)
select 'Called', '2026-01-01', now(), id, '{mentors}' from public.mentors where last_name = 'Mentor';
insert into public.tasks (body, due_on, submission_id, open_to) values ('Open', '2026-01-01', pg_temp.sent('message'), '{submissions}');
alter table public.tasks enable trigger check_task;

create temporary table reading as
select persona from tests.personas() as persona
where persona like 'only %' or persona in ('anon', 'stranger', 'supporter', 'plain program_manager', 'admin');

create function pg_temp.kinds(persona text, person text) returns text
language sql
as $$
  select tests.answer(persona, format(
    'select string_agg(distinct kind, '' '' order by kind) from public.person_timeline(%L)', person
  ))
$$;

-- Readers of each kind

select is(
  pg_temp.kinds(persona, ' ONE@example.org'),
  case persona
    when 'only can_manage_mentors' then 'conversion merge record task'
    when 'only can_manage_donations' then 'gift'
    when 'only can_review_submissions' then 'answer conversion mail message note record seat submission'
    when 'admin' then 'answer campaign conversion gift mail merge message note program record seat submission task'
  end,
  format('%s reads only their kinds of events', persona)
)
from reading;
select is(
  pg_temp.kinds(persona, pg_temp.kit()),
  case persona when 'only can_manage_mentees' then 'record' when 'admin' then 'grade program record seat' end,
  format('%s reads of a child what they may', persona)
)
from reading where persona in (
  'only can_manage_mentees', 'only can_manage_courses', 'only can_manage_programs', 'only can_review_submissions', 'supporter', 'admin'
);
insert into public.user_permissions (user_id, permission_id)
select tests.account('only can_manage_mentees'), id from public.permissions where name in ('can_manage_courses', 'can_manage_programs');
select is(
  pg_temp.kinds('only can_manage_mentees', pg_temp.kit()), 'grade program record seat', 'Grades and seats need the right to courses beside that to mentees'
);
delete from public.user_permissions where user_id = tests.account('only can_manage_mentees')
  and permission_id in (select id from public.permissions where name in ('can_manage_courses', 'can_manage_programs'));
select is(
  tests.answer('admin', $$ select string_agg(kind || ' ' || state, ', ' order by kind) from public.person_timeline('one@example.org')
    where kind in ('answer', 'campaign') $$), 'answer failed, campaign sent', 'An answer and a campaign say what became of the mail'
);
select is(
  tests.answer('admin', $$ select string_agg(state || coalesce(' ' || source, ''), ', ' order by id) from public.person_timeline('one@example.org') where kind = 'task' $$),
  'done', 'A task is in the timeline when it is done'
);
select is(
  tests.answer('admin', format($$ select string_agg(to_jsonb(event)::text, '') ~* 'hill school|parent|909\D*0[14]0[14]|kiddo' from public.person_timeline(%L) event $$, pg_temp.kit())),
  'false', 'Nothing protected of a child is in it'
);
select is(
  tests.answer('only can_review_submissions', $$ select string_agg(kind || coalesce(' ' || reference, ''), ', ' order by kind, reference)
    from public.person_due('one@example.org') $$),
  (select string_agg(part, ', ' order by part) from (
    select 'waiting ' || reference as part from public.submissions where lower(btrim(email)) = 'one@example.org' and answered_at is null
    union all select 'task'
  ) as listed), 'Due: open tasks and what waits for an answer; a converted application is not convertible'
);
delete from public.conversions where submission_id = pg_temp.sent('volunteer');
select is(
  tests.answer('only can_review_submissions', $$ select reference from public.person_due('one@example.org') where kind = 'convertible' $$),
  (select reference from public.submissions where id = pg_temp.sent('volunteer')), 'An open application can be converted'
);
select is(tests.answer(persona, $$ select count(*) from public.person_due('one@example.org') $$), expected, format('%s sees %s due', persona, coalesce(expected, 'nothing')))
from (values ('supporter', '0'), ('anon', null), ('only can_send_emails', '0')) as listed (persona, expected);

-- Gifts of one day: those that were entered last come first, with their funds.
insert into public.donations (donor_name, donor_email, amount, donation_type, campaign, fund_id, method, description, created_at, entered_at) values
  ('Dora Day', 'dora@example.org', 1, 'one-time', 'Library', tests.id('funds', 'School meals'), 'cash', null, '2026-03-01 06:00+00', '2026-03-02 10:00+00'),
  ('Dora Day', 'dora@example.org', 3, 'one-time', null, null, 'cash', null, '2026-03-01 06:00+00', '2026-03-02 12:00+00'),
  ('Dora Day', 'dora@example.org', 2, 'one-time', null, tests.id('funds', 'Science lab'), 'cash', null, '2026-03-01 06:00+00', '2026-03-02 11:00+00'),
  ('Dora Day', 'dora@example.org', null, 'one-time', 'Appeal', tests.id('funds', 'Science lab'), 'in_kind', 'Piano', '2026-03-01 06:00+00', '2026-03-02 09:00+00');
select is(
  tests.answer('admin', $$ select string_agg(concat_ws(' ', amount, title), '; ') from public.person_timeline('dora@example.org', 'gift') $$),
  '3.00 General; 2.00 Science lab; 1.00 Library, School meals; Piano, Science lab', 'Gifts name their fund; of one day the last one entered comes first'
);

-- By telephone and by record

create function pg_temp.found(persona text, person text) returns text
language sql
as $$
  select tests.answer(persona, format(
    $q$ select string_agg(concat_ws(' ', kind, amount, title), ', ' order by kind, amount) from public.person_timeline(%L) $q$, person
  ))
$$;
select is(pg_temp.found('admin', person), 'gift 30.00 General, record', format('%s finds the mentor and the gift with that telephone', person))
from unnest(array['tel:5129090101', '+1 (512) 909-0101', '512.909.0101']) as person;
select is(pg_temp.found('only can_manage_donations', '5129090101'), 'gift 30.00 General', 'a reader of gifts finds only the gift');
select is(pg_temp.found('admin', person), null, format('%s finds no one', coalesce(person, 'null')))
from unnest(array[
  '5129090404', '909', '', null, 'tel:', 'mentees:', 'mentees:' || gen_random_uuid(), 'merges:x', ''') or true --'
]) as person;
select is(pg_temp.found('admin', pg_temp.imported()), 'gift 40.00 General', 'An imported gift leads to its donor');
select is(pg_temp.found('only can_manage_mentors', pg_temp.imported()), null, 'and for others to nothing');
select is(
  tests.answer('admin', format($$ select id from public.people_at(%L) where shared is null $$, ref)), pg_temp.id('one@example.org')::text, format('%s is the same person', split_part(ref, ':', 1))
)
from (
  select 'mentors:' || id as ref from public.mentors where last_name = 'Mentor'
  union all select 'donations:' || id from public.donations where donor_name = 'Mrs. Ona Mentor'
  union all select 'donors:' || person_id from public.donations where donor_name = 'Mrs. Ona Mentor'
  union all select ' ONE@example.org ' union all select pg_temp.id('one@example.org')::text
) as listed;
select is(
  tests.answer('admin', format($$ select concat_ws(' ', name, addresses, phones, kinds, shared) from public.people_at(%L) $$, pg_temp.kit())), 'Kit Kiddo {} {} {mentee}', 'A child has neither the parent''s address nor a phone'
);
select is(tests.answer('only can_send_emails', $$ select count(*) from public.people_at('one@example.org') $$), '0', 'Nothing is said of a person whom the caller may not see');

-- Two who share an address

insert into public.donations (donor_name, donor_email, amount, donation_type) values
  ('Tom Mentor', 'one@example.org', 300, 'one-time');
select is(
  tests.answer(persona, $$ select string_agg(name || coalesce(' ' || shared, ''), ', ' order by name) from public.people_at('one@example.org') $$), expected, format('%s has the choice: %s', persona, expected)
)
from (values ('admin', 'Ona Mentor, Tom Mentor'), ('only can_manage_donations', 'Mrs. Ona Mentor, Tom Mentor'), ('only can_manage_mentors', 'Ona Mentor')) as listed (persona, expected);
select is(
  tests.answer(persona, format($$ select string_agg(name || coalesce(' ' || shared, ''), ', ' order by name) from public.people_at(%L) $$, pg_temp.id('mentors:' || tests.id('mentors', 'Ona')))), expected, format('%s reads of who shares it: %s', persona, expected)
)
from (values ('admin', 'Ona Mentor, Tom Mentor one@example.org'), ('only can_manage_donations', 'Mrs. Ona Mentor, Tom Mentor one@example.org'), ('only can_manage_mentors', 'Ona Mentor')) as listed (persona, expected);
delete from public.donations where donor_name = 'Tom Mentor';

-- Paging

insert into public.donations (donor_name, donor_email, amount, donation_type, created_at)
select 'Many Gifts', 'many@example.org', 1, 'one-time', '2026-02-01'::timestamptz + (n / 2) * interval '1 day' from generate_series(1, 60) as n;
create temporary table pages (page integer, id text, happened_at timestamptz, remaining bigint);
grant select, insert on pages to authenticated;
select tests.answer('only can_manage_donations', format($$
  with event as (
    insert into pages select %s, id, happened_at, remaining
    from public.person_timeline('many@example.org', 'gift', (select happened_at from pages order by happened_at, id collate "C" limit 1),
      (select id from pages order by happened_at, id collate "C" limit 1)) returning id
  ) select count(*) from event $$, page)) is not null
from generate_series(1, 4) as page;
select results_eq(
  'select page, count(*)::integer, max(remaining)::integer from pages group by page order by page',
  $$ values (1, 25, 60), (2, 25, 35), (3, 10, 10) $$, 'It comes by 25, and says how many are left'
);
select is((select count(distinct id) from pages), 60::bigint, 'Each event comes once, also those of one moment');
select is(
  (select bool_and(is_sorted) from (
    select happened_at >= lead(happened_at) over (order by page, happened_at desc) is not false as is_sorted from pages
  ) as listed), true, 'and the newest first'
);
select is(tests.answer('admin', $$ select count(*) from public.person_timeline('many@example.org', 'call') $$), '0', 'A kind without events is empty');

-- Notes and calls

create function pg_temp.note(persona text, person text, body text, kind text default 'note', id uuid default gen_random_uuid()) returns text
language sql as $$ select format('select public.add_person_note(%L, %L, %L, %L)', id, coalesce(pg_temp.id(person), gen_random_uuid()), kind, body) $$;
create function pg_temp.notes(persona text, person text) returns text
language sql
as $$
  select tests.answer(persona, format(
    $q$ select string_agg(body, ', ' order by body) from public.person_timeline(%L) where source = 'person_notes' $q$, person
  ))
$$;
select tests.done(
  'only can_manage_donations', pg_temp.note('', 'one@example.org', 'Likes letters', 'note', '00000000-0000-4000-8000-000000000001'),
  $$ exists (select from private.person_notes where body = 'Likes letters' and kind = 'note' and open_to = '{donations}'
    and author_id = tests.account('only can_manage_donations')) $$, 'A manager of donations adds a note, for those who may read gifts'
);
select is(
  (tests.attempt('only can_manage_donations', pg_temp.note('', 'one@example.org', 'Likes letters', 'note', '00000000-0000-4000-8000-000000000001'))).message,
  null, 'A retry is answered like the first'
);
select is((select count(*) from private.person_notes), 1::bigint, 'and stores nothing twice');
select tests.refused(
  'admin', pg_temp.note('', 'one@example.org', 'Another', 'note', '00000000-0000-4000-8000-000000000001'), 'Its id belongs to its author', 'P0001'
);
select tests.done('admin', pg_temp.note('', 'one@example.org', 'Called back', 'call'), $$ exists (select from private.person_notes where kind = 'call') $$, 'An admin adds a call');
select tests.done('only can_manage_mentees', pg_temp.note('', pg_temp.kit(), 'Of the child'), $$ exists (select from private.person_notes where body = 'Of the child') $$, 'A manager of mentees adds one on a child');
select is(pg_temp.notes(persona, 'one@example.org'), expected, format('%s reads: %s', persona, coalesce(expected, 'nothing')))
from (values
  ('admin', 'Called back, Likes letters'), ('only can_manage_donations', 'Called back, Likes letters'),
  ('only can_manage_mentors', 'Called back'), ('only can_review_submissions', 'Called back'),
  ('only can_manage_courses', null), ('supporter', null)
) as listed (persona, expected);
select is(pg_temp.notes(persona, pg_temp.kit()), expected, format('%s reads of the child: %s', persona, coalesce(expected, 'nothing')))
from (values ('admin', 'Of the child'), ('only can_manage_mentees', 'Of the child'), ('only can_manage_courses', null), ('only can_review_submissions', null))
  as listed (persona, expected);
select tests.refused(persona, pg_temp.note('', person, 'Spy'), format('%s writes nothing on %s', persona, split_part(person, ':', 1)), state)
from (values
  ('anon', 'one@example.org', '42501'), ('supporter', 'one@example.org', '42501'), ('only can_send_emails', 'one@example.org', '42501'),
  ('only can_manage_donations', pg_temp.kit(), '42501'), ('admin', 'nobody@example.org', '42501')
) as listed (persona, person, state);
select tests.refused('admin', pg_temp.note('', 'one@example.org', body, kind), format('A %s %s is refused', kind, left(body, 5)), '23514')
from (values (' ', 'note'), (repeat('x', 5001), 'call'), ('x', 'secret')) as listed (body, kind);
select tests.refused('admin', $$ select public.remove_person_note('00000000-0000-4000-8000-000000000001') $$, 'Only the author removes a note');
select is(
  tests.answer('only can_manage_donations', $$ select string_agg(body || ' ' || is_own, ', ' order by body) from public.person_timeline('one@example.org') where source = 'person_notes' $$),
  'Called back false, Likes letters true', 'It says which are the caller''s own'
);
select tests.done(
  'only can_manage_donations', $$ select public.remove_person_note('00000000-0000-4000-8000-000000000001') $$,
  $$ not exists (select from private.person_notes where body = 'Likes letters') $$, 'and the author does'
);
select is(
  (select string_agg(concat_ws(' ', record_name, changes), ', ' order by created_at, id) from public.change_log
    where record_kind = 'persons' and actor_id = tests.account('only can_manage_donations')),
  'one@example.org {"note": [null, "added"]}, one@example.org {"note": ["added", "removed"]}', 'The log says so without the words'
);

-- The same person

create function pg_temp.unite(one text, other text, id uuid default gen_random_uuid()) returns text
language sql as $$ select format('select public.merge_persons(%L, %L, %L)', id, coalesce(pg_temp.id(one), gen_random_uuid()), coalesce(pg_temp.id(other), gen_random_uuid())) $$;
create function pg_temp.everyone() returns text
language sql
as $$
  select string_agg(concat_ws(' ', source, id, person_id), e'\n' order by source, id) || (select string_agg(to_jsonb(people)::text, e'\n' order by id) from private.people)
    || (select string_agg(to_jsonb(point)::text, e'\n' order by person_id, kind, normalized) from private.contact_points point)
    || (select string_agg((to_jsonb(donors) - 'search_text')::text, e'\n' order by id) from public.donors)
    || (select string_agg(concat_ws(' ', id, person_id), e'\n' order by id) from private.person_notes)
    || (select string_agg(concat_ws(' ', id, donor_id), e'\n' order by id) from public.tasks)
  from private.rows_of_people
$$;
insert into public.tasks (body, due_on, author_id, donor_id) values ('Thank', '2199-12-31', null, pg_temp.id(pg_temp.imported()));
create temporary table as_it_was as select pg_temp.everyone() as everyone, (select number from public.donors where id = pg_temp.id('one@example.org')) as number;
select tests.refused(persona, pg_temp.unite('one@example.org', other), format('%s merges nothing', persona), state)
from (values
  ('anon', 'many@example.org', '42501'), ('only can_review_submissions', 'many@example.org', '42501'), ('only can_manage_mentors', 'many@example.org', '42501'),
  ('only can_manage_mentors', pg_temp.kit(), '42501'), ('admin', 'ONE@example.org ', 'P0001'), ('admin', 'nobody@example.org', '42501')
) as listed (persona, other, state);
select tests.done(
  'admin', pg_temp.unite('one@example.org', pg_temp.imported(), '00000000-0000-4000-8000-000000000002'), 'exists (select from private.person_merges)', 'An admin says that a gift and an address are one person'
);
select is((tests.attempt('admin', format('select public.merge_persons(%L, %L, %L)', '00000000-0000-4000-8000-000000000002', gen_random_uuid(), gen_random_uuid()))).message, null, 'Said again,');
select is((select count(*) from private.person_merges), 1::bigint, 'it is stored once');
select is(
  tests.answer(persona, $$ select string_agg(distinct amount::text, ' ') from public.person_timeline('one@example.org', 'gift') $$),
  '12.50 40.00', format('%s sees the gifts of both', persona)
)
from unnest(array['admin', 'only can_manage_donations']) as persona;
select is(
  (select concat_ws(' ', number = (select number from as_it_was), gift_count, lifetime) from public.donors where id = pg_temp.id('one@example.org')), 't 2 52.50', 'They are one donor, with the number of the one who was kept'
);
select is((select donor_id from public.tasks where body = 'Thank'), pg_temp.id('one@example.org'), 'whose task it is');
select tests.refused(persona, $$ select public.undo_person_merge('00000000-0000-4000-8000-000000000002') $$, format('%s does not undo it', persona))
from unnest(array['anon', 'only can_review_submissions', 'only can_manage_mentors']) as persona;
select is(
  tests.answer(persona, format($$ select string_agg(name, '') from public.person_merges_of(%L) $$, pg_temp.id('one@example.org'))), expected, format('%s may undo: %s', persona, expected)
)
from (values ('admin', 'Ola Imported'), ('only can_manage_mentors', null), ('supporter', null)) as listed (persona, expected);
select tests.done(
  'admin', $$ select public.undo_person_merge('00000000-0000-4000-8000-000000000002') $$,
  'not exists (select from private.person_merges) and pg_temp.everyone() = (select everyone from as_it_was)', 'An admin undoes it, and all is as it was'
);
select is(
  (select count(*) from public.change_log where record_kind = 'persons' and about = array['00000000-0000-4000-8000-000000000002'::uuid]),
  4::bigint, 'The log has both for each of the two'
);

-- Within the caller's rights

select tests.done(
  'only can_manage_mentors', pg_temp.unite('mentors:' || (select id from public.mentors where last_name = 'Mentor'), 'tel:5129090101', '00000000-0000-4000-8000-000000000003'),
  'exists (select from private.person_merges)', 'A manager of mentors merges two'
);
select is(
  (select concat_ws(' ', mentor.person_id = other.person_id, gift.person_id = other.person_id)
    from public.mentors mentor, public.mentors other, public.donations gift where (mentor.last_name, other.last_name, gift.amount) = ('Spare', 'Mentor', 30)),
  't f', 'The mentors are one, and the gift that they may not see stays where it was'
);
select tests.done(
  'only can_manage_mentors', $$ select public.undo_person_merge('00000000-0000-4000-8000-000000000003') $$,
  'pg_temp.everyone() = (select everyone from as_it_was)', 'and undoes it'
);

-- Apart

create function pg_temp.split(person text, source text, row_id uuid) returns text
language sql as $$ select format('select public.split_person(%L, %L, %L)', pg_temp.id(person), '00000000-0000-4000-8000-000000000004', jsonb_build_array(jsonb_build_object('source', source, 'id', row_id))) $$;
create temporary table gift as select id from public.donations where amount = 12.50;
grant select on gift to authenticated;
select tests.refused(persona, pg_temp.split('one@example.org', 'donations', (select id from gift)), format('%s takes nothing apart', persona), state)
from (values ('anon', '42501'), ('only can_review_submissions', '42501'), ('only can_manage_donations', 'P0001'), ('only can_manage_mentors', 'P0001')) as listed (persona, state);
select tests.refused('admin', pg_temp.split(pg_temp.kit(), 'mentees', tests.id('mentees', 'Kit')), 'A person with one record is not taken apart', 'P0001');
update private.people set wants_paper = true where id = (select person_id from public.donations where id = (select id from gift));
select tests.done(
  'admin', pg_temp.split('one@example.org', 'donations', (select id from gift)),
  $$ exists (select from public.donors where id = '00000000-0000-4000-8000-000000000004' and lifetime = 12.50) $$, 'An admin takes a gift out, and it has a donor of its own'
);
select is((select count(*) from private.people where wants_paper), 2::bigint, 'and both want their receipts on paper');
update public.donations set donor_phone = '512 909 0909' where id = (select id from gift);
select is((select person_id from public.donations where id = (select id from gift)), '00000000-0000-4000-8000-000000000004', 'A later change leaves it there');
update public.donations set donor_phone = null where id = (select id from gift);
select tests.done(
  'admin', format('select public.merge_persons(gen_random_uuid(), %L, %L)', (select person_id from public.mentors where last_name = 'Mentor'), '00000000-0000-4000-8000-000000000004'),
  $$ not exists (select from private.people where id = '00000000-0000-4000-8000-000000000004') $$, 'and a merge brings it back'
);

-- Who may be the same

insert into public.mentors (first_name, last_name, email, phone) values ('Uma', 'Twice', 'uma@example.org', '512 909 0808');
insert into public.trainers (first_name, last_name, email, phone) values ('Uma', 'Twice', 'uma.work@example.org', '512 909 0808');
insert into public.donations (donor_name, donor_email, amount, donation_type) values
  ('Uma Married', 'uma@example.org', 5, 'one-time'), ('Uma Twice', null, 6, 'one-time'), ('Tom Twice', 'uma@example.org', 7, 'one-time');
create function pg_temp.alike(persona text) returns text
language sql
as $$
  select tests.answer(persona, format(
    $q$ select string_agg(name || ' ' || reason, ', ' order by name, reason) from public.person_suggestions(%L) $q$, pg_temp.id('mentors:' || tests.id('mentors', 'Uma'))
  ))
$$;
select is(pg_temp.alike(persona), expected, format('%s is asked about: %s', persona, coalesce(expected, 'no one')))
from (values
  ('admin', 'Uma Married email, Uma Twice name, Uma Twice phone'), ('only can_manage_mentors', null),
  ('only can_manage_donations', null), ('supporter', null), ('anon', null)
) as listed (persona, expected);
create function pg_temp.dismiss(dismissed boolean) returns text
language sql
as $$ select format('select public.dismiss_suggestion(%L, %L, %L)', pg_temp.id('mentors:' || tests.id('mentors', 'Uma')), pg_temp.id('trainers:' || tests.id('trainers', 'Uma')), dismissed) $$;
select tests.refused(persona, pg_temp.dismiss(true), format('%s dismisses nothing', persona))
from unnest(array['anon', 'supporter', 'only can_manage_donations', 'only can_manage_mentors']) as persona;
select tests.done('admin', pg_temp.dismiss(true), 'exists (select from private.person_dismissals)', 'An admin says that two are not one');
select is(pg_temp.alike('admin'), 'Uma Married email, Uma Twice name', 'and is not asked again');
select tests.done('admin', pg_temp.dismiss(false), 'not exists (select from private.person_dismissals)', 'until that is taken back');

-- Merges and removals

create function pg_temp.merge() returns text
language sql
as $$
  select format('select public.merge_people(''mentors'', %L, %L, ''{}'', ''{"kept": {}, "merged": {}}'')',
    (select id from public.mentors where last_name = 'Mentor'), (select id from public.mentors where last_name = 'Spare'))
$$;
select tests.done('admin', pg_temp.note('', 'mentors:' || tests.id('mentors', 'Ola'), 'Of the spare'), $$ exists (select from private.person_notes where body = 'Of the spare') $$, 'A note is on a record');
select tests.done('admin', pg_temp.merge(), $$ not exists (select from public.mentors where last_name = 'Spare') $$, 'that is merged');
select is(pg_temp.notes('admin', 'one@example.org'), 'Called back, Of the spare', 'Its notes come along');
delete from public.mentees where first_name = 'Kit';
select is_empty($$ select body from private.person_notes where body = 'Of the child' $$, 'The notes on a record go with it');

select * from finish();
rollback;
