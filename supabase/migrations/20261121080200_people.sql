-- Mentors, mentees and trainers. Mentees are children: their rows open only to those who look
-- after mentees. Who assigns people to programs gets the names and addresses of active ones.

-- Here and in all other tables what is absent is null, never a blank text.

-- Who it is stands in the first line of what is searched, a parent in the second: a search for people
-- looks at these alone.

create type public.person_status as enum ('active', 'inactive');

create table public.mentors (
  id uuid primary key default gen_random_uuid(),
  first_name text not null check (char_length(first_name) <= 100 and first_name ~ '\S' and first_name !~ '[[:cntrl:]]'),
  last_name text not null check (char_length(last_name) <= 100 and last_name ~ '\S' and last_name !~ '[[:cntrl:]]'),
  email text check (char_length(email) <= 254 and email ~ '\S' and email !~ '[[:cntrl:]]'),
  phone text check (char_length(phone) <= 40 and phone ~ '\S' and phone !~ '[[:cntrl:]]'),
  expertise text check (char_length(expertise) <= 500 and expertise ~ '\S'),
  bio text check (char_length(bio) <= 5000 and bio ~ '\S'),
  status public.person_status not null default 'active',
  search_text text generated always as (
    private.searchable(first_name, last_name, email, phone, regexp_replace(phone, '\D', '', 'g'))
      || e'\n' || private.searchable(expertise)
  ) stored,
  created_at timestamptz not null default now()
);

create table public.mentees (
  id uuid primary key default gen_random_uuid(),
  first_name text not null check (char_length(first_name) <= 100 and first_name ~ '\S' and first_name !~ '[[:cntrl:]]'),
  last_name text not null check (char_length(last_name) <= 100 and last_name ~ '\S' and last_name !~ '[[:cntrl:]]'),
  email text check (char_length(email) <= 254 and email ~ '\S' and email !~ '[[:cntrl:]]'),
  phone text check (char_length(phone) <= 40 and phone ~ '\S' and phone !~ '[[:cntrl:]]'),
  grade_level text check (char_length(grade_level) <= 100 and grade_level ~ '\S' and grade_level !~ '[[:cntrl:]]'),
  school_name text check (char_length(school_name) <= 200 and school_name ~ '\S' and school_name !~ '[[:cntrl:]]'),
  parent_name text check (char_length(parent_name) <= 200 and parent_name ~ '\S' and parent_name !~ '[[:cntrl:]]'),
  parent_email text check (char_length(parent_email) <= 254 and parent_email ~ '\S' and parent_email !~ '[[:cntrl:]]'),
  parent_phone text check (char_length(parent_phone) <= 40 and parent_phone ~ '\S' and parent_phone !~ '[[:cntrl:]]'),
  status public.person_status not null default 'active',
  search_text text generated always as (
    private.searchable(first_name, last_name, email, regexp_replace(phone, '\D', '', 'g'))
      || e'\n' || private.searchable(parent_name, parent_email, regexp_replace(parent_phone, '\D', '', 'g'))
      || e'\n' || private.searchable(school_name)
  ) stored,
  created_at timestamptz not null default now()
);

create table public.trainers (
  id uuid primary key default gen_random_uuid(),
  first_name text not null check (char_length(first_name) <= 100 and first_name ~ '\S' and first_name !~ '[[:cntrl:]]'),
  last_name text not null check (char_length(last_name) <= 100 and last_name ~ '\S' and last_name !~ '[[:cntrl:]]'),
  email text check (char_length(email) <= 254 and email ~ '\S' and email !~ '[[:cntrl:]]'),
  phone text check (char_length(phone) <= 40 and phone ~ '\S' and phone !~ '[[:cntrl:]]'),
  specialization text check (char_length(specialization) <= 500 and specialization ~ '\S'),
  bio text check (char_length(bio) <= 5000 and bio ~ '\S'),
  status public.person_status not null default 'active',
  search_text text generated always as (
    private.searchable(first_name, last_name, email, phone, regexp_replace(phone, '\D', '', 'g'))
      || e'\n' || private.searchable(specialization)
  ) stored,
  created_at timestamptz not null default now()
);

-- For the order in which a list opens, and by its first column: docs/decisions/007-indexes-of-lists.md.
create index mentors_created_at_idx on public.mentors (created_at desc, id desc);
create index mentors_last_name_idx on public.mentors (last_name, id);
create index mentees_created_at_idx on public.mentees (created_at desc, id desc);
create index mentees_last_name_idx on public.mentees (last_name, id);
create index trainers_created_at_idx on public.trainers (created_at desc, id desc);
create index trainers_last_name_idx on public.trainers (last_name, id);

-- For who looks for children to enrol: the beginnings of names and address alone.
create index mentees_names_idx on public.mentees
  using gin ((' ' || private.searchable(first_name, last_name, email)) extensions.gin_trgm_ops) with (fastupdate = off);

alter table public.mentors enable row level security;
alter table public.mentees enable row level security;
alter table public.trainers enable row level security;

-- The browser names the row that it adds, so that a second try after a lost answer meets the
-- primary key instead of adding the row twice. What may be read is granted by column, so that one
-- that is added later is secret until it is.
grant
  select (id, first_name, last_name, email, phone, expertise, bio, status, search_text, created_at),
  insert (id, first_name, last_name, email, phone, expertise, bio, status),
  update (first_name, last_name, email, phone, expertise, bio, status)
on public.mentors to authenticated;

grant
  select (
    id, first_name, last_name, email, phone, grade_level, school_name, parent_name, parent_email,
    parent_phone, status, search_text, created_at
  ),
  insert (
    id, first_name, last_name, email, phone, grade_level, school_name, parent_name, parent_email,
    parent_phone, status
  ),
  update (
    first_name, last_name, email, phone, grade_level, school_name, parent_name, parent_email,
    parent_phone, status
  )
on public.mentees to authenticated;

grant
  select (id, first_name, last_name, email, phone, specialization, bio, status, search_text, created_at),
  insert (id, first_name, last_name, email, phone, specialization, bio, status),
  update (first_name, last_name, email, phone, specialization, bio, status)
on public.trainers to authenticated;

grant select, insert, update, delete
  on public.mentors, public.mentees, public.trainers
  to service_role;

create policy "Mentors for their managers"
  on public.mentors for select to authenticated
  using ((select private.has_permission('can_manage_mentors')));

create policy "Add mentors"
  on public.mentors for insert to authenticated
  with check ((select private.has_permission('can_manage_mentors')));

create policy "Edit mentors"
  on public.mentors for update to authenticated
  using ((select private.has_permission('can_manage_mentors')))
  with check ((select private.has_permission('can_manage_mentors')));

create policy "Mentees for their managers"
  on public.mentees for select to authenticated
  using ((select private.has_permission('can_manage_mentees')));

create policy "Add mentees"
  on public.mentees for insert to authenticated
  with check ((select private.has_permission('can_manage_mentees')));

create policy "Edit mentees"
  on public.mentees for update to authenticated
  using ((select private.has_permission('can_manage_mentees')))
  with check ((select private.has_permission('can_manage_mentees')));

create policy "Trainers for their managers"
  on public.trainers for select to authenticated
  using ((select private.has_permission('can_manage_trainers')));

create policy "Add trainers"
  on public.trainers for insert to authenticated
  with check ((select private.has_permission('can_manage_trainers')));

create policy "Edit trainers"
  on public.trainers for update to authenticated
  using ((select private.has_permission('can_manage_trainers')))
  with check ((select private.has_permission('can_manage_trainers')));

-- For the checklists of a program's people.

create function private.assignable_people(kind text, after_id uuid) returns table (
  id uuid, first_name text, last_name text, email text
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if kind not in ('mentors', 'mentees', 'trainers') or not private.has_permission('can_manage_programs') then
    return;
  end if;
  return query execute format(
    'select id, first_name, last_name, email from public.%I
    where status = ''active'' and ($1 is null or id > $1) order by id limit 1000',
    kind
  ) using after_id;
end
$$;

create function public.assignable_people(kind text, after_id uuid default null) returns table (
  id uuid, first_name text, last_name text, email text
)
language sql stable security invoker set search_path = ''
as $$ select * from private.assignable_people(kind, after_id) $$;
comment on function public.assignable_people(text, uuid) is
  'A thousand active mentors, mentees or trainers by their id; nobody for who may not assign them to programs.';

grant execute on function
  private.assignable_people(text, uuid),
  public.assignable_people(text, uuid)
to authenticated;

call private.disable_statistics();
