-- Follow-ups: tasks of staff, and submissions that are put off (docs/decisions/035-follow-ups.md).

-- Staff

create function private.staff_roles() returns public.app_role[]
language sql immutable set search_path = ''
as $$
  select '{admin,director,development_manager,staff,mentor,accounting,program_manager,fundraiser}'::public.app_role[]
$$;
comment on function private.staff_roles() is 'The app has the same in src/shared/auth/roles.ts.';

create function private.staff_ids() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select user_id from public.user_roles where role = any (private.staff_roles())
  union
  select user_id from public.user_permissions
$$;
comment on function private.staff_ids() is 'Accounts with a role of staff or a permission.';

create function private.is_staff() returns boolean
language sql stable parallel safe security definer set search_path = ''
as $$
  select private.current_user_role() = any (private.staff_roles()) or exists (select private.held_permissions())
$$;

-- Tasks

create table public.tasks (
  id uuid primary key default gen_random_uuid(),
  body text not null check (private.is_text(body, 500)),
  due_on date not null check (due_on between '2020-01-01' and '2200-01-01'),
  assignee_id uuid references public.profiles (id) on delete set null,
  author_id uuid default auth.uid() references public.profiles (id) on delete set null,
  mentor_id uuid references public.mentors (id) on delete cascade,
  mentee_id uuid references public.mentees (id) on delete cascade,
  trainer_id uuid references public.trainers (id) on delete cascade,
  donor_id uuid references public.donors (id) on update cascade on delete cascade,
  gift_id uuid references public.donations (id) on delete cascade,
  program_id uuid references public.programs (id) on delete cascade,
  submission_id uuid references public.submissions (id) on delete cascade,
  address text check (private.is_line(address, 254) and (strpos(address, ':') = 0 or address ~ '^tel:\d{7,8}$')),
  open_to text[] not null default '{}'
    check (open_to <@ '{mentors,mentees,trainers,donors,donations,programs,submissions}'),
  done_at timestamptz,
  done_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint tasks_submission_id_check
    check (num_nonnulls(mentor_id, mentee_id, trainer_id, donor_id, gift_id, program_id, submission_id, address) <= 1)
);
comment on column public.tasks.assignee_id is
  'Null for a task of no one, also when its assignee has left: all who may read the record have it among their own.';
comment on column public.tasks.address is 'An email address or tel:12345678 (private.phone_keys), for a task on a person.';
comment on column public.tasks.open_to is
  'The table of the record, whose readers read the task. Of an address those tables with it that the author could read.';
comment on column public.tasks.done_at is 'The time is the database''s.';

create index tasks_due_on_idx on public.tasks (due_on, id) where done_at is null;
create index tasks_done_at_idx on public.tasks (done_at desc) where done_at is not null;
-- Of foreign keys, for cascades and for the tasks shown beside a record.
create index tasks_assignee_id_idx on public.tasks (assignee_id, done_at, due_on);
create index tasks_author_id_idx on public.tasks (author_id);
create index tasks_done_by_idx on public.tasks (done_by);
create index tasks_mentor_id_idx on public.tasks (mentor_id);
create index tasks_mentee_id_idx on public.tasks (mentee_id);
create index tasks_trainer_id_idx on public.tasks (trainer_id);
create index tasks_donor_id_idx on public.tasks (donor_id);
create index tasks_gift_id_idx on public.tasks (gift_id);
create index tasks_program_id_idx on public.tasks (program_id);
create index tasks_submission_id_idx on public.tasks (submission_id);
create index tasks_address_idx on public.tasks (address);

-- An assignee is a member of staff who may read the record, as readable_tables tells of the caller.

create function private.task_permissions() returns table (table_name text, permission text)
language sql immutable set search_path = ''
as $$
  values ('mentors', 'can_manage_mentors'), ('mentees', 'can_manage_mentees'), ('trainers', 'can_manage_trainers'),
    ('donors', 'can_manage_donations'), ('donations', 'can_manage_donations'), ('programs', 'can_manage_programs'),
    ('submissions', 'can_review_submissions')
$$;

create function private.task_readers(open_to text[]) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select private.staff_ids() where open_to = '{}'
  union
  select private.holders(permission) from private.task_permissions() where table_name = any (open_to)
  union
  select user_id from public.user_roles where role = 'program_manager' and 'programs' = any (open_to)
$$;
comment on function private.task_readers(text[]) is
  'Accounts that may read one of these tables; all staff for a task without a record.';

create function private.tables_of_address(address text) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
begin
  return array(
    select unnest(private.tables_of_person(private.rows_of(private.people_of_ref(address, readable), readable)))
    intersect
    select table_name from private.task_permissions()
  );
end
$$;
comment on function private.tables_of_address(text) is
  'Tables with this address that the caller may read, so that no answer tells of others.';

create function private.task_assignees(record_kind text default null, address text default null) returns table (id uuid, full_name text)
language sql stable security definer set search_path = ''
as $$
  select reader, private.account_name(reader)
  from private.task_readers(case
    when record_kind is not null then array[record_kind]
    when address is not null then private.tables_of_address(address)
    else '{}'
  end) as reader
  where private.is_staff() and (record_kind is null or private.may_search(record_kind))
  order by 2
$$;

create function public.task_assignees(record_kind text default null, address text default null) returns table (id uuid, full_name text)
language sql stable security invoker set search_path = ''
as $$ select * from private.task_assignees(record_kind, address) $$;
comment on function public.task_assignees is
  'For staff: possible assignees of a task on a record of this table, on an address, or on nothing; none where the caller may not read the table.';
grant execute on function private.task_assignees, public.task_assignees to authenticated;

create function private.table_of_task(task public.tasks) returns text
language sql immutable set search_path = ''
as $$
  select case
    when task.mentor_id is not null then 'mentors' when task.mentee_id is not null then 'mentees'
    when task.trainer_id is not null then 'trainers' when task.donor_id is not null then 'donors'
    when task.gift_id is not null then 'donations' when task.program_id is not null then 'programs'
    when task.submission_id is not null then 'submissions'
  end
$$;

create function private.check_task() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  of_table constant text := private.table_of_task(new);
  is_new constant boolean := tg_op = 'INSERT';
begin
  if is_new then
    perform private.require(
      of_table is null or auth.uid() is null or private.may_search(of_table), 'You may not read this record.'
    );
    new.address := private.plain_ref(nullif(btrim(new.address), ''));
    new.open_to := case
      when of_table is not null then array[of_table]
      when auth.uid() is null then new.open_to
      else private.tables_of_address(new.address)
    end;
  end if;
  if (is_new or new.due_on <> old.due_on) and new.due_on < private.office_today() then
    raise exception 'The due day is over. Choose today or a later day.' using errcode = 'P0001';
  end if;
  if new.assignee_id is not null and (is_new or new.assignee_id is distinct from old.assignee_id)
    and new.assignee_id not in (select private.task_readers(new.open_to)) then
    raise exception 'This colleague has left or may not read the record. Choose someone else.' using errcode = 'P0001';
  end if;
  if not is_new and new.assignee_id is distinct from old.assignee_id and old.assignee_id = auth.uid()
    and new.open_to = '{}' and new.author_id is distinct from auth.uid() and not private.is_admin() then
    raise exception 'Its author or an administrator can give a task without a record to someone else.' using errcode = 'P0001';
  end if;
  if new.done_at is null then
    new.done_by := null;
  elsif is_new or old.done_at is null then
    new.done_at := now();
    new.done_by := auth.uid();
  else
    new.done_at := old.done_at;
  end if;
  return new;
end
$$;
create trigger check_task before insert or update on public.tasks
  for each row execute function private.check_task();

create function private.release_tasks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.tasks set assignee_id = null
  where assignee_id = old.user_id and done_at is null and old.user_id not in (select private.staff_ids());
  return null;
end
$$;
comment on function private.release_tasks() is 'A member of staff who leaves has no open task.';
create trigger release_tasks after update or delete on public.user_roles
  for each row execute function private.release_tasks();
create trigger release_tasks after delete on public.user_permissions
  for each row execute function private.release_tasks();

-- Row-level security

alter table public.tasks enable row level security;

grant select (
  id, body, due_on, assignee_id, author_id, mentor_id, mentee_id, trainer_id, donor_id, gift_id, program_id,
  submission_id, address, done_at, done_by
) on public.tasks to authenticated;
grant insert (
  id, body, due_on, assignee_id, mentor_id, mentee_id, trainer_id, donor_id, gift_id, program_id, submission_id, address
) on public.tasks to authenticated;
grant update (body, due_on, assignee_id, done_at) on public.tasks to authenticated;
grant select, insert, update, delete on public.tasks to service_role;

create policy "Staff read their tasks and those of records they may read"
  on public.tasks for select to authenticated
  using (
    (select private.is_staff()) and (
      (select private.current_user_id()) in (assignee_id, author_id)
      or (select private.is_admin())
      or open_to && (select array(select private.readable_tables()))
    )
  );
create policy "Staff add tasks"
  on public.tasks for insert to authenticated
  with check ((select private.is_staff()) and author_id = (select private.current_user_id()));
create policy "Author, assignee, admins change a task; readers one of no one"
  on public.tasks for update to authenticated
  using (
    (select private.is_staff()) and (
      (select private.current_user_id()) in (assignee_id, author_id)
      or (select private.is_admin())
      or assignee_id is null and open_to && (select array(select private.readable_tables()))
    )
  )
  with check ((select private.is_staff()));

create trigger log_change after insert or update or delete on public.tasks
  for each row execute function private.log_change();
create trigger redact_log after delete on public.tasks referencing old table as gone
  for each statement execute function private.redact_log();
create trigger broadcast_insert after insert on public.tasks referencing new table as changed
  for each statement execute function private.broadcast_changes('id');
create trigger broadcast_update after update on public.tasks referencing new table as changed
  for each statement execute function private.broadcast_changes('id');
create trigger broadcast_delete after delete on public.tasks referencing old table as changed
  for each statement execute function private.broadcast_changes('id');

-- Put off: the time is compared with now wherever waiting submissions are read, so that no job has to
-- bring anything back.

create function private.put_off(submission uuid, until_day date default null, when_they_reply boolean default false) returns timestamptz
language plpgsql security definer set search_path = ''
as $$
declare
  until constant timestamptz := case
    when when_they_reply then 'infinity'
    when until_day is null then '-infinity'
    else (until_day + time '08:00') at time zone private.office_time_zone()
  end;
  before public.submissions;
begin
  perform private.require(private.may_review(), 'You may not put this off.');
  if not when_they_reply and until_day not between private.office_today() + 1 and private.office_today() + 366 then
    raise exception 'Choose a day from tomorrow on, within a year.' using errcode = 'P0001';
  end if;
  perform private.lock_workflow();
  select * into before from public.submissions where id = submission;
  if before.id is null then
    raise exception 'This submission no longer exists.' using errcode = 'P0001';
  end if;
  if before.answered_at is not null and until > '-infinity' then
    raise exception 'It has been answered, so it can''t be snoozed.' using errcode = 'P0001';
  end if;
  if before.put_off_until <> until then
    update public.submissions set put_off_until = until where id = submission;
    perform private.log_action('changed', 'submissions', submission, before.name, jsonb_build_object(
      'put_off_until', jsonb_build_array(private.put_off_words(before.put_off_until), private.put_off_words(until))
    ));
  end if;
  return until;
end
$$;

create function private.put_off_words(until timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  select case
    when until = 'infinity' then to_jsonb('they reply'::text)
    when until > '-infinity' then to_jsonb(until)
  end
$$;

create function public.put_off(submission uuid, until_day date default null, when_they_reply boolean default false) returns timestamptz
language sql security invoker set search_path = ''
as $$ select private.put_off(submission, until_day, when_they_reply) $$;
comment on function public.put_off is
  'For reviewers: takes a waiting submission out of the waiting ones until eight in the office on a day, or until its sender writes; without either it waits again.';
grant execute on function private.put_off, public.put_off to authenticated;

-- The first answer ends it.

create function private.end_put_off() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.put_off_until := '-infinity';
  return new;
end
$$;
create trigger end_put_off before update of answered_at on public.submissions
  for each row when (new.answered_at is not null and old.answered_at is null) execute function private.end_put_off();

-- So does a message of its sender, and another submission of theirs. The lock comes before any lock on a
-- row (private.lock_workflow).

create function private.bring_back(ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if cardinality(ids) > 0 then
    perform private.lock_workflow();
    update public.submissions set put_off_until = '-infinity' where id = any (ids) and put_off_until > now();
  end if;
end
$$;

create function private.bring_back_of_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.bring_back(array(
    select id from public.submissions where id = new.submission_id and put_off_until > now()
  ));
  return new;
end
$$;
create trigger bring_back before insert on public.submission_notes
  for each row when (new.is_from_applicant) execute function private.bring_back_of_message();

create function private.bring_back_of_sender() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.bring_back(array(
    select id from public.submissions
    where lower(btrim(email)) = lower(btrim(new.email)) and answered_at is null and put_off_until > now()
  ));
  return new;
end
$$;

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
      or open_to && array(select table_name from private.task_permissions() where reader in (select private.task_readers(array[table_name])))
      or reader in (select user_id from public.user_roles where role = 'admin')
    )
  )
$$;
comment on function private.due_tasks(uuid, date) is
  'The number of open tasks of an account, with those of no one that it may read.';

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
    and exists (select from private.due_tasks(profile.id, today) where overdue + due_today > 0)
$$;
comment on function private.digest_readers(date) is
  'Reviewers who want notices, with their kinds, and staff with due tasks.';

-- What belongs to a person goes before what it refers to.

insert into private.personal_data (position, table_name, label, action, condition, handed_over)
overriding system value values (
  0, 'public.tasks', 'Tasks', 'delete',
  'stored.submission_id = any (($1).submissions) or stored.mentor_id = any (($1).people)
    or stored.mentee_id = any (($1).people) or stored.trainer_id = any (($1).people)
    or stored.gift_id = any (($1).gifts) or stored.donor_id = any (($1).donors)
    or stored.address = any (($1).addresses) or stored.address in (select ''tel:'' || private.phones_of_subject($1))',
  '{body,due_on,done_at,created_at}'
);

insert into private.retention_rules (
  rule, title, table_name, day_column, unit, kept, shortest, longest, next_at
) values (
  'tasks', 'Tasks that are done', 'public.tasks', 'done_at', 'months', 12, 1, 12, private.next_retention_run('months')
);

grant execute on function private.is_staff() to authenticated;
