create table public.program_mentors (
  program_id uuid not null references public.programs (id) on delete cascade,
  mentor_id uuid not null references public.mentors (id) on delete cascade,
  added_by uuid references public.profiles (id) on delete set null,
  primary key (program_id, mentor_id)
);

create index program_mentors_mentor_id_idx on public.program_mentors (mentor_id);
create index program_mentors_added_by_idx on public.program_mentors (added_by);

create trigger stamp_added_by before insert on public.program_mentors
  for each row execute function private.set_current_user('added_by');
create trigger require_active_person after insert on public.program_mentors
  for each row execute function private.require_active_person('mentors', 'mentor_id');
create trigger require_clearances after insert on public.program_mentors referencing new table as added
  for each statement execute function private.require_clearances('mentors', 'mentor_id');
create trigger require_clearances_moved after update on public.program_mentors referencing new table as added old table as replaced
  for each statement execute function private.require_clearances('mentors', 'mentor_id');
alter table public.program_mentors enable row level security;
grant select, insert (program_id, mentor_id), delete on public.program_mentors to authenticated;
grant select, insert, update, delete
  on public.program_mentors to service_role;
create policy "Managers may select program_mentors"
  on public.program_mentors for select to authenticated
  using ((select private.has_permission('can_manage_programs')));
create policy "Managers may insert program_mentors"
  on public.program_mentors for insert to authenticated
  with check ((select private.has_permission('can_manage_programs')));
create policy "Managers may delete program_mentors"
  on public.program_mentors for delete to authenticated
  using ((select private.has_permission('can_manage_programs')));
create trigger log_change after insert or update or delete on public.program_mentors
  for each row execute function private.log_change('program_id', 'mentor_id');
