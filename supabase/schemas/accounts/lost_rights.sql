-- Whoever loses a right keeps no open work that they can't open, on whatever road it goes
-- (docs/decisions/059-open-work-follows-the-rights.md).

create function private.hand_items(of_kind text, ids uuid[], heir uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  case of_kind
    when 'submissions' then update public.submissions set assignee_id = heir where id = any (ids);
    when 'tasks' then update public.tasks set assignee_id = heir where id = any (ids);
    when 'programs' then update public.programs set manager_id = heir where id = any (ids);
    -- A deputy who takes over is no deputy any more.
    when 'matches' then
      update public.matches set supervisor_id = heir, deputy_id = nullif(deputy_id, heir) where id = any (ids);
    when 'deputies' then
      update public.matches set deputy_id = case when supervisor_id is distinct from heir then heir end where id = any (ids);
    when 'views' then
      update public.saved_views set owner_id = heir, name = private.free_view_name(name, list, heir) where id = any (ids);
    when 'campaigns' then
      update public.email_campaigns set scheduled_by = heir,
        status = case when heir is null and status = 'scheduled' then 'draft' else status end,
        scheduled_at = case when heir is null and status = 'scheduled' then null else scheduled_at end
      where id = any (ids);
  end case;
end
$$;
comment on function private.hand_items is
  'Gives open work of a kind (private.open_items) to an account, or to nobody: a scheduled campaign is a draft again then.';

create function private.free_view_name(view_name text, of_list text, heir uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select listed.name from (
      select view_name as name, 0 as nth
      union all select left(view_name, 75) || ' (' || nth || ')', nth from generate_series(2, 999) as nth
    ) as listed
    where not exists (
      select from public.saved_views other
      where other.owner_id = heir and other.list = of_list and lower(other.name) = lower(listed.name)
    )
    order by listed.nth limit 1
  );
end
$$;
comment on function private.free_view_name is
  'The name of a view, with a number behind it where its new owner already has that name on that list.';

create function private.release_work() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  rights record;
  lost record;
begin
  -- Whoever assigns work at the same moment comes first, and is seen below, or hears that the right is gone.
  perform private.lock_workflow();
  select * into rights from private.rights_of(old.user_id);
  for lost in
    select item.kind, array_agg(item.id order by item.id) as ids
    from private.open_items(old.user_id) as item
    join (
      select distinct kind, part from private.open_items(old.user_id)
    ) as listed on listed.kind = item.kind and listed.part = item.part
      and not private.opens(listed.kind, listed.part, rights.role, rights.held)
    group by item.kind
  loop
    perform private.hand_items(lost.kind, lost.ids, null);
  end loop;
  return null;
end
$$;
comment on function private.release_work() is
  'Makes open work unassigned that its account can no longer open, after it lost a role or a permission.';
