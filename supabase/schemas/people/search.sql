create function private.searched_tables() returns setof text
language sql immutable set search_path = ''
as $$ values ('profiles'), ('mentors'), ('trainers'), ('mentees'), ('donations'), ('submissions'), ('newsletter_subscriptions') $$;
comment on function private.searched_tables() is 'The tables of private.rows_of_people that have a position.';

-- Dynamic SQL: a search has any number of words, and the index of its table serves it.
create function private.person_hits(of_source text, search text) returns private.person_hit[]
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  per_source constant integer := 12;
  recent constant integer := 400;
  most constant integer := 2000;
  of_column constant text := case of_source when 'submissions' then 'person_text' else 'search_text' end;
  -- A check number or the name of a tribute leads to who gave it.
  person_lines constant text := case of_source when 'donations'
    then 'regexp_replace(search_text, e''\n[^\n]*$'', '''')' else format('split_part(%s, e''\n'', 1)', of_column) end;
  first_word constant text := split_part(split_part(search, e'\n', 1), e'\t', 1);
  first_pattern constant text := '% ' || substr((private.search_patterns(first_word))[1], 2);
  counted constant text := private.counted_rows(of_source);
  condition constant text := private.search_condition(search, of_column) || ' and '
    || private.search_condition(search, person_lines);
  ids uuid[];
begin
  -- A common word is in one of the newest rows; an index finds a rare one.
  execute format(
    'select array(select id from (select * from public.%I where %s order by created_at desc, id desc limit %s) as newest where %s)',
    of_source, counted, recent, condition
  ) into ids;
  if cardinality(ids) < per_source then
    execute format('select array(select id from public.%I where %s and %s limit %s)', of_source, counted, condition, most) into ids;
  end if;
  return (
    select array_agg(row(position, kind, source, id, name, address, rank, created_at, person_id)::private.person_hit)
    from (
      select position, kind, source, id, nullif(btrim(name), '') as name, nullif(btrim(email), '') as address, created_at, person_id,
        case when lower(btrim(email)) = first_word then 0
          when ' ' || split_part(searched, e'\n', 1) like first_pattern then 1 else 2 end as rank
      from private.rows_of_people where source = of_source and id = any (ids)
      order by rank, created_at desc, id desc limit per_source
    ) as hit
  );
end
$$;
comment on function private.person_hits is
  'Up to twelve rows of a table whose name, address, phone or reference matches a search for people, best first.';

-- Dynamic SQL: a trigram index serves only patterns that the planner sees.
create function private.point_hits(search text, readable text[]) returns private.person_hit[]
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  most constant integer := 2000;
  added constant text := 'private.searchable(variadic array[value] || private.telephones(value))';
  homes uuid[];
begin
  execute format(
    'select array(
      (select person_id from private.contact_points where kind = ''post'' and %1$s limit %3$s)
      union (select person_id from private.contact_points where open_to is not null and open_to && $1 and %2$s limit %3$s)
    )',
    private.search_condition(search, 'normalized'), private.search_condition(search, added), most
  ) into homes using readable;
  if homes = '{}' then
    return '{}';
  end if;
  return (
    select coalesce(array_agg(row(position, kind, source, id, nullif(btrim(name), ''), nullif(btrim(email), ''), 3, created_at, person_id)::private.person_hit), '{}')
    from (
      select distinct on (person_id) * from private.rows_of_people as theirs
      where person_id = any (homes || array(select person_id from private.members where group_id = any (homes)))
        and source = any (readable) and position is not null
        and not exists (select from public.mentees where mentees.person_id = theirs.person_id)
      order by person_id, position, created_at desc, id limit 12
    ) as hit
  );
end
$$;
comment on function private.point_hits(text, text[]) is
  'Twelve people whose postal address, or an email or phone that a colleague added, has all words, or that of their household: those of whom the caller may read a row, and so the address; an added one only where it is open to the caller. No mentee.';

create function private.masked(email text, phone text) returns text
language sql immutable set search_path = ''
as $$
  select nullif(concat_ws(', ', regexp_replace(btrim(email), '^(.)[^@]*', '\1…'), 'phone …' || nullif(right(regexp_replace(phone, '\D', '', 'g'), 4), '')), '')
$$;
comment on function private.masked(text, text) is 'An address and a phone, each only in part.';

create function private.known_people(people uuid[], at_desk boolean default false) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select source from private.searched_tables() as source where private.may_search(source))
    || case when at_desk then array['unposted_gifts'] end;
begin
  return (
    with theirs as materialized (
      select person_id, id, coalesce(kind, 'donor') as kind, coalesce(position, 5) as position, email, phone, created_at, amount,
        source in ('donations', 'unposted_gifts') and amount is distinct from 0 as is_gift
      from private.rows_of_people where person_id = any (known_people.people) and source = any (readable)
    )
    select coalesce(jsonb_object_agg(person_id, known), '{}') from (
      select person_id, jsonb_build_object(
        'kinds', (
          select jsonb_agg(kind order by position)
          from (select kind, min(position) as position from theirs own where own.person_id = theirs.person_id group by kind) as each
        ),
        'email', (array_agg(btrim(email) order by created_at desc, id) filter (where email is not null))[1],
        'phone', (array_agg(phone order by created_at desc, id) filter (where phone is not null))[1],
        'last_gift_at', max(created_at) filter (where is_gift),
        'last_gift', (array_agg(amount order by created_at desc, id) filter (where is_gift))[1]
      ) as known
      from theirs group by person_id
    ) as person
  );
end
$$;
comment on function private.known_people(uuid[], boolean) is
  'By person, from rows that the caller may read: the kinds of their records, the newest email and phone, and the last gift with its dollars; at the desk also from unposted gifts.';

create function private.search_people(search text) returns table (
  person uuid, kind text, source text, id uuid, name text, address text, kinds text[], hint text, last_gift_at timestamptz, last_gift numeric
)
language plpgsql stable security definer
set search_path = '' set enable_seqscan = off set random_page_cost = 1 set jit = off
as $$
#variable_conflict use_column
declare
  part text;
  hits private.person_hit[] := '{}';
  all_known jsonb;
begin
  if not private.has_trigrams(search_people.search) then
    return;
  end if;
  for part in
    select source from private.searched_tables() as source where private.may_search(source)
  loop
    hits := hits || private.person_hits(part, search_people.search);
  end loop;
  hits := hits || private.point_hits(
    search_people.search, array(select source from private.searched_tables() as source where private.may_search(source))
  );
  all_known := private.known_people(array(select distinct one.person_id from unnest(hits) as one));

  return query
    with ranked as (
      select one.*, row_number() over (partition by one.position order by one.rank, one.created_at desc, one.id) as turn
      from unnest(hits) as one
    ), entry as (
      select distinct on (person_id) * from ranked order by person_id, rank, position, turn
    )
    select person_id, kind, source, id, name, address, array(select jsonb_array_elements_text(known -> 'kinds')),
      case when count(*) over (partition by lower(name), hint) > 1 then coalesce(address, known ->> 'email', hint) else hint end,
      (known ->> 'last_gift_at')::timestamptz, (known ->> 'last_gift')::numeric
    from entry
    cross join lateral (select all_known -> person_id::text as known) as listed
    cross join lateral (select private.masked(coalesce(address, known ->> 'email'), known ->> 'phone') as hint) as masked
    order by rank, turn, position, id limit 20;
end
$$;

create function public.search_people(search text) returns table (
  person uuid, kind text, source text, id uuid, name text, address text, kinds text[], hint text, last_gift_at timestamptz, last_gift numeric
)
language sql stable security invoker set search_path = ''
as $$ select * from private.search_people(search) $$;
comment on function public.search_people is
  'Up to 20 people by name, address, phone (also those that a colleague added), street or reference, or by the check number or tribute of a gift, from tables of which the caller may read all rows. Each comes with all kinds of their records and what tells equal names apart: an address and phone in part (`hint`), and the last gift. A search has a line for each word, with tabs between its spellings.';
grant execute on function private.search_people, public.search_people to authenticated;
