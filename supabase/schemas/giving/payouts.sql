create table private.payouts (
  id text primary key check (private.is_line(id, 200)),
  amount numeric(12, 2) not null,
  arrives_on date not null check (arrives_on between '2000-01-01' and '2200-12-31'),
  told_at timestamptz not null,
  failed_at timestamptz,
  deposited numeric(12, 2) check (deposited between -1000000000 and 1000000000),
  deposited_on date constraint payouts_deposited_on_check
    check ((deposited is null) = (deposited_on is null) and deposited_on between '2000-01-01' and '2200-12-31'),
  booked_on date,
  failed_on date check ((failed_on is null) = (failed_at is null))
);
comment on table private.payouts is 'What the payment provider paid to the bank account, by its id.';
comment on column private.payouts.amount is 'Dollars, less its fees; negative where it collects from the account.';
comment on column private.payouts.failed_at is 'The bank returned it, or it was canceled.';
comment on column private.payouts.deposited is 'Dollars that the bank shows.';
comment on column private.payouts.booked_on is
  'The first open day of the books, where the month of arrives_on was closed before the provider reported it.';
comment on column private.payouts.failed_on is 'The day in the books on which it was returned.';
create index payouts_arrives_on_idx on private.payouts (arrives_on desc, id desc);
create trigger keep_closed after update of deposited, deposited_on on private.payouts
  for each row execute function private.keep_day_closed('deposited_on');
alter table private.payouts enable row level security;
