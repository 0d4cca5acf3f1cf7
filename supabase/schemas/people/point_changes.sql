create function private.checked_point(point_kind text, typed text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  if point_kind = 'email' then
    perform private.refuse_if(not private.is_address(btrim(typed)), 'Enter an email address.');
    return lower(btrim(typed));
  end if;
  perform private.refuse_if(
    coalesce(point_kind <> 'phone', true) or not private.is_line(typed, 40) or cardinality(private.phone_keys(typed)) <> 1, 'Enter one phone number.'
  );
  return (private.phone_keys(typed))[1];
end
$$;
comment on function private.checked_point(text, text) is 'The normalized form of an email or of one phone.';

create function private.open_to_of(person uuid, readable text[]) returns text[]
language sql stable security definer set search_path = ''
as $$
  select private.tables_of_person(private.rows_of(case
    when private.sees_person(person, readable) then array[person]
    else array(select person_id from private.members where group_id = person and private.sees_member(person_id, readable, '1 day'))
  end, readable))
$$;
comment on function private.open_to_of(uuid, text[]) is
  'The tables in which the caller sees a person, or the members of a household: their readers see what the caller adds.';

create function private.correct_rows(person uuid, point_kind text, point text, typed text, sources text[], readable text[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  source text;
begin
  perform private.require(
    sources <@ array['mentors', 'trainers', 'mentees', 'donations'] and sources <@ readable, 'You can''t see this record.'
  );
  foreach source in array sources loop
    perform private.change_rows(
      format('public.%I', source)::regclass,
      (
        select coalesce(jsonb_agg(jsonb_build_object('id', known.id)), '[]')
        from private.rows_with(person, point_kind, point, array[source]) as known
        -- Another number beside it stays, and so does what the provider of payments says.
        where (point_kind = 'email' or cardinality(private.phone_keys(known.said)) = 1)
          and not exists (select from private.gifts where gifts.id = known.id and (payment_id is not null or voided_at is not null))
      ),
      case source when 'donations' then jsonb_build_object('donor_' || point_kind, typed, 'change_reason', format('The %s was corrected', point_kind))
        else jsonb_build_object(point_kind, typed) end
    );
  end loop;
end
$$;
comment on function private.correct_rows(uuid, text, text, text, text[], text[]) is
  'Corrects an email or phone in the records of a person that have it.';

create function private.put_point(person uuid, point_kind text, point text, typed text, readable text[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  normal constant text := private.checked_point(point_kind, typed);
  old private.contact_points;
begin
  select * into old from private.contact_points where person_id = person and kind = point_kind and normalized = point;
  update private.contact_points set is_preferred = false
  where person_id = person and kind = point_kind and normalized = point and point <> normal and is_preferred;
  insert into private.contact_points as known (person_id, kind, normalized, value, level, open_to, label, is_preferred)
  values (person, point_kind, normal, btrim(typed), 'entered', private.open_to_of(person, readable), old.label, coalesce(old.is_preferred, false))
  on conflict on constraint contact_points_pkey do update set
    value = excluded.value, level = greatest(known.level, excluded.level), retired_at = null,
    open_to = array(select unnest(coalesce(known.open_to, '{}')) union select unnest(excluded.open_to)),
    label = coalesce(known.label, excluded.label), is_preferred = known.is_preferred or excluded.is_preferred;
  update private.contact_points set retired_at = now(), open_to = null
  where person_id = person and kind = point_kind and normalized = point and point <> normal;
end
$$;
comment on function private.put_point(uuid, text, text, text, text[]) is
  'Stores an email or phone as entered by the caller. The one that it corrects passes on its label and mark, and is retired.';

create function private.save_point(person uuid, point_kind text, point text, typed text, records text[] default '{}') returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  normal constant text := private.checked_point(point_kind, typed);
  points jsonb;
begin
  perform private.require(private.is_staff(), 'You may not change people.');
  perform private.lock_people();
  perform private.require(private.sees_group(person, readable), 'You can''t see any of this person''s records.');
  if exists (select from public.mentees where person_id = person) then
    perform private.require(private.opened_children(person, '1 day'), 'Open the protected fields of the child first.');
    perform private.refuse_if(point_kind = 'phone', 'A mentee''s phone is in their record.');
  end if;
  perform from private.people where id = person for update;
  points := private.points_of(person, readable);
  if point is not null and not exists (
    select from jsonb_array_elements(points) as seen where seen ->> 'kind' = point_kind and seen ->> 'normalized' = point and not (seen ->> 'is_retired')::boolean
  ) then
    -- The answer to an earlier try was lost.
    if points @> jsonb_build_array(jsonb_build_object('kind', point_kind, 'normalized', normal, 'value', btrim(typed), 'is_retired', false)) then
      return;
    end if;
    raise exception 'Someone else changed it in the meantime.' using errcode = 'PT409';
  end if;
  perform private.put_point(person, point_kind, point, typed, readable);
  perform private.correct_rows(person, point_kind, point, btrim(typed), records, readable);
  perform private.tidy_people(array[person]);
  perform private.log_of_person('changed', private.rows_of(array[person], readable), point_kind, null, case when point is null then 'added' else 'changed' end, person);
end
$$;
create function public.save_point(person uuid, point_kind text, point text, typed text, records text[] default '{}') returns void
language sql security invoker set search_path = ''
as $$ select private.save_point(person, point_kind, point, typed, records) $$;
comment on function public.save_point is
  'Adds an email or phone to a person or household that the caller sees, or corrects `point`: it is entered then, the earlier one is retired, and the rows in `records` (tables) that have it are corrected. PT409 when `point` is gone.';
grant execute on function private.save_point, public.save_point to authenticated;
