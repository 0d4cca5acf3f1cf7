create table public.enrolments (
  course_id uuid not null references public.courses (id) on delete cascade,
  mentee_id uuid not null references public.mentees (id) on delete cascade,
  state public.enrolment_state not null,
  asked_at timestamptz not null default clock_timestamp(),
  primary key (course_id, mentee_id)
);
comment on column public.enrolments.asked_at is 'The order of the waitlist.';
create index enrolments_mentee_id_idx on public.enrolments (mentee_id);

alter table public.enrolments enable row level security;
grant select, insert, update, delete on public.enrolments to service_role;

create trigger log_change after insert or update or delete on public.enrolments
  for each row execute function private.log_course_change('state');
create trigger promote_waitlisted after update of state on public.enrolments
  for each row when (old.state = 'enrolled' and new.state <> 'enrolled')
  execute function private.sync_seats('course_id');
create trigger promote_after_removal after delete on public.enrolments
  for each row when (old.state = 'enrolled') execute function private.sync_seats('course_id');
