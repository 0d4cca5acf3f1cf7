create table public.program_mentees (
  program_id uuid not null references public.programs (id) on delete cascade,
  mentee_id uuid not null references public.mentees (id) on delete cascade,
  added_by uuid references public.profiles (id) on delete set null,
  primary key (program_id, mentee_id)
);
create index program_mentees_mentee_id_idx on public.program_mentees (mentee_id);
create index program_mentees_added_by_idx on public.program_mentees (added_by);

-- After the insert, so that row-level security refuses callers without the right first: the error must
-- not tell them whether a person is active.
create trigger stamp_added_by before insert on public.program_mentees
  for each row execute function private.set_current_user('added_by');
create trigger require_active_person after insert on public.program_mentees
  for each row execute function private.require_active_person('mentees', 'mentee_id');
alter table public.program_mentees enable row level security;
grant select, insert (program_id, mentee_id), delete on public.program_mentees to authenticated;
grant select, insert, update, delete
  on public.program_mentees to service_role;
create policy "Managers may select program_mentees"
  on public.program_mentees for select to authenticated
  using ((select private.has_permission('can_manage_programs')));
create policy "Managers may insert program_mentees"
  on public.program_mentees for insert to authenticated
  with check ((select private.has_permission('can_manage_programs')));
create policy "Managers may delete program_mentees"
  on public.program_mentees for delete to authenticated
  using ((select private.has_permission('can_manage_programs')));
create trigger log_change after insert or update or delete on public.program_mentees
  for each row execute function private.log_change('program_id', 'mentee_id');
