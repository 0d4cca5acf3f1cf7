-- The search of every list. Row-level security keeps Postgres from using a trigram index before a policy
-- has passed the row. So a function that checks the right first finds the ids, and the rows of these ids
-- pass the policies as any others do.

-- A search has a line for each word that must match; tabs separate alternative spellings of a word. All
-- of it is literal.
create function private.search_condition(search text, searched text default 'search_text') returns text
language sql immutable set search_path = ''
as $$
  select coalesce(string_agg('(' || any_way.condition || ')', ' and '), 'true')
  from string_to_table(search, e'\n') as word
  cross join lateral (
    select string_agg(
      format('%s like %L', searched, '%' || regexp_replace(way, '([\\%_])', '\\\1', 'g') || '%'), ' or '
    ) as condition
    from string_to_table(word, e'\t') as way
  ) as any_way
$$;

create function private.has_trigrams(search text) returns boolean
language sql immutable set search_path = ''
as $$
  select exists (
    select from string_to_table(search, e'\n') as word
    where not exists (select from string_to_table(word, e'\t') as way where way !~ '[[:alnum:]]{3}')
  )
$$;
comment on function private.has_trigrams(text) is
  'Whether a trigram index can find one of the words: each of its ways has three letters or digits in a row.';

create function private.may_search(kind text) returns boolean
language sql stable security definer set search_path = ''
as $$ select private.is_admin() or kind in (select private.readable_tables()) $$;
comment on function private.may_search(text) is 'Whether the caller may read the whole table.';

-- The planner has no statistics of texts: a low random_page_cost makes it use the index.
create function private.matching(kind text, search text) returns uuid[]
language plpgsql stable security definer set search_path = '' set random_page_cost = 1
as $$
declare
  found uuid[];
begin
  if private.may_search(kind) then
    execute format('select array(select id from public.%I where %s)', kind, private.search_condition(search))
      into found;
  end if;
  return coalesce(found, '{}');
end
$$;
comment on function private.matching(text, text) is
  'The ids of a table''s rows that match every word of a search; none without the right to read the table.';

create function private.is_selective(kind text, search text) returns boolean
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
as $$
declare
  most constant integer := 5000;
  found integer;
begin
  if not private.may_search(kind) or not private.has_trigrams(search) then
    return false;
  end if;
  execute format(
    'select count(*) from (select from public.%I where %s limit %s) as found',
    kind, private.search_condition(search), most + 1
  ) into found;
  return found <= most;
end
$$;

call private.expose('is_selective', 'authenticated',
  'Whether a trigram index serves the search, with at most 5,000 matches, in a table of which the caller may read all rows.');

grant execute on function private.matching(text, text) to authenticated;

create procedure private.make_searchable(table_name text)
language plpgsql set search_path = ''
as $$
declare
  hidden constant text[] := private.protected_columns(table_name);
  -- Protected columns are null: the caller has no grant to select them.
  columns constant text := case when hidden = '{}' then '*' else (
    select string_agg(
      case when attname = any (hidden) then format('null::%s', format_type(atttypid, atttypmod))
        else quote_ident(attname) end, ', ' order by attnum
    )
    from pg_catalog.pg_attribute
    where attrelid = format('public.%I', table_name)::regclass and attnum > 0 and not attisdropped
  ) end;
begin
  -- Without fastupdate no visitor's insert has to flush the pending entries of others.
  execute format(
    'create index if not exists %I on public.%I using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off)',
    table_name || '_search_text_idx', table_name
  );
  execute format(
    $function$
      create or replace function public.%1$I(search text) returns setof public.%2$I
      language sql stable security invoker set search_path = ''
      as $body$ select %3$s from public.%2$I where id = any ((select private.matching(%2$L, search))::uuid[]) $body$
    $function$,
    'search_' || table_name, table_name, columns
  );
  execute format('grant execute on function public.%I(text) to authenticated', 'search_' || table_name);
end
$$;
comment on procedure private.make_searchable(text) is
  'Every table with a search_text calls it: adds a trigram index and the function search_<table>, where they are missing.';

call private.make_searchable('profiles');
call private.make_searchable('mentors');
call private.make_searchable('mentees');
call private.make_searchable('trainers');
call private.make_searchable('programs');
call private.make_searchable('donations');
call private.make_searchable('courses');
call private.make_searchable('email_campaigns');
call private.make_searchable('change_log');
call private.make_searchable('holidays');
call private.make_searchable('newsletter_subscriptions');
call private.make_searchable('submissions');
