-- The figures on the first screens of the staff: of a period and the one before it, and since the last visit.

begin;
select plan((52 + 2 * (select count(*) from public.permissions))::integer);
delete from public.submissions;
delete from public.donations;
delete from public.mentors;
delete from public.mentees;
delete from public.holidays;

create function pg_temp.ago(days numeric) returns timestamptz
language sql as $$ select now() - days * interval '1 day' $$;

-- Periods: half a day inside and outside of each bound

insert into public.mentors (first_name, last_name, created_at)
select 'x', 'x', pg_temp.ago(days) from unnest(array[0.5, 29.5, 30.5, 31, 59.5, 60.5]) as days;
insert into public.mentees (first_name, last_name, created_at) values ('x', 'x', pg_temp.ago(31));
insert into public.donations (donor_name, amount, donation_type, created_at)
select 'x', days, 'one-time', pg_temp.ago(days) from unnest(array[1, 2.5, 40, 70]) as days;
insert into public.donations (donor_name, amount, refunded, donation_type, created_at)
select 'paid back', 5, 5, 'one-time', pg_temp.ago(days) from unnest(array[3, 41]) as days;
insert into public.contact_messages (name, email, message, created_at)
select 'x', days || '@example.org', 'x', pg_temp.ago(days) from unnest(array[1, 2, 35]) as days;

create temporary table told (figure text, line text, permission text);
insert into told values
  ('mentors', 'mentors 2 3', 'can_manage_mentors'),
  ('mentees', 'mentees 0 1', 'can_manage_mentees'),
  ('donations', 'donations 2 1', 'can_manage_donations'),
  ('donated', 'donated 3.50 40.00', 'can_manage_donations'),
  ('submissions', 'submissions 2 1', 'can_review_submissions');
select tests.sees(
  persona,
  $$ select string_agg(concat_ws(' ', figure, this_period, period_before), ', ' order by figure)
    from public.period_figures(30) $$,
  (select string_agg(line, ', ' order by figure) from told
    where persona = 'admin' or exists (
      select from public.user_permissions join public.permissions on permission_id = id
      where user_id = tests.account(persona) and name = permission
    )),
  format('As %s I compare what I may read, and learn nothing else', persona)
)
from tests.personas() as persona where persona <> 'anon';
select tests.sees(
  'only can_manage_mentors', 'select this_period || '' '' || period_before from public.period_figures(60)', '5 1',
  'Figures compare a period of any length'
);

-- Promises

delete from public.submissions;
insert into public.contact_messages (name, email, message, created_at)
select label, label || '@example.org', 'x', pg_temp.ago(days)
from (values
  ('kept', 10), ('kept late', 11), ('broken', 12), ('silent', 13), ('not due', 0.1), ('kept before', 45), ('older', 80)
) as listed (label, days);
update public.submissions as stored set
  due_at = case when name = 'not due' then now() + interval '1 hour' else created_at + interval '2 days' end,
  answered_at = created_at + hours * interval '1 hour'
from (values
  ('kept', 3), ('kept late', 48), ('broken', 49), ('silent', null), ('not due', 1), ('kept before', 6), ('older', 1)
) as listed (label, hours)
where name = label;
create temporary table asking as select $$
  select string_agg(concat_ws(' ', kind, due, kept, median_hours, due_before, kept_before, median_hours_before), ', ' order by kind)
  from public.promises_kept(30) where due + due_before > 0
$$ as query;
select tests.sees(
  persona, query,
  case when persona in ('admin', 'only can_review_submissions')
    then 'message 4 2 48 1 1 6' end,
  format('As %s I learn how promises were kept, or no line', persona)
)
from asking, tests.personas() as persona where persona <> 'anon';
select tests.sees(
  'admin',
  $$ select string_agg(concat_ws(' ', kind, due, kept, median_hours, due_before, kept_before), ', ' order by kind)
    from public.promises_kept(30)
    where kind in ('volunteer', 'program', 'partnership', 'registration', 'pledge') $$,
  'volunteer 0 0 0 0, program 0 0 0 0, partnership 0 0 0 0, registration 0 0 0 0, pledge 0 0 0 0',
  'A kind of which none was due has a line of zeros'
);

-- Visits

create temporary table visiting as select 'select public.record_visit()' as query;
select tests.sees('supporter', query, null, 'At the first visit there was none before') from visiting;
update private.visits set seen_at = now() - interval '29 minutes';
select tests.sees('supporter', query, null, 'Half an hour is one visit') from visiting;
update private.visits set seen_at = now() - interval '31 minutes';
select tests.sees('supporter', query, (now() - interval '31 minutes')::text, 'A later visit knows the time of the last one') from visiting;
select tests.sees('supporter', query, (now() - interval '31 minutes')::text, 'A visit lasts as long as it goes on') from visiting;
select tests.sees('admin', query, null, 'Each has their own') from visiting;
select tests.sees('stranger', query, null, 'An account that is gone has none') from visiting;
select is((select count(*) from private.visits), 2::bigint, 'A deleted account leaves no visit');

select tests.refused('anon', statement, format('As anon I cannot: %s', statement))
from unnest(array[
  'select public.period_figures(30)', 'select public.promises_kept(30)', 'select public.record_visit()'
]) as statement;

select * from finish();
rollback;
