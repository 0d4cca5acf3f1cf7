-- Whoever loses a right keeps no open work that they can't open.

begin;
select plan(33);
delete from public.tasks where true;

-- private.opens has one sentence for what policies and helpers decide.

select is_empty(
  $$ select persona, permission from tests.personas() as persona
    cross join lateral private.rights_of(tests.account(persona)) as rights,
    (values
      ('submissions', '', 'can_review_submissions'), ('matches', '', 'can_manage_programs'), ('campaigns', '', 'can_send_emails')
    ) as listed (kind, part, permission)
    where persona not in ('anon', 'stranger') and private.opens(kind, part, rights.role, rights.held)
      <> (tests.account(persona) in (select private.holders(permission))) $$,
  'Submissions, matches and campaigns open for the holders of their permission'
);
select is_empty(
  $$ select persona, part from tests.personas() as persona
    cross join lateral private.rights_of(tests.account(persona)) as rights,
    unnest(array['', 'mentors', 'mentees', 'donations,donors', 'programs', 'submissions']) as part
    where persona not in ('anon', 'stranger') and private.opens('tasks', part, rights.role, rights.held)
      <> (tests.account(persona) in (select private.task_readers(string_to_array(part, ',')))) $$,
  'Tasks open for their possible assignees'
);
select is_empty(
  $$ select persona, part from tests.personas() as persona
    cross join lateral private.rights_of(tests.account(persona)) as rights,
    unnest(array['mentors', 'donations', 'programs', 'submissions', 'courses', 'profiles', 'change_log']) as part
    where persona not in ('anon', 'stranger') and private.opens('views', part, rights.role, rights.held)
      <> (tests.account(persona) in (select private.readers(part))) $$,
  'Views open for the readers of their table'
);
select is_empty(
  $$ select persona from tests.personas() as persona
    cross join lateral private.rights_of(tests.account(persona)) as rights
    where persona not in ('anon', 'stranger') and private.opens('programs', '', rights.role, rights.held)
      <> (tests.account(persona) in (select private.readers('programs'))) $$,
  'Programs open for their readers'
);

-- One thing of each kind, with a holder of one permission.

create function pg_temp.closed() returns uuid
language sql as $$ select id from public.submissions where closed_at is not null and closed_at <= now() order by id limit 1 $$;
create function pg_temp.pair() returns uuid
language sql as $$ select id from public.matches where status <> 'closed' order by id limit 1 $$;
create function pg_temp.holder(kind text) returns uuid
language sql as $$
  select case kind
    when 'submissions' then (select assignee_id from public.submissions where id = tests.id('submissions', 'Teresa Vance'))
    when 'closed' then (select assignee_id from public.submissions where id = pg_temp.closed())
    when 'programs' then (select manager_id from public.programs where name = 'Community Partnerships')
    when 'matches' then (select supervisor_id from public.matches where id = pg_temp.pair())
    when 'deputies' then (select deputy_id from public.matches where id = pg_temp.pair())
    when 'views' then (select owner_id from public.saved_views where name = 'Shared here')
    when 'campaigns' then (select scheduled_by from public.email_campaigns where name = 'Planned')
    else (select assignee_id from public.tasks where body = kind)
  end
$$;
create function pg_temp.lose(persona text, permission text) returns void
language sql as $$
  select tests.attempt('admin', format(
    'delete from public.user_permissions where user_id = %L and permission_id = %L', tests.account(persona), tests.id('permissions', permission)
  ))
$$;

insert into public.matches (id, mentor_id, mentee_id, program_id)
select gen_random_uuid(), tests.id('mentors', 'Kwame'), tests.id('mentees', 'Amara'), tests.id('programs', 'Community Partnerships')
where pg_temp.pair() is null;
insert into public.email_campaigns (name, subject, content, status, scheduled_at)
values ('Planned', 'News', 'Words', 'scheduled', now() + interval '1 day');
update public.submissions set assignee_id = tests.account('only can_review_submissions')
where id in (tests.id('submissions', 'Teresa Vance'), pg_temp.closed());
update public.programs set manager_id = tests.account('only can_manage_programs') where name = 'Community Partnerships';
update public.matches set supervisor_id = tests.account('only can_manage_programs'), deputy_id = tests.account('admin') where id = pg_temp.pair();
update public.email_campaigns set scheduled_by = tests.account('only can_send_emails') where name = 'Planned';
insert into public.saved_views (owner_id, table_name, list, name, is_shared, state)
values (tests.account('only can_manage_mentors'), 'mentors', '/crm?tab=mentors', 'Shared here', true, '{}'),
  (tests.account('only can_manage_mentors'), 'mentors', '/crm?tab=mentors', 'Own', false, '{}');
insert into public.tasks (body, due_on, assignee_id, mentor_id, open_to)
values ('On a mentor', current_date + 9, tests.account('only can_manage_mentors'), tests.id('mentors', 'Kwame'), '{mentors}'),
  ('On nothing', current_date + 9, tests.account('only can_manage_mentors'), null, '{}');

select is(
  (select array_agg(kind || ' ' || items order by kind) from private.open_work_of(tests.account(persona))), expected,
  persona || ' has this open'
)
from (values
  ('only can_review_submissions', array['submissions 1']), ('only can_manage_programs', array['matches 1', 'programs 1']),
  ('only can_send_emails', array['campaigns 1']), ('only can_manage_mentors', array['tasks 2', 'views 1'])
) as listed (persona, expected);

select pg_temp.lose('only can_review_submissions', 'can_review_submissions');
select is(pg_temp.holder('submissions'), null, 'Without the permission an open submission is unassigned');
select is(pg_temp.holder('closed'), tests.account('only can_review_submissions'), '… and one that is done keeps the name');
select is(
  (select changes ->> 'assignee' from public.change_log where record_kind = 'submissions' and record_id = tests.id('submissions', 'Teresa Vance') order by id desc limit 1),
  format('["%s", null]', private.account_name(tests.account('only can_review_submissions'))), '… and the log has who lost it'
);
select pg_temp.lose('only can_manage_programs', 'can_manage_programs');
select is(pg_temp.holder(kind), null, format('… and the same for %s', kind)) from unnest(array['programs', 'matches']) as kind;
select is(pg_temp.holder('deputies'), tests.account('admin'), '… while the deputy of a match stays');
select pg_temp.lose('only can_send_emails', 'can_send_emails');
select is(
  (select row (scheduled_by, status::text, scheduled_at)::text from public.email_campaigns where name = 'Planned'), '(,draft,)',
  'A scheduled campaign is a draft again'
);
select pg_temp.lose('only can_manage_mentors', 'can_manage_mentors');
select is(pg_temp.holder(kind), null, format('Without the list: %s is no one''s', kind)) from unnest(array['views', 'On a mentor']) as kind;
select is(pg_temp.holder('On nothing'), tests.account('only can_manage_mentors'), '… and a task without a record stays with a role of staff');
select is(
  (select owner_id from public.saved_views where name = 'Own'), tests.account('only can_manage_mentors'), '… as does a view that is not shared'
);

-- Every other road.

create function pg_temp.give_back() returns void
language sql as $$
  update public.user_roles set role = 'staff' where user_id = tests.account('only can_review_submissions');
  insert into public.user_permissions (user_id, permission_id)
  values (tests.account('only can_review_submissions'), tests.id('permissions', 'can_review_submissions')) on conflict do nothing;
  update public.submissions set assignee_id = tests.account('only can_review_submissions') where id = tests.id('submissions', 'Teresa Vance');
  insert into public.tasks (body, due_on, assignee_id) values ('Road', current_date + 9, tests.account('only can_review_submissions'))
$$;
create function pg_temp.road(statement text, persona text default 'admin') returns uuid[]
language sql as $$
  select pg_temp.give_back();
  select tests.attempt(persona, statement);
  select array_remove(array[pg_temp.holder('submissions'), pg_temp.holder('Road')], null);
$$;
create function pg_temp.of_reviewer(statement text) returns text
language sql as $$ select format(statement, tests.account('only can_review_submissions'), tests.id('permissions', 'can_review_submissions')) $$;
select is(pg_temp.road(pg_temp.of_reviewer('update public.user_permissions set permission_id = (select id from public.permissions where name = ''can_view_analytics'') where user_id = %L'), 'service_role'),
  array[tests.account('only can_review_submissions')], 'A permission that becomes another takes the submission, and leaves the task');
delete from public.user_permissions where user_id = tests.account('only can_review_submissions');
delete from public.tasks where body = 'Road';
select is(pg_temp.road(pg_temp.of_reviewer('delete from public.user_permissions where user_id = %L')), array[tests.account('only can_review_submissions')],
  'All permissions at once take the submission, and leave the task');
delete from public.tasks where body = 'Road';
select is(
  pg_temp.road(pg_temp.of_reviewer('with gone as (delete from public.user_permissions where user_id = %1$L) delete from public.user_roles where user_id = %1$L'), 'service_role'),
  '{}', 'Role and permission in one statement take both'
);
delete from public.tasks where body = 'Road';
insert into public.user_roles (user_id, role) values (tests.account('only can_review_submissions'), 'staff') on conflict do nothing;
select pg_temp.give_back();
update public.user_roles set role = 'admin' where user_id = tests.account('only can_review_submissions');
delete from public.user_permissions where user_id = tests.account('only can_review_submissions');
select is(pg_temp.holder('submissions'), tests.account('only can_review_submissions'), 'An admin needs no permission');
select tests.attempt('only can_review_submissions', pg_temp.of_reviewer('select public.set_user_role(%L, ''supporter'')'));
select is(pg_temp.holder('submissions'), null, 'An admin who steps down leaves the submission');
select is(pg_temp.holder('Road'), null, '… and a colleague''s task without a record, which they couldn''t hand on themselves');

-- Before that: an heir.

select tests.attempt('admin', format('select public.set_user_role(%L, ''staff'')', tests.account('only can_review_submissions')));
insert into public.user_permissions (user_id, permission_id)
select tests.account('only can_review_submissions'), tests.id('permissions', 'can_review_submissions');
select pg_temp.give_back();
create function pg_temp.hand(kind text, part text, heir text) returns text
language sql as $$
  select format('select public.hand_over_work(%L, %L)', tests.account('only can_review_submissions'),
    jsonb_build_array(jsonb_build_object('kind', kind, 'part', part, 'heir', tests.account(heir))))
$$;
create function pg_temp.lost(persona text) returns text
language sql as $$
  select tests.answer(persona, format(
    'select string_agg(kind || '' '' || items, '', '') from public.work_lost(%L, ''user'', ''{}'')', tests.account('only can_review_submissions')
  ))
$$;
select is(pg_temp.lost('admin'), 'submissions 1, tasks 1', 'An admin is told what would be no one''s');
update public.submissions set assignee_id = tests.account('admin') where id = (select id from public.submissions where assignee_id is null and closed_at is null order by id limit 1);
select tests.sees(
  'admin', format('select count(*)::text from public.work_lost(%L, ''user'')', tests.account('admin')), '0', 'Nothing is asked about the last admin, who stays one'
);
select is(pg_temp.lost('only can_edit_user_roles'), null, 'An editor of roles without the permission is told nothing');
insert into public.user_permissions (user_id, permission_id)
values (tests.account('only can_edit_user_roles'), tests.id('permissions', 'can_review_submissions'));
select is(pg_temp.lost('only can_edit_user_roles'), 'submissions 1', '… and one with it what they could assign themselves');
select tests.refused(
  'only can_edit_user_roles', pg_temp.hand('tasks', '', 'only can_edit_user_roles'), 'An editor of roles takes no task without a record'
);
select tests.refused('admin', pg_temp.hand('submissions', '', 'only can_send_emails'), 'No heir who can''t open it', 'P0001');
select tests.refused('only can_review_submissions', pg_temp.hand('submissions', '', 'admin'), 'A reviewer hands nothing over here');
select tests.done(
  'only can_edit_user_roles', pg_temp.hand('submissions', '', 'development'),
  $$ pg_temp.holder('submissions') = tests.account('development') $$, 'An editor of roles gives the submissions to a reviewer'
);

select * from finish();
rollback;
