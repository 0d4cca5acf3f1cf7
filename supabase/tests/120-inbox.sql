-- The queue: references, promises, first answers, assignees, notes, and what is said about a child.

begin;
select plan((210 + 6 * (select count(*) from public.permissions) + 3 * cardinality(private.queued_forms()))::integer);
delete from public.holidays;
delete from public.submissions;

create temporary table outsiders as
select persona from tests.personas() as persona where persona not in ('admin', 'only can_review_submissions');

create function pg_temp.one(address text) returns public.submissions
language sql as $$ select submissions from public.submissions where email = address $$;
create function pg_temp.office(moment timestamptz) returns text
language sql as $$ select to_char(moment at time zone 'America/Chicago', 'Dy YYYY-MM-DD HH24:MI:SS') $$;
grant execute on all functions in schema pg_temp to authenticated, anon;

-- Each arriving row joins the queue, once.

create temporary table forms as select form, kind::public.submission_kind, letter from private.submission_kinds;

select tests.attempt('anon', tests.sample_insert(form)) from forms;
select tests.attempt('anon', tests.sample_insert(form)) from forms;
select tests.attempt('anon', tests.sample_insert('newsletter_subscriptions'));
select bag_eq(
  $$ select kind, left(reference, 2) as prefix, name, status::text as status, answered_at, assignee_id from public.submissions $$,
  $$ select kind, letter || '-' as prefix,
      case when kind = 'partnership' then 'Sample' when tests.sample_insert(form) like '%(name,%' then 'Sam' else 'Sam Sample' end as name,
      'new' as status, null::timestamptz as answered_at, null::uuid as assignee_id
    from forms $$,
  'Each application, proposal and message is in the queue once, also when it is sent twice'
);
select is(
  (select count(*) from public.submissions where reference ~ '^[A-Z]-[1-9]\d{3,}$'), (select count(*) from forms),
  'A reference is short enough to be read out'
);
select is_empty(
  format(
    'select id from public.%I except select id from public.submissions where kind = %L and created_at = now()', form, kind
  ),
  format('The id of one of the %s is that in the queue', form)
)
from forms;
insert into public.program_applications
  (first_name, last_name, email, phone, relationship, program_interest, child_name, child_age, goals, special_needs)
values ('José', 'Núñez', 'jose@example.org', '+1 (512) 555-0100', 'parent', 'early-childhood', 'Zoltan', 4, 'Lesen', 'Wolfram');
select ok(
  search_text like '%jose%' and search_text like '%nunez%' and search_text like '%15125550100%' and search_text like '%(512) 555-0100%'
    and search_text like '%lesen%' and search_text like '%' || lower(reference) || '%'
    and search_text !~ 'zoltan|wolfram',
  'It is found by name, address, telephone as written or in digits, reference and text; not by what is said about a child'
)
from pg_temp.one('jose@example.org');
select is(program, 'early-childhood', 'The queue has its program') from pg_temp.one('jose@example.org');

delete from public.program_applications where email = 'jose@example.org';
select is(pg_temp.one('jose@example.org') is null, true, 'A removed row leaves the queue');
delete from public.submissions where kind = 'volunteer';
select is_empty('table public.volunteer_applications', 'Every form row is in the queue');
insert into public.volunteer_applications (first_name, status, created_at)
values ('Imported', 'accepted', now() - interval '1 day');
select is(
  (select answered_at from public.submissions where name = 'Imported'), now() - interval '1 day',
  'A row that arrives answered waits for no answer'
);

-- Promises: business days of the office, in its time zone, without holidays

select is(
  due_at, private.due_at(created_at, private.sla_days(kind)),
  format('The promise for a %s is stored', kind)
)
from public.submissions order by kind;

insert into public.holidays (day, name) values ('2026-11-26', 'Thanksgiving'), ('2026-07-04', 'A Saturday');
select is(
  pg_temp.office(private.due_at(received::timestamptz, days)), due || ' 23:59:59',
  format('%s: %s business days after %s', story, days, received)
)
from (values
  ('Monday morning', '2026-03-02 09:00-06', 2, 'Wed 2026-03-04'),
  ('Friday evening, over the night in which the clocks change', '2026-03-06 20:00-06', 2, 'Tue 2026-03-10'),
  ('Friday, and the clocks change back', '2026-10-30 12:00-05', 2, 'Tue 2026-11-03'),
  ('One second before midnight of the office', '2026-03-04 23:59:59-06', 2, 'Fri 2026-03-06'),
  ('One second after it', '2026-03-05 00:00:01-06', 2, 'Mon 2026-03-09'),
  ('Evening of the office, next day in London', '2026-03-05 02:00+00', 2, 'Fri 2026-03-06'),
  ('Saturday', '2026-03-07 12:00-06', 2, 'Tue 2026-03-10'),
  ('Sunday', '2026-03-08 12:00-05', 2, 'Tue 2026-03-10'),
  ('The day before a holiday', '2026-11-25 12:00-06', 2, 'Mon 2026-11-30'),
  ('On a holiday', '2026-11-26 12:00-06', 2, 'Mon 2026-11-30'),
  ('A holiday at the weekend', '2026-07-02 12:00-05', 2, 'Mon 2026-07-06'),
  ('A whole week', '2026-03-02 09:00-06', 5, 'Mon 2026-03-09'),
  ('A whole week with a holiday', '2026-11-23 09:00-06', 5, 'Tue 2026-12-01'),
  ('Over the new year', '2026-12-31 09:00-06', 2, 'Mon 2027-01-04')
) as cases (story, received, days, due);

-- A holiday moves what still waits, and nothing else.

insert into public.contact_messages (name, email, message, status, created_at) values
  ('Open', 'open@example.org', 'x', 'new', '2026-11-24 12:00-06'),
  ('Answered', 'answered@example.org', 'x', 'closed', '2026-11-24 12:00-06'),
  ('Earlier', 'earlier@example.org', 'x', 'new', '2026-11-20 12:00-06');
insert into public.partnership_proposals
  (organization_name, contact_name, contact_title, email, phone, organization_type, partnership_type, description, goals, created_at)
values ('Long', 'x', 'x', 'long@example.org', '1', 'other', 'ngo', 'x', 'x', '2026-11-24 12:00-06');
create function pg_temp.due() returns text
language sql
as $$
  select string_agg(concat(name, ' ', to_char(due_at at time zone 'America/Chicago', 'DD')), ', ' order by name)
  from public.submissions where created_at > '2026-11-01' and created_at < '2026-11-30' and email like '%@example.org'
    and email in ('open@example.org', 'answered@example.org', 'earlier@example.org', 'long@example.org')
$$;
select is(pg_temp.due(), 'Answered 27, Earlier 24, Long 02, Open 27', 'Thanksgiving is known');
select tests.done(
  'admin', $$ insert into public.holidays (day, name) values ('2026-11-27', 'Bridge') $$,
  $$ pg_temp.due() = 'Answered 27, Earlier 24, Long 03, Open 30' $$,
  'A holiday added later moves what still waits beyond it, and no promise that was kept'
);
select tests.done(
  'admin', $$ update public.holidays set day = '2026-11-25' where name = 'Bridge' $$,
  $$ pg_temp.due() = 'Answered 27, Earlier 24, Long 03, Open 30' and exists (
    select from public.holidays where day = '2026-11-25') $$,
  'Moving a holiday moves the promises'
);
select tests.done(
  'admin', $$ update public.holidays set day = '2026-12-25' where name = 'Bridge' $$,
  $$ pg_temp.due() = 'Answered 27, Earlier 24, Long 02, Open 27' $$, 'Moving the holiday away moves the promises back'
);
select tests.done(
  'admin', $$ delete from public.holidays where name = 'Thanksgiving' $$,
  $$ pg_temp.due() = 'Answered 27, Earlier 24, Long 01, Open 26' $$, 'Removed, it brings them nearer'
);
select tests.refused(
  'admin', format('insert into public.holidays (day, name) values (%s)', row_value),
  format('An invalid holiday is refused: %s', row_value), state
)
from (values
  ('''2026-12-25'', ''Twice''', '23505'), ('''2026-12-26'', ''  ''', '23514'), ('''1026-12-26'', ''Long ago''', '23514')
) as tried (row_value, state);

-- The first answer

create function pg_temp.set_status(address text, from_status text, to_status text) returns tests.outcome
language sql
as $$
  select tests.attempt('only can_review_submissions', format(
    'select public.set_submission_status(array[%L]::uuid[], array[%L], array[%L])',
    (pg_temp.one(address)).id, to_status, from_status
  ))
$$;
select pg_temp.set_status('open@example.org', 'new', 'contacted');
select is(answered_at, now(), 'The first answer is when the status leaves new') from pg_temp.one('open@example.org');
update public.submissions set answered_at = now() - interval '30 seconds' where email = 'open@example.org';
select pg_temp.set_status('open@example.org', 'contacted', 'closed');
select is(answered_at, now() - interval '30 seconds', 'A later status leaves the first answer as it is') from pg_temp.one('open@example.org');
insert into public.holidays (day, name) values ('2026-11-26', 'Thanksgiving');
select is(pg_temp.due(), 'Answered 27, Earlier 24, Long 02, Open 26', 'An answered submission keeps its due date');
select pg_temp.set_status('open@example.org', 'closed', 'new');
select is(answered_at, null, 'A status undone within a minute has no first answer') from pg_temp.one('open@example.org');
select is(pg_temp.due(), 'Answered 27, Earlier 24, Long 02, Open 27', 'The due date is counted again');
select pg_temp.set_status('open@example.org', 'new', 'contacted');
update public.submissions set answered_at = now() - interval '61 seconds' where email = 'open@example.org';
select pg_temp.set_status('open@example.org', 'contacted', 'new');
select is(
  answered_at, now() - interval '61 seconds', 'A later decision keeps the time of the first answer'
)
from pg_temp.one('open@example.org');
select is(status::text, 'new', 'The queue says what the form''s table says') from pg_temp.one('open@example.org');

-- Many at once, each from what one saw

create temporary table three as select id, row_number() over (order by email) as place from public.submissions
  where email in ('open@example.org', 'earlier@example.org', 'long@example.org');
grant select on three, outsiders to authenticated, anon;
create function pg_temp.bulk(change text) returns text
language sql
as $$
  select format(
    'select count(*) from public.%s', replace(change, 'IDS', '(select array_agg(id order by place) from three)')
  )
$$;
select tests.sees(
  'only can_review_submissions',
  pg_temp.bulk($$set_submission_status(IDS, '{contacted,contacted,contacted}', '{new,in_progress,new}')$$),
  '2', 'A status that a colleague has set since stays and is not counted'
);
select set_eq(
  $$ select email, status::text from public.submissions where id in (select id from three) $$,
  $$ values ('earlier@example.org', 'contacted'), ('long@example.org', 'new'), ('open@example.org', 'contacted') $$,
  'A bulk change may mix kinds'
);
select tests.refused('only can_review_submissions', pg_temp.bulk(change), format('%s: %s', reason, left(change, 60)), state)
from (values
  ('A list too short', $$set_submission_status(IDS, '{new,new}', '{new,new,new}')$$, '23514'),
  ('A list too short', $$set_submission_status(IDS, '{new,new,new}', '{new}')$$, '23514'),
  ('A list too long', $$assign_submissions(IDS, array[null, null, null, null]::uuid[], array[null, null, null]::uuid[])$$, '23514'),
  ('No list', $$assign_submissions(IDS, null, array[null, null, null]::uuid[])$$, '23514'),
  ('Too many', $$set_submission_status(array_fill(gen_random_uuid(), array[1001]),
    array_fill('new'::text, array[1001]), array_fill('new'::text, array[1001]))$$, '23514'),
  ('A status of another kind', $$set_submission_status(IDS, '{new,new,accepted}', '{contacted,new,contacted}')$$, '22P02')
) as tried (reason, change, state);
select tests.refused(
  persona, pg_temp.bulk($$set_submission_status(IDS, '{new,closed,new}', '{contacted,new,contacted}')$$),
  format('As %s I set no status', persona)
)
from outsiders where persona = 'anon';
select tests.sees(
  persona, pg_temp.bulk($$set_submission_status(IDS, '{new,contacted,new}', '{contacted,new,contacted}')$$), '0',
  format('As %s I set no status', persona)
)
from outsiders where persona <> 'anon';

-- The assignee

create function pg_temp.giving(to_persona text, from_persona text) returns text
language sql
as $$
  select format(
    'select count(*) from public.assign_submissions(array[%L]::uuid[], array[%L]::uuid[], array[%L]::uuid[])',
    (pg_temp.one('long@example.org')).id, tests.account(to_persona), tests.account(from_persona)
  )
$$;
create function pg_temp.assignee() returns uuid
language sql as $$ select assignee_id from pg_temp.one('long@example.org') $$;
select tests.done(
  'only can_review_submissions', pg_temp.giving('admin', null),
  'pg_temp.assignee() is not distinct from ' || quote_literal(tests.account('admin')), 'A reviewer gives it to another'
);
select tests.sees(
  'only can_review_submissions', pg_temp.giving('only can_review_submissions', null), '0',
  'A reviewer who saw another assignee changes nothing'
);
select is(pg_temp.assignee(), tests.account('admin'), 'It stays with its assignee');
select tests.refused(
  giver, pg_temp.giving(taker, 'admin'), format('As %s I cannot give it to %s, who may not review', giver, taker)
)
from unnest(array['admin', 'only can_review_submissions']) as giver
cross join unnest(array['supporter', 'staff', 'only can_edit_user_roles', 'stranger']) as taker;
select tests.refused(
  'only can_review_submissions',
  format('update public.submissions set assignee_id = %L', tests.account('staff')), 'No direct update sets this assignee'
);
select tests.done(
  'admin', pg_temp.giving('only can_review_submissions', 'admin'),
  'pg_temp.assignee() is not distinct from ' || quote_literal(tests.account('only can_review_submissions')), 'The assignee changes'
);
select tests.sees(persona, 'select count(*) from public.reviewers()', '0', format('As %s I learn of no reviewer', persona))
from outsiders where persona <> 'anon';
select tests.sees(
  'admin', $$ select string_agg(full_name, ', ' order by full_name) from public.reviewers() where may_review $$,
  (select string_agg(coalesce(full_name, email), ', ' order by coalesce(full_name, email)) from public.profiles
    where email in ('admin@kindlewell.test', 'development@kindlewell.test', 'only.can_review_submissions@personas.test')),
  'Reviewers are the admins and the holders of the permission'
);

-- Notes

select tests.done(
  'only can_review_submissions',
  $$ insert into public.submission_notes (submission_id, body) select id, 'Noted' from public.submissions where email = 'long@example.org' $$,
  format(
    $$ exists (select from public.submission_notes where body = 'Noted' and author_id = %L
      and author_name = 'only.can_review_submissions@personas.test') $$, tests.account('only can_review_submissions')
  ),
  'A note has the name of its author'
);

-- Details of a child

insert into public.program_applications
  (first_name, last_name, email, phone, relationship, program_interest, child_name, child_age, special_needs)
values ('Parent', 'Story', 'parent@example.org', '1', 'parent', 'early-childhood', 'Child', 6, 'Glasses');
create function pg_temp.opening() returns text
language sql
as $$ select format('select public.record_opening(%L)', (pg_temp.one('parent@example.org')).id) $$;
create function pg_temp.reading() returns text
language sql
as $$
  select format(
    'select concat_ws('' '', told -> ''child_name'', told -> ''child_age'', told -> ''special_needs'')
      from public.protected_fields(%L) as told',
    (pg_temp.one('parent@example.org')).id
  )
$$;
create function pg_temp.openings() returns bigint
language sql as $$ select count(*) from public.change_log where action = 'opened' $$;
select tests.refused(persona, pg_temp.opening(), format('As %s I cannot open it', persona)) from outsiders;
select is(pg_temp.openings(), 0::bigint, 'Protected fields are closed before an opening');
select tests.refused(persona, pg_temp.reading(), format('As %s I read nothing that I did not open', persona))
from tests.personas() as persona;
select tests.sees(persona, pg_temp.opening(), 'true', format('As %s I open it', persona))
from unnest(array['admin', 'only can_review_submissions']) as persona;
select tests.refused(
  'admin', pg_temp.reading(), 'An entry that the same transaction could still undo opens nothing'
);
select is(
  (select string_agg(actor_name || ' ' || record_name, ', ' order by actor_name) from public.change_log
    where action = 'opened' and record_id = (pg_temp.one('parent@example.org')).id),
  (select full_name || ' Parent Story, only.can_review_submissions@personas.test Parent Story'
    from public.profiles where id = tests.account('admin')),
  'The log says who opened what'
);
update public.change_log set created_at = created_at - interval '1 minute' where action = 'opened';
select tests.sees(persona, pg_temp.reading(), '"Child" 6 "Glasses"', format('As %s I read it then', persona))
from unnest(array['admin', 'only can_review_submissions']) as persona;
select tests.refused(persona, pg_temp.reading(), format('As %s I read nothing by what others opened', persona))
from outsiders;
update public.change_log set created_at = created_at - interval '5 minutes' where action = 'opened';
select tests.refused('admin', pg_temp.reading(), 'An opening ends after five minutes');
select tests.sees(
  'admin', format('select public.record_opening(%L)', tests.account('stranger')), 'false',
  'A submission that does not exist cannot be opened'
);
select is(pg_temp.openings(), 2::bigint, 'An opening of a missing submission is not recorded');

-- Waiting work

delete from public.submissions;
insert into public.contact_messages (name, email, message, status)
select label, label || '@example.org', 'x', status::public.message_status
from (values
  ('overdue', 'new'), ('today', 'new'), ('later', 'new'), ('working', 'in_progress'), ('done', 'closed')
) as listed (label, status);
update public.submissions set due_at = case name
  when 'overdue' then now() - interval '1 second'
  when 'today' then (date_trunc('day', now() at time zone 'America/Chicago') + time '23:59:59.999999') at time zone 'America/Chicago'
  else now() + interval '3 days'
end;
update public.submissions set assignee_id = tests.account('only can_review_submissions') where name in ('overdue', 'working', 'done');
update public.submissions set assignee_id = tests.account('admin') where name = 'later';
create temporary table counting as select $$
  select string_agg(concat_ws(' ', kind, status, total, array_to_string(in_views, ' ')), ', ' order by status)
  from public.submission_counts('[
    [["answered_at", "is", null]],
    [["answered_at", "is", null], ["due_at", "lt", {"symbol": "now"}]],
    [["answered_at", "is", null], ["due_at", "gte", {"symbol": "now"}], ["due_at", "lt", {"day": "today", "later": 1}]],
    [["assignee_id", "is", null], ["status", "in", ["new", "contacted", "in_progress"]]],
    [["assignee_id", "eq", {"symbol": "me"}], ["status", "in", ["new", "contacted", "in_progress"]]]
  ]')
$$ as query;
select tests.sees(
  'only can_review_submissions', query,
  'message new 3 3 1 1 1 1, message in_progress 1 0 0 0 0 1, message closed 1 0 0 0 0 0',
  'The counts by kind and status: all, waiting, overdue, due today, unassigned and mine'
)
from counting;
select tests.sees(
  'admin', query, 'message new 3 3 1 1 1 1, message in_progress 1 0 0 0 0 0, message closed 1 0 0 0 0 0',
  'Another has others'
)
from counting;
select tests.sees(persona, query, null, format('As %s I learn no count', persona))
from counting, outsiders where persona <> 'anon';

-- Lost rights

delete from public.user_permissions where user_id = tests.account('only can_review_submissions');
select tests.sees(
  'only can_review_submissions', 'select count(*) from public.' || opened, '0',
  format('A right that was taken opens nothing from that moment on: %s', opened)
)
from unnest(array['submissions', 'contact_messages', 'submission_notes', 'submission_counts()', 'reviewers()']) as opened;
select tests.sees(
  'admin', $$ select may_review from public.reviewers() where full_name = 'only.can_review_submissions@personas.test' $$,
  'false', 'A former reviewer is listed as one who may not review'
);
delete from auth.users where id = tests.account('only can_review_submissions');
select is(
  (select count(*) from public.submissions where name in ('overdue', 'working', 'done') and assignee_id is null), 3::bigint,
  'An assignee stays until the account is gone'
);

select set_has(
  $$ select kind, form, letter, sla_days from private.submission_kinds $$,
  $$ values ('program', 'program_applications', 'A', 2), ('pledge', 'pledges', 'G', 2),
    ('message', 'contact_messages', 'M', 2), ('partnership', 'partnership_proposals', 'P', 5),
    ('registration', 'program_registrations', 'R', 2), ('volunteer', 'volunteer_applications', 'V', 2) $$,
  'Each kind has its form, letter and promise'
);

-- A column that is added without a grant is secret

set constraints all immediate;
create temporary table guarded (table_name text);
insert into guarded select form from forms
union all values ('newsletter_subscriptions'), ('mentors'), ('mentees'), ('trainers');
do $$
declare
  guarded_table text;
begin
  for guarded_table in select table_name from guarded loop
    execute format('alter table public.%I add column added_later text default ''zebrafish 0''', guarded_table);
  end loop;
end
$$;
set constraints all deferred;
select tests.refused(
  'admin', format('select added_later from public.%I', table_name),
  format('No select of %s reads a column without a grant', table_name)
) from guarded;
select tests.refused(
  'admin', format('select * from public.%I(''zebrafish'')', 'search_' || table_name),
  format('No search of %s gives a column without a grant', table_name),
  -- Its search lists its columns, and fails until it is made again.
  case table_name when 'mentees' then '42P13' else '42501' end
) from guarded where table_name not in (select form from forms);
select tests.attempt('anon', replace(tests.sample_insert(form), 'ample', 'omebody Later')) from forms;
select is(
  (select count(*) from public.submissions where search_text ~ 'somebody later'), (select count(*) from forms),
  'The search finds each sent column'
);
do $$
declare
  guarded_table text;
begin
  for guarded_table in select table_name from guarded loop
    execute format('update public.%I set added_later = ''zebrafish 1'' where true', guarded_table);
  end loop;
end
$$;
select is_empty(
  format('select from public.%I where search_text ~ ''zebrafish''', table_name),
  format('The search of %s does not look through a column without a grant', table_name)
) from guarded where table_name not in (select form from forms);
insert into public.program_applications
  (first_name, last_name, email, phone, relationship, program_interest, goals, added_later)
values ('Later', 'Story', 'added@example.org', '1', 'parent', 'early-childhood', 'Swims far', 'zebrafish');
select results_eq(
  $$ select email from public.submissions where search_text ~ 'swims far' $$,
  $$ values ('added@example.org') $$, 'The search finds what stands beside it'
);
select is_empty($$ select from public.submissions where search_text ~ 'zebrafish' $$, 'The search does not find the column');
update public.program_applications set added_later = 'zebrafish 2', goals = 'Walks far' where email = 'added@example.org';
select results_eq(
  $$ select changes from public.change_log where changes::text ~ 'zebrafish|Walks far' $$,
  $$ values ('{"goals": ["Swims far", "Walks far"]}'::jsonb) $$, 'The log keeps the change beside it and not the column'
);
select tests.attempt('admin', format('select public.record_opening(%L)', (pg_temp.one('added@example.org')).id));
update public.change_log set created_at = now() - interval '1 minute' where action = 'opened';
select tests.sees(
  'admin', format('select public.protected_fields(%L) ->> ''added_later''', (pg_temp.one('added@example.org')).id),
  'zebrafish 2', 'The column opens with the other protected fields'
);

select * from finish();
rollback;
