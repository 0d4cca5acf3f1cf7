create table private.personal_columns (
  table_name text not null,
  label text not null,
  column_name text not null,
  is_handed_over boolean not null,
  erased_to text check (btrim(erased_to) <> ''),
  primary key (table_name, label, column_name),
  foreign key (table_name, label) references private.personal_data (table_name, label) on delete cascade
);
comment on table private.personal_columns is
  'The columns of a rule of private.personal_data: whether the person gets them, and what erasing makes of them.';
comment on column private.personal_columns.erased_to is
  'The value after erasing, as an expression of the row (`stored`) and a private.data_subject ($1); null where it stays, or goes with its row.';
alter table private.personal_columns enable row level security;
