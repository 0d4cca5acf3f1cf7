create table private.clearance_exemptions (
  id uuid primary key,
  requirement_id uuid not null references public.program_requirements (id) on delete cascade,
  matched text not null,
  mentor_id uuid references public.mentors (id) on delete cascade,
  trainer_id uuid references public.trainers (id) on delete cascade,
  record_id uuid not null generated always as (coalesce(mentor_id, trainer_id)) stored,
  starts_on date not null check (starts_on between '2000-01-01' and '2200-12-31'),
  ends_on date not null check (ends_on <= '2200-12-31'),
  reason text not null check (private.is_text(reason, 1000)),
  author_id uuid references public.profiles (id) on delete set null,
  author_name text,
  created_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  over_at timestamptz not null generated always as (
    coalesce(withdrawn_at, (ends_on + 1)::timestamp at time zone private.office_time_zone())
  ) stored,
  check (num_nonnulls(mentor_id, trainer_id) = 1),
  check (ends_on >= starts_on)
);
comment on table private.clearance_exemptions is
  'Mentors and trainers who need not meet a requirement of a program until a day.';
comment on column private.clearance_exemptions.matched is
  'The requirement''s key when it was given. Once something else is required, it no longer counts.';
create index clearance_exemptions_record_id_idx on private.clearance_exemptions (record_id);
comment on index private.clearance_exemptions_record_id_idx is 'The exemptions of a mentor or trainer.';
create index clearance_exemptions_requirement_id_idx on private.clearance_exemptions (requirement_id);
create index clearance_exemptions_mentor_id_idx on private.clearance_exemptions (mentor_id);
create index clearance_exemptions_trainer_id_idx on private.clearance_exemptions (trainer_id);
create index clearance_exemptions_author_id_idx on private.clearance_exemptions (author_id);
create index clearance_exemptions_over_at_idx on private.clearance_exemptions (over_at);
comment on index private.clearance_exemptions_over_at_idx is 'The retention rule.';
alter table private.clearance_exemptions enable row level security;
