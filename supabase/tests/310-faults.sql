-- Faults: what is kept of a report, how often one may come, and who hears of it.

begin;
select plan(38);
update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now());
delete from public.faults where true;
delete from private.outbox where true;
delete from public.change_log where true;

create function pg_temp.report(
  persona text, message text, page text default '/contact', stack text default null, version text default null, browser text default null
) returns text
language sql
as $$
  select (tests.attempt(persona, format(
    'insert into public.faults (page, message, stack, version, browser) values (%L, %L, %L, %L, %L)', page, message, stack, version, browser
  ))).state
$$;
create function pg_temp.kept() returns text
language sql
as $$
  select coalesce(string_agg(format('%s %s %s ×%s', place, page, message, occurrences), ', ' order by place, page, message), 'none')
  from public.faults
$$;
create function pg_temp.clear() returns void
language sql
as $$
  delete from public.faults where true;
  delete from private.recent_submissions where true;
$$;

-- What is kept

select is(pg_temp.report('anon', 'It failed'), '00000', 'A visitor''s browser reports a fault');
select is(pg_temp.report('anon', 'It failed'), '00000', '… and again');
select is(pg_temp.report('anon', 'It failed', '/donate'), '00000', '… and on another page');
select is(pg_temp.kept(), 'public /contact It failed ×2, public /donate It failed ×1', 'A fault is one row, with the number of its reports');
select is(pg_temp.report('anon', 'It failed', version => '1.0.0'), '00000', '… and in another version of the app');
select is((select count(*)::integer from public.faults), 3, 'Another version is another fault');
select pg_temp.clear();

select is(pg_temp.report('supporter', 'It failed'), '00000', 'A supporter''s browser reports one');
select is(pg_temp.report('plain staff', 'It failed', '/tasks'), '00000', 'A browser of staff reports one');
select is(
  pg_temp.kept(), 'public /contact It failed ×1, staff /tasks It failed ×1', 'The session says which are of the back office'
);
select pg_temp.clear();

select is(
  pg_temp.report(
    'anon', 'No person "Teresa Vance" at teresa@example.org', '/status/Xy7-token/teresa.vance?name=Teresa#t0ken',
    'Error: Teresa at open (https://kindlewell.example/assets/index-Ab1.js:3:14) at Teresa (chrome-extension://x/y.js:1:1) at https://evil.example/teresa.js:1:2',
    'Teresa Vance', 'Netscape 4 (Teresa)'
  ),
  '00000', 'A report with names is taken'
);
select is(
  (select to_jsonb(stored) - '{id,created_at,last_at,fingerprint,search_text}'::text[] from public.faults stored),
  '{"place": "public", "page": "/status/…/…", "message": "No person … at …", "stack": "assets/index-Ab1.js:3:14", "version": null, "browser": null,
    "occurrences": 1, "fixed_at": null, "state": "open", "told_at": null}',
  'What names someone is not kept of it'
);
select pg_temp.clear();
select is(pg_temp.report('anon', 'It failed', '/contact', null, '0.9.0-1a2b3c4', 'Firefox 144'), '00000', 'Version and browser come along');
select is((select version || ', ' || browser from public.faults), '0.9.0-1a2b3c4, Firefox 144', '… and are kept');
select pg_temp.clear();

-- Forged and huge reports

select tests.refused('anon', format('insert into public.faults (page, message, %s) values (''/'', ''Forged'', %L)', name, value), format('A visitor sets no %s', name))
from (values
  ('id', gen_random_uuid()::text), ('place', 'worker'), ('occurrences', '9000'), ('fixed_at', '2026-01-01'), ('told_at', '2026-01-01'), ('fingerprint', 'x')
) as forged (name, value);
select tests.refused(
  'anon', format('insert into public.faults (page, message, stack) values (%L, %L, %L)', page, message, stack),
  format('A long %s is refused', what), '23514'
)
from (values
  ('page', repeat('/a', 501), 'Huge', null), ('message', '/', repeat('a ', 4001), null), ('stack', '/', 'Huge', repeat('a ', 8001))
) as huge (what, page, message, stack);
select tests.send_from('{"prefer": "return=representation"}');
select tests.refused('anon', 'insert into public.faults (page, message) values (''/'', ''Sent back'')', 'A visitor reads back nothing');
select tests.send_from('{"cf-connecting-ip": "192.0.2.1"}');
select is(
  (select string_agg(pg_temp.report('anon', 'Fault ' || letter, '/contact'), ' ' order by letter) from unnest(array['a', 'b', 'c', 'd', 'e', 'f']) as letter),
  '00000 00000 00000 00000 00000 PGRST', 'Of six reports from one address the last is refused'
);
select is((select count(*)::integer from public.faults), 5, '… and leaves nothing');
select pg_temp.clear();

insert into public.faults (place, page, message) select 'public', 'x', 'fault ' || chr(97 + n / 26) || chr(97 + n % 26) from generate_series(0, 119) as n;
select is((select count(*)::integer from public.faults), 100, 'A place has a hundred new faults a day');
select is(
  pg_temp.report('anon', 'One more') || ' ' || pg_temp.report('plain staff', 'One more', '/tasks'), '00000 00000', 'The next report is answered like others'
);
select is(
  (select string_agg(place::text, ' ') from public.faults where message = 'One more'), 'staff', '… and stored only where it is among the hundred'
);
select pg_temp.clear();

-- Fixed, and back

select is(pg_temp.report('anon', 'It failed'), '00000', 'A fault');
select tests.refused('plain staff', 'update public.faults set fixed_at = now() where true', 'Only admins mark it as fixed');
select tests.done(
  'admin', 'update public.faults set fixed_at = now() where true', $$(select state = 'fixed' from public.faults)$$, 'An admin marks it as fixed'
);
select is(pg_temp.report('anon', 'It failed'), '00000', 'It comes again');
select is((select state || ' ×' || occurrences from public.faults), 'open ×2', '… and is open again');
select is(
  (select string_agg(concat(actor_id = tests.account('admin'), ' ', changes ->> 'state'), ', ' order by changes ->> 'state')
    from public.change_log where record_kind = 'faults'),
  ' ["fixed", "open"], t ["open", "fixed"]', 'The log has both, only one by the admin'
);

-- Mail to admins

select private.tell_faults();
select is(
  (select string_agg(distinct data ->> 'findings', ', ') from private.outbox where kind = 'warning'),
  '["The website: /contact"]', 'Admins get a mail, without a word of the report'
);
create temporary table mails as select count(*) as total from private.outbox;
select is(
  (select total > 0 and total = (select count(*) from public.user_roles join public.profiles on id = user_id where user_roles.role = 'admin' and confirmed) from mails),
  true, '… each of them one'
);
insert into public.faults (place, page, message) values ('worker', 'write_digests', 'It failed');
select private.tell_faults();
select is((select count(*) from private.outbox), (select total from mails), 'What fails after it causes none on that day');
update private.outbox set idempotency_key = 'yesterday ' || id where true;
select private.tell_faults();
select is(
  (select string_agg(distinct data ->> 'findings', ', ') from private.outbox where idempotency_key not like 'yesterday%'),
  '["A task: write_digests"]', '… and is in the mail of the next'
);

select * from finish();
rollback;
