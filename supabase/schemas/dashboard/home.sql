-- The figures of the staff's first screen: each panel for those who hold its right, and no line without a number.

create function private.home_of_submissions() returns table (line text, items bigint, target text, label text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := private.current_user_id();
  tomorrow constant timestamptz := private.end_of_day(private.office_today());
begin
  if not private.may_review() then
    return;
  end if;
  return query
  select 'overdue', count(*) filter (where due_at < now()), null::text, null::text from public.submissions
  where answered_at is null and put_off_until <= now() and due_at < tomorrow
  union all
  select 'due_today', count(*) filter (where due_at >= now()), null, null from public.submissions
  where answered_at is null and put_off_until <= now() and due_at < tomorrow
  union all
  select 'mine', count(*), null, null from public.submissions
  where assignee_id = me and status in ('new', 'contacted', 'in_progress')
  union all
  -- By kind: the index of the counts begins with it.
  select 'unassigned', count(*), null, null from public.submissions
  where kind = any (enum_range(null::public.submission_kind)) and status in ('new', 'contacted', 'in_progress')
    and assignee_id is null
  union all
  (
    select 'orphaned', count(*), assignee_id::text, private.account_name(assignee_id) from public.submissions
    where kind = any (enum_range(null::public.submission_kind)) and status in ('new', 'contacted', 'in_progress')
      and assignee_id is not null and assignee_id not in (select private.reviewer_ids())
    group by assignee_id order by 2 desc, 3 limit 2
  )
  union all
  select 'covering', submissions, account_id::text, account from private.covering();
end
$$;
comment on function private.home_of_submissions() is
  'For reviewers: submissions that are overdue, due today, theirs or nobody''s, as the queue''s views have them; the open ones of up to two accounts that may no longer review, and of each colleague whom they cover.';

create function private.home_of_programs() returns table (line text, items bigint, target text, label text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  today constant date := private.office_today();
  may_review constant boolean := private.may_review();
begin
  if not private.has_permission('can_manage_programs') and private.current_user_role() <> 'program_manager' then
    return;
  end if;
  return query
  select 'begin', count(*), null::text, null::text from public.programs
  where start_date between today and today + 30 and status in ('active', 'planned')
  union all
  select 'end', count(*), null, null from public.programs
  where end_date between today and today + 30 and status in ('active', 'planned')
  union all
  select 'seats', count(*), null, null from public.program_seats listed
  where may_review and private.free_seats(listed.program) > 0
    and exists (
      select from public.program_registrations waiting where waiting.program = listed.program and waiting.status = 'waitlisted'
    )
  union all
  select 'registrations', count(*), null, null from public.submissions
  where may_review and kind = 'registration' and status in ('new', 'contacted');
  if private.has_permission('can_manage_programs') then
    return query
    select 'quiet', count(*), mode() within group (order by program_id)::text, null::text from private.quiet_matches;
  end if;
end
$$;
comment on function private.home_of_programs() is
  'For managers of programs and the role program_manager: programs that begin or end within 30 days; for those who review, too, programs with free seats and a waitlist, and registrations to decide. For managers quiet matches, and the program with the most.';

create function private.home_of_meetings() returns table (line text, items bigint, target text, label text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.has_permission('can_manage_programs') then
    return query
    select 'attendance', count(*), mode() within group (order by program_id)::text, null::text
    from private.meetings_without_attendance
    union all
    select 'held', count(*), mode() within group (order by pair.program_id)::text, null
    from private.held_meetings held join public.matches pair on pair.id = held.match_id;
  end if;
end
$$;
comment on function private.home_of_meetings() is
  'For managers of programs: meetings of groups without attendance, and meetings that mentors sent too late to count, each with the program that has the most.';

create function private.home_of_clearances() returns table (line text, items bigint, target text, label text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.may_see_standings() then
    return query select 'evidence', count(*), null::text, null::text from private.ending_clearances();
  end if;
end
$$;
comment on function private.home_of_clearances() is
  'For managers of programs and those who verify clearances: what ends within 60 days and keeps someone in a program.';

create function private.differing_deposits() returns table (line text, items bigint, target text, label text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  since constant date := private.office_today() - 366;
begin
  return query
  select 'batch_deposits', count(*), null::text, null::text from public.gift_batches batch
  cross join lateral private.batch_sums(batch.id) as posted
  where deposited_on >= since and deposited <> posted.total
    and not exists (select from private.closed_months where month = date_trunc('month', deposited_on)::date)
  union all
  select 'payout_deposits', count(*), null, null from private.payouts
  where deposited_on >= since and deposited <> case when failed_at is null then amount else 0 end
    and not exists (select from private.closed_months where month = date_trunc('month', deposited_on)::date);
end
$$;
comment on function private.differing_deposits() is
  'Batches and payouts of a year whose deposit is not the sum that was expected, in months whose books are open.';

create function private.home_of_gifts() returns table (line text, items bigint, target text, label text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.has_permission('can_manage_donations') then
    return query
    select 'thanks', count(*), null::text, null::text from public.donors where thanks = 'due'
    union all
    select 'batches', count(*), (array_agg(id order by created_at))[1]::text, null from public.gift_batches
    where posted_at is null and discarded_at is null
    union all
    select 'monthly', count(*), null, null from private.monthly_gifts
    where failing_since is not null and ended_at is null and donor_id is not null;
  end if;
  if private.may_view_books() then
    return query select * from private.differing_deposits();
  end if;
end
$$;
comment on function private.home_of_gifts() is
  'For managers of donations: thanks that are due, open batches and failing monthly gifts. For them and those who view financials: deposits that differ.';

create function private.home_of_admins() returns table (line text, items bigint, target text, label text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    return;
  end if;
  return query
  select 'mails', count(*), null::text, null::text from private.outbox
  where failed_at > now() - interval '7 days' and state in ('sent', 'failed')
  union all
  select 'faults', count(*), null, null from public.faults where fixed_at is null
  union all
  select 'erasures', count(*), null, null from private.erasures
  where erased_at is null and requested_by is distinct from private.current_user_id()
  union all
  select listed.line, listed.items, null, null from private.invitation_counts() as counted
  cross join lateral (values ('invited', counted.waiting), ('expired', counted.expired)) as listed (line, items);
end
$$;
comment on function private.home_of_admins() is
  'For admins: mails that failed within a week, open faults, erasures that wait for another admin''s approval, and invitations that wait or ended without an answer.';

create function private.home_of_access() returns table (line text, items bigint, target text, label text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.is_staff() and private.current_user_role() <> 'program_manager'
    and not exists (select from private.held_permissions()) then
    return query
    select 'ask', 1::bigint, null::text, name from unnest(private.admins_to_ask()) as name;
  end if;
end
$$;
comment on function private.home_of_access() is
  'For staff whose role opens nothing: the names of up to six admins, who can change that.';

create function private.home_figures() returns table (panel text, line text, items bigint, target text, label text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  select listed.* from (
    select 'submissions', own.* from private.home_of_submissions() as own
    union all
    select 'tasks', counted.line, counted.items, null, null
    from private.due_tasks(private.rights_holder(), private.office_today()) as own
    cross join lateral (values ('overdue', own.overdue), ('due_today', own.due_today)) as counted (line, items)
    where private.is_staff()
    union all
    select 'tasks', 'covering', tasks, account_id::text, account from private.covering()
    union all
    select 'programs', own.* from private.home_of_programs() as own
    union all
    select 'meetings', own.* from private.home_of_meetings() as own
    union all
    select 'clearances', own.* from private.home_of_clearances() as own
    union all
    select 'gifts', own.* from private.home_of_gifts() as own
    union all
    select 'campaigns', campaign.status::text, count(*), null, null from public.email_campaigns campaign
    where private.has_permission('can_send_emails') and campaign.status in ('scheduled', 'paused') group by campaign.status
    union all
    select 'admins', own.* from private.home_of_admins() as own
    union all
    select 'access', own.* from private.home_of_access() as own
  ) as listed (panel, line, items, target, label)
  where listed.items > 0;
end
$$;
create function public.home_figures() returns table (panel text, line text, items bigint, target text, label text)
language sql stable security invoker set search_path = ''
as $$ select * from private.home_figures() $$;
comment on function public.home_figures is
  'The caller''s waiting work: a row for each line of each panel that they may read, with its number, never zero; the id of one row where its link needs it, and a name where its text does.';
grant execute on function private.home_figures, public.home_figures to authenticated;
