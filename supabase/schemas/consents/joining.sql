-- Answers follow the people of a join, its undo and a split.

create function private.consents_of(person uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'answers', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'child_id', child_id, 'adult_id', adult_id, 'joined_at', joined_at)), '[]')
      from private.consents where person in (child_id, adult_id)
    ),
    'requests', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'child_id', child_id, 'adult_id', adult_id)), '[]')
      from private.consent_requests where person in (child_id, adult_id)
    )
  )
$$;
comment on function private.consents_of(uuid) is 'Which answers and requests are of a person, for a join and its undo.';

create function private.unite_consents(kept uuid, merged uuid) returns void
language sql security definer set search_path = ''
as $$
  -- The table itself refuses someone who would answer for themselves: those rows go with the merged person.
  update private.consents
  set child_id = case child_id when merged then kept else child_id end,
    adult_id = case adult_id when merged then kept else adult_id end, joined_at = clock_timestamp()
  where merged in (child_id, adult_id) and kept not in (child_id, adult_id);
  update private.consent_requests
  set child_id = case child_id when merged then kept else child_id end, adult_id = case adult_id when merged then kept else adult_id end
  where merged in (child_id, adult_id) and kept not in (child_id, adult_id);
$$;
comment on function private.unite_consents(uuid, uuid) is
  'Gives the kept person of a join the answers and requests of the other. Where the two differ, the no holds until the guardian answers again.';

create function private.part_consents(done private.person_merges) returns void
language sql security definer set search_path = ''
as $$
  update private.consents said
  set child_id = case when was.child_id = done.merged_id and said.child_id = done.kept_id then done.merged_id else said.child_id end,
    adult_id = case when was.adult_id = done.merged_id and said.adult_id = done.kept_id then done.merged_id else said.adult_id end,
    joined_at = was.joined_at
  from jsonb_populate_recordset(null::private.consents, done.ties #> '{merged,consents,answers}') as was
  where said.id = was.id and exists (select from private.people where id = done.merged_id);
  update private.consent_requests asked
  set child_id = case when was.child_id = done.merged_id and asked.child_id = done.kept_id then done.merged_id else asked.child_id end,
    adult_id = case when was.adult_id = done.merged_id and asked.adult_id = done.kept_id then done.merged_id else asked.adult_id end
  from jsonb_populate_recordset(null::private.consent_requests, done.ties #> '{merged,consents,requests}') as was
  where asked.id = was.id and exists (select from private.people where id = done.merged_id);
$$;
comment on function private.part_consents(private.person_merges) is
  'Gives the answers and requests that came with a join back to the other person. Answers since then stay with the kept one.';

create function private.split_consents(person uuid, new_person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.mentees where person_id = person) then
    return;
  end if;
  update private.consents set child_id = new_person where child_id = person and adult_id <> new_person;
  update private.consent_requests set child_id = new_person where child_id = person and adult_id <> new_person;
end
$$;
comment on function private.split_consents(uuid, uuid) is
  'Gives the answers for a child to the new person who has the child''s record after a split. If both have one, it is not known whose they are: they stay, and the new one is asked again.';
