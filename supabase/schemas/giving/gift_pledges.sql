create table public.gift_pledges (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references private.people (id),
  donor_name text not null check (private.is_line(donor_name, 200)),
  amount numeric(12, 2) not null check (amount > 0 and amount < 10000000),
  fund_id uuid references public.funds (id),
  campaign text check (private.is_line(campaign, 200)),
  pledged_on date not null check (pledged_on between '1900-01-01' and '2200-12-31'),
  submission_id uuid unique references public.pledges (id) on delete set null,
  status text not null default 'open' check (status in ('open', 'kept', 'written_off')),
  written_off_at timestamptz,
  reason text check (private.is_line(reason, 300)),
  note text check (private.is_text(note, 2000)),
  created_at timestamptz not null default now(),
  created_by uuid references public.profiles (id) on delete set null,
  constraint gift_pledges_written_off_at_check
    check ((status = 'written_off') = (written_off_at is not null) and (status <> 'written_off' or reason is not null))
);
comment on table public.gift_pledges is
  'What a donor promised to give. Gifts are applied to it (donations.gift_pledge_id); the rest is its balance.';
comment on column public.gift_pledges.donor_name is 'The donor''s name when the pledge was made.';
comment on column public.gift_pledges.amount is 'In US dollars, the sum of its installments.';
comment on column public.gift_pledges.submission_id is 'The pledge of the website that it was made from.';
comment on column public.gift_pledges.status is
  'kept: gifts cover all of it. open and kept follow the gifts; staff write off what they no longer expect.';
comment on column public.gift_pledges.reason is 'Why it was written off.';
create index gift_pledges_created_at_idx on public.gift_pledges (created_at desc, id desc);
comment on index public.gift_pledges_created_at_idx is 'Pledges, newest first.';
create index gift_pledges_person_id_idx on public.gift_pledges (person_id);
comment on index public.gift_pledges_person_id_idx is 'The pledges of a donor.';
create index gift_pledges_fund_id_idx on public.gift_pledges (fund_id);
create index gift_pledges_created_by_idx on public.gift_pledges (created_by);

alter table public.gift_pledges enable row level security;
grant select, insert, update, delete on public.gift_pledges to service_role;
grant select on public.gift_pledges to authenticated;
create policy "Managers may select gift_pledges"
  on public.gift_pledges for select to authenticated
  using ((select private.has_permission('can_manage_donations')));
create trigger log_change after insert or update or delete on public.gift_pledges
  for each row execute function private.log_change();
create trigger redact_log after delete on public.gift_pledges referencing old table as gone
  for each statement execute function private.redact_log();
create trigger lock_people before insert or delete or update of donor_name, person_id on public.gift_pledges
  for each statement execute function private.lock_people_first();
create trigger clear_people after delete on public.gift_pledges referencing old table as gone
  for each statement execute function private.tidy_people_after();
create trigger clear_people_changed after update on public.gift_pledges referencing old table as gone new table as stays
  for each statement execute function private.tidy_people_after();
