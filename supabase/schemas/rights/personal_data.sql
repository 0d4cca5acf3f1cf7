create table private.personal_data (
  position integer generated always as identity primary key,
  table_name text not null,
  label text not null,
  action text not null check (action in ('delete', 'anonymize', 'keep', 'none')),
  condition text,
  assignments jsonb not null default '{}',
  stays text[] not null default '{}',
  handed_over text[],
  reason text,
  check ((condition is null) = (action = 'none')),
  check ((assignments <> '{}') = (action = 'anonymize')),
  check (action = 'delete' or reason is not null)
);
comment on table private.personal_data is
  'Where personal data is. Erasing goes by position. `none` says why a table holds no personal data.';
comment on column private.personal_data.condition is
  'Which rows (as `stored`) belong to a private.data_subject ($1).';
comment on column private.personal_data.assignments is 'Column to its value after erasing, as an expression.';
comment on column private.personal_data.stays is 'Columns with texts that erasing leaves as they are.';
comment on column private.personal_data.handed_over is 'Columns that the person gets: all when null, none when empty.';
alter table private.personal_data enable row level security;
