create function private.move_rows(moved jsonb, from_person uuid, to_person uuid) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  total bigint;
begin
  perform private.set_write_mode('merge');
  select coalesce(sum(private.change_rows(
    of_table,
    (select jsonb_agg(jsonb_build_object('id', id, of_column, from_person)) from jsonb_array_elements(ids) as id),
    jsonb_build_object(of_column, to_person)
  )), 0) into total
  from (
    -- What refers to a donor comes before the gifts, which take an emptied donor along.
    select format(
        '%I.%I', case when key in ('monthly_gifts', 'issued_receipts') then 'private' else 'public' end,
        case when key in ('unposted_gifts', 'legal_gifts') then 'donations' when key = 'donor_pledges' then 'gift_pledges' else key end
      )::regclass as of_table,
      case when key = 'legal_gifts' then 'legal_donor_id'
        when key in ('tasks', 'files', 'monthly_gifts', 'issued_receipts') then 'donor_id' else 'person_id' end as of_column, value as ids
    from jsonb_each(moved) order by key not in ('tasks', 'files', 'monthly_gifts', 'issued_receipts'), key
  ) as part;
  perform private.set_write_mode(null);
  return total;
end
$$;
comment on function private.move_rows is
  'Gives rows of one person, and what refers to them as a donor, to another person; returns their number.';

create function private.rows_to_move(person uuid, tables text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_strip_nulls(coalesce(jsonb_object_agg(source, ids), '{}') || jsonb_build_object('legal_gifts', (
    select jsonb_agg(id) from public.donations where legal_donor_id = person and 'donations' = any (tables)
  )))
  from (
    select source, jsonb_agg(id) as ids from private.rows_of_people
    where person_id = person and (source = any (tables) or source in ('unposted_gifts', 'donor_pledges') and 'donations' = any (tables)) group by source
  ) as listed
$$;
comment on function private.rows_to_move(uuid, text[]) is
  'The rows of a person in these tables, by source, as private.person_merges.moved has them.';

create function private.rows_of_donor(donor uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'tasks', (select jsonb_agg(id) from public.tasks where donor_id = donor),
    'files', (select jsonb_agg(id) from public.files where donor_id = donor),
    'monthly_gifts', (select jsonb_agg(id) from private.monthly_gifts where donor_id = donor),
    'issued_receipts', (select jsonb_agg(id) from private.issued_receipts where donor_id = donor)
  ))
$$;
comment on function private.rows_of_donor(uuid) is 'What refers to a donor, by source, as private.person_merges.moved has it.';

create function private.unite_people(
  merge uuid, kept uuid, merged uuid, tables text[], is_of_records boolean default false, choices jsonb default '{}'
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  kept_row private.people;
  merged_row private.people;
  donor jsonb;
  moved jsonb;
  ties jsonb;
  notes uuid[];
  written_to text;
begin
  perform from private.people where id in (kept, merged) order by id for update;
  select * into kept_row from private.people where id = kept;
  select * into merged_row from private.people where id = merged;
  moved := private.rows_to_move(merged, tables);
  if kept_row.id is null or moved = '{}' then
    raise exception 'One of the two no longer exists.' using errcode = 'PT409';
  end if;
  if moved ?| '{donations,legal_gifts}' then
    select to_jsonb(donors) - '{thanks,search_text}'::text[] into donor from public.donors
    where id = merged and exists (select from public.donors other where other.id = kept);
    if donor is null then
      update public.donors set id = kept where id = merged;
    else
      moved := moved || private.rows_of_donor(merged);
    end if;
  end if;
  perform private.require_answers(kept, merged, choices);
  written_to := private.email_of(kept);
  ties := private.unite_ties(kept, merged, moved, choices);
  -- Somebody who had only an account without a name
  update private.people set name = merged_row.name where id = kept and name is null and names = '{}' and kind = 'person';
  perform private.move_rows(moved, merged, kept);
  with of_it as (
    update private.person_notes set person_id = kept
    where person_id = merged and (open_to && tables or not exists (select from private.rows_of_people as theirs where theirs.person_id = merged))
    returning id
  ) select coalesce(array_agg(id), '{}') into notes from of_it;
  insert into private.person_merges (id, kept_id, merged_id, person, donor, added_names, moved, notes, is_of_records, actor_id, actor_name, ties)
  values (
    merge, kept, merged, to_jsonb(merged_row), donor,
    array(select unnest(merged_row.names) except select unnest(kept_row.names)), moved, notes,
    unite_people.is_of_records, private.current_user_id(), private.account_name(private.current_user_id()), ties
  );
  update private.people set names = kept_row.names || added_names
  from private.person_merges done where people.id = kept and done.id = merge;
  perform private.drop_ties(merged);
  perform private.tidy_people(array[kept, merged]);
  -- Mail goes where it went, or where the colleague said.
  written_to := coalesce(choices ->> 'email', written_to);
  perform private.prefer_email(kept, written_to) where private.email_of(kept) is distinct from lower(btrim(written_to));
  update private.person_merges done set ties = done.ties || jsonb_build_object('after', private.ties_of(kept)) where done.id = merge;
end
$$;
comment on function private.unite_people is
  'Makes two people one: the rows in these tables go to the kept one, with notes and ties, and private.person_merges stores what an undo needs. Refuses (PT409) where the kept one is gone or there is no row to move.';

create function private.part_people(done private.person_merges) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.people select (jsonb_populate_record(null::private.people, done.person)).* on conflict do nothing;
  if done.moved ?| '{donations,legal_gifts}' then
    if done.donor is null then
      update public.donors set id = done.merged_id
      where id = done.kept_id and not exists (select from public.donors other where other.id = done.merged_id);
    else
      perform private.insert_rows('public.donors', array(select jsonb_object_keys(done.donor)), jsonb_build_array(done.donor));
    end if;
  end if;
  if private.move_rows(done.moved, done.kept_id, done.merged_id) = 0 and not done.is_of_records then
    raise exception 'Removed since: everything that was merged.' using errcode = 'PT409';
  end if;
  perform private.leave_pledges(array[done.kept_id, done.merged_id]);
  update private.person_notes set person_id = done.merged_id where id = any (done.notes) and person_id = done.kept_id;
  update private.people
  set names = left_over.names, name = case when left_over.names <> '{}' or kind <> 'person' then name end
  from (
    select array(select known from unnest(names) with ordinality as listed (known, place) where known <> all (done.added_names) order by place) as names
    from private.people where id = done.kept_id
  ) as left_over
  where id = done.kept_id;
  perform private.part_ties(done);
  delete from private.person_merges where id = done.id;
  perform private.tidy_people(array[done.kept_id, done.merged_id]);
end
$$;
comment on function private.part_people is
  'Undoes a private.person_merges: the merged person is back, with the rows, notes and ties that came from them. Refuses (PT409) where none of the rows is left.';

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
comment on function private.delete_lost_merges is
  'Deletes the merges into removed people, with the earlier ones into those: no undo could restore them.';

create function private.person_name(stored jsonb) returns text
language sql immutable set search_path = ''
as $$ select concat_ws(' ', stored ->> 'first_name', stored ->> 'last_name') $$;
comment on function private.person_name is 'First and last name of a stored mentor, mentee or trainer.';

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
comment on function private.references_to is
  'The foreign keys to a table: table and column, the primary key there, whether the key is a single column, and whether others refer to that table.';

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
comment on function private.require_mergeable is
  'Refuses to merge a record with itself, in a table that the caller may not read, with an unknown column, or without an opening of both within a day where fields are protected.';

create function private.move_references(kind text, kept uuid, merged uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refers record;
  referring jsonb;
  key jsonb;
  followed jsonb := '[]';
begin
  for refers in select * from private.references_to(format('public.%I', kind)::regclass) loop
    if not refers.is_plain or refers.keys is null then
      raise exception 'References in % cannot be moved.', refers.table_name;
    end if;
    for referring in
      select * from private.stored_rows(refers.table_name::regclass, array[merged], refers.column_name, 'update')
    loop
      key := private.key_of(referring, refers.keys);
      begin
        perform private.change_rows(
          refers.table_name::regclass, jsonb_build_array(key), jsonb_build_object(refers.column_name, kept)
        );
        followed := followed || jsonb_build_object(
          'table', refers.table_name, 'column', refers.column_name,
          'key', private.key_of(referring || jsonb_build_object(refers.column_name, kept), refers.keys)
        );
      exception when unique_violation or exclusion_violation then
        -- The removal of a duplicate would also remove the rows that refer to it.
        if refers.is_referred then
          raise exception '%', case refers.table_name
            when 'public.matches' then 'Both have an open match in the same program. Close one of them first.'
            else format('Both are in %s, and their entries there cannot be merged.', refers.table_name)
          end using errcode = 'PT409';
        elsif refers.table_name = 'private.mentor_accounts' then
          -- What the device of the second account still sends reaches the office.
          perform private.change_rows(
            refers.table_name::regclass, jsonb_build_array(key), jsonb_build_object(refers.column_name, kept, 'until', now())
          );
          followed := followed || jsonb_build_object(
            'table', refers.table_name, 'column', refers.column_name, 'key', key, 'was', jsonb_build_object('until', referring -> 'until')
          );
          continue;
        end if;
        perform private.delete_rows(refers.table_name::regclass, jsonb_build_array(key));
        followed := followed || jsonb_build_object('table', refers.table_name, 'row', referring);
      end;
    end loop;
  end loop;
  return followed;
end
$$;
comment on function private.move_references(text, uuid, uuid) is
  'Points all rows that refer to one person to the other, and returns what happened to each, as private.merges.followed stores it.';

create function private.set_side(kind text, person uuid, changes jsonb, side integer) returns void
language sql security definer set search_path = ''
as $$
  select private.change_rows(
    format('public.%I', kind)::regclass, jsonb_build_array(jsonb_build_object('id', person)),
    (select coalesce(jsonb_object_agg(key, value -> side), '{}') from jsonb_each(changes))
  )
$$;
comment on function private.set_side(text, uuid, jsonb, integer) is
  'Sets columns of a person to one side of the changes: 0 before, 1 after.';

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
comment on function private.delete_person is 'Deletes a mentor, mentee or trainer.';

create function private.records_to_merge(kind text, kept uuid, merged uuid, seen jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  rows jsonb;
begin
  select jsonb_object_agg(
    case stored ->> 'id' when kept::text then 'kept' else 'merged' end, stored - '{search_text,telephones}'::text[]
  ) into rows
  from private.stored_rows(format('public.%I', kind)::regclass, array[kept, merged], lock => 'update') as stored;
  if (rows ?& '{kept,merged}') is not true then
    raise exception '%', case
      when exists (
        select from private.merges earlier
        where (earlier.kept_id, earlier.merged_id) in ((kept, merged), (merged, kept))
      ) then 'These two were merged already.'
      else 'One of the two no longer exists.'
    end using errcode = 'PT409';
  elsif (rows -> 'kept' @> (seen -> 'kept') and rows -> 'merged' @> (seen -> 'merged')) is not true then
    raise exception 'Someone else has changed one of the two.' using errcode = 'PT409';
  end if;
  return rows;
end
$$;
comment on function private.records_to_merge(text, uuid, uuid, jsonb) is
  'Locks two records of one kind, and returns them ({kept, merged}) where they are as the caller saw them.';

create function private.replaced_columns(kept_row jsonb, merged_row jsonb, taken text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with chosen as (
    select coalesce(jsonb_object_agg(key, jsonb_build_array(kept_row -> key, merged_row -> key)), '{}') as columns
    from unnest(taken) as key where kept_row -> key <> merged_row -> key
  ), joined as (
    select columns, to_jsonb(array(
      select contact from unnest('{email,phone}'::text[]) as contact
      where case when columns ? contact then merged_row else kept_row end -> 'told' ? contact order by 1
    )) as told
    from chosen
  )
  -- A contact that only a form told stays so.
  select case when told = kept_row -> 'told' then columns
    else columns || jsonb_build_object('told', jsonb_build_array(kept_row -> 'told', told)) end
  from joined
$$;
comment on function private.replaced_columns(jsonb, jsonb, text[]) is
  'The columns of a kept record that get the values of the merged one, as private.merges.replaced has them.';

create function private.merge_records(kind text, kept uuid, merged uuid, taken text[], seen jsonb, choices jsonb default '{}') returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  rows jsonb;
  kept_row jsonb;
  merged_row jsonb;
  replaced jsonb;
  followed jsonb;
  united uuid;
  done uuid;
begin
  perform private.lock_people(true);
  perform private.require_mergeable(kind, kept, merged, taken);
  rows := private.records_to_merge(kind, kept, merged, seen);
  kept_row := rows -> 'kept';
  merged_row := rows -> 'merged';

  set constraints all immediate;
  if kept_row ->> 'person_id' <> merged_row ->> 'person_id' then
    united := gen_random_uuid();
    perform private.unite_people(
      united, (kept_row ->> 'person_id')::uuid, (merged_row ->> 'person_id')::uuid,
      array(select private.readable_tables()) || kind, true, choices
    );
  end if;
  followed := private.move_references(kind, kept, merged);
  replaced := private.replaced_columns(kept_row, merged_row, taken);
  perform private.set_write_mode('merge');
  perform private.set_side(kind, kept, replaced, 1);
  perform private.delete_person(kind, merged);
  perform private.set_write_mode(null);
  perform private.tidy_people(array[(kept_row ->> 'person_id')::uuid]);
  -- The removal of the kept person redacts the entries of the merged one.
  update public.change_log set about = about || kept where record_id = merged or about @> array[merged];

  insert into private.merges (
    kind, kept_id, merged_id, merged_name, merged_row, replaced, followed, united_id, actor_id, actor_name
  ) values (
    kind, kept, merged, private.person_name(merged_row), merged_row, replaced, followed, united,
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
comment on function private.merge_records(text, uuid, uuid, text[], jsonb, jsonb) is
  'Merges two records of one kind, and with them their people.';

create function public.merge_people(kind text, kept uuid, merged uuid, taken text[], seen jsonb, choices jsonb default '{}') returns uuid
language sql security invoker set search_path = ''
as $$ select private.merge_records(kind, kept, merged, taken, seen, choices) $$;
comment on function public.merge_people is
  'Merges one mentor, mentee or trainer into another and moves all references. `taken` are the columns that get the merged one''s values; `seen` is what the caller saw of both ({kept, merged}, columns to values), with PT409 after a change; `choices` are those of merge_persons. Returns the id for undo_merge.';
grant execute on function private.merge_records, public.merge_people to authenticated;
