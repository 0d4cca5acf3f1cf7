create table private.audience_counts (
  audience text not null,
  fields text[] not null default '{}',
  view_hash text,
  is_wanted boolean not null default false,
  counted_at timestamptz,
  members bigint,
  recipients bigint,
  without_name bigint,
  invalid bigint,
  duplicates bigint,
  unsubscribed bigint,
  undeliverable bigint,
  deceased bigint,
  do_not_contact bigint,
  without_gift bigint,
  without_gift_this_year bigint,
  without_fund bigint,
  primary key (audience, fields)
);
alter table private.audience_counts enable row level security;
comment on table private.audience_counts is 'Counts of large audiences, for ten minutes.';
comment on column private.audience_counts.fields is
  'The merge fields about gifts that the campaign has: who lacks one is not among the recipients.';
comment on column private.audience_counts.is_wanted is 'Whether someone waits for a job to count it.';
comment on column private.audience_counts.without_fund is 'Recipients whose last gift went to no fund.';
comment on column private.audience_counts.view_hash is
  'The private.view_hash of when its people were counted. Only a hash, since a search may have names.';
