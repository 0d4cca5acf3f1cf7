-- Outgoing mail. A transaction that causes a mail adds a row to the outbox; a worker outside the database
-- claims rows, sends them and records the outcome. No row is lost, and the worker repeats a mail only when
-- the outcome of an attempt is unknown.

-- Audiences call this and `mailbox` for every row: plpgsql halves the cost.
create function private.is_address(address text) returns boolean
language plpgsql immutable set search_path = ''
as $$
declare
  domain constant text := lower(split_part(address, '@', 2));
begin
  return char_length(address) <= 254
    and address ~ '^[^][:space:][:cntrl:]@<>()[\\,;:"%!]+@[^][:space:][:cntrl:]@<>()[\\,;:"%!.]+(\.[^][:space:][:cntrl:]@<>()[\\,;:"%!.]+)+$'
    -- Mailers fold other characters of a domain into these; other scripts appear as xn--….
    and domain ~ '^[a-z0-9.\u00e0-\u024f-]+$'
    and normalize(domain, nfkc) = domain;
end
$$;
comment on function private.is_address(text) is
  'Whether it is the address of one mailbox: no list, no route, no comment, no line break, one spelling of the domain.';

create function private.mailbox(address text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  folded constant text := lower(btrim(address));
  name constant text := split_part(split_part(folded, '@', 1), '+', 1);
  domain constant text := split_part(folded, '@', 2);
begin
  if domain in ('gmail.com', 'googlemail.com') then
    return replace(name, '.', '') || '@gmail.com';
  end if;
  return name || '@' || domain;
end
$$;
comment on function private.mailbox(text) is
  'The mailbox of an address, whatever its spelling, for limits and unsubscriptions. Not every provider delivers each tag to the same person: private.folded_address tells people apart.';

create function private.folded_address(address text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  typed constant text := lower(btrim(address));
begin
  return case when split_part(typed, '@', 2) in ('gmail.com', 'googlemail.com') then private.mailbox(typed) else typed end;
end
$$;
comment on function private.folded_address(text) is
  'An address as it tells people apart: without case, and at Gmail without dots and tags.';

-- Settings and suppressed addresses

create table private.mail_settings (
  singleton boolean primary key default true check (singleton),
  rate_per_minute integer not null default 100 check (rate_per_minute between 1 and 1000),
  receipts boolean not null default true,
  double_opt_in boolean not null default false,
  transport text,
  last_run_at timestamptz,
  digest_day date not null default (now() at time zone private.office_time_zone())::date
);
comment on column private.mail_settings.double_opt_in is
  'Whether subscribers confirm the newsletter by a link that they get by mail.';
comment on column private.mail_settings.digest_day is 'The day of the last digests; at first the day of setup.';
comment on column private.mail_settings.transport is 'The transport of the last worker.';
insert into private.mail_settings default values;

-- A server that refuses one address of a mailbox may know the others: anyone can type office+x@….
create function private.suppression_scope(address text, reason text) returns text
language sql immutable set search_path = ''
as $$
  select case when reason = 'unsubscribed' and address !~ '^erased:' then private.mailbox(address)
    else lower(btrim(address)) end
$$;
comment on function private.suppression_scope(text, text) is
  'What a suppression is about: the address as it was sent to, or the mailbox of one that unsubscribed.';

create table private.suppressions (
  address text not null check (address = lower(btrim(address))),
  reason text not null check (reason in ('bounced', 'complained', 'unsubscribed')),
  scope text generated always as (private.suppression_scope(address, reason)) stored,
  detail text,
  created_at timestamptz not null default now(),
  import_id uuid,
  primary key (address, reason)
);
comment on column private.suppressions.import_id is 'The import whose file said so: its undo lifts it.';
create index suppressions_import_id_idx on private.suppressions (import_id) where import_id is not null;
comment on table private.suppressions is
  'Addresses that get no more mail. Unsubscribed ones still get mails about their own submissions.';
create index suppressions_scope_idx on private.suppressions (scope);

-- The address of a suppression can be erased: a keyed hash of its scope takes its place.
create table private.hash_key (
  singleton boolean primary key default true check (singleton),
  key bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
);
comment on table private.hash_key is 'The key of the hashes of erased addresses.';
insert into private.hash_key default values;
alter table private.hash_key enable row level security;

create function private.keyed_hash(value text) returns text
language sql stable security definer set search_path = ''
as $$
  select encode(sha256(key || sha256(key || convert_to(value, 'UTF8'))), 'hex') from private.hash_key
$$;

create function private.suppressed_as(scope text) returns text[]
language sql stable security definer set search_path = ''
as $$ select array[scope, 'erased:' || private.keyed_hash(scope)] $$;
comment on function private.suppressed_as(text) is 'The scopes under which a suppression is stored: its own, and that after erasing.';

create function private.suppressions_of(address text) returns setof private.suppressions
language sql stable security definer set search_path = ''
as $$
  select * from private.suppressions
  where reason = 'unsubscribed' and scope = any (private.suppressed_as(private.mailbox(suppressions_of.address)))
  union all
  select * from private.suppressions
  where reason <> 'unsubscribed' and scope = any (private.suppressed_as(lower(btrim(suppressions_of.address))))
$$;
comment on function private.suppressions_of(text) is 'Why an address gets no mail: its own bounce or complaint, or that its mailbox unsubscribed.';

-- The outbox

create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  idempotency_key text not null unique check (char_length(idempotency_key) <= 500),
  kind text not null check (kind in (
    'receipt', 'confirmation', 'seat', 'answer', 'notice', 'digest', 'campaign', 'campaign_test', 'test',
    'second_factor', 'payment_failed', 'card_expiring', 'view', 'warning', 'gift_receipt', 'status_links'
  )),
  recipient text check (private.is_address(recipient)),
  mailbox text generated always as (private.mailbox(recipient)) stored,
  data jsonb not null default '{}',
  submission_id uuid references public.submissions (id) on delete cascade,
  -- Offers of seats expire, and strangers cannot cause these mails in numbers.
  priority smallint not null generated always as (
    case
      when kind in ('seat', 'answer') then 1
      when kind in ('confirmation', 'status_links', 'test', 'campaign_test') then 2
      when kind not in ('campaign', 'gift_receipt') then 3
      else 4
    end
  ) stored,
  campaign_id uuid references public.email_campaigns (id) on delete cascade,
  reader_id uuid references public.profiles (id) on delete cascade,
  state text not null default 'queued'
    check (state in ('queued', 'sending', 'sent', 'failed', 'suppressed', 'cancelled')),
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  expires_at timestamptz default now() + interval '1 day',
  worker uuid,
  claimed_at timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  provider_id text,
  error text,
  link_hash bytea unique,
  reader_hash bytea,
  created_at timestamptz not null default now(),
  forgotten_at timestamptz,
  check (recipient is not null or forgotten_at is not null),
  check (kind <> 'campaign' or campaign_id is not null),
  check (kind not in ('notice', 'digest', 'view', 'warning') or reader_id is not null)
);
comment on column private.outbox.idempotency_key is
  'Unique per mail: receipt:<submission>, answer:<answer>, campaign:<campaign>:<address>, …';
comment on column private.outbox.data is
  'The values of its template. The token of its link is not stored: each claim derives it for the worker alone.';
comment on column private.outbox.priority is
  'Order of sending: 1 offers and answers, 2 mails that a person at a screen waits for, 3 receipts and notices, 4 campaigns and gift receipts.';
comment on column private.outbox.reader_id is
  'The member of staff whose notice, digest or weekly number it is; it goes out while they are allowed it, to their confirmed address.';
comment on column private.outbox.next_at is 'Earliest time of the next attempt; for a mail that is being sent, the end of its lease.';
comment on column private.outbox.expires_at is
  'End of retries. Null until the first attempt of a campaign''s mail, which may wait for any time.';
comment on column private.outbox.error is 'The reason of the last failure.';
comment on column private.outbox.failed_at is 'When it failed; of a sent mail, when its provider reported that it has not arrived yet.';
comment on column private.outbox.link_hash is 'Hash of a campaign mail''s unsubscribe token.';
comment on column private.outbox.reader_hash is
  'Hash of that token and the mailbox: only the mail itself reveals its reader.';
comment on column private.outbox.forgotten_at is
  'When the row lost its address, data and error. Its kind, times and outcome stay.';

create index outbox_waiting_idx on private.outbox (priority, next_at, id)
  where state in ('queued', 'sending');
create index outbox_claimed_at_idx on private.outbox (claimed_at);
create index outbox_created_at_idx on private.outbox (created_at) where kind <> 'campaign';
create index outbox_mailbox_idx on private.outbox (mailbox, created_at);
create index outbox_submission_id_idx on private.outbox (submission_id);
create index outbox_campaign_id_idx on private.outbox (campaign_id, state);
create index outbox_provider_id_idx on private.outbox (provider_id);
create index outbox_reader_id_idx on private.outbox (reader_id, created_at);
create index outbox_failed_at_idx on private.outbox (failed_at) where failed_at is not null;
create index outbox_ended_at_idx on private.outbox (coalesce(sent_at, failed_at, created_at))
  where forgotten_at is null and state not in ('queued', 'sending');

create function private.may_be_notified(account uuid, address text, of_kind text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.profiles
    where id = account and confirmed and lower(btrim(email)) = lower(address)
      and case of_kind when 'notice' then id in (select private.reviewer_ids()) else id in (select private.staff_ids()) end
  );
end
$$;
comment on function private.may_be_notified(uuid, text, text) is
  'Whether it is the confirmed address of a current reviewer, or for a digest or a weekly number of a member of staff.';

-- The links of mails. No token is stored: each claim derives the same token from the mail and a key of
-- the worker, which the database does not keep. So a mail that a lost worker sent after all has a working
-- link, and the same text as its repetition.

create function private.link_token(mail uuid, link_key text, about uuid default null) returns text
language sql immutable set search_path = ''
as $$
  select rtrim(translate(
    encode(sha256(convert_to(concat_ws(':', link_key, mail, about), 'UTF8')), 'base64'), '+/', '-_'
  ), '=')
$$;
comment on function private.link_token(uuid, text, uuid) is
  '32 bytes for the link of a mail, or for that to one of its submissions; the database stores the hash alone.';

create function private.token_hash(token text) returns bytea
language sql immutable set search_path = ''
as $$ select sha256(convert_to(token, 'UTF8')) $$;

create function private.reader_hash(token text, mailbox text) returns bytea
language sql immutable set search_path = ''
as $$ select sha256(convert_to(token || ':' || mailbox, 'UTF8')) $$;

create function private.store_link_hashes(mails uuid[], link_key text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Rows that another transaction deletes are skipped: their mails go with them.
  insert into private.status_tokens (hash, submission_id, closed_at)
  select private.token_hash(private.link_token(mail.id, link_key)), sent.id, sent.closed_at
  from private.outbox mail join public.submissions sent on sent.id = mail.submission_id
  where mail.id = any (mails) and mail.kind in ('receipt', 'seat')
  for key share of sent skip locked
  on conflict (hash) do nothing;
  insert into private.status_tokens (hash, submission_id, closed_at)
  select private.token_hash(private.link_token(mail.id, link_key, sent.id)), sent.id, sent.closed_at
  from private.outbox mail
  cross join lateral jsonb_array_elements_text(mail.data -> 'submissions') as asked (id)
  join public.submissions sent on sent.id = asked.id::uuid
  where mail.id = any (mails) and mail.kind = 'status_links'
  for key share of sent skip locked
  on conflict (hash) do nothing;
  insert into private.subscription_tokens (hash, subscription_id)
  select private.token_hash(private.link_token(mail.id, link_key)), asked.id
  from private.outbox mail
  join public.newsletter_subscriptions asked on asked.id = (mail.data ->> 'subscription_id')::uuid
  where mail.id = any (mails) and mail.kind = 'confirmation'
  for key share of asked skip locked
  on conflict (hash) do update set created_at = now();
end
$$;
comment on function private.store_link_hashes(uuid[], text) is 'Stores the hashes of the tokens in mails.';

-- The worker. A claim is a lease of two minutes; after that another worker may claim the mail.

create function private.end_unsendable(mails uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update private.outbox mail
  set state = 'failed', failed_at = now(), worker = null,
    error = coalesce(mail.error, 'It could not be delivered in time.')
  where mail.id = any (mails) and mail.expires_at <= now();
  update private.outbox mail
  set state = 'cancelled', worker = null, error = 'Its reader may no longer review.'
  where mail.id = any (mails) and mail.state <> 'failed' and mail.reader_id is not null
    and not private.may_be_notified(mail.reader_id, mail.recipient, mail.kind);
  update private.outbox mail
  set state = 'cancelled', worker = null, error = 'The subscription has ended.'
  where mail.id = any (mails) and mail.state in ('queued', 'sending') and mail.kind = 'confirmation'
    and not exists (
      select from public.newsletter_subscriptions asked where asked.id = (mail.data ->> 'subscription_id')::uuid
    );
  update private.outbox mail
  set state = 'cancelled', worker = null, error = 'The submissions were deleted.'
  where mail.id = any (mails) and mail.state in ('queued', 'sending') and mail.kind = 'status_links'
    and not exists (
      select from jsonb_array_elements_text(mail.data -> 'submissions') as asked (id)
      join public.submissions sent on sent.id = asked.id::uuid
    );
  update private.outbox mail
  set state = 'suppressed', worker = null, error = found.reason
  from (
    select claimed.id, min(suppression.reason) as reason
    from private.outbox claimed cross join lateral private.suppressions_of(claimed.recipient) as suppression
    where claimed.id = any (mails) and (suppression.reason <> 'unsubscribed' or claimed.kind = 'campaign')
    group by claimed.id
  ) as found
  where mail.id = found.id and mail.state in ('queued', 'sending');
end
$$;
comment on function private.end_unsendable(uuid[]) is
  'Ends mails that are too late, or whose reader, subscription or address rules them out.';

create function private.claim_mails(claiming uuid, at_most integer, sending_with text, link_key text)
returns table (id uuid, kind text, recipient text, data jsonb, unsubscribe_token text)
language plpgsql security definer set search_path = ''
as $$
declare
  allowed integer;
  sendable uuid[];
  picked uuid[];
begin
  if (char_length(link_key) >= 32) is not true then
    raise exception 'A key for links has 32 characters or more.' using errcode = 'check_violation';
  end if;
  -- The row lock lets one worker at a time count the claims of the last minute.
  update private.mail_settings set transport = sending_with, last_run_at = now() where singleton;
  select least(at_most, rate_per_minute - (
    select count(*) from private.outbox mail where mail.claimed_at > now() - interval '1 minute'
  )) into allowed
  from private.mail_settings;
  -- Not a join: the planner would expect few mails, and sort all waiting ones for each claim.
  sendable := array(
    select campaign.id from public.email_campaigns campaign where status = 'sending' and cancelled_at is null
  );

  while allowed > 0 loop
    picked := array(
      select mail.id
      from private.outbox mail
      where mail.state in ('queued', 'sending') and mail.next_at <= now()
        and (mail.kind <> 'campaign' or mail.campaign_id = any (sendable))
      order by mail.priority, mail.next_at, mail.id
      limit allowed
      for update skip locked
    );
    exit when cardinality(picked) = 0;

    perform private.end_unsendable(picked);
    return query
      with claimed as (
        update private.outbox mail
        set state = 'sending', worker = claiming, claimed_at = now(), attempts = mail.attempts + 1,
          next_at = now() + interval '2 minutes',
          expires_at = coalesce(mail.expires_at, now() + interval '1 day'),
          link_hash = case mail.kind when 'campaign' then private.token_hash(private.link_token(mail.id, link_key)) end,
          reader_hash = case mail.kind
            when 'campaign' then private.reader_hash(private.link_token(mail.id, link_key), mail.mailbox) end
        where mail.id = any (picked) and mail.state in ('queued', 'sending')
        returning mail.*
      )
      select claimed.id, claimed.kind, claimed.recipient,
        case
          when campaign.id is not null
            then claimed.data || jsonb_build_object('subject', campaign.subject, 'content', campaign.content)
          when claimed.kind in ('receipt', 'seat', 'confirmation')
            then claimed.data || jsonb_build_object('token', private.link_token(claimed.id, link_key))
          when claimed.kind = 'status_links' then jsonb_build_object('submissions', (
            select jsonb_agg(jsonb_build_object(
              'kind', sent.kind, 'reference', sent.reference, 'received_at', sent.created_at,
              'token', private.link_token(claimed.id, link_key, sent.id)
            ) order by sent.created_at desc, sent.id desc)
            from jsonb_array_elements_text(claimed.data -> 'submissions') as asked (id)
            join public.submissions sent on sent.id = asked.id::uuid
          ))
          else claimed.data
        end,
        case when campaign.id is not null then private.link_token(claimed.id, link_key) end
      from claimed left join public.email_campaigns campaign on campaign.id = claimed.campaign_id;
    if found then
      perform private.store_link_hashes(picked, link_key);
      exit;
    end if;
  end loop;
  if coalesce(cardinality(picked), 0) = 0 then
    perform private.finish_campaigns();
  end if;
end
$$;

create function private.record_mail(
  mail uuid, claimed_by uuid, outcome text, sent_as text default null, reason text default null
) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  error_text constant text := left(regexp_replace(reason, '[[:cntrl:]]+', ' ', 'g'), 500);
begin
  if outcome not in ('sent', 'temporary', 'permanent') then
    raise exception 'A mail is sent, or failed temporarily or permanently.' using errcode = 'check_violation';
  end if;
  update private.outbox stored
  set worker = null,
    provider_id = coalesce(sent_as, stored.provider_id),
    error = case when outcome = 'sent' and stored.failed_at is not null then stored.error else error_text end,
    sent_at = case outcome when 'sent' then now() end,
    failed_at = case when outcome = 'sent' then stored.failed_at when result.state = 'failed' then now() end,
    state = result.state,
    next_at = case when result.state = 'queued' then result.again_at else stored.next_at end
  from (
    select waiting.id, waiting.again_at,
      case
        when outcome = 'sent' then 'sent'
        when outcome = 'permanent' or waiting.again_at >= waiting.expires_at then 'failed'
        else 'queued'
      end as state
    from (
      select outbox.id, outbox.expires_at,
        now() + least(interval '1 hour', interval '1 minute' * 2 ^ least(outbox.attempts - 1, 10)) as again_at
      from private.outbox where outbox.id = mail
    ) as waiting
  ) as result
  where stored.id = result.id and stored.state = 'sending' and stored.worker = claimed_by;
  return found;
end
$$;

create function public.claim_mails(claiming uuid, at_most integer, sending_with text, link_key text)
returns table (id uuid, kind text, recipient text, data jsonb, unsubscribe_token text)
language sql security invoker set search_path = ''
as $$ select * from private.claim_mails(claiming, at_most, sending_with, link_key) $$;
comment on function public.claim_mails is
  'For the worker: leases it up to so many mails for two minutes, within the rate per minute. The tokens of their links derive from link_key, which is stored nowhere.';
grant execute on function private.claim_mails, public.claim_mails to service_role;
create function public.record_mail(
  mail uuid, claimed_by uuid, outcome text, sent_as text default null, reason text default null
) returns boolean
language sql security invoker set search_path = ''
as $$ select private.record_mail(mail, claimed_by, outcome, sent_as, reason) $$;
comment on function public.record_mail is
  'For the worker: records that a mail was sent, or failed temporarily (retried for a day) or permanently; false after the end of its lease.';
grant execute on function private.record_mail, public.record_mail to service_role;

-- Events of the mail provider, each recorded once however often it arrives.

create table private.mail_events (
  id text primary key,
  received_at timestamptz not null default now()
);
create index mail_events_received_at_idx on private.mail_events (received_at);
create table private.unknown_mail_events (
  kind text primary key check (char_length(kind) <= 100),
  times integer not null default 1,
  last_at timestamptz not null default now()
);
comment on table private.unknown_mail_events is
  'Kinds of events that mail-events does not know, how often they came, and when last: the doctor names them.';

-- A provider may name it as Ada <ada@example.org>.
create function private.bare_address(given text) returns text
language sql immutable set search_path = ''
as $$ select lower(btrim(coalesce(substring(given from '<([^<>]+)>\s*$'), given))) $$;

create function private.suppress(new_address text, new_reason text, new_detail text) returns void
language sql security definer set search_path = ''
as $$
  insert into private.suppressions (address, reason, detail)
  values (private.bare_address(new_address), new_reason, left(new_detail, 500))
  on conflict do nothing
$$;

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
  -- Of two at the same moment one fails, and is known when it is sent again.
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
    -- The mail's own recipient: the provider may name one to whom it was forwarded.
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

create function private.expire_mails() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  long_ago constant timestamptz := now() - interval '90 days';
  late uuid[] := array(
    select id from private.outbox
    where state in ('queued', 'sending') and priority < 4 and next_at <= now() and expires_at <= now()
    limit 1000 for update skip locked
  );
begin
  late := late || array(
    select id from private.outbox
    where state in ('queued', 'sending') and next_at <= now() and created_at < long_ago and campaign_id in (
      select id from public.email_campaigns where status in ('sending', 'paused') and created_at < long_ago
    )
    limit 1000 for update skip locked
  );
  update private.outbox
  set state = 'failed', failed_at = now(), worker = null,
    error = coalesce(error, 'It could not be delivered in time.')
  where id = any (late);
end
$$;
comment on function private.expire_mails() is
  'A thousand at a time: fails mails that no worker claimed within a day or, for a campaign, 90 days.';
select private.every_minute('expire_mails');

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

create function private.resume_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.suppressions
  where scope = any (private.suppressed_as(private.mailbox(new.email))) and reason = 'unsubscribed';
  return null;
end
$$;
create trigger resume_mail after insert or update of confirmed_at on public.newsletter_subscriptions
  for each row when (new.confirmed_at is not null) execute function private.resume_mail();

-- The state of mail

create function private.mail_status() returns table (
  transport text, last_run_at timestamptz, rate_per_minute integer, receipts boolean,
  double_opt_in boolean, waiting bigint, oldest_waiting timestamptz, sent_today bigint,
  failed_today bigint, suppressed_addresses bigint
)
language sql stable security definer set search_path = ''
as $$
  select settings.transport, settings.last_run_at, settings.rate_per_minute, settings.receipts,
    settings.double_opt_in, queue.waiting, queue.oldest,
    -- The claim of a sent mail is at most a lease older; it has an index.
    (select count(*) from private.outbox
      where state = 'sent' and claimed_at > now() - interval '25 hours' and sent_at > now() - interval '1 day'),
    (select count(*) from private.outbox where state = 'failed' and failed_at > now() - interval '1 day'),
    (select count(*) from private.suppressions)
  from private.mail_settings settings
  cross join (
    select count(*) as waiting, min(created_at) as oldest
    from private.outbox where state in ('queued', 'sending')
  ) as queue
  where private.is_admin()
$$;

create function public.mail_status() returns table (
  transport text, last_run_at timestamptz, rate_per_minute integer, receipts boolean,
  double_opt_in boolean, waiting bigint, oldest_waiting timestamptz, sent_today bigint,
  failed_today bigint, suppressed_addresses bigint
)
language sql stable security invoker set search_path = ''
as $$ select * from private.mail_status() $$;
comment on function public.mail_status is
  'For admins: the transport, the time of the last worker, and how many mails wait, went out and failed in the last day.';
grant execute on function private.mail_status, public.mail_status to authenticated;

create function private.require_admin() returns void
language sql stable security definer set search_path = ''
as $$ select private.require(private.is_admin(), 'Only admins may do this.') $$;

create function private.send_test_mail() returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.current_user_id();
  queued uuid;
begin
  perform private.require_admin();
  if 10 <= (
    select count(*) from private.outbox
    where kind = 'test' and idempotency_key like 'test:' || account || ':%' and created_at > now() - interval '1 hour'
  ) then
    raise sqlstate 'PT429' using message = 'You can send ten test emails in an hour.';
  end if;
  insert into private.outbox (idempotency_key, kind, recipient)
  select concat_ws(':', 'test', account, gen_random_uuid()), 'test', btrim(email)
  from public.profiles where id = account
  returning id into queued;
  return queued;
end
$$;

create function public.send_test_mail() returns uuid
language sql security invoker set search_path = ''
as $$ select private.send_test_mail() $$;
comment on function public.send_test_mail is
  'For admins: queues a mail to the caller''s own address.';
grant execute on function private.send_test_mail, public.send_test_mail to authenticated;

create function private.mail_outcome(mail uuid) returns table (state text, error text)
language sql stable security definer set search_path = ''
as $$
  select outbox.state, outbox.error from private.outbox
  where id = mail and kind = 'test' and private.is_admin()
$$;

create function public.mail_outcome(mail uuid) returns table (state text, error text)
language sql stable security invoker set search_path = ''
as $$ select * from private.mail_outcome(mail) $$;
comment on function public.mail_outcome is
  'For admins: the outcome of a test mail.';
grant execute on function private.mail_outcome, public.mail_outcome to authenticated;

-- The start of the worker: as soon as mails wait, and again every minute. pg_net and Vault come with a
-- hosted project; elsewhere another clock calls the function.

do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_net') then
    create extension if not exists pg_net with schema extensions;
  end if;
end
$$;

create function private.call_function(name text, body jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if to_regprocedure('net.http_post(text,jsonb,jsonb,jsonb,integer)') is null
    or to_regclass('vault.decrypted_secrets') is null then
    return;
  end if;
  perform net.http_post(
    url := regexp_replace(address.decrypted_secret, '[^/]+$', call_function.name),
    body := call_function.body,
    headers := jsonb_build_object(
      'content-type', 'application/json', 'authorization', 'Bearer ' || secret.decrypted_secret
    ),
    timeout_milliseconds := 60000
  )
  from vault.decrypted_secrets address
  join vault.decrypted_secrets secret on secret.name = 'deliver_mail_secret'
  where address.name = 'deliver_mail_url';
exception
  -- A submission matters more than the speed of its receipt.
  when others then raise warning 'The function % was not started: %', call_function.name, sqlerrm;
end
$$;
comment on function private.call_function(text, jsonb) is
  'Calls an Edge Function beside deliver-mail with the secret of the clock.';

create function private.start_delivery() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from private.outbox where state in ('queued', 'sending') and next_at <= now())
    or exists (select from private.unqueued_recipients) then
    perform private.call_function('deliver-mail', '{}');
  end if;
end
$$;
select private.schedule_job('start_delivery', 'select private.start_delivery()');

create function private.deliver_soon() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A worker queues the slices of a campaign and of gift receipts, and delivers them itself.
  if exists (select from added where kind not in ('campaign', 'gift_receipt')) then
    perform private.start_delivery();
  end if;
  return null;
end
$$;
create trigger deliver_soon after insert on private.outbox
  referencing new table as added
  for each statement execute function private.deliver_soon();

-- The exposed functions are the only access to the tables of mail.

alter table private.mail_settings enable row level security;
alter table private.suppressions enable row level security;
alter table private.outbox enable row level security;
alter table private.mail_events enable row level security;
alter table private.unknown_mail_events enable row level security;
