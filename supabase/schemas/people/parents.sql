create function private.parent_of(child public.mentees) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  who constant private.identity := (nullif(btrim(child.parent_name), ''), nullif(btrim(child.parent_email), ''), child.parent_phone, false);
  plain constant text := private.plain_name(who.name);
  parent uuid;
begin
  if num_nonnulls(who.name, who.email, private.phone_keys(who.phone)) = 0 then
    return null;
  end if;
  -- Two children who arrive at the same time do not get two rows for one parent.
  perform pg_advisory_xact_lock(hashtextextended('mailbox of ' || private.mailbox(who.email), 0)) where who.email is not null;
  select adult_id into parent from private.guardians where child_id = child.person_id and is_of_record limit 1;
  parent := nullif(private.found_person(who, parent, true), child.person_id);
  if parent is null then
    -- A parent without a row is found through the children, since no contact point has the address.
    select people.id into parent
    from private.guardians
    join private.people on people.id = adult_id
    join public.mentees named on named.person_id = child_id
    where (guardians.is_of_record or child_id = child.person_id and relation in ('parent', 'guardian') and plain is not null and names <> '{}')
      and not exists (select from private.rows_of_people as theirs where theirs.person_id = people.id)
      and (child_id = child.person_id or lower(btrim(named.parent_email)) = lower(who.email))
      and (plain is null or names = '{}' or private.is_same_name(names[1], plain))
    order by child_id = child.person_id desc, guardians.is_of_record desc, people.created_at, people.id limit 1;
  end if;
  if parent is null then
    insert into private.people (name, names) values (who.name, array_remove(array[plain], null)) returning id into parent;
  else
    update private.people set name = who.name, names = array[plain]
    where id = parent and who.name is not null and name is distinct from who.name
      and not exists (select from private.rows_of_people as theirs where theirs.person_id = people.id);
  end if;
  return parent;
end
$$;
comment on function private.parent_of is
  'The parent whom a mentee''s record names: found by the rule, known from the child, also from earlier, or a sibling, or else added; null where the record names none.';

create function private.unite_parent(child public.mentees, parent uuid, is_same boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  plain constant text := private.plain_name(nullif(btrim(child.parent_name), ''));
  is_known constant boolean := exists (
    select from private.guardians where child_id = child.person_id and adult_id = parent and is_of_record
  );
  former record;
begin
  if private.write_mode() is not null then
    return;
  end if;
  for former in
    select tie.adult_id, is_of_record, must_not_collect, no_contact or do_not_contact as no_contact
    from private.guardians tie join private.people on people.id = tie.adult_id
    where tie.child_id = child.person_id and tie.adult_id <> parent and (
      -- Also a parent whom staff took out of the record before.
      (tie.is_of_record or not is_known and plain is not null and relation in ('parent', 'guardian'))
        and case when plain is null then names = '{}' else private.is_same_name(names[1], plain) end
      -- Whom the record names may have another name by now.
      or tie.is_of_record and is_same
    )
  loop
    if former.is_of_record and not exists (select from private.rows_of_people as theirs where theirs.person_id = former.adult_id) then
      perform private.unite_ties(parent, former.adult_id, '{}', '{}');
      insert into private.released_numbers (match_id, adult_id, released_by, released_at)
      select match_id, parent, released_by, released_at from private.released_numbers where adult_id = former.adult_id
      on conflict do nothing;
      perform private.drop_ties(former.adult_id);
    elsif former.no_contact or former.must_not_collect then
      insert into private.guardians as known (child_id, adult_id, no_contact, must_not_collect)
      values (child.person_id, parent, former.no_contact, former.must_not_collect)
      on conflict (child_id, adult_id) do update set
        no_contact = known.no_contact or excluded.no_contact, must_not_collect = known.must_not_collect or excluded.must_not_collect,
        may_collect = known.may_collect and not excluded.must_not_collect;
    end if;
  end loop;
end
$$;
comment on function private.unite_parent(public.mentees, uuid, boolean) is
  'Of a parent who is another person now, under the same name in the child''s record: one whom only the record named is the new one, with all that was said of them and what they answered; the bars of one with rows of their own, or of a parent of an earlier record, hold for the new one too.';

create function private.sync_parents(children uuid[], same uuid[] default '{}') returns void
language plpgsql security definer set search_path = ''
as $$
declare
  child public.mentees;
  parents jsonb := '{}';
  parent uuid;
begin
  for child in
    select * from public.mentees where person_id = any (children) order by lower(btrim(parent_email)), id
  loop
    parent := private.parent_of(child);
    if parent is not null then
      perform private.unite_parent(
        child, parent, child.person_id = any (same) and not exists (select from public.mentees where person_id = child.person_id and id <> child.id)
      );
      insert into private.guardians as known (child_id, adult_id, is_of_record) values (child.person_id, parent, true)
      on conflict (child_id, adult_id) do update set is_of_record = true where not known.is_of_record;
      parents := parents || jsonb_build_object(child.person_id || ' ' || parent, true);
    end if;
  end loop;
  -- What staff said about a former parent stays, as what the parent answered, unless the parent is erased.
  delete from private.guardians tie
  where child_id = any (children) and is_of_record and not parents ? (child_id || ' ' || adult_id) and (
    private.write_mode() = 'erasure'
    or relation = 'parent' and not may_collect and not must_not_collect and not no_contact and email is null and phone is null
      and not exists (select from private.consents said where (said.child_id, said.adult_id) = (tie.child_id, tie.adult_id))
  );
  update private.guardians set is_of_record = false
  where child_id = any (children) and is_of_record and not parents ? (child_id || ' ' || adult_id);
end
$$;
comment on function private.sync_parents(uuid[], uuid[]) is
  'Makes the parents of these children those whom their records name; the records of `same` name whom they named before. What staff said about a former parent stays, as what the parent answered.';
