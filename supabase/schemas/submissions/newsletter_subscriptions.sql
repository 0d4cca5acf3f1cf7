create table public.newsletter_subscriptions (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_line(name, 200)),
  email text not null check (private.is_line(email, 254)),
  search_text text generated always as (private.searchable(name, email)) stored,
  person_id uuid not null default gen_random_uuid(),
  confirmed_at timestamptz default now(),
  created_at timestamptz not null default now(),
  proved_at timestamptz
);
comment on column public.newsletter_subscriptions.confirmed_at is
  'Null until the owner of the address confirms it, where double opt-in is on.';
comment on column public.newsletter_subscriptions.proved_at is
  'When someone pressed the button on a page that our mail to this address led to.';
create unique index newsletter_subscriptions_email_key on public.newsletter_subscriptions (lower(btrim(email)));

create index newsletter_subscriptions_unconfirmed_idx on public.newsletter_subscriptions (created_at)
  where confirmed_at is null;
comment on index public.newsletter_subscriptions_unconfirmed_idx is 'The retention rule of unconfirmed subscriptions.';
create trigger broadcast_insert after insert on public.newsletter_subscriptions referencing new table as changed
  for each statement execute function private.broadcast_changes('id');
create trigger broadcast_update after update on public.newsletter_subscriptions referencing new table as changed
  for each statement execute function private.broadcast_changes('id');
create trigger broadcast_delete after delete on public.newsletter_subscriptions referencing old table as changed
  for each statement execute function private.broadcast_changes('id');

create index newsletter_subscriptions_search_text_idx on public.newsletter_subscriptions
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);
create trigger resume_mail after insert or update of confirmed_at on public.newsletter_subscriptions
  for each row when (new.confirmed_at is not null) execute function private.resume_mail();
-- After limit_submissions, by its name.
create trigger receive_subscription before insert on public.newsletter_subscriptions
  for each row execute function private.receive_subscription();
create trigger request_confirmation after insert on public.newsletter_subscriptions
  for each row when (new.confirmed_at is null) execute function private.request_confirmation();

alter table public.newsletter_subscriptions add constraint newsletter_subscriptions_person_id_fkey foreign key (person_id) references private.people (id);
create index newsletter_subscriptions_person_id_idx on public.newsletter_subscriptions (person_id);
create trigger lock_people before insert or delete or update of name, email, proved_at on public.newsletter_subscriptions
  for each statement execute function private.lock_people_first();
create trigger set_person before insert or update of name, email, proved_at on public.newsletter_subscriptions
  for each row execute function private.set_person();
create trigger clear_people after delete on public.newsletter_subscriptions referencing old table as gone
  for each statement execute function private.tidy_people_after();
create trigger clear_people_changed after update on public.newsletter_subscriptions referencing old table as gone new table as stays
  for each statement execute function private.tidy_people_after();

create index newsletter_subscriptions_created_at_id_idx on public.newsletter_subscriptions (created_at desc, id desc);
comment on index public.newsletter_subscriptions_created_at_id_idx is
  'The list of subscriptions, newest first: its opening order.';

alter table public.newsletter_subscriptions enable row level security;
grant insert (name, email) on public.newsletter_subscriptions to anon, authenticated;
grant select (id, name, email, confirmed_at, search_text, person_id, created_at, proved_at)
  on public.newsletter_subscriptions to authenticated;
grant select, insert, update, delete on public.newsletter_subscriptions to service_role;

create policy "Visitors may send newsletter_subscriptions"
  on public.newsletter_subscriptions for insert to anon, authenticated
  with check (created_at = now());
create policy "Reviewers may select newsletter_subscriptions"
  on public.newsletter_subscriptions for select to authenticated
  using ((select private.may_review()));

create trigger refuse_returning before insert on public.newsletter_subscriptions
  for each statement execute function private.refuse_returning();
create trigger limit_submissions before insert on public.newsletter_subscriptions
  for each row execute function private.limit_submissions();
create trigger check_captcha before insert on public.newsletter_subscriptions
  for each row execute function private.check_captcha();
create trigger redact_log after delete on public.newsletter_subscriptions referencing old table as gone
  for each statement execute function private.redact_log();
-- Unconfirmed subscriptions leave no entry.
create trigger log_change after update or delete on public.newsletter_subscriptions
  for each row when (old.confirmed_at is not null) execute function private.log_change();
