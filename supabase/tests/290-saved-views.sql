-- Saved views: who sees and saves them, the numbers of pinned ones, the weekly mail, and campaigns to a view.

begin;
select plan(99);
update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now());
delete from private.outbox where true;
delete from public.mentors where true;
insert into public.mentors (first_name, last_name, email, status) values
  ('Ann', 'Able', 'ann@example.org', 'active'), ('Ben', 'Busy', 'ben@example.org', 'active'),
  ('Cat', 'Calm', 'cat@example.org', 'inactive');

create function pg_temp.id_of(number integer) returns uuid
language sql as $$ select format('00000000-0000-4000-8000-%s', lpad(number::text, 12, '0'))::uuid $$;
create function pg_temp.save(
  number integer, state jsonb default '{}', shared boolean default false, of_table text default 'mentors', weekly boolean default false,
  name text default null
) returns text
language sql
as $$
  select format('select public.save_view(%L, true, %L)', jsonb_build_object(
    'id', pg_temp.id_of(number), 'table_name', of_table, 'list', '/crm?tab=' || of_table,
    'name', coalesce(name, 'View ' || number), 'is_shared', shared, 'state', state
  ), weekly)
$$;
create function pg_temp.names() returns text
language sql as $$ select 'select string_agg(name, '', '' order by name) from public.saved_views' $$;
create function pg_temp.numbers() returns text
language sql as $$ select $q$select string_agg(name || ' ' || coalesce(total::text, 'gone'), ', ' order by name, total) from public.pinned_views()$q$ $$;

-- Saving and sharing

select tests.done(
  'only can_manage_mentors', pg_temp.save(1, '{"filters": {"status": "active"}, "conditions": [["status", "eq", "active"]], "sort": "last_name", "columns": ["email", "status"]}'),
  format('exists (select from public.saved_views where id = %L)', pg_temp.id_of(1)), 'A member of staff saves a view of a list that they may read'
);
select tests.sees('only can_manage_mentors', pg_temp.numbers(), 'View 1 2', '… and has its number in the menu');
select is((tests.attempt('only can_manage_mentors', pg_temp.save(1))).state, '00000', 'A retry stores it once');
select is((select count(*)::int from public.saved_views), 1, '… and no second one');
select tests.sees('only can_manage_mentors', pg_temp.numbers(), 'View 1 3', '… with what was sent last');
select tests.refused('only can_manage_mentors', pg_temp.save(2, name => 'view 1'), 'Two views of one list and account have two names', '23505');
select tests.refused('only can_manage_trainers', pg_temp.save(2), 'No view of a list that one may not read is saved');
select tests.sees('admin', pg_temp.names(), null, 'An admin sees no view that is not shared');
select tests.attempt('only can_manage_mentors', pg_temp.save(1, '{"conditions": [["status", "eq", "active"]]}', true));
select tests.sees('admin', pg_temp.names(), 'View 1', 'A shared one is seen by all who may read the list');
select tests.sees('only can_manage_trainers', pg_temp.names(), null, '… and by no one else');

-- Another's view is not overwritten

select tests.refused('admin', pg_temp.save(1, name => 'Mine now'), 'The id of another''s view cannot be saved again');
select tests.done(
  'admin', pg_temp.save(3, '{"conditions": [["status", "eq", "inactive"]]}', name => 'View 1'),
  'exists (select from public.saved_views where owner_id = tests.account(''admin''))', 'A copy of one''s own may have its name'
);
select tests.refused('only can_manage_mentors', format('select public.use_view(%L, true)', pg_temp.id_of(3)), 'A view that the account does not see cannot be pinned');

select tests.refused('admin', pg_temp.save(9, name => 'Paid' || mark || 'diap'), format('No name of a view has the mark %s', ascii(mark)), '23514')
from unnest(array[u&'\202E', u&'\2028']) as mark;

-- Bad states

select tests.refused('admin', pg_temp.save(9, state), why, '23514')
from (values
  ('[]'::jsonb, 'A state is an object'),
  ('{"rows": []}', 'It has no other part'),
  ('{"sort": "id; drop"}', 'The sort is a column'),
  ('{"filters": {"a b": "x"}}', 'A filter is a column'),
  ('{"filters": {"status": ["x"]}}', 'Its value is a text'),
  ('{"filters": []}', 'Filters are an object'),
  ('{"columns": "email"}', 'Columns are a list'),
  (jsonb_build_object('search', repeat('x', 201)), 'A search is short'),
  ('{"search": 1}', 'A search is a text')
) as listed (state, why);
select tests.refused(
  'admin', $$insert into public.saved_views (table_name, list, name, state) values ('mentors', 'https://example.org', 'x', '{}')$$,
  'A list is an address of this site', '23514'
);

-- Numbers with the rights of who opens

select tests.attempt('admin', format('select public.use_view(%L, true)', pg_temp.id_of(1)));
select tests.attempt('admin', pg_temp.save(4, '{"words": "able"}', true));
select tests.attempt('admin', pg_temp.save(5, '{"conditions": [["favorite", "eq", "x"]]}'));
select tests.attempt('admin', pg_temp.save(6, '{"conditions": [["status", "eq", "asleep"]]}'));
select tests.attempt('admin', pg_temp.save(7, '{"conditions": [["created_at", "gte", {"day": "2000-01-01", "later": 0}], ["created_at", "lt", {"day": "2000-01-02", "later": 1}]]}'));
select tests.attempt('admin', pg_temp.save(8, '{"conditions": [["status", "eq", "active'' or true --"]]}'));
select tests.attempt('admin', pg_temp.save(10, '{"conditions": [["grade_level", "eq", "3"]]}', of_table => 'mentees'));
select tests.sees(
  'admin', pg_temp.numbers(), 'View 1 1, View 1 2, View 10 gone, View 4 1, View 5 gone, View 6 gone, View 7 0, View 8 gone',
  'A view whose column, value or grant is gone has no number; the others have theirs'
);
select tests.attempt('only can_manage_mentors', format('select public.use_view(%L, true)', pg_temp.id_of(4)));
delete from public.user_permissions where user_id = tests.account('only can_manage_mentors');
select tests.sees('only can_manage_mentors', pg_temp.numbers(), null, 'Without the right a colleague''s view is gone, and one''s own shared one is no one''s');
insert into public.user_permissions (user_id, permission_id)
values (tests.account('only can_manage_mentors'), tests.id('permissions', 'can_manage_mentors'));
update public.saved_views set owner_id = tests.account('only can_manage_mentors') where id = pg_temp.id_of(1);
select tests.sees('only can_manage_mentors', pg_temp.numbers(), 'View 1 2, View 4 1', 'With it both are back');

-- Conditions. Which rows each filter of a list finds is in tests/screens/saved-views.test.tsx.

select tests.refused('admin', pg_temp.save(9, jsonb_build_object('conditions', conditions)), why, '23514')
from (values
  ($${}$$::jsonb, 'Conditions are a list'),
  ($$["status"]$$, 'A condition is a list'),
  ($$[["status", "eq"]]$$, '… with a value'),
  ($$[["status", "eq", "active", "x"]]$$, '… and nothing more'),
  ($$[["status or true", "eq", "active"]]$$, 'Its column is a name'),
  ($$[["status\" = status or \"status", "eq", "active"]]$$, '… and no SQL'),
  ($$[["status", "= 'active' or status =", "active"]]$$, 'Its operator is no SQL'),
  ($$[["status", "like", "active"]]$$, '… and one of those that there are'),
  ($$[["status", "is", "not null"]]$$, 'Only null follows `is`'),
  ($$[["status", "in", "active"]]$$, 'A list follows `in`'),
  ($$[["status", "in", [["active"]]]]$$, '… of texts'),
  ($$[["status", "eq", {"symbol": "current_user"}]]$$, 'A symbol is one of those that there are'),
  ($$[["created_at", "lt", {"day": "now()", "later": 1}]]$$, 'A day is a day'),
  ($$[["created_at", "lt", {"day": "today", "later": "1 or true"}]]$$, '… and the days after it are a number')
) as listed (conditions, why);
select tests.refused('admin', pg_temp.save(9, '{"filters": {"status": "active"}}'), 'Filters come with their conditions', '23514');
select is(
  private.count_view('mentors', jsonb_build_object('conditions', conditions), null, null), expected::bigint,
  format('The conditions %s count %s', conditions, coalesce(expected::text, 'nothing'))
)
from (values
  ($$[["first_name", "eq", "Ann' or true --"]]$$::jsonb, 0),
  ($$[["first_name", "eq", "Ann\"; drop table public.mentors; --"]]$$, 0),
  ($$[["first_name", "in", ["Ann", "{Ben}", "Be,n", "\"", "x') or ('1' = '1"]]]$$, 1),
  ($$[["first_name", "neq", "Ann"]]$$, 2),
  ($$[["phone", "is", null]]$$, 3),
  ($$[["first_name", "eq", {"symbol": "me"}]]$$, null),
  ($$[["id", "eq", "1 or true"]]$$, null),
  ($$[["created_at", "lt", "soon"]]$$, null),
  ($$[["created_at", "lt", {"day": "2026-99-99", "later": 0}]]$$, null),
  ($$[["ctid", "eq", "(0,1)"]]$$, null),
  ($$[["status or true", "eq", "active"]]$$, null),
  ($$[["status", "= status or status =", "active"]]$$, null)
) as listed (conditions, expected);
select is(private.count_view(of_table, '{}', null, null), null, format('Of %s nothing is counted', of_table))
from unnest(array['nothing', 'mentors where true; --', 'mentors" or "x']) as of_table;
select is((select string_agg(first_name, ' ' order by first_name) from public.mentors), 'Ann Ben Cat', 'None of them changed anything');
create view public.broken as select null::uuid as id, 1 / divisor as status from (values (0)) as listed (divisor);
grant select on public.broken to authenticated;
select throws_ok(
  $$ select private.count_view('broken', '{"conditions": [["status", "eq", "1"]]}', null, null) $$,
  '22012', null, 'Any other error is told'
);
select tests.refused('only can_review_submissions', format('select public.submission_counts(%L)', views), format('The queue has no view %s', views), '22023')
from unnest(array[
  '{}', '[[["status or true", "eq", "new"]]]', '[[["search_text", "sounds like", "x"]]]', '[[["nothing", "eq", "x"]]]'
]) as views;

-- The weekly mail

create function pg_temp.mails() returns text
language sql
as $$
  select string_agg(concat_ws(' ', data ->> 'total', data ->> 'before'), ', ' order by created_at, data ->> 'week')
  from private.outbox where kind = 'view'
$$;
create function pg_temp.monday(weeks integer, at_time time default '08:00') returns timestamptz
language sql
as $$
  select ((private.week_of(now()) + 7 * weeks) + at_time) at time zone private.office_time_zone()
$$;
select tests.done(
  'only can_manage_mentors', format('select public.use_view(%L, null, true)', pg_temp.id_of(1)),
  'exists (select from public.view_uses where is_weekly)', 'A member of staff asks for the number each week'
);
select private.mail_views();
select is(pg_temp.mails(), null, 'The week that has begun has no mail');
select private.mail_views(pg_temp.monday(1, '07:59'));
select is(pg_temp.mails(), null, 'Monday before eight has none');
select private.mail_views(pg_temp.monday(1));
select private.mail_views(pg_temp.monday(1, '09:00'));
select is(pg_temp.mails(), '2', 'At eight it is written, once');
select results_eq(
  $$ select recipient, data - 'week' from private.outbox where kind = 'view' $$,
  format($$ values ('only.can_manage_mentors@personas.test', '{"list": "/crm?tab=mentors", "view_id": "%s", "total": 2, "before": null}'::jsonb) $$, pg_temp.id_of(1)),
  'It has numbers and the place, and no name'
);
update public.mentors set status = 'active' where first_name = 'Cat';
select private.mail_views(pg_temp.monday(2));
select is(pg_temp.mails(), '2, 3 2', 'The next has the number of the week before, too');
update public.saved_views set state = '{}' where id = pg_temp.id_of(1);
select private.mail_views(pg_temp.monday(3));
select is(pg_temp.mails(), '2, 3 2, 3', 'A view that changed is not compared');
delete from public.user_permissions where user_id = tests.account('only can_manage_mentors');
select private.mail_views(pg_temp.monday(4));
select is(pg_temp.mails(), '2, 3 2, 3', 'Without the right none is written');
insert into public.user_permissions (user_id, permission_id)
values (tests.account('only can_manage_mentors'), tests.id('permissions', 'can_manage_mentors'));
update private.second_factor set is_demanded = true;
select private.mail_views(pg_temp.monday(5));
select is(pg_temp.mails(), '2, 3 2, 3, 3', 'A second factor guards sessions, and keeps no number from who holds the right');
update private.second_factor set is_demanded = false;
update public.profiles set confirmed = false where id = tests.account('only can_manage_mentors');
select private.mail_views(pg_temp.monday(6));
select is(pg_temp.mails(), '2, 3 2, 3, 3', 'An address that is not confirmed gets none');
update public.profiles set confirmed = true where id = tests.account('only can_manage_mentors');
select is_empty(
  $$ select persona, listed.table_name from tests.personas() as persona, (select distinct table_name from private.table_permissions()) as listed
    where persona not in ('anon', 'stranger') and (tests.account(persona) in (select private.readers(listed.table_name))) <> (
      select coalesce(bool_or(role = 'admin' or role = 'program_manager' and listed.table_name = 'programs'), false)
      from public.user_roles where user_id = tests.account(persona)
    ) and not exists (
      select from public.user_permissions held join public.permissions on id = permission_id
      join private.table_permissions() opened on opened.permission = permissions.name
      where held.user_id = tests.account(persona) and opened.table_name = listed.table_name
    ) $$,
  'The readers of a table are those who hold a right to it'
);

-- Campaigns

update public.saved_views set state = '{"conditions": [["status", "eq", "active"]]}' where id = pg_temp.id_of(1);
update public.mentors set status = 'inactive' where first_name = 'Cat';
insert into private.suppressions (address, reason) values ('ben@example.org', 'unsubscribed');
select is(
  (select string_agg(address || coalesce(' ' || left_out, ''), ', ' order by address) from private.campaign_recipients('view:' || pg_temp.id_of(1))),
  'ann@example.org, ben@example.org unsubscribed', 'The people of a view are an audience, without who unsubscribed'
);
select is((select count(*)::int from private.view_members(pg_temp.id_of(10))), 0, 'A view of mentees is none');
select is((select count(*)::int from private.view_members(gen_random_uuid())), 0, 'Nor is one that is gone');
insert into public.saved_views (id, table_name, list, name, is_shared, state)
select gen_random_uuid(), source, '/people', 'All of ' || source, true, '{}' from private.searched_tables() as source;
select bag_eq(
  $$ select table_name, address, member.name, person_id from public.saved_views, private.view_members(id) as member where list = '/people' $$,
  $$ select source, email, name, person_id from private.rows_of_people as member
    where source not in ('mentees', 'unposted_gifts', 'donor_pledges') and status is distinct from 'unconfirmed'
      and (source <> 'profiles' or exists (select from public.profiles where id = member.id and confirmed)) $$,
  'The members of a view are its list''s people, as a search for people has them'
);
delete from public.saved_views where list = '/people';
select tests.sees(
  'admin', format('select recipients from public.campaign_audience(%L)', 'view:' || pg_temp.id_of(1)), '1', 'Readers of the list see the number'
);
select tests.sees(
  'only can_send_emails', format('select count(*) from public.campaign_audience(%L)', 'view:' || pg_temp.id_of(1)), '0', 'Others see none'
);
insert into public.email_campaigns (id, name, subject, content, target_audience)
values (pg_temp.id_of(50), 'To a view', 'Hello', 'Hello', 'view:' || pg_temp.id_of(1));
select tests.refused(
  'only can_send_emails',
  format($$select public.send_campaign(%L, 1, '{"subject": "Hello", "content": "Hello", "name_fallback": "friend", "target_audience": "view:%s"}')$$,
    pg_temp.id_of(50), pg_temp.id_of(1)),
  'A campaign to people whom its sender may not read is refused', 'P0001'
);
select tests.refused(
  'admin', format('update public.email_campaigns set target_audience = %L where id = %L', 'view:x', pg_temp.id_of(50)),
  'An audience is known, or the id of a view', '23514'
);
update public.email_campaigns set status = 'scheduled', scheduled_at = now() + interval '1 day', scheduled_by = tests.account('only can_send_emails')
where id = pg_temp.id_of(50);
select private.process_campaigns();
select is((select status::text from public.email_campaigns where id = pg_temp.id_of(50)), 'draft', 'One scheduled by that account waits as a draft');

-- A view that lost what named an erased person has rows that it had not.

select tests.refused('admin', pg_temp.save(9, '{"erased": false}'), 'The mark of that view is true', '23514');
select tests.attempt('admin', format('select public.use_view(%L, true, true)', pg_temp.id_of(1)));
update public.email_campaigns set status = 'scheduled', scheduled_at = now() + interval '1 day', scheduled_by = tests.account('admin')
where id = pg_temp.id_of(50);
select private.process_campaigns();
select is((select status::text from public.email_campaigns where id = pg_temp.id_of(50)), 'scheduled', 'A campaign waits for its time');
update public.saved_views set state = '{"filters": {"status": "active"}, "conditions": [], "erased": true}' where id = pg_temp.id_of(1);
select private.process_campaigns();
select is((select status::text from public.email_campaigns where id = pg_temp.id_of(50)), 'draft', 'It is a draft again when the view loses a part');
select is((select count(*)::int from private.campaign_recipients('view:' || pg_temp.id_of(1))), 0, 'Nobody is in that view');
select tests.refused(
  'admin',
  format($$select public.send_campaign(%L, 0, '{"subject": "Hello", "content": "Hello", "name_fallback": "friend", "target_audience": "view:%s"}')$$,
    pg_temp.id_of(50), pg_temp.id_of(1)),
  'No campaign is sent to it', 'P0001'
);
select tests.sees(
  'admin', format('select coalesce(total::text, ''gone'') from public.pinned_views() where id = %L', pg_temp.id_of(1)), 'gone', 'It has no number in the menu'
);
delete from private.outbox where kind = 'view';
update public.view_uses set mailed_week = mailed_week - 700 where true;
select private.mail_views();
select is_empty(
  format($$ select from private.outbox where kind = 'view' and data ->> 'view_id' = %L $$, pg_temp.id_of(1)), 'and none by mail'
);
update public.saved_views set state = '{"conditions": [["status", "eq", "active"]]}' where id = pg_temp.id_of(1);
select tests.sees(
  'admin', format('select total::text from public.pinned_views() where id = %L', pg_temp.id_of(1)), '2', 'Saved again, it has its number'
);

-- Columns

select tests.done(
  'plain staff', $$select public.choose_columns('/crm?tab=mentors', '{email,status}')$$,
  $$exists (select from public.list_columns where user_id = tests.account('plain staff'))$$, 'The order of columns is kept with the account'
);
select is((tests.attempt('plain staff', $$select public.choose_columns('/crm?tab=mentors', '{status}')$$)).state, '00000', '… and changed');
select tests.sees('plain staff', 'select columns::text from public.list_columns', '{status}', '… to what was chosen last');

-- Accounts that leave

select tests.attempt('only can_manage_mentors', pg_temp.save(12, name => 'Private'));
delete from public.user_permissions where user_id = tests.account('only can_manage_mentors');
delete from public.user_roles where user_id = tests.account('only can_manage_mentors');
select is(
  (select owner_id is null from public.saved_views where id = pg_temp.id_of(1)), true, 'A shared view of who leaves stays, without an owner'
);
select tests.sees('only can_manage_mentors', pg_temp.names(), null, '… who sees none any more');
select tests.done(
  'admin', format('update public.saved_views set name = %L where id = %L', 'Kept', pg_temp.id_of(1)),
  $$exists (select from public.saved_views where name = 'Kept')$$, 'An admin keeps it'
);
delete from public.profiles where id = tests.account('only can_manage_mentors');
select is((select count(*)::int from public.saved_views where id in (pg_temp.id_of(1), pg_temp.id_of(12))), 1, 'Private ones go with the account');

select * from finish();
rollback;
