create table private.retention_rules (
  rule text primary key,
  position integer generated always as identity,
  title text not null unique,
  table_name text not null,
  day_column text not null,
  condition text not null default 'true',
  cleared text,
  unit text not null check (unit in ('minutes', 'hours', 'days', 'months', 'years')),
  kept integer not null,
  shortest integer not null check (shortest > 0),
  longest integer not null,
  batch integer not null default 1000 check (batch between 1 and 1000),
  next_at timestamptz not null default now(),
  pruned_rows bigint not null default 0,
  last_run_at timestamptz,
  last_rows bigint,
  failed_at timestamptz,
  error text,
  constraint retention_rules_kept_check check (kept between shortest and longest)
);
comment on column private.retention_rules.day_column is 'When the period begins: an indexed column or expression.';
comment on column private.retention_rules.condition is
  'Which rows it applies to. $1 is the time before which rows are due.';
comment on column private.retention_rules.cleared is
  'Columns that lose their values, where the row itself stays; null where the row is deleted.';
comment on column private.retention_rules.longest is
  'The promise of the privacy notice. An admin may shorten the period, and lengthen it no further than this.';
comment on column private.retention_rules.batch is 'The most rows in one transaction, so that none takes long.';
comment on column private.retention_rules.pruned_rows is
  'The rows of the current run so far. A run takes one transaction each minute.';
alter table private.retention_rules enable row level security;
