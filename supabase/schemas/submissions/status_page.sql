-- Receipts, and the status page to which they link: an applicant needs no account.

create function private.is_closed(status public.submission_status) returns boolean
language sql immutable set search_path = ''
as $$ select status in ('accepted', 'rejected', 'closed', 'declined', 'lapsed') $$;
comment on function private.is_closed is 'Whether a status ends a submission.';

create function private.has_mail_allowance(address text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  own_mailbox constant text := private.mailbox(address);
begin
  -- The lock serializes concurrent forms with one address.
  perform pg_advisory_xact_lock(hashtextextended('mailbox ' || own_mailbox, 0));
  return 3 > (
    select count(*) from private.outbox
    where mailbox = own_mailbox and kind in ('receipt', 'confirmation', 'status_links')
      and created_at > now() - interval '1 day'
  );
end
$$;
comment on function private.has_mail_allowance(text) is
  'Whether a public form may cause one more mail to an address: three per day.';

create function private.send_receipt() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  address constant text := btrim(new.email);
begin
  -- The role of the request: only rows of visitors and accounts get a receipt.
  if current_setting('role', true) not in ('anon', 'authenticated')
    or not private.is_address(address)
    or not (select receipts from private.mail_settings)
    or not private.has_mail_allowance(address) then
    return null;
  end if;
  insert into private.outbox (idempotency_key, kind, recipient, submission_id, data)
  values ('receipt:' || new.id, 'receipt', address, new.id, jsonb_build_object(
    'kind', new.kind, 'reference', new.reference, 'received_at', new.created_at, 'due_at', new.due_at
  ) || case when new.kind = 'registration' then jsonb_strip_nulls(jsonb_build_object(
    'program', new.program, 'position', private.waitlist_position(new.id)
  )) else '{}' end || coalesce((
    select jsonb_strip_nulls(jsonb_build_object(
      'amount', pledge.amount, 'frequency', pledge.frequency, 'program', pledge.program, 'tribute', pledge.tribute
    ))
    from public.pledges pledge where pledge.id = new.id
  ), '{}'));
  return null;
end
$$;
comment on function private.send_receipt is
  'Queues the receipt of a form, if receipts are on and the address is one that may get another mail today.';

create function private.store_receipt_key(submission uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  key constant text := nullif(current_setting('request.headers', true), '')::json ->> 'x-receipt-key';
begin
  if private.is_sent_by_form() and char_length(key) between 32 and 100 then
    insert into private.receipt_keys (hash, submission_id) values (private.token_hash(key), submission)
    on conflict do nothing;
  end if;
end
$$;
comment on function private.store_receipt_key is
  'Stores the hash of the key that a form sent along: with the key its browser gets the reference.';

create function private.keep_receipt_key() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.store_receipt_key(new.id);
  return null;
end
$$;

create function private.sent_receipt(key text)
  returns table (reference text, due_at timestamptz, by_mail boolean)
language sql stable security definer set search_path = ''
as $$
  select sent.reference, sent.due_at, (select receipts from private.mail_settings)
  from private.receipt_keys kept join public.submissions sent on sent.id = kept.submission_id
  where kept.hash = private.token_hash(key) and kept.created_at > now() - interval '10 minutes'
$$;

create function public.sent_receipt(key text)
  returns table (reference text, due_at timestamptz, by_mail boolean)
language sql stable security invoker set search_path = ''
as $$ select * from private.sent_receipt(key) $$;
comment on function public.sent_receipt is
  'Reference and due date of what a form sent with this key in the last ten minutes, and whether receipts are mailed; no row for any other key.';
grant execute on function private.sent_receipt, public.sent_receipt to anon, authenticated;

create function private.close_tokens() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.status_tokens set closed_at = new.closed_at where submission_id = new.id;
  return null;
end
$$;
comment on function private.close_tokens is 'Copies a submission''s closing time to the tokens of its status page.';

create function private.submission_of(token text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select submission_id from private.status_tokens
  where hash = private.token_hash(token) and (closed_at is null or closed_at > now() - interval '90 days')
$$;
comment on function private.submission_of is
  'The submission whose status page this token opens; null for an invalid or expired one.';

create function private.prove_address(submission uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.submissions set proved_at = now() where id = submission and proved_at is null;
end
$$;
comment on function private.prove_address(uuid) is
  'Notes that someone pressed a button on the status page, and so reads the mail of the submission''s address. Opening the page proves nothing: mail scanners open links.';

-- A lost link. Whoever knows an address may ask for its links: the mail goes to its owner, and the answer
-- is the same where there is nothing to send. Earlier links stay.

create function private.send_status_links(address text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  open_ones uuid[];
begin
  if (private.is_address(btrim(address))) is not true then
    raise exception 'This is not an email address.' using errcode = 'check_violation';
  end if;
  perform private.limit_requests('status_links');
  open_ones := array(
    select id from public.submissions
    where lower(btrim(email)) = lower(btrim(address)) and closed_at is null
    order by created_at desc, id desc limit 20
  );
  if open_ones = '{}' or not private.has_mail_allowance(address) then
    return;
  end if;
  -- One that waits is enough, as after a lost answer.
  insert into private.outbox (idempotency_key, kind, recipient, data)
  select 'status_links:' || gen_random_uuid(), 'status_links', btrim(email),
    jsonb_build_object('submissions', to_jsonb(open_ones))
  from public.submissions
  where id = open_ones[1] and not exists (
    select from private.outbox
    where mailbox = private.mailbox(address) and kind = 'status_links' and state in ('queued', 'sending')
  );
end
$$;

create function public.send_status_links(address text) returns void
language sql security invoker set search_path = ''
as $$ select private.send_status_links(address) $$;
comment on function public.send_status_links is
  'Mails an address new links to its open submissions, the newest twenty; the answer is the same where it has none. Refused (429) after five requests in ten minutes.';
grant execute on function private.send_status_links, public.send_status_links to anon, authenticated;

-- The status page. Messages of the applicant are notes.

create function private.messages_left(submission uuid) returns integer
language sql stable security definer set search_path = ''
as $$
  select greatest(0, 20 - count(*))::integer from public.submission_notes
  where submission_id = submission and is_from_applicant
$$;
comment on function private.messages_left is
  'How many of their twenty messages the applicant can still add on the status page.';

create function private.stage(
  status public.submission_status, answered_at timestamptz, withdrawn_at timestamptz
) returns text
language sql immutable set search_path = ''
as $$
  select case
    when withdrawn_at is not null then 'withdrawn'
    when status in ('confirmed', 'waitlisted', 'offered', 'lapsed') then status::text
    when private.is_closed(status) then 'closed'
    when answered_at is not null then 'answered'
    else 'received'
  end
$$;
comment on function private.stage(public.submission_status, timestamptz, timestamptz) is
  'The state of a submission as its applicant sees it. It discloses no decision except on a seat.';

create function private.submission_stage(token text) returns table (
  reference text, kind public.submission_kind, stage text, created_at timestamptz, due_at timestamptz,
  answered_at timestamptz, messages_left integer, program text, "position" integer, offered_until timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select sent.reference, sent.kind,
    private.stage(sent.status, sent.answered_at, sent.withdrawn_at),
    sent.created_at, sent.due_at, sent.answered_at, private.messages_left(sent.id), sent.program,
    private.waitlist_position(sent.id), registration.offered_until
  from public.submissions sent
  left join public.program_registrations registration on registration.id = sent.id
  where sent.id = private.submission_of(token)
$$;

create function public.submission_stage(token text) returns table (
  reference text, kind public.submission_kind, stage text, created_at timestamptz, due_at timestamptz,
  answered_at timestamptz, messages_left integer, program text, "position" integer, offered_until timestamptz
)
language sql stable security invoker set search_path = ''
as $$ select * from private.submission_stage(token) $$;
comment on function public.submission_stage is
  'The state of a submission (received, answered, closed, withdrawn; of a registration also confirmed, waitlisted, offered, lapsed); no row for an invalid token.';

create function private.add_message(token text, body text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  submission uuid;
begin
  if (private.is_text(body, 2000)) is not true then
    raise exception 'A message has up to 2000 characters.' using errcode = 'check_violation';
  end if;
  submission := private.submission_of(token);
  if submission is null then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('messages ' || submission, 0));
  -- A retry after a lost response.
  if exists (
    select from public.submission_notes note
    where note.submission_id = submission and note.is_from_applicant and note.body = add_message.body
  ) then
    return true;
  end if;
  if private.messages_left(submission) <= 0 then
    raise sqlstate 'PT429' using message = 'No more messages can be added here.';
  end if;
  insert into public.submission_notes (submission_id, author_id, author_name, body, is_from_applicant)
  values (submission, null, 'Applicant', body, true);
  perform private.prove_address(submission);
  return true;
end
$$;
create function public.add_message(token text, body text) returns boolean
language sql security invoker set search_path = ''
as $$ select private.add_message(token, body) $$;
comment on function public.add_message is
  'Adds a message from the applicant; false for an invalid token, and refused (429) after twenty.';

create function private.withdraw(token text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  submission constant uuid := private.submission_of(token);
begin
  if submission is null then
    return false;
  end if;
  perform private.lock_workflow();
  update public.submissions set withdrawn_at = now() where id = submission and withdrawn_at is null;
  if not found then
    return true;
  end if;
  insert into public.submission_notes (submission_id, author_id, author_name, body, is_from_applicant)
  values (submission, null, 'Applicant', 'Withdrawn by the sender.', true);
  perform private.prove_address(submission);
  -- The last status of each kind is that of a refusal or an end.
  perform public.set_submission_status(array[sent.id], array[last.status], array[sent.status::text])
  from public.submissions sent
  join private.submission_kinds on submission_kinds.kind = sent.kind::text
  cross join lateral (
    select enumlabel::text as status
    from pg_catalog.pg_attribute join pg_catalog.pg_enum on enumtypid = atttypid
    where attrelid = format('public.%I', form)::regclass and attname = 'status'
    order by enumsortorder desc limit 1
  ) as last
  where sent.id = submission and not private.is_closed(sent.status);
  return true;
end
$$;
create function public.withdraw(token text) returns boolean
language sql security invoker set search_path = ''
as $$ select private.withdraw(token) $$;
comment on function public.withdraw is
  'Withdraws a submission, once; false for an invalid token.';
grant execute on function private.submission_stage, public.submission_stage to anon, authenticated;
grant execute on function private.add_message, public.add_message to anon, authenticated;
grant execute on function private.withdraw, public.withdraw to anon, authenticated;
