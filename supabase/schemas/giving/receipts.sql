-- Receipts for the gifts of a year: issued once and fixed, replaced when the gifts change, and given to all
-- donors in one run (docs/decisions/044-issued-receipts.md).

create function private.is_nameless(donor_name text) returns boolean
language sql immutable set search_path = ''
as $$ select donor_name ~ '^(Erased donor( \d+)?|Donors of \d{4})$' $$;
comment on function private.is_nameless(text) is
  'Whether a name stands for donors who were erased or cleared: they get no receipt.';

create function private.receipts_due(of_year integer, donors uuid[] default null, own text default null) returns table (
  donor_id uuid, name text, lines jsonb, gifts uuid[], total numeric, print text
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return query
  select gift.donor_id, donor.name,
    jsonb_agg(jsonb_build_object(
      'given_on', gift.given_at::date, 'amount', gift.amount, 'campaign', gift.purpose, 'description', gift.description,
      'exchange_value', gift.exchange_value, 'exchange', gift.exchange, 'deductible', gift.deductible
    ) order by gift.created_at, gift.entered_at, gift.id),
    array_agg(gift.id order by gift.created_at, gift.entered_at, gift.id), coalesce(sum(gift.amount), 0),
    -- A new name of a fund changes no gift.
    md5(string_agg(
      concat_ws('|', gift.id, gift.given_at::date, gift.amount, gift.campaign, gift.fund_id, gift.description, gift.exchange_value, gift.exchange), e'\n' order by gift.created_at, gift.id
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
  'What the receipts of a year would say today, for all donors or for these; with `own` only for gifts with that address.';

create function private.is_of_address(receipt private.issued_receipts, own text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select own is not null and cardinality(receipt.gifts) = (
    select count(*) from private.gifts gift where gift.id = any (receipt.gifts) and lower(btrim(gift.donor_email)) = own
      and gift.legal_donor_id is null
  )
$$;
comment on function private.is_of_address(private.issued_receipts, text) is
  'Whether all of its gifts have this address today: whoever reads that mailbox may see the receipt.';

create function private.is_withdrawn(receipt private.issued_receipts) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not receipt.is_replaced and not exists (select from private.receipted_gifts gift where gift.id = any (receipt.gifts))
$$;
comment on function private.is_withdrawn(private.issued_receipts) is
  'Whether none of its gifts is left and no other receipt replaces it.';

create function private.totals_of_lines(lines jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object('exchange_total', coalesce(sum(exchange_value), 0), 'deductible', coalesce(sum(deductible), 0))
  from jsonb_to_recordset(lines) as line (exchange_value numeric, deductible numeric)
$$;
comment on function private.totals_of_lines(jsonb) is
  'The value given in exchange for the gifts of a receipt, and the part that may be deducted: computed for each gift, and never below 0.';

create function private.receipt_document(receipt private.issued_receipts) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(receipt) - '{donor_number,version,gifts,print,mail_id,replaces,is_replaced,pile}'::text[] || private.totals_of_lines(receipt.lines) || jsonb_build_object(
    'is_withdrawn', private.is_withdrawn(receipt),
    'replaces', (select coalesce(jsonb_agg(number order by issued_at, number), '[]') from private.issued_receipts older where older.id = any (receipt.replaces)),
    'replaced_by', (select jsonb_agg(jsonb_build_object('id', id, 'number', number) order by issued_at, number) from private.issued_receipts newer where newer.replaces @> array[receipt.id])
  )
$$;
comment on function private.receipt_document is
  'A receipt as it was issued, with the numbers that it replaces and that replace it, and whether all of its gifts are gone.';

create function private.open_receipts(donor uuid, of_year integer, with_gifts uuid[]) returns setof private.issued_receipts
language sql stable security definer set search_path = ''
as $$
  select * from private.issued_receipts issued
  where year = of_year and (donor_id = donor or gifts && with_gifts)
    and not exists (select from private.issued_receipts newer where newer.replaces @> array[issued.id] and newer.donor_id = donor)
$$;
comment on function private.open_receipts(uuid, integer, uuid[]) is
  'The receipts that a donor''s next one replaces: their own of the year and anyone''s with one of its gifts, unless one of theirs replaces it already.';

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
    -- The receipt on record also has gifts of another address.
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
  'The receipt of a donor''s year: the one on record while the gifts are the same, else a new one, which replaces it. Null without gifts, and with `own` if the one on record has gifts of another address.';

create function private.is_given(receipt private.issued_receipts) returns boolean
language sql stable security definer set search_path = ''
as $$
  select num_nonnulls(receipt.printed_at, receipt.opened_at) > 0 or receipt.mail_id is not null and not exists (
    select from private.outbox where id = receipt.mail_id and state in ('failed', 'suppressed', 'cancelled')
  )
$$;
comment on function private.is_given(private.issued_receipts) is
  'Whether it was printed or opened, or mailed without failing.';

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
  'Queues the mail of a receipt: once, and again only if the last one failed.';
