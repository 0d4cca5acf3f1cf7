create function private.receipt_run(of_year integer) returns table (
  donors bigint, given bigint, to_mail bigint, to_print bigint, no_address bigint, not_contacted bigint, new_versions bigint
)
language sql stable security definer set search_path = ''
as $$
  select count(*), count(*) filter (where state = 'given'), count(*) filter (where state = 'mail'),
    count(*) filter (where state = 'print'), count(*) filter (where state = 'no_address'),
    count(*) filter (where state in ('deceased', 'do_not_contact')), count(*) filter (where state <> 'given' and is_new_version)
  from private.receipts_of_year(of_year) where private.has_permission('can_manage_donations')
$$;

create function public.receipt_run(of_year integer) returns table (
  donors bigint, given bigint, to_mail bigint, to_print bigint, no_address bigint, not_contacted bigint, new_versions bigint
)
language sql stable security invoker set search_path = ''
as $$ select * from private.receipt_run(of_year) $$;
comment on function public.receipt_run is
  'How many donors gave in a year, have their receipt, get it by mail or on paper, have no address, or are not to be contacted, and for how many it replaces an earlier one; zeros without can_manage_donations.';

create function private.receipt_progress(of_year integer) returns table (
  unqueued bigint, waiting bigint, sent bigint, failed bigint, rate_per_minute integer
)
language sql stable security definer set search_path = ''
as $$
  select (select count(*) from private.waiting_receipts where year = of_year),
    count(*) filter (where state in ('queued', 'sending')), count(*) filter (where state = 'sent'),
    count(*) filter (where state in ('failed', 'suppressed', 'cancelled')), (select settings.rate_per_minute from private.mail_settings settings)
  from private.issued_receipts issued join private.outbox on outbox.id = issued.mail_id
  where issued.year = of_year and private.has_permission('can_manage_donations')
$$;
create function public.receipt_progress(of_year integer) returns table (
  unqueued bigint, waiting bigint, sent bigint, failed bigint, rate_per_minute integer
)
language sql stable security invoker set search_path = ''
as $$ select * from private.receipt_progress(of_year) $$;
comment on function public.receipt_progress is
  'The mails of a year''s receipts by outcome; `unqueued` are donors whose mails are not queued yet.';

create function private.receipts_without_address(of_year integer, skipped integer default 0) returns table (
  donor_id uuid, name text, email text, reason text, total bigint
)
language sql stable security definer set search_path = ''
as $$
  select found.donor_id, found.name, donors.email, found.state, count(*) over ()
  from private.receipts_of_year(of_year) as found join public.donors on donors.id = found.donor_id
  where found.state in ('no_address', 'deceased', 'do_not_contact') and private.has_permission('can_manage_donations')
  order by found.state <> 'no_address', found.name, found.donor_id
  offset greatest(skipped, 0) limit 1000
$$;
create function public.receipts_without_address(of_year integer, skipped integer default 0) returns table (
  donor_id uuid, name text, email text, reason text, total bigint
)
language sql stable security invoker set search_path = ''
as $$ select * from private.receipts_without_address(of_year, skipped) $$;
comment on function public.receipts_without_address is
  'A thousand donors whom the run leaves out, by reason: no_address, deceased or do_not_contact; nothing without can_manage_donations.';

create function private.receipt_questions(of_year integer) returns table (
  donor_id uuid, name text, email text, question text, said text, label text
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  most constant integer := 200;
begin
  if not private.has_permission('can_manage_donations') or of_year not between 1900 and 2200 then
    return;
  end if;
  return query
  with due as materialized (
    select found.donor_id, found.name, found.email from private.receipts_of_year(of_year) as found where state in ('mail', 'print')
  )
  select due.donor_id, due.name, due.email, 'address', newer.value, newer.label
  from due
  join private.contact_points chosen on chosen.person_id = due.donor_id and chosen.kind = 'email' and chosen.normalized = lower(btrim(due.email))
  cross join lateral (
    select point.value, point.label, point.valid_since from private.contact_points point
    where point.person_id = due.donor_id and point.kind = 'email' and point.level = 'told' and point.retired_at is null and point.valid_since > chosen.valid_since
    order by point.valid_since desc, point.normalized limit 1
  ) as newer
  union all
  select distinct due.donor_id, due.name, due.email, 'name', gift.given_as, null
  from due join private.receipted_gifts gift on gift.donor_id = due.donor_id
  where gift.created_at >= make_timestamptz(of_year, 1, 1, 0, 0, 0, private.office_time_zone())
    and gift.created_at < make_timestamptz(of_year + 1, 1, 1, 0, 0, 0, private.office_time_zone())
    and gift.given_as <> due.name and private.further_words(due.name, gift.given_as)
  order by 2, 1, 4, 5 limit most;
end
$$;
create function public.receipt_questions(of_year integer) returns table (
  donor_id uuid, name text, email text, question text, said text, label text
)
language sql stable security invoker set search_path = ''
as $$ select * from private.receipt_questions(of_year) $$;
comment on function public.receipt_questions is
  'What to look at before a year''s receipts go out, for up to 200 donors without one: a newer `address` that was only told (`said`, with its label) beside the one that the receipt goes to, or a `name` with further words on one of the year''s gifts. Nothing without can_manage_donations.';

create function private.withdrawn_receipts(of_year integer) returns table (id uuid, number text, name text, issued_at timestamptz, total numeric)
language sql stable security definer set search_path = ''
as $$
  select issued.id, issued.number, issued.name, issued.issued_at, issued.total from private.issued_receipts issued
  where issued.year = of_year and not issued.is_replaced and private.has_permission('can_manage_donations')
    and not exists (select from private.receipted_gifts gift where gift.id = any (issued.gifts))
  order by issued.name, issued.number limit 500
$$;
create function public.withdrawn_receipts(of_year integer) returns table (id uuid, number text, name text, issued_at timestamptz, total numeric)
language sql stable security invoker set search_path = ''
as $$ select * from private.withdrawn_receipts(of_year) $$;
comment on function public.withdrawn_receipts is
  'Up to 500 receipts of a year whose gifts are all gone and that no other receipt replaces; none without can_manage_donations.';

create function private.mail_receipts(of_year integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  added integer;
begin
  perform private.require(private.has_permission('can_manage_donations'), 'You may not issue receipts.');
  perform private.refuse_if(
    (select confirmed_at is null from private.receipt_wording),
    'An admin has to confirm the wording of receipts before they are emailed.'
  );
  insert into private.waiting_receipts (donor_id, year)
  select donor_id, of_year from private.receipts_of_year(of_year) where state = 'mail' order by donor_id
  on conflict do nothing;
  get diagnostics added = row_count;
  if added > 0 then
    perform private.log_action('added', 'issued_receipts', null, of_year::text, jsonb_build_object('mail', jsonb_build_array(null, added)));
  end if;
  perform private.start_delivery();
  return added;
end
$$;
create function public.mail_receipts(of_year integer) returns integer
language sql security invoker set search_path = ''
as $$ select private.mail_receipts(of_year) $$;
comment on function public.mail_receipts is
  'Queues the receipts that go out by mail and do not wait yet, once an admin confirmed the wording; returns their number. The worker issues them in slices.';

create function private.advance_receipts(at_most integer default 100) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  of_year constant integer := (select min(year) from private.waiting_receipts);
  picked uuid[];
begin
  if of_year is null then
    return 0;
  end if;
  perform private.lock_people();
  picked := array(
    select listed.donor_id
    from private.waiting_receipts listed join public.donors on donors.id = listed.donor_id
    where listed.year = of_year order by listed.donor_id limit at_most
    for no key update skip locked
  );
  delete from private.waiting_receipts where year = of_year and donor_id = any (picked);
  -- Read again under the locks of the donors: a colleague may just have issued the receipt.
  perform private.mail_receipt(private.issue_receipt(found.donor_id, of_year), found.email)
  from private.receipts_of_year(of_year, picked) as found where found.state = 'mail';
  return cardinality(picked);
end
$$;
comment on function private.advance_receipts(integer) is
  'Issues the next waiting receipts and queues their mails, each once, even when two callers run at the same time. Returns how many waited.';

create function private.print_receipts(of_year integer, new_pile uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  part record;
  issued private.issued_receipts;
  added integer := 0;
begin
  perform private.require(private.has_permission('can_manage_donations'), 'You may not issue receipts.');
  perform private.lock_people();
  perform pg_advisory_xact_lock(hashtextextended('print receipts', 0));
  if not exists (select from private.issued_receipts where pile = new_pile) then
    for part in
      select next.donor_id from (
        select found.donor_id from private.receipts_of_year(of_year) as found where found.state = 'print'
        order by found.address ->> 'country' nulls first, found.address ->> 'postal_code', found.address ->> 'street', found.name, found.donor_id
        limit 250
      ) as next order by next.donor_id
    loop
      issued := private.issue_receipt(part.donor_id, of_year);
      if issued.id is not null and not private.is_given(issued) then
        update private.issued_receipts set printed_at = now(), pile = new_pile where id = issued.id;
        added := added + 1;
      end if;
    end loop;
    if added > 0 then
      perform private.log_action('added', 'issued_receipts', null, of_year::text, jsonb_build_object('print', jsonb_build_array(null, added)));
    end if;
  end if;
  return (select count(*) from private.issued_receipts where pile = new_pile);
end
$$;
create function public.print_receipts(of_year integer, new_pile uuid) returns integer
language sql security invoker set search_path = ''
as $$ select private.print_receipts(of_year, new_pile) $$;
comment on function public.print_receipts is
  'Issues up to 250 receipts of a year that go by post as a pile, the first by country and postal code; returns their number. A retry names the same pile.';

create function private.receipt_pile(of_pile uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(private.receipt_document(stored)
    order by stored.address ->> 'country' nulls first, stored.address ->> 'postal_code', stored.address ->> 'street', stored.name, stored.id), '[]')
  from private.issued_receipts stored where stored.pile = of_pile and private.has_permission('can_manage_donations')
$$;
create function public.receipt_pile(of_pile uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.receipt_pile(of_pile) $$;
comment on function public.receipt_pile is
  'The receipts of a pile, as `donor_receipt` has them, in the order of country and postal code; none without can_manage_donations.';

create function private.receipt_piles(of_year integer) returns table (pile uuid, printed_at timestamptz, receipts bigint)
language sql stable security definer set search_path = ''
as $$
  select stored.pile, min(stored.printed_at), count(*) from private.issued_receipts stored
  where stored.year = of_year and stored.pile is not null and private.has_permission('can_manage_donations')
  group by stored.pile order by 2 desc, 1 limit 100
$$;
create function public.receipt_piles(of_year integer) returns table (pile uuid, printed_at timestamptz, receipts bigint)
language sql stable security invoker set search_path = ''
as $$ select * from private.receipt_piles(of_year) $$;
comment on function public.receipt_piles is
  'The newest hundred piles of receipts of a year that were printed together; nothing without can_manage_donations.';
grant execute on function private.receipt_run, public.receipt_run to authenticated;
grant execute on function private.receipt_progress, public.receipt_progress to authenticated;
grant execute on function private.receipts_without_address, public.receipts_without_address to authenticated;
grant execute on function private.receipt_questions, public.receipt_questions to authenticated;
grant execute on function private.withdrawn_receipts, public.withdrawn_receipts to authenticated;
grant execute on function private.mail_receipts, public.mail_receipts to authenticated;
grant execute on function private.receipt_pile, public.receipt_pile to authenticated;
grant execute on function private.print_receipts, public.print_receipts to authenticated;
grant execute on function private.receipt_piles, public.receipt_piles to authenticated;
