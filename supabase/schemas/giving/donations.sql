create table public.donations (
  id uuid primary key default gen_random_uuid(),
  donor_name text not null check (private.is_line(donor_name, 200)),
  donor_email text check (private.is_line(donor_email, 254)),
  amount numeric(12, 2) constraint donations_amount_check check (
    case when method = 'in_kind' then num_nonnulls(amount, currency) = 0 else coalesce(amount > 0 and amount <> 'NaN', false) end
  ),
  refunded numeric(12, 2) not null default 0
    constraint donations_refunded_check check (refunded >= 0 and refunded <= coalesce(amount, 0)),
  donation_type text not null check (donation_type in ('one-time', 'monthly', 'corporate', 'grant')),
  campaign text check (private.is_line(campaign, 200)),
  person_id uuid not null default gen_random_uuid(),
  legal_donor_id uuid,
  legal_donor_name text check (private.is_line(legal_donor_name, 200)),
  payment_id text unique check (private.is_line(payment_id, 200)),
  donor_phone text check (private.is_line(donor_phone, 50)),
  method text check (method in ('check', 'cash', 'bank', 'mobile_money', 'card', 'in_kind')),
  description text constraint donations_description_check
    check (coalesce(private.is_line(description, 300), method is distinct from 'in_kind')),
  estimate numeric(12, 2) constraint donations_estimate_check
    check (estimate is null or estimate > 0 and estimate < 10000000 and method is not distinct from 'in_kind'),
  reference text check (private.is_line(reference, 100)),
  fund_id uuid references public.funds (id),
  tribute text check (tribute in ('honor', 'memory')),
  tribute_name text check (private.is_line(tribute_name, 200)),
  note text check (private.is_text(note, 2000)),
  currency text check (currency ~ '^[A-Z]{3}$' and currency <> 'USD'),
  original_amount numeric(14, 2)
    constraint donations_original_amount_check check (
      original_amount > 0 and num_nulls(currency, original_amount, rate, rate_on) in (0, 4)
    ),
  rate numeric(18, 8) check (rate > 0),
  rate_on date check (rate_on between '1900-01-01' and '2200-12-31'),
  batch_id uuid references public.gift_batches (id),
  is_posted boolean not null default true,
  entered_at timestamptz,
  voided_at timestamptz,
  change_reason text check (private.is_line(change_reason, 300)),
  is_kept boolean not null generated always as (coalesce(amount > refunded, voided_at is null)) stored,
  search_text text generated always as (
    private.searchable(variadic array[donor_name, donor_email, donor_phone] || private.telephones(donor_phone))
      || e'\n' || private.searchable(reference, tribute_name) || e'\n' || private.searchable(campaign, description, exchange)
  ) stored,
  created_at timestamptz not null default now(),
  told text[] not null default '{}' check (told <@ '{email,phone}'),
  is_picked boolean not null default false,
  exchange_value numeric(12, 2) constraint donations_exchange_value_check
    check (exchange_value is null or coalesce(exchange_value > 0 and exchange_value <= amount, false)),
  exchange text constraint donations_exchange_check
    check (private.is_line(exchange, 300) and (exchange is null) = (exchange_value is null)),
  deductible numeric(12, 2) generated always as (
    case when amount is not null then greatest(amount - refunded - coalesce(exchange_value, 0), 0) end
  ) stored,
  booked_on date check (booked_on between '1900-01-01' and '2200-12-31'),
  booked_day date not null generated always as (coalesce(booked_on, (created_at at time zone private.office_time_zone())::date)) stored,
  matched_gift_id uuid references public.donations (id) on delete set null,
  split_id uuid,
  gift_pledge_id uuid references public.gift_pledges (id) on delete set null,
  constraint donations_legal_donor_id_check check (legal_donor_id is null or legal_donor_name is not null),
  constraint donations_voided_at_check
    check (voided_at is null or refunded = coalesce(amount, 0) and change_reason is not null),
  constraint donations_is_posted_check
    check (is_posted or num_nulls(batch_id, entered_at, method) = 0 and payment_id is null)
);
comment on column public.donations.legal_donor_id is
  'The donor-advised fund or employer that gets the receipt and the credit, while the giver gets the thanks. Null where both are the same.';
comment on column public.donations.matched_gift_id is 'The gift of an employee that this gift of their employer matches.';
comment on column public.donations.split_id is 'The same for all gifts of one check that was split over funds; null for a gift of its own.';
comment on column public.donations.gift_pledge_id is 'The pledge that it was applied to.';
comment on column public.donations.told is 'As in public.mentors.';
comment on column public.donations.booked_on is
  'Its day in the books where that is not the day of the gift, whose month was closed before.';
comment on column public.donations.booked_day is 'Its day in the books, in the office.';
comment on column public.donations.is_picked is
  'A colleague picked the giver: the gift stays theirs, whatever name and address it has.';
comment on column public.donations.amount is 'In US dollars; null only for a gift in kind.';
comment on column public.donations.description is 'What was given in kind. A receipt describes it, and names no value.';
comment on column public.donations.estimate is
  'The office''s estimate of a gift in kind, in dollars. No sum has it, and no donor sees it.';
comment on column public.donations.is_kept is 'Whether any of it is left after refunds and voiding.';
comment on column public.donations.method is 'Null for gifts from the payment provider or a file.';
comment on column public.donations.exchange_value is
  'Dollars that what the donor got in exchange is worth, as the office estimates it in good faith. Sums of gifts stay what was paid.';
comment on column public.donations.exchange is 'What the donor got in exchange, like a dinner.';
comment on column public.donations.deductible is
  'What the donor may deduct: what is left of the gift, less the value in exchange. Null for a gift in kind.';
comment on column public.donations.original_amount is 'The gift in its currency: amount is this times rate, in dollars.';
comment on column public.donations.is_posted is
  'False in a batch that is open or was discarded: only the gift desk shows the gift, and nothing counts it.';
comment on column public.donations.entered_at is 'When staff entered it by hand.';
comment on column public.donations.voided_at is 'A void gift is refunded as a whole, so that no sum has it.';
comment on column public.donations.change_reason is 'Why it was last corrected, or voided.';
comment on column public.donations.refunded is 'The refunded part of the amount: sums and receipts leave it out.';
comment on column public.donations.payment_id is
  'Id at the payment provider; null for gifts from elsewhere.';

create index donations_created_at_idx on public.donations (created_at desc, entered_at desc nulls last, id desc) where is_posted;
comment on index public.donations_created_at_idx is
  'The list of gifts, newest first: its opening order. Partial, so that a count of the list reads only the index.';
create index donations_donor_name_idx on public.donations (donor_name, id) where is_posted;
comment on index public.donations_donor_name_idx is 'The list of gifts by donor.';
create index donations_amount_idx on public.donations (amount desc nulls last, id desc) where is_posted;
comment on index public.donations_amount_idx is 'The list of gifts by amount.';
create index donations_fund_id_idx on public.donations (fund_id, created_at desc, entered_at desc nulls last, id desc);
comment on index public.donations_fund_id_idx is 'The gifts of a fund, newest first.';
create index donations_batch_id_idx on public.donations (batch_id);
create index donations_matched_gift_id_idx on public.donations (matched_gift_id);
comment on index public.donations_matched_gift_id_idx is 'The match of a gift.';
create index donations_entered_at_idx on public.donations (entered_at desc, id desc) where entered_at is not null;
comment on index public.donations_entered_at_idx is 'The gift desk: what was entered last.';
create index donations_booked_day_idx on public.donations (booked_day) where is_posted;
comment on index public.donations_booked_day_idx is 'The gifts of a month: the journal.';
create index donations_gift_pledge_id_idx on public.donations (gift_pledge_id);
comment on index public.donations_gift_pledge_id_idx is 'The gifts of a pledge.';
create index donations_unposted_idx on public.donations (entered_at) where not is_posted;
comment on index public.donations_unposted_idx is
  'Gifts of open and discarded batches: the retention rule discarded_gifts.';

alter table public.donations enable row level security;
grant select, insert, update, delete on public.donations to service_role;

grant select on public.donations to authenticated;

create policy "Managers may select donations"
  on public.donations for select to authenticated
  using ((select private.has_permission('can_manage_donations')) and is_posted);
create trigger redact_log after delete on public.donations referencing old table as gone
  for each statement execute function private.redact_log();

-- Rows from outside are their own record of their arrival.
create trigger log_change after update or delete on public.donations
  for each row execute function private.log_change();

create index donations_search_text_idx on public.donations
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);

alter table public.donations add constraint donations_person_id_fkey foreign key (person_id) references private.people (id);
alter table public.donations add constraint donations_legal_donor_id_fkey foreign key (legal_donor_id) references private.people (id);
create index donations_legal_donor_id_idx on public.donations (legal_donor_id);
comment on index public.donations_legal_donor_id_idx is 'The gifts of a legal donor.';
create index donations_person_id_idx on public.donations (person_id, created_at desc, entered_at desc nulls last, id desc);
comment on index public.donations_person_id_idx is 'The gifts of a donor, newest first.';
create trigger lock_people before insert or delete or update of donor_name, donor_email, donor_phone on public.donations
  for each statement execute function private.lock_people_first();
create trigger set_giver before insert or update of donor_name, donor_email, donor_phone on public.donations
  for each row execute function private.set_giver();
create trigger set_person before insert or update of donor_name, donor_email, donor_phone on public.donations
  for each row execute function private.set_person();
create trigger clear_people after delete on public.donations referencing old table as gone
  for each statement execute function private.tidy_people_after();
create trigger clear_people_changed after update on public.donations referencing old table as gone new table as stays
  for each statement execute function private.tidy_people_after();
create index donations_donor_email_address_idx on public.donations (lower(btrim(donor_email)));
comment on index public.donations_donor_email_address_idx is
  'The gifts of an address: the portal, and the rights of a person.';
create trigger keep_donors_added after insert on public.donations
  referencing new table as after_it for each statement execute function private.sync_donors();
create trigger keep_donors_changed after update on public.donations
  referencing old table as before_it new table as after_it for each statement execute function private.sync_donors();
create trigger keep_donors_removed after delete on public.donations
  referencing old table as before_it for each statement execute function private.sync_donors();
create trigger take_off_pledge before update on public.donations for each row when (
  new.gift_pledge_id is not null and old.person_id is distinct from new.person_id
) execute function private.leave_pledge();
create trigger settle_pledges_added after insert on public.donations
  referencing new table as after_it for each statement execute function private.settle_pledges();
create trigger settle_pledges_changed after update on public.donations
  referencing old table as before_it new table as after_it for each statement execute function private.settle_pledges();
create trigger settle_pledges_removed after delete on public.donations
  referencing old table as before_it for each statement execute function private.settle_pledges();
create trigger clear_gifts after update on public.donations referencing old table as gone
  for each statement execute function private.clear_gifts();

create index donations_receipted_to_idx on public.donations (coalesce(legal_donor_id, person_id), created_at);
comment on index public.donations_receipted_to_idx is 'The gifts of a year on a donor''s receipt.';

create trigger keep_closed_added after insert on public.donations referencing new table as changed
  for each statement execute function private.keep_gifts_closed();
create trigger keep_closed_removed after delete on public.donations referencing old table as changed
  for each statement execute function private.keep_gifts_closed();
create trigger keep_closed after update on public.donations for each row when (
  (old.amount, old.fund_id, old.campaign, old.method, old.booked_day, old.is_posted)
    is distinct from (new.amount, new.fund_id, new.campaign, new.method, new.booked_day, new.is_posted)
) execute function private.keep_day_closed('booked_day');
