-- People: a person is an email address, compared as lower(btrim(…)), and all rows that have it. The search
-- for people, duplicates, and merges; `person_timeline.sql` has the panel of a person. A caller gets results
-- only from tables of which they may read all rows.

-- The search for people

create type private.person_source as (
  position integer, source text, kind text, name text, address text, searched text, line integer,
  area text, entry_kind text, title text, status text, amount text
);

create function private.person_sources() returns setof private.person_source
language sql immutable set search_path = ''
as $$
  select * from (values
    (1, 'profiles', '''account''', 'full_name', 'email', 'search_text', 1,
      'account', 'role::text', 'full_name', 'null', 'null::numeric'),
    (2, 'mentors', '''mentor''', 'concat_ws('' '', first_name, last_name)', 'email', 'search_text', 1,
      'mentors', '''mentor''', 'concat_ws('' '', first_name, last_name)', 'status::text', 'null::numeric'),
    (3, 'trainers', '''trainer''', 'concat_ws('' '', first_name, last_name)', 'email', 'search_text', 1,
      'trainers', '''trainer''', 'concat_ws('' '', first_name, last_name)', 'status::text', 'null::numeric'),
    (4, 'mentees', '''mentee''', 'concat_ws('' '', first_name, last_name)', 'email', 'search_text', 1,
      'mentees', '''mentee''', 'concat_ws('' '', first_name, last_name)', 'status::text', 'null::numeric'),
    (5, 'donations', '''donor''', 'donor_name', 'donor_email', 'search_text', 1,
      'gifts', 'donation_type', 'coalesce(campaign, ''General'')', 'null', 'amount - refunded'),
    (6, 'submissions', 'kind::text', 'name', 'email', 'person_text', 1,
      'submissions', 'kind::text', 'reference', 'status::text', 'null::numeric'),
    (7, 'newsletter_subscriptions', '''subscriber''', 'name', 'email', 'search_text', 1,
      'newsletter', '''subscriber''', 'name',
      'case when confirmed_at is null then ''unconfirmed'' else ''subscribed'' end', 'null::numeric')
  ) as listed
$$;
comment on function private.person_sources() is
  'The tables with people, by columns that are not protected, as expressions on each: for the search the kind of person, name, address and the line of `searched` they are in; for the page of a person the area, kind, title, status and amount of an entry.';

-- The newsletter has a unique index on the address.
create index profiles_email_address_idx on public.profiles (lower(btrim(email)));
create index mentors_email_address_idx on public.mentors (lower(btrim(email)));
create index trainers_email_address_idx on public.trainers (lower(btrim(email)));
create index mentees_email_address_idx on public.mentees (lower(btrim(email)));
create index donations_donor_email_address_idx on public.donations (lower(btrim(donor_email)));
create index submissions_email_address_idx on public.submissions (lower(btrim(email)));
create index submissions_person_text_idx on public.submissions
  using gin (person_text extensions.gin_trgm_ops) with (fastupdate = off);

create type private.person_hit as (
  position integer, kind text, source text, id uuid, name text, address text, rank integer, created_at timestamptz
);

-- Dynamic SQL: the sources are rows of private.person_sources, with expressions on their columns.
create function private.person_hits(part private.person_source, search text) returns private.person_hit[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  per_source constant integer := 12;
  recent constant integer := 400;
  most constant integer := 2000;
  first_word constant text := split_part(split_part(search, e'\n', 1), e'\t', 1);
  own_text constant text := format('split_part(%s, e''\n'', %s)', part.searched, part.line);
  condition constant text :=
    private.search_condition(search, part.searched) || ' and ' || private.search_condition(search, own_text);
  hit constant text := format(
    'select array_agg(row(%s, hit.kind, %L, hit.id, hit.name, hit.address, hit.rank, hit.created_at)::private.person_hit)
    from (
      select %s as kind, id, nullif(btrim(%s), '''') as name, nullif(btrim(%s), '''') as address, created_at,
        case when lower(btrim(%5$s)) = %L then 0 when '' '' || %s like %L then 1 else 2 end as rank
      from candidate order by rank, created_at desc, id desc limit %s
    ) as hit',
    part.position, part.source, part.kind, part.name, part.address, first_word, own_text,
    '% ' || regexp_replace(first_word, '([\\%_])', '\\\1', 'g') || '%', per_source
  );
  found private.person_hit[];
begin
  -- A common word is in one of the newest rows; an index finds a rare one.
  execute format(
    'with candidate as (
      select * from (select * from public.%I order by created_at desc, id desc limit %s) as newest where %s
    ) %s',
    part.source, recent, condition, hit
  ) into found;
  if coalesce(cardinality(found), 0) < per_source then
    execute format(
      'with candidate as materialized (select * from public.%I where %s limit %s) %s',
      part.source, condition, most, hit
    ) into found;
  end if;
  return found;
end
$$;

-- Dynamic SQL: the sources are rows of private.person_sources, with expressions on their columns.
create function private.kinds_by_address(addresses text[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  part private.person_source;
  in_source jsonb;
  total jsonb := '{}';
begin
  for part in
    select * from private.person_sources() where private.may_search(source) order by position
  loop
    execute format(
      'select jsonb_object_agg(person, coalesce($1 -> person, ''[]'') || kinds) from (
        select lower(btrim(%1$s)) as person, jsonb_agg(distinct (%2$s)::text) as kinds
        from public.%3$I where lower(btrim(%1$s)) = any ($2) group by 1
      ) as one',
      part.address, part.kind, part.source
    ) into in_source using total, addresses;
    total := total || coalesce(in_source, '{}');
  end loop;
  return total;
end
$$;

create function private.search_people(search text) returns table (
  kind text, source text, id uuid, name text, address text, kinds text[]
)
language plpgsql stable security definer
set search_path = '' set enable_seqscan = off set random_page_cost = 1 set jit = off
as $$
#variable_conflict use_column
declare
  part private.person_source;
  hits private.person_hit[] := '{}';
  kinds_found jsonb;
begin
  if not private.has_trigrams(search_people.search) then
    return;
  end if;
  for part in
    select * from private.person_sources() where private.may_search(source) order by position
  loop
    hits := hits || private.person_hits(part, search_people.search);
  end loop;
  kinds_found := private.kinds_by_address(array(select distinct lower(one.address) from unnest(hits) as one));

  return query
    with ranked as (
      select one.*, row_number() over (partition by one.position order by one.rank, one.created_at desc, one.id) as turn
      from unnest(hits) as one
    ), entry as (
      select distinct on (coalesce(lower(address), id::text)) * from ranked
      order by coalesce(lower(address), id::text), rank, position, turn
    )
    select kind, source, id, name, address,
      case when address is null then array[kind]
        else array(select jsonb_array_elements_text(kinds_found -> lower(address))) end
    from entry order by rank, turn, position, id limit 20;
end
$$;

create function public.search_people(search text) returns table (
  kind text, source text, id uuid, name text, address text, kinds text[]
)
language sql stable security invoker set search_path = ''
as $$ select * from private.search_people(search) $$;
comment on function public.search_people is
  'Up to 20 people by name, address, telephone or reference, in tables of which the caller may read all rows: an entry per address with all its kinds, or per row without one. A line for each word, with tabs between its spellings.';
grant execute on function private.search_people, public.search_people to authenticated;

-- Duplicates

create index mentors_phone_keys_idx on public.mentors
  using gin ((private.phone_keys(phone))) with (fastupdate = off);
create index mentees_phone_keys_idx on public.mentees
  using gin ((private.phone_keys(phone))) with (fastupdate = off);
create index trainers_phone_keys_idx on public.trainers
  using gin ((private.phone_keys(phone))) with (fastupdate = off);
create index submissions_phone_keys_idx on public.submissions
  using gin ((private.phone_keys(phone))) with (fastupdate = off);
create index donations_phone_keys_idx on public.donations
  using gin ((private.phone_keys(donor_phone))) with (fastupdate = off);
create index mentors_searchable_idx on public.mentors (private.searchable(first_name, last_name));
create index mentees_searchable_idx on public.mentees (private.searchable(first_name, last_name));
create index trainers_searchable_idx on public.trainers (private.searchable(first_name, last_name));

-- A protected field is compared only where the row is stored: every guess would leave an entry in the log.

-- Dynamic SQL: one text for three tables, and an index of each serves it.
create function private.similar_people(kind text, rows jsonb) returns table (
  row_number integer, id uuid, name text, email text, phone text, status text, created_at timestamptz, reasons text[]
)
language plpgsql stable security definer
set search_path = '' set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  is_protected constant boolean := 'phone' = any (private.protected_columns(kind));
begin
  if (kind in ('mentors', 'mentees', 'trainers') and private.may_search(kind)) is not true then
    return;
  end if;
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) > 1000 then
    raise exception 'Up to 1000 rows at a time.' using errcode = 'check_violation';
  end if;
  return query execute format(
    $query$
      with given as (
        select (position - 1)::integer as position, (value ->> 'id')::uuid as id,
          nullif(lower(btrim(value ->> 'email')), '') as email,
          private.phone_keys(%2$s) as phones,
          nullif(private.searchable(
            nullif(btrim(value ->> 'first_name'), ''), nullif(btrim(value ->> 'last_name'), '')
          ), '') as name
        from jsonb_array_elements($1) with ordinality as sent (value, position)
        left join public.%1$I own on own.id = (value ->> 'id')::uuid
      )
      select given.position, stored.id, concat_ws(' ', stored.first_name, stored.last_name), stored.email, %3$s,
        stored.status::text, stored.created_at, array_agg(duplicate.reason order by duplicate.reason)
      from given
      cross join lateral (
        (select id, 'email' as reason from public.%1$I where lower(btrim(email)) = given.email limit 6)
        union all
        (select id, 'phone' from public.%1$I where private.phone_keys(phone) && given.phones limit 6)
        union all
        (select id, 'name' from public.%1$I where private.searchable(first_name, last_name) = given.name limit 6)
      ) as duplicate
      join public.%1$I stored on stored.id = duplicate.id
      where duplicate.id is distinct from given.id
      group by given.position, stored.id
      order by given.position, count(*) desc, stored.created_at, stored.id
    $query$,
    kind,
    case when is_protected then 'own.phone' else 'value ->> ''phone''' end,
    case when is_protected then 'null::text' else 'stored.phone' end
  ) using rows;
end
$$;

create function public.similar_people(kind text, rows jsonb) returns table (
  row_number integer, id uuid, name text, email text, phone text, status text, created_at timestamptz, reasons text[]
)
language sql stable security invoker set search_path = ''
as $$ select * from private.similar_people(kind, rows) $$;
comment on function public.similar_people is
  'Possible duplicates of up to 1000 rows of mentors, mentees or trainers, each an object of columns: stored people with the same email, phone (one of its numbers) or name; of mentees the phone is that of the stored row with the given id. row_number counts from 0; a row''s own id is left out. Nothing without the right to read the table.';
grant execute on function private.similar_people, public.similar_people to authenticated;

-- Merges. The merged row leaves its table, and an undo can restore it for 30 days.

create table private.merges (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('mentors', 'mentees', 'trainers')),
  kept_id uuid not null,
  merged_id uuid not null,
  merged_name text not null,
  merged_row jsonb not null,
  replaced jsonb not null,
  followed jsonb not null,
  actor_id uuid references public.profiles (id) on delete set null,
  actor_name text,
  created_at timestamptz not null default now()
);
comment on column private.merges.replaced is 'Column of the kept row to [before, after].';
comment on column private.merges.followed is
  'The rows that referred to the merged one, in order: table, column and the new primary key of a row that was moved; or the whole row, where it would have been a duplicate.';
create index merges_kept_id_idx on private.merges (kept_id);
create index merges_actor_id_idx on private.merges (actor_id);
create index merges_created_at_idx on private.merges (created_at);
alter table private.merges enable row level security;

-- The removal of a person deletes the merges into it, which no undo could restore.

create function private.delete_lost_merges() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.write_mode() is distinct from 'merge' then
    with recursive lost as (
      select merges.id, merged_id from private.merges join gone on gone.id = kept_id
      union
      select earlier.id, earlier.merged_id from private.merges earlier join lost on lost.merged_id = earlier.kept_id
    )
    delete from private.merges where id in (select id from lost);
  end if;
  return null;
end
$$;

create trigger delete_lost_merges after delete on public.mentors referencing old table as gone
  for each statement execute function private.delete_lost_merges();
create trigger delete_lost_merges after delete on public.mentees referencing old table as gone
  for each statement execute function private.delete_lost_merges();
create trigger delete_lost_merges after delete on public.trainers referencing old table as gone
  for each statement execute function private.delete_lost_merges();

create function private.person_name(stored jsonb) returns text
language sql immutable set search_path = ''
as $$ select concat_ws(' ', stored ->> 'first_name', stored ->> 'last_name') $$;

create function private.has_key(table_name text, keys text[], identified text) returns text
language sql immutable set search_path = ''
as $$
  select string_agg(format('%1$I = (jsonb_populate_record(null::%2$s, %3$s)).%1$I', key, table_name, identified), ' and ')
  from unnest(keys) as key
$$;
comment on function private.has_key(text, text[], text) is
  'The condition that a row of a table has the primary key in a JSON object.';

create function private.references_to(target regclass) returns table (
  table_name text, column_name text, keys text[], is_plain boolean, is_referred boolean
)
language sql stable set search_path = ''
as $$
  select refers.conrelid::regclass::text, refers_by.attname::text,
    (
      select array_agg(key.attname::text order by key.attnum) from pg_catalog.pg_index
      join pg_catalog.pg_attribute key on key.attrelid = indrelid and key.attnum = any (indkey)
      where indrelid = refers.conrelid and indisprimary
    ),
    cardinality(refers.conkey) = 1,
    exists (select from pg_catalog.pg_constraint others where others.contype = 'f' and others.confrelid = refers.conrelid)
  from pg_catalog.pg_constraint refers
  join pg_catalog.pg_attribute refers_by on refers_by.attrelid = refers.conrelid and refers_by.attnum = refers.conkey[1]
  where refers.contype = 'f' and refers.confrelid = target and refers.conparentid = 0
  order by 1, 2
$$;

create function private.require_mergeable(kind text, kept uuid, merged uuid, taken text[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require(
    kind in ('mentors', 'mentees', 'trainers') and private.may_search(kind), 'You may not merge these.'
  );
  if kept = merged then
    raise exception 'These are the same record.' using errcode = 'PT409';
  end if;
  if not taken <@ private.entered_columns(kind) then
    raise exception 'Unknown field.' using errcode = 'check_violation';
  end if;
  if private.protected_columns(kind) <> '{}'
    and not (private.has_opened(kept, interval '1 day') and private.has_opened(merged, interval '1 day')) then
    raise exception 'Open the protected fields of both first.' using errcode = 'insufficient_privilege';
  end if;
end
$$;

-- Dynamic SQL: the tables that refer to a person are read in the catalog.
create function private.move_references(kind text, kept uuid, merged uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refers record;
  referring jsonb;
  followed jsonb := '[]';
begin
  for refers in select * from private.references_to(format('public.%I', kind)::regclass) loop
    if not refers.is_plain or refers.keys is null then
      raise exception 'References in % cannot be moved.', refers.table_name;
    end if;
    for referring in
      execute format('select to_jsonb(refers) from %s as refers where %I = $1 for update', refers.table_name, refers.column_name)
      using merged
    loop
      begin
        execute format(
          'update %s set %I = $1 where %s',
          refers.table_name, refers.column_name, private.has_key(refers.table_name, refers.keys, '$2')
        ) using kept, referring;
        followed := followed || jsonb_build_object('table', refers.table_name, 'column', refers.column_name, 'key', (
          select jsonb_object_agg(key, value)
          from jsonb_each(referring || jsonb_build_object(refers.column_name, kept)) where key = any (refers.keys)
        ));
      exception when unique_violation or exclusion_violation then
        -- The removal of a duplicate would take along the rows that refer to it.
        if refers.is_referred then
          raise exception 'Both are in %, and their entries there cannot be merged.', refers.table_name
            using errcode = 'PT409';
        end if;
        execute format(
          'delete from %s where %s', refers.table_name, private.has_key(refers.table_name, refers.keys, '$1')
        ) using referring;
        followed := followed || jsonb_build_object('table', refers.table_name, 'row', referring);
      end;
    end loop;
  end loop;
  return followed;
end
$$;
comment on function private.move_references(text, uuid, uuid) is
  'Lets all rows that refer to one person refer to the other, and returns what became of them, as private.merges.followed has it.';

-- Dynamic SQL: the columns are an argument.
create function private.set_columns(kind text, person uuid, changes jsonb, side integer) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if changes <> '{}' then
    execute format(
      'update public.%I set %s where id = $1',
      kind,
      (select string_agg(format('%1$I = (jsonb_populate_record(null::public.%2$I, $2)).%1$I', key, kind), ', ')
        from jsonb_object_keys(changes) as key)
    ) using person, (select jsonb_object_agg(key, value -> side) from jsonb_each(changes));
  end if;
end
$$;
comment on function private.set_columns(text, uuid, jsonb, integer) is
  'Sets columns of a person to one side of their changes: 0 before, 1 after.';

create function private.delete_person(kind text, person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  case kind
    when 'mentors' then delete from public.mentors where id = person;
    when 'mentees' then delete from public.mentees where id = person;
    when 'trainers' then delete from public.trainers where id = person;
  end case;
end
$$;

create function private.merge_people(kind text, kept uuid, merged uuid, taken text[], seen jsonb) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  rows jsonb;
  kept_row jsonb;
  merged_row jsonb;
  replaced jsonb;
  followed jsonb;
  done uuid;
begin
  perform private.require_mergeable(kind, kept, merged, taken);
  select jsonb_object_agg(stored ->> 'id', stored - '{search_text,telephones}'::text[]) into rows
  from private.locked_rows(format('public.%I', kind)::regclass, array[kept, merged]) as stored;
  kept_row := rows -> kept::text;
  merged_row := rows -> merged::text;
  if kept_row is null or merged_row is null then
    raise exception '%', case
      when exists (
        select from private.merges earlier
        where (earlier.kept_id, earlier.merged_id) in ((kept, merged), (merged, kept))
      ) then 'These two were merged already.'
      else 'One of the two is no longer there.'
    end using errcode = 'PT409';
  end if;
  if (kept_row @> (seen -> 'kept') and merged_row @> (seen -> 'merged')) is not true then
    raise exception 'Someone else has changed one of the two.' using errcode = 'PT409';
  end if;

  set constraints all immediate;
  followed := private.move_references(kind, kept, merged);
  select coalesce(jsonb_object_agg(chosen, jsonb_build_array(kept_row -> chosen, merged_row -> chosen)), '{}')
  into replaced
  from unnest(taken) as chosen where kept_row -> chosen <> merged_row -> chosen;
  perform private.set_columns(kind, kept, replaced, 1);
  perform private.set_write_mode('merge');
  perform private.delete_person(kind, merged);
  perform private.set_write_mode(null);
  -- The removal of the kept person redacts the entries of the merged one.
  update public.change_log set about = about || kept where record_id = merged or about @> array[merged];

  insert into private.merges (
    kind, kept_id, merged_id, merged_name, merged_row, replaced, followed, actor_id, actor_name
  ) values (
    kind, kept, merged, private.person_name(merged_row), merged_row, replaced, followed,
    auth.uid(), private.name_of_reference('user_id', auth.uid())
  )
  returning id into done;
  perform private.log_action(
    'changed', kind, kept, private.person_name(kept_row),
    jsonb_build_object('merged', jsonb_build_array(null, private.person_name(merged_row))), array[merged]
  );
  return done;
end
$$;

create function private.restore_row(table_name text, stored jsonb) returns void
language sql security definer set search_path = ''
as $$
  select private.insert_rows(table_name::regclass, string_agg(quote_ident(attname), ', '), jsonb_build_array(stored))
  from pg_catalog.pg_attribute
  where attrelid = table_name::regclass and attnum > 0 and not attisdropped and attgenerated = ''
$$;
comment on function private.restore_row(text, jsonb) is 'Inserts a row as it was.';

-- Dynamic SQL: the tables that refer to a person are read in the catalog.
create function private.restore_references(done private.merges) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  item jsonb;
  affected integer;
begin
  for item in select value from jsonb_array_elements(done.followed) with ordinality order by ordinality desc loop
    if item ? 'row' then
      perform private.restore_row(item ->> 'table', item -> 'row');
      continue;
    end if;
    execute format(
      'update %1$s set %2$I = $1 where %2$I = $2 and %3$s',
      item ->> 'table', item ->> 'column',
      private.has_key(item ->> 'table', array(select jsonb_object_keys(item -> 'key')), '$3')
    ) using done.merged_id, done.kept_id, item -> 'key';
    get diagnostics affected = row_count;
    if affected = 0 then
      raise exception 'Removed since: something in %.', replace(split_part(item ->> 'table', '.', 2), '_', ' ')
        using errcode = 'PT409';
    end if;
  end loop;
end
$$;

create function private.undo_merge(merge uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  done private.merges;
  kept_row jsonb;
  changed text;
begin
  select * into done from private.merges where id = merge for update;
  perform private.require(
    done.id is not null and private.may_search(done.kind), 'You may not undo this, or it was undone already.'
  );
  if done.created_at < now() - interval '30 days' then
    raise exception 'A merge can be undone for 30 days.' using errcode = 'PT409';
  end if;
  select stored into kept_row
  from private.locked_rows(format('public.%I', done.kind)::regclass, array[done.kept_id]) as stored;
  if kept_row is null then
    raise exception 'The record that was kept is no longer there.' using errcode = 'PT409';
  end if;
  select string_agg(replace(key, '_', ' '), ', ' order by key) into changed
  from jsonb_each(done.replaced) where kept_row -> key is distinct from value -> 1;
  if changed is not null then
    raise exception 'Changed since: %.', changed using errcode = 'PT409';
  end if;

  set constraints all immediate;
  -- Triggers that stamp or check a new row leave a restored one as it was.
  perform private.set_write_mode('merge');
  begin
    perform private.restore_row(format('public.%I', done.kind), done.merged_row);
    perform private.restore_references(done);
  exception when unique_violation or exclusion_violation or foreign_key_violation or check_violation then
    get stacked diagnostics changed = table_name;
    raise exception 'Changed since: something in %.', replace(changed, '_', ' ') using errcode = 'PT409';
  end;
  perform private.set_columns(done.kind, done.kept_id, done.replaced, 0);
  perform private.set_write_mode(null);
  update public.change_log set about = nullif(array_remove(about, done.kept_id), '{}')
  where record_id = done.merged_id and about @> array[done.kept_id];
  perform private.log_action(
    'changed', done.kind, done.kept_id, private.person_name(kept_row),
    jsonb_build_object('merged', jsonb_build_array(done.merged_name, null)), array[done.merged_id]
  );
  delete from private.merges where id = done.id;
end
$$;

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

create function public.merge_people(kind text, kept uuid, merged uuid, taken text[], seen jsonb) returns uuid
language sql security invoker set search_path = ''
as $$ select private.merge_people(kind, kept, merged, taken, seen) $$;
comment on function public.merge_people is
  'Merges one mentor, mentee or trainer into another, and moves all references. `taken` are the columns with the values of the merged one; `seen` is what the caller saw of both ({kept, merged}, columns to values), with PT409 after a change. Returns the id for undo_merge.';
grant execute on function private.merge_people, public.merge_people to authenticated;
create function public.undo_merge(merge uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.undo_merge(merge) $$;
comment on function public.undo_merge is
  'Restores both rows and their references, within 30 days; PT409 names a later change that prevents it.';
grant execute on function private.undo_merge, public.undo_merge to authenticated;
create function public.merges_of(kind text, kept uuid) returns table (
  id uuid, merged_name text, actor_name text, created_at timestamptz
)
language sql stable security invoker set search_path = ''
as $$ select * from private.merges_of(kind, kept) $$;
comment on function public.merges_of is
  'The merges into a row in the last 30 days, newest first; nothing without the right to read the table.';
grant execute on function private.merges_of, public.merges_of to authenticated;
