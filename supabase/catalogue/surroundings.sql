-- What decides who may do what and is not in catalogue.sql: roles, other schemas, and whatever runs
-- unasked. A line for each fact; surroundings-*.txt have the ones that may be there. Objects of the platform
-- show their owner, rights and attributes, not their text, because the platform renews it.
with
-- With an owner among these an object is nobody else's: they all have more rights than any account.
admins (name) as (
  select rolname::text from pg_roles
  where rolname like 'pg\_%' or rolname in (
    'postgres', 'dashboard_user', 'pgbouncer', 'pgtle_admin', 'supabase_admin', 'supabase_auth_admin', 'supabase_etl_admin',
    'supabase_functions_admin', 'supabase_privileged_role', 'supabase_read_only_user', 'supabase_realtime_admin',
    'supabase_replication_admin', 'supabase_storage_admin'
  )
),
is_embedded (yes) as (select version() ~ 'emcc|emscripten|wasm'),
schemas as (
  select oid, nspname::text as name, nspowner, nspacl, nspname in ('public', 'private') as is_ours,
    has_schema_privilege('anon', oid, 'usage') or has_schema_privilege('authenticated', oid, 'usage') as is_open
  from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
),
platform (schema, owner) as (
  values ('auth', 'supabase_auth_admin'), ('storage', 'supabase_storage_admin'), ('realtime', 'supabase_realtime_admin'),
    ('realtime', 'supabase_admin'), ('cron', 'supabase_admin'), ('extensions', 'supabase_admin'), ('graphql', 'supabase_admin'),
    ('graphql_public', 'supabase_admin'), ('net', 'supabase_admin'), ('pgbouncer', 'pgbouncer'), ('pgbouncer', 'supabase_admin'),
    ('pgsodium', 'supabase_admin'), ('vault', 'supabase_admin'), ('supabase_functions', 'supabase_admin'),
    ('supabase_functions', 'supabase_functions_admin'), ('extensions', 'postgres')
),
members as materialized (
  select classid, objid, extname from pg_depend join pg_extension on refclassid = 'pg_extension'::regclass and refobjid = pg_extension.oid
  where deptype = 'e'
),
kinds (relkind, kind) as (
  values ('r'::"char", 'table'), ('p', 'table'), ('v', 'view'), ('m', 'materialized view'), ('f', 'foreign table'), ('S', 'sequence')
),
relations as materialized (
  select class.oid, kind || ' ' || format('%I.%I', schemas.name, relname) as object, schemas.name as schema, is_ours, is_open, relkind,
    relowner as owner, relacl as acl, relpersistence, relreplident, relrowsecurity, ev.extname
  from pg_class class join schemas on schemas.oid = relnamespace join kinds using (relkind)
  left join members ev on ev.classid = 'pg_class'::regclass and ev.objid = class.oid
),
functions as materialized (
  select proc.oid, format('function %I.%I(%s)', schemas.name, proname, pg_get_function_identity_arguments(proc.oid)) as object,
    format('%s.%s', schemas.name, proname) as name, schemas.name as schema, is_ours, is_open, proowner as owner,
    coalesce(proacl, acldefault('f', proowner)) as acl, prosecdef, provolatile, proisstrict, proleakproof, proconfig, extname
  from pg_proc proc join schemas on schemas.oid = pronamespace
  left join members on classid = 'pg_proc'::regclass and objid = proc.oid
),
-- What our policies and functions call.
called (name) as (
  values ('auth.uid'), ('auth.jwt'), ('realtime.topic'), ('realtime.send'), ('storage.operation'),
    ('extensions.crypt'), ('extensions.gen_salt'), ('extensions.gen_random_bytes'), ('net.http_post'), ('cron.schedule')
),
-- What initdb or an extension gave.
first_given as materialized (
  select objoid, classoid, first.grantee, first.privilege_type
  from pg_init_privs cross join lateral aclexplode(initprivs) as first where objsubid = 0
),
-- Rights beyond those.
given as (
  select object, owner, entry.grantee, lower(entry.privilege_type) as privilege, null::text as columns, is_open,
    extname is not null and relkind is null and not prosecdef as is_plain, schema, is_ours
  from (
    select object, owner, acl, oid, 'pg_class'::regclass as class, is_open, extname, relkind, false as prosecdef, schema, is_ours from relations
    union all
    select object, owner, acl, oid, 'pg_proc'::regclass, is_open, extname, null, prosecdef, schema, is_ours from functions
  ) as listed
  cross join lateral aclexplode(acl) as entry
  left join first_given on objoid = oid and classoid = class and first_given.grantee = entry.grantee and first_given.privilege_type = entry.privilege_type
  where objoid is null
  union all
  select object, owner, entry.grantee, lower(privilege_type), quote_ident(attname), is_open, false, schema, is_ours
  from relations join pg_attribute on attrelid = relations.oid and attnum > 0 cross join lateral aclexplode(attacl) as entry
),
lines (object, line) as (
  select 'role ' || rolname, concat_ws(', ', case when rolcanlogin then 'login' else 'nologin' end,
    case when rolinherit then 'inherit' else 'noinherit' end, case when rolsuper then 'superuser' end,
    case when rolcreatedb then 'createdb' end, case when rolcreaterole then 'createrole' end,
    case when rolreplication then 'replication' end, case when rolbypassrls then 'bypassrls' end)
  from pg_roles where rolname not like 'pg\_%'
  union all
  select 'role ' || pg_get_userbyid(member), 'member of ' || pg_get_userbyid(roleid) || case when admin_option then ', with admin' else '' end
  from pg_auth_members where pg_get_userbyid(member) not like 'pg\_%'
  union all
  -- Times and logs of the platform's own roles decide nothing. A secret's value is not shown.
  select coalesce('role ' || rolname, case when setrole = 0 then 'database' else 'role ' || setrole end),
    'set ' || case when name ~* 'secret|password|key' then name || ' to a secret'
      else name || '=' || regexp_replace(value, '^"?/\S*/safeupdate\.so"?$', 'safeupdate') end
  from pg_db_role_setting
  cross join lateral unnest(setconfig) as setting
  cross join lateral (select split_part(setting, '=', 1) as name, substr(setting, strpos(setting, '=') + 1) as value) as parts
  left join pg_roles on pg_roles.oid = setrole
  where (setdatabase = 0 or setdatabase = (select oid from pg_database where datname = current_database()))
    and not (name ~ '^log_|_timeout$' and rolname in (select admins.name from admins))
  union all
  select 'database', 'owner ' || pg_get_userbyid(datdba) from pg_database
  where datname = current_database() and pg_get_userbyid(datdba) not in (select name from admins)
  union all
  select 'database', format('grant to %s: %s', coalesce(rolname, 'public'), lower(privilege_type))
  from pg_database cross join lateral aclexplode(datacl) as entry left join pg_roles on pg_roles.oid = entry.grantee
  where datname = current_database() and coalesce(rolname, 'public') not in (select name from admins)
    and not (rolname is null and privilege_type in ('CONNECT', 'TEMPORARY'))

  union all
  -- Those of `postgres` here are in catalogue.sql.
  select 'default privileges of ' || pg_get_userbyid(defaclrole), format(
    '%s%s to %s: %s', case defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'functions' when 'T' then 'types' else 'schemas' end,
    ' in ' || nullif(defaclnamespace, 0)::regnamespace, coalesce(rolname, 'public'), string_agg(lower(privilege_type), ', ' order by privilege_type))
  from pg_default_acl cross join lateral aclexplode(defaclacl) as entry left join pg_roles on pg_roles.oid = entry.grantee
  where coalesce(rolname, 'public') not in (select name from admins) and privilege_type <> 'MAINTAIN' and entry.grantee <> defaclrole
    and not (defaclnamespace = 0 and rolname is null)
    and not (pg_get_userbyid(defaclrole) = 'postgres' and (defaclnamespace = 0 or defaclnamespace in (select oid from schemas where is_ours)))
  group by defaclrole, defaclobjtype, defaclnamespace, rolname

  union all
  select 'schema ' || name, 'owner ' || pg_get_userbyid(nspowner) from schemas
  union all
  select 'schema ' || name, format('grant to %s: %s', role, string_agg(privilege, ', ' order by privilege))
  from (
    select name, is_ours, coalesce(rolname, 'public') as role, lower(privilege_type) as privilege
    from schemas cross join lateral aclexplode(nspacl) as entry left join pg_roles on pg_roles.oid = entry.grantee
    union all
    select nspname::text, false, coalesce(rolname, 'public'), lower(privilege_type)
    from pg_namespace cross join lateral aclexplode(nspacl) as entry left join pg_roles on pg_roles.oid = entry.grantee
    where nspname in ('pg_catalog', 'information_schema') and not (rolname is null and privilege_type = 'USAGE')
  ) as schema_grants
  where role not in (select admins.name from admins) and not (is_ours and role in ('public', 'anon', 'authenticated', 'service_role'))
  group by name, role
  union all
  -- `"$user"` in a search path means it.
  select 'schema ' || name, 'has the name of a role' from schemas where name in (select rolname from pg_roles)

  union all
  select 'publication ' || pubname, concat_ws(', ', 'owner ' || pg_get_userbyid(pubowner), case when puballtables then 'of all tables' end) from pg_publication
  union all
  select 'publication ' || pubname, 'table ' || prrelid::regclass from pg_publication_rel join pg_publication on pg_publication.oid = prpubid
  union all
  select 'publication ' || pubname, 'schema ' || pnnspid::regnamespace from pg_publication_namespace join pg_publication on pg_publication.oid = pnpubid
  union all
  select 'subscription ' || subname, 'owner ' || pg_get_userbyid(subowner) from pg_subscription

  union all
  select relations.object, concat_ws(' ', regexp_replace(regexp_replace(pg_get_triggerdef(pg_trigger.oid), '^CREATE ', ''), '::auth\.\w+', '::text', 'g'),
    case tgenabled when 'D' then 'disabled' when 'A' then 'always' when 'R' then 'on replicas' end)
  from pg_trigger join relations on relations.oid = tgrelid
  left join functions on functions.oid = tgfoid and functions.is_ours and functions.extname is null
  where not tgisinternal and functions.oid is null
    and not exists (select from members where classid = 'pg_trigger'::regclass and objid = pg_trigger.oid)
  union all
  select distinct object, 'the triggers of ' || coalesce('constraint ' || conname, 'a constraint') || ' are switched off'
  from pg_trigger join relations on relations.oid = tgrelid left join pg_constraint on pg_constraint.oid = tgconstraint
  where tgisinternal and tgenabled <> 'O'
  union all
  select object, pg_get_ruledef(pg_rewrite.oid) || case ev_enabled when 'O' then '' else ' ' || ev_enabled::text end
  from pg_rewrite join relations on relations.oid = ev_class
  where not (rulename = '_RETURN' and relkind in ('v', 'm') and ev_enabled = 'O')
  union all
  select 'event trigger ' || evtname, concat_ws(', ', 'on ' || evtevent, 'calls ' || evtfoid::regproc, 'owner ' || pg_get_userbyid(evtowner),
    case evtenabled when 'D' then 'disabled' when 'A' then 'always' when 'R' then 'on replicas' end)
  from pg_event_trigger
  union all
  -- What the platform's tables call and is not the platform's.
  select distinct relations.object, 'calls ' || functions.name
  from pg_depend
  left join pg_attrdef on classid = 'pg_attrdef'::regclass and objid = pg_attrdef.oid
  left join pg_constraint on classid = 'pg_constraint'::regclass and objid = pg_constraint.oid
  left join pg_index on classid = 'pg_class'::regclass and objid = indexrelid
  join relations on relations.oid = coalesce(adrelid, conrelid, indrelid)
  join functions on refclassid = 'pg_proc'::regclass and refobjid = functions.oid
  where not relations.is_ours and functions.extname is null and functions.schema <> relations.schema
  union all
  select object, 'is inherited by ' || inhrelid::regclass from pg_inherits join relations on oid = inhparent
  union all
  select object, format('policy %I using (%s) with check (%s)', polname, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
  from pg_policy join relations on relations.oid = polrelid
  where schema not in ('public', 'private', 'auth', 'realtime', 'storage')

  union all
  select object, format('grant to %s: %s', role, string_agg(privilege || coalesce(' (' || columns || ')', ''), ', ' order by privilege, columns))
  from (
    select object, coalesce(rolname, 'public') as role, privilege, string_agg(columns, ', ' order by columns) as columns
    from given left join pg_roles on pg_roles.oid = grantee
    where grantee <> owner and coalesce(rolname, 'public') not in (select name from admins) and privilege <> 'maintain'
      -- Of ours they are in catalogue.sql.
      and not (is_ours and object ~ '^(table|view|sequence|function) ')
      -- Everybody may call what an extension brings, or the platform itself.
      and not (object like 'function %' and rolname is null and (is_plain or not is_open))
    group by object, rolname, privilege, columns is null
  ) as by_privilege
  where not exists (
    select from functions join platform on platform.schema = functions.schema and platform.owner = pg_get_userbyid(functions.owner)
    where functions.object = by_privilege.object and role in ('public', 'anon', 'authenticated', 'service_role')
      and (not prosecdef or functions.schema in ('auth', 'storage')) and functions.name not in (select called.name from called)
  )
  group by object, role
  union all
  select object, 'row-level security: ' || case when relrowsecurity then 'on' else 'off' end
  from relations
  where not is_ours and relkind in ('r', 'p') and extname is null
    and not exists (select from pg_policy where polrelid = relations.oid)
    and exists (
      select from aclexplode(acl) as entry left join pg_roles on pg_roles.oid = grantee
      where coalesce(rolname, 'public') in ('public', 'anon', 'authenticated')
    )
  union all
  select object, 'owner ' || pg_get_userbyid(owner)
  from (
    select object, schema, owner, extname, is_ours from relations
    union all select object, schema, owner, extname, is_ours from functions
    union all
    select format('type %I.%I', name, typname), name, typowner, null, is_ours from pg_type join schemas on schemas.oid = typnamespace
    where typtype in ('e', 'd', 'r') or typtype = 'c' and exists (select from pg_class where pg_class.oid = typrelid and relkind = 'c')
  ) as owned
  where extname is null and pg_get_userbyid(owner) <> 'postgres' and not exists (
    select from platform where platform.schema = owned.schema and platform.owner = pg_get_userbyid(owned.owner)
  )
  -- Nobody makes an object of the platform's schemas but the platform.
  union all
  select object, 'owner postgres'
  from (select object, schema, owner, extname from relations union all select object, schema, owner, extname from functions) as owned
  where pg_get_userbyid(owner) = 'postgres' and extname is null and schema in ('auth', 'storage', 'realtime', 'graphql', 'graphql_public', 'vault', 'pgbouncer')
    and not (select yes from is_embedded)

  union all
  select functions.object, concat_ws(', ', 'returns ' || pg_get_function_result(oid),
    case provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end,
    case when prosecdef then 'security definer' else 'security invoker' end, case when proisstrict then 'strict' end,
    case when proleakproof then 'leakproof' end)
  from functions join called using (name)
  union all
  select functions.object, 'set ' || setting from functions join called using (name) cross join lateral unnest(proconfig) as setting
  union all
  -- A call of ours may mean it.
  select object, 'is beside one of the same name'
  from (
    select object, extname, is_ours, count(*) over (partition by name) as times,
      bool_or(extname is not null) over (partition by name) as has_member
    from functions
  ) as named
  where extname is null and times > 1 and (is_ours or has_member)

  union all
  select 'extension ' || extname, concat_ws(', ', 'in ' || extnamespace::regnamespace,
    case when pg_get_userbyid(extowner) not in (select name from admins) then 'owner ' || pg_get_userbyid(extowner) end)
  from pg_extension
  union all
  select 'operator ' || oprnamespace::regnamespace || '.' || oprname || format(' (%s, %s)', oprleft::regtype, oprright::regtype), 'calls ' || oprcode
  from pg_operator where oid >= 16384 and not exists (select from members where classid = 'pg_operator'::regclass and objid = pg_operator.oid)
  union all
  select format('cast (%s as %s)', castsource::regtype, casttarget::regtype), concat_ws(' ', 'by ' || nullif(castfunc, 0)::regproc,
    case castcontext when 'i' then 'implicit' when 'a' then 'on assignment' else 'explicit' end)
  from pg_cast where oid >= 16384 and not exists (select from members where classid = 'pg_cast'::regclass and objid = pg_cast.oid)
  union all
  select kind || ' ' || name, 'is there'
  from (
    select 'pg_opclass'::regclass as class, oid, 'operator class' as kind, opcname::text as name from pg_opclass
    union all select 'pg_opfamily'::regclass, oid, 'operator family', opfname from pg_opfamily
    union all select 'pg_am'::regclass, oid, 'access method', amname from pg_am
    union all select 'pg_conversion'::regclass, oid, 'conversion', conname from pg_conversion
    union all select 'pg_collation'::regclass, oid, 'collation', collname from pg_collation
    union all select 'pg_transform'::regclass, oid, 'transform', trftype::regtype::text from pg_transform
    union all select 'pg_ts_config'::regclass, oid, 'text search configuration', cfgname from pg_ts_config
    union all select 'pg_ts_dict'::regclass, oid, 'text search dictionary', dictname from pg_ts_dict
    union all select 'pg_ts_parser'::regclass, oid, 'text search parser', prsname from pg_ts_parser
    union all select 'pg_ts_template'::regclass, oid, 'text search template', tmplname from pg_ts_template
    union all select 'pg_foreign_data_wrapper'::regclass, oid, 'foreign data wrapper', fdwname from pg_foreign_data_wrapper
    union all select 'pg_foreign_server'::regclass, oid, 'server', srvname from pg_foreign_server
    union all select 'pg_proc'::regclass, oid, 'function', 'pg_catalog.' || proname from pg_proc
      where pronamespace in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
    union all select 'pg_class'::regclass, oid, 'relation', 'pg_catalog.' || relname from pg_class
      where relnamespace in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace) and relkind <> 'i'
    union all select 'pg_type'::regclass, oid, 'type', 'pg_catalog.' || typname from pg_type
      where typnamespace in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
        and not exists (select from members where classid = 'pg_class'::regclass and objid = typrelid)
        and not exists (
          select from pg_type element join members on classid = 'pg_type'::regclass and objid = element.oid where element.typarray = pg_type.oid
        )
        and not exists (
          select from pg_type element join members on classid = 'pg_class'::regclass and objid = element.typrelid where element.typarray = pg_type.oid
        )
    union all select 'pg_tablespace'::regclass, oid, 'tablespace', spcname from pg_tablespace
  ) as made
  where oid >= 16384 and not exists (select from members where members.classid = class and members.objid = made.oid)
  union all
  select 'server ' || srvname, 'mapping of ' || usename from pg_user_mappings
  union all
  select 'language ' || lanname, case when lanpltrusted then 'trusted' else 'not trusted' end from pg_language
  union all
  select kind || ' ' || name, format('grant to %s: %s', coalesce(rolname, 'public'), lower(privilege_type))
  from (
    select 'language' as kind, lanname::text as name, lanacl as acl from pg_language
    union all select 'foreign data wrapper', fdwname, fdwacl from pg_foreign_data_wrapper
    union all select 'server', srvname, srvacl from pg_foreign_server
    union all select 'tablespace', spcname, spcacl from pg_tablespace
    union all select 'parameter', parname, paracl from pg_parameter_acl
    union all select 'large object', pg_largeobject_metadata.oid::text, lomacl from pg_largeobject_metadata
    union all select 'function', pg_proc.oid::regprocedure::text, proacl from pg_proc
      where pronamespace = 'pg_catalog'::regnamespace and pg_proc.oid < 16384 and proacl is not null
    union all select 'relation', pg_class.oid::regclass::text, relacl from pg_class
      where relnamespace in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace) and pg_class.oid < 16384
  ) as shared
  cross join lateral aclexplode(acl) as entry left join pg_roles on pg_roles.oid = entry.grantee
  where coalesce(rolname, 'public') not in (select admins.name from admins) and privilege_type <> 'MAINTAIN'
    and not (kind = 'language' and rolname is null)
    and not (rolname is null and kind in ('function', 'relation') and privilege_type in ('EXECUTE', 'SELECT', 'UPDATE'))
  union all
  -- What only a superuser or the owner of these may reach is given to nobody by name.
  select 'relation ' || pg_class.oid::regclass, 'grant to public: select' from pg_class
  where relnamespace = 'pg_catalog'::regnamespace and relname in ('pg_authid', 'pg_subscription', 'pg_largeobject', 'pg_user_mapping', 'pg_statistic')
    and exists (select from aclexplode(relacl) where grantee = 0)
  union all
  select 'security label', format('of %s on %s', provider, objname) from pg_seclabels

  union all
  select kind || ' ' || name, line
  from (
    select substr(object, 1, strpos(object, ' ') - 1) as kind, substr(object, strpos(object, ' ') + 1) as name, 'is unlogged' as line
    from relations where is_ours and relkind = 'r' and relpersistence <> 'p'
    union all
    select 'table', format('%I.%I', name, relname), 'the index ' || indexrelid::regclass || ' is not valid'
    from pg_index join pg_class on pg_class.oid = indrelid join schemas on schemas.oid = relnamespace
    where is_ours and not (indisvalid and indisready and indislive)
    union all
    select 'materialized view', substr(object, 19), 'is here' from relations where is_ours and relkind = 'm'
    union all
    select 'foreign table', substr(object, 15), 'is here' from relations where is_ours and relkind = 'f'
    union all
    select 'table', format('%I.%I', name, relname), 'is partitioned' from pg_class join schemas on schemas.oid = relnamespace
    where is_ours and relkind = 'p'
    union all
    select 'type', format('%I.%I', name, typname), 'range of ' || rngsubtype::regtype
    from pg_type join schemas on schemas.oid = typnamespace join pg_range on rngtypid = pg_type.oid where is_ours
    union all
    select 'type', format('%I.%I', schemas.name, typname), 'constraint ' || pg_get_constraintdef(pg_constraint.oid)
    from pg_constraint join pg_type on pg_type.oid = contypid join schemas on schemas.oid = typnamespace where is_ours
  ) as of_ours

  union all
  select 'job ' || coalesce(jobname, 'without a name'), format('%s: %s', schedule, command) from cron.job where command not like '%private.%'
  union all
  select 'jobs', concat_ws(' ', coalesce(jobname, 'without a name'), 'runs as ' || (to_jsonb(job) ->> 'username'), 'in ' || (to_jsonb(job) ->> 'database'), 'on ' || (to_jsonb(job) ->> 'nodename'))
  from cron.job
  where to_jsonb(job) ->> 'username' not in ('postgres') or to_jsonb(job) ->> 'database' <> current_database()
    or to_jsonb(job) ->> 'nodename' not in ('', 'localhost', '/var/run/postgresql')
  union all
  select 'jobs', coalesce(jobname, 'without a name') || ' is switched off' from cron.job where to_jsonb(job) ->> 'active' = 'false'
)
select object, line from lines order by object collate "C", line collate "C"
