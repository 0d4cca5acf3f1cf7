create table private.released_numbers (
  match_id uuid not null references public.matches (id) on delete cascade,
  adult_id uuid not null references private.people (id) on delete cascade,
  released_by uuid references public.profiles (id) on delete set null,
  released_at timestamptz not null default now(),
  primary key (match_id, adult_id)
);
comment on table private.released_numbers is
  'The guardians whose phone number the mentor of a match sees. The number itself is read where it is.';
create index released_numbers_adult_id_idx on private.released_numbers (adult_id);
create index released_numbers_released_by_idx on private.released_numbers (released_by);
alter table private.released_numbers enable row level security;

create function private.guardians_of(mentee uuid) returns table (adult_id uuid, name text, relation text, phone text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  select tie.adult_id,
    coalesce(case when tie.is_of_record then child.parent_name end, adult.name),
    tie.relation,
    coalesce(case when tie.is_of_record then child.parent_phone end, tie.phone, (
      select point.value from private.contact_points point
      where point.person_id = tie.adult_id and point.kind = 'phone' and point.retired_at is null and point.level <> 'told'
      order by point.is_preferred desc, point.valid_since, point.normalized limit 1
    ))
  from public.mentees child
  join private.guardians tie on tie.child_id = child.person_id
  join private.people adult on adult.id = tie.adult_id
  where child.id = mentee and not tie.no_contact and not adult.do_not_contact and not adult.is_deceased
  order by tie.is_of_record desc, tie.created_at, tie.adult_id;
end
$$;
comment on function private.guardians_of(uuid) is
  'The parents and guardians of a mentee whom we may contact, each with one phone number.';

create function private.numbers_for_mentors(mentee uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require(private.has_permission('can_manage_mentees'), 'You may not read this.');
  perform private.require(private.has_opened(mentee, interval '1 day'), 'Open the protected fields of this mentee first.');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', pair.id, 'mentor', private.person_name(to_jsonb(mentors)), 'program', programs.name,
      'adults', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', adult_id, 'name', name, 'phone', phone,
          'is_released', exists (select from private.released_numbers where match_id = pair.id and released_numbers.adult_id = known.adult_id)
        )), '[]')
        from private.guardians_of(mentee) known
      )
    ) order by pair.since, pair.id), '[]')
    from public.matches pair
    join public.mentors on mentors.id = pair.mentor_id
    join public.programs on programs.id = pair.program_id
    where pair.mentee_id = mentee and pair.status in ('proposed', 'active', 'paused')
  );
end
$$;

create function public.numbers_for_mentors(mentee uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.numbers_for_mentors(mentee) $$;
comment on function public.numbers_for_mentors is
  'For holders of can_manage_mentees who opened the mentee within a day: its matches, each with the guardians and whether the mentor sees their number.';
grant execute on function private.numbers_for_mentors, public.numbers_for_mentors to authenticated;

create function private.release_number(match uuid, adult uuid, is_released boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  child constant uuid := (select mentee_id from public.matches where id = match);
begin
  perform private.require(
    private.has_permission('can_manage_mentees') and private.has_opened(child, interval '1 day'),
    'You may not release this number, or did not open the mentee.'
  );
  if not is_released then
    delete from private.released_numbers where match_id = match and adult_id = adult;
  else
    perform private.refuse_if(
      not exists (select from private.guardians_of(child) where adult_id = adult and phone is not null),
      'We have no number of this guardian, or may not call it.'
    );
    insert into private.released_numbers (match_id, adult_id, released_by) values (match, adult, auth.uid()) on conflict do nothing;
  end if;
  if found then
    perform private.log_action(
      'changed', 'mentees', child, (select private.person_name(to_jsonb(mentees)) from public.mentees where id = child),
      jsonb_build_object('number_for_mentor', jsonb_build_array(not is_released, is_released))
    );
  end if;
end
$$;

create function public.release_number(match uuid, adult uuid, is_released boolean) returns void
language sql security invoker set search_path = ''
as $$ select private.release_number(match, adult, is_released) $$;
comment on function public.release_number is
  'For holders of can_manage_mentees who opened the mentee within a day: the mentor of a match sees a guardian''s number, or no longer. It is logged. Refuses an adult who is no guardian, without a number, or whom we may not contact.';
grant execute on function private.release_number, public.release_number to authenticated;
