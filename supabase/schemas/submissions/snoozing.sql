-- Snoozing: whoever reads waiting submissions compares the time with now, so no job has to bring anything back.

create function private.put_off(
  submission uuid, until_day date default null, when_they_reply boolean default false, reason text default null, note uuid default null
) returns timestamptz
language plpgsql security definer set search_path = ''
as $$
declare
  until constant timestamptz := case
    when when_they_reply then 'infinity'
    when until_day is null then '-infinity'
    else (until_day + time '08:00') at time zone private.office_time_zone()
  end;
  before public.submissions;
begin
  perform private.require(private.may_review(), 'You may not snooze this.');
  if not when_they_reply and until_day not between private.office_today() + 1 and private.office_today() + 366 then
    raise exception 'Choose a day from tomorrow on, within a year.' using errcode = 'P0001';
  end if;
  perform private.lock_workflow();
  select * into before from public.submissions where id = submission;
  if before.id is null then
    raise exception 'This submission no longer exists.' using errcode = 'P0001';
  end if;
  if before.answered_at is not null and until > '-infinity' then
    raise exception 'It has been answered, so it can''t be snoozed.' using errcode = 'P0001';
  end if;
  if before.put_off_until <> until then
    update public.submissions set put_off_until = until where id = submission;
    perform private.log_action('changed', 'submissions', submission, before.name, jsonb_build_object(
      'put_off_until', jsonb_build_array(private.put_off_words(before.put_off_until), private.put_off_words(until))
    ));
  end if;
  if btrim(reason) <> '' then
    insert into public.submission_notes (id, submission_id, body)
    values (coalesce(note, gen_random_uuid()), submission, reason)
    on conflict (id) do nothing;
  end if;
  return until;
end
$$;

create function public.put_off(
  submission uuid, until_day date default null, when_they_reply boolean default false, reason text default null, note uuid default null
) returns timestamptz
language sql security invoker set search_path = ''
as $$ select private.put_off(submission, until_day, when_they_reply, reason, note) $$;
comment on function public.put_off is
  'For reviewers: snoozes a waiting submission until eight in the office on a day, or until its sender writes; without either it waits again. A reason becomes the caller''s note, once for an id. Refuses an answered one, and any day but the next 366.';

create function private.put_off_words(until timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  select case
    when until = 'infinity' then to_jsonb('they reply'::text)
    when until > '-infinity' then to_jsonb(until)
  end
$$;
comment on function private.put_off_words is 'A snooze as the log shows it: a time, `they reply`, or null.';
grant execute on function private.put_off, public.put_off to authenticated;

-- The first answer ends it.

create function private.end_put_off() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.put_off_until := '-infinity';
  return new;
end
$$;

-- So does a message of its sender, and another submission of theirs. The lock comes before any lock on a
-- row (private.lock_workflow).

create function private.bring_back(ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if cardinality(ids) > 0 then
    perform private.lock_workflow();
    update public.submissions set put_off_until = '-infinity' where id = any (ids) and put_off_until > now();
  end if;
end
$$;
comment on function private.bring_back is 'Ends the snooze of these submissions.';

create function private.bring_back_of_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.bring_back(array(
    select id from public.submissions where id = new.submission_id and put_off_until > now()
  ));
  return new;
end
$$;
comment on function private.bring_back_of_message is 'Ends the snooze of a submission when its sender writes.';

create function private.bring_back_of_sender() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.bring_back(array(
    select id from public.submissions
    where lower(btrim(email)) = lower(btrim(new.email)) and answered_at is null and put_off_until > now()
  ));
  return new;
end
$$;
comment on function private.bring_back_of_sender is
  'Ends the snooze of a sender''s unanswered submissions when they send another form.';
