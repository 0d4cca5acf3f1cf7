-- Answers: who sends them, what goes out, and what is refused with nothing changed.

begin;
select plan((84 + 2 * (select count(*) from public.permissions))::integer);

insert into public.contact_messages (name, email, message) values
  ('First', ' first@example.org ', 'Hello'), ('Second', 'second@example.org', 'Hello'),
  ('Silent', 'silent@example.org', 'Hello'), ('List', 'a@example.org, b@example.org', 'Hello'),
  ('Bounced', 'Bounced@example.org', 'Hello'), ('Angry', 'angry@example.org', 'Hello'),
  ('Leaver', 'leaver@example.org', 'Hello');
update public.submissions set email = null where email = 'silent@example.org';
insert into private.suppressions (address, reason) values
  ('bounced@example.org', 'bounced'), ('angry@example.org', 'complained'), ('leaver@example.org', 'unsubscribed');

create function pg_temp.asked(label text) returns public.submissions
language sql as $$ select submission from public.submissions submission where name = label and kind = 'message' $$;
create function pg_temp.answering(
  label text, words text default 'We are glad.', title text default null, id uuid default gen_random_uuid()
) returns text
language sql
as $$
  select format(
    'insert into public.submission_answers (id, submission_id, subject, body) values (%L, %L, %L, %L)',
    id, (pg_temp.asked(label)).id, coalesce(title, 'Re: ' || (pg_temp.asked(label)).reference), words
  )
$$;
create temporary table outsiders as
select persona from tests.personas() as persona
where persona not in ('admin', 'only can_review_submissions');
create temporary table once as select '00000000-0000-4000-8000-00000000a001'::uuid as id;

-- Answering, and its consequences

select tests.done(
  'only can_review_submissions', pg_temp.answering('First', E'Dear <b>you</b>,\n\nyes.', null, id),
  $$ exists (select from public.submission_answers where author_name = 'only.can_review_submissions@personas.test') $$,
  'A reviewer answers, with their name'
)
from once;
select results_eq(
  $$ select idempotency_key, kind, state, recipient, data from private.outbox $$,
  $$ select 'answer:' || once.id, 'answer', 'queued', 'first@example.org', jsonb_build_object(
      'subject', 'Re: ' || reference, 'body', E'Dear <b>you</b>,\n\nyes.', 'reference', reference
    ) from once, pg_temp.asked('First') $$,
  'One mail waits, in the words of the answer'
);
select is((pg_temp.asked('First')).answered_at, now(), 'An answer keeps the promise');
select is((pg_temp.asked('First')).status, 'new', 'An answer leaves the status as it is');
update public.submissions set answered_at = now() - interval '1 hour' where name = 'First' and kind = 'message';
select tests.done(
  'admin', pg_temp.answering('First', 'One thing more.'),
  $$ (select count(*) = 2 from private.outbox where kind = 'answer') $$, 'An admin answers again'
);
select is((pg_temp.asked('First')).answered_at, now() - interval '1 hour', 'A second answer is not the first answer');
select is(
  (tests.attempt('admin', pg_temp.answering('First', 'Other words', null, id) || ' on conflict (id) do nothing')).state, '00000',
  'Sending the same answer again succeeds'
)
from once;
select is(
  (select array_agg(body order by body) from public.submission_answers), array[E'Dear <b>you</b>,\n\nyes.', 'One thing more.'],
  'A repeated answer is stored once, in its first words'
);
select is((select count(*) from private.outbox), 2::bigint, 'A repeated answer is mailed once');

-- Undoing a status within the minute reopens a promise, unless an answer went out.

select tests.attempt('admin', pg_temp.answering('Second'));
select tests.attempt('admin', $$ update public.contact_messages set status = 'closed' where name = 'Second' $$);
select tests.attempt('admin', $$ update public.contact_messages set status = 'new' where name = 'Second' $$);
select is((pg_temp.asked('Second')).answered_at, now(), 'An answer is not undone with the status');

-- Refusals

select tests.refused(
  'admin', pg_temp.answering(label), format('An answer is refused without a recipient: %s', label), '23514'
)
from unnest(array['Silent', 'List', 'Bounced', 'Angry']) as label;
select is((tests.attempt('admin', pg_temp.answering('Leaver'))).state, '00000', 'An unsubscribed address still gets an answer');
select tests.sees(
  'only can_review_submissions',
  format('select public.answer_blocker(%L)', (pg_temp.asked(label)).id), blocker, format('%s: %s', label, blocker)
)
from (values
  ('First', null), ('Leaver', null), ('Silent', 'missing'), ('List', 'no address'),
  ('Bounced', 'bounced'), ('Angry', 'complained')
) as listed (label, blocker);
select tests.refused(
  'admin', pg_temp.answering('First', words, (pg_temp.asked('First')).reference || title),
  format('Refused: %s, %s', to_json(left(title, 20)), to_json(left(words, 20))), '23514'
)
from (values
  (E'\r\nBcc: eve@example.org', 'x'), (E'\nX', 'x'), (E'\t', 'x'), (E'\u007f', 'x'), (repeat('x', 250), 'x'),
  (' {{name}}', 'x'), ('', 'Dear {{ name }},'), ('', ' '), ('', E'a\rb'), ('', E'a\u0007b'), ('', repeat('x', 10001))
) as tried (title, words);
select tests.refused(
  'admin', pg_temp.answering('First', 'x', 'Hello'), 'Refused: a subject without the reference', '23514'
);

-- Outcomes

create temporary table reading as
select format('select string_agg(concat_ws('' '', delivery, reason), '', '' order by body) from public.answers_of(%L)', id) as outcomes
from pg_temp.asked('First');
select tests.sees('only can_review_submissions', outcomes, 'waiting, waiting', 'Reviewers see that it waits') from reading;
update private.outbox set state = 'sent' where idempotency_key = (select 'answer:' || id from once);
update private.outbox set state = 'sent', failed_at = now(), error = '550 5.4.4' where idempotency_key <> (select 'answer:' || id from once);
select tests.sees('only can_review_submissions', outcomes, 'sent, delayed 550 5.4.4', 'Reviewers see that one has not arrived yet') from reading;
update private.outbox set state = 'suppressed', error = 'bounced' where idempotency_key <> (select 'answer:' || id from once);
select tests.sees('admin', outcomes, 'sent, failed bounced', 'Reviewers see that it was sent, or why not') from reading;
select tests.sees(persona, outcomes, null, format('As %s I read no answer', persona)) from reading, outsiders where persona <> 'anon';
select tests.refused('anon', outcomes, 'As anon I read no answer') from reading;
select tests.sees(
  persona, format('select public.answer_blocker(%L)', (pg_temp.asked('Bounced')).id), null,
  format('As %s I learn nothing of an address', persona)
)
from outsiders where persona <> 'anon';

-- The sender's view

insert into private.status_tokens (hash, submission_id)
select sha256(convert_to(name, 'UTF8')), id from public.submissions where name in ('First', 'Second') and kind = 'message';
select tests.attempt('anon', $$ select public.add_message('First', 'Thank you') $$);
select tests.attempt('admin', $$ insert into public.submission_notes (submission_id, body)
  select id, 'Among colleagues' from public.submissions where name = 'First' $$);
select tests.sees(
  'anon', format(
    $$ select string_agg(concat_ws(' ', is_ours, subject, body), ', ' order by is_ours, body) from public.status_messages(%L) $$, token
  ), expected, format('The token %s shows only its own messages', to_json(token))
)
from (
  select 'First' as token, format(
    E'f Thank you, t Re: %1$s Dear <b>you</b>,\n\nyes., t Re: %1$s One thing more.', (pg_temp.asked('First')).reference
  ) as expected
  union all select 'Second', 't Re: ' || (pg_temp.asked('Second')).reference || ' We are glad.'
  union all select 'Third', null
  union all select '', null
) as listed;
select tests.attempt('anon', $$ select public.withdraw('Second') $$);
select tests.sees(
  'anon', $$ select count(*) from public.status_messages('Second') $$, '1', 'A withdrawal is no message'
);

-- A template is any reviewer's, and the log says whose change it was.

select tests.done(
  'only can_review_submissions', $$ update public.answer_templates set body = 'New words' where name = 'Thank you for your message' $$,
  $$ exists (select from public.change_log where record_kind = 'answer_templates'
    and actor_name = 'only.can_review_submissions@personas.test') $$,
  'A change of a template is in the log'
);
select tests.refused(
  'only can_review_submissions',
  format('insert into public.answer_templates (name, kind, subject, body) values (%L, %L, %L, %L)', name, kind, subject, 'x'),
  format('Refused: a template %s %s %s', to_json(name), kind, to_json(subject)), '23514'
)
from (values (E'a\nb', 'all', 'x'), ('x', 'newsletter', 'x'), ('x', 'all', E'a\r\nBcc: b'), (' ', 'all', 'x')) as tried (name, kind, subject);

-- A colleague who was called as applicants are

insert into public.submission_notes (submission_id, author_id, author_name, body)
select (pg_temp.asked('Second')).id, null, 'Applicant', 'An internal note';
select tests.sees(
  'anon', $$ select count(*) from public.status_messages('Second') $$, '1',
  'An internal note stays internal, whatever its author was called'
);

select * from finish();
rollback;
