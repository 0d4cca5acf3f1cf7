create table public.volunteer_applications (
  id uuid primary key default gen_random_uuid(),
  first_name text check (private.is_line(first_name, 100)),
  last_name text check (private.is_line(last_name, 100)),
  email text check (private.is_line(email, 254)),
  phone text check (private.is_line(phone, 40)),
  interests text[] not null default '{}'
    check (interests <@ array['teaching', 'tutoring', 'events', 'admin'] and cardinality(interests) <= 4
      and coalesce(array_ndims(interests), 1) = 1),
  availability text check (private.is_text(availability, 2000)),
  experience text check (private.is_text(experience, 5000)),
  motivation text check (private.is_text(motivation, 5000)),
  status public.application_status not null default 'new',
  created_at timestamptz not null default now()
);

create index volunteer_applications_created_at_id_idx on public.volunteer_applications (created_at desc, id desc);
alter table public.volunteer_applications add foreign key (id) references public.submissions (id)
  on delete cascade deferrable initially deferred;

alter table public.volunteer_applications enable row level security;
grant insert (first_name, last_name, email, phone, interests, availability, experience, motivation)
  on public.volunteer_applications to anon, authenticated;
grant select (
  id, first_name, last_name, email, phone, interests, availability, experience, motivation, status, created_at
) on public.volunteer_applications to authenticated;
grant update (status) on public.volunteer_applications to authenticated;
grant select, insert, update, delete on public.volunteer_applications to service_role;

create policy "Visitors may send volunteer_applications"
  on public.volunteer_applications for insert to anon, authenticated
  with check (status = 'new');
create policy "Reviewers may select volunteer_applications"
  on public.volunteer_applications for select to authenticated
  using ((select private.may_review()));
create policy "Reviewers may update volunteer_applications"
  on public.volunteer_applications for update to authenticated
  using ((select private.may_review()))
  with check ((select private.may_review()));

create trigger refuse_returning before insert on public.volunteer_applications
  for each statement execute function private.refuse_returning();
create trigger limit_submissions before insert on public.volunteer_applications
  for each row execute function private.limit_submissions();
create trigger skip_duplicate before insert on public.volunteer_applications
  for each row execute function private.skip_duplicate();
create trigger check_captcha before insert on public.volunteer_applications
  for each row execute function private.check_captcha();
create trigger redact_log after delete on public.volunteer_applications referencing old table as gone
  for each statement execute function private.redact_log();
create trigger log_change after update or delete on public.volunteer_applications
  for each row execute function private.log_change();
create trigger enqueue_submission after insert on public.volunteer_applications
  for each row execute function private.enqueue_submission();
create trigger sync_status after update of status on public.volunteer_applications
  for each row when (old.status is distinct from new.status) execute function private.sync_status();
create trigger delete_submission after delete on public.volunteer_applications
  for each row execute function private.delete_submission();
create trigger lock_workflow before update or delete on public.volunteer_applications
  for each statement execute function private.lock_workflow_first();
create trigger bring_back before insert on public.volunteer_applications
  for each row execute function private.bring_back_of_sender();
