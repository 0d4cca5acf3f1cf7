-- Dynamic SQL: the table and the columns are arguments; it reads with the rights of the caller.
create function public.find_duplicates(into_table text, by_columns text[], candidates jsonb) returns setof integer
language plpgsql stable security invoker set search_path = ''
as $$
declare
  compared text;
begin
  -- A colleague may have given the stored row a fund since, or the file has none.
  select string_agg(format(case atttypid
    when 'uuid'::regtype then 'coalesce(%s = %s, true)'
    else 'coalesce(%s, '''') = coalesce(%s, '''')'
  end, format(as_text, 'stored', attname), format(as_text, 'candidate', attname)), ' and ')
  into compared
  from pg_catalog.pg_attribute
  cross join lateral (
    select case atttypid
      when 'timestamptz'::regtype then '(%s.%I at time zone private.office_time_zone())::date::text'
      else 'normalize(lower(btrim(%s.%I::text)), nfc)'
    end as as_text
  ) as type
  where attrelid = to_regclass(format('public.%I', into_table)) and attname = any (by_columns) and attnum > 0;
  return query execute format(
    'select position::integer
    from jsonb_array_elements($1) with ordinality as listed (value, position),
      jsonb_populate_record(null::public.%1$I, value) as candidate
    where candidate.%2$I is not null
      and exists (select from public.%1$I as stored where stored.%2$I is not null and %3$s)',
    into_table, by_columns[1], compared
  ) using candidates;
end
$$;
comment on function public.find_duplicates(text, text[], jsonb) is
  'The positions, from 1, of rows that equal a stored row in all of these columns, if the caller may read it. The first column must not be empty; an empty reference, such as a fund, equals any; case, surrounding spaces, composed letters and the hour do not count.';

create function private.namesakes_of(donors jsonb) returns table (
  row_number integer, person uuid, name text, kinds text[], hint text, last_gift_at timestamptz, last_gift numeric, is_found boolean
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.may_import('donations') then
    return;
  end if;
  if jsonb_typeof(donors) is distinct from 'array' or jsonb_array_length(donors) > 1000 then
    raise exception 'Up to 1000 donors at a time.' using errcode = 'check_violation';
  end if;
  return query
    select (place - 1)::integer, found.*
    from jsonb_array_elements(donors) with ordinality as listed (given, place)
    cross join lateral private.namesakes(private.identity('donations', given), null, false) as found;
end
$$;

create function public.namesakes_of(donors jsonb) returns table (
  row_number integer, person uuid, name text, kinds text[], hint text, last_gift_at timestamptz, last_gift numeric, is_found boolean
)
language sql stable security invoker set search_path = ''
as $$ select * from private.namesakes_of(donors) $$;
comment on function public.namesakes_of is
  'For up to 1000 donors of a file (donor_name, donor_email, donor_phone), by their row_number from 0: the donors with that name but not that address, who may be the same. is_found is the one who gets the gift unless a row names another person_id, or a new_person_id.';
grant execute on function private.namesakes_of, public.namesakes_of to authenticated;
grant execute on function
  public.find_duplicates(text, text[], jsonb)
to authenticated;
