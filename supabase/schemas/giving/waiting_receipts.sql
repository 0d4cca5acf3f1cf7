create table private.waiting_receipts (
  donor_id uuid not null references public.donors (id) on update cascade on delete cascade,
  year integer not null,
  primary key (donor_id, year)
);
comment on table private.waiting_receipts is 'Donors whose receipt of a year is to be mailed, and is not in the outbox yet.';
alter table private.waiting_receipts enable row level security;
