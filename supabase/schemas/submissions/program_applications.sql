create table public.program_applications (
  id uuid primary key default gen_random_uuid(),
  first_name text not null check (private.is_line(first_name, 100)),
  last_name text not null check (private.is_line(last_name, 100)),
  email text not null check (private.is_line(email, 254)),
  phone text not null check (private.is_line(phone, 40)),
  relationship text not null
    check (relationship in ('parent', 'guardian', 'grandparent', 'relative', 'caregiver', 'self')),
  program_interest text not null
    check (program_interest in ('early-childhood', 'parent-engagement', 'community-training', 'leadership-development')),
  child_name text check (private.is_line(child_name, 200)),
  child_age smallint check (child_age between 0 and 25),
  goals text check (private.is_text(goals, 5000)),
  previous_experience text check (private.is_text(previous_experience, 5000)),
  special_needs text check (private.is_text(special_needs, 5000)),
  -- The version of the terms that the visitor agreed to, at created_at.
  terms_version date check (terms_version between '2020-01-01' and '2200-01-01'),
  status public.application_status not null default 'new',
  created_at timestamptz not null default now()
);

create index program_applications_created_at_id_idx on public.program_applications (created_at desc, id desc);
alter table public.program_applications add foreign key (id) references public.submissions (id)
  on delete cascade deferrable initially deferred;

alter table public.program_applications enable row level security;
grant insert (
  first_name, last_name, email, phone, relationship, program_interest, child_name, child_age,
  goals, previous_experience, special_needs, terms_version
) on public.program_applications to anon, authenticated;
-- No list has the fields about a child: `protected_fields` returns them.
grant select (
  id, first_name, last_name, email, phone, relationship, program_interest, goals, previous_experience,
  terms_version, status, created_at
) on public.program_applications to authenticated;
grant update (status) on public.program_applications to authenticated;
grant select, insert, update, delete on public.program_applications to service_role;

create policy "Visitors may send program_applications"
  on public.program_applications for insert to anon, authenticated
  with check (status = 'new');
create policy "Reviewers may select program_applications"
  on public.program_applications for select to authenticated
  using ((select private.may_review()));
create policy "Reviewers may update program_applications"
  on public.program_applications for update to authenticated
  using ((select private.may_review()))
  with check ((select private.may_review()));

create trigger refuse_returning before insert on public.program_applications
  for each statement execute function private.refuse_returning();
create trigger limit_submissions before insert on public.program_applications
  for each row execute function private.limit_submissions();
create trigger skip_duplicate before insert on public.program_applications
  for each row execute function private.skip_duplicate();
create trigger check_captcha before insert on public.program_applications
  for each row execute function private.check_captcha();
create trigger redact_log after delete on public.program_applications referencing old table as gone
  for each statement execute function private.redact_log();
create trigger log_change after update or delete on public.program_applications
  for each row execute function private.log_change();
create trigger enqueue_submission after insert on public.program_applications
  for each row execute function private.enqueue_submission();
create trigger sync_status after update of status on public.program_applications
  for each row when (old.status is distinct from new.status) execute function private.sync_status();
create trigger delete_submission after delete on public.program_applications
  for each row execute function private.delete_submission();
create trigger lock_workflow before update or delete on public.program_applications
  for each statement execute function private.lock_workflow_first();
create trigger bring_back before insert on public.program_applications
  for each row execute function private.bring_back_of_sender();
