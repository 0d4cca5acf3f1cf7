-- What each form of the website has besides its table: grants, policies and triggers, form by form. A new
-- form gets a copy of the part of contact_messages.
--
-- id, status and created_at are in no insert grant. Visitors may select nothing, so that none reads back
-- what was sent. Columns are granted one by one: a later one is secret until it is granted.
--
-- Triggers fire in the order of their names: bring_back first, check_captcha before limit_submissions, so
-- that a request without a pass does not count, and limit_submissions before skip_duplicate, so that
-- duplicates do. The row comes before its submission: the foreign key is checked at the end.

-- volunteer_applications

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

-- program_applications

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

-- partnership_proposals

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

-- contact_messages

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

-- program_registrations

create index program_registrations_created_at_id_idx on public.program_registrations (created_at desc, id desc);
alter table public.program_registrations add foreign key (id) references public.submissions (id)
  on delete cascade deferrable initially deferred;

alter table public.program_registrations enable row level security;
grant insert (
  program, first_name, last_name, email, phone, organization, experience, motivation, accessibility,
  emergency_name, emergency_relationship, emergency_phone, wants_waitlist, wants_newsletter, terms_version
) on public.program_registrations to anon, authenticated;
-- The same holds for accessibility needs and emergency contacts.
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

-- pledges

create index pledges_created_at_id_idx on public.pledges (created_at desc, id desc);
alter table public.pledges add foreign key (id) references public.submissions (id)
  on delete cascade deferrable initially deferred;

alter table public.pledges enable row level security;
grant insert (name, email, amount, frequency, program, tribute, tribute_name, notify, tribute_message)
  on public.pledges to anon, authenticated;
-- Whom to tell, and in which words, is about a third person.
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

-- newsletter_subscriptions

create index newsletter_subscriptions_created_at_id_idx on public.newsletter_subscriptions (created_at desc, id desc);

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
