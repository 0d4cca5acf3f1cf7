create table private.closed_months (
  month date primary key check (extract(day from month) = 1 and month between '1900-01-01' and '2200-12-01'),
  closed_at timestamptz not null default now(),
  closed_by uuid references public.profiles (id) on delete set null
);
comment on table private.closed_months is
  'Months whose books stay as they are. The change log has who closed and reopened them.';
create index closed_months_closed_by_idx on private.closed_months (closed_by);
alter table private.closed_months enable row level security;
