-- Files on records: a row here, the bytes in the private bucket `files` under the row's id. Whoever may
-- read the record reads its files, once their content is checked (docs/decisions/045-files.md).

create function private.log_file(file public.files, actor uuid, before text, after text) returns void
language sql security definer set search_path = ''
as $$
  insert into public.change_log (actor_id, actor_name, action, record_kind, record_id, record_name, changes, about)
  select actor, private.account_name(actor), 'changed', file.record_kind, file.record_id,
    coalesce(
      record ->> 'name', record ->> 'donor_name', nullif(concat_ws(' ', record ->> 'first_name', record ->> 'last_name'), '')
    ),
    jsonb_build_object('file', case when num_nonnulls(file.mentee_id, file.clearance_id) = 0 then jsonb_build_array(before, after) end),
    case when file.clearance_id is not null then array[(record ->> 'record_id')::uuid] end
  from private.stored_rows(format('public.%I', file.record_kind)::regclass, array[file.record_id]) as record
$$;
comment on function private.log_file is
  'Logs under its record that a file came, went or got another name; of the file of a mentee or of evidence only that there was a change.';

-- What staff do, each with the right to the record. A file that the caller may not see does not exist for them.

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
  perform private.refuse_own_evidence(found.record_kind, found.record_id);
  return found;
end
$$;
comment on function private.writable_file is
  'Locks and returns a file on a record that the caller may read. Refuses (PT404) any other, and one removed for good; and a file of evidence about the caller.';

create function private.refuse_own_evidence(kind text, record uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.refuse_if(private.is_own_record((select record_id from public.clearances where id = record)), 'You can''t verify yourself. Ask a colleague.')
  where kind = 'clearances';
end
$$;
comment on function private.refuse_own_evidence is 'Refuses a file of evidence about the caller.';

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
    raise exception 'This file is already here: %', same using errcode = 'PT409';
  end if;
end
$$;
comment on function private.refuse_same_file is
  'Refuses (PT409) content that a file of the record has already; `besides` is the file itself.';

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
comment on function private.require_file_name is
  'Refuses a name that does not fit this type of file, or any type that we keep where it is null.';

create function private.add_file(id uuid, kind text, record uuid, name text, size integer, hash text default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  most_unfinished constant integer := 100;
begin
  -- Not while the person is erased, whose gifts stay.
  perform private.lock_people();
  perform private.require(
    (kind = 'clearances' or kind in (select table_name from private.task_permissions())) and private.may_search(kind), 'You may not read this record.'
  );
  perform private.refuse_own_evidence(kind, record);
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
    id, name, size, author_name, mentor_id, mentee_id, trainer_id, donor_id, gift_id, program_id, submission_id, clearance_id
  ) values (
    id, name, size, private.account_name(auth.uid()),
    case kind when 'mentors' then record end, case kind when 'mentees' then record end,
    case kind when 'trainers' then record end, case kind when 'donors' then record end,
    case kind when 'donations' then record end, case kind when 'programs' then record end,
    case kind when 'submissions' then record end, case kind when 'clearances' then record end
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
  'For readers of its record: brings back a file that was removed within a day; PT409 when the same file was added again.';

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

grant execute on function
  private.add_file, public.add_file, private.rename_file, public.rename_file, private.remove_file, public.remove_file, private.restore_file, public.restore_file, private.open_file, public.open_file
to authenticated;
