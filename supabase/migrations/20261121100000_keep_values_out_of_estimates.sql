-- Whoever may select from a table may ask the API for an estimated count, and the planner estimates
-- from statistics that know nothing of row-level security: with a comparison at a time, an account
-- that sees no row could find out names and addresses, which are in the statistics as common values
-- and as bounds of histograms. So none are kept for columns that hold what people wrote, were given
-- or gave. Columns of states and moments keep theirs; lists filter and sort by those.
do $$
declare
  secret record;
begin
  for secret in
    select attrelid::regclass as table_name, attname as column_name
    from pg_attribute
    join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and attnum > 0 and not attisdropped
      and atttypid in ('text'::regtype, 'text[]'::regtype, 'numeric'::regtype, 'smallint'::regtype)
  loop
    execute format(
      'alter table %s alter column %I set statistics 0', secret.table_name, secret.column_name
    );
  end loop;
end
$$;
