create table public.partnership_proposals (
  id uuid primary key default gen_random_uuid(),
  organization_name text not null check (private.is_line(organization_name, 200)),
  contact_name text not null check (private.is_line(contact_name, 200)),
  contact_title text not null check (private.is_line(contact_title, 200)),
  email text not null check (private.is_line(email, 254)),
  phone text not null check (private.is_line(phone, 40)),
  website text check (private.is_line(website, 500)),
  organization_type text not null
    check (organization_type in ('corporation', 'non-profit', 'government', 'educational', 'foundation', 'other')),
  partnership_type text not null
    check (partnership_type in ('corporate', 'educational', 'government', 'ngo', 'multiple')),
  organization_size text check (organization_size in ('1-10', '11-50', '51-200', '201-1000', '1000+')),
  description text not null check (private.is_text(description, 5000)),
  goals text not null check (private.is_text(goals, 5000)),
  resources text check (private.is_text(resources, 5000)),
  timeline text check (private.is_text(timeline, 5000)),
  budget text check (private.is_text(budget, 5000)),
  previous_partnerships text check (private.is_text(previous_partnerships, 5000)),
  -- The version of the terms that the visitor agreed to, at created_at.
  terms_version date check (terms_version between '2020-01-01' and '2200-01-01'),
  status public.proposal_status not null default 'new',
  created_at timestamptz not null default now()
);

create index partnership_proposals_created_at_id_idx on public.partnership_proposals (created_at desc, id desc);
alter table public.partnership_proposals add foreign key (id) references public.submissions (id)
  on delete cascade deferrable initially deferred;

alter table public.partnership_proposals enable row level security;
grant insert (
  organization_name, contact_name, contact_title, email, phone, website, organization_type,
  partnership_type, organization_size, description, goals, resources, timeline, budget,
  previous_partnerships, terms_version
) on public.partnership_proposals to anon, authenticated;
grant select (
  id, organization_name, contact_name, contact_title, email, phone, website, organization_type,
  partnership_type, organization_size, description, goals, resources, timeline, budget,
  previous_partnerships, terms_version, status, created_at
) on public.partnership_proposals to authenticated;
grant update (status) on public.partnership_proposals to authenticated;
grant select, insert, update, delete on public.partnership_proposals to service_role;

create policy "Visitors may send partnership_proposals"
  on public.partnership_proposals for insert to anon, authenticated
  with check (status = 'new');
create policy "Reviewers may select partnership_proposals"
  on public.partnership_proposals for select to authenticated
  using ((select private.may_review()));
create policy "Reviewers may update partnership_proposals"
  on public.partnership_proposals for update to authenticated
  using ((select private.may_review()))
  with check ((select private.may_review()));

create trigger refuse_returning before insert on public.partnership_proposals
  for each statement execute function private.refuse_returning();
create trigger limit_submissions before insert on public.partnership_proposals
  for each row execute function private.limit_submissions();
create trigger skip_duplicate before insert on public.partnership_proposals
  for each row execute function private.skip_duplicate();
create trigger check_captcha before insert on public.partnership_proposals
  for each row execute function private.check_captcha();
create trigger redact_log after delete on public.partnership_proposals referencing old table as gone
  for each statement execute function private.redact_log();
create trigger log_change after update or delete on public.partnership_proposals
  for each row execute function private.log_change();
create trigger enqueue_submission after insert on public.partnership_proposals
  for each row execute function private.enqueue_submission();
create trigger sync_status after update of status on public.partnership_proposals
  for each row when (old.status is distinct from new.status) execute function private.sync_status();
create trigger delete_submission after delete on public.partnership_proposals
  for each row execute function private.delete_submission();
create trigger lock_workflow before update or delete on public.partnership_proposals
  for each statement execute function private.lock_workflow_first();
create trigger bring_back before insert on public.partnership_proposals
  for each row execute function private.bring_back_of_sender();
