create table public.match_pauses (
  match_id uuid not null references public.matches (id) on delete cascade,
  starts_on date not null check (starts_on between '2000-01-01' and '2200-12-31'),
  ends_on date,
  primary key (match_id, starts_on),
  constraint match_pauses_ends_on_check check (ends_on between starts_on and '2200-12-31')
);
comment on table public.match_pauses is 'When matches were paused.';
comment on column public.match_pauses.ends_on is 'The day on which it went on; null while it is paused.';
create unique index match_pauses_open_idx on public.match_pauses (match_id) where ends_on is null;
comment on index public.match_pauses_open_idx is 'A match has one open pause.';

alter table public.match_pauses enable row level security;
grant select on public.match_pauses to authenticated;
grant select, insert, update, delete on public.match_pauses to service_role;
create policy "Managers may select match_pauses"
  on public.match_pauses for select to authenticated
  using ((select private.has_permission('can_manage_programs')));
insert into private.table_readers (table_name, permission) values ('match_pauses', 'can_manage_programs');
