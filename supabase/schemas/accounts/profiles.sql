create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  full_name text check (private.is_line(full_name, 100)),
  email text check (private.is_line(email, 255)),
  role public.app_role not null default 'user',
  confirmed boolean not null default false,
  proven boolean not null default false,
  begun_by uuid references public.profiles (id) on delete set null,
  offered_role public.app_role,
  search_text text generated always as (private.searchable(full_name, email)) stored,
  person_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now()
);
comment on column public.profiles.role is 'Copy of user_roles.role, kept by a trigger.';
comment on column public.profiles.confirmed is 'Copy: the address is confirmed by a link that was mailed to it.';
comment on column public.profiles.proven is
  'The owner of the address set a new password through a mail, after a role was offered.';
comment on column public.profiles.begun_by is
  'The member of staff who created the account and chose its password.';
comment on column public.profiles.offered_role is
  'Copy: the role that the account gets once its owner sets a new password.';

create index profiles_created_at_idx on public.profiles (created_at desc, id desc);
comment on index public.profiles_created_at_idx is 'The list of accounts, newest first: its opening order.';
create index profiles_begun_by_idx on public.profiles (begun_by);
create index profiles_full_name_idx on public.profiles (full_name, id);
comment on index public.profiles_full_name_idx is 'The list of accounts by name.';
create index profiles_full_name_key_idx on public.profiles (private.name_key(full_name));
comment on index public.profiles_full_name_key_idx is 'Names that look alike, for private.account_name.';
create index profiles_email_key_idx on public.profiles (private.name_key(email));
comment on index public.profiles_email_key_idx is 'Addresses that look like a name, for private.account_name.';

alter table public.profiles enable row level security;

grant select, update (full_name) on public.profiles to authenticated;
grant select, insert, update, delete
  on public.profiles to service_role;

create policy "Own profile, or all for managers of accounts"
  on public.profiles for select to authenticated
  using (
    id = (select private.current_user_id())
    or (select private.has_permission('can_view_all_users'))
    or (select private.has_permission('can_edit_user_roles'))
  );

create policy "Own name, or any for admins"
  on public.profiles for update to authenticated
  using (id = (select private.current_user_id()) or (select private.is_admin()))
  with check (id = (select private.current_user_id()) or (select private.is_admin()));

-- An account's owner may change the name that its notes and entries show.
create trigger log_change after update of full_name on public.profiles
  for each row when (old.full_name is distinct from new.full_name) execute function private.log_change();

-- Every table with a search_text has a trigram index and a function search_<table>. Without fastupdate no
-- visitor's insert has to flush the pending entries of others.

create index profiles_search_text_idx on public.profiles
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);

-- The default of each person_id is only there because callers name no person: set_person replaces it.
alter table public.profiles add constraint profiles_person_id_fkey foreign key (person_id) references private.people (id);
create index profiles_person_id_idx on public.profiles (person_id);
create trigger lock_people before insert or delete or update of full_name, email, confirmed on public.profiles
  for each statement execute function private.lock_people_first();
create trigger set_person before insert or update of full_name, email, confirmed on public.profiles
  for each row execute function private.set_person();
create trigger clear_people after delete on public.profiles referencing old table as gone
  for each statement execute function private.tidy_people_after();
create trigger clear_people_changed after update on public.profiles referencing old table as gone new table as stays
  for each statement execute function private.tidy_people_after();

create index profiles_email_address_idx on public.profiles (lower(btrim(email)));
comment on index public.profiles_email_address_idx is
  'The account of an address, for the rights of a person. The newsletter has a unique index for this.';
create trigger delete_own_views before delete on public.profiles
  for each row execute function private.delete_own_views();

create function private.end_mentor_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.mentor_accounts set until = now() where user_id = new.id and until is null;
  return null;
end
$$;
comment on function private.end_mentor_account is 'A changed address, or one that is no longer confirmed, ends the link of the account to a mentor.';
create trigger end_mentor_account after update of email, confirmed on public.profiles
  for each row when (old.email is distinct from new.email or old.confirmed and not new.confirmed)
  execute function private.end_mentor_account();
