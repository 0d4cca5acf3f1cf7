-- Answers: written beside a submission, mailed from the organization's address, and shown on the
-- applicant's status page. Templates have frequent texts.

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

create function public.answer_blocker(submission uuid) returns text
language sql stable security invoker set search_path = ''
as $$ select private.answer_blocker(submission) $$;
comment on function public.answer_blocker is
  'For reviewers: the reason why no answer can be sent (missing, no address, bounced, complained), or null.';

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
comment on function private.send_answer is
  'Mails an answer and notes the submission as answered, in one transaction. Refuses an answer without an address to go to, or without the reference in its subject.';

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
create function public.answers_of(submission uuid) returns table (
  id uuid, author_name text, subject text, body text, created_at timestamptz, delivery text, reason text
)
language sql stable security invoker set search_path = ''
as $$ select * from private.answers_of(submission) $$;
comment on function public.answers_of is
  'For reviewers: the answers to a submission, each with its delivery (waiting, sent, delayed, failed) and the reason of a failure.';
grant execute on function private.answer_blocker, public.answer_blocker to authenticated;
grant execute on function private.answers_of, public.answers_of to authenticated;

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
create function public.search_answer_templates(search text) returns setof public.answer_templates
language sql stable security invoker set search_path = ''
as $$ select * from public.answer_templates where id = any ((select private.matching('answer_templates', search))::uuid[]) $$;
comment on function public.search_answer_templates is
  'The templates that match a search; none for callers who may not review.';
grant execute on function public.search_answer_templates(text) to authenticated;
