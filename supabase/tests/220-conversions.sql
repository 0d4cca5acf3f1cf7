-- Conversions: rights, one transaction, once, and undo.

begin;
select plan((71 + (select count(*) from public.permissions))::integer);
delete from public.program_requirements where kind = 'mentors';
select tests.sign_up(name || '@personas.test') from unnest(array['whole.desk', 'no.programs']) as name;
insert into public.user_roles (user_id, role)
select tests.account(name), 'staff' from unnest(array['whole desk', 'no programs']) as name;
insert into public.user_permissions (user_id, permission_id)
select tests.account(who), permissions.id
from unnest(array['whole desk', 'no programs']) as who
join public.permissions on permissions.name in (
  'can_review_submissions', 'can_manage_mentors', 'can_manage_mentees', 'can_manage_trainers'
) or who = 'whole desk' and permissions.name = 'can_manage_programs';
update public.profiles set full_name = 'Whole Desk', proven = true where id = tests.account('whole desk');
update public.profiles set proven = true where id = tests.account('no programs');

insert into public.volunteer_applications (first_name, last_name, email, phone) values
  ('Vera', 'Volunteer', 'vera@example.org', '1'), ('Tom', 'Trainer', 'tom@example.org', null),
  ('Lia', 'Linked', 'lia@example.org', null), ('Rex', 'Refused', 'rex@example.org', null);
insert into public.program_applications (
  first_name, last_name, email, phone, relationship, program_interest, child_name
) values ('Pia', 'Parent', 'pia@example.org', '2', 'parent', 'early-childhood', 'Kim Parent');

create function pg_temp.sent(label text) returns uuid
language sql as $$ select id from public.submissions where name = label $$;
create function pg_temp.person(number integer) returns uuid
language sql as $$ select format('00000000-0000-4000-8000-00000000b%s', lpad(number::text, 3, '0'))::uuid $$;
create function pg_temp.program(label text) returns uuid
language sql as $$ select id from public.programs where name = label $$;
create function pg_temp.taking(
  label text, target text, number integer, entered jsonb default '{"first_name": "New", "last_name": "Person"}',
  program uuid default null
) returns text
language sql
as $$
  select format(
    'select public.convert_submission(%L, %L, %L, %L, %L)', pg_temp.sent(label), target, pg_temp.person(number), entered, program
  )
$$;

-- Rights

select tests.refused(persona, pg_temp.taking('Vera Volunteer', 'mentors', 1), format('As %s I convert no submission', persona))
from tests.personas() as persona where persona <> 'admin';
select tests.refused(
  'no programs', pg_temp.taking('Vera Volunteer', 'mentors', 1, program => pg_temp.program('Youth Mentorship')),
  'Without can_manage_programs I assign no trainer to a program'
);
select tests.refused(
  'whole desk', pg_temp.taking('Vera Volunteer', target, 1), format('A submission is not converted into one of the %s', target), state
)
from (values ('donors', '42501'), ('profiles', '42501'), ('', '42501'), ('mentees', 'PT404')) as tried (target, state);
select tests.refused(
  'whole desk', pg_temp.taking('Pia Parent', target, 1), format('A program application is not converted into one of the %s', target), 'PT404'
)
from unnest(array['mentors', 'trainers']) as target;
select tests.refused(
  'whole desk', pg_temp.taking('Vera Volunteer', 'mentors', 1, entered), 'Refused: ' || entered::text, state
)
from (values
  ('{"first_name": "A", "last_name": "B", "status": "inactive"}'::jsonb, '42501'),
  ('{"first_name": "A", "last_name": "B", "id": "00000000-0000-4000-8000-00000000dead"}', '42501'),
  ('{"first_name": "A", "last_name": "B", "created_at": "2020-01-01"}', '42501'),
  ('{"first_name": "A", "last_name": "B", "no_such": 1}', '42501'),
  ('{"email": "a@example.org"}', '23514'),
  ('{"first_name": " ", "last_name": "B"}', '23514')
) as tried (entered, state);
select tests.refused(
  'whole desk', pg_temp.taking('Vera Volunteer', 'mentors', 1, program => pg_temp.program(name)),
  format('A conversion into %s is refused and stores nothing', name), '23514'
)
from unnest(array['Winter Coding Week', 'Community Partnerships']) as name;

-- Effects

select tests.done(
  'whole desk',
  pg_temp.taking(
    'Vera Volunteer', 'mentors', 1, '{"first_name": "Vera", "last_name": "Volunteer", "email": "vera@example.org"}',
    pg_temp.program('Youth Mentorship')
  ),
  format(
    $$ exists (
      select from public.mentors join public.program_mentors on mentor_id = id
      where id = %L and email = 'vera@example.org' and status = 'active' and program_id = %L and added_by = %L
    ) $$,
    pg_temp.person(1), pg_temp.program('Youth Mentorship'), tests.account('whole desk')
  ),
  'A volunteer becomes a mentor in a program'
);
select results_eq(
  format('select status::text, answered_at = now() from public.submissions where id = %L', pg_temp.sent('Vera Volunteer')),
  $$ values ('accepted', true) $$, 'A conversion sets accepted, which is an answer'
);
select results_eq(
  format(
    $$ select kind, reference = (select reference from public.submissions where id = submission_id), is_new,
      former_status::text, author_id = %L, author_name
    from public.conversions where mentor_id = %L $$, tests.account('whole desk'), pg_temp.person(1)
  ),
  $$ values ('mentor', true, true, 'new', true, 'Whole Desk') $$, 'A conversion links the person and the submission'
);
select bag_eq(
  format(
    $$ select record_kind, action::text, changes from public.change_log where record_id = %L $$,
    pg_temp.sent('Vera Volunteer')
  ),
  $$ values
    ('volunteer_applications', 'changed', '{"status": ["new", "accepted"]}'::jsonb),
    ('conversions', 'added', '{"kind": [null, "mentor"]}') $$,
  'A converted person has a history'
);
select tests.done(
  'whole desk',
  pg_temp.taking('Pia Parent', 'mentees', 2, '{"first_name": "Kim", "last_name": "Parent", "parent_email": "pia@example.org"}'),
  format($$ exists (select from public.mentees where id = %L and parent_email = 'pia@example.org') $$, pg_temp.person(2)),
  'A child becomes a mentee, with parent'
);
select tests.sees(
  'only can_review_submissions',
  format('select string_agg(change_log::text, '' '') ~ ''Kim'' from public.change_log where record_id = %L', pg_temp.sent('Pia Parent')),
  'false', 'Reviewers do not learn the name of the child from the history'
);
select tests.sees(
  persona, 'select string_agg(kind, '' '' order by kind) from public.conversions', kinds,
  format('As %s I see the kinds of conversions: %s', persona, coalesce(kinds, 'nobody'))
)
from (values
  ('only can_review_submissions', 'mentee mentor trainer'), ('only can_manage_mentors', 'mentor'),
  ('only can_manage_mentees', 'mentee'), ('only can_manage_trainers', 'trainer'),
  ('only can_manage_programs', null), ('supporter', null)
) as listed (persona, kinds);
select tests.done(
  'whole desk',
  replace(pg_temp.taking('Lia Linked', 'mentors', 0, null, pg_temp.program('Youth Mentorship')),
    pg_temp.person(0)::text, tests.id('mentors', 'Josephine')::text),
  format('exists (select from public.conversions where mentor_id = %L and not is_new and program_id is null)', tests.id('mentors', 'Josephine')),
  'An existing person is linked and keeps their earlier assignment'
);
select tests.refused(
  'whole desk', pg_temp.taking('Rex Refused', 'mentors', 99, null), 'Linking a missing row is refused', 'PT404'
);

-- Once

select is(
  (tests.attempt('whole desk', pg_temp.taking(
    'Vera Volunteer', 'mentors', 1, '{"first_name": "Vera", "last_name": "Volunteer", "email": "vera@example.org"}',
    pg_temp.program('Youth Mentorship')
  ))).state, '00000', 'Repeating a conversion, as after a lost answer, succeeds'
);
select is((select count(*) from public.conversions where mentor_id = pg_temp.person(1)), 1::bigint, 'The repeated conversion adds nothing');
select tests.refused(
  'whole desk', pg_temp.taking('Vera Volunteer', 'mentors', 1, '{"first_name": "Vera", "last_name": "Other"}'),
  'Other values under the same id are refused', 'PT409'
);
select tests.refused(
  'whole desk', pg_temp.taking(
    'Vera Volunteer', 'mentors', 1, '{"first_name": "Vera", "last_name": "Volunteer", "email": "vera@example.org"}', program
  ),
  case when program is null then 'A repeated conversion without its program is refused' else 'A repeated conversion with another program is refused' end, 'PT409'
)
from unnest(array[pg_temp.program('Teacher Training'), null]) as program;
select is(
  (tests.attempt('whole desk', replace(
    pg_temp.taking('Lia Linked', 'mentors', 0, null, pg_temp.program('Youth Mentorship')),
    pg_temp.person(0)::text, tests.id('mentors', 'Josephine')::text
  ))).state, '00000', 'Linking again with the earlier assignment succeeds'
);
select tests.refused('admin', pg_temp.taking('Vera Volunteer', target, 3), format('A converted submission is not converted again into one of the %s', target), 'PT409')
from unnest(array['mentors', 'trainers']) as target;
select is(
  (tests.attempt('admin', pg_temp.taking('Vera Volunteer', 'mentors', 3))).message,
  'Whole Desk has already converted it to a mentor.', 'A second conversion is refused with the name of the first'
);

-- Back

select tests.refused(persona, format('select public.undo_conversion(%L)', pg_temp.sent('Vera Volunteer')), format('As %s I take nothing back that another did', persona))
from unnest(array['admin', 'no programs', 'only can_review_submissions', 'supporter', 'anon']) as persona;
select tests.refused('admin', format('select public.undo_conversion(%L)', pg_temp.sent('Rex Refused')), 'A submission without conversion cannot be undone');
select tests.attempt('whole desk', pg_temp.taking('Tom Trainer', 'trainers', 4, program => pg_temp.program('Teacher Training')));
select tests.done(
  'whole desk', format('select public.undo_conversion(%L)', pg_temp.sent('Tom Trainer')),
  format('not exists (select from public.trainers where id = %L)', pg_temp.person(4)),
  'Undoing a conversion removes the row'
);
select results_eq(
  format(
    $$ select status::text, answered_at, exists (select from public.conversions where submission_id = id),
      exists (select from public.program_trainers where trainer_id = %L)
    from public.submissions where id = %L $$, pg_temp.person(4), pg_temp.sent('Tom Trainer')
  ),
  $$ values ('new', null::timestamptz, false, false) $$, 'An undo removes the conversion and the assignment, and reopens the submission'
);
select tests.done(
  'whole desk', format('select public.undo_conversion(%L)', pg_temp.sent('Lia Linked')),
  format('not exists (select from public.conversions where submission_id = %L)', pg_temp.sent('Lia Linked')),
  'An undo removes the link'
);
select ok(
  exists (select from public.program_mentors where mentor_id = tests.id('mentors', 'Josephine')),
  'A linked row stays in its earlier program'
);
select tests.attempt('whole desk', format(
  $$ insert into public.program_mentors (program_id, mentor_id) values (%L, %L) $$, pg_temp.program('Parent Engagement'), pg_temp.person(1)
));
select tests.refused(
  'whole desk', format('select public.undo_conversion(%L)', pg_temp.sent('Vera Volunteer')),
  'A person in another program since is not undone', 'PT409'
);
select tests.attempt('whole desk', $$ update public.mentees set email = 'kim@example.org' where first_name = 'Kim' $$);
select tests.refused(
  'whole desk', format('select public.undo_conversion(%L)', pg_temp.sent('Pia Parent')), 'A changed person is not undone', 'PT409'
);
select tests.attempt('whole desk', pg_temp.taking('Rex Refused', 'mentors', 5));
update public.conversions set converted_at = now() - interval '25 hours' where mentor_id = pg_temp.person(5);
select tests.refused(
  'whole desk', format('select public.undo_conversion(%L)', pg_temp.sent('Rex Refused')), 'A conversion is not undone after a day', 'PT409'
);

select * from finish();
rollback;
