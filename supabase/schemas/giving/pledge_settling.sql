-- What the gifts of a pledge make of it.

create function private.settle_pledges() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  ids uuid[] := '{}';
begin
  if tg_op <> 'INSERT' then
    ids := array(select distinct gift_pledge_id from before_it where gift_pledge_id is not null);
  end if;
  if tg_op <> 'DELETE' then
    ids := ids || array(select distinct gift_pledge_id from after_it where gift_pledge_id is not null);
  end if;
  perform private.settle_pledge(id) from unnest(ids) as id;
  return null;
end
$$;
comment on function private.settle_pledges is 'Settles the pledges of gifts that were applied, changed or removed.';

create function private.settle_pledge(pledge uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- The next statement sees what others applied before the lock.
  perform from public.gift_pledges where id = pledge for update;
  update public.gift_pledges stored set status = settled.status
  from (
    select case when coalesce(sum(gifts.amount - refunded), 0) >= (select amount from public.gift_pledges where id = pledge)
      then 'kept' else 'open' end as status
    from private.gifts where gift_pledge_id = pledge
  ) as settled
  where stored.id = pledge and stored.status <> 'written_off' and stored.status <> settled.status;
end
$$;
comment on function private.settle_pledge(uuid) is
  'Makes a pledge kept where its posted gifts, less refunds, cover it, and open where they do not. One that is written off stays so.';

create function private.leave_pledge() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.write_mode() is distinct from 'merge'
    and not exists (select from public.gift_pledges where id = new.gift_pledge_id and person_id = new.person_id) then
    return jsonb_populate_record(new, '{"gift_pledge_id": null}');
  end if;
  return new;
end
$$;
comment on function private.leave_pledge is 'Takes a gift off its pledge when it turns out to be from another donor.';

create function private.leave_pledges(people uuid[]) returns void
language sql security definer set search_path = ''
as $$
  update public.donations gift set gift_pledge_id = null
  from public.gift_pledges pledge
  where pledge.id = gift.gift_pledge_id and pledge.person_id <> gift.person_id and people && array[pledge.person_id, gift.person_id]
$$;
comment on function private.leave_pledges(uuid[]) is
  'Takes gifts off the pledges that went to another person when two people were taken apart.';
