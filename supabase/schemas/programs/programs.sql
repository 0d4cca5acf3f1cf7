create table public.programs (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_line(name, 200)),
  description text check (private.is_text(description, 5000)),
  start_date date check (start_date between '1900-01-01' and '2200-12-31'),
  end_date date,
  status public.program_status not null default 'active',
  manager_id uuid references public.profiles (id) on delete set null,
  website_program text check (website_program ~ '^[a-z0-9-]{1,60}$'),
  search_text text generated always as (private.searchable(name, description)) stored,
  created_at timestamptz not null default now(),
  closed_on date,
  constraint programs_end_date_check
    check (end_date between '1900-01-01' and '2200-12-31' and end_date >= start_date)
);
comment on column public.programs.website_program is 'The program of the website whose registrations and seats are this one''s.';
comment on column public.programs.closed_on is
  'The day when it was completed or cancelled; null while it is not. Meetings of later days are refused, and the time of their retention begins.';

create index programs_created_at_idx on public.programs (created_at desc, id desc);
comment on index public.programs_created_at_idx is 'The list of programs, newest first: its opening order.';
create index programs_name_idx on public.programs (name, id);
comment on index public.programs_name_idx is 'The list of programs by name.';
create index programs_manager_id_idx on public.programs (manager_id);

create trigger stamp_manager_id before insert on public.programs
  for each row execute function private.set_current_user('manager_id');

create function private.require_manager() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require(private.may_see_programs(), 'You may not add programs.');
  return null;
end
$$;
comment on function private.require_manager is
  'Refuses a program of an account whose right ended while the statement waited for the lock: the policy saw what was before.';
create trigger lock_workflow before insert on public.programs
  for each statement when (current_user = 'authenticated') execute function private.lock_workflow_first();
create trigger require_manager after insert on public.programs
  for each row when (current_user = 'authenticated') execute function private.require_manager();

create trigger stamp_closed_on before insert or update of status on public.programs
  for each row execute function private.stamp_closed_on();

alter table public.programs enable row level security;

-- closed_on and manager_id are in no grant: triggers set them, and hand_on_program changes the manager.
grant
  select,
  insert (id, name, description, start_date, end_date, status, website_program),
  update (name, description, start_date, end_date, status, website_program)
on public.programs to authenticated;
grant select, insert, update, delete
  on public.programs to service_role;

create policy "Managers read programs"
  on public.programs for select to authenticated
  using (
    (select private.has_permission('can_manage_programs'))
    or (select private.current_user_role()) = 'program_manager'
  );

create policy "Managers add programs"
  on public.programs for insert to authenticated
  with check (
    (select private.has_permission('can_manage_programs'))
    or (select private.current_user_role()) = 'program_manager'
  );

create policy "Managers may update programs"
  on public.programs for update to authenticated
  using ((select private.has_permission('can_manage_programs')))
  with check ((select private.has_permission('can_manage_programs')));
create trigger log_change after insert or update or delete on public.programs
  for each row execute function private.log_change();

create index programs_search_text_idx on public.programs
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);

create function private.end_matches_of_program() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.matches set over_at = null where program_id = new.id and status <> 'closed';
  return null;
end
$$;
comment on function private.end_matches_of_program is 'The matches of a program that ends, or goes on, end or go on with it.';
create trigger end_matches after update of status on public.programs
  for each row when ((old.status in ('completed', 'cancelled')) <> (new.status in ('completed', 'cancelled')))
  execute function private.end_matches_of_program();
