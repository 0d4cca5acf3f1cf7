create sequence private.donor_numbers start 1001;

create table public.donors (
  id uuid primary key,
  number bigint not null unique,
  name text not null check (private.is_line(name, 200)),
  email text check (private.is_line(email, 254)),
  gift_count integer not null default 0 check (gift_count >= 0),
  lifetime numeric(14, 2) not null default 0 check (lifetime >= 0),
  last_gift_at timestamptz not null,
  frequency text check (frequency in ('monthly', 'yearly', 'occasional', 'once', 'lapsed')),
  frequency_ends_at timestamptz,
  thanked_until timestamptz,
  payment_failing_since timestamptz,
  moved_count integer not null default 0 check (moved_count >= 0),
  moved_total numeric(14, 2) not null default 0 check (moved_total >= 0),
  thank_for_at timestamptz,
  thanks text generated always as (
    case when thank_for_at is null then null when thanked_until >= thank_for_at then 'given' else 'due' end
  ) stored,
  search_text text generated always as (private.searchable(name, email)) stored,
  created_at timestamptz not null,
  deductible numeric(14, 2) not null default 0 constraint donors_deductible_check check (deductible >= 0 and deductible <= lifetime)
);
comment on table public.donors is
  'One row per person who gave, moved a gift, or is the legal donor of one. A fully refunded gift does not count.';
comment on column public.donors.id is 'The person_id, or legal_donor_id, of their gifts.';
comment on column public.donors.name is 'The person''s name, whatever name a gift has.';
comment on column public.donors.email is 'Where letters to the person go (private.email_of), unless it bounced.';
comment on column public.donors.gift_count is 'Gifts of which they are the legal donor.';
comment on column public.donors.moved_count is
  'Gifts that they moved, with someone else as the legal donor: not in gift_count and lifetime.';
comment on column public.donors.thank_for_at is
  'The time of the last gift that they gave or moved. A legal donor gets no thanks for what someone else moved.';
comment on column public.donors.number is 'Part of the number of their receipts.';
comment on column public.donors.lifetime is 'The sum of the gifts of which they are the legal donor, less refunds.';
comment on column public.donors.deductible is 'The part of lifetime for which nothing was given in exchange.';
comment on column public.donors.frequency is
  'monthly: the last gift is one, or the last three came 20 to 45 days apart; yearly: another one 10 to 14 months before the last; once: the only gift; else occasional. lapsed: nothing since 2 months (monthly), 15 (yearly) or 24.';
comment on column public.donors.thanked_until is 'The time of the last gift that staff gave thanks for.';
comment on column public.donors.payment_failing_since is
  'The time of the third failed payment of a subscription; null again with its next gift.';
comment on column public.donors.created_at is 'The time of the first gift.';
create index donors_last_gift_at_idx on public.donors (last_gift_at desc, id desc);
comment on index public.donors_last_gift_at_idx is 'The list of donors, last gift first: its opening order.';
create index donors_created_at_idx on public.donors (created_at desc, id desc);
comment on index public.donors_created_at_idx is 'The list of donors by first gift.';
create index donors_name_idx on public.donors (name, id);
comment on index public.donors_name_idx is 'The list of donors by name.';
create index donors_lifetime_idx on public.donors (lifetime, id);
comment on index public.donors_lifetime_idx is 'The list of donors by sum.';
create index donors_frequency_ends_at_idx on public.donors (frequency_ends_at) where frequency <> 'lapsed';
comment on index public.donors_frequency_ends_at_idx is 'Donors who lapse next, for private.process_donors.';

create index donors_thanks_due_idx on public.donors (id) where thanks = 'due';
comment on index public.donors_thanks_due_idx is 'Donors who are due thanks: home''s number.';

alter table public.donors enable row level security;
grant select, insert, update, delete on public.donors to service_role;
create trigger redact_log after delete on public.donors referencing old table as gone
  for each statement execute function private.redact_log();

grant select, update (thanked_until) on public.donors to authenticated;

create policy "Managers may select donors"
  on public.donors for select to authenticated
  using ((select private.has_permission('can_manage_donations')));
create policy "Managers of donations note thanks, for past gifts"
  on public.donors for update to authenticated
  using ((select private.has_permission('can_manage_donations')))
  with check ((select private.has_permission('can_manage_donations')) and coalesce(thanked_until <= last_gift_at, true));

-- The log has thanks by staff, and no changes that follow from gifts and imports.
create trigger log_change after update of thanked_until on public.donors
  for each row when (
    old.thanked_until is distinct from new.thanked_until
    and pg_trigger_depth() = 0 and coalesce(private.write_mode() not in ('import', 'thanks'), true)
  ) execute function private.log_change();

create index donors_search_text_idx on public.donors
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);
