-- Finding and reading a person: the tables of which they may read all, and nothing else.

begin;
select plan((98 + (select count(*) from public.permissions))::integer);

select tests.sign_up('one@example.org', '{"full_name": "Ona Mentor"}');
insert into public.mentors (first_name, last_name, email, phone, expertise) values
  ('Ona', 'Mentor', 'one@example.org', '+1 (512) 909-0101', 'Zoology'), ('Ádám', 'Nowhere', null, null, null),
  ('Tom', 'Twophones', null, '٠٧٧٥٥٥٠٢٠١/0886555202/512-555-0142 x315', null);
insert into public.trainers (first_name, last_name, email) values ('Ona', 'Mentor', ' One@Example.org ');
insert into public.mentees (first_name, last_name, email, phone, school_name, parent_name, parent_email, parent_phone) values
  ('Ona', 'Mentor', 'one@example.org', null, 'Hill School', 'Pia Parent', 'pia@example.org', null),
  ('Kit', 'Kiddo', null, '512 909 0404', 'Hill School', 'Ona Parent', 'ONE@example.org', '512 909 0202'),
  ('Kat', 'Other', null, '5129090404', null, null, null, null);
insert into public.donations (donor_name, donor_email, amount, donation_type) values
  ('Ona Mentor', 'one@example.org', 12.50, 'one-time'), ('Ona Mentor', 'one@example.org', 7.50, 'monthly');
insert into public.newsletter_subscriptions (name, email) values ('Ona Mentor', 'one@example.org');
insert into public.volunteer_applications (first_name, last_name, email, phone, motivation) values
  ('Ona', 'Mentor', 'one@example.org', '+1 512 909 0303', 'Quagmire');
create temporary table searching as
select persona from tests.personas() as persona
where persona like 'only %' or persona in ('anon', 'stranger', 'supporter', 'plain program_manager', 'admin');

select is(
  tests.answer(persona, $$ select string_agg(distinct area, ' ' order by area) from public.person(' ONE@example.org') $$),
  case persona
    when 'only can_view_all_users' then 'account'
    when 'only can_edit_user_roles' then 'account'
    when 'only can_manage_mentors' then 'mentors'
    when 'only can_manage_mentees' then 'mentees'
    when 'only can_manage_trainers' then 'trainers'
    when 'only can_manage_donations' then 'gifts'
    when 'only can_review_submissions' then 'newsletter submissions'
    when 'admin' then 'account gifts mentees mentors newsletter submissions trainers'
  end,
  format('%s reads only their parts of a person', persona)
)
from searching;

select bag_eq(
  $$ select persona, tests.answer(persona, $q$
    select string_agg(distinct kind_found, ' ' order by kind_found)
    from public.search_people('one@example.org'), unnest(kinds) as kind_found
  $q$) from searching $$,
  $$ select persona, case persona
    when 'only can_view_all_users' then 'account'
    when 'only can_edit_user_roles' then 'account'
    when 'only can_manage_mentors' then 'mentor'
    when 'only can_manage_mentees' then 'mentee'
    when 'only can_manage_trainers' then 'trainer'
    when 'only can_manage_donations' then 'donor'
    when 'only can_review_submissions' then 'subscriber volunteer'
    when 'admin' then 'account donor mentee mentor subscriber trainer volunteer'
  end from searching $$,
  'Each persona finds only the records they may read'
);

select is(
  tests.answer('admin', $$ select string_agg(format('%s %s %s', kind, title, name), ', ' order by title)
    from public.person('one@example.org') where area = 'mentees' $$),
  'mentee Ona Mentor Ona Mentor', 'A mentee is found by their own address, and not by a parent''s'
);
select is(
  tests.answer('admin', $$ select format('%s %s %s', count(*), max(total), max(total_amount))
    from public.person('one@example.org') where area = 'gifts' $$),
  '2 2 20.00', 'Gifts come with their number and sum'
);
select is(tests.answer('admin', format('select count(*) from public.person(%L)', address)), '0', 'No person has the address ' || coalesce(address, 'null'))
from (values ('nobody@example.org'), (''), (null)) as asked (address);

-- Finding

select is(
  tests.answer('admin', format(
    'select string_agg(format(''%%s %%s'', kind, coalesce(address, name)), '', '' order by kind, name) from public.search_people(%L)', search
  )),
  found, format('Found by %s: %s', to_json(search), found)
)
from (values
  ('nowhere', 'mentor Ádám Nowhere'),
  (e'adam\nnowhere', 'mentor Ádám Nowhere'),
  (e'adam\nelsewhere', null),
  (e'elsewhere\tnowhere', 'mentor Ádám Nowhere'),
  ('kiddo', 'mentee Kit Kiddo'),
  ('pia@example.org', null),
  (e'+1 512 909 0101\t29090101', 'mentor one@example.org'),
  (e'512-909-0202\t29090202', null), (e'ona\nparent', null), ('hill school', null),
  (e'909 0303\t9090303', 'volunteer one@example.org'),
  ('quagmire', null), ('zoology', null), (e'kit\nparent', null),
  ('on', null), ('', null), ('%%%', null), ('o_e@example', null), (''') or true --', null)
) as looked (search, found);
select is(
  tests.answer('only can_review_submissions', (
    select format('select string_agg(address, '''') from public.search_people(%L)', lower(reference))
    from public.submissions where email = 'one@example.org'
  )),
  'one@example.org', 'A reference leads to the person'
);

select is(
  tests.answer('admin', format('select string_agg(name, '', '') from public.search_people(%L)', search)), 'Tom Twophones', format('%s finds one of two numbers', search)
)
from unnest(array[e'088 655 5202\t86555202', e'077 555 0201\t77555020', e'+15125550142']) as search;

-- What tells equal names apart is of rows that the caller may read.
insert into public.mentors (first_name, last_name, email, phone) values ('Mask', 'Twin', 'mask@work.example', '512 555 0188');
insert into public.donations (donor_name, donor_email, amount, donation_type, created_at) values
  ('Mask Twin', 'mask@work.example', 7, 'one-time', '2026-05-03 12:00-05'), ('Mask Twin', 'm.twin@work.example', 8, 'one-time', '2026-05-04 12:00-05'),
  ('Mask Triplet', 'mask.triplet@work.example', 9, 'one-time', '2026-05-05 12:00-05');
select is(tests.answer(persona, format('select string_agg(concat_ws('' '', name, hint, last_gift, last_gift_at::date, kinds), '', '' order by kinds, hint) from public.search_people(%L)', e'mask\n' || searched)),
  seen, format('%s tells %s apart by %s', persona, searched, coalesce(seen, 'nothing'))) from (values
  ('only can_manage_mentors', 'twin', 'Mask Twin m…@work.example, phone …0188 {mentor}'),
  ('only can_manage_donations', 'twin', 'Mask Twin m.twin@work.example 8.00 2026-05-04 {donor}, Mask Twin mask@work.example 7.00 2026-05-03 {donor}'),
  ('only can_manage_donations', 'triplet', 'Mask Triplet m…@work.example 9.00 2026-05-05 {donor}'),
  ('supporter', 'twin', null)
) as listed (persona, searched, seen);

-- By street, check number and tribute: each leads to people of whom the caller may read a row.
insert into public.donations (donor_name, donor_email, amount, donation_type, reference, tribute, tribute_name, campaign) values
  ('Strid Giver', 'strid@example.org', 7, 'one-time', 'CHK 88123', 'memory', 'Grandpa Quillon', 'Zoology');
insert into public.mentees (first_name, last_name, email) values ('Strid', 'Child', 'strid.child@example.org');
create function pg_temp.of_name(known_as text) returns uuid
language sql as $$ select person_id from private.rows_of_people where name = known_as limit 1 $$;
select private.set_address(pg_temp.of_name('Strid Giver'), '{"street": "77 Quicksand Lane", "city": "Zwolle"}');
select private.set_address(pg_temp.of_name('Strid Child'), '{"street": "78 Quicksand Lane", "city": "Zwolle"}');
insert into private.people (id, kind) values ('00000000-0000-4000-8000-0000000000e7', 'household');
select private.set_address('00000000-0000-4000-8000-0000000000e7', '{"street": "79 Quicksand Lane", "city": "Zwolle"}');
insert into private.members (group_id, person_id, role)
select '00000000-0000-4000-8000-0000000000e7', pg_temp.of_name(known_as), 'other' from unnest(array['Mask Triplet', 'Strid Child']) as known_as;
select is(
  tests.answer(persona, format('select string_agg(name, '', '' order by name) from public.search_people(%L)', search)),
  found, format('%s finds by %s: %s', persona, to_json(search), coalesce(found, 'nobody'))
)
from (values
  ('admin', e'77\nquicksand', 'Strid Giver'), ('only can_manage_donations', e'quicksand\nlane', 'Mask Triplet, Strid Giver'), ('admin', 'quicksand', 'Mask Triplet, Strid Giver'),
  ('only can_manage_mentees', 'quicksand', null), ('only can_manage_mentors', 'quicksand', null), ('supporter', 'quicksand', null), ('admin', e'78\nquicksand', null),
  ('only can_manage_donations', '88123', 'Strid Giver'), ('only can_manage_donations', e'grandpa\nquillon', 'Strid Giver'), ('only can_manage_mentors', '88123', null), ('admin', 'zoology', null)
) as looked (persona, search, found);
select is(
  tests.answer(persona, format('select string_agg(donor_name, '', '') from public.search_donations(%L)', search)), found, format('The list of gifts, for %s by %s', persona, search)
)
from (values ('only can_manage_donations', 'quillon', 'Strid Giver'), ('only can_manage_donations', '88123', 'Strid Giver'), ('only can_manage_mentors', 'quillon', null)) as looked (persona, search, found);

-- Telephones

select is(private.telephones(typed)::text, found, format('%s is %s', typed, coalesce(found, 'no number')))
from (values
  ('+1 512 555 0142', '{+15125550142}'), ('512-555-0142', '{+15125550142}'), ('1 (512) 555.0142', '{+15125550142}'),
  ('011 231 77 555 0101', '{+231775550101}'), ('00231775550101', '{+231775550101}'), ('+44 (0)20 7123 4567', '{+442071234567}'),
  ('0886555010', '{0886555010}'), ('555-0142', '{5550142}'), ('030/1234567', '{0301234567}'),
  ('(512) 555-0142 x315', '{+15125550142;ext=315}'), ('512 555 0142 ext. 315', '{+15125550142;ext=315}'),
  ('(512) 555-0142, Extension 315', '{+15125550142;ext=315}'), ('5125550142 #315', '{+15125550142;ext=315}'), ('5127703586x204', '{+15127703586;ext=204}'),
  ('+1-512-555-0142;ext=315', '{+15125550142;ext=315}'), ('512 555 0142 (ext 315)', '{+15125550142;ext=315}'),
  ('512 555 0142 x315, 512 555 0199', '{+15125550142;ext=315,+15125550199}'),
  ('077 555 0201 / 088 655 5202', '{0775550201,0886555202}'), ('0775550201 ::: 0886555202', '{0775550201,0886555202}'),
  ('+231775550201 +231886555202', '{+231775550201,+231886555202}'), ('(512) 555-0142 (512) 555-0199', '{+15125550142,+15125550199}'),
  ('5125550142 or fax 5125550199', '{+15125550142,+15125550199}'), ('512 555 0142, +1 512 555 0142', '{+15125550142}'),
  ('٠٧٧ ٥٥٥ ٠٢٠١', '{0775550201}'), ('+२३१ ७७ ५५५ ०१०१', '{+231775550101}'), ('＋１（５１２）５５５－０１４２', '{+15125550142}'),
  (U&'\202A+1 512 555 0188\202C', '{+15125550188}'), (U&'512\2011555\20110142', '{+15125550142}'),
  ('2.31776E+11', null), ('Quirk 1', null)
) as listed (typed, found);
select is(
  private.phone_keys('(512) 555-0142 x315 / +231 77 555 0101')::text, '{25550142,75550101}', 'Numbers compare without extension and country'
);

-- Similar people

create function pg_temp.similar(persona text, kind text, rows jsonb) returns text
language sql
as $$
  select tests.answer(persona, format(
    $q$ select string_agg(format('%%s %%s: %%s', row_number, name, array_to_string(reasons, ' ')), ', ' order by row_number, name)
      from public.similar_people(%L, %L) $q$, kind, rows
  ))
$$;
select is(pg_temp.similar(persona, kind, rows), found, format('%s as %s is like: %s', rows, kind, found))
from (values
  ('admin', 'mentors', '[{"email": " ONE@example.org"}]'::jsonb, '0 Ona Mentor: email'),
  ('admin', 'mentors', '[{"first_name": "X", "phone": "512 909 01 01"}]', '0 Ona Mentor: phone'),
  ('admin', 'mentors', '[{"phone": "512-555-0142"}, {"phone": "0886555202 ext 9"}]', '0 Tom Twophones: phone, 1 Tom Twophones: phone'),
  ('admin', 'mentors', '[{}, {"first_name": "adam", "last_name": "NOWHERE "}, {"phone": "0101"}]', '1 Ádám Nowhere: name'),
  ('admin', 'mentees', '[{"first_name": "Kit", "last_name": "Kiddo", "school_name": "Dale School"}]', '0 Kit Kiddo: name'),
  ('admin', 'mentees', '[{"school_name": "Hill School", "parent_email": "pia@example.org"}]', null),
  ('admin', 'mentees', '[{"first_name": "X", "phone": "512 909 0404"}]', null),
  ('only can_manage_mentors', 'mentees', '[{"first_name": "Kit", "last_name": "Kiddo"}]', null),
  ('only can_manage_mentees', 'mentees', '[{"first_name": "Kit", "last_name": "Kiddo"}]', '0 Kit Kiddo: name'),
  ('admin', 'donations', '[{"email": "one@example.org"}]', null)
) as given (persona, kind, rows, found);
select is(
  pg_temp.similar('admin', 'mentees', (
    select jsonb_build_array(jsonb_build_object('id', id)) from public.mentees where last_name = 'Other'
  )),
  '0 Kit Kiddo: phone', 'A stored mentee is compared by the stored telephone'
);
select is(
  tests.answer('admin', $$ select string_agg(phone, ' ')
    from public.similar_people('mentees', '[{"first_name": "Kit", "last_name": "Kiddo"}]') $$),
  null, 'No telephone of a mentee comes with the answer'
);
select is(
  pg_temp.similar('admin', 'mentors', (
    select jsonb_build_array(to_jsonb(stored)) from public.mentors stored where last_name = 'Mentor'
  )),
  null, 'A row is not similar to itself'
);
select tests.refused(
  'admin', $$ select * from public.similar_people('mentors', (select jsonb_agg('{}'::jsonb) from generate_series(1, 1001))) $$,
  'No more than 1000 rows are compared at a time', '23514'
);

-- A row that leaves its person

insert into public.mentors (first_name, last_name, email) values ('Uma', 'Unmailed', 'uma@unmailed.example');
insert into public.donations (donor_name, donor_email, amount, donation_type) values ('Uma Unmailed', 'uma@unmailed.example', 10, 'one-time');
update private.people set do_not_contact = true where id = (select person_id from public.mentors where last_name = 'Unmailed');
update public.mentors set last_name = 'Married', email = 'uma@married.example' where last_name = 'Unmailed';
select results_eq(
  $$ select names[1], do_not_contact from private.people where names[1] in ('uma married', 'uma unmailed') order by 1 $$,
  $$ values ('uma married', true), ('uma unmailed', true) $$, 'Who must not be contacted stays so under another name and address'
);

select * from finish();
rollback;
