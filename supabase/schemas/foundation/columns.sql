-- Column grants define what is secret. The log, the search of submissions, and the function that opens
-- protected fields all read them, so a column without a grant is left out everywhere.
create function private.is_secret_column(table_id oid, column_name text) returns boolean
language sql stable security invoker set search_path = ''
as $$ select not has_column_privilege('authenticated', table_id, column_name, 'select') $$;
comment on function private.is_secret_column(oid, text) is 'Whether no signed-in account may select a column.';

create function private.entered_columns(table_name text) returns text[]
language sql stable security invoker set search_path = ''
as $$
  select coalesce(array_agg(attname::text order by attnum), '{}') from pg_catalog.pg_attribute
  where attrelid = to_regclass(format('public.%I', table_name)) and attnum > 0 and not attisdropped and attname <> 'id'
    and has_column_privilege('authenticated', attrelid, attnum, 'insert')
$$;
comment on function private.entered_columns(text) is 'The columns that signed-in accounts may enter.';

create function private.protected_columns(table_name text) returns text[]
language sql stable security invoker set search_path = ''
as $$
  select coalesce(array_agg(entered), '{}') from unnest(private.entered_columns(table_name)) as entered
  where private.is_secret_column(to_regclass(format('public.%I', table_name)), entered)
$$;
comment on function private.protected_columns(text) is
  'The columns that signed-in accounts may enter, but read only after an opening that is logged.';
