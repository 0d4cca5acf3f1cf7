-- Answers: written beside a submission, mailed from the organization's address, and shown on the
-- applicant's status page. Templates have frequent texts.

create table public.answer_templates (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_line(name, 100)),
  kind text not null default 'all'
    check (kind = 'all' or kind = any (enum_range(null::public.submission_kind)::text[])),
  subject text not null check (private.is_line(subject, 200)),
  body text not null check (private.is_text(body, 10000)),
  search_text text generated always as (private.searchable(name, subject, body)) stored,
  created_at timestamptz not null default now()
);
comment on column public.answer_templates.kind is 'Kind of submission, or all.';
create index answer_templates_created_at_idx on public.answer_templates (created_at desc, id desc);

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

create function private.answer_blocker(submission uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when address is null then 'missing'
    when not private.is_address(address) then 'no address'
    else (
      select min(reason) from private.suppressions_of(asked.address) where reason <> 'unsubscribed'
    )
  end
  from (
    select nullif(btrim(email), '') as address from public.submissions where id = submission
  ) as asked
  where private.may_review()
$$;

-- In one transaction: the answer, its mail, and answered_at.

create function private.send_answer() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  asked public.submissions;
begin
  update public.submissions set answered_at = coalesce(answered_at, now())
  where id = new.submission_id
  returning * into asked;
  if private.answer_blocker(asked.id) is not null then
    raise exception 'There is no address to send this to.' using errcode = 'check_violation';
  end if;
  if position(asked.reference in new.subject) = 0 then
    raise exception 'The subject must contain the reference.' using errcode = 'check_violation';
  end if;
  insert into private.outbox (idempotency_key, kind, recipient, submission_id, data)
  values ('answer:' || new.id, 'answer', btrim(asked.email), asked.id, jsonb_build_object(
    'subject', new.subject, 'body', new.body, 'reference', asked.reference
  ));
  return null;
end
$$;
create trigger send_answer after insert on public.submission_answers
  for each row execute function private.send_answer();

create function private.answers_of(submission uuid) returns table (
  id uuid, author_name text, subject text, body text, created_at timestamptz, delivery text, reason text
)
language sql stable security definer set search_path = ''
as $$
  select answer.id, answer.author_name, answer.subject, answer.body, answer.created_at,
    case
      when mail.state in ('queued', 'sending') then 'waiting'
      when mail.state in ('failed', 'suppressed', 'cancelled') then 'failed'
      when mail.failed_at is not null then 'delayed'
      else 'sent'
    end,
    mail.error
  from public.submission_answers answer
  left join private.outbox mail on mail.idempotency_key = 'answer:' || answer.id
  where answer.submission_id = submission and private.may_review()
  order by answer.created_at, answer.id
$$;

create function public.answer_blocker(submission uuid) returns text
language sql stable security invoker set search_path = ''
as $$ select private.answer_blocker(submission) $$;
comment on function public.answer_blocker is
  'For reviewers: the reason why no answer can be sent (missing, no address, bounced, complained), or null.';
grant execute on function private.answer_blocker, public.answer_blocker to authenticated;
create function public.answers_of(submission uuid) returns table (
  id uuid, author_name text, subject text, body text, created_at timestamptz, delivery text, reason text
)
language sql stable security invoker set search_path = ''
as $$ select * from private.answers_of(submission) $$;
comment on function public.answers_of is
  'For reviewers: the answers to a submission, each with its delivery (waiting, sent, delayed, failed) and the reason of a failure.';
grant execute on function private.answers_of, public.answers_of to authenticated;

-- The messages of both sides, for the applicant

create function private.status_messages(token text) returns table (
  created_at timestamptz, is_ours boolean, subject text, body text
)
language sql stable security definer set search_path = ''
as $$
  with asked as (
    select id, withdrawn_at from public.submissions where id = private.submission_of(token)
  )
  select answer.created_at, true, answer.subject, answer.body
  from asked join public.submission_answers answer on answer.submission_id = asked.id
  union all
  select note.created_at, false, null, note.body
  from asked join public.submission_notes note on note.submission_id = asked.id
  where note.is_from_applicant
    and note.created_at is distinct from asked.withdrawn_at
  order by 1
$$;

create function public.status_messages(token text) returns table (
  created_at timestamptz, is_ours boolean, subject text, body text
)
language sql stable security invoker set search_path = ''
as $$ select * from private.status_messages(token) $$;
comment on function public.status_messages is
  'Answers and the applicant''s messages, oldest first; nothing for an invalid token.';
grant execute on function private.status_messages, public.status_messages to anon, authenticated;

-- Row-level security

alter table public.answer_templates enable row level security;
alter table public.submission_answers enable row level security;

grant select, insert (id, name, kind, subject, body), update (name, kind, subject, body), delete
  on public.answer_templates to authenticated;
grant select, insert (id, submission_id, subject, body) on public.submission_answers to authenticated;
grant select, insert, update, delete
  on public.answer_templates, public.submission_answers to service_role;

create policy "Reviewers may select answer_templates"
  on public.answer_templates for select to authenticated
  using ((select private.may_review()));
create policy "Reviewers may select submission_answers"
  on public.submission_answers for select to authenticated
  using ((select private.may_review()));
create policy "Reviewers may insert answer_templates"
  on public.answer_templates for insert to authenticated
  with check ((select private.may_review()));
create policy "Reviewers may update answer_templates"
  on public.answer_templates for update to authenticated
  using ((select private.may_review()))
  with check ((select private.may_review()));
create policy "Reviewers may delete answer_templates"
  on public.answer_templates for delete to authenticated
  using ((select private.may_review()));
create policy "Reviewers answer"
  on public.submission_answers for insert to authenticated
  with check ((select private.may_review()) and author_id = (select private.current_user_id()));

create trigger log_change after insert or update or delete on public.answer_templates
  for each row execute function private.log_change();

-- Reviewers see live that a colleague answered, and the outcome of the mail.

create trigger broadcast_insert after insert on public.submission_answers referencing new table as changed
  for each statement execute function private.broadcast_changes('submission_id');
create trigger broadcast_delivery after update of state, error on private.outbox
  for each row when (
    new.kind = 'answer' and new.state <> 'sending'
    and (old.state, old.error) is distinct from (new.state, new.error)
  )
  execute function private.broadcast_row('submission_id');

-- The first templates

insert into public.answer_templates (name, kind, subject, body, created_at)
select name, kind, subject, E'Dear {{name}},\n\n' || body || E'\n\nKind regards,\n{{my_name}}\n{{our_name}}',
  now() - number * interval '1 second'
from (values
  (1, 'We need a little more time', 'all', 'Your {{kind}} {{reference}}',
    'Thank you for your patience. We are still looking into your {{kind}} and need a few more days. You’ll hear from us as soon as we know.'),
  (2, 'Invitation to a first talk', 'volunteer', 'Your volunteer application {{reference}}',
    E'Thank you for offering us your time. We would like to get to know you and find out together where you would like to help.\n\nWhen could we call you this week? Just reply to this email with a day and a telephone number.'),
  (3, 'A place in the program', 'program', 'Your application {{reference}}: {{program}}',
    E'Thank you for your application for {{program}}. There is a place, and we would be glad to meet you.\n\nPlease reply with a day that suits you, and we’ll tell you what to bring.'),
  (4, 'No place at the moment', 'program', 'Your application {{reference}}: {{program}}',
    'Thank you for your application for {{program}}. All places are taken at the moment. We’ll keep your application and write to you as soon as one is free.'),
  (5, 'Let us talk about your proposal', 'partnership', 'Your proposal {{reference}}',
    E'Thank you for the proposal of {{organization}}. We have read it together and would like to hear more.\n\nWould half an hour on the telephone suit you? Please reply with two times that do.'),
  (6, 'Thank you for your message', 'message', 'Your message {{reference}}',
    'Thank you for writing to us.'),
  (7, 'No place at the moment', 'registration', 'Your registration {{reference}}: {{program}}',
    'Thank you for registering for {{program}}. All places are taken at the moment. You’re on our waitlist, and we’ll write to you as soon as a place is free.'),
  (8, 'How to give what you pledged', 'pledge', 'Your pledge {{reference}}',
    E'Thank you for your pledge. It helps to know what we can count on.\n\nYou can give by check or by bank transfer. Just reply to this email with the way that suits you, and we’ll send you what you need.')
) as listed (number, name, kind, subject, body);

create index answer_templates_search_text_idx on public.answer_templates
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);
create function public.search_answer_templates(search text) returns setof public.answer_templates
language sql stable security invoker set search_path = ''
as $$ select * from public.answer_templates where id = any ((select private.matching('answer_templates', search))::uuid[]) $$;
grant execute on function public.search_answer_templates(text) to authenticated;
