create function private.condition_value(value jsonb, reader uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when jsonb_typeof(value) = 'array' then array(select jsonb_array_elements_text(value))::text
    when value ->> 'symbol' = 'me' then reader::text
    when value ->> 'symbol' = 'now' then now()::text
    when jsonb_typeof(value) = 'object' then concat_ws(' ',
      case value ->> 'day' when 'today' then private.office_today() else (value ->> 'day')::date end + (value ->> 'later')::integer,
      -- A moment begins there; of a date, the zone changes nothing.
      private.office_time_zone()
    )
    else value #>> '{}'
  end
$$;
comment on function private.condition_value is
  'The value of a condition as text, with the reader''s id for `me`, the time for `now`, and the beginning of the day in the office for a day.';

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
      private.condition_value(one -> 2, reader) as value, operator.name = 'is' as is_without,
      (of_table, one ->> 0, operator.name) = ('profiles', 'state', 'eq') as is_state
    from jsonb_array_elements(conditions) with ordinality as listed (one, position)
    join private.filter_operators() operator on operator.name = one ->> 1
    left join pg_catalog.pg_attribute attribute
      on attribute.attrelid = to_regclass(format('public.%I', of_table)) and attribute.attname = one ->> 0
      and attribute.attnum > 0 and not attribute.attisdropped
      and has_column_privilege('authenticated', attribute.attrelid, attribute.attnum, 'select')
    order by position
  loop
    if part.is_state and part.value is not null and reader is not null then
      parameters := parameters || array[part.value, reader::text];
      condition := condition || format(
        case
          -- The clock counts for the view's reader, a request for its caller.
          when auth.uid() is null then ' and id = any ((select private.accounts_for_reader($1[%s], $1[%s]::uuid))::uuid[])'
          else ' and id = any ((select private.accounts_in_state($1[%s]))::uuid[])'
        end,
        cardinality(parameters) - 1, cardinality(parameters)
      );
      continue;
    end if;
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
  'Conditions as SQL, with their parameters (an array in $1) after the given ones; null where the table, a column or the right to it is gone. The state of an account is known only to a function.';

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
comment on function private.view_filter is
  'A view''s search and conditions as SQL with parameters. The condition is null where one no longer works, or named a person who was erased.';

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
  -- The table has no search any more, the right is gone, a value does not fit its column, or the search is too long.
  when undefined_column or insufficient_privilege or invalid_text_representation or invalid_datetime_format
    or datetime_field_overflow or numeric_value_out_of_range or check_violation then
    return null;
end
$$;
comment on function private.count_view(text, jsonb, uuid, integer) is
  'The number of rows of a view that the calling role may read, up to a most; null where the view no longer works.';

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
  'The views in the caller''s menu, each with the number of rows that the caller may read: at most 1,001, null where the view no longer works.';

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
  'Sets the columns of a list for the caller, in their order; an empty array restores those of the declaration.';

-- The weekly mail, on Monday at eight in the office, once for an account, a view and a week. It holds numbers and
-- a link, and no name: not even that of the view.

create function private.week_of(moment timestamptz) returns date
language sql stable set search_path = ''
as $$ select date_trunc('week', (moment at time zone private.office_time_zone()) - interval '8 hours')::date $$;
comment on function private.week_of is
  'The Monday of the week of a moment. A week begins at eight on Monday in the office.';

create function private.begin_weekly() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.mailed_week := private.week_of(now());
  new.last_total := null;
  return new;
end
$$;
comment on function private.begin_weekly is
  'Starts a weekly mail with next week''s, which has no number to compare with.';

create function private.forget_total() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.view_uses set last_total = null where view_id = new.id and last_total is not null;
  return null;
end
$$;
comment on function private.forget_total is
  'Clears the last numbers of a view that changed: the next mail has none to compare with.';

create function private.readers_of_use(account uuid, view uuid, moment timestamptz) returns table (id uuid)
language sql stable security definer set search_path = ''
as $$
  select account
  union
  select cover_id from private.covers
  where account_id = account and over_at > moment
    and starts_on <= (moment at time zone private.office_time_zone())::date
    and private.may_use_view(view, cover_id)
    and not exists (select from public.view_uses where user_id = cover_id and view_id = view and is_weekly)
$$;
comment on function private.readers_of_use(uuid, uuid, timestamptz) is
  'Who gets the weekly number of a view for an account: the account, and its cover that day, if they may use the view and don''t get its number anyway.';

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
    -- The next minute does the rest.
    exit when clock_timestamp() > began + interval '1 second';
    select * into view from public.saved_views where id = use.view_id;
    -- The number counts all rows, and goes to an account that may read all of them.
    counted := case when private.may_use_view(use.view_id, use.user_id) then private.count_view(view.table_name, view.state, use.user_id, null) end;
    if counted is not null then
      insert into private.outbox (idempotency_key, kind, recipient, reader_id, data)
      select format('view:%s:%s:%s', use.view_id, reader.id, week), 'view', btrim(email), reader.id, jsonb_build_object(
        'view_id', use.view_id, 'list', view.list, 'week', week, 'total', counted, 'before', use.last_total
      ) || case when reader.id <> use.user_id then '{"is_cover": true}' else '{}' end::jsonb
      from private.readers_of_use(use.user_id, use.view_id, moment) as reader
      join public.profiles on profiles.id = reader.id
      where private.is_address(btrim(email)) and private.may_be_notified(profiles.id, btrim(email), 'view')
      on conflict (idempotency_key) do nothing;
    end if;
    update public.view_uses set mailed_week = week, last_total = counted
    where user_id = use.user_id and view_id = use.view_id;
  end loop;
end
$$;
comment on function private.mail_views is
  'Writes the weekly mails that are due, to the account and its cover, fifty at a time and for a second at most. None goes to an account that may no longer use the view.';
select private.every_minute('mail_views');

-- A campaign to the people of a view. Mentees are left out: campaigns write to parents, who are an audience.

create function private.addressed_tables() returns table (table_name text, member text, condition text)
language sql immutable set search_path = ''
as $$
  values
    ('profiles', 'email, full_name, person_id', 'confirmed'),
    ('mentors', 'email, concat_ws('' '', first_name, last_name), person_id', 'true'),
    ('trainers', 'email, concat_ws('' '', first_name, last_name), person_id', 'true'),
    ('submissions', 'email, name, person_id', 'true'),
    ('newsletter_subscriptions', 'email, name, person_id', 'confirmed_at is not null'),
    ('donors', '(select letter.email from private.donor_letters letter where letter.id = donors.id), name, id', 'true'),
    -- A letter goes to the person, not to what one of their gifts says.
    ('donations', '(select letter.email from private.donor_letters letter where letter.id = donations.person_id), '
      '(select name from public.donors where donors.id = donations.person_id), person_id', 'true')
$$;
comment on function private.addressed_tables() is
  'The tables of lists of people to whom staff write, by email or by post: address, name and person of a row, and which rows get email. Not mentees: campaigns write to their parents.';

-- Dynamic SQL: the condition is that of a saved view.
create function private.view_members(view uuid, at_most integer default null) returns setof private.audience_member
language plpgsql stable security definer set search_path = ''
as $$
declare
  chosen public.saved_views;
  list record;
  filter record;
begin
  select * into chosen from public.saved_views where id = view;
  select * into list from private.addressed_tables() as addressed where addressed.table_name = chosen.table_name;
  if list.table_name is null then
    return;
  end if;
  select * into filter from private.view_filter(chosen.table_name, chosen.state, null);
  if filter.condition is null then
    return;
  end if;
  return query execute format(
    'select %s, false from public.%I where %s and %s limit %L::integer',
    list.member, list.table_name, filter.condition, list.condition, at_most
  ) using filter.parameters;
exception
  -- As in count_view.
  when undefined_column or insufficient_privilege or invalid_text_representation or invalid_datetime_format
    or datetime_field_overflow or numeric_value_out_of_range or check_violation then
    return;
end
$$;
comment on function private.view_members(uuid, integer) is
  'The people of a view, or at most so many, with the addresses in its list, or where letters to the donor go; none for a list without people, or a view that no longer works.';

-- A member of staff who leaves: their own views go with the account, shared ones stay.

create function private.delete_own_views() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.saved_views where owner_id = old.id and not is_shared;
  return old;
end
$$;

grant execute on function
  private.list_filter(text, jsonb, uuid, text[]),
  private.view_filter(text, jsonb, uuid),
  private.count_view(text, jsonb, uuid, integer),
  public.pinned_views(),
  public.save_view(jsonb, boolean, boolean),
  public.use_view(uuid, boolean, boolean),
  public.choose_columns(text, text[])
to authenticated;
