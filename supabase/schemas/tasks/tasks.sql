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
    check (open_to <@ '{mentors,mentees,trainers,donors,donations,programs,submissions,matches}'),
  done_at timestamptz,
  done_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  match_id uuid references public.matches (id) on delete cascade,
  constraint tasks_submission_id_check
    check (num_nonnulls(mentor_id, mentee_id, trainer_id, donor_id, gift_id, program_id, submission_id, address, match_id) <= 1)
);
comment on column public.tasks.match_id is 'The next contact of its supervisor, which the database plans.';
comment on column public.tasks.assignee_id is
  'Null for a task without an assignee, for example after they left: everyone who may read the record has it among their own.';
comment on column public.tasks.address is 'An email address or tel:12345678 (private.phone_keys), for a task on a person.';
comment on column public.tasks.open_to is
  'The table of the record, whose readers read the task. For an address, the tables with it that the author could read.';
comment on column public.tasks.done_at is 'The database sets the time.';

create index tasks_due_on_idx on public.tasks (due_on, id) where done_at is null;
comment on index public.tasks_due_on_idx is 'Open tasks by due day: the list of tasks.';
create index tasks_done_at_idx on public.tasks (done_at desc) where done_at is not null;
comment on index public.tasks_done_at_idx is 'Done tasks, newest first, and the retention rule.';
-- For foreign keys: cascades, and the tasks beside a record.
create index tasks_assignee_id_idx on public.tasks (assignee_id, done_at, due_on);
comment on index public.tasks_assignee_id_idx is 'The open tasks of an assignee by due day.';
create index tasks_author_id_idx on public.tasks (author_id);
create index tasks_done_by_idx on public.tasks (done_by);
create index tasks_mentor_id_idx on public.tasks (mentor_id);
create index tasks_mentee_id_idx on public.tasks (mentee_id);
create index tasks_trainer_id_idx on public.tasks (trainer_id);
create index tasks_donor_id_idx on public.tasks (donor_id);
create index tasks_gift_id_idx on public.tasks (gift_id);
create index tasks_program_id_idx on public.tasks (program_id);
create index tasks_submission_id_idx on public.tasks (submission_id);
create unique index tasks_match_id_idx on public.tasks (match_id);
comment on index public.tasks_match_id_idx is 'A match has one task.';
create index tasks_address_idx on public.tasks (address);
-- Other functions take the lock themselves, before their locks on rows.
create trigger lock_workflow before insert or update of assignee_id on public.tasks
  for each statement when (current_user = 'authenticated') execute function private.lock_workflow_first();
create trigger check_task before insert or update on public.tasks
  for each row execute function private.check_task();

alter table public.tasks enable row level security;

grant select (
  id, body, due_on, assignee_id, author_id, mentor_id, mentee_id, trainer_id, donor_id, gift_id, program_id,
  submission_id, address, done_at, done_by, match_id
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
create policy "Author, assignee, cover, admin change tasks; readers free ones"
  on public.tasks for update to authenticated
  using (
    (select private.is_staff()) and (
      (select private.current_user_id()) in (assignee_id, author_id)
      or (select private.is_admin())
      or (assignee_id is null or assignee_id in (select private.covered_ids()))
        and open_to && (select array(select private.readable_tables()))
    )
  )
  with check ((select private.is_staff()));

create trigger log_change after insert or update or delete on public.tasks
  for each row when (private.write_mode() is distinct from 'leaving') execute function private.log_change();
create trigger redact_log after delete on public.tasks referencing old table as gone
  for each statement execute function private.redact_log();
create trigger broadcast_insert after insert on public.tasks referencing new table as changed
  for each statement execute function private.broadcast_changes('id');
create trigger broadcast_update after update on public.tasks referencing new table as changed
  for each statement execute function private.broadcast_changes('id');
create trigger broadcast_delete after delete on public.tasks referencing old table as changed
  for each statement execute function private.broadcast_changes('id');

create function private.check_contact_task() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.done_at is not null and old.done_at is null then
    raise exception 'Log the contact on the match. This task then moves to the next one.' using errcode = 'P0001';
  end if;
  new.assignee_id := coalesce(new.assignee_id, private.supervisor_of_match(new.match_id));
  return new;
end
$$;
comment on function private.check_contact_task() is
  'The task of a contact is done by logging one, and goes to the deputy where the supervisor leaves.';
create trigger assign_supervisor before update on public.tasks
  for each row when (new.match_id is not null) execute function private.check_contact_task();
