-- Consents of guardians: who asks and who answers, which answer holds, and what a link opens.

begin;
select * from no_plan();
delete from private.consents where true;
delete from private.consent_requests where true;

insert into public.mentees (first_name, last_name, parent_name, parent_email) values
  ('Kit', 'Asked', 'Ana Asked', 'ana.asked@example.org'), ('Pip', 'Asked', 'Ana Asked', 'ana.asked@example.org'), ('Una', 'Closed', 'Ola Closed', 'ola@example.org');
insert into public.mentors (first_name, last_name, email) values ('Luis', 'Asked', 'luis.asked@example.org'), ('Lou', 'Asked', 'lou.asked@example.org');

create function pg_temp.p(given text) returns uuid language sql stable as $$
  select coalesce(
    (select person_id from private.rows_of_people as theirs where theirs.name = given order by source limit 1),
    (select id from private.people where name = given limit 1))
$$;
create function pg_temp.open(persona text, child text, since interval default '1 minute') returns void language sql as $$
  insert into public.change_log (actor_id, action, record_kind, record_id, created_at)
  select tests.account(persona), 'opened', 'mentees', id, now() - since from public.mentees where person_id = pg_temp.p(child)
$$;
create function pg_temp.batch(number integer) returns uuid language sql as $$ select ('00000000-0000-4000-8000-0000000000b' || number)::uuid $$;
create function pg_temp.ask(number integer, children text[], adult text, road text default 'code', kinds text[] default '{photo,trip,data}', address text default null) returns text language sql as $$
  select format('select public.ask_consent(%L, %L, %L, %L, %L, %L)', pg_temp.batch(number), array(select pg_temp.p(child) from unnest(children) as child), pg_temp.p(adult), kinds, road, address)
$$;
create function pg_temp.code(number integer, child text, adult text, kinds text[] default '{photo,trip,data}') returns text language sql as $$
  select tests.answer('admin', replace(pg_temp.ask(number, array[child], adult, 'code', kinds), 'select public', 'select public') || '::text')::jsonb #>> '{0,token}'
$$;
create function pg_temp.page(token text) returns jsonb language sql as $$
  select tests.answer('anon', format('select public.consent_request(%L)::text', token))::jsonb
$$;
create function pg_temp.say(token text, kind text, answer text, version integer default 1) returns text language sql as $$
  select format('select public.answer_consent(%L, %L, %s, %L)', token, kind, version, answer)
$$;
create function pg_temp.said(token text, kind text, answer text, version integer default 1) returns text language sql as $$
  select (tests.attempt('anon', pg_temp.say(token, kind, answer, version))).state
$$;
create function pg_temp.state(child text, of_kind text) returns text language sql as $$
  select state from private.consent_states(array[pg_temp.p(child)]) where kind = of_kind
$$;
create function pg_temp.told(adult text, answer text, kind text default 'photo', note text default 'On the phone', version integer default 1, child text default 'Kit Asked') returns text language sql as $$
  select format('select public.record_consent(gen_random_uuid(), %L, %L, %L, %s, %L, %L)', pg_temp.p(child), pg_temp.p(adult), kind, version, answer, note)
$$;
select private.sync_parents(array[pg_temp.p('Kit Asked'), pg_temp.p('Pip Asked'), pg_temp.p('Una Closed')]);
insert into private.guardians (child_id, adult_id, relation) values
  (pg_temp.p('Kit Asked'), pg_temp.p('Luis Asked'), 'guardian'), (pg_temp.p('Kit Asked'), pg_temp.p('Lou Asked'), 'other');

-- Who asks

select tests.refused(persona, pg_temp.ask(1, array['Kit Asked'], 'Ana Asked'), persona || ' asks no guardian without an opening')
from unnest(array['anon', 'supporter', 'only can_manage_donations', 'only can_manage_programs', 'only can_manage_mentees', 'admin']) as persona;
select tests.refused(persona, format('select public.family_consents(array[%L]::uuid[])', pg_temp.p('Kit Asked')), persona || ' reads no consents without an opening')
from unnest(array['anon', 'supporter', 'only can_manage_donations', 'only can_manage_programs', 'only can_manage_mentees', 'admin']) as persona;
select tests.refused(persona, pg_temp.told('Ana Asked', 'yes'), persona || ' notes no answer without an opening')
from unnest(array['anon', 'supporter', 'only can_manage_donations', 'only can_manage_programs', 'only can_manage_mentees', 'admin']) as persona;
select pg_temp.open(persona, child) from unnest(array['admin', 'only can_manage_mentees']) as persona, unnest(array['Kit Asked', 'Pip Asked']) as child;
select tests.refused('only can_manage_donations', pg_temp.ask(1, array['Kit Asked'], 'Ana Asked'), 'An opening by others opens nothing');
select tests.refused('admin', pg_temp.ask(1, array['Kit Asked', 'Una Closed'], 'Ana Asked'), 'One child that is not opened refuses the whole request');
select tests.refused('admin', pg_temp.ask(1, array['Kit Asked', 'Pip Asked'], 'Luis Asked'), 'nor is someone asked for a child that is not theirs', 'P0001');
select tests.refused('admin', pg_temp.ask(1, array['Kit Asked'], 'Lou Asked'), 'nor an adult who is no parent, guardian or relative', 'P0001');
select tests.refused('admin', pg_temp.ask(1, '{}', 'Ana Asked'), 'nor anyone for no child', 'P0001');
select tests.refused('admin', pg_temp.ask(1, array['Kit Asked'], 'Ana Asked', 'code', '{}'), 'nor for nothing', 'P0001');
select tests.refused('admin', pg_temp.ask(1, array['Kit Asked'], 'Ana Asked', 'code', '{money}'), 'nor for something else', 'P0001');
select tests.refused('admin', pg_temp.ask(1, array['Kit Asked'], 'Ana Asked', 'mail', '{photo}', 'old@example.org'), 'nor by mail to an address that is no longer there', 'PT409');

-- By mail

select tests.done('only can_manage_mentees', pg_temp.ask(1, array['Kit Asked', 'Pip Asked'], 'Ana Asked', 'mail', '{photo,trip}', 'ana.asked@example.org'),
  $$ (select count(*) = 2 and bool_and(hash is null) from private.consent_requests) $$, 'Two children are one email');
select is(tests.answer('only can_manage_mentees', pg_temp.ask(1, array['Kit Asked', 'Pip Asked'], 'Ana Asked', 'mail', '{photo,trip}', 'ana.asked@example.org') || '::text'), '[]', 'The same press again');
select is((select count(*) from private.outbox where kind = 'consent'), 1::bigint, 'sends nothing twice');
select is((select data - 'requests' from private.outbox where kind = 'consent'), '{}'::jsonb, 'and the waiting mail has no name');
create temporary table mailed as select recipient, data from public.claim_mails(pg_temp.batch(9), 500, 'a test', repeat('k', 32)) where kind = 'consent';
select is((select string_agg(child ->> 'first_name', ', ') from mailed, jsonb_array_elements(data -> 'children') as child), 'Kit, Pip', 'It has a link for each child');
create temporary table link as select child ->> 'first_name' as child, child ->> 'token' as token from mailed, jsonb_array_elements(data -> 'children') as child;
select is_empty($$ select from private.consent_requests stored, link where position(token in stored::text) > 0 $$, 'whose token is stored nowhere');
select is(pg_temp.page(token) ->> 'child', child, 'and opens the page of that child') from link;
select is(
  (select string_agg(distinct key, ', ' order by key) from link, jsonb_object_keys(pg_temp.page(token)) as key), 'child, is_open, questions, until', 'which has nothing else of the child'
);
select is((select string_agg(one ->> 'kind', ', ') from jsonb_array_elements(pg_temp.page((select token from link where child = 'Kit')) -> 'questions') as one), 'photo, trip', 'but what was asked');

-- What a guardian answers

create temporary table codes as select pg_temp.code(2, 'Kit Asked', 'Ana Asked') as ana, pg_temp.code(3, 'Kit Asked', 'Luis Asked') as luis;
select is(pg_temp.state('Kit Asked', 'photo'), 'open', 'Without an answer nothing is given');
select tests.done('anon', pg_temp.say(ana, 'photo', 'yes'), $$ pg_temp.state('Kit Asked', 'photo') = 'yes' $$, 'A guardian says yes') from codes;
select is(pg_temp.page(token) #>> '{questions,0,answer}', 'yes', 'and their other link shows it') from link where child = 'Kit';
select is(pg_temp.page(luis) #>> '{questions,0,answer}', null, 'but not that of another guardian') from codes;
select is(pg_temp.said(ana, 'photo', 'yes') || (select count(*) from private.consents), '000001', 'The same answer again is one answer') from codes;
select tests.done('anon', pg_temp.say(luis, 'photo', 'no'), $$ pg_temp.state('Kit Asked', 'photo') = 'no' $$, 'The no of one guardian holds') from codes;
select pg_temp.said(ana, 'photo', 'no'), pg_temp.said(ana, 'photo', 'yes') from codes;
select is(pg_temp.state('Kit Asked', 'photo'), 'no', 'whatever another says later');
select is((select string_agg(answer, ', ' order by given_at) from private.consents where adult_id = pg_temp.p('Ana Asked')), 'yes, withdrawn, yes', 'A yes that is taken back is withdrawn, and every answer stays');
select is(pg_temp.said(luis, 'photo', 'yes') || pg_temp.state('Kit Asked', 'photo'), '00000yes', 'until they say yes') from codes;
select is(
  (select string_agg(changes #>> '{consent,1}', '; ') from (select * from public.change_log where changes ? 'consent' and changes #>> '{consent,1}' like 'photos: no%' limit 1) as one),
  'photos: no, by a guardian’s link', 'The log says it in words'
);
select is_empty($$ select from public.change_log stored, codes where position(ana in stored::text) > 0 or position(luis in stored::text) > 0 $$, 'without a token');
select tests.refused('anon', pg_temp.say(ana, 'photo', 'maybe'), 'Something else is no answer', '23514') from codes;
select tests.refused('anon', pg_temp.say(ana, 'photo', 'no', 2), 'nor is one to another text', 'PT409') from codes;
select tests.refused('anon', pg_temp.say(token, 'data', 'yes'), 'nor to something that was not asked', '23514') from link where child = 'Kit';
update private.consents set request_id = (select id from private.consent_requests where batch = pg_temp.batch(2)) where true;
insert into private.consents (child_id, adult_id, kind, version, answer, road, request_id, given_for, given_as, given_at)
select child_id, adult_id, 'trip', 1, 'no', 'code', id, child_id, adult_id, now() - interval '1 day' from private.consent_requests, generate_series(1, 50) where batch = pg_temp.batch(2);
select tests.refused('anon', pg_temp.say(ana, 'trip', 'yes'), 'After fifty changes a link takes no more', 'PT429') from codes;
delete from private.consents where kind = 'trip';

-- Wrong links tell nothing and change nothing

select tests.send_from('{"cf-connecting-ip": "192.0.2.31"}');
create temporary table before_it as select tests.fingerprint() as print;
create temporary table wrong (token text);
insert into wrong select unnest(array['', upper(ana), left(ana, -1) || 'x', 'x']) from codes;
select is(pg_temp.page(token), null, 'A wrong link shows nothing: ' || left(token, 4)) from wrong;
select tests.send_from('{"cf-connecting-ip": "192.0.2.32"}');
select is(tests.answer('anon', pg_temp.say(token, 'photo', 'no') || '::text'), null, 'and takes no answer') from wrong;
select is((select count(*) from private.consents where answer = 'no' and adult_id = pg_temp.p('Ana Asked')), 0::bigint, 'so nothing changed');
select is((tests.attempt('anon', 'select public.consent_request(''x'')')).state, '00000', 'The fifth wrong one');
select is((tests.attempt('anon', 'select public.consent_request(''x'')')).state, 'PGRST', 'is the last for ten minutes');
select isnt(pg_temp.page(ana), null, 'but a right one opens, like those of other parents at the same meeting') from codes;

-- Who may no longer answer

create function pg_temp.closed(why text) returns setof text language plpgsql as $$
begin
  return next is(pg_temp.page(ana), null, why || ' sees nothing') from codes;
  return next is(tests.answer('anon', pg_temp.say(ana, 'photo', 'no') || '::text'), null, why || ' answers nothing') from codes;
  return next is((select count(*) from private.consents where adult_id = pg_temp.p('Ana Asked')), 3::bigint, 'and nothing changed');
end
$$;
select tests.send_from('{"cf-connecting-ip": "192.0.2.33"}');
update private.guardians set no_contact = true where adult_id = pg_temp.p('Ana Asked');
select pg_temp.closed('Who must not be contacted about the child');
select is(pg_temp.state('Kit Asked', 'photo'), 'yes', 'The yes of the other guardian still counts');
select is((select count(*) from private.consent_links((select id from private.outbox where kind = 'consent'), (select data from private.outbox where kind = 'consent'), 'k')), 0::bigint, 'and a waiting email is not sent');
select tests.refused('admin', pg_temp.ask(4, array['Kit Asked'], 'Ana Asked'), 'nor are they asked again', 'P0001');
select tests.refused('admin', pg_temp.told('Ana Asked', 'yes', 'trip'), 'nor is a yes of theirs noted', 'P0001');
select tests.done('admin', pg_temp.told('Ana Asked', 'no', 'trip'), $$ pg_temp.state('Kit Asked', 'trip') = 'no' $$, 'but their no is');
delete from private.consents where kind = 'trip';
update private.guardians set no_contact = false where adult_id = pg_temp.p('Ana Asked');
select tests.send_from('{"cf-connecting-ip": "192.0.2.34"}');
update private.people set do_not_contact = true where id = pg_temp.p('Ana Asked');
select pg_temp.closed('Who must not be contacted at all');
update private.people set do_not_contact = false where id = pg_temp.p('Ana Asked');
select tests.send_from('{"cf-connecting-ip": "192.0.2.35"}');
create temporary table tie as select * from private.guardians where adult_id = pg_temp.p('Ana Asked') and child_id = pg_temp.p('Kit Asked');
delete from private.guardians where adult_id = pg_temp.p('Ana Asked') and child_id = pg_temp.p('Kit Asked');
select pg_temp.closed('Who is no guardian any more');
delete from private.consents where adult_id = pg_temp.p('Luis Asked');
select is(pg_temp.state('Kit Asked', 'photo'), 'open', 'nor does a former guardian''s yes count');
insert into private.guardians select * from tie;
select is(pg_temp.state('Kit Asked', 'photo'), 'yes', 'until they are one again');

-- After 14 days a link shows only what was answered

update private.consent_requests set created_at = now() - interval '14 days';
select tests.refused('anon', pg_temp.say(ana, 'photo', 'no'), 'A late link takes no answer', 'P0001') from codes;
select is(pg_temp.page(ana) ->> 'is_open' || (pg_temp.page(ana) #>> '{questions,0,answer}'), 'falseyes', 'and shows what was answered') from codes;

-- Told to staff

select tests.refused('admin', pg_temp.told('Ana Asked', 'no', 'photo', ' '), 'An answer that staff heard needs a note', 'P0001');
select tests.refused('admin', pg_temp.told('Lou Asked', 'no'), 'and a guardian', 'P0001');
select tests.done('only can_manage_mentees', pg_temp.told('Ana Asked', 'no'), $$ pg_temp.state('Kit Asked', 'photo') = 'no' $$, 'It counts like one by a link');
select is((select answer || ' ' || note from private.consents where road = 'staff' and kind = 'photo'), 'withdrawn On the phone', 'with its note');
select is(
  (select string_agg(one ->> 'note', ', ') from jsonb_array_elements(tests.answer('admin', format('select public.family_consents(array[%L]::uuid[])::text', pg_temp.p('Kit Asked')))::jsonb -> 'answers') as one),
  'On the phone', 'which colleagues who opened the child read'
);
delete from private.consents where road = 'staff';

-- A new text asks again

select tests.refused(persona, $$ select public.save_consent_text('photo', 'New words', 1) $$, persona || ' changes no text')
from unnest(array['anon', 'supporter', 'only can_manage_mentees', 'only can_review_submissions']) as persona;
select tests.refused('admin', $$ select public.save_consent_text('photo', ' ', 1) $$, 'A text has words', 'P0001');
select tests.refused('admin', $$ select public.save_consent_text('photo', 'New words', 7) $$, 'and is changed from the one that was read', 'PT409');
select tests.done('admin', $$ select public.save_consent_text('photo', 'New words', 1) $$, $$ pg_temp.state('Kit Asked', 'photo') = 'open' $$, 'An admin writes a new text, and an earlier yes no longer counts');
select is((select count(*) from private.consents where version = 1 and kind = 'photo' and answer = 'yes'), 2::bigint, 'but stays with its text');
select is(pg_temp.page(ana) #>> '{questions,0,words}' like 'We may take photos%', true, 'which a late link still shows') from codes;
update private.consent_requests set created_at = now();
select is(pg_temp.page(ana) #>> '{questions,0,words}', 'New words', 'An open one asks by the new text') from codes;
select tests.refused('anon', pg_temp.say(ana, 'photo', 'yes'), 'and takes no answer to the old one', 'PT409') from codes;
select is(pg_temp.said(ana, 'photo', 'no', 2) || pg_temp.state('Kit Asked', 'photo'), '00000no', 'A no to the new one holds') from codes;
select is((select answer from private.consents where version = 2), 'withdrawn', 'as a withdrawn yes') ;

-- Joins: the no of one half holds until the guardian answers again

delete from private.consents where true;
insert into private.guardians (child_id, adult_id, relation) values (pg_temp.p('Pip Asked'), pg_temp.p('Luis Asked'), 'parent');
update private.guardians set relation = 'guardian' where adult_id = pg_temp.p('Lou Asked');
select pg_temp.open('admin', 'Kit Asked');
select tests.attempt('admin', pg_temp.told('Luis Asked', 'yes', 'trip')), tests.attempt('admin', pg_temp.told('Lou Asked', 'no', 'trip'));
select pg_temp.code(5, 'Kit Asked', 'Lou Asked') as lou into temporary table lou;
select tests.attempt('admin', format('select public.merge_persons(%L, %L, %L, ''{}'')', pg_temp.batch(6), pg_temp.p('Luis Asked'), pg_temp.p('Lou Asked')));
select is((select count(distinct adult_id) from private.consents), 1::bigint, 'Answers follow a join');
select is(pg_temp.state('Kit Asked', 'trip'), 'no', 'which keeps the no of its half');
select is((select count(*) from private.standing_consents(array[pg_temp.p('Kit Asked')]) where kind = 'trip'), 2::bigint, 'and shows both');
select isnt(pg_temp.page(lou), null, 'An open link works on') from lou;
select is(pg_temp.page(lou) #>> '{questions,1,answer}', 'no', 'and shows the no') from lou;
select is(pg_temp.said(lou, 'trip', 'yes') || pg_temp.state('Kit Asked', 'trip'), '00000yes', 'until they answer again') from lou;
select tests.attempt('admin', format('select public.undo_person_merge(%L)', pg_temp.batch(6)));
select is(pg_temp.state('Kit Asked', 'trip'), 'no', 'An undo brings the no back to who said it');
select is((select count(*) from private.consents where adult_id = pg_temp.p('Lou Asked')), 1::bigint, 'and only that');
-- The order of days does not matter: the no came first.
delete from private.consents where true;
select tests.attempt('admin', pg_temp.told('Luis Asked', 'no', 'trip')), tests.attempt('admin', pg_temp.told('Lou Asked', 'yes', 'trip'));
select tests.attempt('admin', format('select public.merge_persons(%L, %L, %L, ''{}'')', pg_temp.batch(7), pg_temp.p('Luis Asked'), pg_temp.p('Lou Asked')));
select is(pg_temp.state('Kit Asked', 'trip'), 'no', 'A later yes of the other half takes back no earlier no');

-- Two records of the child, apart and together

insert into public.mentees (first_name, last_name, person_id) values ('Kitty', 'Asked', pg_temp.p('Kit Asked'));
update public.mentees set person_id = pg_temp.p('Kit Asked') where first_name = 'Kitty';
select is((select count(*) from private.consents where child_id = pg_temp.p('Kit Asked')), 2::bigint, 'Two records of a child have the same answers');
delete from public.mentees where last_name = 'Asked' and first_name in ('Kit', 'Kitty');
select is((select count(*) from private.consents), 0::bigint, 'and the last record takes them');
select is_empty($$ select from private.consent_requests asked where not exists (select from public.mentees where person_id = asked.child_id) $$, 'with the links');

select * from finish();
rollback;
