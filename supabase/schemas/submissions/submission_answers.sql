create table public.submission_answers (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid not null references public.submissions (id) on delete cascade,
  author_id uuid default auth.uid(),
  author_name text,
  subject text not null check (
    private.is_line(subject, 250)
    and subject !~ '\{\{\s*[a-z_]+\s*\}\}'
  ),
  body text not null check (
    private.is_text(body, 10000) and body !~ '[\u0001-\u0008\u000b-\u001f\u007f]'
    and body !~ '\{\{\s*[a-z_]+\s*\}\}'
  ),
  created_at timestamptz not null default now()
);
comment on table public.submission_answers is 'Answers as they were sent; they never change.';
comment on column public.submission_answers.author_id is 'The account''s id, also after its deletion.';
comment on column public.submission_answers.author_name is 'The name at that time, set by a trigger.';
create index submission_answers_submission_id_idx
  on public.submission_answers (submission_id, created_at, id);

create trigger sign_note before insert on public.submission_answers
  for each row execute function private.sign_note();
create trigger send_answer after insert on public.submission_answers
  for each row execute function private.send_answer();
alter table public.submission_answers enable row level security;
grant select, insert (id, submission_id, subject, body) on public.submission_answers to authenticated;
grant select, insert, update, delete
  on public.submission_answers to service_role;
create policy "Reviewers may select submission_answers"
  on public.submission_answers for select to authenticated
  using ((select private.may_review()));
create policy "Reviewers answer"
  on public.submission_answers for insert to authenticated
  with check ((select private.may_review()) and author_id = (select private.current_user_id()));

-- Reviewers see live that a colleague answered, and the outcome of the mail.

create trigger broadcast_insert after insert on public.submission_answers referencing new table as changed
  for each statement execute function private.broadcast_changes('submission_id');
