create table public.fund_spendings (
  id uuid primary key default gen_random_uuid(),
  fund_id uuid not null references public.funds (id),
  amount numeric(12, 2) not null check (amount > 0 and amount < 10000000),
  spent_on date not null check (spent_on between '1900-01-01' and '2200-12-31'),
  purpose text not null check (private.is_line(purpose, 300)),
  created_at timestamptz not null default now()
);
create index fund_spendings_created_at_idx on public.fund_spendings (created_at desc, id desc);
comment on index public.fund_spendings_created_at_idx is 'Spendings, newest first.';
create index fund_spendings_fund_id_idx on public.fund_spendings (fund_id);

alter table public.fund_spendings enable row level security;
grant select, insert, update, delete on public.fund_spendings to service_role;
grant select on public.fund_spendings to authenticated;
create policy "Managers may select fund_spendings"
  on public.fund_spendings for select to authenticated
  using ((select private.has_permission('can_manage_donations')));
create trigger log_change after insert on public.fund_spendings for each row execute function private.log_change();
