-- A protected field is compared only where the row is stored: every guess would leave an entry in the log.

create function private.similar_people(kind text, rows jsonb) returns table (
  row_number integer, id uuid, name text, email text, phone text, status text, created_at timestamptz, reasons text[]
)
language plpgsql stable security definer
set search_path = '' set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
#variable_conflict use_column
declare
  of_table constant text := kind;
  is_protected constant boolean := 'phone' = any (private.protected_columns(of_table));
begin
  if (of_table in ('mentors', 'mentees', 'trainers') and private.may_search(of_table)) is not true then
    return;
  end if;
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) > 1000 then
    raise exception 'Up to 1000 rows at a time.' using errcode = 'check_violation';
  end if;
  return query
    with listed as not materialized (
      select 'mentors' as source, id, first_name, last_name, email, phone, status::text as status, created_at from public.mentors
      union all
      select 'mentees', id, first_name, last_name, email, phone, status::text, created_at from public.mentees
      union all
      select 'trainers', id, first_name, last_name, email, phone, status::text, created_at from public.trainers
    ), given as (
      select (position - 1)::integer as position, (value ->> 'id')::uuid as id,
        nullif(lower(btrim(value ->> 'email')), '') as email,
        private.phone_keys(case when is_protected then own.phone else value ->> 'phone' end) as phones,
        nullif(private.searchable(
          nullif(btrim(value ->> 'first_name'), ''), nullif(btrim(value ->> 'last_name'), '')
        ), '') as name
      from jsonb_array_elements(rows) with ordinality as sent (value, position)
      left join listed as own on own.source = of_table and own.id = (value ->> 'id')::uuid
    )
    select given.position, stored.id, concat_ws(' ', stored.first_name, stored.last_name), stored.email,
      case when not is_protected then stored.phone end,
      stored.status, stored.created_at, array_agg(duplicate.reason order by duplicate.reason)
    from given
    cross join lateral (
      (select id, 'email' as reason from listed where source = of_table and lower(btrim(email)) = given.email limit 6)
      union all
      (select id, 'phone' from listed where source = of_table and private.phone_keys(phone) && given.phones limit 6)
      union all
      (select id, 'name' from listed where source = of_table and private.searchable(first_name, last_name) = given.name limit 6)
    ) as duplicate
    join listed as stored on stored.source = of_table and stored.id = duplicate.id
    where duplicate.id is distinct from given.id
    group by given.position, stored.id, stored.first_name, stored.last_name, stored.email, stored.phone, stored.status, stored.created_at
    order by given.position, count(*) desc, stored.created_at, stored.id;
end
$$;

create function public.similar_people(kind text, rows jsonb) returns table (
  row_number integer, id uuid, name text, email text, phone text, status text, created_at timestamptz, reasons text[]
)
language sql stable security invoker set search_path = ''
as $$ select * from private.similar_people(kind, rows) $$;
comment on function public.similar_people is
  'Possible duplicates of up to 1000 rows of mentors, mentees or trainers, each an object of columns: stored people with the same email, phone (one of its numbers) or name; of mentees the phone is that of the stored row with the given id. row_number counts from 0; a row''s own id is left out. Nothing without the right to read the table.';
grant execute on function private.similar_people, public.similar_people to authenticated;
