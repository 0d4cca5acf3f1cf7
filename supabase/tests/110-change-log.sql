-- Each change is logged separately, is read by the readers of the record, and is altered
-- by no one.

begin;
select plan(72 + 2 * cardinality(private.public_forms()) + cardinality(private.queued_forms()));
create temporary table already as select id from public.change_log;
grant select on already to authenticated;

-- The last entry in words. All of them are of one moment in here, so each is taken as it comes.
create function pg_temp.entries() returns text
language sql
as $$
  with taken as (delete from public.change_log where id not in (select id from already) returning *)
  select string_agg(
    concat_ws(' ', coalesce(actor_name, 'nobody'), action, record_kind, record_name, changes), '; '
    order by record_kind, action, changes::text
  ) from taken
$$;
create function pg_temp.logged(persona text, statement text) returns text
language plpgsql
as $$
declare
  outcome tests.outcome;
begin
  perform pg_temp.entries();
  outcome := tests.attempt(persona, statement);
  return case outcome.state when '00000' then pg_temp.entries() else outcome.state end;
end
$$;
create function pg_temp.address(persona text) returns text
language sql as $$ select coalesce(full_name, email) from public.profiles where id = tests.account(persona) $$;

-- Entries

select is(
  pg_temp.logged('only can_manage_mentees', $$ insert into public.mentees (first_name, last_name, parent_phone)
    values ('Story', 'Child', '1') $$),
  'only.can_manage_mentees@personas.test added mentees Story Child',
  'The log names an added person and the author, and not the row''s values'
);
select is(
  pg_temp.logged('only can_manage_mentees', $$ update public.mentees
    set email = 'new@example.org', last_name = 'New', status = status where first_name = 'Story' $$),
  'only.can_manage_mentees@personas.test changed mentees Story New '
    '{"email": [null, "new@example.org"], "last_name": ["Child", "New"]}',
  'The log has each changed column with its old and new value, and no other column'
);
select is(
  pg_temp.logged('only can_manage_mentees', $$ update public.mentees set last_name = 'New' where first_name = 'Story' $$),
  null, 'A save that changes nothing is no change'
);
select is(
  pg_temp.logged('only can_manage_mentees', $$ update public.mentees set email = null where first_name = 'Story' $$),
  'only.can_manage_mentees@personas.test changed mentees Story New {"email": ["new@example.org", null]}',
  'An emptied value is logged'
);
select is(
  pg_temp.logged('owner', $$ update public.mentees set parent_phone = '2', school_name = 'Hill' where first_name = 'Story' $$),
  'nobody changed mentees Story New {"school_name": null, "parent_phone": null}',
  'Of a protected column the log says that it changed, and neither value'
);
select is(
  pg_temp.logged('service_role', $$ delete from public.mentees where first_name = 'Story' $$),
  'nobody removed mentees', 'The name of a removed person is not kept'
);
select is(
  pg_temp.logged('only can_manage_mentors', $$ insert into public.mentors (first_name, last_name) values ('Story', 'Mentor') $$),
  'only.can_manage_mentors@personas.test added mentors Story Mentor', 'A mentor'
);
select is(
  pg_temp.logged('only can_manage_trainers', $$ insert into public.trainers (first_name, last_name) values ('Story', 'Trainer') $$),
  'only.can_manage_trainers@personas.test added trainers Story Trainer', 'A trainer'
);
select is(
  pg_temp.logged('only can_manage_programs', $$ insert into public.programs (name) values ('Story') $$),
  'only.can_manage_programs@personas.test added programs Story', 'A program'
);
select is(
  pg_temp.logged('only can_manage_programs', $$ update public.programs set start_date = '2026-02-01' where name = 'Story' $$),
  'only.can_manage_programs@personas.test changed programs Story {"start_date": [null, "2026-02-01"]}',
  'The log has the first day of a program'
);
select is(
  pg_temp.logged('only can_manage_programs', format(
    $$ select public.save_program_assignments(%L, added_mentors => array[%L]::uuid[], added_trainers => array[%L]::uuid[]) $$,
    tests.id('programs', 'Story'), (select id from public.mentors where last_name = 'Mentor'),
    (select id from public.trainers where last_name = 'Trainer')
  )),
  'only.can_manage_programs@personas.test added program_mentors Story {"mentor": [null, "Story Mentor"]}; '
    'only.can_manage_programs@personas.test added program_trainers Story {"trainer": [null, "Story Trainer"]}',
  'The log names people assigned to a program'
);
select is(
  pg_temp.logged('only can_manage_programs', format(
    $$ select public.save_program_assignments(%L, removed_mentors => array[%L]::uuid[], added_trainers => array[%L]::uuid[]) $$,
    tests.id('programs', 'Story'), (select id from public.mentors where last_name = 'Mentor'),
    (select id from public.trainers where last_name = 'Trainer')
  )),
  'only.can_manage_programs@personas.test removed program_mentors Story {"mentor": ["Story Mentor", null]}',
  'The log names removed assignments, and not unchanged ones'
);
select is(
  pg_temp.logged('only can_manage_courses', $$ insert into public.courses (title, capacity) values ('Story', 3) $$),
  'only.can_manage_courses@personas.test added courses Story', 'A course'
);
select is(
  pg_temp.logged('only can_manage_courses', $$ update public.courses set capacity = 4 where title = 'Story' $$),
  'only.can_manage_courses@personas.test changed courses Story {"capacity": [3, 4]}', 'The log has the capacity of a course'
);
select is(
  pg_temp.logged('only can_send_emails', $$ insert into public.email_campaigns (name, subject, content)
    values ('Story', 'S', 'C') $$),
  'only.can_send_emails@personas.test added email_campaigns Story', 'A campaign'
);
select tests.attempt(
  'only can_send_emails', $$ update public.email_campaigns set content = repeat('x', 9000) where name = 'Story' $$
);
select is(
  (select changes -> 'content' ->> 1 from public.change_log
    where record_kind = 'email_campaigns' and action = 'changed' and id not in (select id from already)),
  repeat('x', 500), 'The beginning of a long text is kept'
);
select is(
  pg_temp.logged('admin', format($$ select public.set_user_role(%L, 'director') $$, tests.account('newcomer'))),
  format('%s added user_roles %s {"role": [null, "director"]}', pg_temp.address('admin'), pg_temp.address('newcomer')),
  'The log has a given role and its author'
);
select is(
  pg_temp.logged('admin', format($$ select public.set_user_role(%L, 'donor') $$, tests.account('newcomer'))),
  format('%s changed user_roles %s {"role": ["director", "donor"]}', pg_temp.address('admin'), pg_temp.address('newcomer')),
  'The log has the role before'
);
select is(
  pg_temp.logged('admin', format($$ delete from public.user_roles where user_id = %L $$, tests.account('newcomer'))),
  format('%s removed user_roles %s {"role": ["donor", null]}', pg_temp.address('admin'), pg_temp.address('newcomer')),
  'The log has a removed role'
);
select is(
  pg_temp.logged('admin', format($$ insert into public.user_permissions (user_id, permission_id) values (%L, %L) $$,
    tests.account('newcomer'), tests.id('permissions', 'can_manage_mentees'))),
  format('%s added user_permissions %s {"permission": [null, "can_manage_mentees"]}',
    pg_temp.address('admin'), pg_temp.address('newcomer')),
  'The log has a granted permission'
);
select is(
  pg_temp.logged('admin', format($$ delete from public.user_permissions where user_id = %L $$, tests.account('newcomer'))),
  format('%s removed user_permissions %s {"permission": ["can_manage_mentees", null]}',
    pg_temp.address('admin'), pg_temp.address('newcomer')),
  'The log has a revoked permission'
);
select set_has(
  'select unnest(private.public_forms())',
  $$ values ('volunteer_applications'), ('program_applications'), ('partnership_proposals'), ('contact_messages'),
    ('program_registrations'), ('pledges'), ('newsletter_subscriptions') $$,
  'All seven forms are tried'
);
select is(
  pg_temp.logged('anon', tests.sample_insert(form)), null, format('An arriving row in %s is not logged', form)
)
from unnest(private.public_forms()) as form;
select is(
  pg_temp.logged('admin', format($$ update public.%I set status = 'contacted' where email = 'sample@example.org' $$, form)),
  format('%s changed %s %s {"status": ["new", "contacted"]}', pg_temp.address('admin'), form,
    (select name from public.submissions where submissions.kind::text = submission_kinds.kind and email = 'sample@example.org')),
  format('A changed status in %s is logged', form)
)
from private.submission_kinds;
select is(
  pg_temp.logged('only can_review_submissions', format(
    $$ update public.submissions set assignee_id = %L where name = 'Sample' $$, tests.account('only can_review_submissions')
  )),
  'only.can_review_submissions@personas.test changed submissions Sample '
    '{"assignee": [null, "only.can_review_submissions@personas.test"]}',
  'The log names the assignee'
);
select is(
  pg_temp.logged('only can_review_submissions', $$ insert into public.submission_notes (submission_id, body)
    select id, 'First thought' from public.submissions where name = 'Sample' $$),
  null, 'A note is its own record'
);
select is(
  pg_temp.logged('only can_review_submissions', $$ update public.submission_notes set body = 'Second' where body = 'First thought' $$),
  'only.can_review_submissions@personas.test changed submission_notes Sample {"body": ["First thought", "Second"]}',
  'An altered note is logged'
);
select is(
  pg_temp.logged('only can_review_submissions', $$ delete from public.submission_notes where body = 'Second' $$),
  'only.can_review_submissions@personas.test removed submission_notes Sample {"body": ["Second", null]}',
  'A removed note is logged'
);
select is(
  pg_temp.logged('admin', $$ insert into public.holidays (day, name) values ('2199-12-31', 'Story') $$),
  pg_temp.address('admin') || ' added holidays Story', 'A day on which the office is closed'
);
select is(
  pg_temp.logged('service_role', $$ update public.program_applications
    set child_name = 'Story', child_age = 7, special_needs = 'Story', goals = 'Story' where email = 'sample@example.org' $$),
  'nobody changed program_applications Sam Sample {"goals": [null, "Story"], "child_age": null, "child_name": null, "special_needs": null}',
  'The log has no details of a child'
);
select is(
  pg_temp.logged('only can_review_submissions', format($$ select public.record_opening(%L) $$,
    (select id from public.program_applications where email = 'sample@example.org'))),
  'only.can_review_submissions@personas.test opened program_applications Sam Sample',
  'The log has the opening of protected fields'
);
select is(
  pg_temp.logged('service_role', $$ update public.donations set campaign = 'Story'
    where id = (select id from public.donations order by donor_name limit 1) $$) like 'nobody changed donations %"Story"]}',
  true, 'A donation that is put right'
);
select is(
  pg_temp.logged('only can_manage_courses', $$ update public.courses set capacity = -1 where title = 'Story' $$),
  '23514', 'A capacity below zero is refused'
);
select is(pg_temp.entries(), null, 'A refused change is not in the log');

-- Exports

select is(
  pg_temp.logged('only can_review_submissions', format($$ select public.log_export(%L, '{}', 3) $$, exported)),
  format('only.can_review_submissions@personas.test exported %s {"rows": 3}', exported),
  format('Reviewers export %s', exported)
)
from unnest('{submissions}' || private.public_forms()) as exported;
select is(
  pg_temp.logged('only can_manage_mentees',
    $$ select public.log_export('mentees', '{"status": "active", "search": "ada"}', 28) $$),
  'only.can_manage_mentees@personas.test exported mentees '
    '{"rows": 28, "search": "ada", "status": "active"}',
  'An export is logged with its author, filters and number of rows'
);
select tests.refused(
  persona, format('select public.log_export(%L, %L, 1)', exported, '{}'),
  format('As %s I cannot say that I exported %s', persona, exported)
)
from (values
  ('anon', 'mentees'), ('supporter', 'mentees'), ('stranger', 'donations'), ('only can_manage_mentors', 'mentees'),
  ('program.manager', 'mentees'), ('only can_view_all_users', 'user_roles'), ('staff', 'change_log'),
  ('staff', 'contact_messages'), ('only can_review_submissions', 'mentees'), ('service_role', 'mentees')
) as tried (persona, exported);
select tests.refused(
  'admin', statement, format('An invalid export is refused: %s', left(statement, 70)), '23514'
)
from unnest(array[
  $$ select public.log_export('nothing', '{}', 1) $$,
  $$ select public.log_export('mentees; drop table', '{}', 1) $$,
  $$ select public.log_export('mentees', '{}', -1) $$,
  $$ select public.log_export('mentees', '[]', 1) $$,
  format($$ select public.log_export('mentees', '{"search": "%s"}', 1) $$, (
    select string_agg(md5(number::text), '') from generate_series(1, 200) as number
  ))
]) as statement;
select tests.attempt('only can_manage_mentees', $$ select public.log_export('mentees', '{}', 1) from generate_series(1, 60) $$);
select tests.refused(
  'only can_manage_mentees', $$ select public.log_export('mentees', '{}', 1) $$,
  'The sixty-first in an hour is refused', 'P0001'
);
update public.change_log set created_at = now() - interval '61 minutes' where action = 'exported';
select is(
  pg_temp.logged('only can_manage_mentees', $$ select public.log_export('mentees', '{}', 1) $$),
  'only.can_manage_mentees@personas.test exported mentees {"rows": 1}', 'An hour later there are new ones'
);

-- Readers (the matrix says whose rows): exports are for admins.

select tests.attempt('admin', $$ select public.log_export('mentees', '{}', 1) $$);
select tests.sees(
  persona, $$ select count(*) > 0 from public.change_log where action = 'exported' $$,
  (persona = 'admin')::text,
  format('As %s I see %s exports', persona, case persona when 'admin' then 'all' else 'no' end)
)
from unnest(array['admin', 'only can_manage_mentees', 'staff', 'only can_view_all_users', 'supporter', 'stranger']) as persona;

-- No caller alters it.

select tests.refused(
  'admin', statement, format('As admin I cannot: %s', statement)
)
from unnest(array[
  'alter table public.mentors disable trigger log_change', 'drop trigger log_change on public.mentors'
]) as statement;

-- It is kept for a year.

update public.change_log set created_at = now() - interval '1 year' + interval '1 second';
select private.apply_rule('change_log');
select isnt_empty('table public.change_log', 'Before the year is over nothing is forgotten');
insert into public.change_log (action, record_kind, created_at)
select 'changed', 'mentors', now() - interval '2 years' from generate_series(1, 1500);
create temporary table kept as select count(*) as entries from public.change_log;
select private.apply_rule('change_log');
select is(
  (select entries from kept) - (select count(*) from public.change_log), 1000::bigint,
  'A thousand at a time'
);
select private.apply_rule('change_log');
select is_empty($$ select from public.change_log where created_at < now() - interval '1 year' $$, 'The task deletes old entries until none are left');

-- Every table of the staff is watched. Answers are never changed and say themselves who sent them; changes
-- of a file stand under its record (private.log_file), those of installments under the pledge (save_pledge), pauses and
-- contacts under the match.

select is_empty(
  $$ select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname not in (
        'change_log', 'permissions', 'notification_choices', 'submission_answers', 'saved_views', 'view_uses', 'list_columns',
        'files', 'pledge_installments', 'match_pauses', 'match_contacts'
      )
      and not exists (
        select from pg_trigger where tgrelid = pg_class.oid and tgname = 'log_change' and tgenabled = 'O'
      ) $$,
  'Every other table in public is watched'
);

-- A chosen name never passes for a colleague.

update public.profiles set full_name = 'Story Colleague' where id = tests.account('only can_manage_trainers');
update public.profiles set full_name = 'Story Person' where id = tests.account('only can_manage_mentors');
select is(
  pg_temp.logged('only can_manage_mentors', $$ update public.profiles set full_name = 'Story Other'
    where id = tests.account('only can_manage_mentors') $$),
  'Story Other changed profiles Story Other {"full_name": ["Story Person", "Story Other"]}',
  'A change of one''s own name is logged'
);
select is(
  pg_temp.logged('admin', format($$ update public.profiles set full_name = 'Story Person' where id = %L $$,
    tests.account('only can_manage_mentors'))),
  pg_temp.address('admin') || ' changed profiles Story Person {"full_name": ["Story Other", "Story Person"]}',
  'A change by an admin is logged as theirs'
);
select is(
  pg_temp.logged('only can_manage_mentors', format($$ update public.profiles set full_name = %L
    where id = tests.account('only can_manage_mentors') $$, name)),
  format('%1$s (only.can_manage_mentors@personas.test) changed profiles %1$s {"full_name": ["%2$s", "%1$s"]}', name, former),
  format('An entry under the name %s, which a colleague has, shows the address', name)
) from (values
  ('story  colleague', 'Story Person'),
  ('Stóry Colleague.', 'story  colleague'),
  (U&'Story\200bColleague', 'Stóry Colleague.'),
  ('only.can_manage_trainers@personas.test', U&'Story\200bColleague')
) as chosen (name, former);
select is(
  pg_temp.logged('only can_manage_mentors', $$ insert into public.mentors (first_name, last_name) values ('Story', 'Last') $$),
  'only.can_manage_trainers@personas.test (only.can_manage_mentors@personas.test) added mentors Story Last',
  'An entry of another kind under that name shows the address'
);
update public.profiles set full_name = 'Story Colleague' where id = tests.account('only can_review_submissions');
select tests.sees(
  'only can_review_submissions',
  $$ select full_name from public.reviewers() where id = tests.account('only can_review_submissions') $$,
  'Story Colleague (only.can_review_submissions@personas.test)', 'The list of assignees shows the address, too'
);
insert into public.submission_notes (submission_id, author_id, body)
select id, tests.account('only can_review_submissions'), 'By a colleague' from public.submissions limit 1;
delete from auth.users where id = tests.account('only can_review_submissions');
select results_eq(
  $$ select author_id is not null, author_name from public.submission_notes where body = 'By a colleague' $$,
  $$ values (true, 'Story Colleague (only.can_review_submissions@personas.test)') $$,
  'A note keeps name and account of an author whose account is deleted'
);

select * from finish();
rollback;
