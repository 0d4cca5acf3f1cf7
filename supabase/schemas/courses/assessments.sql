create table public.assessments (
  id uuid primary key default gen_random_uuid(),
  course_id uuid not null references public.courses (id) on delete cascade,
  name text not null check (private.is_line(name, 100)),
  added_at timestamptz not null default clock_timestamp()
);
comment on table public.assessments is 'Graded work of a course, like "Quiz 1".';
create unique index assessments_name_key on public.assessments (course_id, lower(btrim(name)));

alter table public.assessments enable row level security;
grant select, insert, update, delete on public.assessments to service_role;
grant select, insert (id, course_id, name), update (name) on public.assessments to authenticated;
create policy "Managers may select assessments"
  on public.assessments for select to authenticated
  using ((select private.has_permission('can_manage_courses')));
create policy "Managers may insert assessments"
  on public.assessments for insert to authenticated
  with check ((select private.has_permission('can_manage_courses')));
create policy "Managers may update assessments"
  on public.assessments for update to authenticated
  using ((select private.has_permission('can_manage_courses')))
  with check ((select private.has_permission('can_manage_courses')));
create trigger log_change after insert or update or delete on public.assessments
  for each row execute function private.log_change();
