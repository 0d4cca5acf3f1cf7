create table private.personal_data (
  position integer generated always as identity primary key,
  table_name text not null,
  label text not null,
  action text not null check (action in ('delete', 'anonymize', 'keep', 'none')),
  condition text,
  hands_over_rest boolean not null default true,
  reason text,
  unique (table_name, label),
  check ((condition is null) = (action = 'none')),
  check (action = 'delete' or reason is not null)
);
comment on table private.personal_data is
  'Where personal data is. Erasing goes by position. `none` says why a table holds no personal data.';
comment on column private.personal_data.condition is
  'Which rows (as `stored`) belong to a private.data_subject ($1).';
comment on column private.personal_data.hands_over_rest is
  'Whether the person also gets the columns without a row in private.personal_columns.';
alter table private.personal_data enable row level security;
