create function private.rename_person(person uuid, new_name text, is_of_staff boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  plain constant text := private.plain_name(new_name);
begin
  if plain is null or not private.is_line(new_name, 200) then
    raise exception 'Enter a name, on one line of at most 200 characters.' using errcode = 'P0001';
  end if;
  -- The rule knows them by the name from staff, and still by those that came.
  update private.people
  set name = btrim(new_name), is_renamed = is_of_staff,
    is_couple = private.is_couple_name(new_name) and (is_couple or not private.is_couple_name(name)),
    names = plain || array(
      select known from unnest(names) with ordinality as listed (known, place)
      where known <> plain and exists (
        select from private.rows_of_people as theirs where theirs.person_id = people.id and private.plain_name(theirs.name) = known
      ) order by place
    )
  where id = person;
end
$$;
comment on function private.rename_person is
  'Gives a person another name, from staff or back from the rows; refuses a blank or too long one. The rule still knows the names of their rows.';

create function private.save_traits(person uuid, changes jsonb, replaced jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  fields constant text[] := '{kind,language,is_deceased,do_not_contact,wants_paper,is_couple,name,is_renamed}';
  readable constant text[] := array(select private.readable_tables());
  stored private.people;
  field text;
begin
  perform private.require(private.is_staff(), 'You may not change people.');
  perform private.lock_people();
  perform private.require(private.sees_group(person, readable), 'You can''t see any of this person''s records.');
  select * into stored from private.people where id = person for update;
  perform private.require_columns(changes || replaced, fields);
  if changes ? 'is_renamed' and not changes ? 'name' then
    raise exception 'Unknown field.' using errcode = 'check_violation';
  elsif not to_jsonb(stored) @> replaced then
    if to_jsonb(stored) @> changes then
      return;
    end if;
    raise exception 'Someone else changed it in the meantime.' using errcode = 'PT409';
  elsif changes ->> 'kind' = 'person' and exists (select from private.members where group_id = person) then
    raise exception 'It has members. Remove them first.' using errcode = 'P0001';
  elsif changes ->> 'kind' <> 'person' and exists (select from public.mentees where person_id = person) then
    raise exception 'A mentee is always a person.' using errcode = 'P0001';
  end if;
  stored := jsonb_populate_record(stored, changes);
  perform private.rename_person(person, stored.name, coalesce((changes ->> 'is_renamed')::boolean, true)) where changes ? 'name';
  update private.people
  set kind = stored.kind, language = nullif(btrim(stored.language), ''), is_deceased = stored.is_deceased, do_not_contact = stored.do_not_contact,
    wants_paper = stored.wants_paper, is_couple = case when changes ? 'name' and not changes ? 'is_couple' then is_couple else stored.is_couple end
  where id = person;
  -- Links a parent whose row came after the child's record, so that campaigns to parents respect these marks.
  perform private.sync_parents(private.children_named(person), private.children_named(person));
  for field in select jsonb_object_keys(changes) loop
    perform private.log_of_person('changed', private.rows_of(array[person], readable), field, replaced ->> field, changes ->> field, person);
  end loop;
end
$$;
create function public.save_traits(person uuid, changes jsonb, replaced jsonb) returns void
language sql security invoker set search_path = ''
as $$ select private.save_traits(person, changes, replaced) $$;
comment on function public.save_traits is
  'For staff who see a person: sets name, kind, language, and whether they are deceased, not to be contacted, a couple, or want paper; PT409 when the values are not those that the caller saw.';

create function private.set_address(person uuid, address jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  fields constant text[] := '{street,city,region,postal_code,country}';
  parts jsonb;
begin
  delete from private.contact_points where person_id = person and kind = 'post';
  if address is null or jsonb_typeof(address) = 'null' then
    return;
  end if;
  select jsonb_object_agg(field, nullif(btrim(address ->> field), '')) into parts from unnest(fields) as field;
  if not array(select jsonb_object_keys(address)) <@ fields
    or exists (select from jsonb_each_text(parts) where not private.is_line(value, 200))
    or parts ->> 'street' is null or coalesce(parts ->> 'city', parts ->> 'postal_code') is null then
    raise exception 'An address needs a street and a city or postal code, each on one line.' using errcode = 'check_violation';
  end if;
  insert into private.contact_points (person_id, kind, normalized, value, parts, level)
  select person, 'post', private.searchable(typed), typed, parts, 'entered'
  from (select string_agg(parts ->> field, ', ' order by place) as typed from unnest(fields) with ordinality as listed (field, place)) as line;
end
$$;
comment on function private.set_address is
  'Sets or, with null, removes a postal address; refuses one without a street and a city or postal code.';

create function private.save_address(person uuid, address jsonb, replaced jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  stored jsonb;
begin
  perform private.require(private.is_staff(), 'You may not change people.');
  perform private.lock_people();
  perform private.require(private.sees_group(person, readable), 'You can''t see any of this person''s records.');
  perform private.require(private.opened_children(person, '1 day'), 'Open the protected fields of the child first.');
  perform from private.people where id = person for update;
  stored := private.post_of(person);
  if coalesce(stored, 'null') is distinct from coalesce(replaced, 'null') then
    raise exception 'Someone else changed it in the meantime.' using errcode = 'PT409';
  end if;
  perform private.set_address(person, address);
  perform private.log_of_person('changed', private.rows_of(array[person], readable), 'postal_address',
    case when stored is not null then 'entered' end, case when private.post_of(person) is not null then 'changed' end, person);
end
$$;
create function public.save_address(person uuid, address jsonb, replaced jsonb) returns void
language sql security invoker set search_path = ''
as $$ select private.save_address(person, address, replaced) $$;
comment on function public.save_address is
  'Sets or removes the postal address of a person, household or organization that the caller sees; of a child within a day of an opening.';

create function private.mark_point(person uuid, point_kind text, point text, marks jsonb, replaced jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  who private.person_rows;
  seen jsonb;
begin
  perform private.require(private.is_staff(), 'You may not change people.');
  perform private.lock_people();
  perform private.require(private.sees_group(person, readable), 'You can''t see any of this person''s records.');
  who := private.rows_of(array[person], readable);
  perform from private.people where id = person for update;
  select listed into seen from jsonb_array_elements(private.points_of(person, readable)) as listed
  where listed ->> 'kind' = point_kind and listed ->> 'normalized' = point;
  perform private.require(seen is not null, 'You cannot see this email or phone.');
  if not seen @> replaced then
    raise exception 'Someone else changed it in the meantime.' using errcode = 'PT409';
  end if;
  if (marks ->> 'is_preferred')::boolean then
    update private.contact_points set is_preferred = false where person_id = person and kind = point_kind and is_preferred;
  end if;
  update private.contact_points
  set label = nullif(btrim(marks ->> 'label'), ''), is_preferred = coalesce((marks ->> 'is_preferred')::boolean, false) and not coalesce((marks ->> 'is_retired')::boolean, false),
    is_confirmed = coalesce((marks ->> 'is_confirmed')::boolean, is_confirmed),
    retired_at = case when (marks ->> 'is_retired')::boolean then coalesce(retired_at, now()) end
  where person_id = person and kind = point_kind and normalized = point;
  -- Its level is that of its rows, or of the confirmation.
  perform private.tidy_people(array[person]);
  perform private.log_of_person('changed', who, point_kind, null, 'changed', person);
end
$$;
create function public.mark_point(person uuid, point_kind text, point text, marks jsonb, replaced jsonb) returns void
language sql security invoker set search_path = ''
as $$ select private.mark_point(person, point_kind, point, marks, replaced) $$;
comment on function public.mark_point is
  'Sets the label of an email or phone that the caller sees, whether it is the preferred one of its kind, whether a colleague confirmed it (is_confirmed), and whether it is out of use (is_retired); PT409 when the marks are not those that the caller saw.';

create function private.save_member(grp uuid, person uuid, role text, made jsonb default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
begin
  perform private.require(private.is_staff(), 'You may not change people.');
  perform private.lock_people();
  if not private.is_second(person, readable) then
    perform private.seen_person(person, readable);
  end if;
  perform private.require(private.opened_children(person, '1 day'), 'Open the protected fields of the child first.');
  if made is not null and not exists (select from private.people where id = grp) then
    if coalesce(made ->> 'kind' in ('household', 'organization'), false) is false then
      raise exception 'It is a household or an organization.' using errcode = 'check_violation';
    end if;
    insert into private.people (id, kind, name) values (grp, made ->> 'kind', nullif(btrim(made ->> 'name'), ''));
    perform private.set_address(grp, made -> 'address');
  else
    -- A caller who sees only this member can undo the removal.
    perform private.require(
      private.sees_group(grp, readable) or role is not null and exists (
        select from public.change_log
        where about @> array[grp] and record_id = person and actor_id = private.current_user_id() and created_at > now() - interval '1 hour'
          and record_kind = 'persons' and changes -> 'household' ->> 1 = 'removed'
      ),
      'You can''t see any of this household''s records.'
    );
  end if;
  if not exists (select from private.people where id = grp and kind <> 'person') then
    raise exception 'Only a household or an organization has members.' using errcode = 'P0001';
  end if;
  if role is null then
    delete from private.members where group_id = grp and person_id = person;
    perform private.tidy_people(array[grp]);
  else
    insert into private.members as known (group_id, person_id, role) values (grp, person, save_member.role)
    on conflict (group_id, person_id) do update set role = excluded.role;
  end if;
  perform private.log_of_person('changed', private.rows_of(array[person], readable), 'household', null, coalesce(role, 'removed'), grp);
end
$$;
create function public.save_member(grp uuid, person uuid, role text, made jsonb default null) returns void
language sql security invoker set search_path = ''
as $$ select private.save_member(grp, person, role, made) $$;
comment on function public.save_member is
  'Adds a person to a household or organization, changes their role or, without a role, removes them. `made` has the kind, name and address of a new one.';

create function private.save_household(grp uuid, people uuid[], is_undo boolean default false) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  member uuid;
begin
  perform private.require(private.may_link(), 'You may not confirm or dismiss households.');
  perform private.lock_people(true);
  perform private.require(cardinality(people) = 2 and people[1] <> people[2] and grp <> all (people), 'A household suggestion has two people.');
  foreach member in array people loop
    perform private.seen_person(member, readable);
    perform private.require(private.opened_children(member, '1 day'), 'Open the protected fields of the child first.');
  end loop;
  if is_undo then
    perform private.require(private.sees_group(grp, readable), 'You can''t see any of this household''s records.');
    -- Members from before this suggestion have an earlier time, and stay.
    delete from private.members
    where group_id = grp and person_id = any (people)
      and created_at = (select max(created_at) from private.members where group_id = grp and person_id = any (people));
    -- A couple with records becomes a couple again.
    update private.people set kind = 'person', is_couple = true
    where id = grp and kind = 'household' and private.is_couple_name(name)
      and exists (select from private.rows_of_people as theirs where theirs.person_id = grp)
      and not exists (select from private.members where group_id = grp);
    perform private.tidy_people(array[grp]);
  else
    if exists (select from private.people where id = grp) then
      perform private.require(
        private.sees_person(grp, readable) or private.sees_group(grp, readable), 'You can''t see any of this household''s records.'
      );
      update private.people set kind = 'household', is_couple = false where id = grp and is_couple;
    else
      insert into private.people (id, kind) values (grp, 'household');
    end if;
    perform private.refuse_if(
      not exists (select from private.people where id = grp and kind = 'household'), 'This is no longer a couple.'
    );
    insert into private.members (group_id, person_id, role) select grp, one, 'partner' from unnest(people) as one
    on conflict do nothing;
  end if;
  perform private.log_of_person('changed', private.rows_of(array[one], readable), 'household',
    case when is_undo then 'partner' end, case when is_undo then 'removed' else 'partner' end, grp)
  from unnest(people) as one;
end
$$;
create function public.save_household(grp uuid, people uuid[], is_undo boolean default false) returns void
language sql security invoker set search_path = ''
as $$ select private.save_household(grp, people, is_undo) $$;
comment on function public.save_household is
  'Makes two people partners of a household: a new one under the id that the caller chose, or the one that a couple becomes; `is_undo` takes it back. For callers who may merge people and see both.';

create function private.rename_group(grp uuid, name text, replaced text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
begin
  perform private.require(private.is_staff(), 'You may not change people.');
  perform private.lock_people();
  perform private.require(private.sees_group(grp, readable), 'You can''t see any of this household''s records.');
  update private.people set name = nullif(btrim(rename_group.name), '')
  where id = grp and kind <> 'person' and people.name is not distinct from replaced
    and not exists (select from private.rows_of_people as theirs where theirs.person_id = grp);
  if not found then
    raise exception 'Someone else changed it in the meantime, or its records name it.' using errcode = 'PT409';
  end if;
  perform private.log_of_person('changed', private.rows_of(array[grp], readable), 'name', null, 'changed', grp);
end
$$;
create function public.rename_group(grp uuid, name text, replaced text) returns void
language sql security invoker set search_path = ''
as $$ select private.rename_group(grp, name, replaced) $$;
comment on function public.rename_group is 'Renames a household or organization without records, from the name that the caller saw.';

grant execute on function private.save_traits, public.save_traits to authenticated;
grant execute on function private.save_address, public.save_address to authenticated;
grant execute on function private.mark_point, public.mark_point to authenticated;
grant execute on function private.save_member, public.save_member to authenticated;
grant execute on function private.save_household, public.save_household to authenticated;
grant execute on function private.rename_group, public.rename_group to authenticated;
