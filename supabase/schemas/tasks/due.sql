create function private.table_of_task(task public.tasks) returns text
language sql immutable set search_path = ''
as $$
  select case
    when task.mentor_id is not null then 'mentors' when task.mentee_id is not null then 'mentees'
    when task.trainer_id is not null then 'trainers' when task.donor_id is not null then 'donors'
    when task.gift_id is not null then 'donations' when task.program_id is not null then 'programs'
    when task.submission_id is not null then 'submissions' when task.match_id is not null then 'matches'
  end
$$;
comment on function private.table_of_task is
  'The table of the record that a task is on; null for a task on an address or nothing.';

-- The digest has the number of tasks. Their words stay here: mails hold nothing about people.

create function private.due_tasks(reader uuid, today date) returns table (overdue bigint, due_today bigint)
language sql stable security definer set search_path = ''
as $$
  select count(*) filter (where due_on < today), count(*) filter (where due_on = today)
  from public.tasks
  where done_at is null and due_on <= today and (
    assignee_id = reader
    or assignee_id is null and (
      author_id = reader
      or open_to && array(
        select table_name from (select table_name from private.task_permissions() union all select 'matches') as listed
        where reader in (select private.task_readers(array[table_name]))
      )
      or reader in (select user_id from public.user_roles where role = 'admin')
    )
  )
$$;
comment on function private.due_tasks(uuid, date) is
  'The number of an account''s overdue tasks and of those due today, with the unassigned ones that it may read.';

create function private.digest_readers(today date)
returns table (id uuid, address text, kinds public.submission_kind[], daily public.submission_kind[])
language sql stable security definer set search_path = ''
as $$
  with reviewer as (
    select listed.id, listed.address, array_agg(of_kind) as kinds,
      array_agg(of_kind) filter (where listed.choice = 'daily') as daily
    from unnest(enum_range(null::public.submission_kind)) as of_kind
    cross join private.notice_readers(of_kind) as listed
    where listed.choice <> 'none'
    group by listed.id, listed.address
  )
  select * from reviewer
  union all
  select profile.id, btrim(profile.email), '{}', '{}'
  from public.profiles profile
  where profile.confirmed and private.is_address(btrim(profile.email))
    and profile.id in (select private.staff_ids()) and profile.id not in (select reviewer.id from reviewer)
    and (
      exists (select from private.due_tasks(profile.id, today) where overdue + due_today > 0)
      or exists (select from private.covered_by(profile.id))
    )
$$;
comment on function private.digest_readers(date) is
  'Reviewers who want notices, with their kinds, staff with due tasks, and covers.';
