create function private.joined(of_table text, kept jsonb, merged jsonb, answered text default null) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(column_name, value), '{}') from (
    select column_name, case rule
      when 'filled' then case when kept -> column_name = 'null' then merged -> column_name else kept -> column_name end
      when 'group' then case when kept ->> column_name = 'person' then merged -> column_name else kept -> column_name end
      when 'or' then to_jsonb((kept -> column_name)::boolean or (merged -> column_name)::boolean)
      when 'and' then to_jsonb((kept -> column_name)::boolean and (merged -> column_name)::boolean)
      when 'oldest' then case
        when (merged ->> column_name)::timestamptz < (kept ->> column_name)::timestamptz then merged -> column_name else kept -> column_name
      end
      when 'highest' then to_jsonb(greatest((kept ->> column_name)::private.contact_level, (merged ->> column_name)::private.contact_level))
      when 'asked' then coalesce(to_jsonb(answered), kept -> column_name)
    end as value
    from private.join_rules where table_name = of_table and rule not in ('kept', 'united')
  ) as listed where value is distinct from kept -> column_name
$$;
comment on function private.joined(text, jsonb, jsonb, text) is
  'The columns of a kept row that change when it joins the other one, by private.join_rules.';

create function private.join_row(of_table regclass, keys text[], given jsonb, answered text default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  key constant jsonb := private.key_of(given, keys);
  kept jsonb;
begin
  select stored into kept from private.stored_rows(of_table, array[(given ->> keys[1])::uuid], keys[1]) as stored where stored @> key;
  if kept is null then
    perform private.insert_rows(of_table, array(
      select attname from pg_catalog.pg_attribute where attrelid = of_table and attnum > 0 and not attisdropped and attgenerated = ''
    ), jsonb_build_array(given));
  else
    perform private.change_rows(of_table, jsonb_build_array(key), private.joined(of_table::text, kept, given, answered));
  end if;
end
$$;
comment on function private.join_row(regclass, text[], jsonb, text) is
  'Adds a row, or joins it with the stored row of its key.';

create function private.ties_of(person uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'person', (select to_jsonb(people) - '{names,name}'::text[] from private.people where id = person),
    'members', (select coalesce(jsonb_agg(to_jsonb(members)), '[]') from private.members where person in (group_id, person_id)),
    'guardians', (select coalesce(jsonb_agg(to_jsonb(guardians)), '[]') from private.guardians where person in (child_id, adult_id)),
    'points', (select coalesce(jsonb_agg(to_jsonb(point)), '[]') from private.contact_points point where person_id = person),
    'dismissals', (select coalesce(jsonb_agg(to_jsonb(said)), '[]') from private.person_dismissals said where person in (one_id, other_id)),
    'consents', private.consents_of(person), 'collections', private.collections_of(person)
  )
$$;
comment on function private.ties_of(uuid) is
  'A person with marks, contact points, memberships, relations, dismissals, consents and collections, for a join and its undo.';

create function private.joined_relations(kept uuid, merged uuid) returns table (child uuid, adult uuid, kept_one text, other_one text)
language sql stable security definer set search_path = ''
as $$
  select own.child_id, own.adult_id, own.relation, theirs.relation
  from private.guardians own
  join private.guardians theirs
    on own.adult_id = kept and theirs.adult_id = merged and theirs.child_id = own.child_id
      or own.child_id = kept and theirs.child_id = merged and theirs.adult_id = own.adult_id
  where own.relation <> theirs.relation
$$;
comment on function private.joined_relations(uuid, uuid) is
  'Relations of a child that the two people of a join tell differently, by child and adult as they are after the join.';

create function private.unite_addresses(kept uuid, merged uuid) returns void
language sql security definer set search_path = ''
as $$
  update private.contact_points known set told_by = known.told_by || other.told_by
  from private.contact_points other
  where (known.person_id, known.kind, other.person_id, other.kind) = (kept, 'post', merged, 'post')
    and other.normalized = known.normalized and other.told_by is not null and known.told_by is not null;
  insert into private.contact_points (person_id, kind, normalized, value, valid_since, parts, level, told_by)
  select kept, kind, normalized, value, valid_since, parts, level, told_by
  from private.contact_points where person_id = merged and kind = 'post'
    and not exists (select from private.contact_points own where own.person_id = kept and own.kind = 'post')
  on conflict do nothing;
$$;
comment on function private.unite_addresses(uuid, uuid) is
  'Gives the kept person the postal address of the other if it has none; one that both have keeps the imports of both.';

create function private.unite_ties(kept uuid, merged uuid, moved jsonb, choices jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  before constant jsonb := jsonb_build_object('kept', private.ties_of(kept), 'merged', private.ties_of(merged));
  renamed constant text := format('"%s"', kept);
  tie jsonb;
begin
  perform private.change_rows(
    'private.people', jsonb_build_array(jsonb_build_object('id', kept)),
    private.joined('private.people', before #> '{kept,person}', before #> '{merged,person}')
  );
  -- Points of rows that stay with the other person are tidied away later. Mail goes where it went before.
  for tie in
    select theirs || jsonb_build_object('person_id', kept, 'is_preferred', (theirs -> 'is_preferred')::boolean and not exists (
      select from private.contact_points own where own.person_id = kept and own.kind = theirs ->> 'kind'
    ))
    from jsonb_array_elements(before #> '{merged,points}') as theirs where theirs ->> 'kind' <> 'post'
  loop
    -- What is out of use for one of them is so for both.
    update private.contact_points set is_preferred = false
    where person_id = kept and is_preferred and tie ->> 'retired_at' is not null and kind = tie ->> 'kind' and normalized = tie ->> 'normalized';
    perform private.join_row('private.contact_points', '{person_id,kind,normalized}', tie);
  end loop;
  insert into private.person_dismissals (one_id, other_id)
  select least(kept, other), greatest(kept, other) from (
    select case one_id when merged then other_id else one_id end as other from private.person_dismissals where merged in (one_id, other_id)
  ) as said where other <> kept
  on conflict do nothing;
  -- If the other person is a child whose record stays, these ties stay with the child.
  if not exists (
    select from public.mentees where person_id = merged and not coalesce(moved -> 'mentees' @> to_jsonb(id), false)
  ) then
    for tie in
      select replace(value::text, format('"%s"', merged), renamed)::jsonb from jsonb_array_elements(before #> '{merged,members}')
      where not value @> jsonb_build_object('group_id', kept) and not value @> jsonb_build_object('person_id', kept)
    loop
      -- Someone who has a household keeps it as the first one.
      perform private.join_row('private.members', '{group_id,person_id}', case
        when exists (select from private.members where person_id = kept) then tie || jsonb_build_object('created_at', now()) else tie
      end);
    end loop;
    for tie in
      select replace(value::text, format('"%s"', merged), renamed)::jsonb from jsonb_array_elements(before #> '{merged,guardians}')
      where not value @> jsonb_build_object('child_id', kept) and not value @> jsonb_build_object('adult_id', kept)
    loop
      perform private.join_row(
        'private.guardians', '{child_id,adult_id}', tie, choices #>> array['relations', concat_ws(' ', tie ->> 'child_id', tie ->> 'adult_id')]
      );
    end loop;
    perform private.unite_consents(kept, merged);
    update private.collections set adult_id = kept where adult_id = merged;
    perform private.unite_addresses(kept, merged);
  end if;
  return before;
end
$$;
comment on function private.unite_ties(uuid, uuid, jsonb, jsonb) is
  'Gives the kept person the marks, ties and contact points of the other, by private.join_rules, and returns what both had before. The other keeps theirs until their last row is gone.';

create function private.prefer_email(person uuid, chosen text) returns void
language sql security definer set search_path = ''
as $$
  update private.contact_points set is_preferred = false
  where person_id = person and kind = 'email' and is_preferred and normalized <> lower(btrim(chosen)) and chosen is not null;
  update private.contact_points set is_preferred = true
  where person_id = person and kind = 'email' and normalized = lower(btrim(chosen)) and not is_preferred and retired_at is null;
$$;
comment on function private.prefer_email is 'Makes an email that is in use the preferred one of a person; null changes nothing.';

create function private.drop_ties(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from private.rows_of_people as theirs where theirs.person_id = person) then
    delete from private.members where person in (group_id, person_id);
    delete from private.guardians where person in (child_id, adult_id);
  end if;
end
$$;
comment on function private.drop_ties(uuid) is
  'Removes the ties of a merged person without a row: nothing else keeps them.';

create function private.restore_points(done private.person_merges) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  was private.contact_points;
  out_of_use timestamptz;
begin
  -- One email and one phone of each person are preferred: the marks of the join go before the earlier ones come back.
  update private.contact_points point set is_preferred = false
  where person_id = done.kept_id and is_preferred and done.ties #> '{after,points}' @> jsonb_build_array(to_jsonb(point));
  for was in select * from jsonb_populate_recordset(null::private.contact_points, done.ties #> '{kept,points}') loop
    update private.contact_points point
    set value = was.value, valid_since = was.valid_since, parts = was.parts, label = was.label, level = was.level, is_confirmed = was.is_confirmed,
      open_to = was.open_to, retired_at = was.retired_at, told_by = was.told_by,
      is_preferred = was.is_preferred and not exists (
        select from private.contact_points other where other.person_id = done.kept_id and other.kind = was.kind and other.is_preferred
      )
    where person_id = done.kept_id and kind = was.kind and normalized = was.normalized and exists (
      -- Unchanged since the join.
      select from jsonb_array_elements(done.ties #> '{after,points}') as came
      where came - 'is_preferred' = to_jsonb(point) - 'is_preferred'
    );
  end loop;
  for was in select * from jsonb_populate_recordset(null::private.contact_points, done.ties #> '{merged,points}') loop
    -- What went out of use since is so for both.
    out_of_use := coalesce(was.retired_at, (
      select now_is.retired_at from private.contact_points as now_is
      where now_is.person_id = done.kept_id and now_is.kind = was.kind and now_is.normalized = was.normalized
        and not done.ties #> '{after,points}' @> jsonb_build_array(jsonb_build_object('kind', was.kind, 'normalized', was.normalized, 'retired_at', now_is.retired_at))
    ));
    insert into private.contact_points as now_is (person_id, kind, normalized, value, valid_since, parts, label, is_preferred, level, is_confirmed, open_to, retired_at, told_by)
    values (was.person_id, was.kind, was.normalized, was.value, was.valid_since, was.parts, was.label, was.is_preferred and out_of_use is null, was.level, was.is_confirmed, was.open_to, out_of_use, was.told_by)
    on conflict on constraint contact_points_pkey do update set
      value = excluded.value, valid_since = excluded.valid_since, label = excluded.label, is_preferred = excluded.is_preferred,
      is_confirmed = excluded.is_confirmed, open_to = excluded.open_to, retired_at = excluded.retired_at, told_by = excluded.told_by;
  end loop;
  delete from private.contact_points point
  where person_id = done.kept_id and (kind = 'post' or open_to is not null)
    and exists (select from jsonb_array_elements(done.ties #> '{after,points}') as came where came - 'is_preferred' = to_jsonb(point) - 'is_preferred')
    and not done.ties #> '{kept,points}' @> jsonb_build_array(jsonb_build_object('kind', kind, 'normalized', normalized));
end
$$;
comment on function private.restore_points(private.person_merges) is
  'Gives both people of a join their emails, phones and addresses back, except what changed since. Those that no row has any more are then tidied away.';

create function private.restore_ties(of_table regclass, keys text[], ties text, done private.person_merges) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  was constant jsonb := done.ties #> array['kept', ties];
  came constant jsonb := done.ties #> array['after', ties];
  tie jsonb;
  now_is jsonb;
begin
  for tie in select value from jsonb_array_elements((done.ties #> array['merged', ties]) || was) loop
    select stored into now_is from private.stored_rows(of_table, array[(tie ->> keys[1])::uuid], keys[1]) as stored
    where stored @> private.key_of(tie, keys);
    if now_is is not null then
      -- Unchanged since the join.
      perform private.change_rows(of_table, jsonb_build_array(private.key_of(tie, keys)), tie - keys)
      where tie <> now_is and came @> jsonb_build_array(now_is);
    elsif not came @> jsonb_build_array(private.key_of(tie, keys))
      and (select count(*) = 2 from private.people where id in ((tie ->> keys[1])::uuid, (tie ->> keys[2])::uuid)) then
      perform private.join_row(of_table, keys, tie);
    end if;
  end loop;
  perform private.delete_rows(of_table, coalesce((
    select jsonb_agg(private.key_of(value, keys)) from jsonb_array_elements(came)
    where not was @> jsonb_build_array(private.key_of(value, keys))
  ), '[]'));
end
$$;
comment on function private.restore_ties(regclass, text[], text, private.person_merges) is
  'Undoes what a join did to one kind of ties: what it removed comes back, what it changed is as before unless someone changed it since, and what it added goes.';

create function private.hold_bars(done private.person_merges, as_one jsonb, refusals private.consents[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update private.people set do_not_contact = true
  where id = done.merged_id and (as_one #>> '{person,do_not_contact}')::boolean and not (done.ties #>> '{after,person,do_not_contact}')::boolean;
  with said as (
    select case child_id when done.kept_id then done.merged_id else child_id end as child, case adult_id when done.kept_id then done.merged_id else adult_id end as adult,
      told.relation, told.no_contact and came.no_contact is not true as no_contact, told.must_not_collect and came.must_not_collect is not true as must_not_collect
    from jsonb_populate_recordset(null::private.guardians, as_one -> 'guardians') as told
    left join jsonb_populate_recordset(null::private.guardians, done.ties #> '{after,guardians}') as came using (child_id, adult_id)
  )
  insert into private.guardians as tie (child_id, adult_id, relation, no_contact, must_not_collect)
  select child, adult, relation, no_contact, must_not_collect from said
  where (no_contact or must_not_collect) and child <> adult and (
    exists (select from private.guardians theirs where (theirs.child_id, theirs.adult_id) = (child, adult))
    or child = done.merged_id and exists (select from public.mentees where person_id = child)
  )
  on conflict (child_id, adult_id) do update
  set no_contact = tie.no_contact or excluded.no_contact, must_not_collect = tie.must_not_collect or excluded.must_not_collect,
    may_collect = tie.may_collect and not excluded.must_not_collect;
  insert into private.consents (child_id, adult_id, kind, version, answer, road, note, recorded_by, given_for, given_as, given_at)
  select tie.child_id, tie.adult_id, said.kind, said.version, said.answer, said.road, said.note, said.recorded_by, tie.child_id, tie.adult_id, said.given_at
  from unnest(refusals) as said
  join private.guardians tie on tie.child_id = case said.child_id when done.kept_id then done.merged_id else said.child_id end
    and tie.adult_id = case said.adult_id when done.kept_id then done.merged_id else said.adult_id end
  where not done.ties #> '{after,consents,answers}' @> jsonb_build_array(jsonb_build_object('id', said.id));
end
$$;
comment on function private.hold_bars(private.person_merges, jsonb, private.consents[]) is
  'What was said of two people while they were one is not known to be of one of them: who must not collect or be contacted, and a no, is so for both after an undo.';

create function private.part_ties(done private.person_merges) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  as_one constant jsonb := private.ties_of(done.kept_id);
  refusals constant private.consents[] := array(
    select said from private.standing_consents(array(select child_id from private.guardians where done.kept_id in (child_id, adult_id))) as said
    where said.answer <> 'yes' and done.kept_id in (said.child_id, said.adult_id)
  );
begin
  if done.ties = '{}' then
    return;
  end if;
  perform private.restore_points(done);
  perform private.restore_ties('private.members', '{group_id,person_id}', 'members', done);
  perform private.restore_ties('private.guardians', '{child_id,adult_id}', 'guardians', done);
  perform private.restore_ties('private.person_dismissals', '{one_id,other_id}', 'dismissals', done);
  perform private.part_consents(done);
  perform private.part_collections(done);
  perform private.change_rows(
    'private.people', jsonb_build_array(jsonb_build_object('id', done.kept_id)), (done.ties #> '{kept,person}') - 'id'
  )
  from private.people where id = done.kept_id and done.ties #> '{after,person}' = to_jsonb(people) - '{names,name}'::text[];
  perform private.hold_bars(done, as_one, refusals);
end
$$;
comment on function private.part_ties is 'Undoes what private.unite_ties did to the two people of a merge.';

create function private.merge_preview(kept uuid, merged uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
begin
  if not private.may_link() or not private.sees_person(kept, readable) or not private.sees_person(merged, readable) then
    return null;
  end if;
  return jsonb_build_object(
    'emails', (
      select coalesce(jsonb_agg(distinct point ->> 'value'), '[]')
      from unnest(array[kept, merged]) as person, jsonb_array_elements(private.points_of(person, readable)) as point where point ->> 'kind' = 'email'
    ),
    'email', (
      -- Null where it is one that the caller may not see.
      select (
        select point ->> 'value' from jsonb_array_elements(private.points_of(person, readable)) as point where (point ->> 'is_letter')::boolean
      )
      from unnest(array[kept, merged]) with ordinality as listed (person, place)
      where private.email_of(person) is not null order by place limit 1
    ),
    'differs', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'column', column_name, 'kept', own -> column_name, 'merged', theirs -> column_name,
        'joined', coalesce(private.joined('private.people', own, theirs) -> column_name, own -> column_name)
      ) order by column_name), '[]')
      from private.join_rules, (select to_jsonb(people) as own from private.people where id = kept) as kept_row,
        (select to_jsonb(people) as theirs from private.people where id = merged) as merged_row
      where table_name = 'private.people' and rule in ('or', 'filled', 'group') and own -> column_name is distinct from theirs -> column_name
    ),
    'relations', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'key', concat_ws(' ', told.child, told.adult), 'child_name', private.readable_name(child_shown, readable),
        'adult_name', private.readable_name(told.adult, readable), 'kept', told.kept_one, 'merged', told.other_one
      ) order by told.child, told.adult), '[]')
      from private.joined_relations(kept, merged) as told
      cross join lateral (select told.child as child_shown) as shown
      where private.opened_children(told.child, '1 day')
    )
  );
end
$$;

create function public.merge_preview(kept uuid, merged uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.merge_preview(kept, merged) $$;
comment on function public.merge_preview is
  'Before a merge of two people, what the caller sees of it: `emails` of both and the `email` that mail goes to afterwards; how the marks of the two differ (`differs`) and join; and `relations` of a child that the two tell differently, where the caller opened the child within a day. Null where the caller may not merge them.';
grant execute on function private.merge_preview, public.merge_preview to authenticated;
create function private.require_answers(kept uuid, merged uuid, choices jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select from private.joined_relations(kept, merged) as told
    where private.opened_children(told.child, '1 day') and choices #> array['relations', concat_ws(' ', told.child, told.adult)] is null
  ) then
    raise exception 'The two disagree about an adult and a child. Choose which one is right.' using errcode = 'P0001';
  end if;
end
$$;
comment on function private.require_answers is
  'Refuses a merge while `choices` lacks an answer for a relation that the two tell differently, of a child whom the caller opened within a day.';
