-- Mentors, mentees and trainers. Mentees are children: only managers of mentees read their rows, and their
-- protected fields one record at a time (20261121082300_openings.sql). Managers of programs, who assign
-- people, get the names and addresses of active ones.

-- One name is enough. Here and in all other tables a missing value is null, never a blank text.

-- The first line of search_text has the person: the search for people looks only at it. Nothing protected
-- is searched.

create type public.person_status as enum ('active', 'inactive');

create table public.mentors (
  id uuid primary key default gen_random_uuid(),
  first_name text
    constraint mentors_first_name_check check (private.is_line(first_name, 100) and num_nonnulls(first_name, last_name) > 0),
  last_name text check (private.is_line(last_name, 100)),
  email text check (private.is_line(email, 254)),
  phone text check (private.is_line(phone, 40)),
  expertise text check (private.is_text(expertise, 500)),
  bio text check (private.is_text(bio, 5000)),
  status public.person_status not null default 'active',
  search_text text generated always as (
    private.searchable(variadic array[first_name, last_name, email, phone] || private.telephones(phone))
      || e'\n' || private.searchable(expertise)
  ) stored,
  telephones text[] generated always as (private.telephones(phone)) stored,
  person_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  told text[] not null default '{}' check (told <@ '{email,phone}')
);

create table public.mentees (
  id uuid primary key default gen_random_uuid(),
  first_name text
    constraint mentees_first_name_check check (private.is_line(first_name, 100) and num_nonnulls(first_name, last_name) > 0),
  last_name text check (private.is_line(last_name, 100)),
  email text check (private.is_line(email, 254)),
  phone text check (private.is_line(phone, 40)),
  grade_level text check (private.is_line(grade_level, 100)),
  school_name text check (private.is_line(school_name, 200)),
  parent_name text check (private.is_line(parent_name, 200)),
  parent_email text check (private.is_line(parent_email, 254)),
  parent_phone text check (private.is_line(parent_phone, 40)),
  status public.person_status not null default 'active',
  search_text text generated always as (private.searchable(first_name, last_name, email)) stored,
  person_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  told text[] not null default '{}' check (told <@ '{email,phone}')
);

create table public.trainers (
  id uuid primary key default gen_random_uuid(),
  first_name text
    constraint trainers_first_name_check check (private.is_line(first_name, 100) and num_nonnulls(first_name, last_name) > 0),
  last_name text check (private.is_line(last_name, 100)),
  email text check (private.is_line(email, 254)),
  phone text check (private.is_line(phone, 40)),
  specialization text check (private.is_text(specialization, 500)),
  bio text check (private.is_text(bio, 5000)),
  status public.person_status not null default 'active',
  search_text text generated always as (
    private.searchable(variadic array[first_name, last_name, email, phone] || private.telephones(phone))
      || e'\n' || private.searchable(specialization)
  ) stored,
  telephones text[] generated always as (private.telephones(phone)) stored,
  person_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  told text[] not null default '{}' check (told <@ '{email,phone}')
);

comment on column public.mentors.told is
  'Which of email and phone only a form or an import told us; a colleague entered the others.';
comment on column public.mentees.told is 'As of mentors.';
comment on column public.trainers.told is 'As of mentors.';

-- The default order of a list, and its first column: docs/decisions/007-indexes-of-lists.md.
create index mentors_created_at_id_idx on public.mentors (created_at desc, id desc);
create index mentors_last_name_id_idx on public.mentors (last_name, id);

create index mentees_created_at_id_idx on public.mentees (created_at desc, id desc);
create index mentees_last_name_id_idx on public.mentees (last_name, id);

create index trainers_created_at_id_idx on public.trainers (created_at desc, id desc);
create index trainers_last_name_id_idx on public.trainers (last_name, id);

-- For the search of mentees to enroll: only the beginnings of names and address.
create index mentees_names_idx on public.mentees
  using gin ((' ' || private.searchable(first_name, last_name, email)) extensions.gin_trgm_ops) with (fastupdate = off);

-- For a conversion, which compares with the parent of an application.
create index mentees_parent_email_address_idx on public.mentees (lower(btrim(parent_email)));

alter table public.mentors enable row level security;
grant select, insert, update, delete on public.mentors to service_role;
create policy "Managers may select mentors"
  on public.mentors for select to authenticated
  using ((select private.has_permission('can_manage_mentors')));
create policy "Managers may insert mentors"
  on public.mentors for insert to authenticated
  with check ((select private.has_permission('can_manage_mentors')));
create policy "Managers may update mentors"
  on public.mentors for update to authenticated
  using ((select private.has_permission('can_manage_mentors')))
  with check ((select private.has_permission('can_manage_mentors')));

alter table public.mentees enable row level security;
grant select, insert, update, delete on public.mentees to service_role;
create policy "Managers may select mentees"
  on public.mentees for select to authenticated
  using ((select private.has_permission('can_manage_mentees')));
create policy "Managers may insert mentees"
  on public.mentees for insert to authenticated
  with check ((select private.has_permission('can_manage_mentees')));
create policy "Managers may update mentees"
  on public.mentees for update to authenticated
  using ((select private.has_permission('can_manage_mentees')))
  with check ((select private.has_permission('can_manage_mentees')));

alter table public.trainers enable row level security;
grant select, insert, update, delete on public.trainers to service_role;
create policy "Managers may select trainers"
  on public.trainers for select to authenticated
  using ((select private.has_permission('can_manage_trainers')));
create policy "Managers may insert trainers"
  on public.trainers for insert to authenticated
  with check ((select private.has_permission('can_manage_trainers')));
create policy "Managers may update trainers"
  on public.trainers for update to authenticated
  using ((select private.has_permission('can_manage_trainers')))
  with check ((select private.has_permission('can_manage_trainers')));

-- The browser chooses the id of a row, so that a retry after a lost response meets the primary key
-- instead of adding a duplicate.
-- Columns are granted one by one: a column that is added later is secret until it is granted.
grant
  select (id, first_name, last_name, email, phone, expertise, bio, status, search_text, telephones, person_id, created_at, told),
  insert (id, first_name, last_name, email, phone, expertise, bio, status),
  update (first_name, last_name, email, phone, expertise, bio, status)
on public.mentors to authenticated;

-- Protected fields are written with a new row, and later only by save_protected.
grant
  select (id, first_name, last_name, email, status, search_text, created_at),
  insert (
    id, first_name, last_name, email, phone, grade_level, school_name, parent_name, parent_email,
    parent_phone, status
  ),
  update (first_name, last_name, email, status)
on public.mentees to authenticated;

grant
  select (id, first_name, last_name, email, phone, specialization, bio, status, search_text, telephones, person_id, created_at, told),
  insert (id, first_name, last_name, email, phone, specialization, bio, status),
  update (first_name, last_name, email, phone, specialization, bio, status)
on public.trainers to authenticated;

-- The checklists of a program's people

create function private.assignable_people(kind text, after_id uuid default null) returns table (
  id uuid, first_name text, last_name text, email text
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.has_permission('can_manage_programs') then
    return;
  end if;
  case kind
    when 'mentors' then
      return query select stored.id, stored.first_name, stored.last_name, stored.email from public.mentors stored
        where status = 'active' and (after_id is null or stored.id > after_id) order by stored.id limit 1000;
    when 'mentees' then
      return query select stored.id, stored.first_name, stored.last_name, stored.email from public.mentees stored
        where status = 'active' and (after_id is null or stored.id > after_id) order by stored.id limit 1000;
    when 'trainers' then
      return query select stored.id, stored.first_name, stored.last_name, stored.email from public.trainers stored
        where status = 'active' and (after_id is null or stored.id > after_id) order by stored.id limit 1000;
    else null;
  end case;
end
$$;

create function public.assignable_people(kind text, after_id uuid default null) returns table (
  id uuid, first_name text, last_name text, email text
)
language sql stable security invoker set search_path = ''
as $$ select * from private.assignable_people(kind, after_id) $$;
comment on function public.assignable_people is
  'A thousand active mentors, mentees or trainers by their id; none without can_manage_programs.';
grant execute on function private.assignable_people, public.assignable_people to authenticated;
