create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  idempotency_key text not null unique check (char_length(idempotency_key) <= 500),
  kind text not null check (kind in (
    'receipt', 'confirmation', 'seat', 'answer', 'notice', 'digest', 'campaign', 'campaign_test', 'test',
    'second_factor', 'payment_failed', 'card_expiring', 'view', 'warning', 'gift_receipt', 'status_links', 'consent',
    'clearance_ending', 'clearances_ending', 'concern', 'cover', 'handed'
  )),
  recipient text check (private.is_address(recipient)),
  mailbox text generated always as (private.mailbox(recipient)) stored,
  data jsonb not null default '{}',
  submission_id uuid references public.submissions (id) on delete cascade,
  -- Offers of seats expire, and strangers cannot cause these mails in numbers.
  priority smallint not null generated always as (
    case
      when kind in ('seat', 'answer') then 1
      when kind in ('confirmation', 'status_links', 'consent', 'test', 'campaign_test') then 2
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
  check (kind not in ('notice', 'digest', 'view', 'warning', 'clearances_ending', 'concern', 'handed') or reader_id is not null)
);
comment on column private.outbox.idempotency_key is
  'Unique per mail: receipt:<submission>, answer:<answer>, campaign:<campaign>:<address>, …';
comment on column private.outbox.data is
  'The values of its template. The token of its link is not stored: each claim derives it, and only the worker gets it.';
comment on column private.outbox.priority is
  'The order of sending: 1 offers and answers, 2 mails that a person at a screen waits for, 3 receipts and notices, 4 campaigns and gift receipts.';
comment on column private.outbox.reader_id is
  'The member of staff who gets this notice, digest or weekly number. It goes out only while they may get it, and to their confirmed address.';
comment on column private.outbox.next_at is
  'The earliest time of the next attempt; while it is being sent, the end of its lease.';
comment on column private.outbox.expires_at is
  'The end of retries. Null until the first attempt of a campaign''s mail, which may wait for any time.';
comment on column private.outbox.error is 'The reason of the last failure.';
comment on column private.outbox.failed_at is
  'When it failed, or when the provider said that a sent mail has not arrived yet.';
comment on column private.outbox.link_hash is 'Hash of a campaign mail''s unsubscribe token.';
comment on column private.outbox.reader_hash is
  'A hash of that token and the mailbox: only the mail itself reveals its reader.';
comment on column private.outbox.forgotten_at is
  'When the row lost its address, data and error. Its kind, times and outcome stay.';

create index outbox_waiting_idx on private.outbox (priority, next_at, id)
  where state in ('queued', 'sending');
comment on index private.outbox_waiting_idx is 'The mails to claim, in the order of sending.';
create index outbox_claimed_at_idx on private.outbox (claimed_at);
comment on index private.outbox_claimed_at_idx is
  'Claims of the last minute, for the rate per minute, and the mails that went out today.';
create index outbox_created_at_idx on private.outbox (created_at) where kind <> 'campaign';
comment on index private.outbox_created_at_idx is 'The retention rules of mails that are not a campaign''s.';
create index outbox_mailbox_idx on private.outbox (mailbox, created_at);
comment on index private.outbox_mailbox_idx is 'The mails to a mailbox: its allowance, and the timeline of a person.';
create index outbox_submission_id_idx on private.outbox (submission_id);
create index outbox_campaign_id_idx on private.outbox (campaign_id, state);
comment on index private.outbox_campaign_id_idx is 'The mails of a campaign by outcome.';
create index outbox_provider_id_idx on private.outbox (provider_id);
comment on index private.outbox_provider_id_idx is 'The mail that an event of the provider is about.';
create index outbox_reader_id_idx on private.outbox (reader_id, created_at);
comment on index private.outbox_reader_id_idx is 'The notices to a reader in the last hour.';
create index outbox_failed_at_idx on private.outbox (failed_at) where failed_at is not null;
comment on index private.outbox_failed_at_idx is 'Failed mails, newest first: the list on the page Mail.';
create index outbox_ended_at_idx on private.outbox (coalesce(sent_at, failed_at, created_at))
  where forgotten_at is null and state not in ('queued', 'sending');
comment on index private.outbox_ended_at_idx is 'Mails whose content is still there: the retention rule mails.';
create trigger deliver_soon after insert on private.outbox
  referencing new table as added
  for each statement execute function private.deliver_soon();
alter table private.outbox enable row level security;
create trigger broadcast_delivery after update of state, error on private.outbox
  for each row when (
    new.kind = 'answer' and new.state <> 'sending'
    and (old.state, old.error) is distinct from (new.state, new.error)
  )
  execute function private.broadcast_row('submission_id');
create trigger uncount_mail after update of state on private.outbox
  for each row when (new.kind = 'campaign' and old.state = 'sent' and new.state <> 'sent')
  execute function private.uncount_mail();
