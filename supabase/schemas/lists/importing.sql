-- Imports: rows from a file, attributable and undone together. They pass the grants, policies and checks
-- of their table like any other row. The log has one entry per import in place of one per row
-- (`private.log_change` and the triggers of the newsletter ask `private.imports_into`).

create function private.row_content(stored jsonb) returns uuid
language sql immutable set search_path = ''
as $$ select md5((jsonb_strip_nulls(stored) - '{search_text,telephones,person_id,matched_gift_id}'::text[])::text)::uuid $$;
comment on function private.row_content is
  'A hash of a row without what the database derives: tells whether it changed since its import.';

create function private.may_import(kind text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.may_search(kind) and (
    kind in ('donations', 'newsletter_subscriptions', 'gift_pledges')
    or exists (
      select from pg_catalog.pg_attribute
      where attrelid = to_regclass(format('public.%I', kind)) and attname = 'id'
        and has_column_privilege('authenticated', attrelid, attnum, 'insert')
    ) and exists (
      select from pg_catalog.pg_attribute
      where attrelid = to_regclass(format('public.%I', kind)) and attname = 'search_text' and not attisdropped
    )
  )
$$;
comment on function private.may_import(text) is
  'Whether the caller may import into this list: they read it, and staff add to it, or it has gifts, pledges or subscriptions.';

create function private.begin_import(
  import uuid, into_table text, file_name text, row_count integer, is_attested boolean default false
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  begun private.imports;
begin
  perform private.require(private.may_import(into_table), 'You may not import into this list.');
  insert into private.imports (id, table_name, file_name, row_count, is_attested, imported_by, imported_by_name)
  values (
    import, into_table, file_name, row_count, is_attested, private.current_user_id(),
    private.name_of_reference('user_id', private.current_user_id())
  )
  on conflict (id) do nothing
  returning * into begun;
  if begun.id is not null then
    perform private.log_action('imported', into_table, import, file_name, jsonb_strip_nulls(jsonb_build_object(
      'rows', row_count,
      'have_agreed', case when into_table = 'newsletter_subscriptions' then is_attested end,
      'were_thanked', case when into_table = 'donations' then is_attested end
    )));
  elsif not exists (
    select from private.imports
    where id = import and imported_by = private.current_user_id() and table_name = into_table
  ) then
    raise exception 'This is another import.' using errcode = 'insufficient_privilege';
  end if;
end
$$;

create function public.begin_import(
  import uuid, into_table text, file_name text, row_count integer, is_attested boolean default false
) returns void
language sql security invoker set search_path = ''
as $$ select private.begin_import(import, into_table, file_name, row_count, is_attested) $$;
comment on function public.begin_import is
  'Begins an import under an id that the browser chose, and logs it. Idempotent.';
grant execute on function private.begin_import, public.begin_import to authenticated;

create function private.begin_batch(import uuid, from_row integer, size integer) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  running private.imports;
begin
  perform private.lock_people(true);
  select * into running from private.imports where id = import and imported_by = private.current_user_id() for update;
  perform private.require(
    running.id is not null and private.may_import(running.table_name), 'You may not import into this list.'
  );
  if running.undone_at is not null then
    raise sqlstate 'PT409' using message = 'This import was undone.';
  end if;
  if size not between 1 and 1000 or from_row not between 0 and running.received
    or from_row + size > running.row_count
  then
    raise exception 'These are not the next rows of this import.' using errcode = 'check_violation';
  end if;
  update private.imports set received = greatest(received, from_row + size) where id = import;
  perform private.set_write_mode('import', running.table_name);
  return running.table_name;
end
$$;
comment on function private.begin_batch is
  'Begins a batch of the caller''s import and returns its table. Refuses rows that leave a gap or are too many, and (PT409) an import that was undone.';

-- Gifts and subscriptions, which staff have no grant to insert as an import does.

create function private.keep_unsubscribed(running private.imports, rows jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  said constant text[] := array(
    select distinct lower(btrim(row ->> 'email')) from jsonb_array_elements(rows) as row
    where (row ->> 'unsubscribed')::boolean and btrim(row ->> 'email') ~ '^[^@\s]+@[^@\s]+$' and private.is_line(row ->> 'email', 254)
  );
  mailboxes text[];
  kept bigint;
begin
  if said = '{}' then
    return;
  end if;
  mailboxes := array(select private.mailbox(address) from unnest(said) as address);
  delete from public.newsletter_subscriptions
  where private.mailbox(email) = any (mailboxes) and person_id = any (array(
    select person_id from private.contact_points where kind = 'email' and private.mailbox(normalized) = any (mailboxes)
  ));
  insert into private.suppressions (address, reason, detail, import_id)
  select one, 'unsubscribed', left('Import of ' || running.file_name, 500), running.id
  from unnest(said) as one
  where not exists (
    select from private.suppressions
    where scope = any (private.suppressed_as(private.mailbox(one))) and reason = 'unsubscribed'
  )
  on conflict do nothing;
  get diagnostics kept = row_count;
  perform private.log_action(
    'changed', running.table_name, running.id, running.file_name, jsonb_build_object('unsubscribed', jsonb_build_array(null, kept))
  ) where kept > 0;
end
$$;
comment on function private.keep_unsubscribed(private.imports, jsonb) is
  'For rows with `unsubscribed`: ends the subscription, and no campaign goes to the address until its owner subscribes again.';

create function private.store_subscriptions(running private.imports, rows jsonb) returns uuid[]
language plpgsql security definer set search_path = ''
as $$
declare
  stored uuid[];
begin
  perform private.keep_unsubscribed(running, rows);
  -- Only the owner of an address can lift its unsubscription.
  with inserted as (
    insert into public.newsletter_subscriptions (id, name, email, confirmed_at)
    select id, name, email, case when running.is_attested and not exists (
      select from private.suppressions
      where scope = any (private.suppressed_as(private.mailbox(row.email))) and reason = 'unsubscribed'
    ) then now() end
    from jsonb_populate_recordset(null::public.newsletter_subscriptions, (
      select coalesce(jsonb_agg(given), '[]') from jsonb_array_elements(rows) as given where not coalesce((given ->> 'unsubscribed')::boolean, false)
    )) as row
    on conflict do nothing
    returning id
  )
  select array_agg(id) into stored from inserted;
  return stored;
end
$$;
comment on function private.store_subscriptions(private.imports, jsonb) is
  'Stores newsletter subscriptions of an import, and returns the ids of the new ones.';

create function private.store_inbound_rows(import uuid, rows jsonb) returns uuid[]
language plpgsql security definer set search_path = ''
as $$
declare
  running private.imports;
begin
  select * into running from private.imports where id = import and imported_by = private.current_user_id();
  perform private.require(
    running.id is not null and private.may_import(running.table_name), 'You may not import into this list.'
  );
  return case running.table_name
    when 'donations' then private.store_gifts(running, rows)
    when 'gift_pledges' then private.store_pledges(running, rows)
    else private.store_subscriptions(running, rows)
  end;
end
$$;
comment on function private.store_inbound_rows is
  'Stores a batch of gifts, pledges or subscriptions and returns the ids of the new rows. Refuses another account''s import and gifts dated in the future.';

create function private.end_step(import uuid, kind text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.set_write_mode(null);
  -- One message in place of one per row.
  if kind = 'newsletter_subscriptions' then
    perform realtime.send(jsonb_build_object('table', kind, 'ids', null), 'changed', 'submissions', true);
  end if;
end
$$;
comment on function private.end_step is
  'Ends the write mode of an import or undo, and tells open lists of subscriptions.';

create function private.end_batch(import uuid, kind text, stored uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (
    select from private.imports where id = import and imported_by = private.current_user_id() and table_name = kind
  ) then
    raise exception 'You may not import into this list.' using errcode = 'insufficient_privilege';
  end if;
  perform private.end_step(import, kind);
  insert into private.imported_rows (row_id, import_id, content)
  select (row ->> 'id')::uuid, import, private.row_content(row)
  from private.stored_rows(format('public.%I', kind)::regclass, stored) as row;
  -- A repeated batch stores nothing new; a complete import accepts no further rows.
  if (select count(*) from private.imported_rows where import_id = import)
    > (select row_count from private.imports where id = import)
  then
    raise exception 'These are more rows than this import has.' using errcode = 'check_violation';
  end if;
  return coalesce(cardinality(stored), 0);
end
$$;
comment on function private.end_batch is
  'Notes the rows that an import stored and returns their number. Refuses another account''s import, and more rows than it announced.';

-- Dynamic SQL: the table and the columns are those of the file; the insert runs with the rights of the caller.
create function public.import_rows(import uuid, from_row integer, rows jsonb) returns integer
language plpgsql security invoker set search_path = ''
as $$
declare
  kind constant text := private.begin_batch(import, from_row, jsonb_array_length(rows));
  columns text;
  stored uuid[];
begin
  if kind in ('donations', 'newsletter_subscriptions', 'gift_pledges') then
    stored := private.store_inbound_rows(import, rows);
  else
    select string_agg(format('%I', key), ', ') into columns
    from (
      select 'id' as key union select jsonb_object_keys(element) from jsonb_array_elements(rows) as element
    ) as keys;
    execute format(
      'with inserted as (
        insert into public.%1$I (%2$s) select %2$s from jsonb_populate_recordset(null::public.%1$I, $1)
        on conflict (id) do nothing
        returning id
      )
      select array_agg(id) from inserted',
      kind, columns
    ) into stored using rows;
  end if;
  return private.end_batch(import, kind, stored);
end
$$;
comment on function public.import_rows(uuid, integer, jsonb) is
  'Stores up to 1,000 rows of an import, from the given one on, or none of them. Each has an id that the browser chose, so a repetition stores nothing twice. Returns the number of new rows.';

grant execute on function
  private.begin_batch(uuid, integer, integer), private.store_inbound_rows(uuid, jsonb), private.end_batch(uuid, text, uuid[]), public.import_rows(uuid, integer, jsonb)
to authenticated;
