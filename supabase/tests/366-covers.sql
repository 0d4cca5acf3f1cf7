-- Away and covered: who sets it, what is refused, what a cover sees and does, and the mails.

begin;
select plan(45);
update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now());
delete from private.outbox where true;
delete from private.covers where true;
delete from public.tasks where true;
delete from public.holidays where true;

create function pg_temp.cover(account text, by_whom text, first integer default 0, last integer default 13, id uuid default gen_random_uuid())
returns text
language sql as $$
  select format('select public.set_cover(%L, %L, %L, %L, %L)', id, tests.account(account), tests.account(by_whom),
    private.office_today() + first, private.office_today() + last)
$$;
create function pg_temp.covers() returns text
language sql as $$
  select string_agg(format('%s by %s', (select email from public.profiles where id = account_id), (select email from public.profiles where id = cover_id)), ', ' order by starts_on, id)
  from private.covers where over_at > now()
$$;
create function pg_temp.mails(of_kind text) returns text
language sql as $$
  select string_agg(split_part(recipient, '@', 1) || coalesce(' ' || (data ->> 'about'), '') || case when data ? 'is_cover' then ' as cover ' || (data ->> 'is_cover') else '' end, ', ' order by recipient, data ->> 'about')
  from private.outbox where kind = of_kind
$$;

-- Setting one

select tests.refused(persona, pg_temp.cover('only can_review_submissions', 'development'), format('%s sets no cover of a colleague', persona))
from unnest(array['anon', 'supporter', 'only can_edit_user_roles', 'development']) as persona;
select tests.refused('supporter', pg_temp.cover('supporter', 'development'), 'Nobody but staff is away');
select tests.refused('admin', pg_temp.cover('supporter', 'development'), '… for admins neither', 'P0001');
select tests.refused('only can_review_submissions', pg_temp.cover('only can_review_submissions', by_whom, first, last), why, 'P0001')
from (values
  ('only can_review_submissions', 0, 13, 'Nobody covers for themselves'), ('supporter', 0, 13, 'Only staff cover'),
  ('development', -1, 13, 'No day that is over'), ('development', 5, 4, 'The last day is not before the first'),
  ('development', 0, 90, '90 days at most'), ('development', 366, 370, 'Not more than a year ahead')
) as listed (by_whom, first, last, why);
select tests.done(
  'only can_review_submissions', pg_temp.cover('only can_review_submissions', 'development', 0, 89, '00000000-0000-4000-8000-000000000366'),
  $$ coalesce(pg_temp.covers(), '') = 'only.can_review_submissions@personas.test by development@kindlewell.test' $$, 'Staff are away for 90 days, from today on'
);
select is(
  (tests.attempt('only can_review_submissions', pg_temp.cover('only can_review_submissions', 'admin', 0, 89, '00000000-0000-4000-8000-000000000366'))).state,
  '00000', 'A repeated request is no error'
);
select is(pg_temp.covers(), 'only.can_review_submissions@personas.test by development@kindlewell.test', '… and changes nothing');
select is(pg_temp.mails('cover'), 'development begun as cover true', 'The cover gets a mail, and who set it none');
select tests.refused(
  'only can_review_submissions', pg_temp.cover('only can_review_submissions', 'admin', 89, 95), 'No second absence on the same day', 'P0001'
);
select tests.refused(
  'development', pg_temp.cover('development', 'only can_review_submissions', 80, 100), 'Two don''t cover each other', 'P0001'
);
select is((tests.attempt('development', pg_temp.cover('development', 'only can_review_submissions', 90, 100, '00000000-0000-4000-8000-000000000367'))).state, '00000', 'Later they may');
select tests.done('admin', $$ select public.end_cover('00000000-0000-4000-8000-000000000367') $$,
  $$ (select over_at = now() from private.covers where id = '00000000-0000-4000-8000-000000000367') $$, 'An admin ends an absence before it begins');
select is(
  (select string_agg(changes::text, ' ' order by id) from public.change_log where record_kind = 'covers' and record_id = tests.account('development')),
  format('{"away": [null, "%1$s"], "covered_by": [null, "%2$s"]} {"away": ["%1$s", null], "covered_by": ["%2$s", null]}', format('%s to %s', private.office_today() + 90, private.office_today() + 100), private.account_name(tests.account('only can_review_submissions'))),
  'The log has both'
);
select tests.sees(persona, 'select string_agg(account || '' by '' || cover, '', '') from public.covers()', expected, format('%s reads who is away: %s', persona, coalesce(expected, 'nobody')))
from (values
  ('only can_send_emails', private.account_name(tests.account('only can_review_submissions')) || ' by ' || private.account_name(tests.account('development'))),
  ('supporter', null)
) as listed (persona, expected);

-- What a cover sees and does

insert into public.tasks (body, due_on, assignee_id, mentor_id, submission_id, open_to, author_id)
values
  ('Call', private.office_today(), tests.account('only can_review_submissions'), null, tests.id('submissions', 'Teresa Vance'), '{submissions}', null),
  ('Private', private.office_today(), tests.account('only can_review_submissions'), null, null, '{}', tests.account('only can_review_submissions'));
delete from private.outbox where true;
update public.submissions set assignee_id = tests.account('only can_review_submissions'), answered_at = null, closed_at = null,
  put_off_until = '-infinity', due_at = now() - interval '1 day'
where id = tests.id('submissions', 'Teresa Vance');
select tests.sees(
  'development', 'select string_agg(row (submissions, tasks, due)::text, '''') from public.covering()', '(1,1,2)',
  'The cover sees the number of submissions and tasks that they may read, and of those due'
);
select tests.sees(persona, 'select count(*) from public.covering()', '0', persona || ' covers no one')
from unnest(array['only can_review_submissions', 'admin', 'supporter']) as persona;
select tests.done(
  'development', $$ update public.tasks set done_at = now() where body = 'Call' $$,
  $$ exists (select from public.tasks where body = 'Call' and done_by = tests.account('development')) $$, 'The cover does a task on a submission'
);
select tests.refused(
  'development', $$ update public.tasks set done_at = now() where body = 'Private' $$, '… and no task that they may not read'
);
update public.tasks set done_at = null where body = 'Call';
select tests.refused(
  'staff', $$ update public.tasks set done_at = now() where body = 'Call' $$, 'Colleagues who don''t cover do neither'
);

-- Mails

update public.submissions set assignee_id = null where id = tests.id('submissions', 'Teresa Vance');
select tests.attempt('admin', format(
  'select public.assign_submissions(array[%L]::uuid[], array[%L]::uuid[], array[null]::uuid[])', tests.id('submissions', 'Teresa Vance'), tests.account('only can_review_submissions')
));
select is(
  (select string_agg(split_part(recipient, '@', 1) || coalesce(' ' || (data ->> 'is_cover'), ''), ', ' order by recipient) from private.outbox where kind = 'notice'),
  'development true, only.can_review_submissions', 'A submission for the absent is announced to both'
);
update private.covers set cover_id = tests.account('mentors') where id = '00000000-0000-4000-8000-000000000366';
delete from private.outbox where true;
update public.submissions set assignee_id = null where id = tests.id('submissions', 'Teresa Vance');
select tests.attempt('admin', format(
  'select public.assign_submissions(array[%L]::uuid[], array[%L]::uuid[], array[null]::uuid[])', tests.id('submissions', 'Teresa Vance'), tests.account('only can_review_submissions')
));
select is(
  (select string_agg(split_part(recipient, '@', 1), ', ') from private.outbox where kind = 'notice'), 'only.can_review_submissions',
  'A cover who doesn''t review gets none'
);
select is(private.covered_work(tests.account('mentors'), now()), null, '… and their digest has nothing of it');
update private.covers set cover_id = tests.account('development') where id = '00000000-0000-4000-8000-000000000366';
delete from private.outbox where true;

-- The weekly number of a view

insert into public.saved_views (id, owner_id, table_name, list, name, is_shared, state)
values (
  '00000000-0000-4000-8000-000000000367', tests.account('only can_review_submissions'), 'submissions',
  '/form-submissions?tab=all', 'All of them', true, '{}'
);
insert into public.view_uses (user_id, view_id, is_weekly)
values (tests.account('only can_review_submissions'), '00000000-0000-4000-8000-000000000367', true);
create function pg_temp.week() returns text
language plpgsql as $$
begin
  delete from private.outbox where kind = 'view';
  update public.view_uses set mailed_week = private.week_of(now()) - 7 where true;
  perform private.mail_views(now());
  return pg_temp.mails('view');
end
$$;
select is(pg_temp.week(), 'development as cover true, only.can_review_submissions', 'The weekly number of a view goes to the cover too');
insert into public.view_uses (user_id, view_id, is_weekly)
values (tests.account('development'), '00000000-0000-4000-8000-000000000367', true);
select is(pg_temp.week(), 'development, only.can_review_submissions', '… once, where the cover gets it anyway');
delete from public.view_uses where user_id = tests.account('development');
update private.covers set cover_id = tests.account('mentors') where id = '00000000-0000-4000-8000-000000000366';
select is(pg_temp.week(), 'only.can_review_submissions', '… and not to a cover who may not read its rows');
update private.covers set cover_id = tests.account('development') where id = '00000000-0000-4000-8000-000000000366';
update public.saved_views set is_shared = false where id = '00000000-0000-4000-8000-000000000367';
select is(pg_temp.week(), 'only.can_review_submissions', '… nor that of a view which is not shared');
delete from private.outbox where true;

-- A fortnight from a Monday, with something due each day

create temporary table days as
select day::date, row_number() over (order by day) as nth
from generate_series(date_trunc('week', private.office_today())::date + 7, date_trunc('week', private.office_today())::date + 20, interval '1 day') as day;
update private.covers set starts_on = private.office_today() where id = '00000000-0000-4000-8000-000000000366';
create function pg_temp.digest(day date) returns jsonb
language plpgsql as $$
begin
  delete from private.outbox where kind = 'digest';
  update private.mail_settings set digest_day = $1 - 1 where singleton;
  perform private.write_digests(($1 + time '08:30') at time zone private.office_time_zone());
  return (select data -> 'covering' from private.outbox where kind = 'digest' and reader_id = tests.account('development'));
end
$$;
update public.submissions set assignee_id = null where assignee_id = tests.account('only can_review_submissions');
delete from public.tasks where true;
insert into public.tasks (body, due_on, assignee_id, submission_id, open_to)
select 'Day ' || nth, day, tests.account('only can_review_submissions'), tests.id('submissions', 'Teresa Vance'), '{submissions}' from days;
select is(
  (select array_agg(coalesce(pg_temp.digest(day) ->> 'tasks_due_today', '-') || '/' || coalesce(pg_temp.digest(day) ->> 'tasks_overdue', '-') order by day) from days),
  array['1/0', '1/1', '1/2', '1/3', '1/4', '-/-', '-/-', '1/7', '1/8', '1/9', '1/10', '1/11', '-/-', '-/-'],
  'Each business day''s digest tells the cover the due work, then the work that is left'
);
-- It ends

select tests.refused(persona, $$ select public.end_cover('00000000-0000-4000-8000-000000000366') $$, persona || ' doesn''t end it')
from unnest(array['development', 'supporter', 'anon']) as persona;
delete from private.outbox where true;
update public.user_roles set role = 'supporter' where user_id = tests.account('development');
select is(pg_temp.covers(), 'only.can_review_submissions@personas.test by development@kindlewell.test', 'A cover with a permission is still staff');
delete from public.user_permissions where user_id = tests.account('development');
select is(pg_temp.covers(), null, 'One who leaves ends it');
select is(
  pg_temp.mails('cover'), 'development ended as cover true, only.can_review_submissions ended as cover false', '… and both get a mail'
);
select tests.refused(
  'development', $$ update public.tasks set done_at = now() where body = 'Day 1' $$, '… and does nothing more'
);

select * from finish();
rollback;
