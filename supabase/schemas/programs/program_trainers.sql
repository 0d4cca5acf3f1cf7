create table public.program_trainers (
  program_id uuid not null references public.programs (id) on delete cascade,
  trainer_id uuid not null references public.trainers (id) on delete cascade,
  added_by uuid references public.profiles (id) on delete set null,
  primary key (program_id, trainer_id)
);

create index program_trainers_trainer_id_idx on public.program_trainers (trainer_id);
create index program_trainers_added_by_idx on public.program_trainers (added_by);

create trigger stamp_added_by before insert on public.program_trainers
  for each row execute function private.set_current_user('added_by');
create trigger require_active_person after insert on public.program_trainers
  for each row execute function private.require_active_person('trainers', 'trainer_id');
create trigger require_clearances after insert on public.program_trainers referencing new table as added
  for each statement execute function private.require_clearances('trainers', 'trainer_id');
create trigger require_clearances_moved after update on public.program_trainers referencing new table as added old table as replaced
  for each statement execute function private.require_clearances('trainers', 'trainer_id');
alter table public.program_trainers enable row level security;
grant select, insert (program_id, trainer_id), delete on public.program_trainers to authenticated;
grant select, insert, update, delete
  on public.program_trainers to service_role;
create policy "Managers may select program_trainers"
  on public.program_trainers for select to authenticated
  using ((select private.has_permission('can_manage_programs')));
create policy "Managers may insert program_trainers"
  on public.program_trainers for insert to authenticated
  with check ((select private.has_permission('can_manage_programs')));
create policy "Managers may delete program_trainers"
  on public.program_trainers for delete to authenticated
  using ((select private.has_permission('can_manage_programs')));
create trigger log_change after insert or update or delete on public.program_trainers
  for each row execute function private.log_change('program_id', 'trainer_id');
