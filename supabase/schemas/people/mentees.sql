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
  told text[] not null default '{}' check (told <@ '{email,phone}'),
  weekdays text check (private.is_weekdays(weekdays)),
  place text check (private.is_line(place, 200)),
  wishes text check (private.is_text(wishes, 1000))
);
comment on column public.mentees.told is 'As in public.mentors.';

create index mentees_created_at_id_idx on public.mentees (created_at desc, id desc);
comment on index public.mentees_created_at_id_idx is 'The list of mentees, newest first: its opening order.';
create index mentees_last_name_id_idx on public.mentees (last_name, id);
comment on index public.mentees_last_name_id_idx is 'The list of mentees by name.';

create index mentees_names_idx on public.mentees
  using gin ((' ' || private.searchable(first_name, last_name, email)) extensions.gin_trgm_ops) with (fastupdate = off);
comment on index public.mentees_names_idx is
  'The search of mentees to enroll, which finds only the beginnings of names and address.';
create index mentees_parent_email_address_idx on public.mentees (lower(btrim(parent_email)));
comment on index public.mentees_parent_email_address_idx is
  'Mentees by their parent''s address: siblings, parents, and the rights of a person.';

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

-- Protected fields are written with a new row, and later only by save_protected.
grant
  select (id, first_name, last_name, email, status, search_text, created_at),
  insert (
    id, first_name, last_name, email, phone, grade_level, school_name, parent_name, parent_email,
    parent_phone, status, weekdays, place, wishes
  ),
  update (first_name, last_name, email, status)
on public.mentees to authenticated;
create trigger redact_log after delete on public.mentees referencing old table as gone
  for each statement execute function private.redact_log();
create trigger log_change after insert or update or delete on public.mentees
  for each row execute function private.log_change();

create index mentees_search_text_idx on public.mentees
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);

alter table public.mentees add constraint mentees_person_id_fkey foreign key (person_id) references private.people (id);
create index mentees_person_id_idx on public.mentees (person_id);
create trigger lock_people before insert or delete or update of first_name, last_name, email on public.mentees
  for each statement execute function private.lock_people_first();
create trigger set_contacts before insert or update of first_name, last_name, email on public.mentees
  for each row execute function private.set_contacts();
create trigger set_person before insert or update of first_name, last_name, email on public.mentees
  for each row execute function private.set_person();
create trigger clear_people after delete on public.mentees referencing old table as gone
  for each statement execute function private.tidy_people_after();
create trigger clear_people_changed after update on public.mentees referencing old table as gone new table as stays
  for each statement execute function private.tidy_people_after();
create index mentees_email_address_idx on public.mentees (lower(btrim(email)));
comment on index public.mentees_email_address_idx is 'Mentees by address: duplicates, and the rights of a person.';
create index mentees_phone_keys_idx on public.mentees
  using gin ((private.phone_keys(phone))) with (fastupdate = off);
comment on index public.mentees_phone_keys_idx is 'Mentees by phone: duplicates.';
create index mentees_searchable_idx on public.mentees (private.searchable(first_name, last_name));
comment on index public.mentees_searchable_idx is 'Mentees by their whole name: duplicates.';
create trigger delete_lost_merges after delete on public.mentees referencing old table as gone
  for each statement execute function private.delete_lost_merges();
create trigger lock_people_of_parents before update of parent_name, parent_email, parent_phone on public.mentees
  for each statement execute function private.lock_people_first();
create trigger sync_parents after insert on public.mentees referencing new table as stays
  for each statement execute function private.sync_parents_after();
create trigger sync_parents_changed after update on public.mentees referencing old table as gone new table as stays
  for each statement execute function private.sync_parents_after();
create trigger forget_guardians after delete on public.mentees referencing old table as gone
  for each statement execute function private.forget_guardians();
create trigger forget_guardians_changed after update on public.mentees referencing old table as gone
  for each statement execute function private.forget_guardians();
