-- The content of the site names the programs, so a change of content needs no change of constraints.
-- Seats and the waitlist are in registration_seats.sql.
create table public.program_registrations (
  id uuid primary key default gen_random_uuid(),
  program text not null check (program ~ '^[a-z0-9-]{1,60}$'),
  first_name text not null check (private.is_line(first_name, 100)),
  last_name text not null check (private.is_line(last_name, 100)),
  email text not null check (private.is_line(email, 254)),
  phone text check (private.is_line(phone, 40)),
  organization text check (private.is_line(organization, 200)),
  experience text check (private.is_text(experience, 5000)),
  motivation text check (private.is_text(motivation, 5000)),
  accessibility text check (private.is_text(accessibility, 2000)),
  emergency_name text check (private.is_line(emergency_name, 200)),
  emergency_relationship text check (private.is_line(emergency_relationship, 100)),
  emergency_phone text check (private.is_line(emergency_phone, 40)),
  wants_waitlist boolean not null default false,
  wants_newsletter boolean not null default false,
  -- The version of the terms that the visitor agreed to, at created_at.
  terms_version date check (terms_version between '2020-01-01' and '2200-01-01'),
  status public.registration_status not null default 'new',
  waitlisted_at timestamptz,
  offered_until timestamptz,
  created_at timestamptz not null default now()
);
comment on column public.program_registrations.wants_waitlist is 'Whether the page showed the program as full.';
comment on column public.program_registrations.waitlisted_at is 'The order of the waitlist.';
comment on column public.program_registrations.offered_until is 'When the offer of a seat expires; the seat then goes to the next.';
create index program_registrations_program_idx on public.program_registrations (program, status);
comment on index public.program_registrations_program_idx is 'The taken seats of a program.';
create index program_registrations_waitlist_idx
  on public.program_registrations (program, waitlisted_at, created_at, id) where status = 'waitlisted';
comment on index public.program_registrations_waitlist_idx is 'The waitlist of a program, in order.';
create index program_registrations_waiting_idx
  on public.program_registrations (email) where status in ('waitlisted', 'offered');
create index program_registrations_offered_until_idx
  on public.program_registrations (offered_until) where status = 'offered';
comment on index public.program_registrations_offered_until_idx is 'Offers that have ended, for private.expire_offers.';
-- After skip_duplicate, by its name.
create trigger then_join_waitlist before insert on public.program_registrations
  for each row when (new.wants_waitlist and new.status = 'new') execute function private.join_waitlist();
create trigger reserve_seat before update of status on public.program_registrations
  for each row when (old.status is distinct from new.status) execute function private.reserve_seat();
create trigger offer_seats after update or delete on public.program_registrations
  for each statement execute function private.offer_seats();
create trigger notify_of_seat after update of status on public.program_registrations
  for each row when (old.status is distinct from new.status) execute function private.notify_of_seat();
-- After enqueue_submission, by its name: the receipt comes first in the allowance of mails.
create trigger then_subscribe after insert on public.program_registrations
  for each row when (new.wants_newsletter) execute function private.subscribe_as_well();

create index program_registrations_created_at_id_idx on public.program_registrations (created_at desc, id desc);
alter table public.program_registrations add foreign key (id) references public.submissions (id)
  on delete cascade deferrable initially deferred;

alter table public.program_registrations enable row level security;
grant insert (
  program, first_name, last_name, email, phone, organization, experience, motivation, accessibility,
  emergency_name, emergency_relationship, emergency_phone, wants_waitlist, wants_newsletter, terms_version
) on public.program_registrations to anon, authenticated;
-- No list has accessibility needs and emergency contacts: `protected_fields` returns them.
grant select (
  id, program, first_name, last_name, email, phone, organization, experience, motivation, wants_waitlist,
  wants_newsletter, terms_version, status, waitlisted_at, offered_until, created_at
) on public.program_registrations to authenticated;
grant update (status) on public.program_registrations to authenticated;
grant select, insert, update, delete on public.program_registrations to service_role;

-- A trigger puts a registration for a full program on the waitlist.
create policy "Visitors may send program_registrations"
  on public.program_registrations for insert to anon, authenticated
  with check (status in ('new', 'waitlisted'));
create policy "Reviewers may select program_registrations"
  on public.program_registrations for select to authenticated
  using ((select private.may_review()));
create policy "Reviewers may update program_registrations"
  on public.program_registrations for update to authenticated
  using ((select private.may_review()))
  with check ((select private.may_review()));

create trigger refuse_returning before insert on public.program_registrations
  for each statement execute function private.refuse_returning();
create trigger limit_submissions before insert on public.program_registrations
  for each row execute function private.limit_submissions();
create trigger skip_duplicate before insert on public.program_registrations
  for each row execute function private.skip_duplicate();
create trigger check_captcha before insert on public.program_registrations
  for each row execute function private.check_captcha();
create trigger redact_log after delete on public.program_registrations referencing old table as gone
  for each statement execute function private.redact_log();
create trigger log_change after update or delete on public.program_registrations
  for each row execute function private.log_change();
create trigger enqueue_submission after insert on public.program_registrations
  for each row execute function private.enqueue_submission();
create trigger sync_status after update of status on public.program_registrations
  for each row when (old.status is distinct from new.status) execute function private.sync_status();
create trigger delete_submission after delete on public.program_registrations
  for each row execute function private.delete_submission();
create trigger lock_workflow before update or delete on public.program_registrations
  for each statement execute function private.lock_workflow_first();
create trigger bring_back before insert on public.program_registrations
  for each row execute function private.bring_back_of_sender();
