-- Objects whose row was deleted. The function check-files deletes them.

create table private.file_leftovers (
  id uuid primary key,
  created_at timestamptz not null default now()
);
alter table private.file_leftovers enable row level security;
