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
comment on table private.issued_receipts is
  'Receipts that were issued. What they say never changes; only erasing and retention clear names.';
comment on column private.issued_receipts.address is
  'The postal address on that day: street, city, region, postal_code, country.';
comment on column private.issued_receipts.lines is
  'One for each gift: given_on, amount, campaign (with its fund), description of a gift in kind, exchange_value, exchange and deductible.';
comment on column private.issued_receipts.words is 'The words of private.receipt_wording on that day.';
comment on column private.issued_receipts.print is
  'A hash of the gifts and the name on it. With other gifts or another name, a new receipt is due.';
comment on column private.issued_receipts.replaces is
  'The receipts that it replaces: earlier ones of the donor for the year, and those with one of its gifts.';
comment on column private.issued_receipts.is_replaced is 'Whether another receipt replaces it.';
comment on column private.issued_receipts.mail_id is
  'The last mail in the outbox with this receipt; mailed_at is its time.';
comment on column private.issued_receipts.pile is 'Receipts that were printed together.';
create index issued_receipts_donor_id_idx on private.issued_receipts (donor_id, year);
comment on index private.issued_receipts_donor_id_idx is 'The receipts of a donor by year.';
create index issued_receipts_issued_at_idx on private.issued_receipts (issued_at);
comment on index private.issued_receipts_issued_at_idx is 'The retention rule.';
create index issued_receipts_gifts_idx on private.issued_receipts using gin (gifts);
comment on index private.issued_receipts_gifts_idx is 'The receipts with a gift.';
create index issued_receipts_replaces_idx on private.issued_receipts using gin (replaces);
comment on index private.issued_receipts_replaces_idx is 'The receipts that replace this one.';
create index issued_receipts_pile_idx on private.issued_receipts (pile) where pile is not null;

alter table private.issued_receipts enable row level security;
