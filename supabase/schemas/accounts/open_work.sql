-- Work that an account has open: what a colleague takes over when it leaves, and nobody's once it can't open it.

create function private.open_items(account uuid) returns table (kind text, part text, id uuid)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
begin
  return query
  select 'submissions', '', sent.id from public.submissions sent where sent.assignee_id = account and sent.closed_at is null
  union all
  select 'tasks', array_to_string(task.open_to, ','), task.id
  -- The task of a match's next contact follows its supervisor.
  from public.tasks task where task.assignee_id = account and task.done_at is null and task.match_id is null
  union all
  select 'programs', '', program.id
  from public.programs program where program.manager_id = account and program.status in ('active', 'planned')
  union all
  select 'matches', '', pair.id from public.matches pair where pair.supervisor_id = account and pair.status <> 'closed'
  union all
  select 'deputies', '', pair.id from public.matches pair where pair.deputy_id = account and pair.status <> 'closed'
  union all
  select 'views', view.table_name, view.id from public.saved_views view where view.owner_id = account and view.is_shared
  union all
  select 'campaigns', private.tables_of_campaign(campaign.subject, campaign.content, campaign.target_audience), campaign.id
  from public.email_campaigns campaign
  where campaign.scheduled_by = account and campaign.status in ('scheduled', 'sending', 'paused');
end
$$;
comment on function private.open_items(uuid) is
  'The open work of an account: open submissions and tasks assigned to it (but those of matches), active and planned programs that it manages, matches that it supervises or is the deputy for, shared views that it owns, and campaigns that it scheduled or sends. The part is what private.opens asks with the kind.';

create function private.tables_of_campaign(subject text, content text, audience text) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return concat_ws(
    ',', case when private.gift_fields_in(subject, content) <> '{}' then 'donations' end,
    (select table_name from public.saved_views where id = private.view_of_audience(audience))
  );
end
$$;
comment on function private.tables_of_campaign(text, text, text) is
  'The tables that the sender of a campaign must be able to read, with commas between them: gifts in its words, and the view that is its audience.';

create function private.open_work_of(account uuid) returns table (kind text, items bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  select case item.kind when 'deputies' then 'matches' else item.kind end, count(*)
  from private.open_items(account) as item group by 1;
end
$$;
comment on function private.open_work_of(uuid) is
  'The number of open things of an account, by kind, as in private.open_items; the matches of a deputy are among those of a supervisor. Kinds without any are left out.';

create function private.rights_of(account uuid, out role public.app_role, out held text[]) returns record
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
begin
  role := coalesce((select listed.role from public.user_roles listed where listed.user_id = account), 'user');
  held := array(
    select permission.name from public.user_permissions given
    join public.permissions permission on permission.id = given.permission_id
    where given.user_id = account
  );
end
$$;
comment on function private.rights_of(uuid) is
  'The role and the permissions that an account holds, without a session. An admin''s list has only what was granted.';

create function private.opens(kind text, part text, role public.app_role, held text[]) returns boolean
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  tables constant text[] := string_to_array(part, ',');
  is_manager constant boolean := role = 'program_manager' and 'programs' = any (tables);
begin
  return role = 'admin' or case
    when kind = 'submissions' then 'can_review_submissions' = any (held)
    when kind = 'tasks' and part = '' then role = any (private.staff_roles()) or held <> '{}'
    when kind = 'tasks' then is_manager or exists (
      select from private.task_permissions() where table_name = any (tables) and permission = any (held)
    )
    when kind = 'programs' then role = 'program_manager' or 'can_manage_programs' = any (held)
    when kind in ('matches', 'deputies') then 'can_manage_programs' = any (held)
    when kind = 'views' then is_manager or exists (
      select from private.table_permissions() where table_name = part and permission = any (held)
    )
    when kind = 'campaigns' then 'can_send_emails' = any (held) and not exists (
      select from unnest(tables) as needed
      where not (needed = 'programs' and role = 'program_manager') and not exists (
        select from private.table_permissions() where table_name = needed and permission = any (held)
      )
    )
  end;
end
$$;
comment on function private.opens is
  'Whether these rights open this part of a kind of work: a task''s and a view''s part are its tables, a campaign''s what it needs beside can_send_emails, with commas between them.';
