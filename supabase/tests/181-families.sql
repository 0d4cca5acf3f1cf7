-- A family's card: one save by two colleagues, by those who opened its children, with nothing twice.

begin;
select * from no_plan();

insert into public.mentees (first_name, last_name, parent_name, parent_email) values ('Kit', 'Hale', 'Ana Hale', 'ana.hale@example.org');
insert into public.mentees (first_name, last_name) values ('Moe', 'Rivers'), ('Una', 'Opened');
insert into public.mentors (first_name, last_name, email) values ('Mona', 'Mentor', 'mona.h@example.org');
insert into public.donations (donor_name, donor_email, amount, donation_type) values ('Luis Hale', 'luis.hale@example.org', 20, 'one-time');

create function pg_temp.p(given text) returns uuid language sql as $$
  select person_id from private.rows_of_people as theirs where theirs.name = given limit 1
$$;
create function pg_temp.open(persona text, child text) returns text language sql as $$
  insert into public.change_log (actor_id, action, record_kind, record_id, created_at)
  select tests.account(persona), 'opened', 'mentees', id, now() - interval '1 minute' from public.mentees where person_id = pg_temp.p(child)
  returning ''
$$;
create function pg_temp.card(persona text, children text[], others text[] default '{}') returns jsonb language sql as $$
  select tests.answer(persona, format('select public.family_card(%L, %L)::text',
    array(select pg_temp.p(child) from unnest(children) as child), array(select pg_temp.p(other) from unnest(others) as other)))::jsonb
$$;
create function pg_temp.id(number integer) returns text language sql as $$ select '00000000-0000-4000-8000-0000000000f' || number $$;
create function pg_temp.tie(child text, adult text, said text default '{}') returns jsonb language sql as $$
  select jsonb_build_object('child_id', child, 'adult_id', adult, 'relation', 'parent', 'may_collect', false, 'no_contact', false, 'email', null, 'phone', null) || said::jsonb
$$;
create function pg_temp.member(grp text, person text, role text) returns jsonb language sql as $$
  select jsonb_build_object('group_id', grp, 'person_id', person, 'role', role)
$$;
create function pg_temp.save(family jsonb, seen jsonb) returns text language sql as $$ select format('select public.save_family(%L, %L)', family, seen) $$;

-- Who sees a card

select tests.refused(persona, format('select public.family_card(array[%L]::uuid[], %L)', pg_temp.p('Kit Hale'), '{}'), persona || ' reads no card')
from unnest(array['anon', 'supporter', 'only can_manage_donations', 'only can_manage_programs', 'admin', 'only can_manage_mentees']) as persona;
select pg_temp.open(persona, child) from unnest(array['admin', 'only can_manage_mentees']) as persona, unnest(array['Kit Hale', 'Moe Rivers']) as child;
select tests.refused('only can_manage_mentees', format('select public.family_card(array[%L]::uuid[], array[%L]::uuid[])', pg_temp.p('Kit Hale'), pg_temp.p('Mona Mentor')),
  'nor one with an adult whom the caller does not see');
select tests.refused('admin', format('select public.family_card(array[%L]::uuid[], %L)', pg_temp.p('Una Opened'), '{}'), 'nor one of a child that is not opened');

-- Two homes, three children, a barred adult and a grandmother who collects, in one request

create temporary table seen as select pg_temp.card('admin', array['Kit Hale'], array['Luis Hale']) as card;
select is(card #>> '{adults,0,name}', 'Ana Hale', 'The parent of the record comes first') from seen;
create temporary table typed as
select jsonb_build_object(
  'people', jsonb_build_array(
    jsonb_build_object('id', pg_temp.id(1), 'is_child', true, 'first_name', 'Kai', 'last_name', 'Hale'),
    jsonb_build_object('id', pg_temp.id(2), 'is_child', true, 'first_name', 'Kim', 'last_name', 'Hale', 'phone', '512 555 0177'),
    jsonb_build_object('id', pg_temp.id(3), 'is_child', false, 'name', 'Gran Hale'), jsonb_build_object('id', pg_temp.id(4), 'is_child', false, 'name', 'Rob Rough')
  ),
  'ties', (
    select jsonb_agg(pg_temp.tie(child, adult, said)) from (values (pg_temp.p('Kit Hale')::text), (pg_temp.id(1)), (pg_temp.id(2))) as children (child),
      (values ((select card #>> '{adults,0,id}' from seen), '{"may_collect": true}'), (pg_temp.p('Luis Hale')::text, '{}'),
        (pg_temp.id(3), '{"relation": "relative", "may_collect": true, "phone": "512 555 0188"}'), (pg_temp.id(4), '{"relation": "other", "no_contact": true}')) as adults (adult, said)
  ),
  'households', jsonb_build_array(
    jsonb_build_object('id', pg_temp.id(8), 'name', null, 'address', '{"street": "1 Elm St", "city": "Austin", "region": null, "postal_code": null, "country": null}'::jsonb),
    jsonb_build_object('id', pg_temp.id(9), 'name', 'At Luis''', 'address', null)
  ),
  'members', jsonb_build_array(
    pg_temp.member(pg_temp.id(8), pg_temp.p('Kit Hale')::text, 'child'), pg_temp.member(pg_temp.id(8), pg_temp.id(1), 'child'), pg_temp.member(pg_temp.id(8), pg_temp.id(2), 'child'),
    pg_temp.member(pg_temp.id(8), (select card #>> '{adults,0,id}' from seen), 'parent'), pg_temp.member(pg_temp.id(8), pg_temp.id(3), 'relative'),
    pg_temp.member(pg_temp.id(9), pg_temp.p('Luis Hale')::text, 'parent'), pg_temp.member(pg_temp.id(9), pg_temp.p('Kit Hale')::text, 'child')
  ),
  'languages', jsonb_build_array(jsonb_build_object('id', pg_temp.id(3), 'language', 'Spanish'))
) as family;
select tests.refused(persona, (select pg_temp.save(family, card) from typed, seen), persona || ' saves no family')
from unnest(array['anon', 'supporter', 'only can_manage_donations', 'only can_manage_programs']) as persona;
select tests.refused('only can_manage_mentees', (select pg_temp.save(family, card) from typed, seen), 'nor who does not see one of its adults');
select tests.refused('admin', (select pg_temp.save(
  jsonb_set(family, '{members}', family -> 'members' || pg_temp.member(pg_temp.id(9), pg_temp.p('Mona Mentor')::text, 'other')), card) from typed, seen), 'Someone whom the card has not');
select tests.refused('admin', (select pg_temp.save(jsonb_set(family, '{people,0,id}', to_jsonb(pg_temp.p('Mona Mentor'))), card) from typed, seen), 'nor a new person under the id of another');
select tests.refused('admin', (select pg_temp.save(jsonb_set(family, '{people,2,name}', '" "'), card) from typed, seen), 'A person without a name', 'P0001');
select tests.refused('admin', (select pg_temp.save(jsonb_set(family, '{ties,0,email}', '"nowhere"'), card) from typed, seen), 'Something else than an email address', 'P0001');
select tests.refused('admin', (select pg_temp.save(jsonb_set(family, '{households,0,address,street}', 'null'), card) from typed, seen), 'An address without a street', '23514');
select tests.refused('admin', (select pg_temp.save(jsonb_set(family, '{members}', jsonb_build_array(family #> '{members,6}')), card) from typed, seen), 'A household with only a child', 'P0001');
select tests.refused('admin', (select pg_temp.save(jsonb_set(family, '{ties}', (
  select jsonb_agg(tie) from jsonb_array_elements(family -> 'ties') as tie where tie -> 'adult_id' <> card #> '{adults,0,id}')), card) from typed, seen), 'The parent of the record goes only there', 'P0001');
select tests.done('admin', (select pg_temp.save(family, card) from typed, seen),
  $$ (select count(*) = 12 from private.guardians where child_id in (select person_id from public.mentees where last_name = 'Hale')) $$, 'Three children and four adults in one request');
select is((select string_agg(first_name, ', ' order by first_name) from public.mentees where last_name = 'Hale'), 'Kai, Kim, Kit', 'A new child is a mentee');
select is((select string_agg(name, ', ' order by name) from private.people where name in ('Gran Hale', 'Rob Rough')), 'Gran Hale, Rob Rough', 'an adult without a record is a person');
select is_empty($$ select from private.contact_points where normalized like '%5550188' or normalized like '%5550177' $$, 'whom no phone finds, nor a child');
select is(
  (select string_agg(concat_ws(' ', adult.name, may_collect, no_contact, is_of_record), ', ' order by adult.name) from private.guardians join private.people adult on adult.id = adult_id where child_id::text = pg_temp.id(1)),
  'Ana Hale t f t, Gran Hale t f f, Luis Hale f f f, Rob Rough f t f', 'Who collects and who must not be contacted is beside the child, the first guardian in the child''s record'
);
select is((select concat_ws(' ', parent_name, parent_email) from public.mentees where id::text = pg_temp.id(1)), 'Ana Hale', 'which names that person');
select is((select count(*) from private.people where name = 'Ana Hale'), 1::bigint, 'who is one person, not two');
select is((select count(*) from private.members where person_id = pg_temp.p('Kit Hale')), 2::bigint, 'A child may have two homes');
select is((select count(*) from public.change_log where record_kind = 'mentees' and changes ? 'guardians' and changes -> 'guardians' <> 'null'), 0::bigint, 'The log has no values');
create temporary table after as select count(*) from private.people;
select lives_ok((select format('select tests.attempt(%L, %L)', 'admin', pg_temp.save(family, card)) from typed, seen), 'The same request again');
select is((tests.attempt('admin', pg_temp.save(family, card))).state, '00000', 'is answered as before') from typed, seen;
select is((select count(*) from private.people), count, 'with nothing twice') from after;
update public.change_log set created_at = now() - interval '1 minute' where action = 'opened';
select is(
  (select string_agg(one ->> 'name', ', ' order by one ->> 'name') from jsonb_array_elements(tests.answer('admin', format('select (public.person_ties(%L) #> %L)::text', pg_temp.p('Luis Hale'), '{family,adults}'))::jsonb) as one),
  'Ana Hale, Gran Hale, Luis Hale, Rob Rough', 'The card is the same in the panel of each adult with a record'
);
select is(pg_temp.card('only can_manage_mentees', array['Kit Hale']) #>> '{households,0,address,street}', '1 Elm St', 'Another reader of mentees sees the home of a child who is open');

-- Two colleagues

create temporary table moe as select pg_temp.card('admin', array['Moe Rivers'], array['Mona Mentor']) as card, pg_temp.card('admin', array['Moe Rivers'], array['Luis Hale']) as other;
select tests.done('admin', pg_temp.save(card || jsonb_build_object('ties', jsonb_build_array(pg_temp.tie(pg_temp.p('Moe Rivers')::text, pg_temp.p('Mona Mentor')::text))), card),
  $$ exists (select from private.guardians where child_id = pg_temp.p('Moe Rivers')) $$, 'A colleague adds a child to a family') from moe;
select tests.refused('admin', pg_temp.save(other || jsonb_build_object('ties', jsonb_build_array(pg_temp.tie(pg_temp.p('Moe Rivers')::text, pg_temp.p('Luis Hale')::text))), other),
  'and another to a second one', 'PT409') from moe;
select is(
  (tests.attempt('admin', pg_temp.save(other || jsonb_build_object('ties', jsonb_build_array(pg_temp.tie(pg_temp.p('Moe Rivers')::text, pg_temp.p('Luis Hale')::text))), other))).message,
  'Someone else changed this family in the meantime: Mona Mentor is now parent of Moe Rivers.', 'who hears what changed'
) from moe;
select is((select concat_ws(' ', parent_name, parent_email) from public.mentees where first_name = 'Moe'), 'Mona Mentor mona.h@example.org', 'A record without a parent names the first one');
update public.change_log set created_at = now() - interval '2 days' where action = 'opened';
select tests.refused('admin', pg_temp.save(card, card), 'A day after the opening nothing is saved') from moe;

select * from finish();
rollback;
