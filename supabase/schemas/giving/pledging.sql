-- Pledges of donors: promised with installments, paid by gifts that staff apply, and written off for a reason.

create function private.refuse_wrong_pledge(pledge jsonb, installments jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  given constant public.gift_pledges := jsonb_populate_record(null::public.gift_pledges, pledge);
  total numeric;
begin
  perform private.refuse_if(given.id is null, 'This pledge has no id.');
  perform private.refuse_if(not private.is_line(given.donor_name, 200), 'Enter the name of the donor.');
  perform private.refuse_if(given.amount not between 0.01 and 9999999.99, 'Enter an amount above 0 and below 10,000,000.');
  perform private.refuse_if(given.pledged_on not between '1900-01-01' and private.office_today(), 'The day of the pledge is in the future, or missing.');
  perform private.refuse_if(given.fund_id is not null and not exists (select from public.funds where id = given.fund_id), 'This fund no longer exists.');
  perform private.refuse_if(jsonb_array_length(installments) not between 1 and 120, 'A pledge has 1 to 120 installments.');
  perform private.refuse_if(
    (part ->> 'due_on')::date not between given.pledged_on and '2200-12-31', 'Enter a due day that is not before the pledge, for each installment.'
  ) from jsonb_array_elements(installments) as part;
  perform private.refuse_if(round((part ->> 'amount')::numeric, 2) not between 0.01 and 9999999.99, 'Enter an amount above 0 for each installment.')
  from jsonb_array_elements(installments) as part;
  perform private.refuse_if(
    (select count(*) <> count(distinct part ->> 'due_on') from jsonb_array_elements(installments) as part), 'Two installments are due on the same day.'
  );
  select sum(round((part ->> 'amount')::numeric, 2)) into total from jsonb_array_elements(installments) as part;
  perform private.refuse_if(total <> round(given.amount, 2), format(
    'The installments add up to %s, the pledge is %s.',
    to_char(total, 'FM$999,999,999,990.00'), to_char(given.amount, 'FM$999,999,999,990.00')
  ));
end
$$;
comment on function private.refuse_wrong_pledge(jsonb, jsonb) is
  'Refuses a pledge, as typed, that is incomplete or impossible, or whose installments are not its amount.';

create function private.pledge_on_record(pledge uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'donor_name', donor_name, 'amount', amount, 'fund_id', fund_id, 'campaign', campaign, 'pledged_on', pledged_on, 'note', note,
    'installments', (
      select jsonb_agg(jsonb_build_object('due_on', due_on, 'amount', installment.amount) order by due_on)
      from public.pledge_installments installment where pledge_id = gift_pledges.id
    )
  ) from public.gift_pledges where id = pledge
$$;
comment on function private.pledge_on_record(uuid) is 'What staff entered of a pledge.';

create function private.who_pledges(pledge jsonb) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  who constant private.identity := (btrim(pledge ->> 'donor_name'), null, null, true);
  picked uuid := pledge ->> 'person_id';
begin
  if num_nonnulls(picked, (pledge ->> 'new_person_id')::uuid) > 0 then
    return private.picked_person(picked, (pledge ->> 'new_person_id')::uuid, who);
  end if;
  if pledge ->> 'submission_id' is not null then
    select person_id into picked from public.submissions where id = (pledge ->> 'submission_id')::uuid;
  end if;
  return coalesce(picked, private.found_person(who), private.picked_person(null, gen_random_uuid(), who));
end
$$;
comment on function private.who_pledges(jsonb) is
  'The donor of a new pledge: the one who was picked, who sent it on the website, or who has that name, or someone new.';

create function private.set_installments(pledge uuid, installments jsonb) returns void
language sql security definer set search_path = ''
as $$
  delete from public.pledge_installments
  where pledge_id = pledge and due_on not in (select (part ->> 'due_on')::date from jsonb_array_elements(installments) as part);
  insert into public.pledge_installments (pledge_id, due_on, amount)
  select pledge, (part ->> 'due_on')::date, round((part ->> 'amount')::numeric, 2) from jsonb_array_elements(installments) as part
  on conflict (pledge_id, due_on) do update set amount = excluded.amount;
$$;
comment on function private.set_installments(uuid, jsonb) is
  'Makes these the installments of a pledge. One that keeps its day is reminded of once.';

create function private.add_pledge(pledge jsonb, installments jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  of_form constant uuid := pledge ->> 'submission_id';
  asked jsonb;
begin
  if of_form is not null then
    perform private.require(private.may_review(), 'You may not read this submission.');
    perform private.refuse_if(not exists (select from public.pledges where id = of_form), 'This submission no longer exists.');
    if exists (select from public.gift_pledges where submission_id = of_form) then
      raise exception 'A colleague has already made it a pledge.' using errcode = 'PT409';
    end if;
  end if;
  if num_nonnulls(pledge ->> 'person_id', pledge ->> 'new_person_id', of_form::text) = 0 then
    asked := private.asked_of('donor_name', (btrim(pledge ->> 'donor_name'), null, null, true));
    if asked is not null then
      return asked;
    end if;
  end if;
  insert into public.gift_pledges (id, person_id, donor_name, amount, fund_id, campaign, pledged_on, submission_id, note, created_by)
  select (pledge ->> 'id')::uuid, private.who_pledges(pledge), btrim(given.donor_name), round(given.amount, 2), given.fund_id,
    nullif(btrim(given.campaign), ''), given.pledged_on, of_form, nullif(btrim(given.note), ''), private.current_user_id()
  from jsonb_populate_record(null::public.gift_pledges, pledge) as given;
  perform private.set_installments((pledge ->> 'id')::uuid, installments);
  return null;
end
$$;
comment on function private.add_pledge(jsonb, jsonb) is
  'Adds a pledge, or returns the donors of a typed name of whom a colleague has to pick one. Refuses a second one from the same submission (PT409).';

create function private.change_pledge(pledge jsonb, installments jsonb, replaced jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  of_id constant uuid := pledge ->> 'id';
  given constant public.gift_pledges := jsonb_populate_record(null::public.gift_pledges, pledge);
  stored public.gift_pledges;
  paid numeric;
begin
  select * into stored from public.gift_pledges where id = of_id for update;
  if private.pledge_on_record(of_id) is distinct from replaced then
    raise exception 'A colleague has just changed this pledge. Look at it again.' using errcode = 'PT409';
  end if;
  perform private.refuse_if(stored.status = 'written_off', 'This pledge is written off. Reopen it first.');
  select coalesce(sum(amount - refunded), 0) into paid from public.donations where gift_pledge_id = of_id;
  perform private.refuse_if(given.amount < paid, format('%s of it was already paid.', to_char(paid, 'FM$999,999,999,990.00')));
  update public.gift_pledges set donor_name = btrim(given.donor_name), amount = round(given.amount, 2), fund_id = given.fund_id,
    campaign = nullif(btrim(given.campaign), ''), pledged_on = given.pledged_on, note = nullif(btrim(given.note), '')
  where id = of_id;
  perform private.set_installments(of_id, installments);
  perform private.settle_pledge(of_id);
  if private.pledge_on_record(of_id) -> 'installments' is distinct from replaced -> 'installments' then
    perform private.log_action('changed', 'gift_pledges', of_id, btrim(given.donor_name), jsonb_build_object('installments', jsonb_build_array(
      jsonb_array_length(replaced -> 'installments'), jsonb_array_length(installments)
    )));
  end if;
end
$$;
comment on function private.change_pledge(jsonb, jsonb, jsonb) is
  'Changes a pledge that is as the colleague saw it (PT409 otherwise). Refuses an amount below what was paid, and one that is written off.';

create function private.save_pledge(pledge jsonb, installments jsonb, replaced jsonb default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  -- Numbers as stored, so that a retry is recognized.
  wanted jsonb;
begin
  perform private.require_gift_desk();
  perform private.refuse_wrong_pledge(pledge, installments);
  perform pg_advisory_xact_lock(hashtextextended('pledge ' || (pledge ->> 'id'), 0));
  if pledge ->> 'submission_id' is not null then
    perform pg_advisory_xact_lock(hashtextextended('pledge ' || (pledge ->> 'submission_id'), 0));
  end if;
  wanted := jsonb_build_object(
    'donor_name', btrim(pledge ->> 'donor_name'), 'amount', round((pledge ->> 'amount')::numeric, 2), 'fund_id', pledge -> 'fund_id',
    'campaign', nullif(btrim(pledge ->> 'campaign'), ''), 'pledged_on', pledge -> 'pledged_on', 'note', nullif(btrim(pledge ->> 'note'), ''),
    'installments', (
      select jsonb_agg(jsonb_build_object('due_on', part -> 'due_on', 'amount', round((part ->> 'amount')::numeric, 2)) order by part ->> 'due_on')
      from jsonb_array_elements(installments) as part
    )
  );
  if private.pledge_on_record((pledge ->> 'id')::uuid) = wanted then
    return null;
  end if;
  if not exists (select from public.gift_pledges where id = (pledge ->> 'id')::uuid) then
    perform private.refuse_if(replaced is not null, 'This pledge no longer exists.');
    return private.add_pledge(pledge, installments);
  end if;
  perform private.change_pledge(pledge, installments, replaced);
  return null;
end
$$;
create function public.save_pledge(pledge jsonb, installments jsonb, replaced jsonb default null) returns jsonb
language sql security invoker set search_path = ''
as $$ select private.save_pledge(pledge, installments, replaced) $$;
comment on function public.save_pledge is
  'Adds a pledge with its installments (due_on, amount), once by its id, or changes one that is still as the caller saw it (replaced; PT409 otherwise). Its donor is person_id, new_person_id, who sent submission_id, or who has that name. Returns null, or like enter_gift the donors of a typed name ({field, people}), and then stores nothing.';

create function private.apply_gift(gift uuid, pledge uuid, replaced uuid default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.donations;
  target public.gift_pledges;
  left_over numeric;
begin
  perform private.require_gift_desk();
  select * into target from public.gift_pledges where id = pledge for update;
  perform private.refuse_if(pledge is not null and not found, 'This pledge no longer exists.');
  select * into stored from public.donations where id = gift for update;
  perform private.refuse_if(not found, 'This gift no longer exists.');
  if stored.gift_pledge_id is not distinct from pledge then
    return;
  end if;
  if stored.gift_pledge_id is distinct from replaced then
    raise exception 'A colleague has just applied this gift to another pledge, or taken it off one.' using errcode = 'PT409';
  end if;
  if pledge is not null then
    perform private.refuse_if(stored.gift_pledge_id is not null, 'This gift is already applied to another pledge. Take it off that one first.');
    perform private.refuse_if(stored.person_id <> target.person_id, 'This gift is from another donor.');
    perform private.refuse_if(stored.voided_at is not null, 'This gift is void.');
    perform private.refuse_if(stored.amount is null, 'A gift in kind pays no pledge.');
    perform private.refuse_if(target.status = 'written_off', 'This pledge is written off. Reopen it first.');
    select target.amount - coalesce(sum(donations.amount - refunded), 0) into left_over from public.donations where gift_pledge_id = pledge;
    perform private.refuse_if(stored.amount - stored.refunded > left_over, format(
      'The gift is more than the %s that are left of the pledge. Change the pledge first.', to_char(left_over, 'FM$999,999,999,990.00')
    ));
  end if;
  update public.donations set gift_pledge_id = pledge where id = gift;
end
$$;
create function public.apply_gift(gift uuid, pledge uuid, replaced uuid default null) returns void
language sql security invoker set search_path = ''
as $$ select private.apply_gift(gift, pledge, replaced) $$;
comment on function public.apply_gift is
  'Applies a gift to a pledge of its donor, or takes it off one (pledge null), where it was applied as the caller saw (replaced; PT409 otherwise). Refuses a gift that is applied already, void, in kind, from another donor, or more than is left.';

create function private.write_off_pledge(pledge uuid, reason text, expected numeric) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.gift_pledges;
  paid numeric;
begin
  perform private.require_gift_desk();
  perform private.refuse_if(not private.is_line(reason, 300), 'Enter a reason, on one line of at most 300 characters.');
  select * into stored from public.gift_pledges where id = pledge for update;
  perform private.refuse_if(not found, 'This pledge no longer exists.');
  if stored.reason = reason then
    -- A retry.
    return;
  end if;
  select coalesce(sum(amount - refunded), 0) into paid from private.gifts where gift_pledge_id = pledge;
  if stored.status <> 'open' or stored.amount - paid is distinct from expected then
    raise exception 'This pledge has just changed. Look at it again.' using errcode = 'PT409';
  end if;
  update public.gift_pledges set status = 'written_off', written_off_at = now(), reason = write_off_pledge.reason where id = pledge;
end
$$;
create function public.write_off_pledge(pledge uuid, reason text, expected numeric) returns void
language sql security invoker set search_path = ''
as $$ select private.write_off_pledge(pledge, reason, expected) $$;
comment on function public.write_off_pledge is
  'Writes off what is left of an open pledge, for a reason: nobody is reminded of it any more. PT409 where the balance is not the expected one.';

create function private.reopen_pledge(pledge uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_gift_desk();
  update public.gift_pledges set status = 'open', written_off_at = null, reason = null where id = pledge and status = 'written_off';
  perform private.settle_pledge(pledge);
end
$$;
create function public.reopen_pledge(pledge uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.reopen_pledge(pledge) $$;
comment on function public.reopen_pledge is 'Takes back that a pledge was written off.';

create function private.delete_pledge(pledge uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_gift_desk();
  perform from public.gift_pledges where id = pledge for update;
  perform private.refuse_if(exists (select from public.donations where gift_pledge_id = pledge), 'A gift is applied to this pledge. Take it off first.');
  -- Letters go only to late ones.
  perform private.refuse_if(exists (
    select from public.pledge_installments where pledge_id = pledge and (reminded_at is not null or due_on < private.office_today())
  ), 'An installment was late, so a reminder may have gone out. Write the pledge off instead.');
  delete from public.gift_pledges where id = pledge;
end
$$;
create function public.delete_pledge(pledge uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.delete_pledge(pledge) $$;
comment on function public.delete_pledge is
  'Deletes a pledge that was entered by mistake. Refuses one with a gift, and one with an installment that is late or of which someone was reminded.';
grant execute on function private.save_pledge, public.save_pledge to authenticated;
grant execute on function private.apply_gift, public.apply_gift to authenticated;
grant execute on function private.write_off_pledge, public.write_off_pledge to authenticated;
grant execute on function private.reopen_pledge, public.reopen_pledge to authenticated;
grant execute on function private.delete_pledge, public.delete_pledge to authenticated;
