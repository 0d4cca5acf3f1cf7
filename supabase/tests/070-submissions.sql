begin;
select plan(251);
select tests.add_personas();

create temporary table forms as
select unnest(array[
  'volunteer_applications', 'program_applications', 'partnership_proposals', 'newsletter_subscriptions',
  'contact_messages'
]) as form;

-- A visitor sends a form, and that is all.

select tests.done(
  'anon', tests.sample_insert(form),
  format(
    $$ exists (select from public.%I where email = 'sample@example.org' and created_at = now()) $$, form
  ),
  format('As anon I send one of the %s', form)
)
from forms;
select is_empty(
  $$ select email from public.volunteer_applications where email = 'sample@example.org' and status <> 'new'
    union all
    select email from public.program_applications where email = 'sample@example.org' and status <> 'new'
    union all
    select email from public.partnership_proposals where email = 'sample@example.org' and status <> 'new' $$,
  'What arrives is new'
);
select tests.refused(
  persona, replace(tests.sample_insert(form), 'sample@', 'again@') || ' returning id',
  format('As %s I cannot read back the id of one of the %s', persona, form)
)
from forms cross join unnest(array['anon', 'supporter', 'staff']) as persona;
select tests.refused(
  'anon', 'select email from public.' || form, format('As anon I cannot read the %s', form)
)
from forms;
select tests.refused(
  'anon', format('update public.%I set email = ''x''', form), format('As anon I cannot change the %s', form)
)
from forms;
select tests.refused(
  persona, replace(tests.sample_insert(form), 'sample@', 'again@') || ' on conflict ' || clause,
  format('As %s I cannot send one of the %s over another: %s', persona, form, clause)
)
from forms
cross join unnest(array['anon', 'supporter']) as persona
cross join unnest(array['(id) do nothing', '(id) do update set email = excluded.email']) as clause;
select tests.done(
  'admin', replace(tests.sample_insert(form), 'sample@', 'admin@') || ' returning *',
  format($$ exists (select from public.%I where email = 'admin@example.org') $$, form),
  format('As an admin I send one of the %s, and read it back', form)
)
from forms;

-- id, status and created_at cannot be set, by nobody.

select tests.refused(
  persona, format('insert into public.%I (%I) values (%L)', form, guarded, value),
  format('As %s I cannot choose the %s of one of the %s', persona, guarded, form)
)
from forms
cross join (values
  ('id', gen_random_uuid()::text), ('status', 'accepted'), ('status', 'new'), ('created_at', now()::text)
) as listed (guarded, value)
cross join unnest(array['anon', 'supporter', 'admin']) as persona
where guarded <> 'status' or form not in ('newsletter_subscriptions', 'contact_messages');

-- Admins review: they set the status and nothing else, and delete nothing.

create temporary table statuses as
select form, enumlabel as status, enumsortorder as position
from forms
join pg_attribute on attrelid = format('public.%I', form)::regclass and attname = 'status'
join pg_enum on enumtypid = atttypid;

select tests.done(
  'admin', format('update public.%I set status = %L where email = ''sample@example.org''', form, status),
  format('exists (select from public.%I where email = ''sample@example.org'' and status = %L)', form, status),
  format('As an admin I set the status of one of the %s to %s', form, status)
)
from statuses order by form, position desc;
select tests.refused(
  'admin', format('update public.%I set email = ''changed@example.org''', form),
  format('As an admin I cannot change what the %s say', form)
)
from forms;
select tests.refused(
  persona, format('delete from public.%I', form), format('As %s I cannot delete %s', persona, form)
)
from forms cross join unnest(array['anon', 'supporter', 'admin']) as persona;
select tests.refused(
  persona, format('update public.%I set status = ''accepted'' where email = ''sample@example.org''', form),
  format('As %s I cannot accept one of the %s', persona, form)
)
from (select distinct form from statuses) as reviewed
cross join unnest(array['anon', 'supporter', 'staff', 'plain director']) as persona;

-- Texts have limits.

create temporary table limits as
select form, attname as name, conname is not null as is_limited,
  (regexp_match(definition, 'char_length\(\w+\) <= (\d+)'))[1]::int as length,
  definition ~ 'btrim' as is_required
from forms
join pg_attribute on attrelid = format('public.%I', form)::regclass
  and atttypid in ('text'::regtype, 'text[]'::regtype)
left join pg_constraint on conrelid = attrelid and contype = 'c' and conkey = array[attnum]
cross join lateral pg_get_constraintdef(pg_constraint.oid) as definition;

select is_empty(
  'select form, name from limits where not is_limited',
  'Every text of every form has a limit or a list of values'
);
select is(
  (select count(*)::int from limits where length is not null), 32, 'Thirty-two texts are free, within limits'
);

-- Sends the sample with some fields changed, says what came of it, and undoes it.
create function pg_temp.sent(form text, changes jsonb) returns text
language plpgsql
as $$
declare
  sample jsonb;
  fields text;
  outcome tests.outcome;
begin
  execute replace(tests.sample_insert(form), 'sample@', 'limits@') || format(' returning to_jsonb(%I)', form)
    into sample;
  select string_agg(quote_ident(attname), ', ') into fields
  from pg_attribute
  where attrelid = format('public.%I', form)::regclass and attnum > 0
    and has_column_privilege('anon', attrelid, attnum, 'insert');
  execute format('delete from public.%I where id = %L', form, sample ->> 'id');
  outcome := tests.attempt('anon', format(
    'insert into public.%1$I (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, %3$L)',
    form, fields, sample || changes
  ));
  raise sqlstate 'UNDO1';
exception when sqlstate 'UNDO1' then
  return outcome.state;
end
$$;

select is(
  pg_temp.sent(form, jsonb_build_object(name, repeat('é', length))), '00000',
  format('The %s of one of the %s may have %s characters', name, form, length)
)
from limits where length is not null order by form, name;
select is(
  pg_temp.sent(form, jsonb_build_object(name, repeat('é', length + 1))), '23514',
  format('The %s of one of the %s may not have %s characters', name, form, length + 1)
)
from limits where length is not null order by form, name;
select is(
  pg_temp.sent(form, jsonb_build_object(name, '  ')), '23514',
  format('The %s of one of the %s may not be blank', name, form)
)
from limits where is_required order by form, name;
select is(
  pg_temp.sent(form, changes), '23514', format('Refused in one of the %s: %s', form, changes)
)
from (values
  ('volunteer_applications', '{"interests": ["hacking"]}'::jsonb),
  ('volunteer_applications', '{"interests": [null]}'),
  ('volunteer_applications', '{"interests": ["events", "events", "events", "events", "events"]}'),
  ('program_applications', '{"relationship": "friend"}'),
  ('program_applications', '{"program_interest": "chess"}'),
  ('program_applications', '{"child_age": -1}'),
  ('program_applications', '{"child_age": 26}'),
  ('partnership_proposals', '{"organization_type": "cult"}'),
  ('partnership_proposals', '{"partnership_type": "silent"}'),
  ('partnership_proposals', '{"organization_size": "many"}')
) as listed (form, changes);
select is(
  pg_temp.sent('volunteer_applications', '{"interests": ["teaching", "tutoring", "events", "admin"]}'),
  '00000', 'All four interests at once are fine'
);

-- E-mail uniqueness of the newsletter ignores letter case.

select tests.refused(
  persona, format('insert into public.newsletter_subscriptions (name, email) values (''Ada'', %L)', address),
  format('As %s I cannot subscribe %s a second time', persona, quote_literal(address)), '23505'
)
from unnest(array['anon', 'supporter', 'admin']) as persona
cross join unnest(array['sample@example.org', 'SAMPLE@Example.ORG', ' Sample@example.org ']) as address;

select * from finish();
rollback;
