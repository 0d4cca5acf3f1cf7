create table public.files (
  id uuid primary key,
  name text not null check (private.is_file_name(name)),
  size integer not null check (size between 1 and private.largest_file()),
  type text,
  hash text check (hash ~ '^[0-9a-f]{64}$'),
  version text check (private.is_line(version, 100)),
  state public.file_state not null default 'uploading',
  refusal text check (refusal in ('type', 'pdf', 'heic', 'macros', 'name', 'metadata', 'pixels', 'empty', 'too_large', 'duplicate')),
  mentor_id uuid references public.mentors (id) on delete cascade,
  mentee_id uuid references public.mentees (id) on delete cascade,
  trainer_id uuid references public.trainers (id) on delete cascade,
  donor_id uuid references public.donors (id) on update cascade on delete cascade,
  gift_id uuid references public.donations (id) on delete cascade,
  program_id uuid references public.programs (id) on delete cascade,
  submission_id uuid references public.submissions (id) on delete cascade,
  clearance_id uuid references public.clearances (id) on delete cascade,
  record_kind text not null generated always as (case
    when mentor_id is not null then 'mentors' when mentee_id is not null then 'mentees'
    when trainer_id is not null then 'trainers' when donor_id is not null then 'donors'
    when gift_id is not null then 'donations' when program_id is not null then 'programs'
    when clearance_id is not null then 'clearances' else 'submissions'
  end) stored,
  record_id uuid not null generated always as (
    coalesce(mentor_id, mentee_id, trainer_id, donor_id, gift_id, program_id, submission_id, clearance_id)
  ) stored,
  search_text text generated always as (private.searchable(name)) stored,
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  author_name text,
  removed_at timestamptz,
  constraint files_type_check check (private.is_file_name(name, type)),
  constraint files_submission_id_check
    check (num_nonnulls(mentor_id, mentee_id, trainer_id, donor_id, gift_id, program_id, submission_id, clearance_id) = 1),
  constraint files_state_check check (
    case state when 'uploading' then num_nonnulls(type, hash, version, refusal) = 0
      when 'ready' then num_nonnulls(type, hash, version) = 3 and refusal is null
      else refusal is not null end
  )
);
comment on column public.files.size is 'In bytes: what the browser said, and the real size once the file is checked.';
comment on column public.files.type is 'Its type by its content; null until it is checked.';
comment on column public.files.hash is 'SHA-256 of the content, in hexadecimal.';
comment on column public.files.version is
  'The version of the object that was checked, as storage.objects has it. No other version can be opened.';
comment on column public.files.removed_at is
  'When it was removed: since then nobody sees it. It can be restored for private.file_undo.';

create index files_record_id_idx on public.files (record_id, created_at desc, id desc);
comment on index public.files_record_id_idx is 'The files of a record, newest first.';
create index files_mentor_id_idx on public.files (mentor_id);
create index files_mentee_id_idx on public.files (mentee_id);
create index files_trainer_id_idx on public.files (trainer_id);
create index files_donor_id_idx on public.files (donor_id);
create index files_gift_id_idx on public.files (gift_id);
create index files_program_id_idx on public.files (program_id);
create index files_submission_id_idx on public.files (submission_id);
create index files_clearance_id_idx on public.files (clearance_id);
create index files_created_by_idx on public.files (created_by);
create index files_unready_idx on public.files (created_at) where state <> 'ready';
comment on index public.files_unready_idx is
  'Files that were never uploaded or were refused, for private.forget_files.';
create index files_removed_at_idx on public.files (removed_at) where removed_at is not null;
comment on index public.files_removed_at_idx is 'Removed files, for private.file_work and private.forget_files.';
create index files_search_text_idx on public.files
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);

alter table public.files enable row level security;
grant select (
  id, name, size, type, state, refusal, mentor_id, mentee_id, trainer_id, donor_id, gift_id, program_id, submission_id,
  clearance_id, record_kind, record_id, created_at, created_by, author_name
) on public.files to authenticated;
grant select, insert, update, delete on public.files to service_role;
create policy "Readers of a record see its files"
  on public.files for select to authenticated
  using (removed_at is null and record_kind in (select private.readable_tables()));
create trigger keep_leftovers after delete on public.files referencing old table as gone
  for each statement execute function private.keep_leftovers();
