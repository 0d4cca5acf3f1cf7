create function private.send_confirmation(subscription uuid, address text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_address(btrim(address)) or not private.has_mail_allowance(address) then
    return;
  end if;
  insert into private.outbox (idempotency_key, kind, recipient, data)
  values ('confirmation:' || gen_random_uuid(), 'confirmation', btrim(address), jsonb_build_object(
    'subscription_id', subscription
  ));
end
$$;
comment on function private.send_confirmation is
  'Mails the confirmation link of a subscription, unless the address is no address or had its three mails of the day.';

create function private.receive_subscription() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  existing public.newsletter_subscriptions;
  asks_first boolean;
begin
  -- The confirmed address of the caller's account needs no second confirmation.
  if not private.is_sent_by_form() or lower(btrim(new.email)) = private.own_address() then
    return new;
  end if;
  -- Only the owner of an address can lift its unsubscription.
  select double_opt_in or exists (
    select from private.suppressions
    where scope = any (private.suppressed_as(private.mailbox(new.email))) and reason = 'unsubscribed'
  ) into asks_first
  from private.mail_settings;
  -- The lock serializes concurrent subscriptions of one address.
  perform pg_advisory_xact_lock(hashtextextended('mailbox ' || private.mailbox(new.email), 0));
  select * into existing from public.newsletter_subscriptions
  where lower(btrim(email)) = lower(btrim(new.email));

  if not asks_first then
    if existing.id is null or existing.confirmed_at is not null then
      return new;
    end if;
    update public.newsletter_subscriptions set confirmed_at = now() where id = existing.id;
    return null;
  end if;

  new.confirmed_at := null;
  -- The table refuses invalid values for subscribed addresses, too.
  if existing.id is null or (private.is_line(new.name, 200) and private.is_line(new.email, 254)) is not true then
    return new;
  end if;
  if existing.confirmed_at is null then
    perform private.send_confirmation(existing.id, existing.email);
  end if;
  return null;
end
$$;
comment on function private.receive_subscription is
  'Decides about a subscription from a form: a new address is stored, a known one is confirmed or gets its link again. It needs a confirmation where double opt-in is on or the mailbox unsubscribed, except from the address''s own account.';

create function private.request_confirmation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- An import sends no confirmations.
  if not private.imports_into(tg_table_name) then
    perform private.send_confirmation(new.id, new.email);
  end if;
  return null;
end
$$;
comment on function private.request_confirmation is
  'Mails the confirmation link of a new subscription. An import mails none.';

create function private.confirm_subscription(token text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  update public.newsletter_subscriptions set confirmed_at = coalesce(confirmed_at, now()), proved_at = coalesce(proved_at, now())
  where id = (select subscription_id from private.subscription_tokens where hash = private.token_hash(token));
  return found;
end
$$;

create function public.confirm_subscription(token text) returns boolean
language sql security invoker set search_path = ''
as $$ select private.confirm_subscription(token) $$;
comment on function public.confirm_subscription is
  'Confirms the subscription of this token; false for an invalid token.';
grant execute on function private.confirm_subscription, public.confirm_subscription to anon, authenticated;

create function private.requires_double_opt_in() returns boolean
language sql stable security definer set search_path = ''
as $$ select double_opt_in from private.mail_settings $$;

create function public.requires_double_opt_in() returns boolean
language sql stable security invoker set search_path = ''
as $$ select private.requires_double_opt_in() $$;
comment on function public.requires_double_opt_in is
  'Whether a subscription needs confirmation by a mailed link.';
grant execute on function private.requires_double_opt_in, public.requires_double_opt_in to anon, authenticated;
