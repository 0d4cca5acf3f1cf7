create view private.quiet_matches with (security_invoker = true) as
  select stored.id, stored.program_id, stored.mentor_id, stored.mentee_id, stored.supervisor_id, stored.deputy_id,
    last_on, today.day - last_on - paused as quiet_days, allowed
  from public.matches stored
  join public.programs on programs.id = stored.program_id and programs.status in ('active', 'planned')
  cross join (select private.office_today() as day) as today
  cross join lateral (select 30 / stored.meetings_per_month + 7 as allowed) as rhythm
  cross join lateral (
    select greatest(stored.since, (
      select meetings.day from public.meetings
      where match_id = stored.id and meetings.program_id = stored.program_id and outcome = 'happened'
      order by meetings.day desc limit 1
    )) as last_on
  ) as met
  cross join lateral (
    select coalesce(sum(least(coalesce(ends_on, today.day), today.day) - greatest(starts_on, last_on)), 0)::integer as paused
    from public.match_pauses where match_id = stored.id and coalesce(ends_on, today.day) > last_on and starts_on < today.day
  ) as rested
  where stored.status = 'active' and today.day - last_on > allowed and today.day - last_on - paused > allowed;
comment on view private.quiet_matches is
  'Quiet matches: active ones of a program that is not over, without a meeting that happened for longer than their rhythm allows: a month (30 days) divided by the meetings asked for, and a week. Days of a pause do not count. `last_on` is the last meeting, or the day since which it is active.';
