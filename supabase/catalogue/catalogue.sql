-- What the database holds, a line for each part; `sort` orders the parts of an object. Postgres 15 to 17,
-- embedded and hosted, give the same lines: what they tell in different ways is left out or settled here.
with
schemas as (
  select oid, nspname, nspacl from pg_namespace where nspname in ('public', 'private')
),
ours as (
  select class.oid, class.relkind, class.relacl, class.relowner, class.relrowsecurity, class.relforcerowsecurity,
    class.reloptions, format('%I.%I', nspname, relname) as name
  from pg_class class join schemas on schemas.oid = relnamespace
  where not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = class.oid and deptype = 'e')
),
functions as (
  select proc.*, format('%I.%I(%s)', nspname, proname, pg_get_function_identity_arguments(proc.oid)) as name
  from pg_proc proc join schemas on schemas.oid = pronamespace
  where not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = proc.oid and deptype = 'e')
),
-- MAINTAIN came with Postgres 17. The owner's own rights go without saying.
grants as (
  select object, sort, coalesce(rolname, 'public') as role, lower(privilege_type) as privilege, columns
  from (
    select 'schema ' || nspname as object, 0 as sort, nspacl as acl, (select nspowner from pg_namespace own where own.oid = schemas.oid) as owner, null::text as columns from schemas
    union all
    select case relkind when 'S' then 'sequence ' when 'v' then 'view ' else 'table ' end || name, 5, relacl, relowner, null from ours
    union all
    select case relkind when 'v' then 'view ' else 'table ' end || name, 5, attacl, relowner, quote_ident(attname)
    from ours join pg_attribute on attrelid = ours.oid and attnum > 0 and not attisdropped
    union all
    select 'function ' || name, 5, coalesce(proacl, acldefault('f', proowner)), proowner, null from functions
  ) as listed
  cross join lateral aclexplode(acl) as entry
  left join pg_roles on pg_roles.oid = entry.grantee
  where entry.grantee <> owner and privilege_type <> 'MAINTAIN'
    and not (object = 'schema public' and coalesce(rolname, 'public') not in ('public', 'anon', 'authenticated', 'service_role'))
),
lines (object, sort, line) as (
  select object, sort, 'grant to ' || role || ': ' || string_agg(
    privilege || coalesce(' (' || columns || ')', ''), ', ' order by privilege
  )
  from (
    select object, sort, role, privilege, string_agg(columns, ', ' order by columns) as columns
    from grants group by object, sort, role, privilege, columns is null
  ) as by_privilege
  group by object, sort, role

  union all
  select 'default privileges', 0, concat_ws(
    ' ', case defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'functions' when 'T' then 'types'
      else 'schemas' end,
    nullif('in ' || defaclnamespace::regnamespace, 'in -'), 'to', coalesce((
      select string_agg(format('%s (%s)', coalesce(rolname, 'public'), lower(privilege_type)), ', ' order by rolname, privilege_type)
      from aclexplode(defaclacl) as entry left join pg_roles on pg_roles.oid = entry.grantee
      where entry.grantee <> defaclrole and privilege_type <> 'MAINTAIN'
    ), 'nobody')
  )
  from pg_default_acl
  where defaclrole = 'postgres'::regrole
    -- Only one of the two keeps a row for a schema in which nobody gets anything.
    and (defaclnamespace = 0 or defaclnamespace in ('public'::regnamespace, 'private'::regnamespace) and exists (
      select from aclexplode(defaclacl) as entry where entry.grantee <> defaclrole
    ))

  union all
  select case relkind when 'S' then 'sequence ' when 'v' then 'view ' when 'c' then 'type ' else 'table ' end || name, 0,
    case when relkind = 'r' then 'row-level security: ' || case when relforcerowsecurity then 'forced'
      when relrowsecurity then 'on' else 'off' end else 'here' end
    || coalesce(', with ' || array_to_string(reloptions, ', '), '')
  from ours where relkind in ('r', 'S', 'v', 'c')

  union all
  -- Of the platform's tables those that policies of ours guard.
  select 'table ' || format('%I.%I', nspname, relname), 0, 'row-level security: ' || case when relrowsecurity then 'on' else 'off' end
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where nspname in ('auth', 'realtime', 'storage') and exists (select from pg_policy where polrelid = pg_class.oid)

  union all
  -- Of a view on one table, Postgres 15 writes the table before each column.
  select 'view ' || name, 2, regexp_replace(pg_get_viewdef(ours.oid), coalesce('\m' || only_table || '\.', '^$'), '', 'g')
  from ours left join lateral (
    select min(used.relname::text) as only_table
    from pg_rewrite join pg_depend on classid = 'pg_rewrite'::regclass and objid = pg_rewrite.oid
    join pg_class used on refclassid = 'pg_class'::regclass and used.oid = refobjid
    where ev_class = ours.oid and used.oid <> ours.oid having count(distinct used.oid) = 1
  ) as source on true
  where relkind = 'v'

  union all
  select case relkind when 'c' then 'type ' else 'table ' end || name, 1000 + attnum, concat_ws(
    ' ', 'column', quote_ident(attname), format_type(atttypid, atttypmod), case when attnotnull then 'not null' end,
    case
      when attgenerated = 's' then 'generated always as (' || pg_get_expr(adbin, adrelid) || ') stored'
      when adbin is not null then 'default ' || pg_get_expr(adbin, adrelid)
    end,
    case attidentity when 'a' then 'generated always as identity' when 'd' then 'generated by default as identity' end,
    case when attstattarget >= 0 then 'statistics ' || attstattarget end,
    case when attcollation not in (0, 100) then 'collate ' || attcollation::regcollation end
  )
  from ours
  join pg_attribute on attrelid = ours.oid and attnum > 0 and not attisdropped
  left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where relkind in ('r', 'c')

  union all
  select 'sequence ' || name, 1, format(
    '%s from %s by %s%s', seqtypid::regtype, seqstart, seqincrement, case when seqcycle then ', cycles' end
  )
  from ours join pg_sequence on seqrelid = oid

  union all
  select 'table ' || name, 2001, 'constraint ' || quote_ident(conname) || ' ' || pg_get_constraintdef(pg_constraint.oid)
  from ours join pg_constraint on conrelid = ours.oid
  where contype in ('c', 'f', 'p', 'u', 'x')

  union all
  select 'table ' || name, 2002, replace(pg_get_indexdef(indexrelid), 'INDEX', 'index')
  from ours join pg_index on indrelid = ours.oid
  where not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))

  union all
  select 'table ' || name, 2003, 'statistics ' || pg_get_statisticsobjdef(pg_statistic_ext.oid)
  from ours join pg_statistic_ext on stxrelid = ours.oid

  union all
  select 'table ' || format('%I.%I', nspname, relname), 2004, format(
    'policy %I %s for %s to %s%s%s', polname, case when polpermissive then 'permissive' else 'restrictive' end,
    case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
    (select string_agg(case role when 0 then 'public' else role::regrole::text end, ', ' order by role::regrole::text) from unnest(polroles) as role),
    ' using (' || pg_get_expr(polqual, polrelid) || ')', ' with check (' || pg_get_expr(polwithcheck, polrelid) || ')'
  )
  from pg_policy join pg_class on pg_class.oid = polrelid join pg_namespace on pg_namespace.oid = relnamespace
  where nspname in ('public', 'private', 'auth', 'realtime', 'storage')

  union all
  select 'table ' || format('%I.%I', nspname, relname), 2005, concat_ws(
    -- The embedded auth schema has texts where the service has enums.
    ' ', regexp_replace(regexp_replace(pg_get_triggerdef(pg_trigger.oid), '^CREATE ', ''), '::auth\.\w+', '::text', 'g'),
    case tgenabled when 'D' then 'disabled' when 'A' then 'always' when 'R' then 'on replicas' end
  )
  from pg_trigger
  join pg_class on pg_class.oid = tgrelid join pg_namespace on pg_namespace.oid = relnamespace
  join functions on functions.oid = tgfoid
  where not tgisinternal

  union all
  select 'function ' || name, 0, concat_ws(
    ', ', case prokind when 'p' then 'procedure' when 'a' then 'aggregate' else 'returns ' || pg_get_function_result(oid) end,
    (select lanname from pg_language where pg_language.oid = prolang),
    case provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end,
    case when prosecdef then 'security definer' else 'security invoker' end,
    case when proisstrict then 'strict' end, case when proleakproof then 'leakproof' end,
    case proparallel when 's' then 'parallel safe' when 'r' then 'parallel restricted' end,
    case when procost not in (1, 100) then 'cost ' || procost end,
    case when proretset and prorows <> 1000 then 'rows ' || prorows end
  )
  from functions
  union all
  select 'function ' || name, 1, 'arguments ' || pg_get_function_arguments(oid) from functions where pronargs > 0
  union all
  select 'function ' || name, 2, 'set ' || setting from functions cross join lateral unnest(proconfig) as setting
  union all
  -- Blank space aside.
  select 'function ' || name, 3, 'body ' || left(md5(btrim(regexp_replace(prosrc, '\s+', ' ', 'g'))), 12) from functions

  union all
  select 'type ' || format('%I.%I', nspname, typname), 0,
    case typtype when 'e' then 'enum ' || coalesce((
      select string_agg(quote_literal(enumlabel), ', ' order by enumsortorder) from pg_enum where enumtypid = pg_type.oid
    ), '') else 'domain over ' || format_type(typbasetype, typtypmod) end
  from pg_type join schemas on schemas.oid = typnamespace where typtype in ('e', 'd')

  union all
  select 'extensions', 0, format('%s in %I', extname, nspname)
  from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
  where extname in ('pg_trgm')

  union all
  select 'bucket ' || id, 0, format('%s, up to %s bytes, of %s', case when public then 'public' else 'private' end,
    coalesce(file_size_limit::text, 'any number of'), coalesce(array_to_string(allowed_mime_types, ', '), 'any type'))
  from storage.buckets

  union all
  select 'jobs', 0, format('%s %s: %s', jobname, schedule, command) from cron.job
  where command like '%private.%'

  union all
  select case relkind when 'S' then 'sequence ' when 'v' then 'view ' when 'c' then 'type ' else 'table ' end || name,
    case objsubid when 0 then 1 else 3000 + objsubid end,
    concat_ws(' ', 'comment', 'on ' || (select attname from pg_attribute where attrelid = objoid and attnum = nullif(objsubid, 0)), quote_literal(description))
  from pg_description join ours on ours.oid = objoid where classoid = 'pg_class'::regclass and relkind <> 'i'
  union all
  select 'function ' || name, 6, 'comment ' || quote_literal(description)
  from pg_description join functions on functions.oid = objoid where classoid = 'pg_proc'::regclass
  union all
  select 'type ' || format('%I.%I', nspname, typname), 6, 'comment ' || quote_literal(description)
  from pg_description join pg_type on pg_type.oid = objoid join schemas on schemas.oid = typnamespace
  where classoid = 'pg_type'::regclass
  union all
  select 'table ' || (select format('%I.%I', nspname, relname) from pg_class join pg_namespace on pg_namespace.oid = relnamespace where pg_class.oid = of_table),
    3000, 'comment on ' || kind || quote_ident(part) || ' ' || quote_literal(description)
  from (
    select 'trigger ' as kind, tgname as part, tgrelid as of_table, description
    from pg_description join pg_trigger on pg_trigger.oid = objoid and classoid = 'pg_trigger'::regclass
    union all
    select 'index ', relname, indrelid, description
    from pg_description join pg_index on indexrelid = objoid and classoid = 'pg_class'::regclass
    join pg_class on pg_class.oid = indexrelid join schemas on schemas.oid = relnamespace
    union all
    select 'policy ', polname, polrelid, description
    from pg_description join pg_policy on pg_policy.oid = objoid and classoid = 'pg_policy'::regclass
    union all
    select 'constraint ', conname, conrelid, description
    from pg_description join pg_constraint on pg_constraint.oid = objoid and classoid = 'pg_constraint'::regclass
    join schemas on schemas.oid = connamespace
  ) as commented
)
select object, sort::int as sort, line from lines order by object collate "C", sort, line collate "C"
