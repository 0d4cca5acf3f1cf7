-- Emails and phones that staff add, correct and retire where they are shown.

begin;
select * from no_plan();

insert into public.donations (donor_name, donor_email, donor_phone, amount, donation_type, method) values
  ('Dora Donor', 'dora.old@example.org', '512 555 0301', 10, 'one-time', 'check'), ('Otto Other', 'otto@example.org', null, 10, 'one-time', 'check');
insert into public.donations (donor_name, donor_email, amount, donation_type, payment_id) values ('Dora Donor', 'dora.old@example.org', 20, 'one-time', 'pi_dora');
insert into public.mentors (first_name, last_name, email, phone) values ('Dora', 'Donor', 'dora.old@example.org', '512 555 0301 / 512 555 0302');
select private.set_write_mode('import');
insert into public.donations (donor_name, donor_email, amount, donation_type) values ('Tom Told', 'dora.new@example.org', 5, 'one-time');
select private.set_write_mode(null);
insert into public.mentees (first_name, last_name) values ('Cleo', 'Child');
create function pg_temp.p(given text) returns uuid language sql as $$
  select person_id from private.rows_of_people as theirs where theirs.name = given limit 1
$$;
create function pg_temp.put(who text, kind text, old text, typed text, records text default '{}') returns text language sql
as $$ select format('select public.save_point(%L, %L, %L, %L, %L)', pg_temp.p(who), kind, old, typed, records) $$;
create function pg_temp.points(persona text, who text) returns text language sql as $$
  select string_agg(concat_ws(' ', point ->> 'value', point ->> 'level', case when (point ->> 'is_retired')::boolean then 'retired' end), ', ' order by place)
  from jsonb_array_elements(tests.answer(persona, format('select (public.person_ties(%L) -> ''points'')::text', pg_temp.p(who)))::jsonb) with ordinality as listed (point, place)
$$;

select tests.refused(persona, pg_temp.put('Dora Donor', 'email', null, 'dora@example.org'), persona || ' adds no email to whom they do not see')
from unnest(array['anon', 'supporter', 'only can_manage_trainers', 'only can_manage_programs']) as persona;
select tests.refused('only can_manage_donations', pg_temp.put('Dora Donor', kind, null, typed), format('The %s "%s"', kind, typed), 'P0001')
from (values ('email', 'nobody'), ('email', ''), ('phone', 'none'), ('phone', '512 555 0303 / 512 555 0304'), ('post', '1 Elm St')) as given (kind, typed);
select tests.refused('only can_manage_donations', pg_temp.put('Dora Donor', 'email', 'dora.never@example.org', 'dora@example.org'), 'A correction of an email that is gone', 'PT409');
select tests.refused('only can_manage_donations', pg_temp.put('Dora Donor', 'email', 'dora.old@example.org', 'dora@example.org', '{mentors}'), 'nor of a record that the caller may not see');
select tests.refused('admin', pg_temp.put('Cleo Child', 'email', null, 'cleo@example.org'), 'A child that is not opened gets no email');
insert into public.change_log (actor_id, action, record_kind, record_id, created_at)
select tests.account('admin'), 'opened', 'mentees', id, now() - interval '1 minute' from public.mentees where first_name = 'Cleo';
select tests.refused('admin', pg_temp.put('Cleo Child', 'phone', null, '512 555 0399'), 'nor ever a phone, which is in the record', 'P0001');

-- Adding

select tests.done('only can_manage_donations', pg_temp.put('Dora Donor', 'phone', null, '(512) 555-0305 x7'),
  $$ exists (select from private.contact_points where value = '(512) 555-0305 x7' and level = 'entered' and open_to = '{donations}') $$, 'A colleague adds a phone');
select is(pg_temp.points('only can_manage_mentors', 'Dora Donor') like '%0305%', false, 'which a colleague who sees another record does not see');
create function pg_temp.found(persona text, search text) returns text language sql as $$
  select tests.answer(persona, format('select string_agg(name, '', '' order by name) from public.search_people(%L)', search))
$$;
select is(pg_temp.found('only can_manage_donations', search), 'Dora Donor', format('"%s" finds an added phone', search))
from unnest(array['5550305', '(512) 555-0305', '+15125550305']) as search;
select is(pg_temp.found(persona, '5550305'), null, persona || ' finds nobody by it') from unnest(array['only can_manage_mentors', 'supporter']) as persona;
update public.mentors set bio = 'Changed', phone = null where first_name = 'Dora';
select ok(pg_temp.points('only can_manage_donations', 'Dora Donor') like '%(512) 555-0305 x7 entered%', 'It stays when records change');
update public.mentors set phone = '512 555 0301 / 512 555 0302' where first_name = 'Dora';

-- Correcting

select tests.done('admin', pg_temp.put('Dora Donor', 'email', 'dora.old@example.org', 'dora.new@example.org', '{donations,mentors}'),
  $$ (select count(*) = 2 from private.rows_of_people where email = 'dora.new@example.org' and name = 'Dora Donor') $$, 'A correction corrects the records beside it');
select is((select donor_email from public.donations where payment_id = 'pi_dora'), 'dora.old@example.org', 'but no gift of the payment provider');
select is(pg_temp.points('admin', 'Dora Donor'), 'dora.new@example.org entered, dora.old@example.org entered retired, 512 555 0301 entered, 512 555 0301 / 512 555 0302 entered, (512) 555-0305 x7 entered',
  'What it was is retired as long as a record has it');
select is(email, 'dora.new@example.org', 'Mail to the donor goes to the new one') from public.donors where name = 'Dora Donor';
select is((select level from private.contact_points where person_id = pg_temp.p('Tom Told') and normalized = 'dora.new@example.org'), 'told', 'What only another person told stays told');
select is((tests.attempt('admin', pg_temp.put('Dora Donor', 'email', 'dora.old@example.org', 'dora.new@example.org', '{donations,mentors}'))).state, '00000', 'The same request again is answered as before');
select is(count(*), 1::bigint, 'with nothing twice') from private.contact_points where person_id = pg_temp.p('Dora Donor') and normalized = 'dora.new@example.org';
select tests.done('admin', pg_temp.put('Dora Donor', 'phone', '25550301', '512 555 0311', '{donations,mentors}'),
  $$ exists (select from public.donations where donor_phone = '512 555 0311') $$, 'A phone is corrected in the same way');
select is((select phone from public.mentors where first_name = 'Dora'), '512 555 0301 / 512 555 0302', 'but not in a field that has another one, too');
insert into public.contact_messages (name, email, message) values ('Dora Donor', 'dora.old@example.org', 'Still here');
select is((select person_id from public.submissions where email = 'dora.old@example.org'), pg_temp.p('Dora Donor'), 'Who writes from the earlier one is still known by it');
select is(email, 'dora.new@example.org', 'and our mail still goes to the new one') from public.donors where name = 'Dora Donor';

-- Retiring

select tests.done('only can_manage_donations', format($$ select public.mark_point(%L, 'email', 'otto@example.org', '{"is_retired": true}', '{"is_retired": false}') $$, pg_temp.p('Otto Other')),
  $$ (select email is null from public.donors where name = 'Otto Other') $$, 'No letter goes to an email that is out of use');
select tests.done('only can_manage_donations', format($$ select public.mark_point(%L, 'email', 'otto@example.org', '{"is_retired": false}', '{"is_retired": true}') $$, pg_temp.p('Otto Other')),
  $$ (select email is not distinct from 'otto@example.org' from public.donors where name = 'Otto Other') $$, 'until a colleague takes it back');

-- Erasing

insert into private.contact_points (person_id, kind, normalized, value, level, open_to) values (pg_temp.p('Otto Other'), 'email', 'otto.added@example.org', 'otto.added@example.org', 'entered', '{donations}');
select is(tests.answer('admin', format('select addresses::text from public.people_at(%L)', pg_temp.p('Otto Other'))), '{otto.added@example.org,otto@example.org}', 'An added email is one of the person''s addresses');
select tests.done('admin', format('select public.erase_person(%L, ''asked'', %L, ''{}'', ''in_person'')', 'otto.added@example.org',
  tests.answer('admin', $$ select public.preview_erasure('otto.added@example.org', '{}')::text $$)::jsonb ->> 'seen'),
  $$ not exists (select from private.contact_points where normalized = 'otto.added@example.org') $$, 'and goes with an erasure of the address');

select * from finish();
rollback;
