create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_line(name, 200)),
  email text not null check (private.is_line(email, 254)),
  message text not null check (private.is_text(message, 5000)),
  status public.message_status not null default 'new',
  created_at timestamptz not null default now()
);

create index contact_messages_created_at_id_idx on public.contact_messages (created_at desc, id desc);
alter table public.contact_messages add foreign key (id) references public.submissions (id)
  on delete cascade deferrable initially deferred;

alter table public.contact_messages enable row level security;
grant insert (name, email, message) on public.contact_messages to anon, authenticated;
grant select (id, name, email, message, status, created_at) on public.contact_messages to authenticated;
grant update (status) on public.contact_messages to authenticated;
grant select, insert, update, delete on public.contact_messages to service_role;

create policy "Visitors may send contact_messages"
  on public.contact_messages for insert to anon, authenticated
  with check (status = 'new');
create policy "Reviewers may select contact_messages"
  on public.contact_messages for select to authenticated
  using ((select private.may_review()));
create policy "Reviewers may update contact_messages"
  on public.contact_messages for update to authenticated
  using ((select private.may_review()))
  with check ((select private.may_review()));

create trigger refuse_returning before insert on public.contact_messages
  for each statement execute function private.refuse_returning();
create trigger limit_submissions before insert on public.contact_messages
  for each row execute function private.limit_submissions();
create trigger skip_duplicate before insert on public.contact_messages
  for each row execute function private.skip_duplicate();
create trigger check_captcha before insert on public.contact_messages
  for each row execute function private.check_captcha();
create trigger redact_log after delete on public.contact_messages referencing old table as gone
  for each statement execute function private.redact_log();
create trigger log_change after update or delete on public.contact_messages
  for each row execute function private.log_change();
create trigger enqueue_submission after insert on public.contact_messages
  for each row execute function private.enqueue_submission();
create trigger sync_status after update of status on public.contact_messages
  for each row when (old.status is distinct from new.status) execute function private.sync_status();
create trigger delete_submission after delete on public.contact_messages
  for each row execute function private.delete_submission();
create trigger lock_workflow before update or delete on public.contact_messages
  for each statement execute function private.lock_workflow_first();
create trigger bring_back before insert on public.contact_messages
  for each row execute function private.bring_back_of_sender();
