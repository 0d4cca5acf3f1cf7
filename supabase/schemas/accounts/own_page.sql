-- The portal: each account's own submissions, gifts and subscription, found by its confirmed address and by
-- no argument. Visitors can type any address into a form, so the portal shows no text of a submission and
-- nothing about a child.

create function private.own_submissions() returns table (
  reference text, kind public.submission_kind, stage text, created_at timestamptz, due_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select reference, kind, private.stage(status, answered_at, withdrawn_at), created_at, due_at
  from public.submissions where lower(btrim(email)) = private.own_address()
  order by created_at desc, id desc
  limit 200
$$;
create function public.own_submissions() returns table (
  reference text, kind public.submission_kind, stage text, created_at timestamptz, due_at timestamptz
)
language sql stable security invoker set search_path = ''
as $$ select * from private.own_submissions() $$;
comment on function public.own_submissions is
  'The newest 200 submissions with the caller''s confirmed address, each with its state.';

create function private.own_gifts() returns table (
  given_at timestamptz, amount numeric, refunded numeric, donation_type text, campaign text, is_void boolean, description text
)
language sql stable security definer set search_path = ''
as $$
  select gifts.created_at, amount, refunded, donation_type, nullif(concat_ws(', ', campaign, funds.name), ''), voided_at is not null, description
  from private.gifts left join public.funds on funds.id = fund_id
  where lower(btrim(donor_email)) = private.own_address()
  order by gifts.created_at desc, gifts.entered_at desc nulls last, gifts.id desc
  limit 200
$$;
create function public.own_gifts() returns table (
  given_at timestamptz, amount numeric, refunded numeric, donation_type text, campaign text, is_void boolean, description text
)
language sql stable security invoker set search_path = ''
as $$ select * from private.own_gifts() $$;
comment on function public.own_gifts is
  'The newest 200 gifts with the caller''s confirmed address.';

create function private.own_subscription() returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when exists (
      select from private.suppressions_of(own.address) where reason <> 'unsubscribed'
    ) then 'unreachable'
    when subscription.id is null or exists (
      select from private.suppressions_of(own.address)
    ) then 'none'
    when subscription.confirmed_at is null then 'unconfirmed'
    else 'subscribed'
  end
  from (select private.own_address() as address) as own
  left join public.newsletter_subscriptions subscription on lower(btrim(subscription.email)) = own.address
  where own.address is not null
$$;
create function public.own_subscription() returns text
language sql stable security invoker set search_path = ''
as $$ select private.own_subscription() $$;
comment on function public.own_subscription is
  'Whether the caller''s confirmed address gets the newsletter: subscribed, unconfirmed, none, or unreachable after a bounce or complaint; null without that address.';

create function private.choose_subscription(subscribed boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  own constant text := private.own_address();
begin
  if own is null then
    raise exception 'Confirm your address first.' using errcode = 'insufficient_privilege';
  end if;
  if subscribed then
    update public.newsletter_subscriptions set confirmed_at = coalesce(confirmed_at, now())
    where lower(btrim(email)) = own;
    if not found then
      insert into public.newsletter_subscriptions (name, email)
      select coalesce(full_name, own), own from public.profiles where id = private.current_user_id();
    end if;
  else
    delete from public.newsletter_subscriptions where lower(btrim(email)) = own;
    perform private.suppress(own, 'unsubscribed', null);
  end if;
end
$$;
create function public.choose_subscription(subscribed boolean) returns void
language sql security invoker set search_path = ''
as $$ select private.choose_subscription(subscribed) $$;
comment on function public.choose_subscription is
  'Subscribes the caller''s confirmed address to the newsletter, or ends it and all campaigns.';
grant execute on function private.own_submissions, public.own_submissions to authenticated;
grant execute on function private.own_gifts, public.own_gifts to authenticated;
grant execute on function private.own_subscription, public.own_subscription to authenticated;
grant execute on function private.choose_subscription, public.choose_subscription to authenticated;
