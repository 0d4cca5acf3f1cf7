create table public.submission_notes (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid not null references public.submissions (id) on delete cascade,
  author_id uuid default auth.uid(),
  author_name text,
  body text not null check (private.is_text(body, 5000)),
  is_from_applicant boolean not null default false,
  created_at timestamptz not null default now()
);
comment on column public.submission_notes.is_from_applicant is
  'Added on the status page by the applicant, who sees it there. All other notes are internal.';
comment on column public.submission_notes.author_id is 'The account''s id, also after its deletion.';
comment on column public.submission_notes.author_name is 'The name at that time, set by a trigger.';
create index submission_notes_submission_id_idx on public.submission_notes (submission_id, created_at, id);
create index submission_notes_author_id_idx on public.submission_notes (author_id);
create trigger sign_note before insert on public.submission_notes
  for each row execute function private.sign_note();
alter table public.submission_notes enable row level security;
grant select, insert (id, submission_id, body), update (body), delete on public.submission_notes to authenticated;
grant select, insert, update, delete
  on public.submission_notes to service_role;
create policy "Reviewers may select submission_notes"
  on public.submission_notes for select to authenticated
  using ((select private.may_review()));

create policy "Reviewers add notes"
  on public.submission_notes for insert to authenticated
  with check ((select private.may_review()) and author_id = (select private.current_user_id()));
create policy "Reviewers change their notes"
  on public.submission_notes for update to authenticated
  using ((select private.may_review()) and author_id = (select private.current_user_id()))
  with check ((select private.may_review()) and author_id = (select private.current_user_id()));
create policy "Reviewers remove their notes"
  on public.submission_notes for delete to authenticated
  using ((select private.may_review()) and author_id = (select private.current_user_id()));
-- A note is its own record until it changes.
create trigger log_change after update or delete on public.submission_notes
  for each row execute function private.log_change('submission_id', 'body');
create trigger broadcast_insert after insert on public.submission_notes referencing new table as changed
  for each statement execute function private.broadcast_changes('submission_id');
create trigger broadcast_update after update on public.submission_notes referencing new table as changed
  for each statement execute function private.broadcast_changes('submission_id');
create trigger broadcast_delete after delete on public.submission_notes referencing old table as changed
  for each statement execute function private.broadcast_changes('submission_id');
create trigger bring_back before insert on public.submission_notes
  for each row when (new.is_from_applicant) execute function private.bring_back_of_message();
