-- Receipts for the gifts of a year: issued once and fixed, replaced when the gifts change, and given to all
-- donors in one run (docs/decisions/044-issued-receipts.md).

create table private.issued_receipts (
  id uuid primary key default gen_random_uuid(),
  donor_id uuid references public.donors (id) on update cascade on delete set null,
  year integer not null check (year between 1900 and 2200),
  donor_number bigint not null,
  version integer not null check (version > 0),
  number text not null generated always as (
    year::text || '-' || donor_number::text || case when version > 1 then '-' || version::text else '' end
  ) stored,
  name text not null,
  address jsonb,
  email text,
  lines jsonb not null,
  gifts uuid[] not null,
  total numeric(14, 2) not null,
  words jsonb not null,
  print text not null,
  replaces uuid[] not null default '{}',
  is_replaced boolean not null default false,
  issued_at timestamptz not null default now(),
  printed_at timestamptz,
  opened_at timestamptz,
  mailed_at timestamptz,
  mail_id uuid,
  pile uuid,
  unique (year, donor_number, version)
);
comment on table private.issued_receipts is 'Receipts that were given away. What they say never changes; only erasing and retention clear names.';
comment on column private.issued_receipts.address is 'The postal address of that day: street, city, region, postal_code, country.';
comment on column private.issued_receipts.lines is 'A gift each: given_on, amount, campaign (with its fund), description of a gift in kind.';
comment on column private.issued_receipts.words is 'Those of `private.receipt_wording` on that day.';
comment on column private.issued_receipts.print is 'Of the gifts and the name as they were: another print asks for another receipt.';
comment on column private.issued_receipts.replaces is 'Earlier receipts of the donor for the year, and those with one of its gifts.';
comment on column private.issued_receipts.is_replaced is 'Whether another one replaces it.';
comment on column private.issued_receipts.mail_id is 'The mail in the outbox that took it along last; mailed_at is its day.';
comment on column private.issued_receipts.pile is 'Receipts that were printed together.';
create index issued_receipts_donor_id_idx on private.issued_receipts (donor_id, year);
create index issued_receipts_issued_at_idx on private.issued_receipts (issued_at);
create index issued_receipts_gifts_idx on private.issued_receipts using gin (gifts);
create index issued_receipts_replaces_idx on private.issued_receipts using gin (replaces);
create index issued_receipts_pile_idx on private.issued_receipts (pile) where pile is not null;

create table private.waiting_receipts (
  donor_id uuid not null references public.donors (id) on update cascade on delete cascade,
  year integer not null,
  primary key (donor_id, year)
);
comment on table private.waiting_receipts is 'Donors whose receipt of a year is to be mailed, and is not in the outbox yet.';

alter table private.issued_receipts enable row level security;
alter table private.waiting_receipts enable row level security;

-- The gifts that receipts and years read, in one place

create view private.receipted_gifts with (security_invoker = true) as
  select gift.id, coalesce(gift.legal_donor_id, gift.person_id) as donor_id,
    -- As it came; the receipt has the name of the donor.
    case when gift.legal_donor_id is null then gift.donor_name end as given_as,
    -- Of the legal donor, whose mailbox is not that of whoever moved the gift.
    case when gift.legal_donor_id is null then lower(btrim(gift.donor_email)) end as address,
    gift.created_at, gift.created_at at time zone private.office_time_zone() as given_at,
    gift.amount - gift.refunded as amount, gift.campaign, gift.fund_id,
    nullif(concat_ws(', ', gift.campaign, funds.name), '') as purpose,
    case when gift.amount is null then gift.description end as description
  from private.gifts gift left join public.funds on funds.id = gift.fund_id
  where gift.is_kept;

create index donations_receipted_to_idx on public.donations (coalesce(legal_donor_id, person_id), created_at);

create function private.is_nameless(donor_name text) returns boolean
language sql immutable set search_path = ''
as $$ select donor_name ~ '^(Erased donor( \d+)?|Donors of \d{4})$' $$;
comment on function private.is_nameless(text) is 'Whether it names those who were erased or cleared: no one gets a receipt for them.';

create function private.receipts_due(of_year integer, donors uuid[] default null, own text default null) returns table (
  donor_id uuid, name text, lines jsonb, gifts uuid[], total numeric, print text
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return query
  select gift.donor_id, donor.name,
    jsonb_agg(jsonb_build_object(
      'given_on', gift.given_at::date, 'amount', gift.amount, 'campaign', gift.purpose, 'description', gift.description
    ) order by gift.created_at, gift.id),
    array_agg(gift.id order by gift.created_at, gift.id), coalesce(sum(gift.amount), 0),
    -- A fund that gets another name changes no gift.
    md5(string_agg(
      concat_ws('|', gift.id, gift.given_at::date, gift.amount, gift.campaign, gift.fund_id, gift.description), e'\n' order by gift.created_at, gift.id
    ) || donor.name)
  from private.receipted_gifts as gift join public.donors donor on donor.id = gift.donor_id
  where of_year between 1900 and 2200
    and gift.created_at >= make_timestamptz(of_year, 1, 1, 0, 0, 0, private.office_time_zone())
    and gift.created_at < make_timestamptz(of_year + 1, 1, 1, 0, 0, 0, private.office_time_zone())
    and (donors is null or gift.donor_id = any (donors)) and (own is null or gift.address = own)
    and not private.is_nameless(donor.name)
  group by gift.donor_id, donor.name;
end
$$;
comment on function private.receipts_due(integer, uuid[], text) is
  'What the receipts of a year say today, of all donors or of some; with `own` only of gifts with that address.';

-- Issuing

create function private.is_of_address(receipt private.issued_receipts, own text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select own is not null and cardinality(receipt.gifts) = (
    select count(*) from private.gifts gift where gift.id = any (receipt.gifts) and lower(btrim(gift.donor_email)) = own
      and gift.legal_donor_id is null
  )
$$;
comment on function private.is_of_address(private.issued_receipts, text) is
  'Whether all of its gifts have this address today: whoever reads that mailbox sees the receipt.';

create function private.is_withdrawn(receipt private.issued_receipts) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not receipt.is_replaced and not exists (select from private.receipted_gifts gift where gift.id = any (receipt.gifts))
$$;
comment on function private.is_withdrawn(private.issued_receipts) is
  'Whether none of its gifts is left, and no other receipt says so by replacing it.';

create function private.receipt_document(receipt private.issued_receipts) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(receipt) - '{donor_number,version,gifts,print,mail_id,replaces,is_replaced,pile}'::text[] || jsonb_build_object(
    'is_withdrawn', private.is_withdrawn(receipt),
    'replaces', (select coalesce(jsonb_agg(number order by issued_at, number), '[]') from private.issued_receipts older where older.id = any (receipt.replaces)),
    'replaced_by', (select jsonb_agg(jsonb_build_object('id', id, 'number', number) order by issued_at, number) from private.issued_receipts newer where newer.replaces @> array[receipt.id])
  )
$$;

create function private.open_receipts(donor uuid, of_year integer, with_gifts uuid[]) returns setof private.issued_receipts
language sql stable security definer set search_path = ''
as $$
  select * from private.issued_receipts issued
  where year = of_year and (donor_id = donor or gifts && with_gifts)
    and not exists (select from private.issued_receipts newer where newer.replaces @> array[issued.id] and newer.donor_id = donor)
$$;
comment on function private.open_receipts(uuid, integer, uuid[]) is
  'What the next receipt of a donor replaces: theirs for the year, and those with one of its gifts, whosever, once.';

create function private.receipt_with_print(donor uuid, of_year integer, of_print text) returns setof private.issued_receipts
language sql stable security definer set search_path = ''
as $$
  select * from private.issued_receipts
  where donor_id = donor and year = of_year and print = of_print and not is_replaced
  order by issued_at desc, version desc limit 1
$$;
comment on function private.receipt_with_print(uuid, integer, text) is
  'The newest receipt of a donor''s year that says what it would say today.';

create function private.issue_receipt(donor uuid, of_year integer, own text default null) returns private.issued_receipts
language plpgsql security definer set search_path = ''
as $$
declare
  due record;
  issued private.issued_receipts;
  open_ones uuid[];
begin
  perform private.lock_people();
  -- One at a time for a donor; a change of their gifts waits, too.
  perform from public.donors where id = donor for no key update;
  if not found then
    return null;
  end if;
  select * into due from private.receipts_due(of_year, array[donor], own);
  if not found then
    return null;
  end if;
  select * into issued from private.receipt_with_print(donor, of_year, due.print);
  if found then
    return issued;
  end if;
  select coalesce(array_agg(stored.id), '{}') into open_ones from private.open_receipts(donor, of_year, due.gifts) as stored;
  if own is not null and exists (
    select from private.issued_receipts stored where stored.id = any (open_ones) and not private.is_of_address(stored, own)
  ) then
    -- Gifts of another address are on the one that counts.
    return null;
  end if;
  insert into private.issued_receipts (
    donor_id, year, donor_number, version, name, address, email, lines, gifts, total, words, print, replaces
  )
  select donor, of_year, donors.number, 1 + (
      select count(*) from private.issued_receipts stored where stored.year = of_year and stored.donor_number = donors.number
    ), due.name, private.home_of(donor), private.email_of(donor), due.lines, due.gifts, due.total, private.words_of_receipts(), due.print, open_ones
  from public.donors where id = donor
  returning * into issued;
  update private.issued_receipts set is_replaced = true where id = any (open_ones);
  return issued;
end
$$;
comment on function private.issue_receipt(uuid, integer, text) is
  'The receipt of a donor''s year: the one on record as long as their gifts are the same, else a new one, which replaces it. Null without gifts, and with `own` where the one on record has gifts of another address.';

create function private.is_given(receipt private.issued_receipts) returns boolean
language sql stable security definer set search_path = ''
as $$
  select num_nonnulls(receipt.printed_at, receipt.opened_at) > 0 or receipt.mail_id is not null and not exists (
    select from private.outbox where id = receipt.mail_id and state in ('failed', 'suppressed', 'cancelled')
  )
$$;
comment on function private.is_given(private.issued_receipts) is 'Whether it was printed or opened, or mailed and did not fail.';

create function private.mail_receipt(receipt private.issued_receipts, recipient text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  mail constant uuid := gen_random_uuid();
begin
  insert into private.outbox (id, idempotency_key, kind, recipient, expires_at, data)
  values (
    mail, format('gift_receipt:%s:%s', receipt.id, coalesce(receipt.mail_id::text, 'first')), 'gift_receipt', recipient, null,
    private.receipt_document(receipt) - '{id,donor_id,address,email,printed_at,opened_at,mailed_at,replaced_by,is_withdrawn}'::text[]
  );
  update private.issued_receipts set mailed_at = now(), mail_id = mail where id = receipt.id;
end
$$;
comment on function private.mail_receipt(private.issued_receipts, text) is
  'Queues its mail: once, and again only where the last one failed.';

-- For staff, one at a time

create function private.years_given(donor uuid, own text default null) returns table (year integer, total numeric, gift_count bigint)
language sql stable security definer set search_path = ''
as $$
  select extract(year from given_at)::integer as given_in, coalesce(sum(amount), 0), count(*)
  from private.receipted_gifts where donor_id = donor and (own is null or address = own)
  group by given_in order by given_in desc
$$;

create function private.donor_years(donor uuid) returns table (year integer, total numeric, gift_count bigint)
language sql stable security definer set search_path = ''
as $$ select * from private.years_given(donor) where private.has_permission('can_manage_donations') $$;

create function public.donor_years(donor uuid) returns table (year integer, total numeric, gift_count bigint)
language sql stable security invoker set search_path = ''
as $$ select * from private.donor_years(donor) $$;
comment on function public.donor_years is
  'The years (in the office''s time zone) of a donor''s gifts, with their sum less refunds; nothing without can_manage_donations.';
grant execute on function private.donor_years, public.donor_years to authenticated;

create function private.receipt_draft(donor uuid, of_year integer, own text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  due record;
  issued private.issued_receipts;
begin
  select * into due from private.receipts_due(of_year, array[donor], own);
  if not found then
    return null;
  end if;
  select * into issued from private.receipt_with_print(donor, of_year, due.print);
  if found then
    return private.receipt_document(issued);
  end if;
  return jsonb_build_object(
    'year', of_year, 'name', due.name, 'address', private.home_of(donor), 'email', private.email_of(donor),
    'lines', due.lines, 'total', due.total, 'words', private.words_of_receipts(), 'replaces', (
      select coalesce(jsonb_agg(number order by issued_at, number), '[]') from private.open_receipts(donor, of_year, due.gifts)
    )
  );
end
$$;
comment on function private.receipt_draft(uuid, integer, text) is
  'The receipt on record, or what the next one will say, without a number.';

create function private.donor_receipt(donor uuid, of_year integer) returns jsonb
language sql stable security definer set search_path = ''
as $$ select private.receipt_draft(donor, of_year) where private.has_permission('can_manage_donations') $$;

create function public.donor_receipt(donor uuid, of_year integer) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.donor_receipt(donor, of_year) $$;
comment on function public.donor_receipt is
  'The receipt on record of a donor''s year (id, number, issued_at, name, address, email, lines, total, words, replaces), or a draft of the next one, without number and id. Null without gifts, or without can_manage_donations.';
grant execute on function private.donor_receipt, public.donor_receipt to authenticated;

-- Email, paper or neither

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
  'Of each donor of a year: `given` (the receipt on record is right, and was printed, opened, or mailed without failing), mail, print (no email works, or they want paper), no_address, deceased or do_not_contact.';

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
  perform private.refuse_if(issued.id is null, 'There is no gift of this year to confirm.');
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
  'Issues the receipt of a donor''s year to `print` or `mail` it, and returns it; the one on record as long as the gifts are the same. It is mailed once, and again only where that failed.';
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
  'The receipts that a donor was given: how and when, which replaces which, whether the gifts are still the same, and whether none is left; nothing without can_manage_donations.';
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
  'A receipt as it was issued, with the numbers that it replaces and that replace it, and whether none of its gifts is left: for holders of can_manage_donations, and without the postal address for the account whose confirmed address all of its gifts have.';
grant execute on function private.receipt_on_record, public.receipt_on_record to authenticated;

-- For supporters. Two people may share the address: each has their own receipts, of gifts with this address alone.

create function private.own_years() returns table (year integer, total numeric, gift_count bigint, donor uuid, donor_name text)
language sql stable security definer set search_path = ''
as $$
  select years.*, donors.id, donors.name
  from public.donors
  cross join lateral private.years_given(donors.id, private.own_address()) as years
  where donors.id in (select person_id from private.gifts where lower(btrim(donor_email)) = private.own_address())
  order by years.year desc, donors.name, donors.id
$$;

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

create function public.own_years() returns table (year integer, total numeric, gift_count bigint, donor uuid, donor_name text)
language sql stable security invoker set search_path = ''
as $$ select * from private.own_years() $$;
comment on function public.own_years is
  'The years with an `own_receipt`, of each donor with the caller''s confirmed address.';
grant execute on function private.own_years, public.own_years to authenticated;
create function public.own_receipt(of_year integer, donor uuid default null) returns jsonb
language sql security invoker set search_path = ''
as $$ select private.own_receipt(of_year, donor) $$;
comment on function public.own_receipt is
  'Issues the receipt of a year for gifts with the caller''s confirmed address, as `donor_receipt` has it, without the postal address; of one donor, where two share it. Without a number where the one on record has gifts of another address.';
grant execute on function private.own_receipt, public.own_receipt to authenticated;
create function public.own_receipts() returns table (
  id uuid, number text, year integer, issued_at timestamptz, replaced_by text[], donor_name text, is_withdrawn boolean
)
language sql stable security invoker set search_path = ''
as $$ select * from private.own_receipts() $$;
comment on function public.own_receipts is
  'The newest 200 issued receipts whose gifts all have the caller''s confirmed address.';
grant execute on function private.own_receipts, public.own_receipts to authenticated;

-- A year's end in one run

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

create function private.further_words(known text, said text) returns boolean
language sql immutable set search_path = ''
as $$
  select exists (
    select from unnest(string_to_array(private.plain_name(said), ' ')) as word
    where length(word) > 1 and word <> all (string_to_array(private.plain_name(known), ' '))
  )
$$;
comment on function private.further_words(text, text) is 'Whether a name has words that the known one lacks, initials apart.';

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
    where point.person_id = due.donor_id and point.kind = 'email' and point.level = 'told' and point.valid_since > chosen.valid_since
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

create function private.withdrawn_receipts(of_year integer) returns table (id uuid, number text, name text, issued_at timestamptz, total numeric)
language sql stable security definer set search_path = ''
as $$
  select issued.id, issued.number, issued.name, issued.issued_at, issued.total from private.issued_receipts issued
  where issued.year = of_year and not issued.is_replaced and private.has_permission('can_manage_donations')
    and not exists (select from private.receipted_gifts gift where gift.id = any (issued.gifts))
  order by issued.name, issued.number limit 500
$$;

create function private.mail_receipts(of_year integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  added integer;
begin
  perform private.require(private.has_permission('can_manage_donations'), 'You may not issue receipts.');
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
  -- Under the locks of the donors: someone may just have given it to them.
  perform private.mail_receipt(private.issue_receipt(found.donor_id, of_year), found.email)
  from private.receipts_of_year(of_year, picked) as found where found.state = 'mail';
  return cardinality(picked);
end
$$;
comment on function private.advance_receipts(integer) is
  'Issues the next receipts that wait, and queues their mails: each once, whoever calls it at the same time. Returns how many waited.';

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

create function private.receipt_pile(of_pile uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(private.receipt_document(stored)
    order by stored.address ->> 'country' nulls first, stored.address ->> 'postal_code', stored.address ->> 'street', stored.name, stored.id), '[]')
  from private.issued_receipts stored where stored.pile = of_pile and private.has_permission('can_manage_donations')
$$;

create function private.receipt_piles(of_year integer) returns table (pile uuid, printed_at timestamptz, receipts bigint)
language sql stable security definer set search_path = ''
as $$
  select stored.pile, min(stored.printed_at), count(*) from private.issued_receipts stored
  where stored.year = of_year and stored.pile is not null and private.has_permission('can_manage_donations')
  group by stored.pile order by 2 desc, 1 limit 100
$$;

create function public.receipt_run(of_year integer) returns table (
  donors bigint, given bigint, to_mail bigint, to_print bigint, no_address bigint, not_contacted bigint, new_versions bigint
)
language sql stable security invoker set search_path = ''
as $$ select * from private.receipt_run(of_year) $$;
comment on function public.receipt_run is
  'How many donors gave in a year, have their receipt, get it by mail or on paper, have no address, or are not to be contacted, and for how many it replaces another; zeros without can_manage_donations.';
grant execute on function private.receipt_run, public.receipt_run to authenticated;
create function public.receipt_progress(of_year integer) returns table (
  unqueued bigint, waiting bigint, sent bigint, failed bigint, rate_per_minute integer
)
language sql stable security invoker set search_path = ''
as $$ select * from private.receipt_progress(of_year) $$;
comment on function public.receipt_progress is
  'The mails of a year''s receipts by outcome; `unqueued` are donors whose mails are not queued yet.';
grant execute on function private.receipt_progress, public.receipt_progress to authenticated;
create function public.receipts_without_address(of_year integer, skipped integer default 0) returns table (
  donor_id uuid, name text, email text, reason text, total bigint
)
language sql stable security invoker set search_path = ''
as $$ select * from private.receipts_without_address(of_year, skipped) $$;
comment on function public.receipts_without_address is
  'A thousand donors whom the run leaves out, by reason: no_address, deceased or do_not_contact; nothing without can_manage_donations.';
grant execute on function private.receipts_without_address, public.receipts_without_address to authenticated;
create function public.receipt_questions(of_year integer) returns table (
  donor_id uuid, name text, email text, question text, said text, label text
)
language sql stable security invoker set search_path = ''
as $$ select * from private.receipt_questions(of_year) $$;
comment on function public.receipt_questions is
  'What to look at before a year''s receipts go out, for up to 200 donors without theirs: a newer `address` that was only told (said, with its label), beside the one that the receipt goes to; or another `name` with further words on one of the year''s gifts. Nothing without can_manage_donations.';
grant execute on function private.receipt_questions, public.receipt_questions to authenticated;
create function public.withdrawn_receipts(of_year integer) returns table (id uuid, number text, name text, issued_at timestamptz, total numeric)
language sql stable security invoker set search_path = ''
as $$ select * from private.withdrawn_receipts(of_year) $$;
comment on function public.withdrawn_receipts is
  'Up to 500 receipts of a year that no gift is left of and no other replaces; none without can_manage_donations.';
grant execute on function private.withdrawn_receipts, public.withdrawn_receipts to authenticated;
create function public.mail_receipts(of_year integer) returns integer
language sql security invoker set search_path = ''
as $$ select private.mail_receipts(of_year) $$;
comment on function public.mail_receipts is
  'Queues the receipt of each donor who is to get it by mail and does not wait for it yet; returns their number. The worker issues them in slices.';
grant execute on function private.mail_receipts, public.mail_receipts to authenticated;
create function public.receipt_pile(of_pile uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.receipt_pile(of_pile) $$;
comment on function public.receipt_pile is
  'The receipts of a pile, as `donor_receipt` has them, in the order of country and postal code; none without can_manage_donations.';
grant execute on function private.receipt_pile, public.receipt_pile to authenticated;
create function public.print_receipts(of_year integer, new_pile uuid) returns integer
language sql security invoker set search_path = ''
as $$ select private.print_receipts(of_year, new_pile) $$;
comment on function public.print_receipts is
  'Issues up to 250 receipts of a year that go by post as a pile, those that come first by country and postal code; returns their number. A retry names the pile again.';
grant execute on function private.print_receipts, public.print_receipts to authenticated;
create function public.receipt_piles(of_year integer) returns table (pile uuid, printed_at timestamptz, receipts bigint)
language sql stable security invoker set search_path = ''
as $$ select * from private.receipt_piles(of_year) $$;
comment on function public.receipt_piles is
  'The newest hundred piles of receipts of a year that were printed together; nothing without can_manage_donations.';
grant execute on function private.receipt_piles, public.receipt_piles to authenticated;

-- The words of receipts, which the law prescribes: an admin edits and confirms them.

create function private.are_receipt_words(words jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(case when jsonb_typeof(words) = 'object' then
    words - '{title,in_kind,no_goods,thanks}'::text[] = '{}'
      and (select bool_and(jsonb_typeof(value) = 'string') from jsonb_each(words))
      and private.is_line(words ->> 'title', 100) and private.is_text(words ->> 'in_kind', 1000)
      and private.is_text(words ->> 'no_goods', 1000) and private.is_text(words ->> 'thanks', 1000)
      and words ->> 'no_goods' ~* 'goods or services'
  end, false)
$$;
comment on function private.are_receipt_words(jsonb) is
  'Whether all four are there, and one tells of goods or services, as the tax office demands.';

create table private.receipt_wording (
  singleton boolean primary key default true check (singleton),
  words jsonb not null check (private.are_receipt_words(words)),
  issuer text[],
  confirmed_at timestamptz,
  draft jsonb check (draft is null or private.are_receipt_words(draft))
);
comment on column private.receipt_wording.words is 'On each receipt: title, in_kind, no_goods (in exchange) and thanks.';
comment on column private.receipt_wording.issuer is
  'Name, postal address and tax number, a line each, as they were confirmed; null before, when a receipt has those of the app.';
comment on column private.receipt_wording.draft is 'Not confirmed yet, and on no receipt.';
insert into private.receipt_wording (words) values (jsonb_build_object(
  'title', 'Receipt for gifts',
  'in_kind', 'Gifts in kind are described, not valued: the law leaves it to the donor to determine their value.',
  'no_goods', 'No goods or services were provided in exchange for these gifts, in whole or in part. Please keep this receipt for your tax records.',
  'thanks', 'Thank you for your support.'
));
alter table private.receipt_wording enable row level security;

create function private.words_of_receipts() returns jsonb
language sql stable security definer set search_path = ''
as $$ select words || jsonb_build_object('issuer', issuer) from private.receipt_wording $$;
comment on function private.words_of_receipts() is 'What the next receipt says besides its gifts.';

create function private.words_in_full(words jsonb, issuer text[]) returns text
language sql immutable set search_path = ''
as $$
  select case when issuer is not null then
    concat_ws(e'\n\n', words ->> 'title', array_to_string(issuer, ', '), words ->> 'in_kind', words ->> 'no_goods', words ->> 'thanks')
  end
$$;

create function private.receipt_wording() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(wording) - 'singleton' from private.receipt_wording wording where private.has_permission('can_manage_donations')
$$;

create function private.edited_wording(expected jsonb) returns private.receipt_wording
language plpgsql security definer set search_path = ''
as $$
declare
  wording private.receipt_wording;
begin
  perform private.require_admin();
  select * into wording from private.receipt_wording for update;
  perform private.refuse_if(
    expected is distinct from coalesce(wording.draft, wording.words), 'Someone else changed the words. Copy yours, and reload the page.'
  );
  return wording;
end
$$;
comment on function private.edited_wording(jsonb) is 'Locks the wording; refuses whoever read other words than the last ones.';

create function private.save_receipt_wording(given jsonb, replaced jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  wording constant private.receipt_wording := private.edited_wording(replaced);
begin
  perform private.refuse_if(not private.are_receipt_words(given), 'A receipt needs all of its words, and those about goods or services.');
  if given <> replaced then
    update private.receipt_wording set draft = nullif(given, wording.words) where singleton;
    perform private.log_action('changed', 'receipt_wording', null, 'Draft', (
      select jsonb_object_agg(key, jsonb_build_array(replaced -> key, value)) from jsonb_each(given) where value <> replaced -> key
    ));
  end if;
end
$$;

create function private.confirm_receipt_wording(given jsonb, given_issuer text[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  wording constant private.receipt_wording := private.edited_wording(given);
begin
  perform private.refuse_if(
    (select count(*) < 3 or not bool_and(private.is_line(line, 200)) from unnest(given_issuer) as line),
    'A receipt needs the name, address and tax number of the organization.'
  );
  if (wording.words, wording.issuer) is distinct from (given, given_issuer) then
    update private.receipt_wording set words = given, issuer = given_issuer, confirmed_at = now(), draft = null where singleton;
    perform private.log_action('changed', 'receipt_wording', null, 'Confirmed', jsonb_build_object(
      'wording', jsonb_build_array(private.words_in_full(wording.words, wording.issuer), private.words_in_full(given, given_issuer))
    ));
  end if;
end
$$;

create function public.receipt_wording() returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.receipt_wording() $$;
comment on function public.receipt_wording is
  'The words of receipts (title, in_kind, no_goods, thanks), the issuer and the day as an admin confirmed them, and a draft of other words; null without can_manage_donations.';
grant execute on function private.receipt_wording, public.receipt_wording to authenticated;
create function public.save_receipt_wording(given jsonb, replaced jsonb) returns void
language sql security invoker set search_path = ''
as $$ select private.save_receipt_wording(given, replaced) $$;
comment on function public.save_receipt_wording is
  'For admins: saves other words of receipts as a draft, in place of those that they read.';
grant execute on function private.save_receipt_wording, public.save_receipt_wording to authenticated;
create function public.confirm_receipt_wording(given jsonb, given_issuer text[]) returns void
language sql security invoker set search_path = ''
as $$ select private.confirm_receipt_wording(given, given_issuer) $$;
comment on function public.confirm_receipt_wording is
  'For admins: confirms the last words of receipts, as they read them, with the issuer''s name, address and tax number. Receipts have them from then on; the log keeps them.';
grant execute on function private.confirm_receipt_wording, public.confirm_receipt_wording to authenticated;

-- Rights and retention: receipts are books. Number, day and amounts stay, as those of gifts do.

create function private.lines_without_words(lines jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(case
    when jsonb_typeof(line -> 'description') = 'string' then line || '{"description": "In kind"}' else line
  end order by place), '[]')
  from jsonb_array_elements(lines) with ordinality as listed (line, place)
$$;
comment on function private.lines_without_words(jsonb) is 'The lines of a receipt, without what was given in kind.';

insert into private.personal_data (position, table_name, label, action, condition, assignments, stays, handed_over, reason)
overriding system value values
  (-21, 'private.issued_receipts', 'Gift receipts', 'anonymize',
    'stored.donor_id = any (($1).donors) or stored.donor_id is null and stored.gifts && ($1).gifts',
    '{"name": "coalesce(($1).erased_names ->> stored.donor_id::text, ''Erased donor'')", "address": "null", "email": "null", "print": "''''",
      "lines": "private.lines_without_words(stored.lines)"}',
    '{number,words}', '{number,year,name,address,email,lines,total,issued_at,printed_at,opened_at,mailed_at}',
    'Number, day and amounts stay: books must be kept.');
insert into private.personal_data (position, table_name, label, action, condition, handed_over)
overriding system value values
  (-20, 'private.waiting_receipts', 'Gift receipts not queued yet', 'delete', 'stored.donor_id = any (($1).donors)', '{year}');

insert into private.retention_rules (
  rule, title, table_name, day_column, condition, cleared, unit, kept, shortest, longest, batch, next_at
) values
  ('issued_receipts', 'Gift receipts', 'private.issued_receipts', 'issued_at',
    'not private.is_nameless(name)
      and not exists (select from public.donors where donors.id = donor_id and last_gift_at > $1)',
    'name = ''Donors of '' || year, address = null, email = null, print = '''', lines = private.lines_without_words(lines)',
    'years', 7, 7, 7, 500, private.next_retention_run('years'));
