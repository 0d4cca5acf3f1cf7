-- Programs and the people assigned to them.

create type public.program_status as enum ('active', 'planned', 'completed', 'cancelled');

create table public.programs (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_line(name, 200)),
  description text check (private.is_text(description, 5000)),
  start_date date check (start_date between '1900-01-01' and '2200-12-31'),
  end_date date,
  status public.program_status not null default 'active',
  manager_id uuid references public.profiles (id) on delete set null,
  search_text text generated always as (private.searchable(name, description)) stored,
  created_at timestamptz not null default now(),
  constraint programs_end_date_check
    check (end_date between '1900-01-01' and '2200-12-31' and end_date >= start_date)
);

create table public.program_mentees (
  program_id uuid not null references public.programs (id) on delete cascade,
  mentee_id uuid not null references public.mentees (id) on delete cascade,
  added_by uuid references public.profiles (id) on delete set null,
  primary key (program_id, mentee_id)
);

create table public.program_mentors (
  program_id uuid not null references public.programs (id) on delete cascade,
  mentor_id uuid not null references public.mentors (id) on delete cascade,
  added_by uuid references public.profiles (id) on delete set null,
  primary key (program_id, mentor_id)
);

create table public.program_trainers (
  program_id uuid not null references public.programs (id) on delete cascade,
  trainer_id uuid not null references public.trainers (id) on delete cascade,
  added_by uuid references public.profiles (id) on delete set null,
  primary key (program_id, trainer_id)
);

create index programs_created_at_idx on public.programs (created_at desc, id desc);
create index programs_name_idx on public.programs (name, id);
create index programs_manager_id_idx on public.programs (manager_id);
create index program_mentees_mentee_id_idx on public.program_mentees (mentee_id);
create index program_mentees_added_by_idx on public.program_mentees (added_by);

create index program_mentors_mentor_id_idx on public.program_mentors (mentor_id);
create index program_mentors_added_by_idx on public.program_mentors (added_by);

create index program_trainers_trainer_id_idx on public.program_trainers (trainer_id);
create index program_trainers_added_by_idx on public.program_trainers (added_by);

create trigger stamp_manager_id before insert on public.programs
  for each row execute function private.set_current_user('manager_id');

create function private.require_active_person() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person_table constant regclass := 'public.' || tg_argv[0];
  person_id constant uuid := (to_jsonb(new) ->> tg_argv[1])::uuid;
begin
  if private.write_mode() = 'merge' then
    return null;
  end if;
  -- The share lock keeps the person from being deactivated until this assignment is stored.
  if (select person ->> 'status' from private.stored_rows(person_table, array[person_id], lock => 'share') as person) <> 'active' then
    raise exception 'Only active % can be assigned to a program.', tg_argv[0]
      using errcode = 'check_violation';
  end if;
  return null;
end
$$;

-- After the insert, so that row-level security refuses callers without the right first: the error must
-- not tell them whether a person is active.
create trigger stamp_added_by before insert on public.program_mentees
  for each row execute function private.set_current_user('added_by');
create trigger require_active_person after insert on public.program_mentees
  for each row execute function private.require_active_person('mentees', 'mentee_id');

create trigger stamp_added_by before insert on public.program_mentors
  for each row execute function private.set_current_user('added_by');
create trigger require_active_person after insert on public.program_mentors
  for each row execute function private.require_active_person('mentors', 'mentor_id');

create trigger stamp_added_by before insert on public.program_trainers
  for each row execute function private.set_current_user('added_by');
create trigger require_active_person after insert on public.program_trainers
  for each row execute function private.require_active_person('trainers', 'trainer_id');

alter table public.programs enable row level security;
alter table public.program_mentees enable row level security;
alter table public.program_mentors enable row level security;
alter table public.program_trainers enable row level security;

-- manager_id and added_by are in no grant: the triggers above set them.
grant
  select,
  insert (id, name, description, start_date, end_date, status),
  update (name, description, start_date, end_date, status)
on public.programs to authenticated;
grant select, insert (program_id, mentee_id), delete on public.program_mentees to authenticated;
grant select, insert (program_id, mentor_id), delete on public.program_mentors to authenticated;
grant select, insert (program_id, trainer_id), delete on public.program_trainers to authenticated;
grant select, insert, update, delete
  on public.programs, public.program_mentees, public.program_mentors, public.program_trainers
  to service_role;

create policy "Managers read programs"
  on public.programs for select to authenticated
  using (
    (select private.has_permission('can_manage_programs'))
    or (select private.current_user_role()) = 'program_manager'
  );

create policy "Managers add programs"
  on public.programs for insert to authenticated
  with check (
    (select private.has_permission('can_manage_programs'))
    or (select private.current_user_role()) = 'program_manager'
  );

create policy "Managers may update programs"
  on public.programs for update to authenticated
  using ((select private.has_permission('can_manage_programs')))
  with check ((select private.has_permission('can_manage_programs')));
create policy "Managers may select program_mentees"
  on public.program_mentees for select to authenticated
  using ((select private.has_permission('can_manage_programs')));
create policy "Managers may insert program_mentees"
  on public.program_mentees for insert to authenticated
  with check ((select private.has_permission('can_manage_programs')));
create policy "Managers may delete program_mentees"
  on public.program_mentees for delete to authenticated
  using ((select private.has_permission('can_manage_programs')));
create policy "Managers may select program_mentors"
  on public.program_mentors for select to authenticated
  using ((select private.has_permission('can_manage_programs')));
create policy "Managers may insert program_mentors"
  on public.program_mentors for insert to authenticated
  with check ((select private.has_permission('can_manage_programs')));
create policy "Managers may delete program_mentors"
  on public.program_mentors for delete to authenticated
  using ((select private.has_permission('can_manage_programs')));
create policy "Managers may select program_trainers"
  on public.program_trainers for select to authenticated
  using ((select private.has_permission('can_manage_programs')));
create policy "Managers may insert program_trainers"
  on public.program_trainers for insert to authenticated
  with check ((select private.has_permission('can_manage_programs')));
create policy "Managers may delete program_trainers"
  on public.program_trainers for delete to authenticated
  using ((select private.has_permission('can_manage_programs')));

create function public.save_program_assignments(
  target_program_id uuid,
  added_mentees uuid[] default '{}',
  removed_mentees uuid[] default '{}',
  added_mentors uuid[] default '{}',
  removed_mentors uuid[] default '{}',
  added_trainers uuid[] default '{}',
  removed_trainers uuid[] default '{}'
) returns void
language plpgsql security invoker set search_path = ''
as $$
begin
  -- Saves of the same program queue up here.
  perform from public.programs where id = target_program_id for update;
  if not found then
    raise exception 'This program does not exist, or you may not change it.'
      using errcode = 'insufficient_privilege';
  end if;

  delete from public.program_mentees where program_id = target_program_id and mentee_id = any (removed_mentees);
  insert into public.program_mentees (program_id, mentee_id)
  select target_program_id, added.id from unnest(added_mentees) as added (id)
  where not exists (select from public.program_mentees where program_id = target_program_id and mentee_id = added.id)
  on conflict do nothing;

  delete from public.program_mentors where program_id = target_program_id and mentor_id = any (removed_mentors);
  insert into public.program_mentors (program_id, mentor_id)
  select target_program_id, added.id from unnest(added_mentors) as added (id)
  where not exists (select from public.program_mentors where program_id = target_program_id and mentor_id = added.id)
  on conflict do nothing;

  delete from public.program_trainers where program_id = target_program_id and trainer_id = any (removed_trainers);
  insert into public.program_trainers (program_id, trainer_id)
  select target_program_id, added.id from unnest(added_trainers) as added (id)
  where not exists (select from public.program_trainers where program_id = target_program_id and trainer_id = added.id)
  on conflict do nothing;
end
$$;
comment on function public.save_program_assignments(uuid, uuid[], uuid[], uuid[], uuid[], uuid[], uuid[]) is
  'Adds people to a program and removes others, in one transaction. Concurrent changes of colleagues stay.';

grant execute on function public.save_program_assignments(uuid, uuid[], uuid[], uuid[], uuid[], uuid[], uuid[])
to authenticated, service_role;
