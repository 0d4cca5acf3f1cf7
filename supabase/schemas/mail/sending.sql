create function private.suppressions_of(address text) returns setof private.suppressions
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select * from private.suppressions
    where reason = 'unsubscribed' and scope = any (private.suppressed_as(private.mailbox(suppressions_of.address)))
    union all
    select * from private.suppressions
    where reason <> 'unsubscribed' and scope = any (private.suppressed_as(lower(btrim(suppressions_of.address))));
end
$$;
comment on function private.suppressions_of(text) is
  'Why an address gets no mail: it bounced or complained, or its mailbox unsubscribed.';

create function private.may_be_notified(account uuid, address text, of_kind text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.profiles
    where id = account and confirmed and lower(btrim(email)) = lower(address)
      and case of_kind
        when 'notice' then id in (select private.reviewer_ids())
        when 'clearances_ending' then id in (select private.readers('programs'))
        else id in (select private.staff_ids())
      end
  );
end
$$;
comment on function private.may_be_notified(uuid, text, text) is
  'Whether this is the confirmed address of an account that may get this kind of mail: a reviewer for a notice, a reader of programs for clearances that end, any member of staff for a digest, a weekly number or a concern.';

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
  '32 bytes for the link of a mail, or for its link to one submission. The database stores only their hash.';

create function private.token_hash(token text) returns bytea
language sql immutable set search_path = ''
as $$ select sha256(convert_to(token, 'UTF8')) $$;
comment on function private.token_hash is 'The hash under which the token of a link is stored.';

create function private.reader_hash(token text, mailbox text) returns bytea
language sql immutable set search_path = ''
as $$ select sha256(convert_to(token || ':' || mailbox, 'UTF8')) $$;
comment on function private.reader_hash is
  'A hash of a mail''s token and its reader''s mailbox: only someone with the token can tell whose it is.';

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
  perform private.store_consent_hashes(mails, link_key);
end
$$;
comment on function private.store_link_hashes(uuid[], text) is 'Stores the hashes of the tokens in these mails.';

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
  set state = 'cancelled', worker = null, error = 'The recipient can no longer review submissions.'
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
  perform private.end_consent_mails(mails);
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
  'Ends mails that are too late, or that their reader, subscription, submissions, guardian or address rule out.';

create function private.data_with_links(mail uuid, kind text, data jsonb, link_key text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case
    when kind in ('receipt', 'seat', 'confirmation')
      then data || jsonb_build_object('token', private.link_token(mail, link_key))
    when kind = 'status_links' then jsonb_build_object('submissions', (
      select jsonb_agg(jsonb_build_object(
        'kind', sent.kind, 'reference', sent.reference, 'received_at', sent.created_at,
        'token', private.link_token(mail, link_key, sent.id)
      ) order by sent.created_at desc, sent.id desc)
      from jsonb_array_elements_text(data -> 'submissions') as asked (id)
      join public.submissions sent on sent.id = asked.id::uuid
    ))
    when kind = 'consent' then jsonb_build_object('children', (
      select jsonb_agg(jsonb_build_object('first_name', link.first_name, 'token', link.token))
      from private.consent_links(mail, data, link_key) as link
    ))
    else data
  end
$$;
comment on function private.data_with_links(uuid, text, jsonb, text) is 'The data of a mail, with the tokens of its links.';

create function private.lock_due_mails(at_most integer) returns uuid[]
language plpgsql security definer set search_path = ''
as $$
declare
  -- Not a join: the planner would expect few mails, and sort all waiting ones for each claim.
  sendable constant uuid[] := array(
    select id from public.email_campaigns where status = 'sending' and cancelled_at is null
  );
begin
  return array(
    select id from private.outbox
    where state in ('queued', 'sending') and next_at <= now() and (kind <> 'campaign' or campaign_id = any (sendable))
    order by priority, next_at, id
    limit at_most
    for update skip locked
  );
end
$$;
comment on function private.lock_due_mails(integer) is
  'Locks the mails whose turn it is, but for those that another worker claims now.';

create function private.claim_mails(claiming uuid, at_most integer, sending_with text, link_key text)
returns table (id uuid, kind text, recipient text, data jsonb, unsubscribe_token text)
language plpgsql security definer set search_path = ''
as $$
declare
  allowed integer;
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

  while allowed > 0 loop
    picked := private.lock_due_mails(allowed);
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
          else private.data_with_links(claimed.id, claimed.kind, claimed.data, link_key)
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

create function public.claim_mails(claiming uuid, at_most integer, sending_with text, link_key text)
returns table (id uuid, kind text, recipient text, data jsonb, unsubscribe_token text)
language sql security invoker set search_path = ''
as $$ select * from private.claim_mails(claiming, at_most, sending_with, link_key) $$;
comment on function public.claim_mails is
  'For the worker: leases it at most so many mails for two minutes, within the rate per minute. The tokens of their links derive from link_key, which is stored nowhere.';

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
create function public.record_mail(
  mail uuid, claimed_by uuid, outcome text, sent_as text default null, reason text default null
) returns boolean
language sql security invoker set search_path = ''
as $$ select private.record_mail(mail, claimed_by, outcome, sent_as, reason) $$;
comment on function public.record_mail is
  'For the worker: records that a mail was sent, or failed temporarily (retried for a day) or permanently; false after the end of its lease.';
grant execute on function private.claim_mails, public.claim_mails to service_role;
grant execute on function private.record_mail, public.record_mail to service_role;

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
  'Fails mails that no worker claimed within a day, or 90 days for a campaign, a thousand at a time.';
select private.every_minute('expire_mails');

create function private.resume_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.suppressions
  where scope = any (private.suppressed_as(private.mailbox(new.email))) and reason = 'unsubscribed';
  return null;
end
$$;
comment on function private.resume_mail is 'A confirmed subscription lifts the unsubscription of its mailbox.';

-- The start of the worker: as soon as mails wait, and again every minute. pg_net and Vault come with a
-- hosted project; elsewhere another clock calls the function.

do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_net') then
    create extension if not exists pg_net with schema extensions;
  end if;
end
$$;
