-- What every meeting has to pass, whoever enters it: staff here, mentors on their page. These functions ask
-- for no right; their callers do.

create function private.latest_day() returns date
language sql stable set search_path = ''
as $$ select (now() at time zone 'UTC' + interval '14 hours')::date $$;
comment on function private.latest_day is 'Today where the day begins first.';

create function private.earliest_day() returns date
language sql stable set search_path = ''
as $$ select (now() at time zone 'UTC' - interval '12 hours')::date $$;
comment on function private.earliest_day is 'Today where the day ends last.';

create function private.program_closed_on(program uuid) returns date
language sql stable security definer set search_path = ''
as $$ select closed_on from public.programs where id = program and status in ('completed', 'cancelled') $$;
comment on function private.program_closed_on is 'The day when a program was completed or cancelled; null while it is not.';

create function private.refuse_wrong_meeting(given public.meetings, is_late boolean default false) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  pair public.matches;
  closed_on constant date := private.program_closed_on(given.program_id);
begin
  perform private.refuse_if(given.day is null, 'Enter the day.');
  perform private.refuse_if(given.day < '2000-01-01' or given.day > private.latest_day() + 732, 'Enter a day within the next two years.');
  perform private.refuse_if(
    given.outcome in ('happened', 'missed') and given.day > private.latest_day(), 'This day is later than today anywhere on earth.'
  );
  perform private.refuse_if(given.minutes is not null and given.minutes not between 5 and 720, 'A meeting takes 5 to 720 minutes.');
  perform private.refuse_if(given.outcome = 'happened' and given.minutes is null, 'Enter how many minutes it took.');
  perform private.refuse_if(private.is_line(given.place, 200) is false, 'The place is one line of up to 200 characters.');
  perform private.refuse_if(char_length(given.topics) > 500 is true, 'Topics have up to 500 characters.');
  perform private.refuse_if(char_length(given.note) > 5000 is true, 'A note has up to 5,000 characters.');
  if given.day > closed_on and not is_late then
    raise exception '%', format('This program was closed on %s.', private.day_in_words(closed_on)) using errcode = 'P0001';
  end if;
  if given.match_id is null then
    perform private.refuse_if(private.is_line(given.title, 200) is not true, 'Give the meeting a title of one line.');
    perform private.refuse_if(given.minutes is null, 'Enter how many minutes it takes.');
    return;
  end if;
  select * into pair from public.matches where id = given.match_id;
  perform private.refuse_if(pair.since is null, 'This match has not begun.');
  if given.day < pair.since then
    raise exception '%', format('This match began on %s.', private.day_in_words(pair.since)) using errcode = 'P0001';
  elsif given.day > pair.until and not is_late then
    raise exception '%', format('This match ended on %s.', private.day_in_words(pair.until)) using errcode = 'P0001';
  end if;
  perform private.refuse_if(given.outcome in ('cancelled', 'missed') and given.missed_by is null, 'Choose who cancelled or missed it.');
end
$$;
comment on function private.refuse_wrong_meeting(public.meetings, boolean) is
  'Refuses, in one sentence each, a meeting of a wrong day or length, without its parts, before its match began, and, unless it may be late, after it ended or its program was closed.';

create function private.tidy_meeting(given public.meetings) returns public.meetings
language sql stable security definer set search_path = ''
as $$
  select jsonb_populate_record(given, jsonb_build_object(
    'title', case when given.match_id is null then nullif(btrim(given.title), '') end,
    'place', nullif(btrim(given.place), ''), 'topics', nullif(btrim(given.topics), ''),
    'note', case when given.match_id is not null then nullif(btrim(given.note), '') end,
    'missed_by', case when given.outcome in ('cancelled', 'missed') then given.missed_by end,
    'needs_consents', to_jsonb(array(select distinct kind from unnest(given.needs_consents) as kind order by kind)),
    'is_collected', coalesce(given.is_collected, false) and given.match_id is null
  ))
$$;
comment on function private.tidy_meeting(public.meetings) is
  'A meeting without blanks around its texts, and without what its kind or outcome does not have.';

create function private.first_alike(given public.meetings) returns uuid
language sql stable security definer set search_path = ''
as $$
  select id from public.meetings known
  where known.match_id = given.match_id and known.program_id = given.program_id and known.day = given.day
    and known.minutes = given.minutes and known.outcome = given.outcome and known.duplicate_of is null and known.id <> given.id
  order by created_at, id limit 1
$$;
comment on function private.first_alike(public.meetings) is
  'The first other meeting of the same match with the same day, minutes and outcome.';

create function private.hold_planned(given public.meetings, alike uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  planned public.meetings;
begin
  if given.match_id is null or given.outcome = 'planned' then
    return false;
  end if;
  select * into planned from public.meetings
  where match_id = given.match_id and program_id = given.program_id and day = given.day and outcome = 'planned'
    -- Whoever logs a meeting reads its note.
    and (note is null or given.note is null and not exists (select from private.mentor_accounts where user_id = given.recorded_by))
  order by created_at, id limit 1 for update;
  if planned.id is null then
    return false;
  end if;
  update public.meetings set duplicate_of = null where duplicate_of = planned.id;
  update public.meetings set
    id = given.id, minutes = given.minutes, outcome = given.outcome, missed_by = given.missed_by,
    place = coalesce(given.place, planned.place), topics = coalesce(given.topics, planned.topics), note = coalesce(given.note, planned.note),
    needs_consents = array(select distinct kind from unnest(given.needs_consents || planned.needs_consents) as kind order by kind),
    duplicate_of = alike, recorded_by = given.recorded_by, recorder_name = private.account_name(given.recorded_by), created_at = now()
  where id = planned.id;
  return true;
end
$$;
comment on function private.hold_planned(public.meetings, uuid) is
  'Makes the planned meeting of the same match and day the one that is told, under its id and by its account, with place, topics and consents as planned where it says nothing. Returns false where none is planned, or only one with a note that would be lost or shown to a mentor.';

create function private.log_meeting(given public.meetings) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  tidy constant public.meetings := private.tidy_meeting(given);
  known public.meetings;
  alike uuid;
begin
  -- Two devices that log for one match come one after the other.
  perform from public.matches where id = tidy.match_id for no key update;
  if tidy.match_id is not null and not found then
    raise exception 'This match no longer exists.' using errcode = 'PT404';
  end if;
  perform from public.programs where id = tidy.program_id for key share;
  if not found then
    raise exception 'This program no longer exists.' using errcode = 'PT404';
  end if;
  select * into known from public.meetings where id = tidy.id;
  -- The answer to an earlier try was lost.
  if known.id is not null and known.recorded_by = tidy.recorded_by and known.match_id is not distinct from tidy.match_id then
    return known.duplicate_of;
  end if;
  perform private.refuse_wrong_meeting(tidy);
  alike := private.first_alike(tidy);
  if private.hold_planned(tidy, alike) then
    return alike;
  end if;
  insert into public.meetings (
    id, program_id, match_id, title, day, minutes, outcome, missed_by, place, topics, note, is_collected, needs_consents,
    duplicate_of, recorded_by, recorder_name
  ) values (
    tidy.id, tidy.program_id, tidy.match_id, tidy.title, tidy.day, tidy.minutes, tidy.outcome, tidy.missed_by, tidy.place, tidy.topics,
    tidy.note, tidy.is_collected, tidy.needs_consents, alike, tidy.recorded_by, private.account_name(tidy.recorded_by)
  );
  return alike;
end
$$;
comment on function private.log_meeting(public.meetings) is
  'Stores a meeting of a match or a group under the id that the browser chose, in the place of one that was planned for its match and day, and returns the meeting that it may repeat, or null: both are kept. Repeating it by the same account is harmless. The caller''s rights are checked before.';

create function private.change_meeting(meeting uuid, changes jsonb, replaced jsonb, columns text[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.meetings;
  changed public.meetings;
begin
  perform private.require_columns(changes || replaced, columns);
  select * into stored from public.meetings where id = meeting;
  perform from public.matches where id = stored.match_id for no key update;
  select * into stored from public.meetings where id = meeting for update;
  if stored.id is null then
    raise exception 'This meeting was removed.' using errcode = 'PT404';
  end if;
  changed := private.tidy_meeting(jsonb_populate_record(stored, changes));
  -- The answer to an earlier try was lost.
  if changed is not distinct from stored then
    return;
  elsif not to_jsonb(stored) @> replaced then
    raise exception 'Someone else changed it in the meantime.' using errcode = 'PT409';
  end if;
  perform private.refuse_wrong_meeting(changed);
  update public.meetings set
    title = changed.title, day = changed.day, minutes = changed.minutes, outcome = changed.outcome, missed_by = changed.missed_by,
    place = changed.place, topics = changed.topics, note = changed.note, is_collected = changed.is_collected,
    needs_consents = changed.needs_consents,
    duplicate_of = case
      when (changed.day, changed.minutes, changed.outcome) is distinct from (stored.day, stored.minutes, stored.outcome)
        then private.first_alike(changed)
      else stored.duplicate_of
    end
  where id = meeting;
end
$$;
comment on function private.change_meeting(uuid, jsonb, jsonb, text[]) is
  'Changes these columns of a meeting from the values that the caller saw (PT409 when they are others). The caller''s rights are checked before.';
