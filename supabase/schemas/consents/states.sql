-- What was consented to. The more careful answer holds, and only a yes to the text of today counts.

create function private.may_consent(child uuid, adult uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from private.guardians tie join private.people who on who.id = tie.adult_id
    where tie.child_id = child and tie.adult_id = adult and tie.relation <> 'other'
      and not tie.no_contact and not who.do_not_contact and not who.is_deceased
      and exists (select from public.mentees where person_id = child)
  );
end
$$;
comment on function private.may_consent(uuid, uuid) is
  'Whether an adult may be asked for a child: a parent, guardian or relative of a mentee who is not barred from contact.';

create function private.standing_consents(children uuid[]) returns setof private.consents
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select said.* from private.consents said
    join private.guardians tie on tie.child_id = said.child_id and tie.adult_id = said.adult_id and tie.relation <> 'other'
    where said.child_id = any (children) and not exists (
      select from private.consents later
      where (later.child_id, later.adult_id, later.kind) = (said.child_id, said.adult_id, said.kind)
        and (later.given_at, later.id) > (said.given_at, said.id)
        and ((later.given_for, later.given_as) = (said.given_for, said.given_as) or later.given_at > said.joined_at)
    )
    order by said.given_at desc, said.id desc;
end
$$;
comment on function private.standing_consents(uuid[]) is
  'The newest answers of each guardian for these children, newest first; of two records that became one both, until the guardian answers again.';

create function private.consent_states(children uuid[]) returns table (child_id uuid, kind text, state text)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    with standing as materialized (select * from private.standing_consents(children)),
      asked as (select kind, max(version) as version from private.consent_texts group by kind)
    select child, asked.kind, case
      when bool_or(said.answer <> 'yes') then 'no'
      when bool_or(said.version = asked.version and private.may_consent(child, said.adult_id)) then 'yes'
      else 'open'
    end
    from unnest(children) as child cross join asked
    left join standing said on said.child_id = child and said.kind = asked.kind
    group by child, asked.kind order by child, asked.kind;
end
$$;
comment on function private.consent_states(uuid[]) is
  'For each child and kind: no, if a parent, guardian or relative last said no or withdrew, whatever others said; yes, if one who may be asked said yes to the text of today; else open.';

create function private.log_consent(child uuid, words text) returns void
language sql security definer set search_path = ''
as $$
  select private.log_action(
    'changed', 'mentees', id, concat_ws(' ', first_name, last_name), jsonb_build_object('consent', jsonb_build_array(null, words))
  )
  from public.mentees where person_id = child
$$;
comment on function private.log_consent(uuid, text) is 'Logs, in words, an answer or a request for a child.';

create function private.consent_words(kinds text[]) returns text
language sql immutable set search_path = ''
as $$
  select string_agg(case kind when 'photo' then 'photos' when 'trip' then 'trips' else 'data' end, ', ' order by place)
  from unnest(kinds) with ordinality as listed (kind, place)
$$;
comment on function private.consent_words(text[]) is 'Kinds of consent, as the change log names them.';

create function private.store_consent(given private.consents) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  current_version constant integer := (select max(version) from private.consent_texts where kind = given.kind);
  standing private.consents[];
begin
  if current_version is null then
    raise exception 'That question is not asked here.' using errcode = 'check_violation';
  elsif given.version is distinct from current_version then
    raise exception 'The text has changed. Please read it again.' using errcode = 'PT409';
  end if;
  -- Two answers of one guardian come one after the other.
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'consent', given.child_id, given.adult_id, given.kind), 0));
  standing := array(
    select said from private.standing_consents(array[given.child_id]) as said
    where said.adult_id = given.adult_id and said.kind = given.kind
  );
  -- A yes that is taken back is withdrawn, in whichever words.
  if given.answer <> 'yes' then
    given := jsonb_populate_record(given, jsonb_build_object(
      'answer', case when exists (select from unnest(standing) as said where said.answer in ('yes', 'withdrawn')) then 'withdrawn' else 'no' end
    ));
  end if;
  -- The answer to an earlier try was lost.
  if cardinality(standing) = 1 and (standing[1].answer, standing[1].version) = (given.answer, given.version) then
    return false;
  end if;
  insert into private.consents (id, child_id, adult_id, kind, version, answer, road, note, request_id, recorded_by, given_for, given_as)
  values (
    coalesce(given.id, gen_random_uuid()), given.child_id, given.adult_id, given.kind, given.version, given.answer, given.road,
    given.note, given.request_id, given.recorded_by, given.child_id, given.adult_id
  );
  return true;
end
$$;
comment on function private.store_consent(private.consents) is
  'Adds an answer to the text of today, a taken back yes as withdrawn; false if the same one stands. Refuses another version (PT409) and an unknown kind.';
