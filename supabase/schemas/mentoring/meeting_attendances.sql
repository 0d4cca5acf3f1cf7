create table public.meeting_attendances (
  meeting_id uuid not null references public.meetings (id) on delete cascade,
  mentee_id uuid not null references public.mentees (id) on delete cascade,
  status public.attendance_status not null,
  marked_by uuid references public.profiles (id) on delete set null,
  marked_at timestamptz not null default now(),
  primary key (meeting_id, mentee_id)
);
comment on table public.meeting_attendances is 'Who came to the meeting of a group.';
create index meeting_attendances_mentee_id_idx on public.meeting_attendances (mentee_id);
create index meeting_attendances_marked_by_idx on public.meeting_attendances (marked_by);

alter table public.meeting_attendances enable row level security;
grant select on public.meeting_attendances to authenticated;
grant select, insert, update, delete on public.meeting_attendances to service_role;
create policy "Managers may select meeting_attendances"
  on public.meeting_attendances for select to authenticated
  using ((select private.has_permission('can_manage_programs')));
insert into private.table_readers (table_name, permission) values ('meeting_attendances', 'can_manage_programs');
create trigger log_change after insert on public.meeting_attendances referencing new table as stays
  for each statement execute function private.log_attendances();
create trigger log_changed after update on public.meeting_attendances referencing old table as gone new table as stays
  for each statement execute function private.log_attendances();
create trigger log_removed after delete on public.meeting_attendances referencing old table as gone
  for each statement execute function private.log_attendances();
