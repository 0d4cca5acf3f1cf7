create table private.payouts (
  id text primary key check (private.is_line(id, 200)),
  amount numeric(12, 2) not null,
  arrives_on date not null check (arrives_on between '2000-01-01' and '2200-12-31'),
  told_at timestamptz not null,
  failed_at timestamptz,
  deposited numeric(12, 2) check (deposited between -1000000000 and 1000000000),
  deposited_on date constraint payouts_deposited_on_check
    check ((deposited is null) = (deposited_on is null) and deposited_on between '2000-01-01' and '2200-12-31')
);
comment on table private.payouts is 'What the payment provider paid to the bank account, by its id.';
comment on column private.payouts.amount is 'Dollars, less its fees; negative where it collects from the account.';
comment on column private.payouts.failed_at is 'The bank returned it, or it was canceled.';
comment on column private.payouts.deposited is 'Dollars that the bank shows.';
create index payouts_arrives_on_idx on private.payouts (arrives_on desc, id desc);
alter table private.payouts enable row level security;
