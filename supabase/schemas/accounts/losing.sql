-- Before rights are taken: what would become nobody's, and handing it over first.

create function private.may_hand(of_kind text, part text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  rights record;
begin
  if private.is_admin() then
    return true;
  end if;
  select * into rights from private.rights_of(private.rights_holder());
  -- Only admins reach tasks without a record and a colleague's views.
  return private.has_permission('can_edit_user_roles') and of_kind <> 'views' and not (of_kind = 'tasks' and part = '')
    and private.opens(of_kind, part, rights.role, rights.held);
end
$$;
comment on function private.may_hand is
  'Whether the caller may hand over this part of colleagues'' work: admins all of it, other editors of roles what they may open themselves.';

create function private.require_editor_of(account uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require(
    private.has_permission('can_edit_user_roles') and account not in (select private.protected_user_ids()),
    'You may not change this account.'
  );
end
$$;
comment on function private.require_editor_of is 'Refuses callers who may not change the role and permissions of an account.';

create function private.work_lost(account uuid, new_role public.app_role, kept_ids uuid[] default null)
returns table (kind text, part text, items bigint, heirs jsonb)
language plpgsql stable security definer set search_path = ''
as $$
declare
  kept constant text[] := array(
    select name from public.permissions
    where (kept_ids is null or id = any (kept_ids)) and id in (select permission_id from public.user_permissions where user_id = account)
  );
begin
  perform private.require_editor_of(account);
  -- The change itself is refused.
  if new_role <> 'admin' and array(select user_id from public.user_roles where role = 'admin') = array[account] then
    return;
  end if;
  return query
  select open.kind, open.part, open.items, private.heirs_of(open.kind, open.part, account)
  from (
    select item.kind, item.part, count(*) as items from private.open_items(account) as item group by 1, 2
  ) as open
  where private.may_hand(open.kind, open.part) and not private.opens(open.kind, open.part, new_role, kept)
  order by 1, 2;
end
$$;

create function public.work_lost(account uuid, new_role public.app_role, kept_ids uuid[] default null)
returns table (kind text, part text, items bigint, heirs jsonb)
language sql stable security invoker set search_path = ''
as $$ select * from private.work_lost(account, new_role, kept_ids) $$;
comment on function public.work_lost is
  'For editors of roles: the open work that an account couldn''t open any more with this role and only these of its permissions (null: all of them), by kind and part, with possible heirs; only what the caller may hand over.';
grant execute on function private.work_lost, public.work_lost to authenticated;

create function private.hand_over_work(account uuid, heirs jsonb) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  given record;
  handed integer := 0;
begin
  perform private.require_editor_of(account);
  perform private.lock_workflow();
  for given in
    select item.kind, item.part, (chosen ->> 'heir')::uuid as heir, array_agg(item.id order by item.id) as ids
    from private.open_items(account) as item
    join jsonb_array_elements(heirs) as chosen on chosen ->> 'kind' = item.kind and chosen ->> 'part' = item.part
    where chosen ->> 'heir' is not null
    group by 1, 2, 3
  loop
    perform private.require(private.may_hand(given.kind, given.part), 'You may not hand this over.');
    perform private.refuse_if(
      given.heir = account or not exists (
        select from private.rights_of(given.heir) as rights
        where private.opens(given.kind, given.part, rights.role, rights.held)
      ),
      'A colleague you chose has left or can''t open this. Choose someone else.'
    );
    perform private.hand_items(given.kind, given.ids, given.heir);
    handed := handed + cardinality(given.ids);
  end loop;
  return handed;
end
$$;

create function public.hand_over_work(account uuid, heirs jsonb) returns integer
language sql security invoker set search_path = ''
as $$ select private.hand_over_work(account, heirs) $$;
comment on function public.hand_over_work is
  'For editors of roles: gives parts of a colleague''s open work to heirs, a list of {kind, part, heir}; returns how many things. Refuses what the caller may not hand over (42501), and an heir who can''t open it (P0001). Nothing is moved twice.';
grant execute on function private.hand_over_work, public.hand_over_work to authenticated;
