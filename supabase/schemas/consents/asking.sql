-- For staff who may read mentees and opened the child: asking guardians, and noting what they said.

create function private.require_opened_child(child uuid, within interval) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_protected('mentees');
  perform private.require(
    exists (select from public.mentees where person_id = child) and private.opened_children(child, within),
    'Open the family of the child first.'
  );
end
$$;
comment on function private.require_opened_child(uuid, interval) is
  'Refuses callers who may not read mentees, or did not open this child within the time.';

create function private.family_consents(children uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_protected('mentees');
  if cardinality(children) > 40 then
    raise exception 'Up to 40 children at a time.' using errcode = 'check_violation';
  end if;
  perform private.require_opened_child(child, '5 minutes') from unnest(children) as child;
  return jsonb_build_object(
    'texts', (
      select jsonb_agg(to_jsonb(newest) order by array_position('{photo,trip,data}', newest.kind))
      from (select distinct on (kind) * from private.consent_texts order by kind, version desc) as newest
    ),
    'states', (select coalesce(jsonb_agg(to_jsonb(listed)), '[]') from private.consent_states(children) as listed),
    'answers', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'child_id', child_id, 'adult_id', adult_id, 'kind', kind, 'version', version, 'answer', answer, 'given_at', given_at,
        'road', road, 'note', note, 'recorded_by', private.account_name(recorded_by)
      )), '[]')
      from private.standing_consents(children)
    ),
    'requests', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'child_id', child_id, 'adult_id', adult_id, 'kinds', kinds, 'road', road, 'created_at', created_at
      ) order by created_at desc, id), '[]')
      from private.consent_requests as asked
      where child_id = any (children) and private.is_answerable(asked) and private.may_consent(child_id, adult_id)
    ),
    'adults', (
      select coalesce(jsonb_agg(jsonb_build_object('child_id', child_id, 'adult_id', adult_id)), '[]')
      from private.guardians where child_id = any (children) and private.may_consent(child_id, adult_id)
    )
  );
end
$$;
create function public.family_consents(children uuid[]) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.family_consents(children) $$;
comment on function public.family_consents is
  'Of children whom the caller opened within five minutes: the texts of today, the state of each kind, the newest answer of each guardian, the open links, and who may be asked.';

create function private.guardian_address(adult uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select private.family_adults(
    array(select child_id from private.guardians where adult_id = adult and private.opened_children(child_id, '1 day')),
    array[adult], array(select private.readable_tables())
  ) #>> '{0,email}'
$$;
comment on function private.guardian_address(uuid) is
  'The email of an adult, as the family card shows it to a caller who opened the children within a day.';

create function private.require_askable(children uuid[], adult uuid, kinds text[], road text, address text) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  reached text;
begin
  if (cardinality(children) between 1 and 20 and cardinality(kinds) > 0 and kinds <@ '{photo,trip,data}' and road in ('mail', 'code')) is not true then
    raise exception 'Choose at least one child and one consent.' using errcode = 'P0001';
  end if;
  perform private.require_protected('mentees');
  perform private.require_opened_child(child, '1 day') from unnest(children) as child;
  if not (select bool_and(private.may_consent(child, adult)) from unnest(children) as child) then
    raise exception 'This adult must not be contacted, or is not a parent, guardian or relative of each child.' using errcode = 'P0001';
  elsif road = 'code' then
    return;
  end if;
  reached := private.guardian_address(adult);
  if (private.is_address(reached)) is not true then
    raise exception 'There is no email address of this adult. Show a code instead.' using errcode = 'P0001';
  elsif reached is distinct from require_askable.address then
    raise exception 'The address of this adult has changed. Open the family again.' using errcode = 'PT409';
  elsif exists (select from private.suppressions_of(reached) where reason <> 'unsubscribed') then
    raise exception 'Email to this address came back. Show a code instead.' using errcode = 'P0001';
  elsif 3 <= (
    select count(*) from private.outbox
    where mailbox = private.mailbox(reached) and kind = 'consent' and created_at > now() - interval '1 day'
  ) then
    raise exception 'This adult got three of these emails today. Show a code instead.' using errcode = 'P0001';
  end if;
end
$$;
comment on function private.require_askable(uuid[], uuid, text[], text, text) is
  'Refuses to ask an adult who may not be asked for each child, whose address is not the one that the caller saw or gets no mail, or who got three of these mails today.';

create function private.ask_consent(batch uuid, children uuid[], adult uuid, kinds text[], road text, address text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  child uuid;
  token text;
  made uuid[] := '{}';
  links jsonb := '[]';
begin
  perform private.lock_people();
  perform private.require_protected('mentees');
  -- The answer to an earlier try was lost. A code is drawn again, since its token is stored nowhere.
  if exists (select from private.consent_requests asked where asked.batch = ask_consent.batch and asked.road = 'mail' and asked_by = auth.uid()) then
    return links;
  end if;
  perform private.require_askable(children, adult, kinds, road, address);
  delete from private.consent_requests asked
  where asked.batch = ask_consent.batch and asked_by = auth.uid();
  foreach child in array children loop
    token := case road when 'code' then rtrim(translate(encode(extensions.gen_random_bytes(32), 'base64'), '+/', '-_'), '=') end;
    insert into private.consent_requests (batch, child_id, adult_id, kinds, road, hash, asked_by)
    values (ask_consent.batch, child, adult, ask_consent.kinds, ask_consent.road, private.token_hash(token), auth.uid());
    links := links || case when token is not null then jsonb_build_array(jsonb_build_object('child_id', child, 'token', token)) else '[]' end;
    perform private.log_consent(child, format('asked %s: %s', case road when 'mail' then 'by email' else 'with a code' end, private.consent_words(kinds)));
  end loop;
  made := array(select id from private.consent_requests asked where asked.batch = ask_consent.batch);
  insert into private.outbox (idempotency_key, kind, recipient, data)
  select 'consent:' || batch, 'consent', address, jsonb_build_object('requests', to_jsonb(made)) where road = 'mail';
  return links;
end
$$;
create function public.ask_consent(batch uuid, children uuid[], adult uuid, kinds text[], road text, address text default null) returns jsonb
language sql security invoker set search_path = ''
as $$ select private.ask_consent(batch, children, adult, kinds, road, address) $$;
comment on function public.ask_consent is
  'Asks a parent, guardian or relative for children whom the caller opened within a day: by a mail with a link for each, to the address that the caller saw (PT409 if it changed), or with tokens for codes. The same `batch` asks once.';

create function private.record_consent(answer_id uuid, child uuid, adult uuid, kind text, version integer, answer text, note text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  is_new boolean;
begin
  perform private.lock_people();
  perform private.require_opened_child(child, '1 day');
  if exists (select from private.consents where id = answer_id and child_id = child and adult_id = adult) then
    return;
  elsif not private.is_text(note, 500) or note is null then
    raise exception 'Note how and when you heard it, in up to 500 characters.' using errcode = 'P0001';
  elsif (answer in ('yes', 'no')) is not true then
    raise exception 'The answer is yes or no.' using errcode = 'check_violation';
  elsif not exists (select from private.guardians where child_id = child and adult_id = adult and relation <> 'other')
    or answer = 'yes' and not private.may_consent(child, adult) then
    raise exception 'This adult must not be contacted, or is not a parent, guardian or relative of the child.' using errcode = 'P0001';
  end if;
  is_new := private.store_consent(jsonb_populate_record(null::private.consents, jsonb_build_object(
    'id', answer_id, 'child_id', child, 'adult_id', adult, 'kind', kind, 'version', version, 'answer', answer, 'road', 'staff',
    'note', btrim(note), 'recorded_by', auth.uid()
  )));
  perform private.log_consent(child, format('%s: %s, told to staff', private.consent_words(array[kind]), answer)) where is_new;
end
$$;
create function public.record_consent(answer_id uuid, child uuid, adult uuid, kind text, version integer, answer text, note text) returns void
language sql security invoker set search_path = ''
as $$ select private.record_consent(answer_id, child, adult, kind, version, answer, note) $$;
comment on function public.record_consent is
  'Stores what a guardian told the caller on paper or by phone, with a note, for a child whom the caller opened within a day. Someone who must not be contacted can only say no.';

create function private.save_consent_text(kind text, words text, replaced integer) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored private.consent_texts;
begin
  perform private.require(private.is_admin(), 'Only an admin may change the texts of consents.');
  perform pg_advisory_xact_lock(hashtextextended('private.consent_texts', 0));
  select * into stored from private.consent_texts text where text.kind = save_consent_text.kind order by version desc limit 1;
  if stored.kind is null then
    raise exception 'That question is not asked here.' using errcode = 'check_violation';
  elsif stored.words = btrim(save_consent_text.words) then
    return;
  elsif stored.version is distinct from replaced then
    raise exception 'Someone else changed this text in the meantime.' using errcode = 'PT409';
  elsif (private.is_text(save_consent_text.words, 2000)) is not true then
    raise exception 'A text has 1 to 2000 characters.' using errcode = 'P0001';
  end if;
  insert into private.consent_texts (kind, version, words) values (stored.kind, stored.version + 1, btrim(save_consent_text.words));
  perform private.log_action(
    'changed', 'consent_texts', null, private.consent_words(array[stored.kind]),
    jsonb_build_object('words', jsonb_build_array(stored.words, btrim(save_consent_text.words)))
  );
end
$$;
create function public.save_consent_text(kind text, words text, replaced integer) returns void
language sql security invoker set search_path = ''
as $$ select private.save_consent_text(kind, words, replaced) $$;
comment on function public.save_consent_text is
  'For admins: a new version of a consent''s text, from the version that the caller saw (PT409 otherwise). Guardians are asked again; earlier answers stay with theirs.';
grant execute on function private.family_consents, public.family_consents to authenticated;
grant execute on function private.ask_consent, public.ask_consent to authenticated;
grant execute on function private.record_consent, public.record_consent to authenticated;
grant execute on function private.save_consent_text, public.save_consent_text to authenticated;
