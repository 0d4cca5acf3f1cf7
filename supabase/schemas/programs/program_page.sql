-- The page of a program. The role program_manager without can_manage_programs sees only its header.

create function private.may_see_programs() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.has_permission('can_manage_programs') or private.current_user_role() = 'program_manager';
end
$$;
comment on function private.may_see_programs is 'Whether the caller sees the list of programs and the header of each.';

create function private.may_hand_on(program uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.may_see_programs() and exists (
    select from public.programs stored
    where stored.id = program and (stored.manager_id = private.rights_holder() or private.is_admin())
  );
end
$$;
comment on function private.may_hand_on(uuid) is 'Whether the caller is the manager of this program, or an admin.';

create function private.seats_of_website(slug text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'seats', (select seats from public.program_seats where program_seats.program = slug),
      'confirmed', count(*) filter (where status = 'confirmed'), 'offered', count(*) filter (where status = 'offered'),
      'waiting', count(*) filter (where status = 'waitlisted'), 'undecided', count(*) filter (where status in ('new', 'contacted'))
    )
    from public.program_registrations where program_registrations.program = slug
  );
end
$$;
comment on function private.seats_of_website(text) is
  'Seats of a program of the website (null: unlimited), and its confirmed, offered, waiting and undecided registrations, as numbers.';

create function private.program_header(program uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.may_see_programs() then
    return null;
  end if;
  return (
    select jsonb_build_object(
      'name', name, 'description', description, 'start_date', start_date, 'end_date', end_date, 'status', status,
      'manager_id', manager_id, 'manager_name', private.account_name(manager_id), 'may_hand_on', private.may_hand_on(id),
      'website_program', website_program,
      'registrations', case when website_program is not null then private.seats_of_website(website_program) end,
      'people', case when private.has_permission('can_manage_programs') then jsonb_build_object(
        'mentees', (select count(*) from public.program_mentees where program_id = stored.id),
        'mentors', (select count(*) from public.program_mentors where program_id = stored.id),
        'trainers', (select count(*) from public.program_trainers where program_id = stored.id)
      ) end
    )
    from public.programs stored where id = program
  );
end
$$;
create function public.program_header(program uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.program_header(program) $$;
comment on function public.program_header is
  'For holders of can_manage_programs and the role program_manager: name, dates, status, manager, and the seats and registrations of the website''s program as numbers; for the former also how many mentees, mentors and trainers it has. Null for others.';

create function private.program_managers(program uuid) returns table (id uuid, full_name text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.may_hand_on(program) then
    return;
  end if;
  return query
  select account, private.account_name(account) from (
    select private.holders('can_manage_programs') as account
    union
    select user_id from public.user_roles where role = 'program_manager'
  ) as able
  order by 2, 1 limit 500;
end
$$;
create function public.program_managers(program uuid) returns table (id uuid, full_name text)
language sql stable security invoker set search_path = ''
as $$ select * from private.program_managers(program) $$;
comment on function public.program_managers is
  'For an admin and the manager of a program: the accounts that can manage it, by name. None for others.';

create function private.hand_on_program(program uuid, manager uuid, replaced uuid default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.programs;
begin
  -- A right that ends at this moment is seen below, or takes the program with it.
  perform private.lock_workflow();
  -- An earlier try that was answered too late has made the caller's wish true.
  if private.may_see_programs() and exists (
    select from public.programs known where known.id = program and known.manager_id = manager
  ) then
    return;
  end if;
  perform private.require(private.may_hand_on(program), 'You may not hand this program on.');
  select * into stored from public.programs known where known.id = program for update;
  perform private.refuse_if(
    stored.manager_id is distinct from replaced, 'A colleague has handed this program on meanwhile. Look at who manages it now.'
  );
  perform private.refuse_if(
    not exists (select from private.program_managers(program) as able where able.id = manager),
    'This account can''t manage programs. Choose another one.'
  );
  update public.programs known set manager_id = manager where known.id = program;
  perform private.log_action(
    'changed', 'programs', program, stored.name,
    jsonb_build_object('manager', jsonb_build_array(private.account_name(stored.manager_id), private.account_name(manager)))
  );
end
$$;
create function public.hand_on_program(program uuid, manager uuid, replaced uuid default null) returns void
language sql security invoker set search_path = ''
as $$ select private.hand_on_program(program, manager, replaced) $$;
comment on function public.hand_on_program is
  'Gives a program another manager: for an admin, or its manager, from the manager that the caller saw. The new one holds can_manage_programs or has the role program_manager.';

grant execute on function
  private.program_header, public.program_header, private.program_managers, public.program_managers,
  private.hand_on_program, public.hand_on_program
to authenticated;
