-- Rule 7: 5 submissions per form and address in 10 minutes, then 429 with Retry-After. now() stands
-- still within these tests; where time must pass, the owner makes what was counted older.

begin;
select plan(43 + 4 * cardinality(private.public_forms()));

create temporary table forms as select unnest(private.public_forms()) as form;
create temporary sequence letters;

-- Sends a form so often, each time with these headers; says '5 accepted', '5 accepted, 1 refused', …
create function pg_temp.send(
  form text, times int, headers jsonb default null, persona text default 'anon'
) returns text
language plpgsql
as $$
declare
  accepted int := 0;
  refused int := 0;
  outcome tests.outcome;
begin
  perform tests.send_from(headers);
  for turn in 1..times loop
    outcome := tests.attempt(
      persona, replace(tests.sample_insert(form), 'sample@', format('%s@', nextval('pg_temp.letters')))
    );
    case outcome.state
      when '00000' then accepted := accepted + 1;
      when 'PGRST' then refused := refused + 1;
      else raise exception '%', outcome;
    end case;
  end loop;
  return concat_ws(', ', nullif(accepted, 0) || ' accepted', nullif(refused, 0) || ' refused');
end
$$;
create function pg_temp.from_address(address text) returns jsonb
language sql
as $$ select jsonb_build_object('cf-connecting-ip', address) $$;

-- Per form, per address

select is(
  pg_temp.send(form, 6, pg_temp.from_address('192.0.2.1')), '5 accepted, 1 refused',
  format('Of six %s from one address the last is refused, however many other forms it sent', form)
)
from forms;
select is(
  pg_temp.send(form, 5, pg_temp.from_address('192.0.2.2')), '5 accepted',
  format('Another address still may send %s', form)
)
from forms;
select tests.send_from(pg_temp.from_address('192.0.2.1'));
select tests.refused(
  'anon', replace(tests.sample_insert(form), 'sample@', 'sixth@'),
  format('The sixth of the %s leaves nothing', form), 'PGRST'
)
from forms;
select ok(
  exists (select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()),
  'Submissions of one address that arrive together wait for each other to be counted'
);

-- The API turns the refusal into status 429 and a Retry-After header.

create temporary table refusals as
select (outcome).message::jsonb as body, (outcome).detail::jsonb as response
from (select tests.attempt('anon', tests.sample_insert('contact_messages')) as outcome) as sixth;
select is(
  (select response from refusals), '{"status": 429, "headers": {"Retry-After": "600"}}',
  'The answer is 429, and says to come back in ten minutes'
);
select is(
  (select array_agg(key order by key) from refusals, jsonb_object_keys(body) as key),
  array['code', 'details', 'hint', 'message'],
  'Its body has what the API needs to pass it on'
);
select is(
  (select body ->> 'code' || ' ' || (body ->> 'details') from refusals), '429 Try again in 600 seconds.',
  'It tells the visitor how long to wait'
);
update private.recent_submissions set submitted_at = now() - interval '250.5 seconds'
where id = (
  select min(id) from private.recent_submissions where form = 'contact_messages' and address = '192.0.2.1'
);
select is(
  (tests.attempt('anon', tests.sample_insert('contact_messages'))).detail::jsonb #>> '{headers,Retry-After}',
  '350',
  'Retry-After is when the oldest of the five stops counting'
);

-- Whose address it is: what the proxy vouches for.

select is(
  pg_temp.send(
    'contact_messages', 5, '{"cf-connecting-ip": "198.51.100.1", "x-forwarded-for": "203.0.113.1"}'
  ),
  '5 accepted', 'A visitor behind the proxy has five'
);
select is(
  pg_temp.send('contact_messages', 1, jsonb_build_object(
    'cf-connecting-ip', '198.51.100.1', 'x-forwarded-for', spoofed, 'x-real-ip', spoofed, 'forwarded', spoofed
  )),
  '1 refused', format('Sending x-forwarded-for: %s allows no more', spoofed)
)
from unnest(array['203.0.113.2', '203.0.113.3, 203.0.113.4', '', '127.0.0.1']) as spoofed;
select is(
  pg_temp.send('contact_messages', 5, '{"x-real-ip": "198.51.100.2", "x-forwarded-for": "203.0.113.1"}'),
  '5 accepted', 'Without cf-connecting-ip it is x-real-ip'
);
select is(
  pg_temp.send('contact_messages', 1, '{"cf-connecting-ip": " ", "x-real-ip": "198.51.100.2"}'),
  '1 refused', 'A blank cf-connecting-ip counts as none'
);
select is(
  pg_temp.send('contact_messages', 5, '{"x-forwarded-for": "203.0.113.9, 198.51.100.3"}'),
  '5 accepted', 'With only x-forwarded-for it is the last entry, which the nearest proxy wrote'
);
select is(
  pg_temp.send('contact_messages', 1, jsonb_build_object('x-forwarded-for', rotated || ', 198.51.100.3')),
  '1 refused', format('%s in front of it changes nothing', rotated)
)
from unnest(array['203.0.113.10', '203.0.113.11, 203.0.113.12', '198.51.100.4']) as rotated;
select is(
  pg_temp.send('contact_messages', 3, null) || '; ' || pg_temp.send('contact_messages', 2, '{}')
    || '; ' || pg_temp.send('contact_messages', 1, '{"user-agent": "x"}'),
  '3 accepted; 2 accepted; 1 refused', 'Requests without an address share one allowance'
);

-- The addresses that it counts

select is(
  pg_temp.send('contact_messages', 3, pg_temp.from_address('198.51.100.5'), 'supporter')
    || '; ' || pg_temp.send('contact_messages', 3, pg_temp.from_address('198.51.100.5'), 'staff')
    || '; ' || pg_temp.send('contact_messages', 1, pg_temp.from_address('198.51.100.5')),
  '3 accepted; 2 accepted, 1 refused; 1 refused',
  'Visitors at one address share its five, signed in or not'
);
select is(
  pg_temp.send('contact_messages', 7, pg_temp.from_address('198.51.100.5'), persona), '7 accepted',
  format('As %s I am not limited', persona)
)
from unnest(array['admin', 'service_role']) as persona;

-- Many rows in one request

create function pg_temp.many(form text, times int) returns text
language sql
as $$
  select string_agg(
    case turn when 1 then split_part(one, ' values ', 1) || ' values ' else ', ' end
      || split_part(one, ' values ', 2),
    '' order by turn
  )
  from generate_series(1, times) as turn,
    lateral (select replace(
      regexp_replace(tests.sample_insert(form), '\s+values ', ' values '), 'sample@', format('many%s@', turn)
    ) as one) as generated
$$;
select tests.send_from(pg_temp.from_address('198.51.100.6'));
select tests.refused(
  'anon', pg_temp.many(form, 6), format('Six %s in one request are refused as a whole', form), 'PGRST'
)
from forms;
select tests.done(
  'anon', pg_temp.many('newsletter_subscriptions', 5),
  $$ (select count(*) = 5 from public.newsletter_subscriptions where email like 'many%') $$,
  'Five in one request are accepted'
);
select is(
  pg_temp.send('newsletter_subscriptions', 1, pg_temp.from_address('198.51.100.6')), '1 refused',
  'Five in one request count as five'
);

-- A failed request does not count, and the limit expires.

select tests.send_from(pg_temp.from_address('198.51.100.7'));
select tests.refused(
  'anon', replace(tests.sample_insert('contact_messages'), '''Sample'')', ''' '')'),
  'A message that is blank is refused', '23514'
)
from generate_series(1, 2);
select is(
  pg_temp.send('contact_messages', 6, pg_temp.from_address('198.51.100.7')), '5 accepted, 1 refused',
  'A refused message does not use up the five'
);
update private.recent_submissions set submitted_at = now() - interval '9 minutes 59.5 seconds';
select is(
  pg_temp.send('contact_messages', 1, pg_temp.from_address('198.51.100.7')), '1 refused',
  'Just before ten minutes are over the sixth is still refused'
);
select is(
  (tests.attempt('anon', tests.sample_insert('contact_messages'))).detail::jsonb #>> '{headers,Retry-After}',
  '1',
  'for one second'
);
update private.recent_submissions set submitted_at = now() - interval '10 minutes';
select tests.done(
  'anon', tests.sample_insert('contact_messages'),
  $$ (select count(*) = 1 and bool_and(submitted_at = now()) from private.recent_submissions) $$,
  'After ten minutes it is accepted, and all addresses that no longer count are deleted'
);

-- A task forgets them when no one sends anything.

update private.recent_submissions set submitted_at = now() - interval '9 minutes 59.5 seconds';
select private.apply_rule('recent_submissions');
select isnt_empty('table private.recent_submissions', 'The task forgets no address within the ten minutes');
update private.recent_submissions set submitted_at = now() - interval '10 minutes';
select private.apply_rule('recent_submissions');
select is_empty('table private.recent_submissions', 'Afterwards no address is left');
select ok((select next_at <= now() from private.retention_rules where rule = 'recent_submissions'), 'It runs every minute');

-- No caller sees or clears the addresses.

select tests.refused(persona, statement, format('As %s I cannot: %s', persona, statement))
from unnest(array['anon', 'admin', 'service_role']) as persona
cross join unnest(array[
  'select address from private.recent_submissions', 'delete from private.recent_submissions',
  'select private.client_address()'
]) as statement;

-- IPv6

select is(
  pg_temp.send('contact_messages', 5, pg_temp.from_address('2001:db8:1:2::5')), '5 accepted',
  'An IPv6 address may send five'
);
select is(
  pg_temp.send('contact_messages', 1, pg_temp.from_address('2001:db8:1:2:abcd:ef01:2345:6789')), '1 refused',
  'Another address of the same IPv6 network is the same household'
);
select is(
  pg_temp.send('contact_messages', 1, pg_temp.from_address('2001:db8:1:3::5')), '1 accepted',
  'The next network is not'
);

select * from finish();
rollback;
