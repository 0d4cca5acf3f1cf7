-- Names are copies without foreign keys: an entry outlives the record and the account that it names.
create table public.change_log (
  -- Milliseconds and random bits: ids grow with time, so that inserts go to the end of the primary key.
  id uuid primary key default encode(
    substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
      || substring(uuid_send(gen_random_uuid()) from 7), 'hex'
  )::uuid,
  search_text text generated always as (private.searchable(actor_name, record_name)) stored,
  created_at timestamptz not null default now(),
  actor_id uuid,
  actor_name text,
  action public.log_action not null,
  record_kind text not null,
  record_id uuid,
  record_name text,
  changes jsonb,
  about uuid[]
);
comment on column public.change_log.actor_id is 'Null for changes without a signed-in account.';
comment on column public.change_log.record_kind is 'The table that changed or was exported.';
comment on column public.change_log.record_id is
  'The account of a role or permission, the program of an assignment; null for an export.';
comment on column public.change_log.changes is
  'Column to [before, after], to null for a protected one; for an export the search, the filters and the number of rows, with a reason where it has protected columns.';
comment on column public.change_log.about is
  'Mentors, mentees and trainers that the changes name besides the record, or whose protected columns were exported.';

create index change_log_created_at_idx on public.change_log (created_at desc, id desc);
comment on index public.change_log_created_at_idx is
  'The log, newest first: its opening order, and the retention rule.';
create index change_log_record_id_idx on public.change_log (record_id, created_at desc);
comment on index public.change_log_record_id_idx is 'The history of a record, newest first.';
create index change_log_actor_id_idx on public.change_log (actor_id, created_at desc);
comment on index public.change_log_actor_id_idx is 'What an account did, newest first: its openings and exports.';
create index change_log_about_idx on public.change_log using gin (about) where about is not null;
comment on index public.change_log_about_idx is 'Entries that name a person besides their record.';

alter table public.change_log enable row level security;
grant select on public.change_log to authenticated, service_role;

create policy "Admins read all, others the history of records they may read"
  on public.change_log for select to authenticated
  using (
    (select private.is_admin())
    or action <> 'exported' and record_kind in (select private.readable_tables())
  );

create index change_log_search_text_idx on public.change_log
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);
