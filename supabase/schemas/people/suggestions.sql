-- All people who may be the same, in slices. Each pair comes once, from the one with the lower id.

create function private.may_link() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.held_permissions() as held
    where held in ('can_manage_mentors', 'can_manage_mentees', 'can_manage_trainers', 'can_manage_donations')
  )
$$;
comment on function private.may_link() is
  'Whether the caller may say that two people are one, of those whom they see: managers of people and of donations.';

create function private.merge_two_people(merge uuid, kept uuid, merged uuid, choices jsonb default '{}') returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  kept_seen private.person_rows;
  merged_seen private.person_rows;
begin
  perform private.lock_people(true);
  perform private.require(private.may_link(), 'You may not merge two people.');
  if exists (select from private.person_merges where id = merge and actor_id = private.current_user_id()) then
    return;
  end if;
  kept_seen := private.seen_person(kept, readable);
  merged_seen := private.seen_person(merged, readable);
  if kept = merged then
    raise exception 'This is the same person already.' using errcode = 'P0001';
  end if;
  perform private.unite_people(merge, kept, merged, readable, false, choices);
  perform private.log_of_person('changed', kept_seen, 'same_person', null, 'merged', merge);
  perform private.log_of_person('changed', merged_seen, 'same_person', null, 'merged', merge);
end
$$;
comment on function private.merge_two_people(uuid, uuid, uuid, jsonb) is
  'Merges two people, with the rows that the caller may read.';
create function public.merge_persons(merge uuid, kept uuid, merged uuid, choices jsonb default '{}') returns void
language sql security invoker set search_path = ''
as $$ select private.merge_two_people(merge, kept, merged, choices) $$;
comment on function public.merge_persons is
  'Makes two people one, once under the given id: the rows that the caller may read go to the kept one. For callers who may merge and see something of both. `choices` are the answers to merge_preview: the `email` that mail goes to, and for each of `relations`, by its key, what the adult is to the child.';

create function private.undo_person_merge(merge uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  done private.person_merges;
begin
  perform private.lock_people(true);
  select person_merges.* into done from private.person_merges
  where id = merge and not is_of_records and private.may_link()
    and array_replace(array(select jsonb_object_keys(moved)), 'legal_gifts', 'donations') <@ (readable || '{unposted_gifts,donor_pledges,tasks,files,monthly_gifts,issued_receipts}'::text[]);
  perform private.require(done.id is not null, 'You may not undo this, or it was undone already.');
  if done.created_at < now() - interval '30 days' then
    raise exception 'A merge can be undone for 30 days.' using errcode = 'PT409';
  elsif not exists (select from private.people where id = done.kept_id) then
    raise exception 'The kept person no longer exists, or was merged since. Undo that first.' using errcode = 'PT409';
  end if;
  perform private.part_people(done);
  perform private.log_of_person('changed', private.rows_of(array[person], readable), 'same_person', 'merged', 'apart', merge)
  from unnest(array[done.kept_id, done.merged_id]) as person;
end
$$;
create function public.undo_person_merge(merge uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.undo_person_merge(merge) $$;
comment on function public.undo_person_merge is
  'Undoes a merge_persons within 30 days: everything that was merged goes back, and rows that came since stay.';

create function private.split_guardians(person uuid, new_person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.mentees where person_id = new_person) then
    return;
  end if;
  if exists (select from public.mentees where person_id = person) then
    insert into private.guardians (child_id, adult_id, relation, no_contact, must_not_collect)
    select new_person, adult_id, relation, no_contact, must_not_collect from private.guardians
    where child_id = person and adult_id <> new_person and (no_contact or must_not_collect);
  else
    update private.guardians set child_id = new_person where child_id = person and adult_id <> new_person;
  end if;
  perform private.sync_parents(array[person, new_person]);
end
$$;
comment on function private.split_guardians(uuid, uuid) is
  'Gives the guardians to the new person who has the child''s record after a split. If both have one, it is not known whose they are: each keeps the parent whom the record names, and who must not collect or be contacted is so for both.';

create function private.part_rows(person uuid, new_person uuid, moved jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Which of the two asked for paper, or not to be contacted, is not known: it holds for both.
  insert into private.people (id, name, names, do_not_contact, wants_paper)
  select new_person, theirs.name, array_remove(array[private.plain_name(theirs.name)], null), same.do_not_contact, same.wants_paper
  from private.rows_of_people as theirs join private.people as same on same.id = person
  where person_id = person and moved -> source @> to_jsonb(theirs.id) order by theirs.name limit 1;
  perform private.move_rows(moved, person, new_person);
  perform private.leave_pledges(array[person, new_person]);
  perform private.split_guardians(person, new_person);
  perform private.split_consents(person, new_person);
  perform private.tidy_people(array[person, new_person]);
end
$$;
comment on function private.part_rows is
  'Takes rows out of a person and gives them to a new one. A wish for paper or for no contact then holds for both.';

create function private.split_person(person uuid, new_person uuid, rows jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  stays private.person_rows;
  moved jsonb;
begin
  perform private.lock_people(true);
  perform private.require(private.may_link(), 'You may not split a person.');
  stays := private.seen_person(person, readable);
  if exists (select from private.people where id = new_person) then
    return;
  end if;
  select jsonb_object_agg(source, ids) into moved from (
    select source, jsonb_agg(id) as ids from private.rows_of_people as theirs
    where person_id = person
      and (
        source = any (readable) and jsonb_build_object('source', source, 'id', id) in (select jsonb_array_elements(rows))
        -- A pledge goes with its gifts.
        or source = 'donor_pledges' and 'donations' = any (readable) and exists (
          select from public.donations where gift_pledge_id = theirs.id
            and jsonb_build_object('source', 'donations', 'id', donations.id) in (select jsonb_array_elements(rows))
        )
      )
    group by source
  ) as listed;
  if moved is null or not exists (
    select from private.rows_of_people as theirs where person_id = person and source = any (readable)
      and not coalesce(moved -> source @> to_jsonb(id), false)
  ) then
    raise exception 'Choose some of the records, and not all.' using errcode = 'P0001';
  end if;
  perform private.part_rows(person, new_person, moved);
  perform private.log_of_person('changed', stays, 'same_person', null, 'taken apart', new_person);
end
$$;
create function public.split_person(person uuid, new_person uuid, rows jsonb) returns void
language sql security invoker set search_path = ''
as $$ select private.split_person(person, new_person, rows) $$;
comment on function public.split_person is
  'Takes rows (source and id) out of a person and gives them to a new one, under the id that the caller chose.';

create function private.person_merges_of(person uuid) returns table (id uuid, name text, actor_name text, created_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  -- The name that a moved row has: that of the person may be from one that the caller may not read.
  select done.id, (
      select min(theirs.name) from private.rows_of_people as theirs
      where theirs.person_id = done.kept_id and done.moved -> theirs.source @> to_jsonb(theirs.id)
    ), done.actor_name, done.created_at
  from private.person_merges done
  where done.kept_id = person_merges_of.person and not is_of_records and private.may_link() and done.created_at > now() - interval '30 days'
    and array_replace(array(select jsonb_object_keys(moved)), 'legal_gifts', 'donations') <@ (array(select private.readable_tables()) || '{unposted_gifts,donor_pledges,tasks,files,monthly_gifts,issued_receipts}'::text[])
  order by done.created_at desc
$$;
create function public.person_merges_of(person uuid) returns table (id uuid, name text, actor_name text, created_at timestamptz)
language sql stable security invoker set search_path = ''
as $$ select * from private.person_merges_of(person) $$;
comment on function public.person_merges_of is
  'The merges into a person in the last 30 days that the caller may undo, newest first.';

create function private.is_one_letter_off(one text, other text) returns boolean
language plpgsql immutable set search_path = ''
as $$
declare
  longer constant text := case when length(one) >= length(other) then one else other end;
  shorter constant text := case when length(one) >= length(other) then other else one end;
  same integer := 0;
begin
  if length(longer) < 5 or length(longer) - length(shorter) > 1 or one = other then
    return false;
  end if;
  while substr(longer, same + 1, 1) = substr(shorter, same + 1, 1) and same < length(shorter) loop
    same := same + 1;
  end loop;
  return substr(longer, same + 2) = substr(shorter, same + case when length(longer) = length(shorter) then 2 else 1 end);
end
$$;
comment on function private.is_one_letter_off(text, text) is
  'Whether two words of at least five letters differ in one letter: another, one more or one less.';

create function private.is_near_name(one text, other text) returns boolean
language sql immutable set search_path = ''
as $$
  select count(*) = 1 and bool_and(private.is_one_letter_off(mine, theirs))
    and cardinality(string_to_array(one, ' ')) = cardinality(string_to_array(other, ' '))
  from unnest(string_to_array(one, ' '), string_to_array(other, ' ')) as words (mine, theirs) where mine is distinct from theirs
$$;
comment on function private.is_near_name(text, text) is
  'Whether two names, as private.plain_name writes them, differ only in one letter of one word.';

create function private.couple_parts(name text) returns text[]
language sql immutable set search_path = ''
as $$
  select case when one ~ '\S' and other ~ ' ' then array[
    case when one ~ ' ' then one else one || regexp_replace(other, '^\S+', '') end, other
  ] end
  from (select split_part(plain, ' and ', 1) as one, split_part(plain, ' and ', 2) as other from private.plain_name(name) as plain) as parts
$$;
comment on function private.couple_parts(text) is
  'The two names in the name of a couple, as private.plain_name writes them; null where one is missing.';

create function private.people_named(plain text) returns setof uuid
language sql stable security definer set search_path = ''
as $$ select id from private.people where names[1] = plain limit 6 $$;
comment on function private.people_named(text) is 'Up to six people of a name: more than five are too many to suggest.';

create function private.post_keys(people uuid[]) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select normalized from private.contact_points where person_id = any (people) and kind = 'post'
      and not exists (select from public.mentees where mentees.person_id = contact_points.person_id)
  )
$$;
comment on function private.post_keys(uuid[]) is
  'The postal addresses by which these people are compared. Where a mentee lives is protected.';

create function private.suggestions_above(person uuid, above uuid) returns setof private.suggestion
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
#variable_conflict use_column
declare
  -- A panel shows a few; the list of all asks for those with a higher id.
  most constant integer := case when above is null then 5 else 100 end;
  who private.person_rows;
  plain_names text[];
begin
  if not private.may_link() then
    return;
  end if;
  who := private.rows_of(array[person], array(select private.readable_tables()));
  plain_names := array(
    select distinct private.plain_name(mine.name) from private.rows_of_people as mine
    where mine.person_id = any (who.people) and mine.source = any (who.readable)
  );
  return query
  with alike as (
    select distinct on (candidate.other) candidate.other, theirs.name, candidate.reason
    from private.suggestion_candidates(who, plain_names) as candidate
    join private.rows_of_people as theirs on theirs.person_id = candidate.other and theirs.source = any (who.readable)
    join unnest(plain_names) as own (plain) on case candidate.reason
      when 'phone' then private.phone_keys(theirs.phone) && who.phones and private.is_alike(own.plain, private.plain_name(theirs.name))
      when 'email' then private.folded_address(theirs.email) in (select private.folded_address(address) from unnest(who.addresses) as address)
        and (own.plain ~ '\mand\M') = (private.plain_name(theirs.name) ~ '\mand\M') and (
          split_part(own.plain, ' ', 1) = split_part(private.plain_name(theirs.name), ' ', 1)
          or private.is_near_name(own.plain, private.plain_name(theirs.name))
          -- "Mr. and Mrs. Hale" and "Ana and Ben Hale"
          or own.plain ~ '\mand\M' and string_to_array(own.plain, ' ') && array_remove(string_to_array(private.plain_name(theirs.name), ' '), 'and')
        )
      when 'post' then private.is_alike(own.plain, private.plain_name(theirs.name))
      when 'household' then private.may_share_home(person, candidate.other)
      else own.plain = private.plain_name(theirs.name)
    end
    where candidate.other <> person
    order by candidate.other, array_position('{phone,email,post,name,household}', candidate.reason)
  )
  select suggested.other, suggested.name, (private.rows_of(array[suggested.other], who.readable)).addresses, suggested.reason, suggested.partner, suggested.partner_name
  from (
    select other, alike.name, reason, house.id as partner, coalesce(private.readable_name(house.id, who.readable), house.name) as partner_name
    from alike left join private.people as house
      on reason = 'household' and house.id = coalesce(private.household_of(person), private.household_of(other))
    union all
    select pair.one, private.readable_name(pair.one, who.readable), 'couple', pair.other, private.readable_name(pair.other, who.readable)
    from private.couple_members(person, who.readable) as pair
    -- A couple is compared only from its own row, whatever the ids.
    where above is null or above = person
  ) as suggested
  where (above is null or suggested.other > above or suggested.reason = 'couple') and not exists (
    select from private.person_dismissals
    where one_id = least(suggested.other, person) and other_id = greatest(suggested.other, person)
  )
  order by suggested.reason = 'household', suggested.other
  limit most;
end
$$;
comment on function private.suggestions_above is
  'Who may be the same as a person: up to five, or with `above` up to a hundred with a higher id. None for callers who may not merge people.';

create function private.person_suggestions(person uuid) returns setof private.suggestion
language sql stable security definer set search_path = ''
as $$ select * from private.suggestions_above(person, null) $$;

create function public.person_suggestions(person uuid) returns table (id uuid, name text, addresses text[], reason text, partner uuid, partner_name text)
language sql stable security invoker set search_path = ''
as $$ select * from private.person_suggestions(person) $$;
comment on function public.person_suggestions is
  'Up to five people who may be the same: by `phone` or postal address (`post`) with the same name, or one that differs in a letter; by `email` and first name; by full `name`, if at most five people have it or one of the two has no email. Or who may be a household: two at one address (`household`), with the household of one of them as partner, or the two of a `couple`, one with the other as partner. For callers who may merge people.';

create function private.dismiss_suggestion(person uuid, other uuid, dismissed boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  seen private.person_rows;
begin
  perform private.require(private.may_link(), 'You may not confirm or dismiss duplicates.');
  perform private.lock_people();
  seen := private.seen_person(person, readable);
  perform private.seen_person(other, readable);
  if dismissed then
    insert into private.person_dismissals (one_id, other_id)
    values (least(person, other), greatest(person, other)) on conflict do nothing;
  else
    delete from private.person_dismissals where one_id = least(person, other) and other_id = greatest(person, other);
  end if;
  if found then
    perform private.log_of_person('changed', seen, 'same_person',
      case when not dismissed then 'someone else' end, case when dismissed then 'someone else' end, other);
  end if;
end
$$;
create function public.dismiss_suggestion(person uuid, other uuid, dismissed boolean) returns void
language sql security invoker set search_path = ''
as $$ select private.dismiss_suggestion(person, other, dismissed) $$;
comment on function public.dismiss_suggestion is
  'Says that two people are not the same, or takes that back, for callers who may merge people and see something of both.';
grant execute on function private.undo_person_merge, public.undo_person_merge to authenticated;
grant execute on function private.split_person, public.split_person to authenticated;
grant execute on function private.person_merges_of, public.person_merges_of to authenticated;
grant execute on function private.person_suggestions, public.person_suggestions to authenticated;
grant execute on function private.dismiss_suggestion, public.dismiss_suggestion to authenticated;
grant execute on function private.merge_two_people, public.merge_persons to authenticated;
create function private.all_suggestions(after_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  enough constant integer := 25;
  slice constant integer := 1000;
  slices constant integer := 20;
  readable constant text[] := array(select private.readable_tables());
  reached uuid := coalesce(after_id, '00000000-0000-0000-0000-000000000000');
  looked uuid[];
  likely record;
  pairs jsonb := '[]';
begin
  perform private.require(private.may_link(), 'You may not confirm or dismiss duplicates.');
  for turn in 1 .. slices loop
    looked := array(select id from private.people where id > reached order by id limit slice);
    for likely in
      -- Couples, and people who share a phone, an address or a full name with someone: rights and names are compared after this.
      select distinct own.person_id as id from private.contact_points own
      join private.contact_points other on other.folded = own.folded and other.kind = own.kind and other.person_id > own.person_id
      where own.person_id = any (looked)
      union
      select id from private.people where id = any (looked) and is_couple
      union
      select own.id from private.people own join private.people other on other.names[1] = own.names[1] and other.id > own.id
      where own.id = any (looked) and own.names[1] like '% %'
      order by 1
    loop
      select pairs || coalesce(jsonb_agg(jsonb_build_object(
        'id', likely.id, 'name', private.readable_name(likely.id, readable),
        'addresses', (private.rows_of(array[likely.id], readable)).addresses,
        'other', alike.id, 'other_name', alike.name, 'other_addresses', alike.addresses, 'reason', alike.reason,
        'partner', alike.partner, 'partner_name', alike.partner_name
      ) order by alike.id), '[]') into pairs
      from private.suggestions_above(likely.id, likely.id) as alike;
      reached := likely.id;
      if jsonb_array_length(pairs) >= enough then
        return jsonb_build_object('pairs', pairs, 'next', reached);
      end if;
    end loop;
    if cardinality(looked) < slice then
      return jsonb_build_object('pairs', pairs, 'next', null);
    end if;
    reached := looked[slice];
  end loop;
  return jsonb_build_object('pairs', pairs, 'next', reached);
end
$$;

create function public.all_suggestions(after_id uuid default null) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.all_suggestions(after_id) $$;
comment on function public.all_suggestions is
  'Pairs of people who may be the same, as in person_suggestions, 25 or a few more at a time in the order of ids; continue after `next`, which is null at the end. For callers who may merge people.';
grant execute on function private.all_suggestions, public.all_suggestions to authenticated;
