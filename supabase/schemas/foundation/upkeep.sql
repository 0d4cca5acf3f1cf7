create table private.upkeep (
  task text primary key,
  position integer generated always as identity,
  succeeded_at timestamptz,
  failed_at timestamptz,
  error text
);
comment on table private.upkeep is
  'Functions without arguments in the schema private that run every minute, with the outcome of their last run.';
alter table private.upkeep enable row level security;
