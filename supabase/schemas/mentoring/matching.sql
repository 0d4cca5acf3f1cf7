-- Matches are proposed, agreed, active, paused and closed by these functions
-- (docs/decisions/054-matches.md).

create function private.is_program_over(program uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select status in ('completed', 'cancelled') from public.programs where id = program);
end
$$;
comment on function private.is_program_over is 'Whether a program is completed or cancelled; null where there is none.';

create function private.match_name(mentor uuid, mentee uuid) returns text
language sql stable security definer set search_path = ''
as $$ select format('%s and %s', private.name_of_reference('mentor_id', mentor), private.name_of_reference('mentee_id', mentee)) $$;
comment on function private.match_name is 'What a refusal calls a match: both names.';

create function private.open_matches_of_mentor(mentor uuid, besides uuid default null) returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*) from public.matches where mentor_id = mentor and over_at is null and id is distinct from besides
$$;
comment on function private.open_matches_of_mentor is
  'The matches that take a place of a mentor: proposed, active and paused ones of programs that are not over.';

create function private.refuse_supervisors(mentor uuid, supervisor uuid, deputy uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select from unnest(array[supervisor, deputy]) as id
    where id is not null and id not in (select private.holders('can_manage_programs'))
  ) then
    raise exception 'This colleague has left or can''t manage programs. Choose someone else.' using errcode = 'P0001';
  end if;
  if supervisor = deputy or supervisor is null and deputy is not null then
    raise exception 'Choose a supervisor, and as deputy someone else.' using errcode = 'P0001';
  end if;
  perform private.refuse_if(exists (
    select from public.profiles account join public.mentors stored on stored.id = refuse_supervisors.mentor
    where account.id in (supervisor, deputy) and (
      account.person_id = stored.person_id
      or exists (select from private.mentor_accounts link where link.mentor_id = stored.id and link.user_id = account.id)
    )
  ), 'Nobody supervises their own match. Choose someone else.');
end
$$;
comment on function private.refuse_supervisors is
  'Refuses accounts that may not manage programs or are the mentor''s own, a deputy without a supervisor, and the same account as both.';

create function private.refuse_pair(program uuid, mentor uuid, mentee uuid, besides uuid default null) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  mentor_row public.mentors;
  mentee_row public.mentees;
begin
  -- Two proposals for the same mentor or child wait for each other.
  select * into mentor_row from public.mentors where id = mentor for no key update;
  select * into mentee_row from public.mentees where id = mentee for no key update;
  if mentor_row.id is null or mentee_row.id is null or private.is_program_over(program) is null then
    raise exception 'One of the two, or the program, no longer exists.' using errcode = 'PT404';
  end if;
  perform private.refuse_if(private.is_program_over(program), 'This program is over.');
  perform private.refuse_if(mentor_row.person_id = mentee_row.person_id, 'Both records are of the same person.');
  perform private.refuse_if(
    mentor_row.status <> 'active' or not exists (select from public.program_mentors where program_id = program and mentor_id = mentor),
    private.name_of_reference('mentor_id', mentor) || ' is inactive or not a mentor of this program.'
  );
  perform private.refuse_if(
    mentee_row.status <> 'active' or not exists (select from public.program_mentees where program_id = program and mentee_id = mentee),
    private.name_of_reference('mentee_id', mentee) || ' is inactive or not a mentee of this program.'
  );
  perform private.refuse_if(
    exists (
      select from public.matches
      where mentee_id = mentee and program_id = program and status <> 'closed' and id is distinct from besides
    ), private.name_of_reference('mentee_id', mentee) || ' already has a match in this program.'
  );
  perform private.refuse_if(
    private.open_matches_of_mentor(mentor, besides) >= coalesce(mentor_row.capacity, 1),
    format('%s has no place left: %s of %s taken.', private.name_of_reference('mentor_id', mentor),
      private.open_matches_of_mentor(mentor, besides), coalesce(mentor_row.capacity, 1))
  );
  perform private.refuse_unmet(program, 'mentors', array[mentor]);
end
$$;
comment on function private.refuse_pair is
  'Refuses to pair a mentor and a mentee in a program that is over, without both active in it, for a mentee with another match there, a mentor without a place left, and one who lacks a requirement. It locks both.';

create function private.propose_match(
  id uuid, program uuid, mentor uuid, mentee uuid, meetings integer default 2, supervisor uuid default null, deputy uuid default null
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_pairing();
  -- Not while people are merged or erased, or a supervisor's right ends.
  perform private.lock_workflow();
  -- The answer to an earlier try was lost.
  if exists (
    select from public.matches known where known.id = propose_match.id and created_by = private.current_user_id() and mentor_id = mentor and mentee_id = mentee
  ) then
    return;
  end if;
  perform private.refuse_if(meetings not between 1 and 20, 'A match meets 1 to 20 times a month.');
  perform private.refuse_supervisors(mentor, supervisor, deputy);
  perform private.refuse_pair(program, mentor, mentee);
  insert into public.matches (id, mentor_id, mentee_id, program_id, meetings_per_month, supervisor_id, deputy_id, created_by)
  values (id, mentor, mentee, program, meetings, supervisor, deputy, private.current_user_id());
end
$$;
create function public.propose_match(
  id uuid, program uuid, mentor uuid, mentee uuid, meetings integer default 2, supervisor uuid default null, deputy uuid default null
) returns void
language sql security invoker set search_path = ''
as $$ select private.propose_match(id, program, mentor, mentee, meetings, supervisor, deputy) $$;
comment on function public.propose_match is
  'For holders of can_manage_programs and can_manage_mentees: proposes a match of an active mentor and mentee of a program, under the id that the caller chose. Refuses a program that is over, a mentor without a place left or a requirement, and a mentee with another match there.';

create function private.match_to_change(match uuid) returns public.matches
language plpgsql volatile security definer set search_path = ''
as $$
declare
  stored public.matches;
begin
  perform private.require(private.has_permission('can_manage_programs'), 'You may not change matches.');
  perform private.lock_workflow();
  select * into stored from public.matches where id = match for update;
  if stored.id is null then
    raise exception 'This match no longer exists.' using errcode = 'PT404';
  end if;
  return stored;
end
$$;
comment on function private.match_to_change is
  'Locks a match for a caller who may manage programs. Refuses others, and a match that is gone (PT404).';

create function private.save_match(match uuid, changes jsonb, replaced jsonb default '{}') returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored constant public.matches := private.match_to_change(match);
  saved constant public.matches := jsonb_populate_record(stored, changes);
  tomorrow constant date := private.office_today() + 1;
begin
  perform private.require_columns(
    changes || replaced, '{meetings_per_month,contact_days,mentor_agreed_on,guardian_agreed_on,supervisor_id,deputy_id}'
  );
  if to_jsonb(stored) @> changes then
    return;
  end if;
  if not to_jsonb(stored) @> replaced then
    raise exception 'Someone else changed it in the meantime.' using errcode = 'PT409';
  end if;
  perform private.refuse_if(stored.status = 'closed', 'This match is closed.');
  perform private.refuse_if(saved.meetings_per_month not between 1 and 20, 'A match meets 1 to 20 times a month.');
  perform private.refuse_if(
    saved.contact_days not between 7 and 92, 'Someone talks with them within 7 to 92 days.'
  );
  perform private.refuse_if(
    coalesce(greatest(saved.mentor_agreed_on, saved.guardian_agreed_on) >= tomorrow, false), 'No one said yes on a day later than today.'
  );
  perform private.refuse_if(coalesce(least(saved.mentor_agreed_on, saved.guardian_agreed_on) < '2000-01-01', false), 'Enter a day from 2000 on.');
  perform private.refuse_if(
    stored.status <> 'proposed' and num_nonnulls(saved.mentor_agreed_on, saved.guardian_agreed_on) < 2,
    'A match that is active has the yes of both.'
  );
  if changes ?| '{supervisor_id,deputy_id}' then
    perform private.refuse_supervisors(saved.mentor_id, saved.supervisor_id, saved.deputy_id);
  end if;
  update public.matches set meetings_per_month = saved.meetings_per_month, contact_days = saved.contact_days, mentor_agreed_on = saved.mentor_agreed_on,
    guardian_agreed_on = saved.guardian_agreed_on, supervisor_id = saved.supervisor_id, deputy_id = saved.deputy_id
  where id = match;
end
$$;
create function public.save_match(match uuid, changes jsonb, replaced jsonb default '{}') returns void
language sql security invoker set search_path = ''
as $$ select private.save_match(match, changes, replaced) $$;
comment on function public.save_match is
  'For holders of can_manage_programs: changes meetings_per_month, contact_days, mentor_agreed_on, guardian_agreed_on, supervisor_id or deputy_id of a match that is not closed, from the values that the caller saw (PT409 when they are others). Supervisor and deputy may manage programs.';

create function private.set_match_status(match uuid, status public.match_status, seen public.match_status, on_day date default null, reason text default null)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored constant public.matches := private.match_to_change(match);
  today constant date := private.office_today();
  day constant date := coalesce(on_day, today);
begin
  if stored.status = set_match_status.status then
    return;
  end if;
  if stored.status is distinct from seen then
    raise exception 'Someone else changed it in the meantime.' using errcode = 'PT409';
  end if;
  perform private.refuse_if(stored.status = 'closed', 'This match is closed. Propose a new one.');
  perform private.refuse_if(set_match_status.status = 'proposed' or stored.status = 'proposed' and set_match_status.status = 'paused',
    'Only an active match can be paused.');
  perform private.refuse_if(day > today, 'The day can''t be later than today.');
  perform private.refuse_if(day < '2000-01-01' or coalesce(day < stored.since, false), 'The day can''t be before the match began.');
  if set_match_status.status = 'active' then
    perform private.refuse_if(num_nonnulls(stored.mentor_agreed_on, stored.guardian_agreed_on) < 2,
      'Note the yes of the mentor and of a guardian first.');
    perform private.refuse_pair(stored.program_id, stored.mentor_id, stored.mentee_id, match);
  elsif set_match_status.status = 'closed' then
    perform private.refuse_if(private.is_text(btrim(reason), 500) is not true, 'Say why, in up to 500 characters.');
  end if;
  perform private.refuse_if(
    stored.status = 'paused' and day < (select starts_on from public.match_pauses where match_id = match and ends_on is null),
    'The day can''t be before the pause began.'
  );
  update public.match_pauses set ends_on = day where match_id = match and ends_on is null;
  if set_match_status.status = 'paused' then
    insert into public.match_pauses (match_id, starts_on) values (match, day) on conflict (match_id, starts_on) do update set ends_on = null;
  end if;
  update public.matches set status = set_match_status.status,
    since = case when set_match_status.status = 'active' then coalesce(stored.since, day) else stored.since end,
    until = case when set_match_status.status = 'closed' then day end,
    close_reason = case when set_match_status.status = 'closed' then btrim(reason) end
  where id = match;
end
$$;
create function public.set_match_status(match uuid, status public.match_status, seen public.match_status, on_day date default null, reason text default null)
returns void
language sql security invoker set search_path = ''
as $$ select private.set_match_status(match, status, seen, on_day, reason) $$;
comment on function public.set_match_status is
  'For holders of can_manage_programs: activates, pauses or closes a match on a day (today by default), from the status that the caller saw (PT409 after a change). It is active only with the yes of mentor and guardian, and where the pair may be proposed; closed for a reason, and for good.';

grant execute on function
  private.propose_match, public.propose_match, private.save_match, public.save_match,
  private.set_match_status, public.set_match_status
to authenticated;
