-- What a caller sees: a person through rows that they may read, a household through a member, and what belongs
-- to a child only within five minutes of an opening.

create function private.opened_children(person uuid, within interval) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(bool_and(private.has_opened(id, within)), true) and (count(*) = 0 or private.may_search('mentees'))
    from public.mentees where person_id = person
  );
end
$$;
comment on function private.opened_children(uuid, interval) is
  'Whether a person is no mentee, or a mentee whose protected fields the caller opened within this time, in an earlier request.';

create function private.sees_person(person uuid, readable text[]) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from private.rows_of_people as theirs where theirs.person_id = person and theirs.source = any (readable));
end
$$;
comment on function private.sees_person is
  'Whether a person has a row in one of these tables, which the caller may read.';

create function private.sees_member(person uuid, readable text[], within interval default '5 minutes') returns boolean
language sql stable security definer set search_path = ''
as $$ select private.sees_person(person, readable) and private.opened_children(person, within) $$;
comment on function private.sees_member is
  'Whether the caller sees a member of a household or organization: through a row, and a child only within this time of an opening.';

create function private.sees_group(grp uuid, readable text[], within interval default '1 day') returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.sees_person(grp, readable)
    or exists (select from private.members where group_id = grp and private.sees_member(person_id, readable, within))
$$;
comment on function private.sees_group is
  'Whether the caller sees a person, household or organization: through a row of its own or through a member.';

create function private.household_of(person uuid) returns uuid
language sql stable security definer set search_path = ''
as $$
  select grp.id from private.members join private.people grp on grp.id = group_id
  where members.person_id = person and grp.kind = 'household' order by members.created_at, grp.id limit 1
$$;
comment on function private.household_of(uuid) is 'The first household that a person belongs to.';

create function private.is_second(person uuid, readable text[]) returns boolean
language sql stable security definer set search_path = ''
as $$
  select 'donations' = any (readable) and exists (select from private.people where id = person and kind = 'person' and second_of is not null)
$$;
comment on function private.is_second(uuid, text[]) is
  'Whether someone is a second contact, whom readers of gifts see in a household that they see.';

create function private.readable_name(person uuid, readable text[]) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(case when it.is_renamed then it.name end, nullif(btrim(named.name), ''), named.email)
    from private.rows_of_people as named join private.people it on it.id = named.person_id
    where named.person_id = person and named.source = any (readable) and coalesce(nullif(btrim(named.name), ''), named.email) is not null
    order by array_position('{profiles,mentors,trainers,mentees,donations,submissions}', named.source), named.name limit 1
  );
end
$$;
comment on function private.readable_name is
  'A person''s name as these tables show it: from staff, else from a row, else its email; null where none of them has a row.';

create function private.post_of(person uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$ select parts from private.contact_points where person_id = person and kind = 'post' order by valid_since desc, normalized limit 1 $$;
comment on function private.post_of is 'The postal address of a person, household or organization; null without one.';

create function private.rows_with(person uuid, point_kind text, point text, readable text[])
returns table (source text, id uuid, said text, said_level private.contact_level)
language sql stable security definer set search_path = ''
as $$
  select theirs.source, theirs.id, email, email_level from private.rows_of_people as theirs
  where point_kind = 'email' and theirs.person_id = person and theirs.source = any (readable) and lower(btrim(email)) = point
  union all
  select theirs.source, theirs.id, phone, phone_level from private.rows_of_people as theirs
  where point_kind = 'phone' and theirs.person_id = person and theirs.source = any (readable) and point = any (private.phone_keys(phone))
$$;
comment on function private.rows_with(uuid, text, text, text[]) is 'The rows of a person, in these tables, that have an email or phone.';

create function private.points_of(person uuid, readable text[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with theirs as materialized (
      select source, lower(btrim(email)) as email, email_level, phone, phone_level
      from private.rows_of_people as named where named.person_id = person and named.source = any (readable)
    ), dialed as materialized (
      -- A number is read once, however many rows have it.
      select phone, key from (select distinct phone from theirs where phone is not null) as typed
      cross join lateral unnest(private.phone_keys(typed.phone)) as key
    ), said as (
      select 'email' as kind, email as normalized, source, count(*) as number, min(email) as typed, max(email_level) as level
      from theirs where email is not null group by email, source
      union all
      select 'phone', key, source, count(*), min(btrim(phone)), max(phone_level) from theirs join dialed using (phone) group by key, source
    ), seen as materialized (
      select kind, normalized, min(typed) as typed, max(level) as came_as, jsonb_object_agg(source, number) as records
      from said group by kind, normalized
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'kind', kind, 'normalized', normalized, 'value', typed, 'telephone', telephone, 'label', label, 'is_preferred', is_preferred,
      'valid_since', valid_since, 'level', seen_level, 'is_confirmed', is_confirmed, 'is_retired', retired_at is not null, 'records', records,
      'is_letter', coalesce(place = 1, false),
      'is_new', coalesce(seen_level = 'told' and place > 1 and valid_since > letter_since, false), 'blocked', blocked
    ) order by kind, retired_at is not null, place, not is_preferred, valid_since, normalized), '[]')
    from (
      select point.*, shown.typed, telephone, coalesce(records, '{}') as records, letter.place,
        greatest(came_as, case when is_confirmed or open_to && readable then 'entered'::private.contact_level end) as seen_level,
        first_value(valid_since) over (partition by point.kind order by letter.place nulls last) as letter_since,
        case when point.kind = 'email' then (select min(reason) from private.suppressions_of(shown.typed)) end as blocked
      from private.contact_points point
      left join private.emails_of(person) with ordinality as letter (email, place) on point.kind = 'email' and letter.email = point.normalized
      left join seen on seen.kind = point.kind and seen.normalized = point.normalized
      -- As a colleague added it, or a row has it: each for those who may read it.
      cross join lateral (select coalesce(case when open_to && readable then value end, seen.typed) as typed) as shown
      left join lateral (
        select number as telephone from unnest(private.telephones(shown.typed)) as number
        where point.kind = 'phone' and point.normalized = any (private.phone_keys(number)) limit 1
      ) as dialable on true
      where point.person_id = person and point.kind <> 'post' and shown.typed is not null
    ) as listed
  );
end
$$;
comment on function private.points_of(uuid, text[]) is
  'The emails and phones of a person in rows that the caller may read (`records` by table) or added for their readers: how we have each, which email letters go to (`is_letter`, first), why an email is blocked, and whether a newer one waits for a confirmation (`is_new`).';
