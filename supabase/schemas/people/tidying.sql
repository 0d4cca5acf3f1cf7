create function private.tidy_people(ids uuid[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
begin
  if ids = '{}' then
    return;
  end if;
  -- An arriving row holds its person, and the next statement sees it.
  perform from private.people where id = any (ids) order by id for update;
  delete from private.people
  where id = any (ids) and not private.is_needed(people);
  with said as materialized (
    select theirs.person_id, point.kind, point.normalized, max(point.level) as level, min(theirs.created_at) as since, (array_agg(btrim(point.value) order by point.level desc))[1] as value
    from private.rows_of_people as theirs
    cross join lateral (
      select 'email', lower(btrim(theirs.email)), theirs.email, theirs.email_level where theirs.email is not null
      union all select 'phone', phone, theirs.phone, theirs.phone_level from unnest(private.phone_keys(theirs.phone)) as phone
    ) as point (kind, normalized, value, level)
    where theirs.person_id = any (ids) group by 1, 2, 3
  ), gone as (
    delete from private.contact_points point
    where person_id = any (ids) and kind <> 'post' and open_to is null
      -- A second contact has an email without a row.
      and not exists (select from private.people where id = point.person_id and second_of is not null)
      and not exists (select from said where (said.person_id, said.kind, said.normalized) = (point.person_id, point.kind, point.normalized))
  ), kept as (
    update private.contact_points point set level = 'entered'
    where person_id = any (ids) and open_to is not null and level <> 'entered'
      and not exists (select from said where (said.person_id, said.kind, said.normalized) = (point.person_id, point.kind, point.normalized))
  )
  insert into private.contact_points as known (person_id, kind, normalized, value, level)
  select person_id, kind, normalized, value, level from said
  on conflict on constraint contact_points_pkey do update set
    level = case when known.is_confirmed or known.open_to is not null then greatest(excluded.level, 'entered') else excluded.level end,
    valid_since = case
      when known.level = 'told' then now()
      when excluded.level = 'told' and not known.is_confirmed and known.open_to is null then (
        select since from said where (said.person_id, said.kind, said.normalized) = (known.person_id, known.kind, known.normalized)
      )
      else known.valid_since
    end
  where known.level <> case when known.is_confirmed or known.open_to is not null then greatest(excluded.level, 'entered') else excluded.level end;
end
$$;
comment on function private.tidy_people(uuid[]) is
  'Deletes people whom nothing needs, and gives the others the emails and phones of their rows, beside those that a colleague added.';

create function private.tidy_people_after() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform private.tidy_people(array(select distinct person_id from gone));
  elsif coalesce(private.write_mode() not in ('merge', 'leaving'), true) then
    perform private.tidy_people(array(
      select unnest(array[gone.person_id, stays.person_id]) from gone join stays using (id)
      where gone.person_id <> stays.person_id
        or private.identity(tg_table_name, to_jsonb(gone)) is distinct from private.identity(tg_table_name, to_jsonb(stays))
        or private.levels_of(tg_table_name, to_jsonb(gone)) is distinct from private.levels_of(tg_table_name, to_jsonb(stays))
    ));
  end if;
  return null;
end
$$;
comment on function private.tidy_people_after is
  'Tidies the people whose rows were removed, or changed name, email, phone or person; not while a merge moves them, or a leaving changes only who looks after them.';
