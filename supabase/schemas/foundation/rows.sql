-- Only functions with their owner's rights may call these. A key is an object of columns to values.

-- Dynamic SQL: the table is an argument.
create function private.stored_rows(of_table regclass, ids uuid[], id_column text default 'id', lock text default null)
returns setof jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return query execute format(
    'select to_jsonb(stored) from %1$s as stored where %2$I = any ($1)' || case lock
      when 'update' then ' order by %2$I for update'
      when 'share' then ' order by %2$I for share'
      when 'key share' then ' order by %2$I for key share'
      else ''
    end,
    of_table, id_column
  ) using ids;
end
$$;
comment on function private.stored_rows(regclass, uuid[], text, text) is
  'Rows as objects. A lock (update, share or key share) takes them in the order of their ids, so that two transactions with the same rows wait for each other.';

-- Dynamic SQL: the table is an argument.
create function private.insert_rows(of_table regclass, columns text[], rows jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  execute format(
    'insert into %1$s (%2$s) overriding system value select %2$s from jsonb_populate_recordset(null::%1$s, $1)',
    of_table, (select string_agg(quote_ident(one), ', ') from unnest(columns) as one)
  ) using rows;
end
$$;
comment on function private.insert_rows is 'Inserts rows, given as a list of objects, with only these columns.';

create function private.has_key(keys jsonb) returns text
language sql immutable set search_path = ''
as $$ select string_agg(format('stored.%1$I = given.%1$I', key), ' and ') from jsonb_object_keys(keys -> 0) as key $$;
comment on function private.has_key is 'The condition, as SQL, that a stored row has the columns of a given key.';

-- Dynamic SQL: the table is an argument.
create function private.change_rows(of_table regclass, keys jsonb, changes jsonb) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  affected bigint := 0;
begin
  if changes <> '{}' and keys <> '[]' then
    execute format(
      'update %1$s as stored set %2$s
      from jsonb_populate_recordset(null::%1$s, $1) as given, jsonb_populate_record(null::%1$s, $2) as changed where %3$s',
      of_table, (select string_agg(format('%1$I = changed.%1$I', key), ', ') from jsonb_object_keys(changes) as key),
      private.has_key(keys)
    ) using keys, changes;
    get diagnostics affected = row_count;
  end if;
  return affected;
end
$$;
comment on function private.change_rows(regclass, jsonb, jsonb) is
  'Sets the columns of `changes` in the rows that have one of the keys, and returns their number. All keys have the same columns.';

-- Dynamic SQL: the table is an argument.
create function private.delete_rows(of_table regclass, keys jsonb) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  affected bigint := 0;
begin
  if keys <> '[]' then
    execute format(
      'delete from %1$s as stored using jsonb_populate_recordset(null::%1$s, $1) as given where %2$s',
      of_table, private.has_key(keys)
    ) using keys;
    get diagnostics affected = row_count;
  end if;
  return affected;
end
$$;
comment on function private.delete_rows(regclass, jsonb) is 'Deletes the rows with one of the keys, and returns their number.';

create function private.key_of(stored jsonb, keys text[]) returns jsonb
language sql immutable set search_path = ''
as $$ select jsonb_object_agg(key, stored -> key) from unnest(keys) as key $$;
comment on function private.key_of is 'The columns of a row''s key, as an object.';
