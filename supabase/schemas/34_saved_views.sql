-- Saved views: what a list shows, under a name, for oneself or shared; the pins and weekly numbers of each
-- account, and the order of its columns (docs/decisions/039-saved-views.md).

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
  'The operators of conditions, by their names in PostgREST: a format of column, parameter and type. A query reads a value once.';

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

create function private.are_conditions(conditions jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select jsonb_typeof(conditions) = 'array' and not exists (
    select from jsonb_array_elements(case jsonb_typeof(conditions) when 'array' then conditions else '[]' end) as one
    where not private.is_condition(one)
  )
$$;
comment on function private.are_conditions(jsonb) is
  'Whether it is a list of [column, operator, value]. A value is a text, a list for `in`, {symbol: me | now}, or {day, later}: when a day of the office begins, or one some days later.';

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
  'Whether it is the state of a list: search (and its words, as the functions of a search take them), filters (and their conditions), sort, columns in their order; and whether a part that named an erased person is gone.';

create function private.is_list_address(list text) returns boolean
language sql immutable set search_path = ''
as $$ select list ~ '^/[a-z-]{0,50}(\?[a-z]{1,20}=[a-z-]{1,50}(&[a-z]{1,20}=[a-z-]{1,50})?)?$' $$;
grant execute on function
  private.filter_operators(), private.is_condition(jsonb), private.are_conditions(jsonb), private.is_view_state(jsonb),
  private.is_list_address(text)
to authenticated, service_role;

create table public.saved_views (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid default auth.uid() references public.profiles (id) on delete set null,
  table_name text not null check (table_name ~ '^[a-z_]{1,63}$'),
  list text not null check (private.is_list_address(list)),
  -- Neither a mark that turns the direction of what follows nor one that ends a line.
  name text not null check (private.is_line(name, 80) and name !~ '[\u2028-\u202e\u2066-\u2069]'),
  is_shared boolean not null default false,
  state jsonb not null check (private.is_view_state(state)),
  constraint saved_views_owner_id_check check (owner_id is not null or is_shared)
);
comment on column public.saved_views.owner_id is
  'The only account that saves it again. Null for a shared view of a member of staff who left: admins keep it.';
comment on column public.saved_views.table_name is 'The table of the list. Its readers see a shared view.';
comment on column public.saved_views.list is 'The address of the list, such as /crm?tab=mentors.';
create unique index saved_views_name_idx on public.saved_views (owner_id, list, lower(name));
create index saved_views_list_idx on public.saved_views (list);

create table public.view_uses (
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  view_id uuid not null references public.saved_views (id) on delete cascade,
  is_pinned boolean not null default false,
  is_weekly boolean not null default false,
  mailed_week date,
  last_total bigint,
  primary key (user_id, view_id)
);
comment on table public.view_uses is 'What an account does with a view: pinned to its menu, its number mailed each week.';
comment on column public.view_uses.mailed_week is 'Monday of the last week whose mail is written, or that had begun when the mail was switched on.';
comment on column public.view_uses.last_total is 'The number in that mail; null when the view has changed since.';
create index view_uses_view_id_idx on public.view_uses (view_id);
create index view_uses_weekly_idx on public.view_uses (mailed_week) where is_weekly;

create table public.list_columns (
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  list text not null check (private.is_list_address(list)),
  columns text[] not null check (cardinality(columns) <= 60 and char_length(array_to_string(columns, ',')) <= 2000),
  primary key (user_id, list)
);
comment on table public.list_columns is 'The columns of a list in an account''s own order; without a row, or empty, those of the declaration.';

-- Rights by what an account holds, not by a session: a mail has no session, and no second factor.

create function private.table_permissions() returns table (table_name text, permission text)
language sql stable security definer set search_path = ''
as $$
  select table_name, permission from private.table_readers
  union all
  select unnest(private.public_forms()), 'can_review_submissions'
$$;
comment on function private.table_permissions() is 'As readable_tables has it: the permissions that open all rows of a table.';

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
      -- Without a part it has rows that it had not: nobody is written to before its owner has looked.
      and not state ? 'erased'
  )
$$;

-- Counting

create function private.condition_value(value jsonb, reader uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when jsonb_typeof(value) = 'array' then array(select jsonb_array_elements_text(value))::text
    when value ->> 'symbol' = 'me' then reader::text
    when value ->> 'symbol' = 'now' then now()::text
    when jsonb_typeof(value) = 'object' then (
      (case value ->> 'day' when 'today' then private.office_today() else (value ->> 'day')::date end + (value ->> 'later')::integer)::timestamp
      at time zone private.office_time_zone()
    )::text
    else value #>> '{}'
  end
$$;

create function private.list_filter(
  of_table text, conditions jsonb, reader uuid, inout parameters text[] default '{}', out condition text
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  part record;
begin
  if not private.are_conditions(conditions) or to_regclass(format('public.%I', of_table)) is null then
    return;
  end if;
  condition := private.counted_rows(of_table);
  for part in
    select
      attribute.attname, format_type(attribute.atttypid, null) as type, operator.condition,
      private.condition_value(one -> 2, reader) as value, operator.name = 'is' as is_without
    from jsonb_array_elements(conditions) with ordinality as listed (one, position)
    join private.filter_operators() operator on operator.name = one ->> 1
    left join pg_catalog.pg_attribute attribute
      on attribute.attrelid = to_regclass(format('public.%I', of_table)) and attribute.attname = one ->> 0
      and attribute.attnum > 0 and not attribute.attisdropped
      and has_column_privilege('authenticated', attribute.attrelid, attribute.attnum, 'select')
    order by position
  loop
    if part.attname is null or part.value is null and not part.is_without then
      condition := null;
      return;
    end if;
    parameters := parameters || part.value;
    condition := condition || ' and ' || format(
      part.condition, part.attname, format('$1[%s]', cardinality(parameters)), part.type
    );
  end loop;
end
$$;
comment on function private.list_filter(text, jsonb, uuid, text[]) is
  'Conditions as SQL, with its parameters after those that are given, an array in $1; null where the table, a column or the right to it is gone.';

create function private.view_filter(of_table text, state jsonb, reader uuid, out parameters text[], out condition text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  words constant text := nullif(state ->> 'words', '');
  word text;
begin
  select filter.parameters, filter.condition into parameters, condition
  from private.list_filter(of_table, coalesce(state -> 'conditions', '[]'), reader) as filter
  where not state ? 'erased';
  if words is null or condition is null then
    return;
  elsif private.is_selective(of_table, words) then
    parameters := parameters || array[of_table, words];
    condition := condition || format(
      ' and id = any ((select private.matching($1[%s], $1[%s]))::uuid[])', cardinality(parameters) - 1, cardinality(parameters)
    );
  else
    for word in select string_to_table(words, e'\n') loop
      parameters := parameters || private.search_patterns(word)::text;
      condition := condition || format(' and search_text like any ((select $1[%s]::text[])::text[])', cardinality(parameters));
    end loop;
  end if;
end
$$;

-- Dynamic SQL: the condition is that of a saved view.
create function private.count_view(of_table text, state jsonb, reader uuid, at_most integer) returns bigint
language plpgsql stable set search_path = ''
as $$
declare
  filter record;
  total bigint;
begin
  select * into filter from private.view_filter(of_table, state, reader);
  if filter.condition is not null then
    execute format('select count(*) from (select from public.%I where %s limit $2) as found', of_table, filter.condition)
      into total using filter.parameters, at_most;
  end if;
  return total;
exception
  -- The table has no search any more, the right is gone, a value is none of its column's, or the search is too long.
  when undefined_column or insufficient_privilege or invalid_text_representation or invalid_datetime_format
    or datetime_field_overflow or numeric_value_out_of_range or check_violation then
    return null;
end
$$;
comment on function private.count_view(text, jsonb, uuid, integer) is
  'The number of rows of a view that the calling role may read, up to a most; null when the view no longer works.';

create function public.pinned_views()
returns table (id uuid, name text, list text, table_name text, is_own boolean, total bigint)
language plpgsql stable security invoker set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  pinned record;
begin
  for pinned in
    select view.id, view.owner_id, view.table_name, view.list, view.name, view.is_shared, view.state
    from public.view_uses used join public.saved_views view on view.id = used.view_id
    where used.is_pinned
    order by lower(view.name), view.id
    limit 20
  loop
    return query select
      pinned.id, pinned.name, pinned.list, pinned.table_name, pinned.owner_id is not distinct from me,
      private.count_view(pinned.table_name, pinned.state, me, 1001);
  end loop;
end
$$;
comment on function public.pinned_views() is
  'The views in the caller''s menu with the number of rows that the caller may read: at most 1,001, null for a view that no longer works.';

-- Saving. A retry meets the id that the browser chose; the policies keep it from the view of another account.

create function public.save_view(view jsonb, pinned boolean default null, weekly boolean default null) returns void
language plpgsql security invoker set search_path = ''
as $$
declare
  new_id constant uuid := view ->> 'id';
begin
  insert into public.saved_views (id, table_name, list, name, is_shared, state)
  values (
    new_id, view ->> 'table_name', view ->> 'list', view ->> 'name', coalesce((view ->> 'is_shared')::boolean, false),
    view -> 'state'
  )
  on conflict (id) do update set name = excluded.name, is_shared = excluded.is_shared, state = excluded.state;
  if pinned or weekly then
    perform public.use_view(new_id, pinned, weekly);
  end if;
end
$$;
comment on function public.save_view(jsonb, boolean, boolean) is
  'Stores a view of the caller (id, table_name, list, name, is_shared, state), pinned and with a weekly mail if wanted.';

create function public.use_view(view uuid, pinned boolean default null, weekly boolean default null) returns void
language sql security invoker set search_path = ''
as $$
  insert into public.view_uses as used (view_id, is_pinned, is_weekly)
  values (view, coalesce(pinned, false), coalesce(weekly, false))
  on conflict (user_id, view_id) do update set
    is_pinned = coalesce(pinned, used.is_pinned), is_weekly = coalesce(weekly, used.is_weekly)
$$;
comment on function public.use_view(uuid, boolean, boolean) is
  'Pins a view to the caller''s menu, and switches the caller''s weekly mail of it; null keeps what is set.';

create function public.choose_columns(of_list text, chosen text[]) returns void
language sql security invoker set search_path = ''
as $$
  insert into public.list_columns (list, columns) values (of_list, chosen)
  on conflict (user_id, list) do update set columns = excluded.columns
$$;
comment on function public.choose_columns(text, text[]) is
  'The columns of a list for the caller, in their order; an empty array brings those of the declaration back.';

-- The weekly mail, on Monday at eight in the office, once for an account, a view and a week. It holds numbers and
-- a link, and no name: not even that of the view.

create function private.week_of(moment timestamptz) returns date
language sql stable set search_path = ''
as $$ select date_trunc('week', (moment at time zone private.office_time_zone()) - interval '8 hours')::date $$;

create function private.begin_weekly() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.mailed_week := private.week_of(now());
  new.last_total := null;
  return new;
end
$$;
create trigger begin_weekly before insert on public.view_uses
  for each row when (new.is_weekly) execute function private.begin_weekly();
create trigger begin_weekly_again before update of is_weekly on public.view_uses
  for each row when (new.is_weekly and not old.is_weekly) execute function private.begin_weekly();

create function private.forget_total() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.view_uses set last_total = null where view_id = new.id and last_total is not null;
  return null;
end
$$;
create trigger forget_total after update of state on public.saved_views
  for each row when (new.state <> old.state) execute function private.forget_total();

create function private.mail_views(moment timestamptz default now()) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  began constant timestamptz := clock_timestamp();
  week constant date := private.week_of(moment);
  use public.view_uses;
  view public.saved_views;
  counted bigint;
begin
  for use in
    select * from public.view_uses where is_weekly and mailed_week < week
    order by mailed_week, user_id, view_id limit 50 for no key update skip locked
  loop
    -- The rest has the next minute.
    exit when clock_timestamp() > began + interval '1 second';
    select * into view from public.saved_views where id = use.view_id;
    -- The number counts all rows, and goes to an account that may read all of them.
    counted := case when private.may_use_view(use.view_id, use.user_id) then private.count_view(view.table_name, view.state, use.user_id, null) end;
    if counted is not null then
      insert into private.outbox (idempotency_key, kind, recipient, reader_id, data)
      select format('view:%s:%s:%s', use.view_id, use.user_id, week), 'view', btrim(email), id, jsonb_build_object(
        'view_id', use.view_id, 'list', view.list, 'week', week, 'total', counted, 'before', use.last_total
      )
      from public.profiles
      where id = use.user_id and private.is_address(btrim(email)) and private.may_be_notified(id, btrim(email), 'view')
      on conflict (idempotency_key) do nothing;
    end if;
    update public.view_uses set mailed_week = week, last_total = counted
    where user_id = use.user_id and view_id = use.view_id;
  end loop;
end
$$;
select private.every_minute('mail_views');

-- A campaign to the people of a view. Mentees are left out: campaigns write to parents, who are an audience.

-- Dynamic SQL: the condition is that of a saved view.
create function private.view_members(view uuid, at_most integer default null) returns setof private.audience_member
language plpgsql stable security definer set search_path = ''
as $$
declare
  chosen public.saved_views;
  filter record;
begin
  select * into chosen from public.saved_views where id = view;
  if chosen.table_name is null or chosen.table_name = 'mentees' or chosen.table_name not in (select private.searched_tables()) then
    return;
  end if;
  select * into filter from private.view_filter(chosen.table_name, chosen.state, null);
  if filter.condition is null then
    return;
  end if;
  return query execute format(
    'select %s, person_id, false from public.%I where %s%s limit %L::integer',
    case
      when chosen.table_name = 'profiles' then 'email, full_name'
      -- A letter goes to the person, not to what one of their gifts says.
      when chosen.table_name = 'donations' then '(select letter.email from private.donor_letters letter where letter.id = donations.person_id), '
        '(select name from public.donors where donors.id = donations.person_id)'
      when chosen.table_name in ('mentors', 'trainers') then 'email, concat_ws('' '', first_name, last_name)'
      else 'email, name'
    end,
    chosen.table_name, filter.condition,
    case chosen.table_name
      when 'newsletter_subscriptions' then ' and confirmed_at is not null'
      when 'profiles' then ' and confirmed'
      else ''
    end,
    at_most
  ) using filter.parameters;
exception
  -- As in count_view.
  when undefined_column or insufficient_privilege or invalid_text_representation or invalid_datetime_format
    or datetime_field_overflow or numeric_value_out_of_range or check_violation then
    return;
end
$$;
comment on function private.view_members(uuid, integer) is 'The people of a view, or at most so many, with the addresses that its list shows, of gifts with that of the donor; none for a list of no people, or a view that no longer works.';

-- A member of staff who leaves: their own views go with the account, shared ones stay.

create function private.delete_own_views() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.saved_views where owner_id = old.id and not is_shared;
  return old;
end
$$;
create trigger delete_own_views before delete on public.profiles
  for each row execute function private.delete_own_views();

create function private.release_views() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.saved_views set owner_id = null
  where owner_id = old.user_id and is_shared and old.user_id not in (select private.staff_ids());
  return null;
end
$$;
create trigger release_views after update or delete on public.user_roles
  for each row execute function private.release_views();
create trigger release_views after delete on public.user_permissions
  for each row execute function private.release_views();

-- Row-level security

alter table public.saved_views enable row level security;
alter table public.view_uses enable row level security;
alter table public.list_columns enable row level security;

grant select, insert (id, table_name, list, name, is_shared, state), update (name, is_shared, state), delete
  on public.saved_views to authenticated;
grant select (user_id, view_id, is_pinned, is_weekly), insert (view_id, is_pinned, is_weekly), update (is_pinned, is_weekly)
  on public.view_uses to authenticated;
grant select, insert (list, columns), update (columns) on public.list_columns to authenticated;
grant select, insert, update, delete on public.saved_views, public.view_uses, public.list_columns to service_role;

create policy "Staff read their views and those shared of lists they may read"
  on public.saved_views for select to authenticated
  using (
    (select private.is_staff()) and (
      owner_id = (select private.current_user_id())
      or is_shared and (
        (select private.is_admin()) or table_name = any ((select array(select private.readable_tables()))::text[])
      )
    )
  );
create policy "Staff add views of lists they may read"
  on public.saved_views for insert to authenticated
  with check (
    owner_id = (select private.current_user_id()) and (
      (select private.is_admin()) or table_name = any ((select array(select private.readable_tables()))::text[])
    )
  );
create policy "Owners change their views, admins those without an owner"
  on public.saved_views for update to authenticated
  using (
    (select private.is_staff())
    and (owner_id = (select private.current_user_id()) or owner_id is null and (select private.is_admin()))
  )
  with check (
    (owner_id = (select private.current_user_id()) or owner_id is null)
    and ((select private.is_admin()) or table_name = any ((select array(select private.readable_tables()))::text[]))
  );
create policy "Owners delete their views, admins those without an owner"
  on public.saved_views for delete to authenticated
  using (
    (select private.is_staff())
    and (owner_id = (select private.current_user_id()) or owner_id is null and (select private.is_admin()))
  );

create policy "Staff read what they do with views"
  on public.view_uses for select to authenticated
  using (user_id = (select private.current_user_id()) and (select private.is_staff()));
create policy "Staff pin the views that they read"
  on public.view_uses for insert to authenticated
  with check (
    user_id = (select private.current_user_id()) and (select private.is_staff())
    and view_id in (select id from public.saved_views)
  );
create policy "Staff change what they do with views"
  on public.view_uses for update to authenticated
  using (user_id = (select private.current_user_id()) and (select private.is_staff()))
  with check (user_id = (select private.current_user_id()));

create policy "Staff read their columns"
  on public.list_columns for select to authenticated
  using (user_id = (select private.current_user_id()) and (select private.is_staff()));
create policy "Staff choose their columns"
  on public.list_columns for insert to authenticated
  with check (user_id = (select private.current_user_id()) and (select private.is_staff()));
create policy "Staff change their columns"
  on public.list_columns for update to authenticated
  using (user_id = (select private.current_user_id()) and (select private.is_staff()))
  with check (user_id = (select private.current_user_id()));

-- Erasing

create function private.names_person(who private.data_subject, of_table text, field text, said jsonb) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from jsonb_path_query(said, 'strict $.** ? (@.type() == "string")') as part, lateral (values (part #>> '{}')) as text (said)
    where private.is_named(who, text.said) and not exists (
      -- One of the values that a column may have is no name, though someone may be called so.
      select from pg_catalog.pg_attribute attribute join pg_catalog.pg_enum label on label.enumtypid = attribute.atttypid
      where attribute.attrelid = to_regclass(format('public.%I', of_table)) and attribute.attname = field
        and label.enumlabel = text.said
    )
  )
$$;

create function private.erased_state(who private.data_subject, view public.saved_views) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  state jsonb := view.state;
begin
  if private.is_searched(who, state ->> 'search') or private.is_searched(who, replace(state ->> 'words', e'\n', ' ')) then
    state := state - 'search' - 'words';
  end if;
  if state ? 'filters' then
    state := jsonb_set(state, '{filters}', (
      select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(state -> 'filters')
      where not private.names_person(who, view.table_name, key, value)
    ));
  end if;
  if state ? 'conditions' then
    state := jsonb_set(state, '{conditions}', (
      select coalesce(jsonb_agg(one order by position), '[]')
      from jsonb_array_elements(state -> 'conditions') with ordinality as listed (one, position)
      where not private.names_person(who, view.table_name, one ->> 0, one -> 2)
    ));
  end if;
  return case when state = view.state then state else state || '{"erased": true}' end;
end
$$;
comment on function private.erased_state(private.data_subject, public.saved_views) is
  'The state of a view without the search, filters and conditions that name a person; marked where one of them is gone.';

insert into private.personal_data (position, table_name, label, action, condition, assignments, stays, handed_over, reason)
overriding system value values
  (-104, 'public.view_uses', 'Pins and weekly mails', 'delete', 'stored.user_id = any (($1).accounts)', '{}', '{}', '{}', null),
  (-103, 'public.list_columns', 'List columns', 'delete', 'stored.user_id = any (($1).accounts)', '{}', '{}', '{list,columns}', null),
  (-102, 'public.saved_views', 'Saved views', 'delete', 'stored.owner_id = any (($1).accounts) and not stored.is_shared', '{}', '{}',
    '{list,name,state}', null),
  (-101, 'public.saved_views', 'Searches and filters of colleagues'' views', 'anonymize',
    'private.is_searched($1, stored.name) or private.erased_state($1, stored) <> stored.state',
    '{"name": "case when private.is_searched($1, stored.name) then ''View '' || left(stored.id::text, 8) else stored.name end",
      "state": "private.erased_state($1, stored)"}',
    '{table_name,list}', '{}', 'The view is a colleague''s. It loses what names the person, and has no number and no mail until it is saved again.');

grant execute on function
  private.list_filter(text, jsonb, uuid, text[]),
  private.view_filter(text, jsonb, uuid),
  private.count_view(text, jsonb, uuid, integer),
  public.pinned_views(),
  public.save_view(jsonb, boolean, boolean),
  public.use_view(uuid, boolean, boolean),
  public.choose_columns(text, text[])
to authenticated;
