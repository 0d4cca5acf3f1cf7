create table public.meetings (
  id uuid primary key,
  program_id uuid not null references public.programs (id) on delete cascade,
  match_id uuid,
  title text check (private.is_line(title, 200)),
  day date not null check (day between '2000-01-01' and '2200-12-31'),
  minutes smallint check (minutes between 5 and 720),
  outcome public.meeting_outcome not null default 'planned',
  missed_by text check (missed_by in ('mentor', 'mentee', 'office')),
  place text check (private.is_line(place, 200)),
  topics text check (private.is_text(topics, 500)),
  note text check (private.is_text(note, 5000)),
  is_collected boolean not null default false,
  needs_consents text[] not null default '{}',
  duplicate_of uuid references public.meetings (id) on delete set null,
  recorded_by uuid references public.profiles (id) on delete set null,
  recorder_name text,
  created_at timestamptz not null default now(),
  foreign key (match_id, program_id) references public.matches (id, program_id) on delete cascade,
  constraint meetings_match_id_check
    check ((match_id is null) = (title is not null) and (match_id is not null or note is null)),
  constraint meetings_outcome_check check (
    (outcome <> 'happened' or minutes is not null) and (missed_by is null or outcome in ('cancelled', 'missed'))
  ),
  constraint meetings_is_collected_check check (match_id is null or not is_collected),
  constraint meetings_needs_consents_check check (needs_consents <@ '{photo,trip,data}')
);
comment on table public.meetings is 'Meetings: of a match, one-to-one, or with a title of a group of a program.';
comment on column public.meetings.missed_by is 'Who cancelled or missed it.';
comment on column public.meetings.is_collected is 'After it, adults collect the children.';
comment on column public.meetings.note is 'About a child: read after an opening, or by the mentor.';
comment on column public.meetings.needs_consents is 'The kinds of consent that each child needs for it.';
comment on column public.meetings.duplicate_of is 'The meeting that this one may repeat: of the same match, day and minutes.';

create index meetings_match_id_day_idx on public.meetings (match_id, program_id, day desc);
comment on index public.meetings_match_id_day_idx is 'The meetings of a match, newest first.';
create index meetings_program_id_day_idx on public.meetings (program_id, day desc, id desc);
comment on index public.meetings_program_id_day_idx is 'The meetings of a program, newest first.';
create index meetings_day_idx on public.meetings (day, id);
comment on index public.meetings_day_idx is 'The hours of a month.';
create index meetings_created_at_idx on public.meetings (created_at desc, id desc);
comment on index public.meetings_created_at_idx is 'The retention rule.';
create index meetings_duplicate_of_idx on public.meetings (duplicate_of);
create index meetings_recorded_by_idx on public.meetings (recorded_by);

alter table public.meetings enable row level security;
grant select (
  id, program_id, match_id, title, day, minutes, outcome, missed_by, place, topics, is_collected, needs_consents, duplicate_of,
  recorded_by, recorder_name, created_at
) on public.meetings to authenticated;
grant select, insert, update, delete on public.meetings to service_role;
create policy "Managers may select meetings"
  on public.meetings for select to authenticated
  using ((select private.has_permission('can_manage_programs')));
insert into private.table_readers (table_name, permission) values ('meetings', 'can_manage_programs');
create trigger log_change after insert or update or delete on public.meetings
  for each row execute function private.log_meeting_change();
