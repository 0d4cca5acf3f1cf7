-- A submission that a visitor repeats word for word, because no answer came, is accepted and stored once.

begin;
select plan(11 + 10 * cardinality(private.queued_forms()));

create temporary table forms as select unnest(private.queued_forms()) as form;

-- Sends a form from an address of its own; says how many rows were stored, or why it was refused.
create temporary sequence addresses;
create function pg_temp.send(
  statement text, persona text default 'anon', address text default null
) returns text
language plpgsql
as $$
declare
  outcome tests.outcome;
begin
  perform tests.send_from(jsonb_build_object(
    'cf-connecting-ip', coalesce(address, '198.51.100.' || nextval('pg_temp.addresses'))
  ));
  outcome := tests.attempt(persona, statement);
  return case outcome.state when '00000' then outcome.affected::text else outcome.state end;
end
$$;

select is(pg_temp.send(tests.sample_insert(form)), '1', format('One of the %s is stored', form))
from forms;
select is(
  pg_temp.send(tests.sample_insert(form), persona), '0',
  format('The same of the %s, sent as %s from elsewhere, is accepted and not stored', form, persona)
)
from forms cross join unnest(array['anon', 'supporter', 'admin']) as persona;

select is(
  pg_temp.send(replace(tests.sample_insert(form), 'sample@example.org', ' Sample@EXAMPLE.org ')), '0',
  format('The same of the %s, with the address in capitals, is accepted and not stored', form)
)
from forms;

-- Whatever else it says is another one.

select is(
  pg_temp.send(replace(tests.sample_insert(form), '''Sam''', '''Sam ''')), '1',
  format('A space more in one of the %s, and it is stored', form)
)
from forms;
select is(
  pg_temp.send(replace(tests.sample_insert('program_applications'), 'parent', 'guardian')), '1',
  'Another choice is stored too'
);
select is(
  pg_temp.send($$ insert into public.contact_messages (name, email, message)
    select 'Sam', 'twins@example.org', 'Sample' from generate_series(1, 3) $$),
  '1', 'The same three times in one request is stored once'
);

-- For a day, whatever was done with it

update public.volunteer_applications set status = 'contacted' where email = 'sample@example.org';
select is(
  pg_temp.send(tests.sample_insert('volunteer_applications')), '0',
  'A repeated submission does not reopen one that was answered'
);
update public.contact_messages set created_at = now() - interval '23 hours 59 minutes';
select is(
  pg_temp.send(tests.sample_insert('contact_messages')), '0', 'Almost a day later it is still the same'
);
update public.contact_messages set created_at = now() - interval '1 day';
select is(
  pg_temp.send(tests.sample_insert('contact_messages')), '1', 'The same words after a day are stored'
);

-- From two addresses at the same moment, one waits for the other.

create function pg_temp.locks() returns bigint
language sql
as $$ select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid() $$;
create function pg_temp.locks_taken(statement text, address text) returns bigint
language plpgsql
as $$
declare
  before constant bigint := pg_temp.locks();
begin
  perform pg_temp.send(statement, 'anon', address);
  return pg_temp.locks() - before;
end
$$;
create temporary table letters as
select format($$ insert into public.contact_messages (name, email, message)
  values ('Sam', 'locks@example.org', '%s') $$, words) as statement, words
from unnest(array['One', 'Two']) as words;
select is(pg_temp.locks_taken(statement, '192.0.2.11'), 4::bigint,
  'A first submission locks its address, its words, the mailbox of its receipt and that of its person')
from letters where words = 'One';
select is(pg_temp.locks_taken(statement, '192.0.2.12'), 1::bigint,
  'The same words from another address meet the same lock')
from letters where words = 'One';
select is(pg_temp.locks_taken(statement, '192.0.2.12'), 1::bigint,
  'Other words from there have a lock of their own')
from letters where words = 'Two';

-- No answer tells whether it was stored.

create function pg_temp.send_counted(form text, prefer text) returns text
language plpgsql
as $$
begin
  perform tests.send_from(jsonb_build_object('cf-connecting-ip', '192.0.2.13', 'prefer', prefer));
  return (tests.attempt('anon', tests.sample_insert(form))).state;
end
$$;
select is(pg_temp.send_counted(form, prefer), '42501', format('%s are not counted: %s', form, prefer))
from forms cross join unnest(array['count=exact', 'return=minimal, Count = planned', 'count=estimated']) as prefer;
select is(pg_temp.send_counted(form, 'return=minimal'), '00000', format('Without a count %s are taken', form))
from forms;

-- Different senders are no duplicates.

select is(
  pg_temp.send($$ insert into public.volunteer_applications (first_name, last_name, email)
    values (null, null, null) $$),
  '1', format('Application %s without an email address is stored', turn)
)
from generate_series(1, 2) as turn;

-- It counts like any other.

select is(
  (select string_agg(pg_temp.send(tests.sample_insert('partnership_proposals'), 'anon', '192.0.2.1'), ' ')
   from generate_series(1, 6)),
  '0 0 0 0 0 PGRST', 'The sixth from one address in ten minutes is refused'
);

select * from finish();
rollback;
