create table public.pledge_installments (
  id uuid primary key default gen_random_uuid(),
  pledge_id uuid not null references public.gift_pledges (id) on delete cascade,
  due_on date not null check (due_on between '1900-01-01' and '2200-12-31'),
  amount numeric(12, 2) not null check (amount > 0 and amount < 10000000),
  reminded_at timestamptz,
  unique (pledge_id, due_on)
);
comment on table public.pledge_installments is
  'The parts of a pledge by their due day. Its gifts cover them in that order.';
comment on column public.pledge_installments.reminded_at is 'When staff got a task because it was late.';
create index pledge_installments_due_on_idx on public.pledge_installments (due_on) where reminded_at is null;
comment on index public.pledge_installments_due_on_idx is 'Installments that may become late: private.remind_of_pledges.';

alter table public.pledge_installments enable row level security;
grant select, insert, update, delete on public.pledge_installments to service_role;
grant select on public.pledge_installments to authenticated;
create policy "Managers may select pledge_installments"
  on public.pledge_installments for select to authenticated
  using ((select private.has_permission('can_manage_donations')));
