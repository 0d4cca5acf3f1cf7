-- A leaving is undone within a day: rights come back, and what nobody has changed since.

create function private.give_back(leaving uuid, account uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  rights record;
  listed record;
  same uuid[];
  given integer := 0;
begin
  select * into rights from private.rights_of(account);
  for listed in
    select kind, array_agg(item_id order by item_id) as ids,
      array(
        select distinct part from private.leaving_items other
        where leaving_id = leaving and other.kind = item.kind and private.opens(other.kind, other.part, rights.role, rights.held)
      ) as parts
    from private.leaving_items item where leaving_id = leaving group by kind order by kind
  loop
    same := array(
      select item.item_id from private.leaving_items item
      join private.item_states(listed.kind, listed.ids) as stored on stored.id = item.item_id and stored.state = item.state
      where item.leaving_id = leaving and item.kind = listed.kind and item.part = any (listed.parts)
        and coalesce((item.was ->> 'scheduled_at')::timestamptz > now(), true)
    );
    perform private.hand_items(listed.kind, same, account);
    perform private.set_back(leaving, listed.kind, same);
    given := given + cardinality(same);
  end loop;
  return given;
end
$$;
comment on function private.give_back(uuid, uuid) is
  'Gives an account back what it left and may open, where it is as it was handed over; returns how much.';

create function private.set_back(leaving uuid, of_kind text, ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  case of_kind
    when 'matches' then
      update public.matches pair set deputy_id = (item.was ->> 'deputy_id')::uuid
      from private.leaving_items item
      where item.leaving_id = leaving and item.kind = of_kind and item.item_id = any (ids) and pair.id = item.item_id;
    when 'views' then
      update public.saved_views view set name = item.was ->> 'name'
      from private.leaving_items item
      where item.leaving_id = leaving and item.kind = of_kind and item.item_id = any (ids) and view.id = item.item_id
        and view.name <> item.was ->> 'name' and not exists (
          select from public.saved_views other
          where other.owner_id = view.owner_id and other.list = view.list and lower(other.name) = lower(item.was ->> 'name')
        );
    when 'campaigns' then
      update public.email_campaigns campaign
      set status = 'scheduled', scheduled_at = (item.was ->> 'scheduled_at')::timestamptz
      from private.leaving_items item
      where item.leaving_id = leaving and item.kind = of_kind and item.item_id = any (ids) and campaign.id = item.item_id
        and campaign.status = 'draft' and item.was is not null;
    else null;
  end case;
end
$$;
comment on function private.set_back is 'Restores what handing over changed beside the holder: a deputy, a view''s name, a campaign''s day.';

create function private.undo_leaving(leaving uuid) returns table (given_back integer, kept integer)
language plpgsql security definer set search_path = ''
as $$
declare
  gone private.leavings;
  given integer;
begin
  perform private.require_admin();
  lock table public.user_roles, public.user_permissions in share row exclusive mode;
  perform private.lock_workflow();
  perform private.require_admin();
  select * into gone from private.leavings where id = leaving for update;
  perform private.refuse_if(
    gone.id is null or gone.undone_at is null and gone.left_at <= now() - interval '1 day',
    'This can be undone only within a day.'
  );
  given := gone.given_back;
  if gone.undone_at is null then
    perform private.refuse_if(
      gone.address_key is distinct from private.address_key(leaving, gone.account_id),
      'The address of this account has changed since. Offer the role again.'
    );
    perform private.set_write_mode('leaving');
    insert into public.user_roles (user_id, role) select gone.account_id, gone.role where gone.role <> 'user'
    on conflict do nothing;
    insert into public.user_permissions (user_id, permission_id)
    select gone.account_id, id from public.permissions where id = any (gone.permission_ids)
    on conflict do nothing;
    given := private.give_back(leaving, gone.account_id);
    perform private.set_write_mode(null);
    update private.leavings stored set undone_at = now(), given_back = given where id = leaving;
    perform private.log_leaving(leaving, true);
  end if;
  return query
  select given, (select count(*)::integer from private.leaving_items where leaving_id = leaving) - given;
end
$$;

create function public.undo_leaving(leaving uuid) returns table (given_back integer, kept integer)
language sql security invoker set search_path = ''
as $$ select * from private.undo_leaving(leaving) $$;
comment on function public.undo_leaving is
  'For admins, within a day: the account gets back its role, its permissions and the work that nobody has changed since; the rest stays with the heirs. Refuses a later one, and an account whose address has changed (P0001). Undoing twice changes nothing more.';
grant execute on function private.undo_leaving, public.undo_leaving to authenticated;

create function private.recent_leavings() returns table (
  id uuid, account_id uuid, account text, left_at timestamptz, ended_by text, items integer
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select gone.id, gone.account_id, private.account_name(gone.account_id), gone.left_at, private.account_name(gone.ended_by),
    (select count(*)::integer from private.leaving_items where leaving_id = gone.id)
  from private.leavings gone
  where gone.left_at > now() - interval '1 day' and gone.undone_at is null
  order by gone.left_at desc, gone.id;
end
$$;

create function public.recent_leavings() returns table (
  id uuid, account_id uuid, account text, left_at timestamptz, ended_by text, items integer
)
language sql stable security invoker set search_path = ''
as $$ select * from private.recent_leavings() $$;
comment on function public.recent_leavings is
  'For admins: who left within the last day and can come back, newest first, and how many things were handed over.';
grant execute on function private.recent_leavings, public.recent_leavings to authenticated;
