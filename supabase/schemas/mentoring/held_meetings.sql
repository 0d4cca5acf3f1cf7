create table private.held_meetings (
  id uuid primary key,
  match_id uuid not null references public.matches (id) on delete cascade,
  user_id uuid references public.profiles (id) on delete set null,
  day date not null check (day between '2000-01-01' and '2200-12-31'),
  minutes smallint check (minutes between 5 and 720),
  outcome public.meeting_outcome not null,
  missed_by text check (missed_by in ('mentor', 'mentee', 'office')),
  reason text not null check (reason in ('match', 'program', 'link')),
  created_at timestamptz not null default now(),
  constraint held_meetings_length_check check (outcome <> 'happened' or minutes is not null)
);
comment on table private.held_meetings is
  'Meetings that a mentor''s device sent when they no longer counted: a manager of programs decides.';
comment on column private.held_meetings.reason is
  'What had ended by the day of the meeting: the match or the program; or, when it came, the link of the account.';
create index held_meetings_match_id_idx on private.held_meetings (match_id);
create index held_meetings_user_id_idx on private.held_meetings (user_id);
alter table private.held_meetings enable row level security;

create function private.held_meetings(program uuid) returns table (
  id uuid, match_id uuid, mentor text, day date, minutes smallint, outcome public.meeting_outcome, missed_by text,
  reason text, created_at timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require(private.has_permission('can_manage_programs'), 'You may not read this.');
  return query
  select held.id, held.match_id, private.person_name(to_jsonb(mentors)), held.day, held.minutes, held.outcome, held.missed_by,
    held.reason, held.created_at
  from private.held_meetings held
  join public.matches pair on pair.id = held.match_id
  join public.mentors on mentors.id = pair.mentor_id
  where pair.program_id = program
  order by held.day, held.created_at, held.id
  limit 200;
end
$$;

create function public.held_meetings(program uuid) returns table (
  id uuid, match_id uuid, mentor text, day date, minutes smallint, outcome public.meeting_outcome, missed_by text,
  reason text, created_at timestamptz
)
language sql stable security invoker set search_path = ''
as $$ select * from private.held_meetings(program) $$;
comment on function public.held_meetings is
  'For holders of can_manage_programs: the meetings of a program that mentors'' devices sent too late to count, oldest first, at most 200.';
grant execute on function private.held_meetings, public.held_meetings to authenticated;

create function private.settle_held_meeting(held uuid, counts boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  kept private.held_meetings;
  given public.meetings;
  program uuid;
begin
  perform private.require(private.has_permission('can_manage_programs'), 'You may not decide this.');
  delete from private.held_meetings where id = held returning * into kept;
  -- A colleague decided, or an earlier try did.
  if not found then
    return;
  end if;
  if counts then
    select program_id into program from public.matches where id = kept.match_id for no key update;
    given := jsonb_populate_record(null::public.meetings, to_jsonb(kept) || jsonb_build_object(
      'program_id', program, 'recorded_by', kept.user_id, 'needs_consents', '{}'::text[], 'created_at', null
    ));
    if not private.hold_planned(given, null) then
      insert into public.meetings (id, program_id, match_id, day, minutes, outcome, missed_by, recorded_by, recorder_name)
      values (kept.id, program, kept.match_id, kept.day, kept.minutes, kept.outcome, kept.missed_by, kept.user_id, private.account_name(kept.user_id));
    end if;
    return;
  end if;
  perform private.log_action(
    'removed', 'meetings', kept.id, null,
    jsonb_build_object('day', jsonb_build_array(kept.day, null), 'minutes', jsonb_build_array(kept.minutes, null)),
    (select array[mentor_id, mentee_id] from public.matches where id = kept.match_id)
  );
end
$$;

create function public.settle_held_meeting(held uuid, counts boolean) returns void
language sql security invoker set search_path = ''
as $$ select private.settle_held_meeting(held, counts) $$;
comment on function public.settle_held_meeting is
  'For holders of can_manage_programs: a meeting that waits for a decision counts from now on, or is discarded, which is logged. Repeating it is harmless.';
grant execute on function private.settle_held_meeting, public.settle_held_meeting to authenticated;
