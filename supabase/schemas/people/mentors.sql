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
  told text[] not null default '{}' check (told <@ '{email,phone}'),
  weekdays text check (private.is_weekdays(weekdays)),
  place text check (private.is_line(place, 200)),
  wishes text check (private.is_text(wishes, 1000)),
  capacity smallint check (capacity between 1 and 50)
);

comment on column public.mentors.told is
  'Which of email and phone we have only from a form or an import; a colleague entered the other.';
comment on column public.mentors.weekdays is 'On which days they can meet, like Mon, Wed.';
comment on column public.mentors.place is 'Where they can meet.';
comment on column public.mentors.wishes is 'What they wish of a match.';
comment on column public.mentors.capacity is 'How many open matches they take; null is one.';

create index mentors_created_at_id_idx on public.mentors (created_at desc, id desc);
comment on index public.mentors_created_at_id_idx is
  'The list of mentors, newest first: its opening order (docs/decisions/007-indexes-of-lists.md).';
create index mentors_last_name_id_idx on public.mentors (last_name, id);
comment on index public.mentors_last_name_id_idx is 'The list of mentors by name.';

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

-- The browser chooses the id of a row, so that a retry after a lost response meets the primary key
-- instead of adding a duplicate.
-- Columns are granted one by one: a column that is added later is secret until it is granted.
grant
  select (id, first_name, last_name, email, phone, expertise, bio, status, search_text, telephones, person_id, created_at, told, weekdays, place, wishes, capacity),
  insert (id, first_name, last_name, email, phone, expertise, bio, status, weekdays, place, wishes, capacity),
  update (first_name, last_name, email, phone, expertise, bio, status, weekdays, place, wishes, capacity)
on public.mentors to authenticated;

create trigger redact_log after delete on public.mentors referencing old table as gone
  for each statement execute function private.redact_log();

create trigger log_change after insert or update or delete on public.mentors
  for each row execute function private.log_change();

create index mentors_search_text_idx on public.mentors
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);

alter table public.mentors add constraint mentors_person_id_fkey foreign key (person_id) references private.people (id);
create index mentors_person_id_idx on public.mentors (person_id);
create trigger lock_people before insert or delete or update of first_name, last_name, email, phone on public.mentors
  for each statement execute function private.lock_people_first();
create trigger set_contacts before insert or update of first_name, last_name, email, phone on public.mentors
  for each row execute function private.set_contacts();
create trigger set_person before insert or update of first_name, last_name, email, phone on public.mentors
  for each row execute function private.set_person();
create trigger clear_people after delete on public.mentors referencing old table as gone
  for each statement execute function private.tidy_people_after();
create trigger clear_people_changed after update on public.mentors referencing old table as gone new table as stays
  for each statement execute function private.tidy_people_after();
create index mentors_email_address_idx on public.mentors (lower(btrim(email)));
comment on index public.mentors_email_address_idx is 'Mentors by address: duplicates, and the rights of a person.';

create index mentors_phone_keys_idx on public.mentors
  using gin ((private.phone_keys(phone))) with (fastupdate = off);
comment on index public.mentors_phone_keys_idx is 'Mentors by phone: duplicates.';
create index mentors_searchable_idx on public.mentors (private.searchable(first_name, last_name));
comment on index public.mentors_searchable_idx is 'Mentors by their whole name: duplicates.';

create trigger delete_lost_merges after delete on public.mentors referencing old table as gone
  for each statement execute function private.delete_lost_merges();
