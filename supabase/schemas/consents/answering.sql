-- The page behind a link. Its token is the only right to it, and it opens only as long as the guardian may be asked.

create function private.consent_request_of(token text) returns private.consent_requests
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked private.consent_requests;
begin
  select * into asked from private.consent_requests
  where hash = private.token_hash(token) and private.may_consent(child_id, adult_id);
  return asked;
end
$$;
comment on function private.consent_request_of(text) is
  'The request whose link has this token; null for any other, and once the guardian may not be asked for the child.';

create function private.is_answerable(asked private.consent_requests) returns boolean
language sql stable set search_path = ''
as $$ select asked.created_at > now() - interval '14 days' $$;
comment on function private.is_answerable(private.consent_requests) is 'Whether a link still takes answers: for 14 days.';

create function private.consent_page(asked private.consent_requests) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'child', (select min(first_name) from public.mentees where person_id = asked.child_id),
    'until', asked.created_at + interval '14 days',
    'is_open', private.is_answerable(asked),
    'questions', (
      select jsonb_agg(jsonb_build_object(
        'kind', shown.kind, 'version', shown.version, 'words', shown.words,
        -- An answer to an earlier text does not answer this one.
        'answer', case when shown.version = said.version then said.answer end,
        'given_at', case when shown.version = said.version then said.given_at end
      ) order by array_position(asked.kinds, shown.kind))
      from unnest(asked.kinds) as of_kind
      left join lateral (
        select own.* from private.standing_consents(array[asked.child_id]) as own
        where own.adult_id = asked.adult_id and own.kind = of_kind
        order by own.answer = 'yes', own.given_at desc limit 1
      ) as said on true
      join private.consent_texts shown on shown.kind = of_kind and shown.version = coalesce(
        case when not private.is_answerable(asked) then said.version end,
        (select max(version) from private.consent_texts newest where newest.kind = of_kind)
      )
    )
  );
end
$$;
comment on function private.consent_page(private.consent_requests) is
  'What the page of a link shows: the child''s first name, the texts, the guardian''s own answers, and until when it takes answers. After that, only what was answered, with the text that was read.';

create function private.consent_request(token text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  asked constant private.consent_requests := private.consent_request_of(token);
begin
  if asked.id is null then
    -- Only wrong links count: parents at one meeting share an address.
    perform private.limit_requests('consents');
    return null;
  end if;
  return private.consent_page(asked);
end
$$;
create function public.consent_request(token text) returns jsonb
language sql security invoker set search_path = ''
as $$ select private.consent_request(token) $$;
comment on function public.consent_request is
  'What a guardian is asked, with the child''s first name and the guardian''s own answers; null for any other token. Reading changes nothing. After five wrong tokens from an address in ten minutes: 429.';

create function private.answer_consent(token text, kind text, version integer, answer text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  asked private.consent_requests;
  is_new boolean;
begin
  -- A merge, and a save of the family, come before or after.
  perform private.lock_people();
  asked := private.consent_request_of(token);
  if asked.id is null then
    perform private.limit_requests('consents');
    return null;
  elsif not private.is_answerable(asked) then
    raise exception 'This link no longer takes answers. Please ask us for a new one.' using errcode = 'P0001';
  elsif (kind = any (asked.kinds) and answer in ('yes', 'no')) is not true then
    raise exception 'That question is not asked here.' using errcode = 'check_violation';
  elsif (select count(*) from private.consents where request_id = asked.id) >= 50 then
    raise sqlstate 'PT429' using message = 'This answer was changed too often. Please call us.';
  end if;
  is_new := private.store_consent(jsonb_populate_record(null::private.consents, jsonb_build_object(
    'child_id', asked.child_id, 'adult_id', asked.adult_id, 'kind', kind, 'version', version, 'answer', answer,
    'road', asked.road, 'request_id', asked.id
  )));
  perform private.log_consent(asked.child_id, format('%s: %s, by a guardian’s link', private.consent_words(array[kind]), answer))
  where is_new;
  return private.consent_page(asked);
end
$$;
create function public.answer_consent(token text, kind text, version integer, answer text) returns jsonb
language sql security invoker set search_path = ''
as $$ select private.answer_consent(token, kind, version, answer) $$;
comment on function public.answer_consent is
  'Stores a guardian''s yes or no to the text that was read, for 14 days as often as they change it (up to 50 times), and returns the page; null for any other token. PT409 when the text has changed since.';
grant execute on function private.consent_request, public.consent_request to anon, authenticated;
grant execute on function private.answer_consent, public.answer_consent to anon, authenticated;
