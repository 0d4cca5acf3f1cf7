-- Conversions: an accepted volunteer becomes a mentor or trainer, the child of an accepted program
-- application a mentee, in one transaction, with a link both ways, and not twice
-- (docs/decisions/021-converted-once.md).

create function private.add_person(target text, person uuid, entered jsonb, submission uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  listed text[];
  is_complete boolean;
  -- What the colleague left as it was sent is only told.
  told constant text[] := array(
    select contact from public.submissions sent
    cross join lateral (values
      ('email', lower(btrim(entered ->> 'email')) = lower(btrim(sent.email))),
      ('phone', private.phone_keys(entered ->> 'phone') && private.phone_keys(sent.phone))
    ) as listed (contact, is_as_sent)
    where sent.id = submission and is_as_sent
  );
begin
  select array_agg(attname::text), count(*) = (select count(*) from jsonb_object_keys(entered))
  into listed, is_complete
  from pg_catalog.pg_attribute
  where attrelid = format('public.%I', target)::regclass and entered ? attname::text and attname not in ('id', 'status')
    and has_column_privilege('authenticated', attrelid, attnum, 'insert');
  if not is_complete then
    raise exception 'Unknown field' using errcode = 'insufficient_privilege';
  end if;
  perform private.insert_rows(
    format('public.%I', target)::regclass, '{id,told}'::text[] || listed,
    jsonb_build_array(entered || jsonb_build_object('id', person, 'told', told))
  );
end
$$;
comment on function private.add_person is
  'Adds the mentor, mentee or trainer of a conversion, active and with the entered values. Refuses columns that managers may not insert. An email or phone left as it was sent is only told.';

create function private.is_same_conversion(
  earlier public.conversions, target text, person uuid, entered jsonb, program uuid
) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  is_same boolean;
begin
  select stored @> case
    when earlier.author_id = auth.uid() and earlier.converted_at > now() - interval '1 day' then entered
    else entered - private.protected_columns(target)
  end into is_same
  from private.stored_rows(format('public.%I', target)::regclass, array[person]) as stored;
  if not coalesce(is_same, true) then
    return false;
  end if;
  if program is null then
    return earlier.program_id is null;
  end if;
  return case target
    when 'mentors' then exists (select from public.program_mentors where program_id = program and mentor_id = person)
    when 'mentees' then exists (select from public.program_mentees where program_id = program and mentee_id = person)
    when 'trainers' then exists (select from public.program_trainers where program_id = program and trainer_id = person)
  end;
end
$$;
comment on function private.is_same_conversion is
  'Whether a conversion is a retry after a lost response: the person has the entered values and is in the program. Protected values count only for its author, within a day.';

create function private.set_application_status(
  form text, application uuid, to_status public.application_status, from_status public.application_status default null
) returns void
language sql security definer set search_path = ''
as $$
  update public.program_applications set status = to_status
  where form = 'program_applications' and id = application and status <> to_status
    and status = coalesce(from_status, status);
  update public.volunteer_applications set status = to_status
  where form = 'volunteer_applications' and id = application and status <> to_status
    and status = coalesce(from_status, status);
$$;
comment on function private.set_application_status is
  'Sets the status of a volunteer or program application, with `from_status` only from that one.';

create function private.require_same_conversion(
  earlier public.conversions, target text, person uuid, entered jsonb, program uuid
) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if person is distinct from coalesce(earlier.mentor_id, earlier.mentee_id, earlier.trainer_id) then
    raise sqlstate 'PT409' using message = format(
      '%s has already converted it to a %s.', coalesce(earlier.author_name, 'Someone'), earlier.kind
    );
  elsif not private.is_same_conversion(earlier, target, person, entered, program) then
    raise sqlstate 'PT409' using message = format(
      'It was already converted with other values. Change the %s itself.', rtrim(target, 's')
    );
  end if;
end
$$;
comment on function private.require_same_conversion(public.conversions, text, uuid, jsonb, uuid) is
  'Refuses another conversion of a converted submission.';

create function private.add_to_program(target text, person uuid, program uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.programs where id = program and status = 'active' for key share;
  if not found then
    raise exception 'This program is not active.' using errcode = 'check_violation';
  end if;
  case target
    when 'mentors' then
      insert into public.program_mentors (program_id, mentor_id) values (program, person) on conflict do nothing;
    when 'mentees' then
      insert into public.program_mentees (program_id, mentee_id) values (program, person) on conflict do nothing;
    when 'trainers' then
      insert into public.program_trainers (program_id, trainer_id) values (program, person) on conflict do nothing;
  end case;
  return found;
end
$$;
comment on function private.add_to_program(text, uuid, uuid) is
  'Adds a person to an active program; false where they are in it.';

create function private.convert_submission(
  submission uuid, target text, person uuid, entered jsonb default null, program uuid default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  form constant text := case target when 'mentees' then 'program_applications' else 'volunteer_applications' end;
  one constant text := rtrim(target, 's');
  former public.application_status;
  earlier public.conversions;
  is_added boolean := false;
begin
  if target in ('mentors', 'mentees', 'trainers') is not true
    or not private.may_review() or not private.has_permission('can_manage_' || target)
    or program is not null and not private.has_permission('can_manage_programs') then
    raise exception 'You may not convert this.' using errcode = 'insufficient_privilege';
  end if;
  perform private.lock_workflow();
  -- The lock serializes concurrent decisions on the submission.
  select stored ->> 'status' into former
  from private.stored_rows(format('public.%I', form)::regclass, array[submission], lock => 'update') as stored;
  if former is null then
    raise exception 'This application does not exist.' using errcode = 'PT404';
  end if;

  select * into earlier from public.conversions where submission_id = submission;
  if earlier.submission_id is not null then
    perform private.require_same_conversion(earlier, target, person, entered, program);
    return;
  end if;

  if entered is not null then
    perform private.add_person(target, person, entered, submission);
  else
    perform from private.stored_rows(format('public.%I', target)::regclass, array[person], lock => 'key share');
    if not found then
      raise exception 'This % no longer exists.', one using errcode = 'PT404';
    end if;
  end if;
  if program is not null then
    is_added := private.add_to_program(target, person, program);
  end if;

  insert into public.conversions (
    submission_id, reference, mentor_id, mentee_id, trainer_id, is_new, program_id, former_status
  )
  select id, submissions.reference,
    case one when 'mentor' then person end, case one when 'mentee' then person end,
    case one when 'trainer' then person end, entered is not null, case when is_added then convert_submission.program end, former
  from public.submissions where id = submission;
  perform private.set_application_status(form, submission, 'accepted');
end
$$;

create function public.convert_submission(
  submission uuid, target text, person uuid, entered jsonb default null, program uuid default null
) returns void
language sql security invoker set search_path = ''
as $$ select private.convert_submission(submission, target, person, entered, program) $$;
comment on function public.convert_submission is
  'Converts a volunteer to a mentor or trainer, or a program application to a mentee, under the id that the caller chose, or links it to the person with that id where nothing is entered; into a program, if given. Accepts the submission. 409 when it was converted already.';
grant execute on function private.convert_submission, public.convert_submission to authenticated;

-- The undo: by the same account, within a day, and for an added person only while it is unchanged and
-- nothing else refers to it.

create function private.is_as_converted(taken public.conversions) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  person constant uuid := coalesce(taken.mentor_id, taken.mentee_id, taken.trainer_id);
  reference record;
begin
  if exists (select from public.change_log where record_id = person and action = 'changed') then
    return false;
  end if;
  for reference in
    select conrelid::regclass as table_name, attname as column_name
    from pg_catalog.pg_constraint
    join pg_catalog.pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = format('public.%Is', taken.kind)::regclass
  loop
    -- Besides its conversion, and its assignment to the program.
    if exists (
      select from private.stored_rows(reference.table_name, array[person], reference.column_name) as referring
      where coalesce((referring ->> 'submission_id')::uuid <> taken.submission_id, true)
        and coalesce((referring ->> 'program_id')::uuid <> taken.program_id, true)
    ) then
      return false;
    end if;
  end loop;
  return true;
end
$$;
comment on function private.is_as_converted is
  'Whether the person whom a conversion added is unchanged, and nothing but the conversion and its program refers to them.';

create function private.undo_conversion(submission uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  taken public.conversions;
  form text;
  person uuid;
begin
  perform private.lock_workflow();
  select * into taken from public.conversions
  where submission_id = submission and author_id = private.current_user_id() and private.may_review();
  perform private.require(
    taken.submission_id is not null and private.has_permission('can_manage_' || taken.kind || 's'),
    'Only the person who converted it can undo this.'
  );
  form := case taken.kind when 'mentee' then 'program_applications' else 'volunteer_applications' end;
  perform from private.stored_rows(format('public.%I', form)::regclass, array[submission], lock => 'update');
  person := coalesce(taken.mentor_id, taken.mentee_id, taken.trainer_id);
  perform from private.stored_rows(format('public.%Is', taken.kind)::regclass, array[person], lock => 'update');

  if taken.converted_at < now() - interval '1 day' then
    raise sqlstate 'PT409' using message = 'It was converted more than a day ago.';
  elsif taken.is_new and not private.is_as_converted(taken) then
    raise sqlstate 'PT409' using message = format('The %s has been changed or used since.', taken.kind);
  end if;
  if taken.program_id is not null then
    case taken.kind
      when 'mentor' then delete from public.program_mentors where program_id = taken.program_id and mentor_id = person;
      when 'mentee' then delete from public.program_mentees where program_id = taken.program_id and mentee_id = person;
      when 'trainer' then delete from public.program_trainers where program_id = taken.program_id and trainer_id = person;
    end case;
  end if;
  delete from public.conversions where submission_id = submission;
  if taken.is_new then
    perform private.delete_person(taken.kind || 's', person);
  end if;
  perform private.set_application_status(form, submission, taken.former_status, 'accepted');
end
$$;

create function public.undo_conversion(submission uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.undo_conversion(submission) $$;
comment on function public.undo_conversion is
  'Undoes a conversion of the caller, within a day. It removes an added person that is unchanged and has no references (409 otherwise).';
grant execute on function private.undo_conversion, public.undo_conversion to authenticated;
