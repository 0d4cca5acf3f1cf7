create table public.gift_batches (
  id uuid primary key default gen_random_uuid(),
  expected_count integer not null check (expected_count between 0 and 500),
  expected_total numeric(12, 2) not null check (expected_total between 0 and 1000000000),
  posted_at timestamptz,
  posted_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  discarded_at timestamptz,
  discarded_by uuid references public.profiles (id) on delete set null,
  deposited numeric(12, 2) check (deposited between 0 and 1000000000),
  deposited_on date,
  constraint gift_batches_discarded_at_check check (posted_at is null or discarded_at is null),
  constraint gift_batches_deposited_on_check check (
    (deposited is null) = (deposited_on is null) and (deposited is null or posted_at is not null)
    and deposited_on between '1900-01-01' and '2200-12-31'
  )
);
comment on table public.gift_batches is 'Gifts that are entered together, and count once they are posted.';
comment on column public.gift_batches.expected_count is 'A check that was split over funds counts once.';
comment on column public.gift_batches.discarded_at is 'Its gifts stay, and never count.';
comment on column public.gift_batches.deposited is 'Dollars that the bank shows for a posted batch.';
comment on column public.gift_batches.expected_total is 'Dollars, counted before the gifts are entered.';
create index gift_batches_created_at_idx on public.gift_batches (created_at desc, id desc);
create index gift_batches_posted_by_idx on public.gift_batches (posted_by);
create index gift_batches_discarded_by_idx on public.gift_batches (discarded_by);

alter table public.gift_batches enable row level security;
grant select, insert, update, delete on public.gift_batches to service_role;
grant
  select,
  insert (id, expected_count, expected_total),
  update (expected_count, expected_total)
on public.gift_batches to authenticated;
create policy "Managers may select gift_batches"
  on public.gift_batches for select to authenticated
  using ((select private.has_permission('can_manage_donations')));
create policy "Managers of donations open batches"
  on public.gift_batches for insert to authenticated
  with check ((select private.has_permission('can_manage_donations')) and posted_at is null);
create policy "Managers of donations may update open batches"
  on public.gift_batches for update to authenticated
  using ((select private.has_permission('can_manage_donations')) and posted_at is null and discarded_at is null)
  with check ((select private.has_permission('can_manage_donations')) and posted_at is null and discarded_at is null);
create trigger log_change after insert or update of expected_count, expected_total, posted_at, deposited, deposited_on or delete on public.gift_batches
  for each row execute function private.log_change();
create trigger keep_closed after insert or delete or update of deposited, deposited_on on public.gift_batches
  for each row execute function private.keep_day_closed('deposited_on');
create index gift_batches_deposited_on_idx on public.gift_batches (deposited_on);
comment on index public.gift_batches_deposited_on_idx is 'The deposits of a month: the journal.';
