create function private.restore_row(table_name text, stored jsonb) returns void
language sql security definer set search_path = ''
as $$
  select private.insert_rows(table_name::regclass, array_agg(attname::text), jsonb_build_array(stored))
  from pg_catalog.pg_attribute
  where attrelid = table_name::regclass and attnum > 0 and not attisdropped and attgenerated = ''
$$;
comment on function private.restore_row(text, jsonb) is 'Inserts a row as it was.';

create function private.restore_references(done private.merges) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  item jsonb;
begin
  for item in select value from jsonb_array_elements(done.followed) with ordinality order by ordinality desc loop
    if item ? 'row' then
      perform private.restore_row(item ->> 'table', item -> 'row');
    elsif private.change_rows(
      (item ->> 'table')::regclass,
      jsonb_build_array(item -> 'key' || jsonb_build_object(item ->> 'column', done.kept_id)),
      jsonb_build_object(item ->> 'column', done.merged_id) || coalesce(item -> 'was', '{}')
    ) = 0 and item ->> 'table' not in ('public.files', 'public.clearances', 'private.clearance_exemptions') then
      -- These go after their time anyway.
      raise exception 'Removed since: something in %.', replace(split_part(item ->> 'table', '.', 2), '_', ' ')
        using errcode = 'PT409';
    end if;
  end loop;
end
$$;
comment on function private.restore_references is
  'Points the moved references back to the merged record and restores removed ones. Refuses (PT409) where one is gone.';

create function private.undo_merge(merge uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  done private.merges;
  kept_row jsonb;
  united private.person_merges;
  changed text;
begin
  perform private.lock_people(true);
  select * into done from private.merges where id = merge for update;
  perform private.require(
    done.id is not null and private.may_search(done.kind), 'You may not undo this, or it was undone already.'
  );
  if done.created_at < now() - interval '30 days' then
    raise exception 'A merge can be undone for 30 days.' using errcode = 'PT409';
  end if;
  select stored into kept_row
  from private.stored_rows(format('public.%I', done.kind)::regclass, array[done.kept_id], lock => 'update') as stored;
  if kept_row is null then
    raise exception 'The kept record no longer exists.' using errcode = 'PT409';
  end if;
  select string_agg(replace(key, '_', ' '), ', ' order by key) into changed
  from jsonb_each(done.replaced) where kept_row -> key is distinct from value -> 1 and key <> 'told';
  if changed is not null then
    raise exception 'Changed since: %.', changed using errcode = 'PT409';
  end if;

  set constraints all immediate;
  -- Triggers that stamp or check a new row leave a restored one as it was.
  perform private.set_write_mode('merge');
  select * into united from private.person_merges where id = done.united_id;
  begin
    insert into private.people select (jsonb_populate_record(null::private.people, united.person)).*
    where united.id is not null on conflict do nothing;
    perform private.restore_row(format('public.%I', done.kind), done.merged_row);
    perform private.restore_references(done);
  exception when unique_violation or exclusion_violation or foreign_key_violation or check_violation then
    get stacked diagnostics changed = table_name;
    raise exception 'Changed since: something in %.', replace(changed, '_', ' ') using errcode = 'PT409';
  end;
  perform private.set_side(done.kind, done.kept_id, done.replaced, 0);
  perform private.set_write_mode(null);
  if united.id is not null then
    perform private.part_people(united);
  end if;
  perform private.sync_parents(array[(kept_row ->> 'person_id')::uuid, (done.merged_row ->> 'person_id')::uuid])
  where done.kind = 'mentees';
  perform private.tidy_people(array[(kept_row ->> 'person_id')::uuid, (done.merged_row ->> 'person_id')::uuid]);
  update public.change_log set about = nullif(array_remove(about, done.kept_id), '{}')
  where record_id = done.merged_id and about @> array[done.kept_id];
  perform private.log_action(
    'changed', done.kind, done.kept_id, private.person_name(kept_row),
    jsonb_build_object('merged', jsonb_build_array(done.merged_name, null)), array[done.merged_id]
  );
  delete from private.merges where id = done.id;
end
$$;
create function public.undo_merge(merge uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.undo_merge(merge) $$;
comment on function public.undo_merge is
  'Restores both records and their references, within 30 days; PT409 names a later change that prevents it.';

create function private.merges_of(kind text, kept uuid) returns table (
  id uuid, merged_name text, actor_name text, created_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select done.id, done.merged_name, done.actor_name, done.created_at from private.merges done
  where done.kind = merges_of.kind and done.kept_id = kept and private.may_search(merges_of.kind)
    and done.created_at > now() - interval '30 days'
  order by done.created_at desc
$$;
create function public.merges_of(kind text, kept uuid) returns table (
  id uuid, merged_name text, actor_name text, created_at timestamptz
)
language sql stable security invoker set search_path = ''
as $$ select * from private.merges_of(kind, kept) $$;
comment on function public.merges_of is
  'The merges into a record in the last 30 days, newest first; nothing without the right to read the table.';
grant execute on function private.undo_merge, public.undo_merge to authenticated;
grant execute on function private.merges_of, public.merges_of to authenticated;
