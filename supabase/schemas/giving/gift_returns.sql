create table public.gift_returns (
  id uuid primary key default gen_random_uuid(),
  gift_id uuid not null references public.donations (id) on delete cascade,
  kind text not null check (kind in ('refund', 'bounce', 'void', 'dispute')),
  amount numeric(12, 2) check (amount <> 0 and amount <> 'NaN'),
  fee numeric(12, 2) check (fee > 0 and fee < 10000000),
  returned_on date not null check (returned_on between '1900-01-01' and '2200-12-31'),
  reason text check (private.is_line(reason, 300)),
  created_at timestamptz not null default now(),
  created_by uuid references public.profiles (id) on delete set null,
  booked_on date,
  booked_day date not null generated always as (coalesce(booked_on, returned_on)) stored
);
comment on table public.gift_returns is
  'What came back of a gift that counted, on its day. A gift that was void before its batch was posted has no line.';
comment on column public.gift_returns.kind is
  'refund: the office or the provider gave it back; bounce: the bank took it back; void: the gift was entered wrongly, and no money moved; dispute: the provider took it back.';
comment on column public.gift_returns.amount is
  'Dollars; null for a gift in kind, negative for a refund that failed or a dispute that was won after it was lost.';
comment on column public.gift_returns.fee is 'Dollars that the bank or the provider took for it.';
comment on column public.gift_returns.booked_on is
  'The first open day of the books, where the month of returned_on was closed before the provider reported it.';
create index gift_returns_created_at_idx on public.gift_returns (created_at desc, id desc);
comment on index public.gift_returns_created_at_idx is 'Returned gifts, newest first.';
create index gift_returns_gift_id_idx on public.gift_returns (gift_id);
create index gift_returns_booked_day_idx on public.gift_returns (booked_day);
comment on index public.gift_returns_booked_day_idx is 'What came back in a month: the journal.';
create index gift_returns_created_by_idx on public.gift_returns (created_by);

alter table public.gift_returns enable row level security;
grant select, insert, update, delete on public.gift_returns to service_role;
grant select on public.gift_returns to authenticated;
create policy "Managers may select gift_returns"
  on public.gift_returns for select to authenticated
  using ((select private.has_permission('can_manage_donations')));
-- The provider's rows are their own record of their arrival.
create trigger log_change after insert on public.gift_returns
  for each row when (new.created_by is not null) execute function private.log_change();
create trigger keep_closed after insert on public.gift_returns
  for each row execute function private.keep_day_closed('booked_day');
