-- The last file: what every table needs once, after all of them.

-- An account that may select from a table may ask the API for an estimated count. The planner estimates
-- from statistics, which ignore row-level security: with one comparison after another, an account that
-- sees no row could infer names and addresses, since common values and histogram bounds hold them. So
-- columns with texts and amounts have no statistics. Columns of states and times keep theirs; lists
-- filter and sort by those.
-- Dynamic SQL: the columns are read in the catalog.
create procedure private.disable_statistics()
language plpgsql set search_path = ''
as $$
declare
  secret record;
begin
  for secret in
    select attrelid::regclass as table_name, attname as column_name
    from pg_catalog.pg_attribute
    join pg_catalog.pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and attnum > 0 and not attisdropped and attstattarget is distinct from 0
      and atttypid in ('text'::regtype, 'text[]'::regtype, 'numeric'::regtype, 'smallint'::regtype, 'jsonb'::regtype)
  loop
    execute format(
      'alter table %s alter column %I set statistics 0', secret.table_name, secret.column_name
    );
  end loop;
end
$$;
comment on procedure private.disable_statistics() is
  'Every migration that adds a table or column calls it at its end.';

call private.disable_statistics();

reset check_function_bodies;
