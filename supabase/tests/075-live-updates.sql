-- Who is told that something changed, and what: the policies on realtime.messages decide who may
-- join a channel, and the triggers what is sent there.

begin;
select plan(101);
select tests.add_personas();
delete from realtime.messages;

-- What is sent

create temporary table kinds as
select unnest(array['volunteer_applications', 'program_applications', 'partnership_proposals']) as kind;

create function pg_temp.sent() returns text
language sql
as $$
  with taken as (delete from realtime.messages returning *)
  select string_agg(format('%s %s %s %s: %s', extension, private, topic, event, payload), '; ') from taken
$$;
create function pg_temp.announced(kind text, id uuid) returns text
language sql
as $$
  select format('broadcast t submissions changed: %s', jsonb_build_object('table', kind, 'id', id))
$$;

select tests.attempt('anon', tests.sample_insert(kind)) from kinds;
create temporary table arrived as
select 'volunteer_applications' as kind, id from public.volunteer_applications where email = 'sample@example.org'
union all
select 'program_applications', id from public.program_applications where email = 'sample@example.org'
union all
select 'partnership_proposals', id from public.partnership_proposals where email = 'sample@example.org';
select is(
  pg_temp.sent(), (select string_agg(pg_temp.announced(kind, id), '; ' order by kind desc)
    from arrived where kind like 'v%')
    || '; ' || (select pg_temp.announced(kind, id) from arrived where kind like 'prog%')
    || '; ' || (select pg_temp.announced(kind, id) from arrived where kind like 'part%'),
  'Of what arrives the table and the id are told to one private channel, and nothing else'
);
select tests.attempt('admin', format('update public.%I set status = ''accepted'' where id = %L', kind, id))
from arrived where kind like 'prog%';
select is(
  pg_temp.sent(), (select pg_temp.announced(kind, id) from arrived where kind like 'prog%'),
  'Of a change the same'
);
select tests.attempt('service_role', format('delete from public.%I where id = %L', kind, id))
from arrived where kind like 'part%';
select is(
  pg_temp.sent(), (select pg_temp.announced(kind, id) from arrived where kind like 'part%'),
  'Of a removal the same'
);
update public.mentees set school_name = 'Told?';
update public.profiles set full_name = 'Told?';
select tests.attempt('anon', tests.sample_insert('contact_messages'));
select is(pg_temp.sent(), null, 'Of children, accounts and messages nothing is told');

-- Who hears it. The service puts a message there and asks who sees it.

create function pg_temp.may_join(persona text, topic text, extension text) returns boolean
language plpgsql
as $$
declare
  seen bigint;
begin
  insert into realtime.messages (topic, extension, private) values ($2, $3, true);
  perform tests.act_as(persona), set_config('realtime.topic', $2, true);
  select count(*) into seen from realtime.messages;
  perform set_config('role', 'none', true);
  delete from realtime.messages;
  return seen > 0;
end
$$;

select is(
  pg_temp.may_join(persona, 'submissions', 'broadcast'), persona = 'admin',
  format('As %s I %s', persona, case when persona = 'admin' then 'hear of submissions' else 'hear nothing' end)
)
from tests.personas() as persona;
select is(
  pg_temp.may_join('admin', topic, extension), false,
  format('Not even an admin reads %s of the topic %s', extension, topic)
)
from (values
  ('submissions', 'presence'), ('Submissions', 'broadcast'), ('submissions%', 'broadcast'), ('', 'broadcast')
) as tried (topic, extension);

-- Who may send

select tests.refused(
  persona,
  format($$ insert into realtime.messages (topic, extension, private) values ('submissions', %L, true) $$, extension),
  format('As %s I can send no %s', persona, extension)
)
from tests.personas() as persona
cross join unnest(array['broadcast', 'presence']) as extension;

select * from finish();
rollback;
