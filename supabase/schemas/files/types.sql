create type public.file_state as enum ('uploading', 'ready', 'refused');

create type private.listed_file as (
  id uuid, record_kind text, record_id uuid, record_name text, name text, type text, size integer,
  state public.file_state, refusal text, created_at timestamptz, created_by uuid, author_name text
);
