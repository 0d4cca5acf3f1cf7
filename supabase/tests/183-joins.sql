-- Two people who become one: as careful as the more careful half, and an undo leaves every row as it was.

begin;
select * from no_plan();

-- The rule of each column

select set_eq(
  $$ select table_name, column_name from private.join_rules $$,
  $$ select format('%s.%s', nspname, relname), attname::text from pg_attribute
    join pg_class on pg_class.oid = attrelid join pg_namespace on pg_namespace.oid = relnamespace
    where attrelid in ('private.people'::regclass, 'private.members'::regclass, 'private.guardians'::regclass, 'private.contact_points'::regclass)
      and attnum > 0 and not attisdropped $$,
  'Each column of a person, tie and contact point says which way it joins'
);
select is(
  private.joined('private.guardians', kept, other, answer), expected, name
)
from (values
  ('One may collect, the other must not be contacted', '{"relation": "parent", "may_collect": true, "no_contact": false, "is_of_record": false, "created_at": "2025-01-02T00:00:00Z"}'::jsonb,
    '{"relation": "parent", "may_collect": false, "no_contact": true, "is_of_record": true, "created_at": "2025-01-01T00:00:00Z"}'::jsonb, null,
    '{"may_collect": false, "no_contact": true, "is_of_record": true, "created_at": "2025-01-01T00:00:00Z"}'::jsonb),
  ('The other way round', '{"relation": "parent", "may_collect": false, "no_contact": true, "is_of_record": true, "created_at": "2025-01-01T00:00:00Z"}',
    '{"relation": "guardian", "may_collect": true, "no_contact": false, "is_of_record": false, "created_at": "2025-01-02T00:00:00Z"}', 'guardian', '{"relation": "guardian"}')
) as listed (name, kept, other, answer, expected);

-- People with everything that a person may have

insert into public.mentors (first_name, last_name, email, phone) values
  ('Cora', 'House', 'cora@example.org', '512 906 0001'), ('Cora M.', 'House', 'cora.m@example.org', '512 906 0002'),
  ('Frank', 'House', 'frank@example.org', null), ('Franklin', 'House', 'franklin@example.org', null), ('Cecil', 'House', 'cecil@example.org', null);
insert into public.trainers (first_name, last_name, email) values ('Cyril', 'House', 'cyril@example.org');
insert into public.mentees (first_name, last_name) values ('Nell', 'House'), ('Nellie', 'House');
insert into public.donations (donor_name, donor_email, amount, donation_type) values
  ('Cora House', 'cora@example.org', 10, 'one-time'), ('Cora M. House', 'cora.m@example.org', 20, 'one-time'), ('Cyril House', 'cyril@example.org', 30, 'one-time');
create function pg_temp.p(given text) returns uuid language sql stable as $$
  select person_id from private.rows_of_people as theirs where theirs.name = given order by source limit 1
$$;
insert into private.people (id, kind, name) values
  ('00000000-0000-4000-8000-0000000000a1', 'household', null), ('00000000-0000-4000-8000-0000000000a2', 'household', 'The Houses');
insert into private.members (group_id, person_id, role) values
  ('00000000-0000-4000-8000-0000000000a1', pg_temp.p('Cora House'), 'partner'), ('00000000-0000-4000-8000-0000000000a1', pg_temp.p('Cecil House'), 'partner'),
  ('00000000-0000-4000-8000-0000000000a2', pg_temp.p('Cora M. House'), 'partner'), ('00000000-0000-4000-8000-0000000000a2', pg_temp.p('Cyril House'), 'partner');
insert into private.guardians (child_id, adult_id, relation, may_collect, no_contact) values
  (pg_temp.p('Nell House'), pg_temp.p('Frank House'), 'parent', true, false), (pg_temp.p('Nell House'), pg_temp.p('Franklin House'), 'relative', false, true);
select private.set_address('00000000-0000-4000-8000-0000000000a1', '{"street": "1 One St", "city": "Austin"}');
select private.set_address('00000000-0000-4000-8000-0000000000a2', '{"street": "2 Two St", "city": "Austin"}');
insert into private.person_dismissals (one_id, other_id)
select least(one, other), greatest(one, other) from (values
  (pg_temp.p('Cora M. House'), pg_temp.p('Cecil House')), (pg_temp.p('Cora House'), pg_temp.p('Cyril House')), (pg_temp.p('Cora House'), pg_temp.p('Cora M. House'))
) as said (one, other);
update private.contact_points set label = 'Home', is_preferred = true, valid_since = now() - interval '400 days' where normalized = 'cora.m@example.org';
update private.contact_points set is_confirmed = true, value = 'CORA@example.org' where normalized = 'cora@example.org';
update private.people set language = 'Kpelle', wants_paper = true where id = pg_temp.p('Cora M. House');
update private.people set do_not_contact = true where id = pg_temp.p('Franklin House');

create function pg_temp.merge(number integer, kept uuid, merged uuid, choices jsonb default '{}') returns text language sql as $$
  select format('select public.merge_persons(%L, %L, %L, %L)', format('00000000-0000-4000-8000-00000000000%s', number), kept, merged, choices)
$$;
create function pg_temp.undo(number integer) returns text language sql as $$
  select format('select public.undo_person_merge(%L)', format('00000000-0000-4000-8000-00000000000%s', number))
$$;
-- Every row of every table but the log, and what a table's sequence or clock writes.
create function pg_temp.state() returns jsonb language plpgsql as $$
declare
  state jsonb := '{}';
  listed record;
  rows jsonb;
begin
  for listed in
    select c.oid, format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace on pg_namespace.oid = relnamespace
    where nspname in ('public', 'private') and relkind = 'r' and relname !~ '^change_log' order by 2
  loop
    execute format('select coalesce(jsonb_agg(row order by row), ''[]'') from (select to_jsonb(stored) as row from %s as stored) as rows', listed.name) into rows;
    state := state || jsonb_build_object(listed.name, rows);
  end loop;
  return state;
end
$$;
create function pg_temp.difference(one jsonb, other jsonb) returns text language sql as $$
  select string_agg(format('%s: %s', key, gone), e'\n') from (
    select key, (
      select string_agg(case side when 1 then '- ' else '+ ' end || row, e'\n') from (
        select 1 as side, row from jsonb_array_elements(value) as row except select 1, row from jsonb_array_elements(other -> key) as row
        union all (select 2, row from jsonb_array_elements(other -> key) as row except select 2, row from jsonb_array_elements(value) as row)
      ) as rows
    ) as gone from jsonb_each(one)
  ) as listed where gone is not null
$$;

-- A join

create temporary table before_it as select pg_temp.state() as state;
select is(
  tests.answer('admin', format('select (public.merge_preview(%L, %L) - ''emails'' - ''relations'')::text', pg_temp.p('Cora House'), pg_temp.p('Cora M. House')))::jsonb,
  '{"email": "cora@example.org", "differs": [
    {"column": "language", "kept": null, "merged": "Kpelle", "joined": "Kpelle"}, {"column": "wants_paper", "kept": false, "merged": true, "joined": true}]}',
  'The preview says what differs, and where mail goes'
);
select is(tests.answer(persona, format('select public.merge_preview(%L, %L)::text', pg_temp.p('Cora House'), pg_temp.p('Cora M. House'))), null, persona || ' previews no merge')
from unnest(array['anon', 'supporter', 'only can_review_submissions', 'only can_manage_mentees']) as persona;
select tests.done('admin', pg_temp.merge(1, pg_temp.p('Cora House'), pg_temp.p('Cora M. House')),
  $$ private.email_of(pg_temp.p('Cecil House')) is not null and (select count(*) = 1 from public.donors where name ~ '^Cora') $$, 'Two records of one person are one');
select is(private.email_of(pg_temp.p('Cora House')), 'cora@example.org', 'whose letters go where they went');
select is((select count(*) from private.contact_points where person_id = pg_temp.p('Cora House') and kind = 'email' and is_preferred), 0::bigint, 'without a mark where none is needed');
select is((select label from private.contact_points where person_id = pg_temp.p('Cora House') and normalized = 'cora.m@example.org'), 'Home', 'A label comes along');
select is(
  (select string_agg(name, '; ' order by name) from (
    select (letter ->> 'street') || ' ' || (letter ->> 'name') as name from jsonb_array_elements(
      tests.answer('admin', 'select (public.letters(''donors'', array(select id from public.donors where name ~ ''House'')) -> ''letters'')::text')::jsonb) as letter
  ) as letters), '1 One St Cora House; 2 Two St Cyril House', 'Each person is on one label, and nobody else changed household'
);
select isnt_empty($$ select from private.person_dismissals where pg_temp.p('Cora House') in (one_id, other_id) and pg_temp.p('Cecil House') in (one_id, other_id) $$, 'Who is someone else stays so');
select tests.done('admin', pg_temp.undo(1), '(select count(*) = 2 from public.donors where name ~ ''^Cora'')', 'An undo takes it back');
select is(pg_temp.difference(state, pg_temp.state()), null, 'with every row of every table as it was') from before_it;

select tests.done('admin', pg_temp.merge(2, pg_temp.p('Cora House'), pg_temp.p('Cora M. House'), '{"email": "cora.m@example.org"}'),
  $$ private.email_of(pg_temp.p('Cora House')) = 'cora.m@example.org' and (select email = 'cora.m@example.org' from public.donors where name = 'Cora House') $$, 'Or mail goes to the address that the colleague chose');
select tests.attempt('admin', pg_temp.undo(2));
select is(pg_temp.difference(state, pg_temp.state()), null, 'and back') from before_it;

-- Who may collect a child, and who must not be contacted

create function pg_temp.open(child text) returns void language sql as $$
  insert into public.change_log (action, record_kind, record_id, actor_id, created_at)
  select 'opened', 'mentees', id, tests.account('admin'), now() - interval '1 minute' from public.mentees where concat_ws(' ', first_name, last_name) = child
$$;
select tests.done('only can_manage_mentors', pg_temp.merge(3, pg_temp.p('Frank House'), pg_temp.p('Franklin House')),
  $$ (select relation = 'parent' and no_contact and not may_collect from private.guardians where adult_id = pg_temp.p('Frank House')) $$,
  'An adult who must not be contacted stays so, whoever joins them, and may not collect');
select is((select do_not_contact from private.people where id = pg_temp.p('Frank House')), true, 'nor is written to');
select tests.attempt('only can_manage_mentors', pg_temp.undo(3));
select is(pg_temp.difference(state, pg_temp.state()), null, 'An undo leaves every row as it was') from before_it;
select pg_temp.open('Nell House');
select tests.refused('admin', pg_temp.merge(4, pg_temp.p('Frank House'), pg_temp.p('Franklin House')), 'Who sees that relations differ says which one is right', 'P0001');
select tests.done('admin', pg_temp.merge(4, pg_temp.p('Frank House'), pg_temp.p('Franklin House'), jsonb_build_object('relations', jsonb_build_object(
  pg_temp.p('Nell House') || ' ' || pg_temp.p('Frank House'), 'relative'))),
  $$ (select relation = 'relative' and no_contact from private.guardians where adult_id = pg_temp.p('Frank House')) $$, 'and that one it is');
select tests.attempt('admin', pg_temp.undo(4));
select is(pg_temp.difference(state, pg_temp.state()), null, 'until the undo') from before_it;
-- Two records of the child
insert into private.guardians (child_id, adult_id, relation, may_collect, no_contact) values (pg_temp.p('Nellie House'), pg_temp.p('Frank House'), 'parent', false, true);
create temporary table with_nellie as select pg_temp.state() as state;
select tests.done('admin', pg_temp.merge(5, pg_temp.p('Nell House'), pg_temp.p('Nellie House')),
  $$ (select count(*) = 1 and bool_and(no_contact and not may_collect) from private.guardians where adult_id = pg_temp.p('Frank House')) $$, 'So it is for two records of a child');
select tests.attempt('admin', pg_temp.undo(5));
select is(pg_temp.difference(state, pg_temp.state()), null, 'and its undo') from with_nellie;

-- What an import told and what colleagues added, corrected and retired

select private.set_address(pg_temp.p('Frank House'), '{"street": "7 Elm", "city": "Austin"}');
select private.set_address(pg_temp.p('Franklin House'), '{"street": "8 Elm", "city": "Austin"}');
update private.contact_points set level = 'told', told_by = '{00000000-0000-4000-8000-0000000000d1}' where normalized ~ '^[78] elm';
insert into private.contact_points (person_id, kind, normalized, value, level, open_to, retired_at) values
  (pg_temp.p('Frank House'), 'email', 'both@example.org', 'Both@example.org', 'entered', '{mentors}', null),
  (pg_temp.p('Franklin House'), 'email', 'both@example.org', 'both@example.org', 'entered', '{donations}', now() - interval '2 days'),
  (pg_temp.p('Franklin House'), 'phone', '69069999', '512 906 9999', 'entered', '{mentors}', null);
create temporary table with_points as select pg_temp.state() as state;
select tests.done('only can_manage_mentors', pg_temp.merge(7, pg_temp.p('Frank House'), pg_temp.p('Franklin House')),
  $$ (select count(*) = 1 from private.contact_points where person_id = pg_temp.p('Frank House') and normalized = '69069999' and open_to = '{mentors}') $$, 'An added phone comes along');
select tests.attempt('only can_manage_mentors', pg_temp.undo(7));
select is(pg_temp.difference(state, pg_temp.state()), null, 'An undo leaves each point with whom it is open to, its import and its retirement') from with_points;

-- Any two, with any marks

create function pg_temp.rounds(rounds integer) returns text language plpgsql as $$
declare
  was jsonb;
  now_is text;
  kept uuid;
  merged uuid;
  outcome tests.outcome;
begin
  perform setseed(0.17);
  for round in 1 .. rounds loop
    update private.contact_points set is_preferred = false, retired_at = null where true;
    update private.contact_points point set is_confirmed = random() < 0.3, label = case when random() < 0.3 then 'L' || round end,
      valid_since = now() - random() * interval '900 days', is_preferred = random() < 0.4 and normalized = (
        select min(normalized) from private.contact_points other where other.person_id = point.person_id and other.kind = point.kind
      ) where kind <> 'post' and person_id in (select person_id from private.rows_of_people as theirs where theirs.name like '%House');
    update private.contact_points set open_to = case when kind <> 'post' and random() < 0.3 then '{mentors,donations}'::text[] end,
      retired_at = case when not is_preferred and random() < 0.3 then now() - interval '3 days' end,
      told_by = case when kind = 'post' and random() < 0.5 then array[gen_random_uuid()] end
    where person_id in (select person_id from private.rows_of_people as theirs where theirs.name like '%House');
    perform private.tidy_people(array(select distinct person_id from private.rows_of_people as theirs where theirs.name like '%House'));
    update private.people set do_not_contact = random() < 0.3, is_deceased = random() < 0.2, wants_paper = random() < 0.3, language = case when random() < 0.4 then 'Bassa' end
    where id in (select person_id from private.rows_of_people as theirs where theirs.name like '%House');
    delete from private.guardians where child_id in (pg_temp.p('Nell House'), pg_temp.p('Nellie House'));
    insert into private.guardians (child_id, adult_id, relation, may_collect)
    select child, adult, case when random() < 0.5 then 'parent' else 'other' end, random() < 0.4
    from unnest(array[pg_temp.p('Nell House'), pg_temp.p('Nellie House')]) as child,
      unnest(array[pg_temp.p('Frank House'), pg_temp.p('Franklin House'), pg_temp.p('Cora House'), pg_temp.p('Cora M. House')]) as adult
    where random() < 0.5;
    delete from private.consents where child_id in (pg_temp.p('Nell House'), pg_temp.p('Nellie House'));
    insert into private.consents (child_id, adult_id, kind, version, answer, road, given_for, given_as)
    select child_id, adult_id, 'photo', 1, case when random() < 0.5 then 'yes' else 'no' end, 'code', child_id, adult_id
    from private.guardians where child_id in (pg_temp.p('Nell House'), pg_temp.p('Nellie House'));
    select one into kept from (select pg_temp.p(name) as one from unnest(array['Cora House', 'Cora M. House', 'Frank House', 'Franklin House', 'Nell House', 'Cyril House', 'Cecil House']) as name) as people order by random() limit 1;
    select one into merged from (select pg_temp.p(name) as one from unnest(array['Cora House', 'Cora M. House', 'Frank House', 'Franklin House', 'Nellie House', 'Cyril House', 'Cecil House']) as name) as people where one <> kept order by random() limit 1;
    was := pg_temp.state();
    outcome := tests.attempt('only can_manage_mentors', pg_temp.merge(6, kept, merged));
    if outcome.state not in ('00000', '42501') then
      return format('Round %s: %s %s', round, outcome.state, outcome.message);
    elsif outcome.state = '00000' then
      outcome := tests.attempt('only can_manage_mentors', pg_temp.undo(6));
      if outcome.state <> '00000' then
        return format('Round %s: undo %s %s', round, outcome.state, outcome.message);
      end if;
    end if;
    now_is := pg_temp.difference(was, pg_temp.state());
    if now_is is not null then
      return format(e'Round %s\n%s', round, now_is);
    end if;
  end loop;
  return 'all';
end
$$;
select is(pg_temp.rounds(8), 'all', 'An undo leaves every row of every table as it was, whatever both had');

-- What was said while they were one, is so for both

insert into public.mentors (first_name, last_name, email) values ('Tom', 'Twin', 'tom@example.org'), ('Thomas', 'Twin', 'thomas@example.org');
insert into public.mentees (first_name, last_name) values ('Tia', 'Twin'), ('Ted', 'Twin');
insert into private.guardians (child_id, adult_id, may_collect) values
  (pg_temp.p('Tia Twin'), pg_temp.p('Thomas Twin'), true), (pg_temp.p('Ted Twin'), pg_temp.p('Thomas Twin'), true), (pg_temp.p('Ted Twin'), pg_temp.p('Tom Twin'), true);
insert into private.consents (child_id, adult_id, kind, version, answer, road, given_for, given_as)
select child_id, adult_id, 'photo', (select max(version) from private.consent_texts where kind = 'photo'), 'yes', 'code', child_id, adult_id
from private.guardians where adult_id in (pg_temp.p('Tom Twin'), pg_temp.p('Thomas Twin'));
create function pg_temp.twins() returns text language sql as $$
  select string_agg(concat_ws(' ', child.names[1], adult.names[1], case when may_collect then 'may' end, case when must_not_collect then 'must not' end,
    case when no_contact then 'no contact' end, case when adult.do_not_contact then 'not to be contacted' end, state), ', ' order by child.names[1], adult.names[1])
  from private.guardians join private.people child on child.id = child_id join private.people adult on adult.id = adult_id
  cross join lateral (select state from private.consent_states(array[child.id]) where kind = 'photo') as photo
  where child.names[1] ~ ' twin$'
$$;
select is(pg_temp.twins(), 'ted twin thomas twin may yes, ted twin tom twin may yes, tia twin thomas twin may yes', 'Two adults who may collect, and agreed');
select tests.attempt('admin', pg_temp.merge(8, pg_temp.p('Tom Twin'), pg_temp.p('Thomas Twin')));
select is(pg_temp.twins(), 'ted twin tom twin may yes, tia twin tom twin may yes', 'They become one');
update private.guardians set may_collect = false, must_not_collect = true, no_contact = true where adult_id = pg_temp.p('Tom Twin');
update private.people set do_not_contact = true where id = pg_temp.p('Tom Twin');
update private.contact_points set is_preferred = false, retired_at = now() where normalized = 'thomas@example.org';
insert into private.consents (child_id, adult_id, kind, version, answer, road, given_for, given_as)
select child_id, adult_id, 'photo', (select max(version) from private.consent_texts where kind = 'photo'), 'withdrawn', 'code', child_id, adult_id
from private.guardians where adult_id = pg_temp.p('Tom Twin');
select tests.attempt('admin', pg_temp.undo(8));
select is(
  pg_temp.twins(), 'ted twin thomas twin must not no contact not to be contacted no, ted twin tom twin must not no contact not to be contacted no, '
    || 'tia twin thomas twin must not no contact not to be contacted no', 'An undo keeps a bar and a no since then, for both'
);
select isnt((select retired_at from private.contact_points where normalized = 'thomas@example.org'), null, '… as what went out of use');
select is((select count(*)::integer from private.consents where adult_id = pg_temp.p('Thomas Twin') and answer = 'withdrawn'), 2, '… for the children whom they have');

create function pg_temp.merge_children() returns text language sql as $$
  select format('select public.merge_people(''mentees'', %L, %L, ''{}'', ''{"kept": {}, "merged": {}}'')', kept.id, merged.id)
  from public.mentees kept, public.mentees merged where (kept.first_name, kept.last_name, merged.first_name, merged.last_name) = ('Tia', 'Twin', 'Ted', 'Twin')
$$;
select pg_temp.open(name) from unnest('{Tia Twin,Ted Twin}'::text[]) as name;
select tests.done('admin', pg_temp.merge_children(), '(select count(*) = 1 from public.mentees where last_name = ''Twin'')', 'Two children are one');
insert into private.guardians (child_id, adult_id, relation, must_not_collect) values (pg_temp.p('Tia Twin'), pg_temp.p('Cecil House'), 'relative', true);
select tests.done(
  'admin', format('select public.undo_merge(id) from public.merges_of(''mentees'', %L)', (select id from public.mentees where last_name = 'Twin')),
  '(select count(*) = 2 from private.guardians join public.mentees on person_id = child_id where adult_id = pg_temp.p(''Cecil House'') and must_not_collect)',
  'Who must not collect one child since then, must not collect either after the undo'
);

-- A split leaves the child's guardians and consents with the child's record

insert into public.mentors (first_name, last_name) values ('Sam', 'Split');
insert into public.mentees (first_name, last_name, parent_name, parent_email) values
  ('Sam', 'Split', 'Paul Split', 'paul.split@example.org'), ('Sammy', 'Split', 'Rita Other', 'rita.other@example.org');
insert into private.people (id, name) values ('00000000-0000-4000-8000-0000000000b1', 'Aunt Ada'), ('00000000-0000-4000-8000-0000000000b2', 'Barred Bob');
create function pg_temp.child(first_name text) returns uuid
language sql as $$ select person_id from public.mentees where last_name = 'Split' and mentees.first_name = child.first_name $$;
update public.mentors set person_id = pg_temp.child('Sam') where last_name = 'Split';
insert into private.guardians (child_id, adult_id, relation, may_collect, must_not_collect) values
  (pg_temp.child('Sam'), '00000000-0000-4000-8000-0000000000b1', 'relative', true, false),
  (pg_temp.child('Sam'), '00000000-0000-4000-8000-0000000000b2', 'other', false, true);
insert into private.consents (child_id, adult_id, kind, version, answer, road, given_for, given_as)
select child_id, adult_id, 'photo', 1, 'no', 'code', child_id, adult_id from private.guardians where child_id = pg_temp.child('Sam') and may_collect;
create function pg_temp.family(first_name text) returns text
language sql as $$
  select string_agg(concat_ws(' ', people.name, relation, case when may_collect then 'may' end, case when must_not_collect then 'must not' end,
    case when is_of_record then 'of record' end,
    (select answer from private.consents said where said.child_id = tie.child_id and said.adult_id = tie.adult_id)), ', ' order by people.name)
  from private.guardians tie join private.people on people.id = adult_id where child_id = pg_temp.child(family.first_name)
$$;
create function pg_temp.split(record uuid, new_person uuid) returns text
language sql as $$
  select format('select public.split_person(%L, %L, %L)', (select person_id from public.mentees where id = record), new_person,
    jsonb_build_array(jsonb_build_object('source', 'mentees', 'id', record)))
$$;
create temporary table as_one as select pg_temp.child('Sam') as person, pg_temp.family('Sam') as family;
select is((select family from as_one), 'Aunt Ada relative may no, Barred Bob other must not, Paul Split parent of record', 'A child and a mentor are one person');
select tests.done(
  'admin', pg_temp.split((select id from public.mentees where last_name = 'Split' and first_name = 'Sam'), '00000000-0000-4000-8000-0000000000b3'),
  $$ pg_temp.child('Sam') = '00000000-0000-4000-8000-0000000000b3' and not exists (select from private.guardians where child_id = (select person from as_one)) $$,
  'The mentor is taken off the child, and keeps nothing of the family'
);
select is(pg_temp.family('Sam'), (select family from as_one), 'The child keeps every guardian, mark and answer');

update public.mentees set person_id = pg_temp.child('Sam') where last_name = 'Split' and first_name = 'Sammy';
select is(
  pg_temp.family('Sam'), 'Aunt Ada relative may no, Barred Bob other must not, Paul Split parent of record, Rita Other parent of record',
  'Two children are one by mistake'
);
select tests.done(
  'admin', pg_temp.split((select id from public.mentees where last_name = 'Split' and first_name = 'Sammy'), '00000000-0000-4000-8000-0000000000b4'),
  $$ pg_temp.child('Sammy') = '00000000-0000-4000-8000-0000000000b4' $$, 'They are taken apart'
);
select is(pg_temp.family('Sammy'), 'Barred Bob other must not, Rita Other parent of record', 'An adult who must not collect one child must not collect the other; no other adult comes along');
select is(pg_temp.family('Sam'), (select family from as_one), 'The first keeps theirs');

-- Who has only an account without a name

insert into public.donations (donor_name, donor_email, amount, donation_type) values ('Nora Nameless', 'nora@example.org', 10, 'one-time');
create temporary table nameless as select person_id as id from private.rows_of_people where source = 'profiles' and email = 'newcomer@kindlewell.test';
select is((select people.name from private.people join nameless using (id)), null, 'An account has no name');
select tests.done(
  'admin', pg_temp.merge(8, (select id from nameless), pg_temp.p('Nora Nameless')),
  $$ exists (select from public.donors join nameless using (id) join private.people using (id, name) where name = 'Nora Nameless') $$,
  'It is joined with a donor, and the person has the name of the gift'
);
select tests.done(
  'admin', pg_temp.undo(8), $$ not exists (select from public.donors join nameless using (id)) and (select people.name is null from private.people join nameless using (id)) $$,
  'An undo takes both apart'
);

select * from finish();
rollback;
