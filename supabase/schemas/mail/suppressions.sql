create table private.suppressions (
  address text not null check (address = lower(btrim(address))),
  reason text not null check (reason in ('bounced', 'complained', 'unsubscribed')),
  scope text generated always as (private.suppression_scope(address, reason)) stored,
  detail text,
  created_at timestamptz not null default now(),
  import_id uuid,
  primary key (address, reason)
);
comment on column private.suppressions.import_id is 'The import whose file said so. Its undo lifts the suppression.';
create index suppressions_import_id_idx on private.suppressions (import_id) where import_id is not null;
comment on table private.suppressions is
  'Addresses that get no more mail. Unsubscribed ones still get mails about their own submissions.';
create index suppressions_scope_idx on private.suppressions (scope);
comment on index private.suppressions_scope_idx is 'Whether an address or mailbox is suppressed.';
alter table private.suppressions enable row level security;
