-- The figures of the staff's first screens: for a period and the one before, and since the last visit.

create function public.period_figures(days integer) returns table (
  figure text,
  this_period numeric,
  period_before numeric
)
language sql stable security invoker set search_path = ''
as $$
  with period as (
    select now() - make_interval(days => days) as began, now() - make_interval(days => 2 * days) as before
  )
  select 'mentors', count(*) filter (where created_at >= began), count(*) filter (where created_at < began)
  from period left join public.mentors on created_at >= before
  having (select private.has_permission('can_manage_mentors'))
  union all
  select 'mentees', count(*) filter (where created_at >= began), count(*) filter (where created_at < began)
  from period left join public.mentees on created_at >= before
  having (select private.has_permission('can_manage_mentees'))
  union all
  select 'donations', count(*) filter (where created_at >= began), count(*) filter (where created_at < began)
  from period left join public.donations on created_at >= before and is_kept
  having (select private.has_permission('can_manage_donations'))
  union all
  select 'donated', coalesce(sum(amount - refunded) filter (where created_at >= began), 0),
    coalesce(sum(amount - refunded) filter (where created_at < began), 0)
  from period left join public.donations on created_at >= before
  having (select private.has_permission('can_manage_donations'))
  union all
  select 'submissions', count(*) filter (where created_at >= began), count(*) filter (where created_at < began)
  from period left join public.submissions on created_at >= before
  having (select private.may_review())
$$;
comment on function public.period_figures(integer) is
  'New people, donations (number and dollars, less refunds) and submissions of the last days and of as many days before. No line for tables that the caller may not read.';

create function public.promises_kept(days integer) returns table (
  kind public.submission_kind,
  due bigint,
  kept bigint,
  median_hours double precision,
  due_before bigint,
  kept_before bigint,
  median_hours_before double precision
)
language sql stable security invoker set search_path = ''
as $$
  with promises as (
    select submissions.kind, due_at >= now() - make_interval(days => days) as is_recent,
      coalesce(answered_at <= due_at, false) as is_kept,
      extract(epoch from answered_at - created_at)::double precision / 3600 as hours
    from public.submissions
    where due_at >= now() - make_interval(days => 2 * days) and due_at < now()
  )
  select
    listed.kind,
    count(*) filter (where is_recent),
    count(*) filter (where is_recent and is_kept),
    percentile_cont(0.5) within group (order by hours) filter (where is_recent),
    count(*) filter (where not is_recent),
    count(*) filter (where not is_recent and is_kept),
    percentile_cont(0.5) within group (order by hours) filter (where not is_recent)
  from unnest(enum_range(null::public.submission_kind)) as listed (kind)
  left join promises using (kind)
  where (select private.may_review())
  group by listed.kind
  order by listed.kind
$$;
comment on function public.promises_kept(integer) is
  'For each kind: the answers due in the last days, how many were in time, and the median hours until the first answer; and the same for as many days before. Nothing without can_review_submissions.';

create function private.record_visit() returns timestamptz
language sql security definer set search_path = ''
as $$
  insert into private.visits as visit (user_id)
  select private.current_user_id() where private.current_user_id() is not null
  on conflict (user_id) do update set
    previous_at = case
      when visit.seen_at < now() - interval '30 minutes' then visit.seen_at else visit.previous_at
    end,
    seen_at = now()
  returning previous_at
$$;

create function public.record_visit() returns timestamptz
language sql security invoker set search_path = ''
as $$ select private.record_visit() $$;
comment on function public.record_visit is
  'Records the caller''s visit and returns the time of the visit before, null at the first. A visit ends after half an hour without a call.';
grant execute on function private.record_visit, public.record_visit to authenticated;

grant execute on function
  public.period_figures(integer),
  public.promises_kept(integer)
to authenticated;
