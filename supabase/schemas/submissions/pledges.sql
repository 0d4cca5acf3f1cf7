create table public.pledges (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_line(name, 200)),
  email text not null check (private.is_line(email, 254)),
  amount numeric(7, 2) not null check (amount between 5 and 10000),
  frequency text not null check (frequency in ('once', 'monthly')),
  program text check (program ~ '^[a-z0-9-]{1,60}$'),
  status public.message_status not null default 'new',
  created_at timestamptz not null default now(),
  tribute text constraint pledges_tribute_check check (
    case when tribute is null then num_nonnulls(tribute_name, notify, tribute_message) = 0
      else tribute in ('honor', 'memory') and tribute_name is not null end
  ),
  tribute_name text check (private.is_line(tribute_name, 200)),
  notify text check (private.is_text(notify, 500)),
  tribute_message text check (private.is_text(tribute_message, 1000))
);
comment on table public.pledges is 'Promised gifts, where no payment page is set up.';
comment on column public.pledges.amount is 'In US dollars.';
comment on column public.pledges.notify is
  'Whom staff write to about the tribute: a name and an address. No mail goes there automatically.';
comment on column public.pledges.tribute_message is 'What staff tell them.';
comment on column public.pledges.program is 'The program that the gift is for; null means where it is needed most.';

create index pledges_created_at_id_idx on public.pledges (created_at desc, id desc);
alter table public.pledges add foreign key (id) references public.submissions (id)
  on delete cascade deferrable initially deferred;

alter table public.pledges enable row level security;
grant insert (name, email, amount, frequency, program, tribute, tribute_name, notify, tribute_message)
  on public.pledges to anon, authenticated;
-- No list has whom to tell, and in which words: that is about a third person.
grant select (id, name, email, amount, frequency, program, status, created_at, tribute, tribute_name)
  on public.pledges to authenticated;
grant update (status) on public.pledges to authenticated;
grant select, insert, update, delete on public.pledges to service_role;

create policy "Visitors may send pledges"
  on public.pledges for insert to anon, authenticated
  with check (status = 'new');
create policy "Reviewers may select pledges"
  on public.pledges for select to authenticated
  using ((select private.may_review()));
create policy "Reviewers may update pledges"
  on public.pledges for update to authenticated
  using ((select private.may_review()))
  with check ((select private.may_review()));

create trigger refuse_returning before insert on public.pledges
  for each statement execute function private.refuse_returning();
create trigger limit_submissions before insert on public.pledges
  for each row execute function private.limit_submissions();
create trigger skip_duplicate before insert on public.pledges
  for each row execute function private.skip_duplicate();
create trigger check_captcha before insert on public.pledges
  for each row execute function private.check_captcha();
create trigger redact_log after delete on public.pledges referencing old table as gone
  for each statement execute function private.redact_log();
create trigger log_change after update or delete on public.pledges
  for each row execute function private.log_change();
create trigger enqueue_submission after insert on public.pledges
  for each row execute function private.enqueue_submission();
create trigger sync_status after update of status on public.pledges
  for each row when (old.status is distinct from new.status) execute function private.sync_status();
create trigger delete_submission after delete on public.pledges
  for each row execute function private.delete_submission();
create trigger lock_workflow before update or delete on public.pledges
  for each statement execute function private.lock_workflow_first();
create trigger bring_back before insert on public.pledges
  for each row execute function private.bring_back_of_sender();
