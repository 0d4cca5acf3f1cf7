-- Mentors, mentees and trainers. Mentees are children: their rows open only to those who look
-- after mentees and, while active, to those who assign people to programs.

create type public.person_status as enum ('active', 'inactive');

create table public.mentors (
  id uuid primary key default gen_random_uuid(),
  first_name text not null check (char_length(first_name) <= 100),
  last_name text not null check (char_length(last_name) <= 100),
  email text check (char_length(email) <= 254),
  phone text check (char_length(phone) <= 40),
  expertise text check (char_length(expertise) <= 500),
  bio text check (char_length(bio) <= 5000),
  status public.person_status not null default 'active',
  created_at timestamptz not null default now()
);

create table public.mentees (
  id uuid primary key default gen_random_uuid(),
  first_name text not null check (char_length(first_name) <= 100),
  last_name text not null check (char_length(last_name) <= 100),
  email text check (char_length(email) <= 254),
  phone text check (char_length(phone) <= 40),
  grade_level text check (char_length(grade_level) <= 100),
  school_name text check (char_length(school_name) <= 200),
  parent_name text check (char_length(parent_name) <= 200),
  parent_email text check (char_length(parent_email) <= 254),
  parent_phone text check (char_length(parent_phone) <= 40),
  status public.person_status not null default 'active',
  created_at timestamptz not null default now()
);

create table public.trainers (
  id uuid primary key default gen_random_uuid(),
  first_name text not null check (char_length(first_name) <= 100),
  last_name text not null check (char_length(last_name) <= 100),
  email text check (char_length(email) <= 254),
  phone text check (char_length(phone) <= 40),
  specialization text check (char_length(specialization) <= 500),
  bio text check (char_length(bio) <= 5000),
  status public.person_status not null default 'active',
  created_at timestamptz not null default now()
);

create index mentors_created_at_idx on public.mentors (created_at desc);
create index mentors_status_idx on public.mentors (status);
create index mentees_created_at_idx on public.mentees (created_at desc);
create index mentees_status_idx on public.mentees (status);
create index trainers_created_at_idx on public.trainers (created_at desc);
create index trainers_status_idx on public.trainers (status);

alter table public.mentors enable row level security;
alter table public.mentees enable row level security;
alter table public.trainers enable row level security;

grant
  select,
  insert (first_name, last_name, email, phone, expertise, bio, status),
  update (first_name, last_name, email, phone, expertise, bio, status)
on public.mentors to authenticated;

grant
  select,
  insert (first_name, last_name, email, phone, grade_level, school_name, parent_name, parent_email, parent_phone, status),
  update (first_name, last_name, email, phone, grade_level, school_name, parent_name, parent_email, parent_phone, status)
on public.mentees to authenticated;

grant
  select,
  insert (first_name, last_name, email, phone, specialization, bio, status),
  update (first_name, last_name, email, phone, specialization, bio, status)
on public.trainers to authenticated;

grant select, insert, update, delete
  on public.mentors, public.mentees, public.trainers
  to service_role;

create policy "Mentors for their managers, active ones for assignment"
  on public.mentors for select to authenticated
  using (
    (select private.has_permission('can_manage_mentors'))
    or status = 'active' and (select private.has_permission('can_manage_programs'))
  );

create policy "Add mentors"
  on public.mentors for insert to authenticated
  with check ((select private.has_permission('can_manage_mentors')));

create policy "Edit mentors"
  on public.mentors for update to authenticated
  using ((select private.has_permission('can_manage_mentors')))
  with check ((select private.has_permission('can_manage_mentors')));

create policy "Mentees for their managers, active ones for assignment"
  on public.mentees for select to authenticated
  using (
    (select private.has_permission('can_manage_mentees'))
    or status = 'active' and (select private.has_permission('can_manage_programs'))
  );

create policy "Add mentees"
  on public.mentees for insert to authenticated
  with check ((select private.has_permission('can_manage_mentees')));

create policy "Edit mentees"
  on public.mentees for update to authenticated
  using ((select private.has_permission('can_manage_mentees')))
  with check ((select private.has_permission('can_manage_mentees')));

create policy "Trainers for their managers, active ones for assignment"
  on public.trainers for select to authenticated
  using (
    (select private.has_permission('can_manage_trainers'))
    or status = 'active' and (select private.has_permission('can_manage_programs'))
  );

create policy "Add trainers"
  on public.trainers for insert to authenticated
  with check ((select private.has_permission('can_manage_trainers')));

create policy "Edit trainers"
  on public.trainers for update to authenticated
  using ((select private.has_permission('can_manage_trainers')))
  with check ((select private.has_permission('can_manage_trainers')));

call private.keep_values_out_of_estimates();
