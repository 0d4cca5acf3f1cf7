create function private.consent_links(mail uuid, data jsonb, link_key text) returns table (request uuid, first_name text, token text)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select asked.id, (select min(first_name) from public.mentees where person_id = asked.child_id), private.link_token(mail, link_key, asked.id)
    from jsonb_array_elements_text(data -> 'requests') as listed (id)
    join private.consent_requests asked on asked.id = listed.id::uuid
    where private.may_consent(asked.child_id, asked.adult_id)
    order by 2, 1;
end
$$;
comment on function private.consent_links(uuid, jsonb, text) is
  'The links of a mail that asks a guardian, with the children''s first names; only for children of whom the guardian may still be asked.';

create function private.store_consent_hashes(mails uuid[], link_key text) returns void
language sql security definer set search_path = ''
as $$
  update private.consent_requests asked set hash = private.token_hash(link.token)
  from private.outbox mail cross join lateral private.consent_links(mail.id, mail.data, link_key) as link
  where mail.id = any (mails) and mail.kind = 'consent' and asked.id = link.request
$$;
comment on function private.store_consent_hashes(uuid[], text) is 'Stores the hashes of the tokens in these mails to guardians.';

create function private.end_consent_mails(mails uuid[]) returns void
language sql security definer set search_path = ''
as $$
  update private.outbox mail
  set state = 'cancelled', worker = null, error = 'The recipient may no longer be asked.'
  where mail.id = any (mails) and mail.state in ('queued', 'sending') and mail.kind = 'consent'
    and not exists (select from private.consent_links(mail.id, mail.data, ''))
$$;
comment on function private.end_consent_mails(uuid[]) is
  'Cancels waiting mails to guardians who may no longer be asked for any of the children.';
