create table private.clearance_notices (
  id bigint generated always as identity primary key,
  clearance_id uuid references public.clearances (id) on delete cascade,
  exemption_id uuid references private.clearance_exemptions (id) on delete cascade,
  program_id uuid references public.programs (id) on delete cascade,
  until date not null,
  days smallint not null check (days in (60, 30, 7)),
  created_at timestamptz not null default now(),
  check (num_nonnulls(clearance_id, exemption_id) = 1),
  unique nulls not distinct (clearance_id, exemption_id, program_id, until, days)
);
comment on table private.clearance_notices is
  'Which notices of an end were written, each once: to the person, or with a program to its manager.';
create index clearance_notices_exemption_id_idx on private.clearance_notices (exemption_id);
create index clearance_notices_program_id_idx on private.clearance_notices (program_id);
alter table private.clearance_notices enable row level security;
