-- Saved views: what a list shows, under a name, for oneself or shared; the pins and weekly numbers of each
-- account, and the order of its columns (docs/decisions/039-saved-views.md).

create function private.counted_rows(kind text) returns text
language sql immutable set search_path = ''
as $$ select case kind when 'donations' then 'is_posted' else 'true' end $$;
comment on function private.counted_rows(text) is
  'The condition, as SQL, on the rows that lists, searches and figures of a table have: only posted gifts count.';
-- Conditions. The app declares each filter as conditions, [column, operator, value], asks PostgREST with them, and
-- stores those of a view in its state (conditionsOf in list-state.ts). They are another person's text: only a column
-- that the API may select and the text of an operator become SQL, and values are parameters.

create function private.filter_operators() returns table (name text, condition text)
language sql immutable set search_path = ''
as $$
  values
    ('eq', '%1$I = (select %2$s::%3$s)'),
    ('neq', '%1$I <> (select %2$s::%3$s)'),
    ('lt', '%1$I < (select %2$s::%3$s)'),
    ('lte', '%1$I <= (select %2$s::%3$s)'),
    ('gt', '%1$I > (select %2$s::%3$s)'),
    ('gte', '%1$I >= (select %2$s::%3$s)'),
    ('in', '%1$I = any ((select %2$s::%3$s[])::%3$s[])'),
    ('is', '%1$I is null')
$$;
comment on function private.filter_operators() is
  'The operators of conditions by their names in PostgREST, each as a format of column, parameter and type. A query reads a value once.';

create function private.is_condition(one jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(
    jsonb_typeof(one) = 'array' and one -> 3 is null
    and jsonb_typeof(one -> 0) = 'string' and one ->> 0 ~ '^[a-z_]{1,63}$'
    and one ->> 1 in (select name from private.filter_operators())
    and case
      when one ->> 1 = 'is' then one -> 2 = 'null'
      when one ->> 1 = 'in' then
        jsonb_typeof(one -> 2) = 'array' and not jsonb_path_exists(one -> 2, 'strict $[*] ? (@.type() != "string")')
      when jsonb_typeof(one -> 2) = 'string' then true
      else one -> 2 in ('{"symbol": "me"}', '{"symbol": "now"}')
        or jsonb_typeof(one -> 2) = 'object' and (one -> 2) - '{day,later}'::text[] = '{}'
        and one -> 2 ->> 'day' ~ '^(today|\d{4}-\d\d-\d\d)$' and one -> 2 ->> 'later' ~ '^\d{1,3}$'
    end,
    false
  )
$$;
comment on function private.is_condition is 'Whether this is one condition, as private.are_conditions describes them.';

create function private.are_conditions(conditions jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select jsonb_typeof(conditions) = 'array' and not exists (
    select from jsonb_array_elements(case jsonb_typeof(conditions) when 'array' then conditions else '[]' end) as one
    where not private.is_condition(one)
  )
$$;
comment on function private.are_conditions(jsonb) is
  'Whether this is a list of [column, operator, value]. A value is a text, a list for `in`, {symbol: me | now}, or {day, later}: the beginning of a day in the office, or of one some days later.';

create function private.is_view_state(state jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select jsonb_typeof(state) = 'object' and octet_length(state::text) <= 6000
    and state - '{search,words,filters,conditions,sort,columns,erased}'::text[] = '{}'
    and coalesce(state -> 'erased' = 'true', true)
    and private.are_conditions(coalesce(state -> 'conditions', '[]'))
    -- A view without its conditions would count every row.
    and (coalesce(state -> 'filters', '{}') = '{}' or coalesce(state -> 'conditions', '[]') <> '[]' or state ? 'erased')
    and coalesce(jsonb_typeof(state -> 'search') = 'string' and char_length(state ->> 'search') <= 200, true)
    and coalesce(jsonb_typeof(state -> 'words') = 'string' and char_length(state ->> 'words') <= 1000, true)
    and coalesce(jsonb_typeof(state -> 'sort') = 'string' and state ->> 'sort' ~ '^-?[a-z_]{1,63}$', true)
    and coalesce(jsonb_typeof(state -> 'filters') = 'object', true)
    and not exists (
      select from jsonb_each(case jsonb_typeof(state -> 'filters') when 'object' then state -> 'filters' else '{}' end)
      where key !~ '^[a-z_]{1,63}$' or jsonb_typeof(value) <> 'string' or char_length(value #>> '{}') > 200
    )
    and coalesce(jsonb_typeof(state -> 'columns') = 'array', true)
    and not exists (
      select from jsonb_array_elements(case jsonb_typeof(state -> 'columns') when 'array' then state -> 'columns' else '[]' end) as one
      where jsonb_typeof(one) <> 'string' or one #>> '{}' !~ '^[a-z_]{1,63}$'
    )
$$;
comment on function private.is_view_state(jsonb) is
  'Whether this is the state of a list: search (and its words, as the functions of a search take them), filters (and their conditions), sort, columns in their order; and whether a part that named an erased person was removed.';

create function private.is_list_address(list text) returns boolean
language sql immutable set search_path = ''
as $$ select list ~ '^/[a-z-]{0,50}(\?[a-z]{1,20}=[a-z-]{1,50}(&[a-z]{1,20}=[a-z-]{1,50})?)?$' $$;
comment on function private.is_list_address is
  'Whether this is the address of a list in the app, like /crm?tab=mentors.';
grant execute on function
  private.filter_operators(), private.is_condition(jsonb), private.are_conditions(jsonb), private.is_view_state(jsonb),
  private.is_list_address(text)
to authenticated, service_role;

-- Rights by what an account holds, not by a session: a mail has no session, and no second factor.

create function private.table_permissions() returns table (table_name text, permission text)
language sql stable security definer set search_path = ''
as $$
  select table_name, permission from private.table_readers
  union all
  select unnest(private.public_forms()), 'can_review_submissions'
$$;
comment on function private.table_permissions() is
  'The permissions that open all rows of a table, as private.readable_tables applies them.';

create function private.readers(of_table text) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select user_id from public.user_roles
  where role = 'admin' or role = 'program_manager' and of_table = 'programs'
  union
  select held.user_id from public.user_permissions held
  join public.permissions permission on permission.id = held.permission_id
  join private.table_permissions() as opened on opened.permission = permission.name
  where opened.table_name = of_table
$$;
comment on function private.readers(text) is 'Accounts that may read all rows of a table: those for whom readable_tables lists it, and admins.';

create function private.may_use_view(view uuid, account uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.saved_views
    where id = view and (is_shared or owner_id = account) and account in (select private.readers(table_name))
      -- With a part removed it has more rows than before: no one gets a mail until its owner has looked.
      and not state ? 'erased'
  )
$$;
comment on function private.may_use_view is
  'Whether an account may use a view: its own or a shared one, of a table that it may read. A view that named an erased person waits until its owner saves it again.';
