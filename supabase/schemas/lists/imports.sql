create table private.imports (
  id uuid primary key,
  table_name text not null,
  file_name text not null check (private.is_line(file_name, 255)),
  row_count integer not null check (row_count between 1 and 50000),
  received integer not null default 0,
  is_attested boolean not null default false,
  imported_by uuid references public.profiles (id) on delete set null,
  imported_by_name text,
  undone_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table private.imports is 'The imports, without the content of their rows.';
comment on column private.imports.received is 'Number of rows that arrived; less than row_count until the import is complete.';
comment on column private.imports.is_attested is
  'What staff stated about all rows: subscribers agreed to the newsletter; donors were thanked.';
create index imports_imported_by_idx on private.imports (imported_by);
create index imports_table_name_idx on private.imports (table_name, created_at desc);
comment on index private.imports_table_name_idx is 'The imports of a list, newest first.';

alter table private.imports enable row level security;
