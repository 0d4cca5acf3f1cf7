-- Sending. A click fixes the recipients and starts a worker, which queues them in slices: each slice is a
-- transaction of its own, so nothing is lost or repeated when a worker ends between two of them.

-- No foreign key: its checks for a hundred thousand rows would add a third of a second to the click.
create table private.unqueued_recipients (
  campaign_id uuid not null,
  number integer not null,
  address text not null,
  name text not null,
  gifts jsonb,
  primary key (campaign_id, number)
);
alter table private.unqueued_recipients enable row level security;
comment on table private.unqueued_recipients is
  'Recipients of a campaign whose mails are not in the outbox yet.';
comment on column private.unqueued_recipients.gifts is
  'The values of the merge fields about gifts that the campaign has, as of the click; null without any.';
