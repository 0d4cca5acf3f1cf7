create function private.bare_address(given text) returns text
language sql immutable set search_path = ''
as $$ select lower(btrim(coalesce(substring(given from '<([^<>]+)>\s*$'), given))) $$;
comment on function private.bare_address is
  'The address in lower case, without a name around it as in Ada <ada@example.org>.';

create function private.suppress(new_address text, new_reason text, new_detail text) returns void
language sql security definer set search_path = ''
as $$
  insert into private.suppressions (address, reason, detail)
  values (private.bare_address(new_address), new_reason, left(new_detail, 500))
  on conflict do nothing
$$;
comment on function private.suppress is 'Suppresses an address for a reason, unless it already is.';

create function private.record_mail_event(
  event_ids text[], outcome text, mail uuid, sent_as text, addresses text[], detail text
) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  concerned constant uuid := coalesce(mail, (select id from private.outbox where provider_id = sent_as limit 1));
begin
  if outcome not in ('bounced', 'complained', 'unsubscribed', 'failed', 'delayed', 'delivered', 'unknown') then
    raise exception 'An event is a bounce, a complaint, an unsubscription, a failure, a delay, a delivery or unknown.'
      using errcode = 'check_violation';
  end if;
  if exists (select from private.mail_events where id = any (event_ids)) then
    return false;
  end if;
  -- Of two events at the same moment one fails; when the provider sends it again, it is known.
  insert into private.mail_events (id) select unnest(event_ids);
  if outcome = 'unknown' then
    insert into private.unknown_mail_events as known (kind) values (left(detail, 100))
    on conflict (kind) do update set times = known.times + 1, last_at = now();
    return true;
  end if;
  update private.outbox stored
  set error = case when outcome <> 'delivered' then nullif(concat_ws(
      ': ', nullif(outcome, 'delayed'), left(regexp_replace(detail, '[[:cntrl:]]+', ' ', 'g'), 500)
    ), '') end,
    state = case when outcome in ('bounced', 'failed') then 'failed' when outcome = 'complained' then 'sent' else stored.state end,
    failed_at = case when outcome not in ('complained', 'delivered') then now() end,
    worker = case when outcome in ('delayed', 'delivered') then stored.worker end
  where stored.id = concerned
    and case outcome
      when 'unsubscribed' then false
      when 'delayed' then stored.state in ('sending', 'sent')
      when 'delivered' then stored.state in ('sending', 'sent') and stored.failed_at is not null
      else true
    end;
  if outcome in ('bounced', 'complained', 'unsubscribed') then
    -- The mail's own recipient: the provider may name someone whom it was forwarded to.
    addresses := coalesce((select array[recipient] from private.outbox where id = concerned and recipient is not null), addresses);
    perform private.suppress(given, outcome, detail) from unnest(addresses) as given;
    delete from public.newsletter_subscriptions
    where outcome = 'unsubscribed'
      and private.mailbox(email) in (select private.mailbox(private.bare_address(given)) from unnest(addresses) as given);
  end if;
  return true;
end
$$;

create function public.record_mail_event(
  event_ids text[], outcome text, mail uuid, sent_as text, addresses text[], detail text
) returns boolean
language sql security invoker set search_path = ''
as $$ select private.record_mail_event(event_ids, outcome, mail, sent_as, addresses, detail) $$;
comment on function public.record_mail_event is
  'For the provider''s webhook: records a permanent bounce or a complaint, which suppress the address as it was sent to, an unsubscription, a failure at the provider, a mail that has not arrived yet, its delivery after that, or a kind that is not known; false when one of the ids is known.';
grant execute on function private.record_mail_event, public.record_mail_event to service_role;

-- Unsubscribing, by the token in the mail. A new subscription lifts it.

create function private.unsubscribe(token text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
  addresses text[];
begin
  select * into mail from private.outbox where link_hash = private.token_hash(token) and kind = 'campaign';
  if mail.id is null then
    return false;
  end if;
  with unsubscribed as (
    delete from public.newsletter_subscriptions
    where private.reader_hash(token, private.mailbox(email)) = mail.reader_hash
    returning email
  )
  -- The row of an old mail has no address: the hash identifies the reader among all possible recipients.
  select array_agg(found.address) into addresses
  from (
    select mail.recipient as address
    union all
    select email from unsubscribed where mail.recipient is null
    union all
    select member.address
    from unnest(array[
      'supporters', 'donors', 'mentors', 'trainers', 'parents', 'volunteers', 'partners'
    ]) as audience, private.audience_members(audience) as member
    where mail.recipient is null
      and private.reader_hash(token, private.mailbox(member.address)) = mail.reader_hash
  ) as found;
  perform private.suppress(address, 'unsubscribed', null)
  from unnest(addresses) as address where address is not null;
  return true;
end
$$;

create function public.unsubscribe(token text) returns boolean
language sql security invoker set search_path = ''
as $$ select private.unsubscribe(token) $$;
comment on function public.unsubscribe is
  'Ends the newsletter and all campaigns for the recipient of the mail with this token; false for an unknown token.';
grant execute on function private.unsubscribe, public.unsubscribe to anon, authenticated, service_role;
