-- Households and organizations, parents and guardians, post: who sees, changes and loses what.

begin;
select plan(133);

insert into public.donations (donor_name, donor_email, amount, donation_type) values
  ('Ana Hale', 'ana.hale@example.org', 10, 'one-time'), ('Luis Hale', 'luis.hale@example.org', 20, 'one-time');
insert into public.mentors (first_name, last_name, email) values ('Mona', 'Mentor', 'mona.h@example.org');
insert into public.newsletter_subscriptions (name, email, confirmed_at) values ('Ana Hale', 'ana.hale@example.org', now());
insert into public.mentees (first_name, last_name, parent_name, parent_email, parent_phone) values
  ('Kit', 'Hale', 'Ana Hale', 'ana.hale@example.org', '512 555 0199'), ('Kai', 'Hale', 'Mrs Ana Hale', 'Ana.Hale@example.org', null),
  ('Kim', 'Other', 'Zoe Unknown', 'zoe@example.org', null), ('Kim', 'Brother', 'Zoe Unknown', 'zoe@example.org', null);

create function pg_temp.p(given text) returns uuid language sql as $$
  select person_id from private.rows_of_people as theirs where theirs.name = given limit 1
$$;
create function pg_temp.ties(persona text, of_person text, path text) returns text language sql
as $$ select tests.answer(persona, format('select (public.person_ties(%L) #> %L)::text', pg_temp.p(of_person), path)) $$;
create function pg_temp.parents(child text) returns text language sql as $$
  select string_agg(concat_ws(' ', adult.name, case when adult_id = pg_temp.p(adult.name) then 'known' end), ', ' order by adult.name)
  from private.guardians join private.people adult on adult.id = adult_id where child_id = pg_temp.p(child)
$$;

-- The parent whom a record names

select is(pg_temp.parents('Kit Hale'), 'Ana Hale known', 'A mentee''s parent is the person with the address and a fitting name');
select is(pg_temp.parents('Kai Hale'), 'Ana Hale known', 'and so is a sibling''s');
select is(pg_temp.parents('Kim Other'), 'Zoe Unknown', 'A parent without a row is a person, too');
select is((select count(*) from private.people where name = 'Zoe Unknown'), 1::bigint, 'one for two siblings');
select is_empty(
  $$ select from private.contact_points where person_id in (select id from private.people where name = 'Zoe Unknown') or normalized = 'zoe@example.org' $$,
  'whom no address finds'
);
select is(tests.answer('admin', $$ select count(*) from public.search_people('zoe') $$), '0', 'and no search');
update public.mentees set parent_name = 'Luis Hale', parent_email = 'luis.hale@example.org' where first_name = 'Kai';
select is(pg_temp.parents('Kai Hale'), 'Luis Hale known', 'Another parent in the record is another relation');
update public.mentees set parent_name = 'Ana Hale', parent_email = 'ana.hale@example.org' where first_name = 'Kai';
delete from public.mentees where last_name = 'Brother';
select is((select count(*) from private.people where name = 'Zoe Unknown'), 1::bigint, 'The parent stays with the other child');

-- A parent who is known from the record, and then writes

create function pg_temp.said(child text) returns text language sql as $$
  select string_agg(concat_ws(' ', adult.name, case when is_of_record then 'of record' end, case when may_collect then 'may' end,
    case when must_not_collect then 'must not' end, case when no_contact then 'no contact' end), ', ' order by adult.name, is_of_record)
  from private.guardians join private.people adult on adult.id = adult_id where child_id = pg_temp.p(child)
$$;
create function pg_temp.photos(child text) returns text language sql
as $$ select state from private.consent_states(array[pg_temp.p(child)]) where kind = 'photo' $$;
insert into public.mentees (first_name, last_name, parent_name, parent_email) values
  ('Bea', 'Barred', 'Bart Barred', 'bart@example.org'), ('Ned', 'No', 'Nora No', 'nora@example.org');
update private.guardians set no_contact = true, must_not_collect = true where child_id = pg_temp.p('Bea Barred');
insert into private.consents (child_id, adult_id, kind, version, answer, road, given_for, given_as)
select child_id, adult_id, 'photo', 1, 'no', 'code', child_id, adult_id from private.guardians where child_id = pg_temp.p('Ned No');
select tests.attempt('anon', format(
  'insert into public.contact_messages (name, email, message) values (%L, %L, ''Hello'')', name, email
)) from (values ('Bart Barred', 'bart@example.org'), ('Nora No', 'nora@example.org')) as sent (name, email);
select tests.attempt('admin', format('select public.record_family_opening(%L)', pg_temp.p(child))) from unnest('{Bea Barred,Ned No}'::text[]) as child;
select is(pg_temp.said('Bea Barred'), 'Bart Barred of record must not no contact', 'Who must not be contacted stays so after a message of their own');
select is(pg_temp.parents('Bea Barred'), 'Bart Barred known', '… as the one person who wrote it');
select is(
  (select count(*)::integer from private.guardians where child_id = pg_temp.p('Bea Barred') and private.may_consent(child_id, adult_id)), 0, '… and is not asked for a consent'
);
select is(pg_temp.parents('Ned No') || ': ' || pg_temp.photos('Ned No'), 'Nora No known: no', '… and a no holds');
update private.guardians set must_not_collect = true, no_contact = false where child_id = pg_temp.p('Bea Barred');
update public.mentees set parent_name = 'New ' || last_name, parent_email = 'new@example.org' where last_name in ('Barred', 'No');
select is(pg_temp.said('Bea Barred'), 'Bart Barred must not, New Barred of record', 'A former parent who must not collect the child is still one');
select is(pg_temp.said('Ned No') || ': ' || pg_temp.photos('Ned No'), 'New No of record, Nora No: no', '… and the no of a former parent holds');
update public.mentees set parent_name = null, parent_email = null where last_name = 'Barred';
update public.mentees set parent_name = 'Bart Barred' where last_name = 'Barred';
select is(pg_temp.said('Bea Barred'), 'Bart Barred must not, Bart Barred of record must not', 'A bar holds for a name that left the record and is typed again');
insert into public.mentees (first_name, last_name, parent_name, parent_email) values ('Cy', 'Barred', 'Cora Barred', 'cora@example.org');
update private.guardians set no_contact = true, must_not_collect = true where child_id = pg_temp.p('Cy Barred');
update public.mentees set parent_name = null, parent_email = null where first_name = 'Cy';
update public.mentees set parent_name = 'Cora Barred', parent_email = 'cora@elsewhere.example' where first_name = 'Cy';
select is(pg_temp.said('Cy Barred'), 'Cora Barred of record must not no contact', '… who is the same person where no record of their own names them');
update public.mentees set parent_name = 'Carl Barred', parent_email = null where first_name = 'Cy';
select is(pg_temp.said('Cy Barred'), 'Carl Barred of record, Cora Barred must not no contact', '… and not for another name');
insert into public.trainers (first_name, last_name, email) values ('Tess', 'Barred', 'tess.barred@example.org');
insert into public.mentees (first_name, last_name, parent_name, parent_email) values ('Deb', 'Barred', 'Tess Barred', 'tess.barred@example.org');
update private.guardians set must_not_collect = true where child_id = pg_temp.p('Deb Barred');
update private.people set do_not_contact = true where id = pg_temp.p('Tess Barred');
update public.trainers set last_name = 'Married' where first_name = 'Tess';
select tests.attempt('admin', format('select public.record_family_opening(%L)', pg_temp.p('Deb Barred')));
select is(
  pg_temp.said('Deb Barred'), 'Tess Barred of record must not no contact, Tess Married must not', 'A bar holds when a parent''s own record has another name, and the child''s has the old one'
);
update public.mentees set parent_name = 'Theo Barred' where first_name = 'Deb';
select is(
  pg_temp.said('Deb Barred'), 'Tess Barred must not no contact, Tess Married must not, Theo Barred of record', '… and not for another parent with the same address'
);
delete from public.trainers where first_name = 'Tess';
insert into public.mentors (first_name, last_name, email) values ('Bob', 'Barred', 'bob@example.org');
insert into public.mentees (first_name, last_name, parent_name, parent_email) values ('Bea', 'Other', 'Bob Barred', 'bob@example.org');
update private.guardians set no_contact = true, must_not_collect = true where child_id = pg_temp.p('Bea Other');
update public.mentors set email = 'bob@elsewhere.example' where first_name = 'Bob';
select tests.attempt('anon', 'insert into public.contact_messages (name, email, message) values (''Bob Barred'', ''bob@example.org'', ''Hello'')');
select tests.attempt('admin', format('select public.record_family_opening(%L)', pg_temp.p('Bea Other')));
select is(
  pg_temp.said('Bea Other'), 'Bob Barred must not no contact, Bob Barred of record must not no contact', 'A bar also holds for who writes from the address that they had'
);
delete from public.mentees where parent_name in ('Bob Barred') or last_name in ('Barred', 'No');

-- Opening: as protected fields

select is(pg_temp.ties('only can_manage_mentees', 'Kit Hale', '{family,ties}'), '[]', 'Relations are closed at first');
select is(pg_temp.ties('only can_manage_mentees', 'Kit Hale', '{is_open}'), 'false', 'and it says so');
select tests.refused(persona, format('select public.record_family_opening(%L)', pg_temp.p('Kit Hale')), persona || ' opens no family')
from unnest(array['anon', 'supporter', 'only can_manage_donations', 'only can_review_submissions', 'only can_manage_programs']) as persona;
select tests.refused('only can_manage_mentees', format('select public.record_family_opening(%L)', pg_temp.p('Luis Hale')), 'nor one of a person who is not seen');
select tests.done('only can_manage_mentees', format('select public.record_family_opening(%L)', pg_temp.p('Kit Hale')),
  $$ (select count(*) = 2 from public.change_log where action = 'opened' and record_kind = 'mentees' and record_name like 'K__ Hale') $$,
  'An opening is recorded for the child and each sibling');
select is(pg_temp.ties('only can_manage_mentees', 'Kit Hale', '{family,ties}'), '[]', 'An opening of this transaction opens nothing');
update public.change_log set created_at = now() - interval '1 minute' where action = 'opened';
select is(
  (select concat_ws(', ', jsonb_path_query_array(family, '$.children[*].name'), jsonb_path_query_array(family, '$.adults[*].name'),
      family #> '{adults,0,email}', family #> '{adults,0,is_seen}', jsonb_array_length(family -> 'ties'))
    from (select pg_temp.ties('only can_manage_mentees', 'Kit Hale', '{family}')::jsonb as family) as read),
  '["Kai Hale", "Kit Hale"], ["Ana Hale"], "ana.hale@example.org", false, 2', 'Then siblings are seen together, each with the parent'
);
select is(pg_temp.ties('only can_manage_donations', 'Ana Hale', '{family}'), 'null', 'Who may not read mentees sees none of a parent''s children');
select is(pg_temp.ties('only can_manage_donations', 'Ana Hale', '{is_child}'), 'false', 'and nothing that depends on one');
select is(pg_temp.ties('only can_manage_donations', 'Kit Hale', '{}'), null, 'and nothing of a child');

-- Households

create function pg_temp.join(grp text, who text, role text, made text default null) returns text language sql
as $$ select format('select public.save_member(%L, %L, %L, %L)', grp, pg_temp.p(who), role, made::jsonb) $$;
create temporary table house as select '00000000-0000-4000-8000-0000000000b1'::text as id;
select tests.refused(persona, pg_temp.join(id, 'Ana Hale', 'partner', '{"kind": "household"}'), persona || ' makes no household of whom they do not see')
from house, unnest(array['anon', 'supporter', 'only can_manage_mentors', 'only can_manage_programs']) as persona;
select tests.done('only can_manage_donations', pg_temp.join(id, 'Ana Hale', 'partner', '{"kind": "household", "name": "The Hales", "address": {"street": "1 Elm St", "city": "Austin", "region": "TX", "postal_code": "78701", "country": ""}}'),
  $$ (select count(*) = 1 from private.members) $$, 'Staff make a household of a person whom they see') from house;
select tests.done('only can_manage_donations', pg_temp.join(id, 'Luis Hale', 'partner'), $$ (select count(*) = 2 from private.members) $$, 'and add another') from house;
select tests.refused('only can_manage_donations', pg_temp.join(id, 'Kit Hale', 'child'), 'but not a child whom they do not see') from house;
insert into private.members (group_id, person_id, role) select id::uuid, pg_temp.p('Kit Hale'), 'child' from house;
select is(
  (select string_agg(member ->> 'name', ', ' order by member ->> 'name') from jsonb_array_elements(pg_temp.ties('only can_manage_donations', 'Ana Hale', '{groups,0,members}')::jsonb) as member),
  'Ana Hale, Luis Hale', 'Members are those whom the caller sees, without the child'
);
select is(
  (select string_agg(member ->> 'name', ', ' order by member ->> 'name') from jsonb_array_elements(pg_temp.ties('only can_review_submissions', 'Ana Hale', '{groups,0,members}')::jsonb) as member),
  'Ana Hale', 'and no others'
);
select is(
  tests.answer('only can_review_submissions', format($$ select concat_ws(' ', name, kinds) from public.people_at(%L) $$, id)),
  'The Hales {household}', 'A household without records is found by its id, through a member whom the caller sees'
) from house;
select is(
  tests.answer('only can_review_submissions', format($$ select jsonb_path_query_array(public.person_ties(%L), '$.groups[*].members[*].name')::text $$, id)),
  '["Ana Hale"]', 'with these members'
) from house;
select is(
  tests.answer(persona, format($$ select coalesce(public.person_ties(%L)::text, '') || (select count(*) from public.people_at(%1$L)) $$, id)),
  '0', persona || ' sees none of its members, and not it'
) from house, unnest(array['supporter', 'only can_manage_mentors', 'only can_manage_programs']) as persona;
select tests.done('only can_manage_donations', format($$ select public.save_traits(%L, '{"do_not_contact": true}', '{"do_not_contact": false}') $$, id),
  $$ (select do_not_contact from private.people where name = 'The Hales') $$, 'Staff say that a household must not be contacted') from house;
update private.people set do_not_contact = false where name = 'The Hales';
insert into public.newsletter_subscriptions (name, email) values ('Nora News', 'nora.news@example.org');
select tests.done('only can_review_submissions', pg_temp.join(id, 'Ana Hale', null), $$ (select count(*) = 2 from private.members) $$, 'A caller removes the one member whom they see') from house;
select tests.refused('only can_manage_mentors', pg_temp.join(id, 'Mona Mentor', 'partner'), 'Another caller adds no one to it') from house;
select tests.refused('only can_review_submissions', pg_temp.join(id, 'Nora News', 'partner'), 'and the same caller no one else') from house;
select tests.done('only can_review_submissions', pg_temp.join(id, 'Ana Hale', 'partner'), $$ (select count(*) = 3 from private.members) $$, 'and can undo it, with the other members out of sight') from house;
update public.change_log set created_at = now() - interval '10 minutes' where action = 'opened';
select is(pg_temp.ties('only can_manage_mentees', 'Kit Hale', '{groups}'), '[]', 'A child''s household is closed again after five minutes');
select tests.refused('only can_manage_mentors', format($$ select public.rename_group(%L, 'Mine', 'The Hales') $$, id), 'Who sees no member renames nothing') from house;
select tests.refused('only can_manage_mentors', format('select public.save_address(%L, null, null)', id), 'nor moves it') from house;

-- Traits, campaigns and post

create function pg_temp.trait(who text, changes text, replaced text default '{}') returns text language sql
as $$ select format('select public.save_traits(%L, %L, %L)', pg_temp.p(who), changes::jsonb, replaced::jsonb) $$;
select tests.refused(persona, pg_temp.trait('Ana Hale', '{"do_not_contact": true}'), persona || ' says nothing of whom they do not see')
from unnest(array['anon', 'supporter', 'only can_manage_mentors']) as persona;
select tests.refused('only can_manage_donations', pg_temp.trait('Ana Hale', '{"names": ["Else"]}'), 'Another field', '23514');
select is(
  (select string_agg(concat_ws(' ', letter ->> 'name', letter ->> 'street', letter ->> 'people'), ', ') from jsonb_array_elements(
    tests.answer('only can_manage_donations', format($$ select (public.letters('donors', array[%L, %L]::uuid[]) -> 'letters')::text $$, pg_temp.p('Ana Hale'), pg_temp.p('Luis Hale')))::jsonb) as letter),
  'The Hales 1 Elm St 2', 'A household gets one letter'
);
select tests.done('only can_manage_donations', pg_temp.trait('Ana Hale', '{"do_not_contact": true}', '{"do_not_contact": false}'),
  $$ (select do_not_contact from private.people where id = pg_temp.p('Ana Hale')) $$, 'Staff say that a person must not be contacted');
select tests.refused('only can_manage_donations', pg_temp.trait('Ana Hale', '{"is_deceased": true}', '{"do_not_contact": false}'), 'A change from other values', 'PT409');
select is(
  tests.answer('only can_manage_donations', format($$ select (answer #>> '{letters,0,name}') || ' ' || (answer ->> 'do_not_contact') from public.letters('donors', array[%L, %L]::uuid[]) as answer $$, pg_temp.p('Ana Hale'), pg_temp.p('Luis Hale'))),
  'Luis Hale 1', 'who gets no letter, and is counted'
);
select is(
  (select string_agg(left_out, ',') from private.campaign_recipients(audience) where lower(address) = 'ana.hale@example.org' and left_out <> 'double'),
  'do_not_contact', 'and no campaign to ' || audience
) from unnest(array['donors', 'all', 'parents']) as audience;
select tests.refused(persona, format($$ select public.letters('donors', array[%L]::uuid[]) $$, pg_temp.p('Luis Hale')), persona || ' gets no letters to donors')
from unnest(array['anon', 'supporter', 'only can_manage_mentees']) as persona;
select tests.refused('admin', $$ select public.letters('mentees', '{}') $$, 'There is no list of mentees'' addresses');

update private.people set do_not_contact = true where name = 'The Hales';
select is(
  tests.answer('only can_manage_donations', format($$ select concat_ws(' ', jsonb_array_length(answer -> 'letters'), answer ->> 'do_not_contact') from public.letters('donors', array[%L, %L]::uuid[]) as answer $$, pg_temp.p('Ana Hale'), pg_temp.p('Luis Hale'))),
  '0 2', 'A household that must not be contacted gets none'
);
update private.people set do_not_contact = false where name = 'The Hales';
insert into public.donations (donor_name, donor_email, amount, donation_type)
select 'Envelope ' || given, given || '@envelope.example', 5, 'one-time' from unnest(array['a', 'b', 'c', 'd']) as given;
insert into private.contact_points (person_id, kind, normalized, value, parts)
select pg_temp.p('Envelope ' || given), 'post', given, given, jsonb_build_object('street', street, 'city', null, 'region', null, 'postal_code', code, 'country', country)
from (values ('a', '9 Oak', '78701', null), ('b', '1 Rue', '00001', 'France'), ('c', '2 Oak', '78701', null), ('d', '5 Elm', '10001', null)) as post (given, street, code, country);
select is(
  (select string_agg(right(letter ->> 'name', 1), '' order by place) from jsonb_array_elements(tests.answer('only can_manage_donations',
    $$ select (public.letters('donors', array(select id from public.donors where name like 'Envelope%')) -> 'letters')::text $$)::jsonb) with ordinality as listed (letter, place)),
  'dcab', 'Envelopes are in the order of country, postal code and street'
);
delete from private.contact_points where person_id = pg_temp.p('Envelope b') and kind = 'post';
select is(
  (select string_agg(concat(right(letter ->> 'name', 1), letter ->> 'street', case when letter ->> 'id' = pg_temp.p(letter ->> 'name')::text then ' in the list' end), ', ' order by place) from jsonb_array_elements(tests.answer('only can_manage_donations',
    $$ select (public.letters('donors', array(select id from public.donors where name in ('Envelope a', 'Envelope b'))) -> 'letters')::text $$)::jsonb) with ordinality as listed (letter, place)),
  'a9 Oak in the list, b in the list', 'Who has no address is named last'
);
delete from public.donations where donor_name like 'Envelope%';

-- Emails and phones

create temporary table ana as select pg_temp.p('Ana Hale') as id;
insert into public.donations (donor_name, donor_email, donor_phone, amount, donation_type) values
  ('Ana Hale', 'Ana+work@work.example', '512 555 0111', 5, 'one-time'), ('Ana Hale', 'ana.hale@example.org', '512 555 0111', 5, 'one-time');
update public.donations set person_id = (select id from ana) where donor_email = 'Ana+work@work.example';
select private.tidy_people(array(select id from private.people where name = 'Ana Hale'));
create function pg_temp.points(persona text, who text) returns text language sql as $$
  select string_agg(concat_ws(' ', point ->> 'value', point ->> 'label', case when (point ->> 'is_preferred')::boolean then '*' end, point ->> 'blocked'), ', ' order by place)
  from jsonb_array_elements(pg_temp.ties(persona, who, '{points}')::jsonb) with ordinality as listed (point, place)
$$;
create function pg_temp.mark(who text, kind text, point text, marks text, replaced text default '{}') returns text language sql
as $$ select format('select public.mark_point(%L, %L, %L, %L, %L)', pg_temp.p(who), kind, point, marks::jsonb, replaced::jsonb) $$;
insert into private.suppressions (address, reason) values ('ana+work@work.example', 'bounced');
select is(pg_temp.points('only can_manage_donations', 'Ana Hale'), 'ana.hale@example.org, ana+work@work.example bounced, 512 555 0111',
  'Each email and phone is listed, and why one is blocked');
select is(pg_temp.points('only can_review_submissions', 'Ana Hale'), 'ana.hale@example.org', 'if the caller reads a row that has it');
select tests.done('only can_manage_donations', pg_temp.mark('Ana Hale', 'email', 'ana+work@work.example', '{"label": " Work ", "is_preferred": true}', '{"label": null}'),
  $$ (select count(*) = 1 from private.contact_points where is_preferred and label = 'Work') $$, 'One is labeled and preferred');
select is(pg_temp.points('only can_manage_donations', 'Ana Hale'), 'ana.hale@example.org, ana+work@work.example Work * bounced, 512 555 0111', 'but one that works comes first');
delete from private.suppressions where address = 'ana+work@work.example';
select is(pg_temp.points('only can_manage_donations', 'Ana Hale'), 'ana+work@work.example Work *, ana.hale@example.org, 512 555 0111', 'else the preferred one');
select tests.sees('only can_manage_donations', format('select addresses[1] from public.people_at(%L)', pg_temp.p('Ana Hale')), 'ana+work@work.example', 'also where one writes');
select tests.done('only can_review_submissions', pg_temp.mark('Ana Hale', 'email', 'ana.hale@example.org', '{"is_preferred": true}'),
  $$ (select count(*) = 1 from private.contact_points where is_preferred and normalized = 'ana.hale@example.org') $$, 'Only one of a kind is preferred');
select tests.refused('only can_review_submissions', pg_temp.mark('Ana Hale', 'email', 'ana+work@work.example', '{"label": "Seen"}'), 'No one marks what they do not see');
select tests.refused('only can_manage_donations', pg_temp.mark('Ana Hale', 'email', 'ana+work@work.example', '{"label": "Else"}', '{"label": "Home"}'), 'A label that someone else changed', 'PT409');
select tests.refused(persona, pg_temp.mark('Ana Hale', 'phone', '+15125550111', '{"label": "Mine"}'), persona || ' marks no phone')
from unnest(array['anon', 'supporter', 'only can_manage_mentors']) as persona;
create temporary table marked as select * from private.contact_points where label is not null or is_preferred;

-- Confirming what was only told

select private.set_write_mode('import');
insert into public.donations (donor_name, donor_email, amount, donation_type, created_at) values
  ('Tess Told', 'tess.first@example.org', 5, 'one-time', now() - interval '9 days'), ('Tess Told', 'tess.later@example.org', 5, 'one-time', now() - interval '1 day');
select private.set_write_mode(null);
update public.donations set person_id = (select person_id from public.donations where donor_email = 'tess.first@example.org') where donor_email = 'tess.later@example.org';
select private.tidy_people(array(select id from private.people where name = 'Tess Told'));
update private.contact_points set valid_since = created_at from public.donations where normalized = donor_email and normalized like 'tess.%';
create temporary table tess as select to_jsonb(point) as point from private.contact_points point where normalized like 'tess.%';
select is(
  (select string_agg(concat_ws(' ', point ->> 'value', point ->> 'level', case when (point ->> 'is_letter')::boolean then 'letters' end, case when (point ->> 'is_new')::boolean then 'new' end), ', ' order by place)
    from jsonb_array_elements(pg_temp.ties('only can_manage_donations', 'Tess Told', '{points}')::jsonb) with ordinality as listed (point, place)),
  'tess.first@example.org told letters, tess.later@example.org told new', 'A newer address that was told waits'
);
select tests.done('only can_manage_donations', pg_temp.mark('Tess Told', 'email', 'tess.first@example.org', '{"is_confirmed": true}', '{"is_confirmed": false}'),
  $$ (select level = 'entered' from private.contact_points where normalized = 'tess.first@example.org') $$, 'What a colleague confirms is as good as entered');
select tests.done('only can_manage_donations', pg_temp.mark('Tess Told', 'email', 'tess.first@example.org', '{"is_confirmed": false}', '{"is_confirmed": true}'),
  $$ (select level = 'told' from private.contact_points where normalized = 'tess.first@example.org') $$, 'and can be taken back');
select set_eq($$ select to_jsonb(point) from private.contact_points point where normalized like 'tess.%' $$, 'select point from tess', 'with nothing left of it');
insert into public.mentors (first_name, last_name, email) values ('Wren', 'Writes', 'wren.old@example.org');
insert into public.contact_messages (name, email, message) values ('Wren Writes', 'wren.old@example.org', 'Hello');
update public.mentors set email = 'wren.new@example.org' where email = 'wren.old@example.org';
select tests.sees('admin', format('select addresses::text from public.people_at(%L)', pg_temp.p('Wren Writes')), '{wren.new@example.org,wren.old@example.org}',
  'After a colleague corrected an email, one writes to the new one');

-- Renaming

insert into public.donations (donor_name, donor_email, amount, donation_type) values ('Rena Row', 'rena@example.org', 5, 'one-time');
insert into public.mentors (first_name, last_name, email) values ('Rena', 'Row', 'rena@example.org');
create temporary table rena as select to_jsonb(people) as person from private.people where id = pg_temp.p('Rena Row');
select tests.done('only can_manage_donations', pg_temp.trait('Rena Row', '{"name": " Rena Rowe "}', '{"name": "Rena Row"}'),
  $$ exists (select from public.donors where name = 'Rena Rowe') $$, 'Staff rename a person, and the donor');
select tests.sees('only can_manage_mentors', format('select name from public.people_at(%L)', pg_temp.p('Rena Row')), 'Rena Rowe', 'whom others see by that name');
update public.donations set donor_email = 'rena.new@example.org' where donor_name = 'Rena Row';
select is(name, 'Rena Rowe', 'also after a correction of a record') from public.donors where email = 'rena.new@example.org';
select tests.done('only can_manage_donations', pg_temp.trait('Rena Row', '{"name": "Rena Row", "is_renamed": false}', '{"name": "Rena Rowe"}'),
  $$ exists (select from rena join private.people on to_jsonb(people) = person) $$, 'and back, with nothing left of it');
select tests.refused('only can_manage_donations', pg_temp.trait('Rena Row', '{"name": "Rena\nRow"}'), 'A name has one line', 'P0001');
insert into public.contact_messages (name, email, message) values ('Uma Unread Unseen', 'uma@example.org', 'Hello');
insert into public.mentors (first_name, last_name, email) values ('Uma', 'Unread', 'uma@example.org');
select is(pg_temp.ties('only can_manage_mentors', 'Uma Unread', '{name}'), 'null', 'A name from a row that the caller may not read is not told');
select tests.refused('only can_manage_mentors', pg_temp.trait('Uma Unread', '{"is_renamed": true}'), 'nor shown by saying that staff gave it', '23514');
select is(pg_temp.ties('only can_review_submissions', 'Uma Unread', '{name}'), '"Uma Unread Unseen"', 'but to those who read it');

-- Households of couples, and of people at one address

create temporary table eder as select gen_random_uuid() as id;
insert into public.donations (donor_name, donor_email, amount, donation_type) values
  ('Ruth and Ray Eder', 'eder@example.org', 5, 'one-time'), ('Ruth Eder', 'ruth.eder@example.org', 5, 'one-time'), ('Ray Eder', 'ray.eder@example.org', 5, 'one-time'),
  ('Roy Young', 'roy.young@example.org', 5, 'one-time');
create function pg_temp.alike(who text) returns text language sql as $$
  select tests.answer('only can_manage_donations', format(
    'select string_agg(concat_ws('' '', name, reason, partner_name), '', '' order by name) from public.person_suggestions(%L)', pg_temp.p(who)))
$$;
create function pg_temp.house(grp uuid, who text[], is_undo boolean default false) returns text language sql as $$
  select format('select public.save_household(%L, %L, %L)', grp, array(select pg_temp.p(one) from unnest(who) with ordinality as listed (one, place) order by place), is_undo)
$$;
create function pg_temp.home(who text) returns text language sql as $$
  select coalesce(string_agg(it.name, ', ' order by it.name), '') from private.members join private.people it on it.id = person_id
  where group_id = private.household_of(pg_temp.p(who))
$$;
create temporary table couple as select to_jsonb(people) as person from private.people where id = pg_temp.p('Ruth and Ray Eder');
select is(pg_temp.alike('Ruth and Ray Eder'), 'Ruth Eder couple Ray Eder', 'A couple is suggested as the household of the two');
select tests.refused(persona, pg_temp.house(pg_temp.p('Ruth and Ray Eder'), '{Ruth Eder,Ray Eder}'), persona || ' makes no household of them')
from unnest(array['anon', 'supporter', 'only can_review_submissions']) as persona;
select tests.done('only can_manage_donations', pg_temp.house(pg_temp.p('Ruth and Ray Eder'), '{Ruth Eder,Ray Eder}'),
  $$ (select kind = 'household' and not is_couple from private.people where name = 'Ruth and Ray Eder') and pg_temp.home('Ray Eder') = 'Ray Eder, Ruth Eder' $$, 'which it becomes');
select tests.done('only can_manage_donations', pg_temp.house(pg_temp.p('Ruth and Ray Eder'), '{Ruth Eder,Ray Eder}', true),
  $$ exists (select from couple join private.people on to_jsonb(people) = person) and pg_temp.home('Ray Eder') = '' $$, 'and no longer');
select tests.done('only can_manage_donations', pg_temp.trait('Ruth and Ray Eder', '{"is_couple": false}', '{"is_couple": true}'),
  $$ (select not is_couple from private.people where name = 'Ruth and Ray Eder') $$, 'A firm is no couple');
select is(pg_temp.alike('Ruth and Ray Eder'), null, 'and nobody''s household');
select private.set_address(pg_temp.p(who), '{"street": "7 Oak St", "city": "Austin"}') from unnest(array['Ruth Eder', 'Ray Eder', 'Roy Young']) as who;
select is(pg_temp.alike('Ray Eder'), 'Roy Young household, Ruth Eder household', 'Two at one address are suggested as a household');
select tests.done('only can_manage_donations', pg_temp.house((select id from eder), '{Ruth Eder,Ray Eder}'), $$ pg_temp.home('Ray Eder') = 'Ray Eder, Ruth Eder' $$, 'which they become');
update private.members set created_at = now() - interval '1 minute' where group_id = (select id from eder);
update private.people set name = 'The Eders' where id = (select id from eder);
select is(pg_temp.alike('Roy Young'), 'Ray Eder household The Eders, Ruth Eder household The Eders', 'A third one joins it');
select tests.done('only can_manage_donations', pg_temp.house((select id from eder), '{Roy Young,Ray Eder}'), $$ pg_temp.home('Ray Eder') = 'Ray Eder, Roy Young, Ruth Eder' $$, 'and nobody is in two');
select tests.done('only can_manage_donations', pg_temp.house((select id from eder), '{Roy Young,Ray Eder}', true), $$ pg_temp.home('Ray Eder') = 'Ray Eder, Ruth Eder' $$, 'An undo leaves those who were there');
insert into private.members (group_id, person_id, role) select pg_temp.p('Ruth and Ray Eder'), pg_temp.p('Roy Young'), 'other'
from private.people where id = pg_temp.p('Ruth and Ray Eder');
update private.people set kind = 'household' where id = pg_temp.p('Ruth and Ray Eder');
select is(pg_temp.alike('Roy Young'), null, 'Who has another household is not asked about');
delete from public.donations where donor_name ~ '(Eder|Young|Tess Told|Rena Row)$';

-- Before a merge

insert into public.contact_messages (name, email, message) values ('Pia Parted', 'pia.hidden@example.org', 'Hello');
insert into public.mentors (first_name, last_name, email) values ('Pia', 'Parted', null), ('Pia', 'Partner', 'pia.shown@example.org');
update public.mentors set person_id = (select person_id from public.submissions where email = 'pia.hidden@example.org') where last_name = 'Parted';
create function pg_temp.preview(persona text) returns text language sql as $$
  select tests.answer(persona, format('select public.merge_preview(%L, %L) ->> ''email''', pg_temp.p('Pia Parted'), pg_temp.p('Pia Partner')))
$$;
select is(pg_temp.preview('admin'), 'pia.hidden@example.org', 'Mail goes where it went');
select is(pg_temp.preview('only can_manage_mentors'), null, 'also where the caller may not see the address');

-- Merges

update private.people set wants_paper = true where id = pg_temp.p('Ana Hale');
create temporary table before as select to_jsonb(members) as member from private.members;
select tests.done('admin', format('select public.merge_persons(%L, %L, %L)', '00000000-0000-4000-8000-0000000000d1', pg_temp.p('Mona Mentor'), pg_temp.p('Ana Hale')),
  $$ (select do_not_contact and wants_paper from private.people where id = pg_temp.p('Mona Mentor')) $$, 'A merge keeps that one of the two must not be contacted or wants paper');
select is(pg_temp.parents('Kit Hale'), 'Mona Mentor known', 'and whose parent it is');
select is((select label from private.contact_points where person_id = pg_temp.p('Mona Mentor') and normalized = 'ana+work@work.example'), 'Work', 'the label of an email');
select isnt_empty($$ select from private.members where person_id = pg_temp.p('Mona Mentor') $$, 'and the household');
select tests.done('admin', $$ select public.undo_person_merge('00000000-0000-4000-8000-0000000000d1') $$,
  $$ not (select do_not_contact or wants_paper from private.people where id = pg_temp.p('Mona Mentor')) and (select wants_paper from private.people where id = pg_temp.p('Ana Hale')) $$, 'An undo takes it back');
select set_eq($$ select to_jsonb(members) from private.members $$, 'select member from before', 'with every member as before');
select is(pg_temp.parents('Kit Hale'), 'Ana Hale known', 'and every parent');
select set_eq('select * from private.contact_points where label is not null or is_preferred', 'select * from marked', 'and the marks of every email');

-- All who may be the same

select tests.refused(persona, $$ select public.all_suggestions() $$, persona || ' compares no people')
from unnest(array['anon', 'supporter', 'only can_review_submissions']) as persona;
insert into public.trainers (first_name, last_name, email) values ('Mona', 'Menthor', 'mona.h@example.org');
select alike(tests.answer('admin', $$ select public.all_suggestions()::text $$), '%Mona Me%Mona Me%', 'Pairs are listed for whom may merge both');
select unalike(tests.answer('only can_manage_mentors', $$ select public.all_suggestions()::text $$), '%Menthor%', 'and without those whom the caller does not see');

insert into public.mentors (first_name, last_name) select 'Sam', 'Twin' from generate_series(1, 7);
select is(
  (
    with recursive listed as (
      select tests.answer('admin', $$ select public.all_suggestions()::text $$)::jsonb as slice
      union all
      select tests.answer('admin', format('select public.all_suggestions(%L)::text', slice ->> 'next'))::jsonb from listed where slice ->> 'next' is not null
    )
    select count(*) from listed, jsonb_array_elements(slice -> 'pairs') as pair where pair ->> 'name' = 'Sam Twin'
  ),
  21::bigint, 'Seven people with one name are 21 pairs'
);

-- Erasing

select tests.done('admin', format('select tests.erase(%L)', tests.id('mentees', 'Kim')), $$ not exists (select from private.people where name = 'Zoe Unknown') $$,
  'Erasing a child also erases a parent of no other child');
select tests.done('admin', format('select tests.erase(%L)', pg_temp.p('Luis Hale')), $$ (select count(*) = 2 from private.members) $$, 'One who is erased leaves a household to the others');
delete from private.members where person_id = pg_temp.p('Kit Hale');
select tests.done('admin', format('select tests.erase(%L)', pg_temp.p('Ana Hale')),
  $$ not exists (select from private.people where name = 'The Hales') and not exists (select from private.contact_points where kind = 'post') $$, 'and the last one takes it along, with its address');
select is_empty($$ select from private.guardians join private.people on people.id = adult_id where name = 'Ana Hale' $$, 'and is no one''s parent any more');

select * from finish();
rollback;
