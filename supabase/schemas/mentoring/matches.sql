create table public.matches (
  id uuid primary key,
  mentor_id uuid not null references public.mentors (id) on delete cascade,
  mentee_id uuid not null references public.mentees (id) on delete cascade,
  program_id uuid not null references public.programs (id) on delete cascade,
  status public.match_status not null default 'proposed',
  close_reason text check (private.is_text(close_reason, 500)),
  mentor_agreed_on date check (mentor_agreed_on between '2000-01-01' and '2200-12-31'),
  guardian_agreed_on date check (guardian_agreed_on between '2000-01-01' and '2200-12-31'),
  since date check (since between '2000-01-01' and '2200-12-31'),
  until date,
  meetings_per_month smallint not null default 2 check (meetings_per_month between 1 and 20),
  supervisor_id uuid references public.profiles (id) on delete set null,
  deputy_id uuid references public.profiles (id) on delete set null,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  over_at timestamptz,
  contact_days smallint not null default 30 check (contact_days between 7 and 92),
  unique (id, program_id),
  constraint matches_status_check check (
    (status in ('proposed', 'closed') or num_nonnulls(since, mentor_agreed_on, guardian_agreed_on) = 3)
    and (status = 'closed') = (close_reason is not null) and (status = 'closed') = (until is not null)
  ),
  constraint matches_until_check check (until between coalesce(since, '2000-01-01') and '2200-12-31'),
  constraint matches_deputy_id_check check (deputy_id <> supervisor_id)
);
comment on table public.matches is 'Pairs of a mentor and a mentee in a program.';
comment on column public.matches.mentor_agreed_on is 'When the mentor said yes.';
comment on column public.matches.guardian_agreed_on is 'When a guardian of the mentee said yes.';
comment on column public.matches.since is 'The day it became active.';
comment on column public.matches.until is 'The day it was closed.';
comment on column public.matches.close_reason is 'About a child: private.match_details reads it.';
comment on column public.matches.contact_days is
  'Within how many days the supervisor talks with mentor, mentee and guardian; at first within half of them.';
comment on column public.matches.over_at is 'Since when it is closed, or its program over; the database sets it.';

create unique index matches_mentee_id_program_id_idx on public.matches (mentee_id, program_id)
  where status in ('active', 'paused');
comment on index public.matches_mentee_id_program_id_idx is 'A mentee has one mentor at a time in a program.';
create index matches_mentor_id_idx on public.matches (mentor_id);
create index matches_mentee_id_idx on public.matches (mentee_id);
create index matches_program_id_idx on public.matches (program_id, created_at desc, id desc);
comment on index public.matches_program_id_idx is 'The matches of a program, newest first.';
create index matches_supervisor_id_idx on public.matches (supervisor_id);
create index matches_deputy_id_idx on public.matches (deputy_id);
create index matches_created_by_idx on public.matches (created_by);
create index matches_over_at_idx on public.matches (over_at) where over_at is not null;
comment on index public.matches_over_at_idx is 'The retention rule.';

alter table public.matches enable row level security;
grant select (
  id, mentor_id, mentee_id, program_id, status, mentor_agreed_on, guardian_agreed_on, since, until,
  meetings_per_month, supervisor_id, deputy_id, created_at, contact_days
) on public.matches to authenticated;
grant select, insert, update, delete on public.matches to service_role;
create policy "Managers may select matches"
  on public.matches for select to authenticated
  using ((select private.has_permission('can_manage_programs')));
insert into private.table_readers (table_name, permission) values ('matches', 'can_manage_programs');
create trigger log_change after insert or update or delete on public.matches
  for each row execute function private.log_change('mentor_id', 'mentee_id');

create trigger require_clearances after insert on public.matches referencing new table as added
  for each statement execute function private.require_clearances('mentors', 'mentor_id');
create trigger require_clearances_moved after update on public.matches referencing new table as added old table as replaced
  for each statement execute function private.require_clearances('mentors', 'mentor_id');

create function private.set_match_over() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.write_mode() is distinct from 'merge' then
    new.over_at := case
      when new.status <> 'closed' and private.is_program_over(new.program_id) then coalesce(new.over_at, now())
      when new.status = 'closed' then coalesce(new.over_at, (new.until + 1)::timestamp at time zone private.office_time_zone())
    end;
  end if;
  return new;
end
$$;
comment on function private.set_match_over is 'Sets since when a match is over: closed, or its program is.';
create trigger set_over before insert or update of status, over_at on public.matches
  for each row execute function private.set_match_over();

create function private.plan_contact_after() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The seed and an import of a backup bring their own tasks.
  if coalesce(current_setting('role', true), '') in ('authenticated', 'service_role') then
    perform private.plan_contact(new.id);
  end if;
  return null;
end
$$;
comment on function private.plan_contact_after() is 'Plans the next contact again where a match changes.';

create trigger plan_contact after insert or update of status, supervisor_id, deputy_id, contact_days, over_at on public.matches
  for each row execute function private.plan_contact_after();
