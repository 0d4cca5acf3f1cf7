-- The browser names the row that staff add, so that a second try after a lost answer adds nothing.

begin;
select plan(31);

create temporary table stories as
select *, gen_random_uuid() as id
from (values
  ('mentors', 'only can_manage_mentors', 'bio'),
  ('mentees', 'only can_manage_mentees', 'email'),
  ('trainers', 'only can_manage_trainers', 'bio'),
  ('programs', 'program.manager', 'description'),
  ('courses', 'only can_manage_courses', 'description'),
  ('email_campaigns', 'only can_send_emails', 'content')
) as listed (table_name, keeper, changed);

create function pg_temp.insert_as(id uuid, table_name text) returns text
language sql
as $$
  select regexp_replace(
    regexp_replace(tests.sample_insert(table_name), '\(', '(id, '), 'values \(', format('values (%L, ', id)
  )
$$;

select tests.done(
  keeper, pg_temp.insert_as(id, table_name),
  format('exists (select from public.%I where id = %L)', table_name, id),
  format('As %s I choose the id of what I add to %s', keeper, table_name)
)
from stories;
select tests.refused(
  persona, replace(pg_temp.insert_as(id, table_name), 'Sam', 'Other'),
  format('As %s I add nothing to %s with an id that is there, and change nothing', persona, table_name),
  '23505'
)
from stories cross join lateral unnest(array[keeper, 'admin']) as persona;
select tests.done(
  persona, format('update public.%I set %I = %L where id = %L', table_name, changed, persona, id),
  format('exists (select from public.%I where %I = %L and id = %L)', table_name, changed, persona, id),
  format('As %s I change the row of that id in %s', persona, table_name)
)
from stories
cross join lateral (select case table_name when 'programs' then 'only can_manage_programs' else keeper end)
  as listed (persona);
select tests.refused(
  'supporter', pg_temp.insert_as(id, table_name),
  format('As a supporter I am refused before I learn whether an id is in %s', table_name)
)
from stories;

update public.email_campaigns set status = 'sent' where name = 'Sample';
select tests.refused(
  'only can_send_emails',
  pg_temp.insert_as(id, table_name) || ' on conflict (id) do update set content = excluded.content',
  'As a holder of can_send_emails I do not overwrite a campaign that was sent by naming its id'
)
from stories where table_name = 'email_campaigns';

select * from finish();
rollback;
