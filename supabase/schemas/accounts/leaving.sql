-- A member of staff leaves: open work goes to heirs, and role, permissions, offers and sessions end, in one transaction.

create function private.item_states(of_kind text, ids uuid[]) returns table (id uuid, state uuid)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  select stored.id, md5(stored.parts::text)::uuid from (
    select item.id, to_jsonb(array[item.assignee_id::text, item.status::text, item.answered_at::text, item.closed_at::text, item.put_off_until::text]) as parts
    from public.submissions item where of_kind = 'submissions' and item.id = any (ids)
    union all
    select item.id, to_jsonb(array[item.assignee_id::text, item.body, item.due_on::text, item.done_at::text])
    from public.tasks item where of_kind = 'tasks' and item.id = any (ids)
    union all
    select item.id, to_jsonb(item) - 'search_text'
    from public.programs item where of_kind = 'programs' and item.id = any (ids)
    union all
    select item.id, to_jsonb(item)
    from public.matches item where of_kind in ('matches', 'deputies') and item.id = any (ids)
    union all
    select item.id, to_jsonb(item)
    from public.saved_views item where of_kind = 'views' and item.id = any (ids)
    union all
    select item.id, to_jsonb(item) - '{search_text,sent_count,recipient_count}'::text[]
    from public.email_campaigns item where of_kind = 'campaigns' and item.id = any (ids)
  ) as stored;
end
$$;
comment on function private.item_states(text, uuid[]) is
  'A hash of what matters of each thing, by which an undo knows whether it has changed.';

create function private.items_before(of_kind text, ids uuid[]) returns table (id uuid, was jsonb)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  select item.id, jsonb_build_object('deputy_id', item.deputy_id) from public.matches item
  where of_kind = 'matches' and item.id = any (ids)
  union all
  select item.id, jsonb_build_object('name', item.name) from public.saved_views item
  where of_kind = 'views' and item.id = any (ids)
  union all
  select item.id, jsonb_build_object('scheduled_at', item.scheduled_at) from public.email_campaigns item
  where of_kind = 'campaigns' and item.status = 'scheduled' and item.id = any (ids);
end
$$;
comment on function private.items_before(text, uuid[]) is
  'What handing things over changes beside their holder: a match''s deputy, a view''s name, when a campaign goes out.';

create function private.heirs_of(of_kind text, part text, except_account uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', staff, 'name', private.account_name(staff), 'ends_on', away.ends_on, 'cover', private.account_name(away.cover_id)
    ) order by private.account_name(staff), staff), '[]')
    from private.staff_ids() as staff
    cross join lateral private.rights_of(staff) as rights
    left join private.covers away on away.account_id = staff and away.starts_on <= private.office_today() and away.over_at > now()
    where staff <> except_account and private.opens(of_kind, part, rights.role, rights.held)
  );
end
$$;
comment on function private.heirs_of(text, text, uuid) is
  'The accounts that may open this part of a kind of work: id, name, and until when they are away, covered by whom.';

create function private.leaver_work(account uuid) returns table (kind text, part text, items bigint, heirs jsonb)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select open.kind, open.part, open.items, private.heirs_of(open.kind, open.part, account)
  from (
    select item.kind, item.part, count(*) as items from private.open_items(account) as item group by 1, 2
  ) as open
  order by 1, 2;
end
$$;

create function public.leaver_work(account uuid) returns table (kind text, part text, items bigint, heirs jsonb)
language sql stable security invoker set search_path = ''
as $$ select * from private.leaver_work(account) $$;
comment on function public.leaver_work is
  'For admins: the open work of an account by kind and part, and who may take each over (private.heirs_of).';
grant execute on function private.leaver_work, public.leaver_work to authenticated;

create function private.take_heirs(leaving uuid, account uuid, heirs jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  given record;
  rights record;
begin
  insert into private.leaving_items (leaving_id, kind, part, item_id, heir_id)
  select leaving, item.kind, item.part, item.id, (chosen.heir ->> 'heir')::uuid
  from private.open_items(account) as item
  left join jsonb_array_elements(heirs) as chosen (heir)
    on chosen.heir ->> 'kind' = item.kind and chosen.heir ->> 'part' = item.part;
  if exists (
    select from private.leaving_items item where leaving_id = leaving and not exists (
      select from jsonb_array_elements(heirs) as chosen where chosen ->> 'kind' = item.kind and chosen ->> 'part' = item.part
    )
  ) then
    raise sqlstate 'PT409' using message = 'New work has come in meanwhile. Look at the list again.';
  end if;
  for given in
    select distinct kind, part, heir_id from private.leaving_items where leaving_id = leaving and heir_id is not null
  loop
    select * into rights from private.rights_of(given.heir_id);
    perform private.refuse_if(
      given.heir_id = account or not private.opens(given.kind, given.part, rights.role, rights.held),
      'A colleague you chose has left or can''t open this. Choose someone else.'
    );
  end loop;
end
$$;
comment on function private.take_heirs is
  'Notes each open thing with its heir. Refuses a list that misses a part of the work, and an heir who can''t open theirs.';

create function private.hand_to_heirs(leaving uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  given record;
begin
  for given in
    select kind, heir_id, array_agg(item_id order by item_id) as ids
    from private.leaving_items where leaving_id = leaving
    group by kind, heir_id order by kind, heir_id
  loop
    update private.leaving_items item set was = stored.was
    from private.items_before(given.kind, given.ids) as stored
    where item.leaving_id = leaving and item.kind = given.kind and item.item_id = stored.id;
    perform private.hand_items(given.kind, given.ids, given.heir_id);
  end loop;
  -- A match can be handed over twice, as its supervisor's and its deputy's.
  for given in
    select kind, array_agg(item_id order by item_id) as ids from private.leaving_items where leaving_id = leaving group by kind
  loop
    update private.leaving_items item set state = stored.state
    from private.item_states(given.kind, given.ids) as stored
    where item.leaving_id = leaving and item.kind = given.kind and item.item_id = stored.id;
  end loop;
end
$$;
comment on function private.hand_to_heirs(uuid) is 'Gives each noted thing to its heir, and keeps how it was handed over.';

create function private.mail_heirs(leaving uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.outbox (idempotency_key, kind, recipient, reader_id, data)
  select format('handed:%s:%s', leaving, heir.id), 'handed', btrim(heir.email), heir.id, jsonb_build_object(
    -- Under this key an erasure finds the name.
    'by', private.account_name(gone.account_id), 'items', given.items
  )
  from (
    select heir_id, jsonb_object_agg(kind, total) as items from (
      select heir_id, case kind when 'deputies' then 'matches' else kind end as kind, count(distinct item_id) as total
      from private.leaving_items where leaving_id = leaving and heir_id is not null group by 1, 2
    ) as counted group by heir_id
  ) as given
  join private.leavings gone on gone.id = leaving
  join public.profiles heir on heir.id = given.heir_id
  where heir.confirmed and private.is_address(btrim(heir.email))
  on conflict (idempotency_key) do nothing;
end
$$;
comment on function private.mail_heirs(uuid) is 'Writes each heir one mail with the number of things of each kind.';

create function private.log_leaving(leaving uuid, is_undo boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  gone private.leavings;
  facts jsonb;
begin
  select * into gone from private.leavings where id = leaving;
  -- An erasure finds a name only where it is the whole value.
  select jsonb_object_agg(kind || case when nth = 1 then '' else '_' || nth end, jsonb_build_array(total, heir)) into facts from (
    select kind, private.account_name(heir_id) as heir, count(*) as total,
      row_number() over (partition by kind order by private.account_name(heir_id), heir_id) as nth
    from private.leaving_items where leaving_id = leaving group by kind, heir_id
  ) as counted;
  perform private.log_action(
    'changed', 'leavings', gone.account_id, private.account_name(gone.account_id),
    case when is_undo then jsonb_build_object('given_back', jsonb_build_array(null, gone.given_back)) else
      coalesce(facts, '{}') || jsonb_build_object('role', jsonb_build_array(gone.role, null), 'permissions', jsonb_build_array((
        select string_agg(name, ', ' order by name) from public.permissions where id = any (gone.permission_ids)
      ), null))
    end
  );
end
$$;
comment on function private.log_leaving is
  'The one log entry of a leaving: what was taken, and how much of each kind went to whom; or how much an undo gave back.';

create function private.leave_team(leaving uuid, account uuid, heirs jsonb) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  rights record;
begin
  perform private.require_admin();
  if not exists (select from private.leavings where id = leaving and account_id = account) then
    -- Rights before decisions, as where a right is taken away and its work released.
    lock table public.user_roles, public.user_permissions in share row exclusive mode;
    perform private.lock_workflow();
    -- Another admin may have taken it meanwhile.
    perform private.require_admin();
    perform private.refuse_if(
      account = private.rights_holder(), 'Nobody hands over for themselves. Ask another admin.'
    );
    perform private.refuse_if(
      account not in (select private.staff_ids()) and not exists (select from private.open_items(account)),
      'This account has no right and no open work.'
    );
    select * into rights from private.rights_of(account);
    insert into private.leavings (id, account_id, role, permission_ids, address_key, ended_by)
    select leaving, account, rights.role, array(select permission_id from public.user_permissions where user_id = account),
      private.address_key(leaving, account), private.rights_holder();
    perform private.take_heirs(leaving, account, heirs);
    -- One entry of the log, and one mail for each heir, are about all of it.
    perform private.set_write_mode('leaving');
    perform private.hand_to_heirs(leaving);
    delete from public.user_permissions where user_id = account;
    delete from public.user_roles where user_id = account;
    perform private.set_write_mode(null);
    delete from private.role_offers where account in (user_id, offered_by);
    delete from auth.sessions where user_id = account;
    perform private.log_leaving(leaving, false);
    perform private.mail_heirs(leaving);
  end if;
  return (select count(*) from private.leaving_items where leaving_id = leaving);
end
$$;

create function private.address_key(leaving uuid, account uuid) returns bytea
language sql stable security definer set search_path = ''
as $$ select sha256(convert_to(leaving || lower(btrim(email)), 'UTF8')) from public.profiles where id = account $$;
comment on function private.address_key(uuid, uuid) is 'A hash of an account''s address, which only this leaving has.';

create function public.leave_team(leaving uuid, account uuid, heirs jsonb) returns integer
language sql security invoker set search_path = ''
as $$ select private.leave_team(leaving, account, heirs) $$;
comment on function public.leave_team is
  'For admins: an account leaves. `heirs` is a list of {kind, part, heir} with each part of its open work (leaver_work); null for nobody. Role, permissions, offers and sessions end. Returns how many things were handed over. Refuses oneself, the last admin, an heir who can''t open their part (P0001), and a list that is no longer complete (PT409); nothing changes then. Idempotent by the id.';
grant execute on function private.leave_team, public.leave_team to authenticated;
