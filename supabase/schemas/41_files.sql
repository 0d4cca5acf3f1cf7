-- Files on records: a row here, the bytes in the private bucket `files` under the row's id. Who may read the
-- record reads its files, once their content is checked (docs/decisions/045-files.md).

create type public.file_state as enum ('uploading', 'ready', 'refused');

create function private.largest_file() returns integer
language sql immutable set search_path = ''
as $$ select 20 * 1024 * 1024 $$;
comment on function private.largest_file() is
  'Bytes of a file at most. The app and the function check-files have the same in src/shared/lib/file-content.ts.';

create function private.file_undo() returns interval
language sql immutable set search_path = ''
as $$ select interval '1 day' $$;
comment on function private.file_undo() is 'How long a removed file can be brought back.';

create function private.file_endings() returns table (type text, ending text)
language sql immutable set search_path = ''
as $$
  values ('application/pdf', 'pdf'), ('image/jpeg', 'jpg'), ('image/jpeg', 'jpeg'), ('image/png', 'png'), ('image/webp', 'webp'),
    ('application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'),
    ('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'),
    ('text/csv', 'csv'), ('text/plain', 'txt')
$$;
comment on function private.file_endings() is
  'The types of files that we keep, and how their names end. src/shared/lib/file-content.ts has the same.';

create function private.is_file_name(name text, of_type text default null) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return private.is_line(name, 255) and octet_length(name) <= 255
    and name !~ '[/\\\u0080-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]' and btrim(name) = name
    and exists (
      select from private.file_endings() as known
      where lower(name) like '_%.' || known.ending and (of_type is null or known.type = of_type)
    );
end
$$;
comment on function private.is_file_name(text, text) is
  'Whether it is the name of a file, on one line, without a path or a mark of direction, that ends as a type that we keep, or as this one.';

create table public.files (
  id uuid primary key,
  name text not null check (private.is_file_name(name)),
  size integer not null check (size between 1 and private.largest_file()),
  type text,
  hash text check (hash ~ '^[0-9a-f]{64}$'),
  version text check (private.is_line(version, 100)),
  state public.file_state not null default 'uploading',
  refusal text check (refusal in ('type', 'heic', 'macros', 'name', 'metadata', 'pixels', 'empty', 'too_large', 'duplicate')),
  mentor_id uuid references public.mentors (id) on delete cascade,
  mentee_id uuid references public.mentees (id) on delete cascade,
  trainer_id uuid references public.trainers (id) on delete cascade,
  donor_id uuid references public.donors (id) on update cascade on delete cascade,
  gift_id uuid references public.donations (id) on delete cascade,
  program_id uuid references public.programs (id) on delete cascade,
  submission_id uuid references public.submissions (id) on delete cascade,
  record_kind text not null generated always as (case
    when mentor_id is not null then 'mentors' when mentee_id is not null then 'mentees'
    when trainer_id is not null then 'trainers' when donor_id is not null then 'donors'
    when gift_id is not null then 'donations' when program_id is not null then 'programs' else 'submissions'
  end) stored,
  record_id uuid not null generated always as (
    coalesce(mentor_id, mentee_id, trainer_id, donor_id, gift_id, program_id, submission_id)
  ) stored,
  search_text text generated always as (private.searchable(name)) stored,
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  author_name text,
  removed_at timestamptz,
  constraint files_type_check check (private.is_file_name(name, type)),
  constraint files_submission_id_check
    check (num_nonnulls(mentor_id, mentee_id, trainer_id, donor_id, gift_id, program_id, submission_id) = 1),
  constraint files_state_check check (
    case state when 'uploading' then num_nonnulls(type, hash, version, refusal) = 0
      when 'ready' then num_nonnulls(type, hash, version) = 3 and refusal is null
      else refusal is not null end
  )
);
comment on column public.files.size is 'In bytes: as the browser gave it, and once it is checked as it is.';
comment on column public.files.type is 'By its content; null until it is checked.';
comment on column public.files.hash is 'SHA-256 of the content, in hexadecimal.';
comment on column public.files.version is
  'Of the object that was checked, as storage.objects has it. Another one under the same name cannot be opened.';
comment on column public.files.removed_at is 'Since when nobody sees it; it can be brought back for private.file_undo.';

create index files_record_id_idx on public.files (record_id, created_at desc, id desc);
create index files_mentor_id_idx on public.files (mentor_id);
create index files_mentee_id_idx on public.files (mentee_id);
create index files_trainer_id_idx on public.files (trainer_id);
create index files_donor_id_idx on public.files (donor_id);
create index files_gift_id_idx on public.files (gift_id);
create index files_program_id_idx on public.files (program_id);
create index files_submission_id_idx on public.files (submission_id);
create index files_created_by_idx on public.files (created_by);
create index files_unready_idx on public.files (created_at) where state <> 'ready';
create index files_removed_at_idx on public.files (removed_at) where removed_at is not null;
create index files_search_text_idx on public.files
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);

alter table public.files enable row level security;
grant select (
  id, name, size, type, state, refusal, mentor_id, mentee_id, trainer_id, donor_id, gift_id, program_id, submission_id,
  record_kind, record_id, created_at, created_by, author_name
) on public.files to authenticated;
grant select, insert, update, delete on public.files to service_role;
create policy "Readers of a record see its files"
  on public.files for select to authenticated
  using (removed_at is null and record_kind in (select private.readable_tables()));

-- Objects whose row is gone, with the record or for good. The function check-files deletes them.

create table private.file_leftovers (
  id uuid primary key,
  created_at timestamptz not null default now()
);
alter table private.file_leftovers enable row level security;

create function private.keep_leftovers() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.file_leftovers (id) select id from gone on conflict do nothing;
  return null;
end
$$;
create trigger keep_leftovers after delete on public.files referencing old table as gone
  for each statement execute function private.keep_leftovers();

-- The log: under the record, with the names; of a mentee's file only that there was a change.

create function private.log_file(file public.files, actor uuid, before text, after text) returns void
language sql security definer set search_path = ''
as $$
  insert into public.change_log (actor_id, actor_name, action, record_kind, record_id, record_name, changes)
  select actor, private.account_name(actor), 'changed', file.record_kind, file.record_id,
    coalesce(
      record ->> 'name', record ->> 'donor_name', nullif(concat_ws(' ', record ->> 'first_name', record ->> 'last_name'), '')
    ),
    jsonb_build_object('file', case when file.mentee_id is null then jsonb_build_array(before, after) end)
  from private.stored_rows(format('public.%I', file.record_kind)::regclass, array[file.record_id]) as record
$$;

-- What staff do. Each asks for the right to the record; a file that the caller may not see is none.

create function private.writable_file(file uuid) returns public.files
language plpgsql security definer set search_path = ''
as $$
declare
  found public.files;
begin
  select * into found from public.files where id = file and private.may_search(record_kind) for update;
  if found.id is null or found.removed_at < now() - private.file_undo() then
    raise exception 'This file no longer exists.' using errcode = 'PT404';
  end if;
  return found;
end
$$;

create function private.refuse_same_file(kind text, record uuid, of_hash text, besides uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  same text;
begin
  -- Checks and restores of two copies at a time wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('public.files ' || record, 0));
  select name into same from public.files
  where record_id = record and record_kind = kind and hash = of_hash and state = 'ready' and removed_at is null
    and id is distinct from besides
  order by created_at, id limit 1;
  if same is not null then
    raise exception 'The same file is here already: %', same using errcode = 'PT409';
  end if;
end
$$;

create function private.require_file_name(name text, of_type text) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if private.is_file_name(name, of_type) is not true then
    raise exception 'A name has up to 255 bytes, no slash and no invisible mark, and ends in one of: %.', (
      select string_agg(known.ending, ', ' order by known.ending) from private.file_endings() as known
      where of_type is null or known.type = of_type
    ) using errcode = 'check_violation', constraint = 'files_name_check';
  end if;
end
$$;

create function private.add_file(id uuid, kind text, record uuid, name text, size integer, hash text default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  most_unfinished constant integer := 100;
begin
  -- Not while the person is erased, whose gifts stay.
  perform private.lock_people();
  perform private.require(
    kind in (select table_name from private.task_permissions()) and private.may_search(kind), 'You may not read this record.'
  );
  -- The answer to an earlier try was lost.
  if exists (
    select from public.files known
    where known.id = add_file.id and created_by = auth.uid() and record_id = record and known.name = add_file.name
  ) then
    return;
  end if;
  if not exists (select from private.stored_rows(format('public.%I', kind)::regclass, array[record], lock => 'key share')) then
    raise exception 'This record no longer exists.' using errcode = 'PT404';
  end if;
  perform private.require_file_name(name, null);
  if size is null or size not between 1 and private.largest_file() then
    raise exception 'A file has between 1 byte and 20 MB.' using errcode = 'check_violation', constraint = 'files_size_check';
  end if;
  if (
    select count(*) >= most_unfinished from public.files
    where created_by = auth.uid() and state = 'uploading' and created_at > now() - interval '1 day'
  ) then
    raise exception 'Up to % files at a time.', most_unfinished using errcode = 'P0001';
  end if;
  perform private.refuse_same_file(kind, record, hash, null);
  insert into public.files (
    id, name, size, author_name, mentor_id, mentee_id, trainer_id, donor_id, gift_id, program_id, submission_id
  ) values (
    id, name, size, private.account_name(auth.uid()),
    case kind when 'mentors' then record end, case kind when 'mentees' then record end,
    case kind when 'trainers' then record end, case kind when 'donors' then record end,
    case kind when 'donations' then record end, case kind when 'programs' then record end,
    case kind when 'submissions' then record end
  );
end
$$;

create function public.add_file(id uuid, kind text, record uuid, name text, size integer, hash text default null) returns void
language sql security invoker set search_path = ''
as $$ select private.add_file(id, kind, record, name, size, hash) $$;
comment on function public.add_file is
  'For readers of a record: announces a file of this size in bytes, which its author then uploads to the bucket files under the id. PT409 where the record has one with the same SHA-256, PT404 where the record is gone.';

create function private.rename_file(file uuid, name text, replaced text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored constant public.files := private.writable_file(file);
begin
  if stored.name = rename_file.name then
    return;
  end if;
  if stored.removed_at is not null then
    raise exception 'This file no longer exists.' using errcode = 'PT404';
  end if;
  if stored.name <> replaced then
    raise exception 'Someone else renamed it in the meantime.' using errcode = 'PT409';
  end if;
  perform private.require_file_name(name, stored.type);
  update public.files set name = rename_file.name where id = file;
  perform private.log_file(stored, auth.uid(), stored.name, rename_file.name);
end
$$;

create function public.rename_file(file uuid, name text, replaced text) returns void
language sql security invoker set search_path = ''
as $$ select private.rename_file(file, name, replaced) $$;
comment on function public.rename_file is
  'For readers of its record: renames a file from the name that the caller saw (PT409 when it is another), with an ending of its type.';

create function private.remove_file(file uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored constant public.files := private.writable_file(file);
begin
  if stored.removed_at is null then
    update public.files set removed_at = now() where id = file;
    if stored.state = 'ready' then
      perform private.log_file(stored, auth.uid(), stored.name, null);
    end if;
  end if;
end
$$;

create function public.remove_file(file uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.remove_file(file) $$;
comment on function public.remove_file is
  'For readers of its record: removes a file, which restore_file brings back within a day.';

create function private.restore_file(file uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored constant public.files := private.writable_file(file);
begin
  if stored.removed_at is not null then
    perform private.refuse_same_file(stored.record_kind, stored.record_id, stored.hash, file);
    update public.files set removed_at = null where id = file;
    if stored.state = 'ready' then
      perform private.log_file(stored, auth.uid(), null, stored.name);
    end if;
  end if;
end
$$;

create function public.restore_file(file uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.restore_file(file) $$;
comment on function public.restore_file is
  'For readers of its record: brings back a file that was removed within a day; PT409 where the same one was added again.';

-- A file of a mentee is protected like their other fields: each one is opened for a reason, which an earlier
-- request recorded. The entry names the mentee, and has the id of the file.

create function private.open_file(file uuid, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored constant public.files := private.writable_file(file);
begin
  if stored.mentee_id is null or stored.removed_at is not null or stored.state <> 'ready' then
    raise exception 'This file no longer exists.' using errcode = 'PT404';
  end if;
  if (private.is_text(btrim(reason), 500) and char_length(btrim(reason)) >= 10) is not true then
    raise exception 'Give a reason of 10 to 500 characters.' using errcode = 'check_violation';
  end if;
  perform private.log_action(
    'opened', 'mentees', file, private.person_name(child), jsonb_build_object('reason', btrim(reason)), array[stored.mentee_id]
  )
  from private.stored_rows('public.mentees'::regclass, array[stored.mentee_id]) as child;
end
$$;

create function public.open_file(file uuid, reason text) returns void
language sql security invoker set search_path = ''
as $$ select private.open_file(file, reason) $$;
comment on function public.open_file is
  'Logs that the caller opens the file of a mentee for a reason of 10 to 500 characters. For five minutes they can read it.';

-- Reading many

create type private.listed_file as (
  id uuid, record_kind text, record_id uuid, record_name text, name text, type text, size integer,
  state public.file_state, refusal text, created_at timestamptz, created_by uuid, author_name text
);

create function private.listed_files(ids uuid[]) returns setof private.listed_file
language sql stable security definer set search_path = ''
as $$
  select file.id, file.record_kind, file.record_id, coalesce(
      nullif(concat_ws(' ', mentor.first_name, mentor.last_name), ''), nullif(concat_ws(' ', mentee.first_name, mentee.last_name), ''),
      nullif(concat_ws(' ', trainer.first_name, trainer.last_name), ''), donor.name, gift.donor_name, program.name, submission.name
    ), file.name, file.type, file.size, file.state, file.refusal, file.created_at, file.created_by, file.author_name
  from public.files file
  left join public.mentors mentor on mentor.id = file.mentor_id
  left join public.mentees mentee on mentee.id = file.mentee_id
  left join public.trainers trainer on trainer.id = file.trainer_id
  left join public.donors donor on donor.id = file.donor_id
  left join private.gifts gift on gift.id = file.gift_id
  left join public.programs program on program.id = file.program_id
  left join public.submissions submission on submission.id = file.submission_id
  where file.id = any (ids) and file.removed_at is null and file.record_kind in (select private.readable_tables())
  order by file.created_at desc, file.id
$$;

create function private.person_files(person text) returns setof private.listed_file
language plpgsql stable security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  who constant private.person_rows := private.rows_of(private.people_of_ref(person, readable), readable);
begin
  return query select * from private.listed_files(array(
    select id from public.files
    where record_id = any ((who).mentors || (who).mentees || (who).trainers || (who).donors || (who).donations || (who).submissions)
  ));
end
$$;

create function public.person_files(person text) returns table (
  id uuid, record_kind text, record_id uuid, record_name text, name text, type text, size integer,
  state public.file_state, refusal text, created_at timestamptz, created_by uuid, author_name text
)
language sql stable security invoker set search_path = ''
as $$ select * from private.person_files(person) $$;
comment on function public.person_files is
  'The files of all records of a person that the caller may read, the newest first.';

create function private.search_files(search text) returns setof private.listed_file
language plpgsql stable security definer set search_path = '' set random_page_cost = 1
as $$
declare
  most constant integer := 20;
  -- The index finds the longest word.
  patterns constant text[] := coalesce(
    private.search_patterns((select word from string_to_table(search, e'\n') as word order by char_length(word) desc limit 1)), '{%}'
  );
begin
  perform private.require_short(search);
  return query select * from private.listed_files(array(
    select id from public.files
    where search_text like any (patterns)
      and not exists (
        select from string_to_table(search, e'\n') as word where not search_text like any (private.search_patterns(word))
      )
      and state = 'ready' and removed_at is null and mentee_id is null and record_kind in (select private.readable_tables())
    order by created_at desc, id limit most
  ));
end
$$;

create function public.search_files(search text) returns table (
  id uuid, record_kind text, record_id uuid, record_name text, name text, type text, size integer,
  state public.file_state, refusal text, created_at timestamptz, created_by uuid, author_name text
)
language sql stable security invoker set search_path = ''
as $$ select * from private.search_files(search) $$;
comment on function public.search_files is
  'The newest 20 files by their names, on records that the caller may read; never a mentee''s.';

grant execute on function
  private.add_file, public.add_file, private.rename_file, public.rename_file, private.remove_file, public.remove_file,
  private.restore_file, public.restore_file, private.open_file, public.open_file,
  private.person_files, public.person_files, private.search_files, public.search_files
to authenticated;

-- The bucket. Every object is stored as bytes without a type, so that no browser shows one as a page.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('files', 'files', false, private.largest_file(), '{application/octet-stream}')
on conflict (id) do update
set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- The storage service writes as the service role, after a trial as the caller, whose operation it names.

create function private.storage_operation() returns text
language sql stable security definer set search_path = ''
as $$ select regexp_replace(current_setting('storage.operation', true), '^storage\.', '') $$;

create function private.id_of_object(name text) returns uuid
language sql immutable set search_path = ''
as $$ select case when name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then name::uuid end $$;

create function private.may_store_object(name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.files
    where id = private.id_of_object($1) and state = 'uploading' and removed_at is null
      and created_by = private.current_user_id() and private.may_search(record_kind)
  )
$$;

create function private.may_open_object(name text, version text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.files
    where id = private.id_of_object($1) and state = 'ready' and removed_at is null and files.version = $2
      and private.may_search(record_kind)
      and (mentee_id is null or private.has_opened(id, interval '5 minutes'))
  )
$$;
grant execute on function private.storage_operation, private.may_store_object, private.may_open_object to authenticated;

create policy "Authors upload the files that they announced"
  on storage.objects for insert to authenticated
  with check (
    bucket_id = 'files'
    and (select private.storage_operation()) in ('object.upload', 'tus.upload.create', 'tus.upload.part')
    and private.may_store_object(name)
  );
-- Not listed, copied, moved, resized or signed: a link would open for anybody, also once the right is gone.
create policy "Readers of a record open its files"
  on storage.objects for select to authenticated
  using (
    bucket_id = 'files'
    and (select private.storage_operation()) in (
      'object.get_authenticated', 'object.get_authenticated_info', 'object.info_authenticated', 'object.head_authenticated_info'
    )
    and private.may_open_object(name, version)
  );

-- The check and the sweep, by the function check-files.

create function private.record_file_check(
  file uuid, version text, type text, size integer, hash text, refusal text
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.files;
  refused text := refusal;
begin
  select * into stored from public.files where id = file for update;
  if stored.id is null or stored.state = 'refused' or stored.version = record_file_check.version then
    return jsonb_build_object('state', stored.state, 'refusal', stored.refusal);
  end if;
  if record_file_check.version is distinct from (
    select objects.version from storage.objects where bucket_id = 'files' and objects.name = file::text
  ) then
    raise exception 'It was uploaded again in the meantime.' using errcode = 'PT409';
  end if;
  if refused is null and not private.is_file_name(stored.name, record_file_check.type) then
    refused := 'name';
  end if;
  if refused is null then
    begin
      perform private.refuse_same_file(stored.record_kind, stored.record_id, record_file_check.hash, file);
    exception when sqlstate 'PT409' then
      refused := 'duplicate';
    end;
  end if;
  update public.files
  set state = case when refused is null then 'ready' else 'refused' end::public.file_state, refusal = refused,
    type = case when refused is null then record_file_check.type end,
    hash = case when refused is null then record_file_check.hash end,
    version = case when refused is null then record_file_check.version end,
    size = case when refused is null then record_file_check.size else stored.size end
  where id = file;
  if refused is null and stored.state = 'uploading' and stored.removed_at is null then
    perform private.log_file(stored, stored.created_by, null, stored.name);
  end if;
  return jsonb_build_object('state', case when refused is null then 'ready' else 'refused' end, 'refusal', refused);
end
$$;

create function public.record_file_check(
  file uuid, version text, type text, size integer, hash text, refusal text
) returns jsonb
language sql security invoker set search_path = ''
as $$ select private.record_file_check(file, version, type, size, hash, refusal) $$;
comment on function public.record_file_check is
  'For the service: what a version of an object was found to be; returns state and refusal. PT409 when another version is there.';

create function private.unchecked_file(file uuid) returns table (name text, version text)
language sql stable security definer set search_path = ''
as $$
  select files.name, objects.version from public.files
  join storage.objects on bucket_id = 'files' and objects.name = files.id::text
  where files.id = file and state <> 'refused' and files.version is distinct from objects.version
$$;

create function public.unchecked_file(file uuid) returns table (name text, version text)
language sql stable security invoker set search_path = ''
as $$ select * from private.unchecked_file(file) $$;
comment on function public.unchecked_file is
  'For the service: name and version of a file whose object nobody has checked yet.';

create function private.file_work(everything boolean) returns table (name text, work text)
language sql stable security definer set search_path = ''
as $$
  select objects.name, 'delete' from private.file_leftovers
  join storage.objects on bucket_id = 'files' and objects.name = file_leftovers.id::text
  where not exists (select from public.files where files.id = file_leftovers.id)
  union
  select objects.name, 'delete' from public.files
  join storage.objects on bucket_id = 'files' and objects.name = files.id::text
  where state = 'refused' or removed_at < now() - private.file_undo() - interval '5 minutes'
  union
  select objects.name, 'check' from public.files
  join storage.objects on bucket_id = 'files' and objects.name = files.id::text
  where state = 'uploading' and removed_at is null and objects.created_at < now() - interval '1 minute'
  union
  -- What no deletion explains has a day: a restore or a late upload may bring its row, or its object.
  select rest.name, case when files.id is null then 'delete' else 'check' end from storage.objects rest
  left join public.files on files.id = private.id_of_object(rest.name)
  where everything and bucket_id = 'files' and (
    files.id is null and rest.created_at < now() - interval '1 day'
    or state = 'ready' and files.version is distinct from rest.version
  )
$$;

create function public.file_work(everything boolean) returns table (name text, work text)
language sql stable security invoker set search_path = ''
as $$ select * from private.file_work(everything) limit 200 $$;
comment on function public.file_work is
  'For the service: up to 200 objects to check or to delete; with `everything` it compares all objects with all rows.';
grant execute on function
  private.record_file_check, public.record_file_check, private.unchecked_file, public.unchecked_file,
  private.file_work, public.file_work
to service_role;

-- A restore put objects back whose content it compared: they have new versions.

create function private.adopt_objects(ids uuid[]) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  adopted bigint;
begin
  update public.files set version = objects.version from storage.objects
  where bucket_id = 'files' and objects.name = files.id::text and files.id = any (ids) and state = 'ready';
  get diagnostics adopted = row_count;
  return adopted;
end
$$;
comment on function private.adopt_objects(uuid[]) is
  'For the owner of the database: these objects have the content that was checked, whatever their version. Returns their number.';

create function private.forget_files() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- The object goes first: a row without one is of no harm.
  delete from public.files
  where (
      removed_at < now() - private.file_undo() - interval '5 minutes'
      or state = 'uploading' and created_at < now() - interval '1 day'
      or state = 'refused' and created_at < now() - interval '7 days'
    )
    and not exists (select from storage.objects where bucket_id = 'files' and objects.name = files.id::text);
  delete from private.file_leftovers where created_at < now() - interval '2 days';
end
$$;
select private.every_minute('forget_files');

create function private.start_file_check() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  everything constant boolean := extract(minute from now()) = 0;
begin
  if exists (select from private.file_work(everything)) then
    perform private.call_function('check-files', jsonb_build_object('everything', everything));
  end if;
end
$$;
select private.every_minute('start_file_check');

-- Erasing: before the rows that a file belongs to, of which a donor gets another id; of a gift that stays, too.

insert into private.personal_data (position, table_name, label, action, condition, assignments, stays, handed_over, reason)
overriding system value values
  (-31, 'public.files', 'Files', 'delete',
    'stored.submission_id = any (($1).submissions) or stored.mentor_id = any (($1).people)
      or stored.mentee_id = any (($1).people) or stored.trainer_id = any (($1).people)
      or stored.gift_id = any (($1).gifts) or stored.donor_id = any (($1).donors)',
    '{}', '{}', '{id,name,type,size,state,refusal,mentee_id,created_at,removed_at}', null),
  (-30, 'public.files', 'Author of files about others', 'anonymize', 'stored.created_by = any (($1).accounts)',
    '{"author_name": "''Former account''"}', '{name,type,hash,version,refusal}', '{}', 'The file is about someone else.');
insert into private.personal_data (table_name, label, action, reason)
values ('private.file_leftovers', 'Files that are being deleted', 'none', 'Ids of files whose row is gone');

call private.disable_statistics();
