create table public.program_seats (
  program text primary key check (program ~ '^[a-z0-9-]{1,60}$'),
  seats integer check (seats between 0 and 100000),
  ends_on date check (ends_on between '2020-01-01' and '2200-01-01')
);
comment on table public.program_seats is
  'The number of seats of a program. Null is unlimited, without automatic offers.';
comment on column public.program_seats.ends_on is
  'The last day of the course. Its confirmed registrations are closed with it.';

create trigger lock_workflow before insert or update or delete on public.program_seats
  for each statement execute function private.lock_workflow_first();
create trigger offer_seats after insert or update or delete on public.program_seats
  for each statement execute function private.offer_seats();
create trigger close_with_course after insert or update of ends_on on public.program_seats
  for each row execute function private.close_with_course();

alter table public.program_seats enable row level security;
grant select, insert (program, seats, ends_on), update (seats, ends_on) on public.program_seats to authenticated;
grant select, insert, update, delete on public.program_seats to service_role;

create policy "Reviewers may select program_seats"
  on public.program_seats for select to authenticated
  using ((select private.may_review()));
create policy "Reviewers may insert program_seats"
  on public.program_seats for insert to authenticated
  with check ((select private.may_review()));
create policy "Reviewers may update program_seats"
  on public.program_seats for update to authenticated
  using ((select private.may_review()))
  with check ((select private.may_review()));

create trigger log_change after insert or update or delete on public.program_seats
  for each row execute function private.log_change();

-- Changes of seats are broadcast like any change in the queue.
create trigger broadcast_insert after insert on public.program_seats referencing new table as changed
  for each statement execute function private.broadcast_changes('program');
create trigger broadcast_update after update on public.program_seats referencing new table as changed
  for each statement execute function private.broadcast_changes('program');
