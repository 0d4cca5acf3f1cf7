-- The page of a mentor: functions only, for accounts that are linked to a mentor, about own active matches.
-- Those that name a child are volatile, so that an address can't ask for them and no cache has the answer.

create function private.own_mentoring() returns boolean
language sql stable security definer set search_path = ''
as $$ select private.own_mentor() is not null $$;

create function public.own_mentoring() returns boolean
language sql stable security invoker set search_path = ''
as $$ select private.own_mentoring() $$;
comment on function public.own_mentoring is 'Whether staff linked the caller''s account to a mentor.';
grant execute on function private.own_mentoring, public.own_mentoring to authenticated;

create function private.phone_of_account(account uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select point.value from public.profiles own join private.contact_points point on point.person_id = own.person_id
    where own.id = account and point.kind = 'phone' and point.retired_at is null and point.level <> 'told'
    order by point.is_preferred desc, point.valid_since, point.normalized limit 1
  );
end
$$;
comment on function private.phone_of_account(uuid) is 'The phone number that colleagues entered for the person of an account.';

create function private.own_meetings(match uuid, program uuid, reader uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(shown) order by shown.day desc, shown.created_at desc), '[]') from (
      select id, day, minutes, outcome, missed_by, duplicate_of is not null as is_repeated, created_at,
        case when recorded_by = reader then note end as note,
        coalesce(recorded_by = reader, false) and created_at > now() - interval '7 days' as may_change
      from public.meetings
      where match_id = match and program_id = program and outcome <> 'planned'
      order by meetings.day desc, meetings.created_at desc limit 20
    ) as shown
  );
end
$$;
comment on function private.own_meetings(uuid, uuid, uuid) is
  'The last 20 meetings of a match that took place or not, with the reader''s own notes, and which the reader may still change.';

create function private.own_match(pair public.matches, reader uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  today constant date := private.office_today();
  supervisor constant uuid := coalesce(pair.supervisor_id, pair.deputy_id);
begin
  return (
    select jsonb_build_object(
      'id', pair.id,
      'status', pair.status,
      'name', concat_ws(' ', coalesce(child.first_name, left(child.last_name, 1) || '.'), case when child.first_name is not null then left(child.last_name, 1) || '.' end),
      'program', programs.name,
      'since', pair.since,
      'per_month', pair.meetings_per_month,
      'this_month', (
        select jsonb_build_object('meetings', count(*), 'minutes', coalesce(sum(minutes), 0)) from public.meetings
        where match_id = pair.id and program_id = pair.program_id and outcome = 'happened' and duplicate_of is null
          and day >= date_trunc('month', today)::date and day <= today + 1
      ),
      'logged', private.own_meetings(pair.id, pair.program_id, reader),
      'next', (
        select coalesce(jsonb_agg(to_jsonb(coming) order by coming.day), '[]') from (
          select id, day, title, minutes, place from public.meetings
          where program_id = pair.program_id and outcome = 'planned' and day >= today and (match_id = pair.id or match_id is null)
          order by meetings.day, meetings.id limit 5
        ) as coming
      ),
      'supervisor', case when supervisor is not null then jsonb_build_object(
        'name', (select coalesce(full_name, email) from public.profiles where id = supervisor),
        'phone', called.number, 'telephones', coalesce(private.telephones(called.number), '{}')
      ) end,
      'guardians', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'name', known.name, 'phone', known.phone, 'telephones', coalesce(private.telephones(known.phone), '{}')
        )), '[]')
        from private.guardians_of(child.id) known
        where known.phone is not null and exists (
          select from private.released_numbers released where released.match_id = pair.id and released.adult_id = known.adult_id
        )
      )
    )
    from public.mentees child, public.programs, private.phone_of_account(supervisor) as called (number)
    where child.id = pair.mentee_id and programs.id = pair.program_id
  );
end
$$;
comment on function private.own_match(public.matches, uuid) is
  'What a mentor sees of an active match: the child by first name and initial, the program, meetings, and the numbers to call.';

create function private.mentor_page() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  own constant uuid := private.own_mentor();
  reader constant uuid := private.rights_holder();
begin
  if own is null then
    return null;
  end if;
  return (
    select jsonb_build_object(
      'now', now(),
      'matches', (
        select coalesce(jsonb_agg(private.own_match(pair, reader) order by pair.since, pair.id), '[]')
        from public.matches pair
        where pair.mentor_id = own and pair.status = 'active' and pair.over_at is null and mentors.status = 'active'
      ),
      'held', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'day', day, 'minutes', minutes, 'outcome', outcome, 'reason', reason) order by day), '[]')
        from private.held_meetings where user_id = reader
      )
    )
    from public.mentors where mentors.id = own
  );
end
$$;

create function public.mentor_page() returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select private.mentor_page() $$;
comment on function public.mentor_page is
  'For an account that is linked to a mentor: own active matches of programs that are not over ({now, matches, held}), and what waits for the office. Null for everyone else.';
grant execute on function private.mentor_page, public.mentor_page to authenticated;

create function private.day_of_press(day date, is_today boolean, pressed_at timestamptz, sent_at timestamptz, zone_minutes integer) returns date
language plpgsql stable set search_path = ''
as $$
declare
  waited constant interval := greatest(sent_at - pressed_at, interval '0');
begin
  if is_today is not true or pressed_at is null or sent_at is null or zone_minutes is null
    or zone_minutes not between -720 and 840 or waited > interval '400 days' then
    return day;
  end if;
  return (now() - waited + make_interval(mins => zone_minutes)) at time zone 'UTC';
end
$$;
comment on function private.day_of_press(date, boolean, timestamptz, timestamptz, integer) is
  'The day of a meeting that a device dated "today": by the server''s clock, less the time that the entry waited by the device''s own, in the device''s time zone (minutes east of UTC). A day that the mentor chose stays.';

create function private.hold_reason(pair public.matches, day date) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when private.own_mentor() is distinct from pair.mentor_id then 'link'
    when pair.status = 'closed' and day > pair.until then 'match'
    when day > private.program_closed_on(pair.program_id) then 'program'
  end;
end
$$;
comment on function private.hold_reason(public.matches, date) is
  'Why a meeting of this day does not count without a decision of the office; null where it counts.';

create function private.hold_meeting(given public.meetings, why text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := 500;
  tidy constant public.meetings := private.tidy_meeting(given);
begin
  perform private.refuse_wrong_meeting(tidy, is_late => true);
  -- Two tries come one after the other.
  perform from public.matches where id = tidy.match_id for no key update;
  -- The answer to an earlier try was lost, and the mentor may have corrected it since.
  update private.held_meetings set day = tidy.day, minutes = tidy.minutes, outcome = tidy.outcome, missed_by = tidy.missed_by
  where id = tidy.id and match_id = tidy.match_id and user_id = tidy.recorded_by;
  if found then
    return;
  end if;
  perform private.refuse_if(
    (select count(*) >= most from private.held_meetings where user_id = tidy.recorded_by),
    'Too many of your meetings wait for the office. Please call it.'
  );
  insert into private.held_meetings (id, match_id, user_id, day, minutes, outcome, missed_by, reason)
  values (tidy.id, tidy.match_id, tidy.recorded_by, tidy.day, tidy.minutes, tidy.outcome, tidy.missed_by, why);
end
$$;
comment on function private.hold_meeting(public.meetings, text) is
  'Keeps a meeting for the office that no longer counts, once for each id with its last values. Refuses what a meeting that counts could not be either.';

create function private.log_own_meeting(
  meeting uuid, match uuid, day date, minutes integer, outcome text, missed_by text default null,
  is_today boolean default false, pressed_at timestamptz default null, sent_at timestamptz default null, zone_minutes integer default null
) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  caller constant uuid := private.rights_holder();
  real_day constant date := private.day_of_press(day, is_today, pressed_at, sent_at, zone_minutes);
  pair public.matches;
  given public.meetings;
  why text;
begin
  select stored.* into pair from public.matches stored
  where stored.id = match and stored.mentor_id in (select mentor_id from private.mentor_accounts where user_id = caller);
  perform private.require(pair.id is not null, 'You may not log meetings of this match.');
  perform private.refuse_if(outcome is null or outcome not in ('happened', 'cancelled', 'missed'), 'Choose whether you met.');
  perform private.refuse_if(minutes is not null and minutes not between 5 and 720, 'A meeting takes 5 to 720 minutes.');
  perform private.refuse_if(missed_by is not null and missed_by not in ('mentor', 'mentee', 'office'), 'Choose who cancelled or missed it.');
  given := jsonb_populate_record(null::public.meetings, jsonb_build_object(
    'id', meeting, 'program_id', pair.program_id, 'match_id', pair.id, 'day', real_day, 'minutes', minutes, 'outcome', outcome,
    'missed_by', missed_by, 'recorded_by', caller, 'needs_consents', '{}'::text[], 'is_collected', false
  ));
  if not exists (select from public.meetings where id = meeting) then
    why := coalesce(
      (select reason from private.held_meetings where id = meeting and user_id = caller), private.hold_reason(pair, real_day)
    );
    if why is not null then
      perform private.hold_meeting(given, why);
      return 'held';
    end if;
  end if;
  return case when private.log_meeting(given) is null then 'stored' else 'repeated' end;
exception when unique_violation then
  -- The id is that of someone else's row.
  raise exception 'You may not log meetings of this match.' using errcode = 'insufficient_privilege';
end
$$;

create function public.log_own_meeting(
  meeting uuid, match uuid, day date, minutes integer, outcome text, missed_by text default null,
  is_today boolean default false, pressed_at timestamptz default null, sent_at timestamptz default null, zone_minutes integer default null
) returns text
language sql security invoker set search_path = ''
as $$ select private.log_own_meeting(meeting, match, day, minutes, outcome, missed_by, is_today, pressed_at, sent_at, zone_minutes) $$;
comment on function public.log_own_meeting is
  'For an account that is, or was, linked to a mentor: stores a meeting of an own match, once for each id. Returns `stored`; `repeated` where it may repeat another one; `held` where match, program or link had ended, and the office decides. A day that the device dated "today" is corrected by the server''s clock.';
grant execute on function private.log_own_meeting, public.log_own_meeting to authenticated;

create function private.require_own_meeting(meeting uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  added timestamptz;
begin
  select stored.created_at into added from public.meetings stored
  join public.matches pair on pair.id = stored.match_id
  join public.mentors on mentors.id = pair.mentor_id
  where stored.id = meeting and stored.recorded_by = private.rights_holder()
    and pair.mentor_id = private.own_mentor() and pair.status = 'active' and mentors.status = 'active';
  perform private.require(added is not null, 'You may not change this meeting.');
  perform private.refuse_if(added <= now() - interval '7 days', 'You logged this more than a week ago. The office can correct it.');
end
$$;
comment on function private.require_own_meeting(uuid) is
  'Refuses a meeting that the caller did not log, of no own active match, or logged more than a week ago.';

create function private.change_own_meeting(meeting uuid, changes jsonb, replaced jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- A device sends a correction behind its meeting, which may have been stored with it after the match had ended.
  if changes - '{day,minutes,outcome,missed_by}'::text[] = '{}' and exists (
    select from public.meetings stored
    where stored.id = meeting and stored.recorded_by = private.rights_holder() and to_jsonb(stored) @> changes
  ) then
    return;
  end if;
  perform private.require_own_meeting(meeting);
  perform private.refuse_if(changes ->> 'outcome' is not distinct from 'planned', 'Choose whether you met.');
  perform private.change_meeting(meeting, changes, replaced, '{day,minutes,outcome,missed_by,note}');
end
$$;

create function public.change_own_meeting(meeting uuid, changes jsonb, replaced jsonb default '{}') returns void
language sql security invoker set search_path = ''
as $$ select private.change_own_meeting(meeting, changes, replaced) $$;
comment on function public.change_own_meeting is
  'For a mentor: changes day, minutes, outcome or note of a meeting that they logged within a week, from the values that they saw (PT409 when they are others).';
grant execute on function private.change_own_meeting, public.change_own_meeting to authenticated;

create function private.remove_own_meeting(meeting uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_own_meeting(meeting);
  delete from public.meetings where id = meeting;
end
$$;

create function public.remove_own_meeting(meeting uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.remove_own_meeting(meeting) $$;
comment on function public.remove_own_meeting is
  'For a mentor: removes a meeting that they logged by mistake, within a week.';
grant execute on function private.remove_own_meeting, public.remove_own_meeting to authenticated;
