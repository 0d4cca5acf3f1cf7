-- The inbox: one queue of all submissions that need an answer, with a reference, a due time, an assignee
-- and notes.

-- Live updates for reviewers. A message has the table and the ids of changed rows; the policies above
-- guard their content. Nothing is published for postgres_changes, which would tell every subscriber that
-- and when something changed.

create function private.send_changes(of_table text, ids text[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := 100;
begin
  -- An import sends one message, when all rows are there.
  if cardinality(ids) > 0 and not private.imports_into(of_table) then
    perform realtime.send(
      jsonb_build_object('table', of_table, 'ids', case when cardinality(ids) <= most then to_jsonb(ids) end),
      'changed', 'submissions', true
    );
  end if;
end
$$;
comment on function private.send_changes is
  'Tells reviewers which rows of a table changed: up to a hundred ids, or null for more. During an import it sends nothing.';

create function private.broadcast_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- One more than a message has.
  perform private.send_changes(tg_table_name, (
    select array_agg(distinct id) from (select to_jsonb(changed) ->> tg_argv[0] as id from changed limit 101) as row
  ));
  return null;
end
$$;
comment on function private.broadcast_changes() is
  'Sends one message per statement: the table, and the ids in the column named by the argument, or null for more than a hundred.';

create function private.broadcast_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.send_changes(tg_table_name, array[to_jsonb(new) ->> tg_argv[0]]);
  return null;
end
$$;
comment on function private.broadcast_row() is 'Like private.broadcast_changes, for a trigger on each row.';
