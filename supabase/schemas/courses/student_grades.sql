create table public.student_grades (
  id uuid primary key default gen_random_uuid(),
  mentee_id uuid references public.mentees (id) on delete cascade,
  course_id uuid references public.courses (id) on delete set null,
  assessment_id uuid references public.assessments (id) on delete cascade,
  grade numeric(5, 2) check (grade between 0 and 100),
  created_at timestamptz not null default now(),
  unique (assessment_id, mentee_id)
);
create index student_grades_mentee_id_idx on public.student_grades (mentee_id);
create index student_grades_course_id_idx on public.student_grades (course_id);

alter table public.student_grades enable row level security;
grant select, insert, update, delete on public.student_grades to service_role;
-- Analysts read grades without the mentees, for an average.
grant select (grade) on public.student_grades to authenticated;
create policy "Analysts may select student_grades"
  on public.student_grades for select to authenticated
  using ((select private.has_permission('can_view_analytics')));
create trigger log_change after insert or update or delete on public.student_grades
  for each row execute function private.log_course_change('grade');
