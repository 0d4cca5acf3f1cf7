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
comment on function private.listed_files is
  'These files with their records'' names, newest first, without removed files and those on records that the caller may not read.';

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
      and state = 'ready' and removed_at is null and num_nonnulls(mentee_id, clearance_id) = 0 and record_kind in (select private.readable_tables())
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
  'The newest 20 files by their names, on records that the caller may read; never those of a mentee or of evidence.';
grant execute on function
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
comment on function private.storage_operation is
  'The operation that the storage service tries as the caller, like object.upload.';

create function private.id_of_object(name text) returns uuid
language sql immutable set search_path = ''
as $$ select case when name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then name::uuid end $$;
comment on function private.id_of_object is
  'The id of the file that an object belongs to, by its name; null for any other name.';

create function private.may_store_object(name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.files
    where id = private.id_of_object($1) and state = 'uploading' and removed_at is null
      and created_by = private.current_user_id() and private.may_search(record_kind)
  )
$$;
comment on function private.may_store_object is
  'Whether the caller announced this file, may still read its record, and has not finished the upload.';

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
comment on function private.may_open_object is
  'Whether the caller may open this version of a file: the one that was checked, on a record that they may read; a mentee''s within five minutes of an opening.';
grant execute on function private.storage_operation, private.may_store_object, private.may_open_object to authenticated;

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
  'For the service: records what the check of an object''s version found, and returns state and refusal. PT409 when the object has another version by now.';

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
  'For the service: name and version of a file whose object is not checked yet.';

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

-- A restore compares the content of objects and puts them back with new versions.

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
  'For the owner of the database, after a restore: accepts these objects as checked, whatever their version. Returns their number.';

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
comment on function private.forget_files is
  'Deletes the rows of files that were removed, refused or never uploaded, after their time and once their object is gone.';
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
comment on function private.start_file_check is
  'Calls check-files when there are objects to check or delete. Once an hour it compares all objects with all rows.';
select private.every_minute('start_file_check');
