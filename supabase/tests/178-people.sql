-- People: which rows are one human, what changes it, and that nobody is left without a row.

begin;
select * from no_plan();

-- Names

select is(private.plain_name(name), plain, format('%s is %s', name, coalesce(plain, 'no name')))
from (values
  ('Mrs. Ana  Reyes', 'ana reyes'), ('REV. DR. Ana Reyes', 'ana reyes'), ('Ana Reyes', 'ana reyes'),
  ('Ruth & Ray Eder', 'ruth and ray eder'), ('Ruth+Ray Eder', 'ruth and ray eder'), ('Ana y Luis Reyes', 'ana and luis reyes'),
  ('Mr. and Mrs. Brad Wimpole', 'brad wimpole and'), ('José Ortega y Gasset', 'jose ortega y gasset'), ('Ruth Y. Eder', 'ruth y eder'),
  ('Anders Sandy', 'anders sandy'), (U&'Nguy\1EC5n', 'nguyen'), (U&'Nguye\0302\0303n', 'nguyen'), ('Anne-Marie O’Hara', 'anne marie ohara'), ('Doctor', 'doctor'), ('Mrs', 'mrs'), (null, null)
) as listed (name, plain);
select is(private.is_same_name(private.plain_name(one), private.plain_name(other)), same, format('%s and %s: %s', one, other, same))
from (values
  ('Ana Reyes', 'Mrs Ana Reyes', true), ('Ana Reyes', 'Reyes, Ana', true), ('Ana Reyes', 'Ana Maria Reyes', true),
  ('Ana M. Reyes', 'Ana Maria Reyes', true), ('Ana', 'Ana Reyes', true), ('Reyes', 'Ana Reyes', false),
  ('Ana Reyes', 'Luis Reyes', false), ('Ana Reyes', 'Ana Lopez', false), ('A. Reyes', 'Ana Reyes', false),
  ('Ana Reyes', 'Ana Reyes and Luis Reyes', false), ('Luis Reyes', 'Ana Reyes and Luis Reyes', false), ('Ruth Eder', 'Ruth and Ray Eder', false),
  ('Ruth & Ray Eder', 'Ray and Ruth Eder', true), ('Ruth', 'Ruth & Ray', false), ('Smith & Sons', 'Smith and Sons', true), (null, 'Ana Reyes', true)
) as listed (one, other, same);

-- The rule: each case has its own address and phone, and names the two rows that come one after the other. What a
-- table is told comes from outside, by a form or an import; the others a colleague enters.

create function pg_temp.arrive(of_table text, name text, email text, phone text) returns uuid
language plpgsql
as $$
#variable_conflict use_column
declare
  came uuid;
begin
  if of_table like 'told %' then
    perform private.set_write_mode('import');
    came := pg_temp.arrive(substr(of_table, 6), name, email, phone);
    perform private.set_write_mode(null);
    return came;
  end if;
  case of_table
    when 'donations' then
      insert into public.donations (donor_name, donor_email, donor_phone, amount, donation_type)
      values (arrive.name, arrive.email, arrive.phone, 10, 'one-time') returning person_id into came;
    when 'newsletter_subscriptions' then
      insert into public.newsletter_subscriptions (name, email) values (arrive.name, arrive.email) returning person_id into came;
    when 'profiles' then
      perform tests.sign_up(arrive.email, jsonb_build_object('full_name', arrive.name));
      select person_id into came from public.profiles where profiles.email = arrive.email;
    when 'contact_messages' then
      insert into public.contact_messages (name, email, message) values (arrive.name, arrive.email, 'Hello');
      select person_id into came from public.submissions where submissions.email = arrive.email order by created_at desc limit 1;
    when 'volunteer_applications' then
      insert into public.volunteer_applications (first_name, last_name, email, phone, motivation)
      values (split_part(arrive.name, ' ', 1), split_part(arrive.name, ' ', 2), arrive.email, arrive.phone, gen_random_uuid()::text) returning id into came;
      select person_id into came from public.submissions where id = came;
    else
      execute format('insert into public.%I (first_name, last_name, email, phone) values ($1, $2, $3, $4) returning person_id', of_table)
        into came using split_part(arrive.name, ' ', 1), coalesce(nullif(split_part(arrive.name, ' ', 2), ''), '-'), arrive.email, arrive.phone;
  end case;
  return came;
end
$$;
create temporary table cases (number integer generated always as identity, one_table text, one_name text, one_email text, one_phone text,
  other_table text, other_name text, other_email text, other_phone text, same boolean, one uuid, other uuid);
insert into cases (one_table, one_name, one_email, one_phone, other_table, other_name, other_email, other_phone, same) values
  ('mentors', 'Ana Reyes', 'Ana.C1@example.org', null, 'donations', 'Mrs. Ana Reyes', 'ana.c1@example.org ', null, true),
  ('donations', 'Ana Reyes', 'c2@example.org', null, 'donations', 'Luis Reyes', 'c2@example.org', null, false),
  ('contact_messages', 'Ana Reyes', 'c3+form@example.org', null, 'mentors', 'Ana Reyes', 'c3@example.org', null, false),
  ('newsletter_subscriptions', 'Ana', 'c4@example.org', null, 'trainers', 'Ana Reyes', 'c4@example.org', null, true),
  ('mentors', 'Ana Reyes', 'c5@example.org', null, 'mentees', 'Kit Reyes', 'c5@example.org', null, false),
  ('profiles', 'Ana Reyes', 'c6@example.org', null, 'donations', 'Ana Reyes', 'c6@example.org', null, true),
  ('donations', 'Ana Reyes', null, '512 907 0701', 'mentors', 'Ana Reyes', 'c7@example.org', '+1 (512) 907-0701', false),
  ('mentors', 'Ana Reyes', 'c8@example.org', '512 907 0801', 'donations', 'Ana Reyes', null, '5129070801', true),
  ('mentors', 'Ana Reyes', 'c9@example.org', '512 907 0901', 'donations', 'Luis Reyes', null, '512 907 0901', false),
  ('mentors', 'Ana Reyes', 'c10@example.org', '512 907 1001', 'trainers', 'Ana Reyes', 'c10.other@example.org', '512 907 1001', false),
  ('donations', U&'C11 Nguy\1EC5n', null, null, 'donations', U&'c11 Nguye\0302\0303n', null, null, true),
  ('mentors', 'Casetwelve Reyes', null, null, 'donations', 'Casetwelve Reyes', null, null, false),
  ('mentors', 'Casethirteen Reyes', null, null, 'mentors', 'Casethirteen Reyes', null, null, false),
  ('mentees', 'Kit Reyes', null, '512 907 1401', 'donations', 'Kit Reyes', null, '512 907 1401', false),
  ('donations', 'Kit Reyes', null, '512 907 1501', 'mentees', 'Kit Reyes', null, '512 907 1501', false),
  ('donations', 'Ana Reyes', null, '512 907 1601', 'donations', 'Ana Reyes', 'c16@example.org', null, false),
  -- An address that the person does not have is someone else's, whatever name and phone say.
  ('donations', 'Vera Eder', null, '512 907 1701', 'volunteer_applications', 'Vera Eder', 'thief.c17@example.org', '512 907 1701', false),
  ('donations', 'Vera Eder', 'c18@example.org', '512 907 1801', 'volunteer_applications', 'Vera Eder', 'thief.c18@example.org', '512 907 1801', false),
  ('donations', 'Vera Eder', 'c19@school.example', null, 'told donations', 'Vera Eder', 'c19+evil@school.example', null, false),
  ('donations', 'Vera Eder', 'c20.vera@gmail.com', null, 'told donations', 'Vera Eder', 'C20vera+x@googlemail.com', null, true),
  -- Only a phone: where a colleague entered it, or they have no address.
  ('volunteer_applications', 'Ana Reyes', 'c21@example.org', '512 907 2101', 'told donations', 'Ana Reyes', null, '512 907 2101', false),
  ('told mentors', 'Ana Reyes', 'c22@example.org', '512 907 2201', 'donations', 'Ana Reyes', null, '512 907 2201', false),
  ('mentors', 'Ana Reyes', 'c23@example.org', '512 907 2301', 'told donations', 'Ana Reyes', null, '512 907 2301', true),
  ('told donations', 'Ana Reyes', null, '512 907 2401', 'told donations', 'Ana Reyes', null, '512 907 2401', true),
  ('volunteer_applications', 'Ana Reyes', null, '512 907 2501', 'donations', 'Ana Reyes', null, '512 907 2501', true),
  -- Two people are never one of the two.
  ('donations', 'Ruth Eder', 'c26@example.org', null, 'donations', 'Ruth and Ray Eder', 'c26@example.org', null, false),
  ('donations', 'Ruth & Ray Eder', 'c27@example.org', null, 'donations', 'Ruth and Ray Eder', 'c27@example.org', null, true),
  ('donations', 'Ruth and Ray Eder', null, '512 907 2801', 'donations', 'Ruth Eder', null, '512 907 2801', false),
  ('donations', 'Casetwentynine Ortega y Gasset', 'c29@example.org', null, 'mentors', 'Casetwentynine Ortega', 'c29@example.org', null, true);
update cases set one = pg_temp.arrive(one_table, one_name, one_email, one_phone) where true;
update cases set other = pg_temp.arrive(other_table, other_name, other_email, other_phone) where true;
select is(one = other, same, format('%s %s %s %s, %s %s %s %s: %s', one_table, one_name, one_email, one_phone, other_table, other_name, other_email, other_phone,
  case when same then 'one person' else 'two' end))
from cases order by number;
select is(
  (select string_agg(name || ' ' || gift_count, ', ' order by name) from public.donors where email = 'c2@example.org'),
  'Ana Reyes 1, Luis Reyes 1', 'Two who share an address are two donors'
);

-- Strangers: what they type adds to a person, and changes neither the name nor whom others are

select pg_temp.arrive('contact_messages', 'Ana Reyes Luis', 'c2@example.org', null) = (select one from cases where number = 2);
select is(
  pg_temp.arrive('donations', 'Luis Reyes', 'c2@example.org', null), (select other from cases where number = 2),
  'A stranger who writes as both of a couple makes one of neither'
);
select is(
  (select name from private.people where id = (select one from cases where number = 2)), 'Ana Reyes', 'nor renames anyone'
);
select is(
  (select count(distinct person_id) from (select pg_temp.arrive('contact_messages', 'Someone Else', 'c1@example.org', null) as person_id union all select one from cases where number = 1) as people_of_it),
  2::bigint, 'One with an address and another name is someone who shares it'
);

-- Changes

create function pg_temp.mentor(address text) returns uuid language sql as $$ select person_id from public.mentors where email = address $$;
update public.mentors set email = 'c9.new@example.org' where email = 'c9@example.org';
select is(pg_temp.mentor('c9.new@example.org'), (select one from cases where number = 9), 'A new address of one who has one row is the same person''s');
select is(
  (select string_agg(normalized, ' ' order by normalized) from private.contact_points where person_id = (select one from cases where number = 9)),
  '29070901 c9.new@example.org', 'and the old one is gone'
);
update public.mentors set last_name = 'Married' where email = 'c9.new@example.org';
select is(
  (select name || names::text from private.people where id = pg_temp.mentor('c9.new@example.org')), 'Ana Married{"ana married"}', 'A new name renames them'
);
update public.donations set donor_email = 'c9.new@example.org', donor_name = 'Ana Married' where donor_email = 'c16@example.org';
select is(
  (select person_id from public.donations where donor_email = 'c9.new@example.org'), pg_temp.mentor('c9.new@example.org'), 'A row that becomes another''s goes to them'
);
select is_empty($$ select from private.people where id = (select other from cases where number = 16) $$, 'and leaves no one behind');
update public.donations set donor_name = 'Luisa Reyes' where donor_name = 'Mrs. Ana Reyes' and donor_email like 'ana.c1%';
select isnt(
  (select person_id from public.donations where donor_name = 'Luisa Reyes'), (select one from cases where number = 1), 'A row with another name leaves a person who has more'
);
update public.mentors set email = 'c8.new@example.org' where email = 'c8@example.org';
select is(pg_temp.mentor('c8.new@example.org'), (select one from cases where number = 8), 'A new address of one who has more stays theirs');
update public.mentors set bio = 'Reads' where email = 'c8.new@example.org';
select is(pg_temp.mentor('c8.new@example.org'), (select one from cases where number = 8), 'and a new text changes nothing');
update public.profiles set full_name = 'Nobody At All' where email = 'c6@example.org';
select isnt(
  (select person_id from public.profiles where email = 'c6@example.org'), (select one from cases where number = 6), 'Who renames an account takes nobody along'
);
delete from public.donations where donor_email = 'c6@example.org';
select is_empty($$ select from private.people where id = (select one from cases where number = 6) $$, 'A person goes with the last row');

-- Everyone

select is_empty(
  $$ select id from private.people where not private.is_needed(people) $$, 'No person is without a row, a member or a child'
);
select is_empty(
  $$ select person_id, normalized from private.contact_points point where open_to is null and not exists (
    select from private.rows_of_people as theirs where theirs.person_id = point.person_id
      and normalized = any (private.phone_keys(theirs.phone) || lower(btrim(theirs.email)))
  ) $$, 'No address and phone is in no row, but those that a colleague added'
);
select is_empty(
  $$ select source, id from private.rows_of_people as stored where email is not null and not exists (
    select from private.contact_points point where point.person_id = stored.person_id and normalized = lower(btrim(stored.email))
  ) $$, 'and each one of a row is known'
);
select is(
  (select count(distinct person_id) from public.donations where donor_name = U&'C11 Nguy\1EC5n' or donor_name = U&'c11 Nguye\0302\0303n'), 1::bigint, 'A name composed or not is one donor'
);
select is(tests.answer(persona, $$ select count(*) from private.people $$), null, format('%s reads no people', persona))
from unnest(array['anon', 'supporter', 'admin']) as persona;

-- How we have it

create function pg_temp.level(address text) returns text language sql as $$
  select string_agg(concat_ws(' ', level, case when is_confirmed then 'confirmed' end), ', ' order by level) from private.contact_points where normalized = address
$$;
select is(pg_temp.level(address), level, format('%s is %s', address, level))
from (values
  ('c7@example.org', 'entered'), ('c8.new@example.org', 'entered'), ('thief.c17@example.org', 'told'), ('c4@example.org', 'entered'), ('c19+evil@school.example', 'told'),
  ('29072201', 'told, entered'), ('29072301', 'entered'), ('29072401', 'told')
) as listed (address, level);
select is(pg_temp.level('c20vera+x@googlemail.com'), 'told', 'Each spelling is known as it came');
update public.mentors set email = 'c22.new@example.org' where email = 'c22@example.org';
select is(told, '{phone}', 'What a colleague corrects is entered, and the rest stays told') from public.mentors where email = 'c22.new@example.org';
select is(pg_temp.level('c22.new@example.org'), 'entered', 'as the person has it');
update public.submissions set proved_at = now() where email = 'thief.c17@example.org';
select is(pg_temp.level('thief.c17@example.org'), 'proved', 'Who answers from a mailbox proved it');
select isnt(person_id, (select one from cases where number = 17), 'and is nobody else for it') from public.submissions where email = 'thief.c17@example.org';
update public.profiles set confirmed = true where email = 'c6@example.org';
select is(pg_temp.level('c6@example.org'), 'proved', 'So does a confirmed sign-in address');
update public.profiles set confirmed = false where email = 'c6@example.org';
select is(pg_temp.level('c6@example.org'), 'told', 'and no longer without it');
select is((select is_couple from private.people where id = one), name like '%and%' or name like '%&%', format('%s is a couple: %s', name, name like '%and%' or name like '%&%'))
from (select other as one, other_name as name from cases where number in (26, 27, 28, 29)) as couples;

-- Where letters go: what staff entered or the owner proved before what was told, the newest of these, else the oldest

create temporary table letter as select gen_random_uuid() as person;
insert into private.people (id, name, names) select person, 'Lea Letter', '{lea letter}' from letter;
create function pg_temp.point(address text, of_level text, age interval, is_preferred boolean default false) returns void language sql as $$
  insert into private.contact_points (person_id, kind, normalized, value, level, valid_since, is_preferred)
  select person, 'email', address, address, of_level::private.contact_level, now() - age, is_preferred from letter
$$;
create function pg_temp.letter() returns text language sql as $$ select private.email_of(person) from letter $$;
select pg_temp.point('lea.old@example.org', 'told', '3 days');
select pg_temp.point('lea.new@example.org', 'told', '1 day');
select is(pg_temp.letter(), 'lea.old@example.org', 'A newer address that was told moves no letter');
select pg_temp.point('lea.entered@example.org', 'entered', '9 days');
select is(pg_temp.letter(), 'lea.entered@example.org', 'One that a colleague entered comes first');
select pg_temp.point('lea.proved@example.org', 'proved', '2 days');
select is(pg_temp.letter(), 'lea.proved@example.org', 'and the newest of those');
select pg_temp.point('lea.preferred@example.org', 'told', '9 days', true);
select is(pg_temp.letter(), 'lea.preferred@example.org', 'or the one that staff prefer');
insert into private.suppressions (address, reason) values ('lea.preferred@example.org', 'bounced'), ('lea.proved@example.org', 'unsubscribed');
select is(pg_temp.letter(), 'lea.proved@example.org', 'unless it bounced: another one that works is used');

select * from finish();
rollback;
