-- Programs and the people assigned to them.

create function private.assignable_people(kind text, after_id uuid default null) returns table (
  id uuid, first_name text, last_name text, email text
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.has_permission('can_manage_programs')
    and (kind = 'mentees' or not private.has_permission('can_verify_clearances')) then
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
  'How managers of programs read names, those of mentees included: a thousand active mentors, mentees or trainers after an id, each with name and email. Holders of can_verify_clearances read mentors and trainers; others get none.';
grant execute on function private.assignable_people, public.assignable_people to authenticated;

create function private.require_active_person() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person_table constant regclass := 'public.' || tg_argv[0];
  person_id constant uuid := (to_jsonb(new) ->> tg_argv[1])::uuid;
begin
  if private.write_mode() = 'merge' then
    return null;
  end if;
  -- The share lock keeps the person from being deactivated until this assignment is stored.
  if (select person ->> 'status' from private.stored_rows(person_table, array[person_id], lock => 'share') as person) <> 'active' then
    raise exception 'Only active % can be assigned to a program.', tg_argv[0]
      using errcode = 'check_violation';
  end if;
  return null;
end
$$;
comment on function private.require_active_person is
  'Refuses to assign anyone to a program who is not active, except in a merge. The arguments are the person''s table and column.';

create function public.save_program_assignments(
  target_program_id uuid,
  added_mentees uuid[] default '{}',
  removed_mentees uuid[] default '{}',
  added_mentors uuid[] default '{}',
  removed_mentors uuid[] default '{}',
  added_trainers uuid[] default '{}',
  removed_trainers uuid[] default '{}'
) returns void
language plpgsql security invoker set search_path = ''
as $$
begin
  -- Saves of the same program queue up here.
  perform from public.programs where id = target_program_id for update;
  if not found then
    raise exception 'This program does not exist, or you may not change it.'
      using errcode = 'insufficient_privilege';
  end if;

  delete from public.program_mentees where program_id = target_program_id and mentee_id = any (removed_mentees);
  insert into public.program_mentees (program_id, mentee_id)
  select target_program_id, added.id from unnest(added_mentees) as added (id)
  where not exists (select from public.program_mentees where program_id = target_program_id and mentee_id = added.id)
  on conflict do nothing;

  delete from public.program_mentors where program_id = target_program_id and mentor_id = any (removed_mentors);
  insert into public.program_mentors (program_id, mentor_id)
  select target_program_id, added.id from unnest(added_mentors) as added (id)
  where not exists (select from public.program_mentors where program_id = target_program_id and mentor_id = added.id)
  on conflict do nothing;

  delete from public.program_trainers where program_id = target_program_id and trainer_id = any (removed_trainers);
  insert into public.program_trainers (program_id, trainer_id)
  select target_program_id, added.id from unnest(added_trainers) as added (id)
  where not exists (select from public.program_trainers where program_id = target_program_id and trainer_id = added.id)
  on conflict do nothing;
end
$$;
comment on function public.save_program_assignments(uuid, uuid[], uuid[], uuid[], uuid[], uuid[], uuid[]) is
  'Adds people to a program and removes others, in one transaction. Concurrent changes of colleagues stay.';

grant execute on function public.save_program_assignments(uuid, uuid[], uuid[], uuid[], uuid[], uuid[], uuid[])
to authenticated, service_role;
