create table private.imported_rows (
  row_id uuid primary key,
  import_id uuid not null references private.imports (id) on delete cascade,
  content uuid not null
);
comment on column private.imported_rows.content is 'Hash of the row as imported, to detect later changes.';
create index imported_rows_import_id_idx on private.imported_rows (import_id);
alter table private.imported_rows enable row level security;
