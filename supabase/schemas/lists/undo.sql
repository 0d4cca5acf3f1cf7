create function private.condition_unmerged() returns text
language sql immutable set search_path = ''
as $$ select 'not exists (select from private.merges where kept_id = stored.id)' $$;
comment on function private.condition_unmerged is
  'The condition, as SQL, that no other row was merged into this one: its removal would delete the merge.';

-- The caller's rights to rows that refer to an imported one: the grants and policies of each table, from
-- the catalog. The undo runs with the owner's rights, and would reach every row behind a foreign key.
create function private.policy_condition(target regclass, command "char") returns text
language sql stable set search_path = ''
as $$
  select case when relrowsecurity then concat_ws(
    ' and ',
    '(' || coalesce(string_agg(condition, ' or ') filter (where polpermissive), 'false') || ')',
    string_agg(condition, ' and ') filter (where not polpermissive)
  ) else 'true' end
  from pg_catalog.pg_class
  left join pg_catalog.pg_policy
    on polrelid = pg_class.oid and polcmd in (command, '*') and polqual is not null
    and polroles && array[0, 'authenticated'::regrole::oid]
  cross join lateral (select format('coalesce(%s, false)', pg_get_expr(polqual, polrelid)) as condition) as written
  where pg_class.oid = target
  group by relrowsecurity
$$;
comment on function private.policy_condition(regclass, "char") is
  'The condition of a table''s policies on a row, for a command of pg_policy.polcmd and the role authenticated.';

create function private.referring_columns(kind text) returns table (
  table_name text, column_name text, is_removed boolean, permitted text
)
language sql stable set search_path = ''
as $$
  select conrelid::regclass::text, attname::text, confdeltype = 'c', case
    -- No count covers rows that would go with a referring row.
    when confdeltype = 'c' and has_table_privilege('authenticated', conrelid, 'delete') and not exists (
      select from pg_catalog.pg_constraint further where further.contype = 'f' and further.confrelid = refers.conrelid
    ) then concat_ws(' and ', private.policy_condition(conrelid, 'r'), private.policy_condition(conrelid, 'd'))
    when confdeltype in ('n', 'd') and has_column_privilege('authenticated', conrelid, attnum, 'update')
      then concat_ws(' and ', private.policy_condition(conrelid, 'r'), private.policy_condition(conrelid, 'w'))
    else 'false'
  end
  from pg_catalog.pg_constraint refers
  join pg_catalog.pg_attribute on attrelid = conrelid and attnum = conkey[1]
  -- Rows of one list that know each other, like a gift and its match, hold nobody back.
  where contype = 'f' and confrelid = to_regclass(format('public.%I', kind)) and conrelid <> confrelid
    -- They are part of their pledge, come with it and go with it.
    and conrelid <> 'public.pledge_installments'::regclass
$$;
comment on function private.referring_columns(text) is
  'The foreign keys to a table: whether a removal also deletes the referring rows, and the condition on which the caller could make that change by hand.';

create function private.condition_unsaid(kind text) returns text
language sql stable set search_path = ''
as $$
  select concat_ws(' and ',
    case when kind = 'mentees' then 'not exists (
      select from private.guardians tie where tie.child_id = stored.person_id and (tie.may_collect or tie.must_not_collect or tie.no_contact)
    ) and not exists (select from private.consents said where said.child_id = stored.person_id)' end,
    'not exists (
      select from private.people marked where marked.id = stored.person_id
        and (do_not_contact or is_deceased or exists (select from private.person_notes note where note.person_id = marked.id))
        and not exists (
          select from private.rows_of_people as theirs where theirs.person_id = marked.id and not exists (
            select from private.imported_rows came where came.row_id = theirs.id and came.import_id = imported.import_id
          )
        )
    )'
  )
  from pg_catalog.pg_attribute
  where attrelid = to_regclass(format('public.%I', kind)) and attname = 'person_id'
$$;
comment on function private.condition_unsaid is
  'The condition, as SQL, that nothing that staff or guardians said goes with an imported row: bars, consents, notes. A person who has other rows keeps their own.';

create function private.condition_untouched(kind text) returns text
language sql stable security definer set search_path = ''
as $$
  select concat_ws(
    ' and ', 'imported.content = private.row_content(to_jsonb(stored))', private.condition_unmerged(), private.condition_unsaid(kind),
    string_agg(
      format('not exists (select from %s as other where other.%I = stored.id)', table_name, column_name), ' and '
    )
  )
  from private.referring_columns(kind)
$$;
comment on function private.condition_untouched(text) is
  'The condition, as SQL, that a row is as it was imported, that no other row refers to it, and that nothing was said about its person.';

create function private.condition_removable(kind text) returns text
language sql stable security definer set search_path = ''
as $$
  select concat_ws(
    ' and ', private.condition_unmerged(),
    -- Only drafts of campaigns can be removed.
    case kind when 'email_campaigns' then 'stored.status = ''draft''' end,
    string_agg(
      -- Policies name the columns of their table without alias, so it has none here.
      format('not exists (select from %1$s where %1$s.%2$I = stored.id and not (%3$s))', table_name, column_name, permitted),
      ' and '
    )
  )
  from private.referring_columns(kind)
$$;
comment on function private.condition_removable(text) is
  'The condition, as SQL, that the removal of a row changes referring rows only as the caller could.';

create function private.removed_along(kind text, ids uuid[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(split_part(table_name, '.', 2), total), '{}') from (
    -- A row may refer to them in two columns.
    select table_name, count(distinct referring) as total
    from private.referring_columns(kind)
    cross join lateral private.stored_rows(table_name::regclass, ids, column_name) as referring
    where is_removed
    group by table_name
  ) as counted
$$;
comment on function private.removed_along(text, uuid[]) is
  'The number of rows in each table that the removal of these rows would delete, too.';

create function private.import_to_undo(import uuid) returns private.imports
language sql stable security definer set search_path = ''
as $$
  select imports from private.imports
  where id = import
    and (private.is_admin() or imported_by = private.current_user_id() and private.may_import(table_name))
$$;
comment on function private.import_to_undo is
  'An import that the caller may undo: their own, or any for an admin; null otherwise.';

-- Dynamic SQL: the conditions ask all tables that refer to the imported one.
create function private.judged_rows(
  undoable private.imports, wanted text default null, at_most integer default null, among uuid[] default null
) returns table (id uuid, is_untouched boolean, is_removable boolean)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query execute format(
    'select stored.id, is_untouched, is_removable
    from private.imported_rows imported
    join public.%1$I stored on stored.id = imported.row_id
    -- Evaluated once for each row.
    cross join lateral (select %2$s as is_untouched offset 0) as came
    cross join lateral (select is_untouched or %3$s as is_removable offset 0) as judged
    where imported.import_id = $1 and ($2 is null or stored.id = any ($2))
      and case $3 when ''untouched'' then is_untouched when ''removable'' then is_removable else true end
    limit $4',
    undoable.table_name, private.condition_untouched(undoable.table_name), private.condition_removable(undoable.table_name)
  ) using undoable.id, among, wanted, at_most;
end
$$;
comment on function private.judged_rows(private.imports, text, integer, uuid[]) is
  'Rows of an import: all, or those that are `untouched` or `removable`, up to a most.';

create function private.import_state(import uuid) returns table (
  untouched bigint, changed bigint, kept bigint, along jsonb, unsubscribed bigint
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  undoable constant private.imports := private.import_to_undo(import);
  ids uuid[];
begin
  if undoable.id is null then
    return;
  end if;
  select count(*) filter (where is_untouched), count(*) filter (where not is_untouched and is_removable),
    count(*) filter (where not is_removable), array_agg(id) filter (where not is_untouched and is_removable)
  into untouched, changed, kept, ids from private.judged_rows(undoable);
  along := private.removed_along(undoable.table_name, ids);
  select count(*) into unsubscribed from private.suppressions where import_id = import;
  return next;
end
$$;

create function public.import_state(import uuid) returns table (
  untouched bigint, changed bigint, kept bigint, along jsonb, unsubscribed bigint
)
language sql stable security invoker set search_path = ''
as $$ select * from private.import_state(import) $$;
comment on function public.import_state is
  'What the undo of an import would do, for callers who may undo it: the number of untouched rows; of rows that were changed or referred to, which go on request, with the rows of other tables that go too; of rows that stay in any case; and of addresses that the import keeps unsubscribed.';
grant execute on function private.import_state, public.import_state to authenticated;

create function private.expect_confirmed(confirmed jsonb, counted jsonb) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if exists (
    select from jsonb_each_text(counted) where value::bigint > coalesce((confirmed ->> key)::bigint, 0)
  ) then
    raise sqlstate 'PT409' using
      message = 'The undo would now remove more than you confirmed. Check the new numbers.';
  end if;
end
$$;
comment on function private.expect_confirmed is
  'Refuses (PT409) an undo that would remove more rows than the caller confirmed.';

create function private.subtract_counts(confirmed jsonb, removed jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_object_agg(key, coalesce((confirmed ->> key)::bigint, 0) - coalesce((removed ->> key)::bigint, 0))
  from jsonb_object_keys(confirmed) as key
$$;
comment on function private.subtract_counts is 'The confirmed numbers, less those that were removed.';

create function private.begin_undo(undoable private.imports, confirmed jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  state record;
begin
  select * into state from private.import_state(undoable.id);
  if confirmed is not null then
    perform private.expect_confirmed(confirmed, jsonb_build_object('untouched', state.untouched) || case
      when confirmed ? 'changed' then jsonb_build_object('changed', state.changed) || state.along
      else '{}'
    end);
  end if;
  perform private.require_open(array(
    select distinct booked_day from private.gifts join private.imported_rows on row_id = gifts.id where import_id = undoable.id
  ));
  update private.imports set undone_at = now() where id = undoable.id;
  delete from private.suppressions where import_id = undoable.id;
  perform private.log_action(
    'undone', undoable.table_name, undoable.id, undoable.file_name, jsonb_build_object('rows', state.untouched)
  );
end
$$;
comment on function private.begin_undo is
  'Begins the undo of an import: checks the confirmed numbers, lifts the import''s unsubscriptions, and logs the undo.';

create function private.lock_rows_to_undo(undoable private.imports, wanted text, at_most integer) returns uuid[]
language plpgsql security definer set search_path = ''
as $$
declare
  chosen constant uuid[] := array(select id from private.judged_rows(undoable, wanted, at_most));
begin
  perform from private.stored_rows(format('public.%I', undoable.table_name)::regclass, chosen, lock => 'update');
  -- A later statement sees the changes that the lock waited for.
  return array(select id from private.judged_rows(undoable, wanted, among => chosen));
end
$$;
comment on function private.lock_rows_to_undo is
  'Locks at most so many untouched or removable rows of an import, and returns the ids of those that still are.';

create function private.remove_imported(undoable private.imports, ids uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  removed constant integer := private.delete_rows(
    format('public.%I', undoable.table_name)::regclass,
    (select coalesce(jsonb_agg(jsonb_build_object('id', id)), '[]') from unnest(ids) as id)
  );
begin
  delete from private.imported_rows where row_id = any (ids);
  perform private.remove_second_contacts(ids), private.remove_told_addresses(ids) where undoable.table_name = 'donations';
  perform private.remove_imported_funds(undoable.id);
  return removed;
end
$$;
comment on function private.remove_imported is
  'Removes rows of an import, and the second contacts, addresses and funds that came with gifts; returns the number of rows.';

create function private.undo_import(import uuid, confirmed jsonb default null)
returns table (undone integer, kept integer, is_done boolean, still_confirmed jsonb)
language plpgsql security definer set search_path = ''
as $$
declare
  at_most constant integer := 1000;
  undoable private.imports;
  chosen uuid[];
  along jsonb;
  others integer := 0;
begin
  perform private.lock_people(true);
  perform from private.imports where id = import for update;
  undoable := private.import_to_undo(import);
  perform private.require(undoable.id is not null, 'You may not undo this import.');
  if undoable.created_at < now() - interval '30 days' then
    raise exception 'An import can be undone for 30 days.' using errcode = 'PT409';
  end if;
  if undoable.undone_at is null then
    perform private.begin_undo(undoable, confirmed);
  end if;

  perform private.set_write_mode('import', undoable.table_name);
  undone := private.remove_imported(undoable, private.lock_rows_to_undo(undoable, 'untouched', at_most));
  perform private.end_step(import, undoable.table_name);
  still_confirmed := private.subtract_counts(confirmed, jsonb_build_object('untouched', undone));
  if confirmed ? 'changed' and undone < at_most then
    -- Changed rows have a log entry each. Locked ones get no new references.
    chosen := private.lock_rows_to_undo(undoable, 'removable', at_most);
    along := private.removed_along(undoable.table_name, chosen);
    perform private.expect_confirmed(still_confirmed, jsonb_build_object('changed', cardinality(chosen)) || along);
    others := private.remove_imported(undoable, chosen);
    still_confirmed := private.subtract_counts(still_confirmed, along || jsonb_build_object('changed', others));
  end if;

  is_done := undone < at_most and others < at_most;
  undone := undone + others;
  if is_done then
    delete from private.imported_rows
    where import_id = import and row_id not in (
      select (stored ->> 'id')::uuid
      from private.stored_rows(
        format('public.%I', undoable.table_name)::regclass,
        array(select row_id from private.imported_rows where import_id = import)
      ) as stored
    );
  end if;
  select count(*) into kept from private.imported_rows where import_id = import;
  if kept = 0 then
    is_done := true;
    delete from private.imports where id = import;
  end if;
  return next;
end
$$;

create function public.undo_import(import uuid, confirmed jsonb default null)
returns table (undone integer, kept integer, is_done boolean, still_confirmed jsonb)
language sql security invoker set search_path = ''
as $$ select * from private.undo_import(import, confirmed) $$;
comment on function public.undo_import is
  'Removes up to two thousand rows of an import, within 30 days; call it until is_done. It removes untouched rows and, where `confirmed` has the number `changed`, changed or referred-to rows with everything that refers to them, if the caller could remove that, too. `confirmed` has the numbers of import_state by name (those of `along` at the top); PT409 when there are more by now. Pass still_confirmed to the next call. For the importing account and admins.';
grant execute on function private.undo_import, public.undo_import to authenticated;

create function private.imports_of(into_table text) returns table (
  id uuid, file_name text, row_count integer, received integer, rows_left bigint, imported_by_name text,
  created_at timestamptz, undone_at timestamptz, ends_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select id, file_name, row_count, received,
    (select count(*) from private.imported_rows where import_id = imports.id),
    imported_by_name, created_at, undone_at, created_at + interval '30 days'
  from private.imports
  where table_name = into_table and private.may_import(into_table)
    and (imported_by = private.current_user_id() or private.is_admin())
  order by created_at desc
  limit 50
$$;

create function public.imports_of(into_table text) returns table (
  id uuid, file_name text, row_count integer, received integer, rows_left bigint, imported_by_name text,
  created_at timestamptz, undone_at timestamptz, ends_at timestamptz
)
language sql stable security invoker set search_path = ''
as $$ select * from private.imports_of(into_table) $$;
comment on function public.imports_of is
  'The imports that the caller may undo until ends_at, newest first.';
grant execute on function private.imports_of, public.imports_of to authenticated;

create function private.import_of(record uuid) returns table (
  file_name text, imported_by_name text, created_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select file_name, imported_by_name, imports.created_at
  from private.imported_rows
  join private.imports on id = import_id
  where row_id = record and private.may_search(table_name)
$$;

create function public.import_of(record uuid) returns table (
  file_name text, imported_by_name text, created_at timestamptz
)
language sql stable security invoker set search_path = ''
as $$ select * from private.import_of(record) $$;
comment on function public.import_of is
  'The import that a record came with; nothing without the right to read it.';
grant execute on function private.import_of, public.import_of to authenticated;
