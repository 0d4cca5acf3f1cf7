-- Away and covered: nothing is moved, and no right is given. The cover sees, does and gets mail about only what
-- they may read themselves (docs/decisions/060-a-cover-gets-no-right.md).

create function private.covers() returns table (
  id uuid, account_id uuid, account text, cover_id uuid, cover text, starts_on date, ends_on date, is_now boolean
)
language sql stable security definer set search_path = ''
as $$
  select listed.id, listed.account_id, private.account_name(listed.account_id), listed.cover_id,
    private.account_name(listed.cover_id), listed.starts_on, listed.ends_on, listed.starts_on <= private.office_today()
  from private.covers listed
  where listed.over_at > now() and private.is_staff()
  order by listed.starts_on, listed.id
$$;

create function public.covers() returns table (
  id uuid, account_id uuid, account text, cover_id uuid, cover text, starts_on date, ends_on date, is_now boolean
)
language sql stable security invoker set search_path = ''
as $$ select * from private.covers() $$;
comment on function public.covers is
  'For staff: who is away today or later, from which day to which, and who covers; earliest first. Nothing for others.';
grant execute on function private.covers, public.covers to authenticated;

create function private.covering() returns table (
  account_id uuid, account text, ends_on date, submissions bigint, tasks bigint, due bigint
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  caller constant uuid := private.rights_holder();
begin
  return query
  select away.account_id, private.account_name(away.account_id), away.ends_on, sent.open, task.open,
    today.overdue + today.due_today + today.tasks_overdue + today.tasks_due_today
  from private.covers away
  cross join lateral (
    select count(*) as open from public.submissions
    where assignee_id = away.account_id and closed_at is null and private.may_review()
  ) as sent
  cross join lateral (
    select count(*) as open from private.covered_tasks(caller, away.account_id) where done_at is null
  ) as task
  cross join lateral private.covered_due(caller, away.account_id, now()) as today
  where away.account_id in (select private.covered_ids()) and away.cover_id = caller
    and away.starts_on <= private.office_today() and away.over_at > now()
  order by 2, 1;
end
$$;

create function public.covering() returns table (
  account_id uuid, account text, ends_on date, submissions bigint, tasks bigint, due bigint
)
language sql stable security invoker set search_path = ''
as $$ select * from private.covering() $$;
comment on function public.covering is
  'For a cover: each colleague that the caller covers today, until which day, and of their open submissions and tasks the number that the caller may read; `due` are those overdue or due today.';
grant execute on function private.covering, public.covering to authenticated;

create function private.covered_tasks(reader uuid, account uuid) returns setof public.tasks
language plpgsql stable security definer set search_path = ''
as $$
declare
  rights record;
begin
  select * into rights from private.rights_of(reader);
  return query
  select * from public.tasks
  where assignee_id = account and (
    author_id = reader or rights.role = 'admin'
    or open_to && array(
      select table_name from private.task_permissions()
      where private.opens('tasks', table_name, rights.role, rights.held)
    )
  );
end
$$;
comment on function private.covered_tasks(uuid, uuid) is 'The tasks of an account that its cover may read.';

create function private.covered_due(
  reader uuid, account uuid, moment timestamptz,
  out overdue bigint, out due_today bigint, out tasks_overdue bigint, out tasks_due_today bigint
) returns record
language plpgsql stable security definer set search_path = ''
as $$
declare
  zone constant text := private.office_time_zone();
  today constant date := (moment at time zone zone)::date;
begin
  select count(*) filter (where sent.due_at < moment), count(*) filter (where sent.due_at >= moment)
  into overdue, due_today
  from public.submissions sent
  where sent.assignee_id = account and sent.answered_at is null and sent.put_off_until <= moment
    and sent.due_at < (today + 1)::timestamp at time zone zone
    and reader in (select private.reviewer_ids());
  select count(*) filter (where due_on < today), count(*) filter (where due_on = today)
  into tasks_overdue, tasks_due_today
  from private.covered_tasks(reader, account) where done_at is null and due_on <= today;
end
$$;
comment on function private.covered_due(uuid, uuid, timestamptz) is
  'What is overdue and due today of an account''s submissions and tasks, as far as its cover may read them.';

create function private.covered_work(reader uuid, moment timestamptz) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(summed) from (
    select sum(due.overdue) as overdue, sum(due.due_today) as due_today, sum(due.tasks_overdue) as tasks_overdue,
      sum(due.tasks_due_today) as tasks_due_today
    from private.covered_by(reader) as account
    cross join lateral private.covered_due(reader, account, moment) as due
  ) as summed
  where overdue + due_today + tasks_overdue + tasks_due_today > 0
$$;
comment on function private.covered_work(uuid, timestamptz) is
  'The sums of private.covered_due over all colleagues whom an account covers, for its digest; null for zero.';
