-- A member of staff leaves with thirty open things of every kind; what is refused; and the undo.

begin;
select plan(53);
update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now());
delete from public.tasks where true;
delete from private.outbox where true;

-- Thirty open things of the leaver `staff`, who holds nearly everything.

insert into public.user_permissions (user_id, permission_id)
values (tests.account('staff'), tests.id('permissions', 'can_review_submissions')) on conflict do nothing;
insert into public.matches (id, mentor_id, mentee_id, program_id)
select gen_random_uuid(), tests.id('mentors', 'Kwame'), mentee.id, tests.id('programs', 'Community Partnerships')
from (select id from public.mentees order by id limit 4) as mentee;
create function pg_temp.of(persona text) returns text
language sql as $$
  select string_agg(kind || ' ' || total, ', ' order by kind collate "C") from (
    select kind || case when part = '' then '' else ':' || part end as kind, count(*) as total
    from private.open_items(tests.account(persona)) group by 1
  ) as counted
$$;
update public.submissions set assignee_id = null where assignee_id = tests.account('staff');
update public.matches set supervisor_id = null, deputy_id = null where true;
update public.programs set manager_id = null where true;
delete from public.saved_views where owner_id = tests.account('staff');
update public.submissions set assignee_id = tests.account('staff')
where id in (select id from public.submissions where closed_at is null order by id limit 8);
insert into public.tasks (body, due_on, assignee_id, author_id, mentor_id, open_to)
select format('Mentor %s', nth), private.office_today() + 9, tests.account('staff'), null::uuid, tests.id('mentors', 'Kwame'), '{mentors}'::text[] from generate_series(1, 6) as nth
union all
select format('Own %s', nth), private.office_today() + 9, tests.account('staff'), tests.account('staff'), null, '{}' from generate_series(1, 5) as nth;
update public.programs set manager_id = tests.account('staff')
where id in (select id from public.programs where status in ('active', 'planned') order by id limit 2);
update public.matches set supervisor_id = tests.account('staff'), deputy_id = tests.account('only can_manage_programs')
where id in (select id from public.matches where status = 'proposed' order by id limit 2);
update public.matches set deputy_id = tests.account('staff')
where id in (select id from public.matches where status = 'proposed' order by id offset 2 limit 1);
insert into public.saved_views (owner_id, table_name, list, name, is_shared, state)
select tests.account('staff'), 'mentors', '/crm?tab=mentors', format('View %s', nth), nth < 4, '{}'::jsonb from generate_series(1, 4) as nth
union all select tests.account('only can_manage_mentors'), 'mentors', '/crm?tab=mentors', 'view 1', false, '{}'::jsonb;
insert into public.email_campaigns (name, subject, content, status, scheduled_at, scheduled_by)
select format('News %s', nth), 'News', case nth when 1 then 'You gave {{year_total}}' else 'Words' end, 'scheduled'::public.campaign_status, now() + interval '1 day', tests.account('staff')
from generate_series(1, 3) as nth;
insert into private.covers (id, account_id, cover_id, starts_on, ends_on, over_at)
select gen_random_uuid(), tests.account('mentors'), tests.account('staff'), private.office_today(), private.office_today() + 2, now() + interval '2 days';

select is(
  pg_temp.of('staff'),
  'campaigns 2, campaigns:donations 1, deputies 1, matches 2, programs 2, submissions 8, tasks 5, tasks:mentors 6, views:mentors 3', 'Thirty things are open'
);

-- The list that the dialog shows

create function pg_temp.may(persona text, kind text, part text) returns boolean
language sql as $$
  select tests.answer('admin', format(
    'select heirs @> %L from public.leaver_work(%L) where kind = %L and part = %L',
    jsonb_build_array(jsonb_build_object('id', tests.account(persona))), tests.account('staff'), kind, part
  ))::boolean
$$;
select is(pg_temp.may(persona, kind, part), expected, format('%s may%s take over %s %s', persona, case when expected then '' else ' not' end, kind, part))
from (values
  ('admin', 'submissions', '', true), ('development', 'submissions', '', true), ('only can_send_emails', 'submissions', '', false),
  ('only can_manage_mentors', 'tasks', 'mentors', true), ('only can_review_submissions', 'tasks', 'mentors', false),
  ('fundraiser', 'tasks', '', true), ('supporter', 'tasks', '', false), ('program.manager', 'programs', '', true),
  ('only can_send_emails', 'campaigns', '', true), ('only can_send_emails', 'campaigns', 'donations', false), ('staff', 'submissions', '', false)
) as listed (persona, kind, part, expected);
select tests.refused(persona, format('select * from public.leaver_work(%L)', tests.account('staff')), persona || ' doesn''t read a colleague''s open work')
from unnest(array['anon', 'supporter', 'staff', 'only can_edit_user_roles', 'only can_view_all_users']) as persona;

-- Refusals, after which nothing has changed

create function pg_temp.heirs(heir_of_submissions text default 'development') returns jsonb
language sql as $$
  select jsonb_agg(jsonb_build_object('kind', kind, 'part', part, 'heir', tests.account(heir))) from (values
    ('submissions', '', heir_of_submissions), ('tasks', 'mentors', 'only can_manage_mentors'), ('tasks', '', 'admin'),
    ('programs', '', 'program.manager'), ('matches', '', 'only can_manage_programs'), ('deputies', '', 'only can_manage_programs'),
    ('views', 'mentors', 'only can_manage_mentors'), ('campaigns', '', 'only can_send_emails'), ('campaigns', 'donations', 'nobody')
  ) as listed (kind, part, heir)
$$;
create function pg_temp.leave(heirs jsonb default pg_temp.heirs(), account text default 'staff', id uuid default '00000000-0000-4000-8000-000000000367') returns text
language sql as $$ select format('select public.leave_team(%L, %L, %L)', id, tests.account(account), heirs) $$;

select tests.refused(persona, pg_temp.leave(), persona || ' ends no colleague''s work')
from unnest(array['anon', 'supporter', 'only can_edit_user_roles', 'staff']) as persona;
select tests.refused('admin', pg_temp.leave('[]', 'admin'), 'An admin doesn''t end themselves', 'P0001');
select tests.refused('admin', pg_temp.leave('[]', 'supporter'), 'An account without rights and work doesn''t leave', 'P0001');
select tests.refused('admin', pg_temp.leave(pg_temp.heirs('only can_send_emails')), 'No heir who can''t open the submissions', 'P0001');
select tests.refused('admin', pg_temp.leave(pg_temp.heirs('staff')), 'Nobody is their own heir', 'P0001');
select tests.refused('admin', pg_temp.leave(pg_temp.heirs() - 0), 'A list that misses a kind is refused', 'PT409');

-- Leaving

delete from public.change_log where true;
select is(tests.answer('admin', pg_temp.leave()), '30', 'All thirty are handed over');
select is(pg_temp.of('staff'), null, 'Nothing is left');
select is(
  (select array_agg(format('%s: %s', persona, pg_temp.of(persona)) order by persona) from unnest(array['only can_manage_mentors', 'only can_manage_programs', 'only can_send_emails', 'program.manager']) as persona),
  array['only can_manage_mentors: tasks:mentors 6, views:mentors 3', 'only can_manage_programs: deputies 1, matches 2', 'only can_send_emails: campaigns 2', 'program.manager: programs 2'],
  'Each heir has theirs'
);
select is((select count(*) from public.matches where deputy_id = supervisor_id or supervisor_id = tests.account('only can_manage_programs') and deputy_id is not null), 0::bigint, 'A deputy who takes over is no deputy');
select is((select string_agg(name, ', ' order by lower(name)) from public.saved_views where owner_id = tests.account('only can_manage_mentors')), 'view 1, View 1 (2), View 2, View 3', 'A view with a name that the heir has gets a number');
select is((select row (status::text, scheduled_at, scheduled_by)::text from public.email_campaigns where name = 'News 1'), '(draft,,)', 'A campaign for nobody is a draft');
select is(row (private.rights_of(tests.account('staff')))::text, '("(user,{})")', 'Role and permissions are gone');
select is((select count(*) from auth.sessions where user_id = tests.account('staff')), 0::bigint, '… and sessions');
select is((select count(*) from private.covers where over_at > now()), 0::bigint, '… and the cover for a colleague');
select is(
  (select string_agg(record_kind || ' ' || coalesce(changes ->> 'submissions', ''), ', ' order by record_kind) from public.change_log where record_kind <> 'covers'),
  format('leavings [8, "%s"]', private.account_name(tests.account('development'))), 'The log has one entry'
);
select tests.sees('only can_view_all_users', $$ select count(*) from public.change_log where record_kind = 'leavings' $$, '0', '… which only admins read');
select is(
  (select string_agg(split_part(recipient, '@', 1) || ' ' || (data ->> 'items'), ', ' order by recipient) from private.outbox where kind = 'handed'),
  'admin {"tasks": 5}, development {"submissions": 8}, only.can_manage_mentors {"tasks": 6, "views": 3}, only.can_manage_programs {"matches": 3}, only.can_send_emails {"campaigns": 2}, program.manager {"programs": 2}',
  'Each heir gets one mail of numbers'
);
select is((select count(*) from private.outbox where kind = 'notice'), 0::bigint, '… and no other');
select is((tests.attempt('admin', pg_temp.leave())).state, '00000', 'A repeated request is no error');
select is((select count(*) from private.outbox where kind = 'handed'), 6::bigint, '… and sends nothing more');
select tests.sees('admin', 'select string_agg(account || '' '' || items, '''') from public.recent_leavings()', private.account_name(tests.account('staff')) || ' 30', 'An admin sees who left today');

-- The undo, after two things have changed

create function pg_temp.undo() returns text
language sql as $$ select $q$ select * from public.undo_leaving('00000000-0000-4000-8000-000000000367') $q$ $$;
update public.tasks set done_at = now() where body = 'Mentor 1';
update public.submissions set answered_at = now() where id = (select item_id from private.leaving_items where kind = 'submissions' order by item_id limit 1);
select tests.refused(persona, pg_temp.undo(), persona || ' undoes nothing')
from unnest(array['supporter', 'only can_edit_user_roles', 'development']) as persona;
savepoint before_undo;
update private.leavings set left_at = now() - interval '25 hours' where true;
select tests.refused('admin', pg_temp.undo(), 'After a day it stays', 'P0001');
rollback to before_undo;
update public.profiles set email = 'other@kindlewell.test' where id = tests.account('staff');
select tests.refused('admin', pg_temp.undo(), 'With another address no right comes back', 'P0001');
rollback to before_undo;
select is(tests.answer('admin', 'select row (given_back, kept)::text from (' || pg_temp.undo() || ') as undone'), '(28,2)', '28 go back, and the two that have changed stay');
select is(
  pg_temp.of('staff'),
  'campaigns 2, campaigns:donations 1, deputies 1, matches 2, programs 2, submissions 7, tasks 5, tasks:mentors 5, views:mentors 3', 'The leaver has them again'
);
select is(
  (select row (status::text, scheduled_at > now())::text from public.email_campaigns where name = 'News 1')
    || (select string_agg(name, ', ' order by name) from public.saved_views where owner_id = tests.account('staff') and is_shared)
    || (select count(*) from public.matches where supervisor_id = tests.account('staff') and deputy_id = tests.account('only can_manage_programs')),
  '(scheduled,t)View 1, View 2, View 32', '… as they were'
);
select is((select role from private.rights_of(tests.account('staff'))), 'staff', '… with the role');
select is((tests.attempt('admin', pg_temp.undo())).affected, 1::bigint, 'Undone twice is no error');
select is((select count(*) from public.change_log where record_kind = 'leavings'), 2::bigint, '… and logged once');

select * from finish();
rollback;
