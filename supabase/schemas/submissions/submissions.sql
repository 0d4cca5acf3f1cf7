-- The queue. Triggers write everything in it but the assignee.

create table public.submissions (
  id uuid primary key,
  kind public.submission_kind not null,
  reference text not null unique,
  name text,
  email text,
  phone text,
  program text,
  status public.submission_status not null,
  due_at timestamptz not null,
  answered_at timestamptz,
  closed_at timestamptz,
  withdrawn_at timestamptz,
  put_off_until timestamptz not null default '-infinity',
  assignee_id uuid references public.profiles (id) on delete set null,
  person_id uuid not null default gen_random_uuid(),
  search_text text,
  person_text text generated always as (private.searchable(
    variadic array[reference, name, email, phone] || private.telephones(phone)
  )) stored,
  telephones text[] generated always as (private.telephones(phone)) stored,
  created_at timestamptz not null,
  proved_at timestamptz
);
comment on column public.submissions.id is 'The id of the row in the table of its kind.';
comment on column public.submissions.reference is 'Short enough to read out on the phone.';
comment on column public.submissions.status is 'Copy of the status in the table of its kind, kept by a trigger.';
comment on column public.submissions.due_at is
  'When the promised answer is due. It is stored: only a change of holidays, or an undo, moves it.';
comment on column public.submissions.answered_at is
  'The time of the first answer; null until then.';
comment on column public.submissions.closed_at is
  'When its last status ended it, or when the course of a confirmed registration ends; null while it is open.';
comment on column public.submissions.withdrawn_at is 'When the applicant withdrew it.';
comment on column public.submissions.put_off_until is
  'Until when it is snoozed: minus infinity if it is not, infinity until its sender writes.';
comment on column public.submissions.proved_at is
  'When someone pressed a button on the status page, to which only our mail to this address leads.';
comment on column public.submissions.person_id is
  'Who a submission''s person is: its sender, whom private.set_person finds by name, email and phone.';
comment on column public.submissions.search_text is
  'Reference, names, addresses and texts, without the fields about a child.';
comment on column public.submissions.person_text is 'The text for the search for people.';

create index submissions_created_at_idx on public.submissions (created_at desc, id desc);
comment on index public.submissions_created_at_idx is 'All submissions, newest first: the queue''s default order.';
create index submissions_kind_created_at_idx on public.submissions (kind, created_at desc, id desc);
comment on index public.submissions_kind_created_at_idx is
  'One kind of submission, newest first: the opening order of its tab.';
create index submissions_due_at_idx on public.submissions (due_at, id) where answered_at is null;
comment on index public.submissions_due_at_idx is
  'Unanswered submissions by due date: the views waiting, overdue, due today and snoozed, and the digest.';
create index submissions_kind_status_idx
  on public.submissions (kind, status) include (answered_at, due_at, assignee_id, put_off_until);
comment on index public.submissions_kind_status_idx is
  'The counts of the queue: every column that submission_counts reads.';
create index submissions_kind_closed_at_idx on public.submissions (kind, closed_at) where closed_at is not null;
comment on index public.submissions_kind_closed_at_idx is 'The retention rules of the kinds.';
create index submissions_assignee_id_idx on public.submissions (assignee_id);
create index submissions_open_assignee_id_idx on public.submissions (assignee_id) where closed_at is null;
comment on index public.submissions_open_assignee_id_idx is 'The open submissions of an assignee: private.open_work_of.';
create trigger lock_workflow before update or delete on public.submissions
  for each statement execute function private.lock_workflow_first();
alter table public.submissions enable row level security;
grant select, update (assignee_id) on public.submissions to authenticated;
grant select, insert, update, delete
  on public.submissions to service_role;
create policy "Reviewers may select submissions"
  on public.submissions for select to authenticated
  using ((select private.may_review()));
create policy "Reviewers assign submissions to reviewers"
  on public.submissions for update to authenticated
  using ((select private.may_review()))
  with check (
    (select private.may_review())
    and (assignee_id is null or assignee_id in (select private.reviewer_ids()))
  );

create function private.require_reviewer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_if(
    new.assignee_id not in (select private.reviewer_ids()), 'This colleague can''t review submissions any more. Choose someone else.'
  );
  return null;
end
$$;
comment on function private.require_reviewer is
  'Refuses an assignee whose right ended while the statement waited for the lock: the policy saw what was before.';
create trigger require_reviewer after update of assignee_id on public.submissions
  for each row when (current_user = 'authenticated' and new.assignee_id is not null and new.assignee_id is distinct from old.assignee_id)
  execute function private.require_reviewer();

create trigger log_change after update of assignee_id on public.submissions
  for each row when (old.assignee_id is distinct from new.assignee_id and private.write_mode() is distinct from 'leaving')
  execute function private.log_change();
create trigger redact_log after delete on public.submissions referencing old table as gone
  for each statement execute function private.redact_log();

create trigger broadcast_insert after insert on public.submissions referencing new table as changed
  for each statement execute function private.broadcast_changes('id');
create trigger broadcast_update after update on public.submissions referencing new table as changed
  for each statement execute function private.broadcast_changes('id');
create trigger broadcast_delete after delete on public.submissions referencing old table as changed
  for each statement execute function private.broadcast_changes('id');

create index submissions_search_text_idx on public.submissions
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);
create trigger send_receipt after insert on public.submissions
  for each row when (new.email is not null) execute function private.send_receipt();
create trigger keep_receipt_key after insert on public.submissions
  for each row execute function private.keep_receipt_key();
create trigger close_tokens after update of closed_at on public.submissions
  for each row when (old.closed_at is distinct from new.closed_at) execute function private.close_tokens();
create trigger write_notices after insert on public.submissions
  for each row execute function private.write_notices();
create trigger write_notices_of_assignment after update of assignee_id on public.submissions
  for each row when (
    new.assignee_id is not null and new.assignee_id is distinct from old.assignee_id and private.write_mode() is distinct from 'leaving'
  )
  execute function private.write_notices();

alter table public.submissions add constraint submissions_person_id_fkey foreign key (person_id) references private.people (id);
create index submissions_person_id_idx on public.submissions (person_id);
create trigger lock_people before insert or delete or update of name, email, phone, proved_at on public.submissions
  for each statement execute function private.lock_people_first();
create trigger set_person before insert or update of name, email, phone, proved_at on public.submissions
  for each row execute function private.set_person();
create trigger clear_people after delete on public.submissions referencing old table as gone
  for each statement execute function private.tidy_people_after();
create trigger clear_people_changed after update on public.submissions referencing old table as gone new table as stays
  for each statement execute function private.tidy_people_after();
create index submissions_email_address_idx on public.submissions (lower(btrim(email)));
comment on index public.submissions_email_address_idx is
  'The submissions of an address: the portal, lost status links, snoozes, and the rights of a person.';
create index submissions_person_text_idx on public.submissions
  using gin (person_text extensions.gin_trgm_ops) with (fastupdate = off);
comment on index public.submissions_person_text_idx is 'The search for people.';
create trigger end_put_off before update of answered_at on public.submissions
  for each row when (new.answered_at is not null and old.answered_at is null) execute function private.end_put_off();
