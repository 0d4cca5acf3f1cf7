-- Messages about changes, and their readers: the policies on realtime.messages decide who may
-- join a channel or show themselves there, and the triggers what is sent.

begin;
select plan((101 + 4 * (select count(*) from public.permissions) + 3 * cardinality(private.public_forms()))::integer);
delete from realtime.messages;

create temporary table reviewers as select unnest(array['admin', 'only can_review_submissions']) as persona;

-- Messages

create temporary table kinds as select unnest(private.public_forms()) as kind;
select set_has(
  'table kinds',
  $$ values ('volunteer_applications'), ('program_applications'), ('partnership_proposals'), ('contact_messages'),
    ('program_registrations'), ('pledges'), ('newsletter_subscriptions') $$,
  'Messages of all seven forms are tried'
);

create function pg_temp.sent() returns text
language sql
as $$
  with taken as (delete from realtime.messages returning *)
  select string_agg(format('%s %s %s %s: %s', extension, private, topic, event, payload - 'id'), '; ') from taken
$$;
create function pg_temp.announced(kind text, id uuid) returns text
language sql
as $$
  select format('broadcast t submissions changed: %s', jsonb_build_object(
    'table', case kind when 'newsletter_subscriptions' then kind else 'submissions' end, 'ids', jsonb_build_array(id)
  ))
$$;
create function pg_temp.sample_of(kind text) returns uuid
language plpgsql
as $$
declare
  found uuid;
begin
  execute format('select id from public.%I where email = ''sample@example.org''', kind) into found;
  return found;
end
$$;
create function pg_temp.is_told_of(kind text, persona text, statement text) returns boolean
language plpgsql
as $$
declare
  before constant uuid := pg_temp.sample_of(kind);
begin
  perform tests.attempt(persona, statement);
  return pg_temp.sent() = pg_temp.announced(kind, coalesce(before, pg_temp.sample_of(kind)));
end
$$;

select ok(
  pg_temp.is_told_of(kind, 'anon', tests.sample_insert(kind)),
  format('Of one of the %s that arrives the table and the id are told to one private channel, and nothing else', kind)
)
from kinds;
select ok(
  pg_temp.is_told_of(kind, 'admin', format('update public.%I set status = ''contacted'' where email = ''sample@example.org''', kind)),
  format('A change in the %s is broadcast the same way', kind)
)
from kinds where kind <> 'newsletter_subscriptions';
create temporary table noted as select id from public.submissions where email = 'sample@example.org' limit 1;
grant select on noted to authenticated;
select is(
  (select pg_temp.sent() from tests.attempt('admin',
    format('update public.submissions set assignee_id = %L where id = (select id from noted)', tests.account('admin')))),
  (select pg_temp.announced('submissions', id) from noted), 'A message reports a new assignee'
);
select is(
  (select pg_temp.sent() from tests.attempt('admin',
    'insert into public.submission_notes (submission_id, body) select id, ''Noted'' from noted')),
  (select replace(pg_temp.announced('submissions', id), '"submissions"', '"submission_notes"') from noted),
  'A message about a note has its submission'
);
delete from public.submission_notes where body = 'Noted';
select pg_temp.sent();
select ok(
  pg_temp.is_told_of(kind, 'service_role', format('delete from public.%I where email = ''sample@example.org''', kind)),
  format('Of a removal from the %s the same', kind)
)
from kinds;
update public.mentees set school_name = 'Told?';
update public.profiles set full_name = 'Told?';
insert into public.holidays (day, name) values ('2199-12-31', 'Told?');
select is(pg_temp.sent(), null, 'Of children, accounts and holidays nothing is told');

select tests.attempt('service_role', format(
  $$ insert into public.contact_messages (name, email, message)
    select 'Many', 'many-' || n || '@example.org', 'Sample' from generate_series(1, %s) as n $$, 101
));
delete from realtime.messages;
insert into public.holidays (day, name)
select day, 'One message' from generate_series(current_date + 1, current_date + 7, '1 day') as day
where private.is_business_day(day::date) limit 1;
select is(
  pg_temp.sent(), 'broadcast t submissions changed: {"ids": null, "table": "submissions"}',
  'A holiday that moves more than a hundred promises sends one message without ids'
);
update public.submissions set assignee_id = null where false;
select is(pg_temp.sent(), null, 'A statement that changes no row sends none');

-- The readers of a message, and of who else looks at a submission. The service puts a message there and asks
-- who sees it.

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
  pg_temp.may_join(persona, topic, extension), persona in (select reviewers.persona from reviewers),
  format('As %s I %s %s of %s', persona,
    case when persona in (select reviewers.persona from reviewers) then 'read' else 'do not read' end, extension, topic)
)
from tests.personas() as persona
cross join (values ('submissions', 'broadcast'), ('submission:1', 'presence')) as tried (topic, extension);
select is(
  pg_temp.may_join('admin', topic, extension), false,
  format('Not even an admin reads %s of the topic %s', extension, topic)
)
from (values
  ('Submissions', 'broadcast'), ('submissions%', 'broadcast'), ('submissions:1', 'presence'),
  ('x submission:1', 'presence'), ('', 'broadcast'), ('submissions', 'postgres_changes')
) as tried (topic, extension);

-- Sending: reviewers show themselves at a submission, and that is all.

create function pg_temp.sending(extension text, topic text) returns text
language sql
as $$
  select format(
    $q$ with topic as materialized (select set_config('realtime.topic', %2$L, true) as name)
      insert into realtime.messages (topic, extension, private) select name, %1$L, true from topic $q$,
    extension, topic
  )
$$;
select tests.refused(
  persona, pg_temp.sending(extension, topic), format('As %s I send no %s to %s', persona, extension, topic)
)
from tests.personas() as persona
cross join (values ('broadcast', 'submissions'), ('presence', 'submission:1')) as tried (extension, topic)
where extension = 'broadcast' or persona not in (select reviewers.persona from reviewers);
select tests.refused(
  persona, pg_temp.sending(extension, topic), format('As %s I send no %s to %s', persona, extension, topic)
)
from reviewers
cross join (values
  ('broadcast', 'submission:1'), ('presence', 'submissions'), ('presence', 'elsewhere')
) as tried (extension, topic);
select tests.done(
  persona, pg_temp.sending('presence', 'submission:' || persona),
  format('exists (select from realtime.messages where topic = %L)', 'submission:' || persona),
  format('As %s I show that I look at a submission', persona)
)
from reviewers;

select * from finish();
rollback;
