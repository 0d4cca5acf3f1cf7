create function private.post_batch(batch uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  posted public.gift_batches;
  ids uuid[];
  counted integer;
  total numeric;
begin
  perform private.require_gift_desk();
  select * into posted from public.gift_batches where id = batch for update;
  perform private.refuse_if(not found, 'This batch no longer exists.');
  if posted.posted_by = private.current_user_id() then
    -- A retry.
    return;
  end if;
  perform private.refuse_if(posted.posted_at is not null, format('This batch is already posted, by %s.',
    coalesce(private.account_name(posted.posted_by), 'a former account')));
  perform private.refuse_if(posted.discarded_at is not null, 'This batch was discarded.');
  perform from public.donations where batch_id = batch order by id for update;
  select array_agg(id), count(distinct coalesce(split_id, id)) filter (where voided_at is null), coalesce(sum(amount - refunded), 0)
    into ids, counted, total from public.donations where batch_id = batch;
  perform private.refuse_if((counted, total) <> (posted.expected_count, posted.expected_total), format(
    'This batch does not add up. Expected: number %s, total %s. Entered: number %s, total %s.',
    posted.expected_count, to_char(posted.expected_total, 'FM$999,999,999,990.00'),
    counted, to_char(total, 'FM$999,999,999,990.00')
  ));
  update public.donations set is_posted = true where batch_id = batch;
  perform private.owe_thanks(coalesce(ids, '{}'));
  update public.gift_batches set posted_at = now(), posted_by = private.current_user_id() where id = batch;
end
$$;
create function public.post_batch(batch uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.post_batch(batch) $$;
comment on function public.post_batch is
  'Posts a batch, so that its gifts count. Refuses one that does not add up, was discarded, or was posted by someone else; a retry changes nothing.';

create function private.discard_batch(batch uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.gift_batches;
  gifts bigint;
  total numeric;
begin
  perform private.require_gift_desk();
  select * into stored from public.gift_batches where id = batch for update;
  perform private.refuse_if(stored.posted_at is not null, 'This batch is already posted. Void its gifts one by one.');
  if stored.id is null or stored.discarded_at is not null then
    return;
  end if;
  select count(distinct coalesce(split_id, id)), coalesce(sum(amount - refunded), 0) into gifts, total from public.donations where batch_id = batch;
  update public.gift_batches set discarded_at = now(), discarded_by = private.current_user_id() where id = batch;
  perform private.log_action('removed', 'gift_batches', batch, null, jsonb_build_object(
    'gifts', jsonb_build_array(gifts, null), 'total', jsonb_build_array(total, null)
  ));
end
$$;
create function public.discard_batch(batch uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.discard_batch(batch) $$;
comment on function public.discard_batch is
  'Closes a batch that is not posted. Its gifts stay on record and never count.';

create function private.note_deposit(batch uuid, amount numeric, deposited_on date, replaced numeric) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.gift_batches;
begin
  perform private.require_gift_desk();
  select * into stored from public.gift_batches where id = batch for update;
  perform private.refuse_if(stored.posted_at is null, 'Only a posted batch has a deposit.');
  perform private.refuse_if(amount not between 0 and 1000000000, 'Enter the amount that the bank shows.');
  perform private.refuse_if(note_deposit.deposited_on not between '1900-01-01' and private.office_today(),
    'The day of the deposit is in the future, or missing.');
  if stored.deposited is distinct from replaced then
    raise exception 'A colleague has just entered another deposit.' using errcode = 'PT409';
  end if;
  update public.gift_batches set deposited = round(amount, 2), deposited_on = note_deposit.deposited_on where id = batch;
end
$$;
create function public.note_deposit(batch uuid, amount numeric, deposited_on date, replaced numeric) returns void
language sql security invoker set search_path = ''
as $$ select private.note_deposit(batch, amount, deposited_on, replaced) $$;
comment on function public.note_deposit is
  'Notes the dollars that the bank shows for a posted batch, and the day; PT409 when the deposit is not the one that the caller saw.';

create function private.batch_book(before timestamptz) returns table (
  id uuid, created_at timestamptz, gifts bigint, total numeric, expected_total numeric, posted_at timestamptz, posted_by text,
  discarded_at timestamptz, discarded_by text, deposited numeric, deposited_on date, returns jsonb
)
language sql stable security definer set search_path = ''
as $$
  select batch.id, batch.created_at, entered.gifts, entered.total, batch.expected_total, batch.posted_at,
    private.account_name(batch.posted_by), batch.discarded_at, private.account_name(batch.discarded_by), batch.deposited, batch.deposited_on,
    entered.returns
  from (
    select * from public.gift_batches where before is null or gift_batches.created_at < before
    order by created_at desc, id desc limit 50
  ) as batch
  cross join lateral private.batch_sums(batch.id) as entered
  where private.may_view_books()
  order by batch.created_at desc, batch.id desc
$$;
create function public.batch_book(before timestamptz default null) returns table (
  id uuid, created_at timestamptz, gifts bigint, total numeric, expected_total numeric, posted_at timestamptz, posted_by text,
  discarded_at timestamptz, discarded_by text, deposited numeric, deposited_on date, returns jsonb
)
language sql stable security invoker set search_path = ''
as $$ select * from private.batch_book(before) $$;
comment on function public.batch_book is
  'The 50 newest batches that were opened before a time, with who closed them, their gifts as they were posted and corrected since, the deposit, and what came back; nothing without can_view_financials or can_manage_donations.';
grant execute on function private.post_batch, public.post_batch to authenticated;
grant execute on function private.discard_batch, public.discard_batch to authenticated;
grant execute on function private.note_deposit, public.note_deposit to authenticated;
grant execute on function private.batch_book, public.batch_book to authenticated;
