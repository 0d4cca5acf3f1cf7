create function private.receipts_of_year(of_year integer, donors uuid[] default null) returns table (
  donor_id uuid, name text, state text, email text, address jsonb, is_new_version boolean
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return query
  with due as materialized (
    select * from private.receipts_due(of_year, receipts_of_year.donors)
  ), issued as (
    select stored.donor_id, array_agg(stored.print) as prints, array_agg(stored.print) filter (
      where num_nonnulls(stored.printed_at, stored.opened_at) > 0
        or stored.mail_id is not null and coalesce(mail.state, 'sent') not in ('failed', 'suppressed', 'cancelled')
    ) as given
    from private.issued_receipts stored left join private.outbox mail on mail.id = stored.mail_id
    where stored.year = of_year and not stored.is_replaced
      and (receipts_of_year.donors is null or stored.donor_id = any (receipts_of_year.donors))
    group by stored.donor_id
  ), known as (
    select due.donor_id, due.name, people.is_deceased, people.do_not_contact, people.wants_paper,
      btrim(donor.email) as email,
      coalesce(due.print = any (issued.given), false) as has_it,
      coalesce(due.print <> all (issued.prints), false) as is_new_version
    from due
    join private.people on people.id = due.donor_id
    join private.donor_letters donor on donor.id = due.donor_id
    left join issued on issued.donor_id = due.donor_id
  ), reached as (
    select known.*, private.is_address(known.email) is true and not exists (
      select from private.suppressions where scope = lower(known.email) and reason <> 'unsubscribed'
    ) as takes_mail
    from known
  ), addressed as (
    select reached.*, case when not (has_it or is_deceased or do_not_contact) and (wants_paper or not takes_mail) then private.home_of(reached.donor_id) end as home
    from reached
  )
  select addressed.donor_id, addressed.name,
    case when has_it then 'given' when is_deceased then 'deceased' when do_not_contact then 'do_not_contact'
      when home is not null then 'print' when takes_mail then 'mail' else 'no_address' end,
    case when takes_mail then addressed.email end, home, addressed.is_new_version
  from addressed;
end
$$;
comment on function private.receipts_of_year(integer, uuid[]) is
  'Each donor of a year with the state of the receipt: `given` (the one on record is right, and was printed, opened, or mailed without failing), mail, print (no email works, or they want paper), no_address, deceased or do_not_contact.';

create function private.issue_donor_receipt(donor uuid, of_year integer, way text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  issued private.issued_receipts;
  recipient text;
begin
  perform private.require(private.has_permission('can_manage_donations'), 'You may not issue receipts.');
  perform private.refuse_if(way not in ('print', 'mail'), 'A receipt is printed or mailed.');
  issued := private.issue_receipt(donor, of_year);
  perform private.refuse_if(issued.id is null, 'There are no gifts in this year to confirm.');
  if way = 'print' then
    update private.issued_receipts set printed_at = now() where id = issued.id and printed_at is null;
  elsif issued.mail_id is null or exists (
    select from private.outbox where id = issued.mail_id and state in ('failed', 'suppressed', 'cancelled')
  ) then
    select found.email into recipient from private.receipts_of_year(of_year, array[donor]) as found
      join private.people on people.id = found.donor_id where not is_deceased and not do_not_contact;
    perform private.refuse_if(recipient is null, 'There is no address to write to.');
    perform private.mail_receipt(issued, recipient);
    perform private.start_delivery();
  end if;
  select * into issued from private.issued_receipts where id = issued.id;
  return private.receipt_document(issued);
end
$$;

create function public.issue_donor_receipt(donor uuid, of_year integer, way text) returns jsonb
language sql security invoker set search_path = ''
as $$ select private.issue_donor_receipt(donor, of_year, way) $$;
comment on function public.issue_donor_receipt is
  'Issues the receipt of a donor''s year to `print` or `mail` it, and returns it: the one on record as long as the gifts are the same. It is mailed once, and again only if that failed.';
grant execute on function private.issue_donor_receipt, public.issue_donor_receipt to authenticated;

create function private.issued_receipts(donor uuid) returns table (
  id uuid, number text, year integer, total numeric, issued_at timestamptz, printed_at timestamptz, opened_at timestamptz,
  mailed_at timestamptz, mail_state text, replaces text[], replaced_by text[], is_right boolean, is_withdrawn boolean
)
language sql stable security definer set search_path = ''
as $$
  select issued.id, issued.number, issued.year, issued.total, issued.issued_at, issued.printed_at, issued.opened_at, issued.mailed_at, mail.state,
    array(select older.number from private.issued_receipts older where older.id = any (issued.replaces) order by older.issued_at, older.number),
    array(select newer.number from private.issued_receipts newer where newer.replaces @> array[issued.id] order by newer.issued_at, newer.number),
    coalesce(due.print = issued.print, false), private.is_withdrawn(issued)
  from private.issued_receipts issued
  left join private.outbox mail on mail.id = issued.mail_id
  left join lateral private.receipts_due(issued.year, array[donor]) as due on true
  where issued.donor_id = donor and private.has_permission('can_manage_donations')
  order by issued.year desc, issued.issued_at desc, issued.version desc
$$;

create function public.issued_receipts(donor uuid) returns table (
  id uuid, number text, year integer, total numeric, issued_at timestamptz, printed_at timestamptz, opened_at timestamptz,
  mailed_at timestamptz, mail_state text, replaces text[], replaced_by text[], is_right boolean, is_withdrawn boolean
)
language sql stable security invoker set search_path = ''
as $$ select * from private.issued_receipts(donor) $$;
comment on function public.issued_receipts is
  'A donor''s receipts: how and when they were given, which replaces which, whether the gifts are still the same, and whether they are all gone; nothing without can_manage_donations.';
grant execute on function private.issued_receipts, public.issued_receipts to authenticated;

create function private.receipt_on_record(receipt uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case
    when private.has_permission('can_manage_donations') then private.receipt_document(issued)
    when private.is_of_address(issued, private.own_address())
      then private.receipt_document(issued) || jsonb_build_object('address', null, 'email', private.own_address())
  end
  from private.issued_receipts issued where issued.id = receipt
$$;

create function public.receipt_on_record(receipt uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.receipt_on_record(receipt) $$;
comment on function public.receipt_on_record is
  'A receipt as it was issued, with the numbers that it replaces and that replace it, and whether its gifts are all gone: for holders of can_manage_donations; without the postal address also for the account whose confirmed address is on all of its gifts.';
grant execute on function private.receipt_on_record, public.receipt_on_record to authenticated;

-- For supporters. Two people may share the address: each has their own receipts, only of gifts with this address.

create function private.own_years() returns table (year integer, total numeric, gift_count bigint, deductible numeric, donor uuid, donor_name text)
language sql stable security definer set search_path = ''
as $$
  select years.*, donors.id, donors.name
  from public.donors
  cross join lateral private.years_given(donors.id, private.own_address()) as years
  where donors.id in (select person_id from private.gifts where lower(btrim(donor_email)) = private.own_address())
  order by years.year desc, donors.name, donors.id
$$;

create function public.own_years() returns table (year integer, total numeric, gift_count bigint, deductible numeric, donor uuid, donor_name text)
language sql stable security invoker set search_path = ''
as $$ select * from private.own_years() $$;
comment on function public.own_years is
  'The years with an `own_receipt`, of each donor with the caller''s confirmed address.';

create function private.own_receipt(of_year integer, donor uuid default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  own constant text := private.own_address();
  given constant uuid := coalesce(
    own_receipt.donor,
    (select min(years.donor::text)::uuid from private.own_years() as years where year = of_year having count(*) = 1)
  );
  issued private.issued_receipts;
begin
  if own is null or given is null or not exists (select from private.receipts_due(of_year, array[given], own)) then
    return null;
  end if;
  issued := private.issue_receipt(given, of_year, own);
  if issued.id is null then
    return private.receipt_draft(given, of_year, own) || jsonb_build_object('address', null, 'email', own, 'replaces', '[]'::jsonb);
  end if;
  update private.issued_receipts set opened_at = now() where id = issued.id and opened_at is null;
  return private.receipt_document(issued) || jsonb_build_object('address', null, 'email', own);
end
$$;
create function public.own_receipt(of_year integer, donor uuid default null) returns jsonb
language sql security invoker set search_path = ''
as $$ select private.own_receipt(of_year, donor) $$;
comment on function public.own_receipt is
  'Issues the receipt of a year for gifts with the caller''s confirmed address, like `donor_receipt` but without the postal address; `donor` is one of two who share the address. It has no number where the receipt on record has gifts of another address.';

create function private.own_receipts() returns table (
  id uuid, number text, year integer, issued_at timestamptz, replaced_by text[], donor_name text, is_withdrawn boolean
)
language sql stable security definer set search_path = ''
as $$
  select issued.id, issued.number, issued.year, issued.issued_at,
    array(select newer.number from private.issued_receipts newer where newer.replaces @> array[issued.id] order by newer.issued_at, newer.number),
    issued.name, private.is_withdrawn(issued)
  from private.issued_receipts issued
  where issued.gifts && array(select gift.id from private.gifts gift where lower(btrim(gift.donor_email)) = private.own_address())
    and private.is_of_address(issued, private.own_address())
  order by issued.year desc, issued.issued_at desc, issued.version desc
  limit 200
$$;
create function public.own_receipts() returns table (
  id uuid, number text, year integer, issued_at timestamptz, replaced_by text[], donor_name text, is_withdrawn boolean
)
language sql stable security invoker set search_path = ''
as $$ select * from private.own_receipts() $$;
comment on function public.own_receipts is
  'The newest 200 issued receipts whose gifts all have the caller''s confirmed address.';
grant execute on function private.own_years, public.own_years to authenticated;
grant execute on function private.own_receipt, public.own_receipt to authenticated;
grant execute on function private.own_receipts, public.own_receipts to authenticated;
