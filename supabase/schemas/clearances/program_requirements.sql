-- What a program asks of its mentors or trainers, and the gate: nobody who lacks it is assigned
-- (docs/decisions/051-requirements-and-evidence.md).

create function private.requirement_key(name text, version text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return private.searchable(regexp_replace(btrim(name), '\s+', ' ', 'g')) || e'\n'
    || coalesce(private.searchable(regexp_replace(btrim(version), '\s+', ' ', 'g')), '');
end
$$;
comment on function private.requirement_key is
  'By what evidence fits a requirement: name and version, without regard to case, accents and further blanks.';
grant execute on function private.requirement_key to authenticated, service_role;

create table public.program_requirements (
  id uuid primary key default gen_random_uuid(),
  program_id uuid not null references public.programs (id) on delete cascade,
  kind text not null check (kind in ('mentors', 'trainers')),
  name text not null check (private.is_line(name, 100)),
  version text check (private.is_line(version, 40)),
  months integer check (months between 1 and 120),
  matched text not null generated always as (private.requirement_key(name, version)) stored,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
comment on column public.program_requirements.version is 'Which version of a policy is to be signed.';
comment on column public.program_requirements.months is 'How long evidence is good for, from the day it was done; null without an end.';
comment on column public.program_requirements.retired_at is 'Since when nobody needs it any more.';
create unique index program_requirements_open_idx on public.program_requirements (program_id, kind, matched)
  where retired_at is null;
comment on index public.program_requirements_open_idx is 'The requirements of a program, and that none is there twice.';

create index program_requirements_program_id_idx on public.program_requirements (program_id);

alter table public.program_requirements enable row level security;
grant select, insert, update, delete on public.program_requirements to service_role;
grant
  select (id, program_id, kind, name, version, months, retired_at),
  insert (id, program_id, kind, name, version, months),
  update (name, version, months, retired_at)
on public.program_requirements to authenticated;
create policy "Managers and verifiers may select program_requirements"
  on public.program_requirements for select to authenticated
  using ((select private.has_permission('can_manage_programs')) or (select private.has_permission('can_verify_clearances')));
create policy "Managers may insert program_requirements"
  on public.program_requirements for insert to authenticated
  with check ((select private.has_permission('can_manage_programs')));
create policy "Managers may update program_requirements"
  on public.program_requirements for update to authenticated
  using ((select private.has_permission('can_manage_programs')))
  with check ((select private.has_permission('can_manage_programs')));
insert into private.table_readers (table_name, permission) values
  ('program_requirements', 'can_manage_programs'), ('program_requirements', 'can_verify_clearances');

create function private.requirement_in_words(requirement public.program_requirements) returns text
language sql immutable set search_path = ''
as $$
  select case when requirement.retired_at is null then format(
    '%s, for %s%s', private.requirement_label(requirement.name, requirement.version), requirement.kind,
    ', good for ' || requirement.months || case requirement.months when 1 then ' month' else ' months' end
  ) end
$$;
comment on function private.requirement_in_words is 'A requirement as the change log has it; null for a retired one.';

create function private.log_requirement() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before constant text := case when tg_op = 'UPDATE' then private.requirement_in_words(old) end;
  after constant text := private.requirement_in_words(new);
begin
  if before is distinct from after then
    perform private.log_action(
      'changed', 'program_requirements', new.program_id, private.name_of_reference('program_id', new.program_id),
      jsonb_build_object('requirement', jsonb_build_array(before, after))
    );
  end if;
  return null;
end
$$;
comment on function private.log_requirement() is 'Logs a requirement, before and after, at its program.';
create trigger log_change after insert or update on public.program_requirements
  for each row execute function private.log_requirement();
