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
comment on column public.trainers.told is 'As in public.mentors.';

create index trainers_created_at_id_idx on public.trainers (created_at desc, id desc);
comment on index public.trainers_created_at_id_idx is 'The list of trainers, newest first: its opening order.';
create index trainers_last_name_id_idx on public.trainers (last_name, id);
comment on index public.trainers_last_name_id_idx is 'The list of trainers by name.';

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

grant
  select (id, first_name, last_name, email, phone, specialization, bio, status, search_text, telephones, person_id, created_at, told),
  insert (id, first_name, last_name, email, phone, specialization, bio, status),
  update (first_name, last_name, email, phone, specialization, bio, status)
on public.trainers to authenticated;
create trigger redact_log after delete on public.trainers referencing old table as gone
  for each statement execute function private.redact_log();
create trigger log_change after insert or update or delete on public.trainers
  for each row execute function private.log_change();

create index trainers_search_text_idx on public.trainers
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);

alter table public.trainers add constraint trainers_person_id_fkey foreign key (person_id) references private.people (id);
create index trainers_person_id_idx on public.trainers (person_id);
create trigger lock_people before insert or delete or update of first_name, last_name, email, phone on public.trainers
  for each statement execute function private.lock_people_first();
create trigger set_contacts before insert or update of first_name, last_name, email, phone on public.trainers
  for each row execute function private.set_contacts();
create trigger set_person before insert or update of first_name, last_name, email, phone on public.trainers
  for each row execute function private.set_person();
create trigger clear_people after delete on public.trainers referencing old table as gone
  for each statement execute function private.tidy_people_after();
create trigger clear_people_changed after update on public.trainers referencing old table as gone new table as stays
  for each statement execute function private.tidy_people_after();
create index trainers_email_address_idx on public.trainers (lower(btrim(email)));
comment on index public.trainers_email_address_idx is 'Trainers by address: duplicates, and the rights of a person.';
create index trainers_phone_keys_idx on public.trainers
  using gin ((private.phone_keys(phone))) with (fastupdate = off);
comment on index public.trainers_phone_keys_idx is 'Trainers by phone: duplicates.';
create index trainers_searchable_idx on public.trainers (private.searchable(first_name, last_name));
comment on index public.trainers_searchable_idx is 'Trainers by their whole name: duplicates.';
create trigger delete_lost_merges after delete on public.trainers referencing old table as gone
  for each statement execute function private.delete_lost_merges();
