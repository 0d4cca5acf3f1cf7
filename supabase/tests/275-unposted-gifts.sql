-- A gift of a batch counts from its posting on: no reader of gifts has it before, or after its batch was discarded.

begin;
select plan(9);
insert into public.donations (donor_name, donor_email, amount, donation_type, created_at)
values ('Olive Olden', 'olive@example.org', 5, 'one-time', now() - interval '9 years');
insert into public.mentors (first_name, last_name) values ('Quinn', 'Quokka');
insert into public.gift_batches (id, expected_count, expected_total) select id, 3, 216
from unnest('{00000000-0000-4000-8000-00000000e100,00000000-0000-4000-8000-00000000e200}'::uuid[]) as id;
insert into public.saved_views (id, owner_id, table_name, list, name, state) values (
  '00000000-0000-4000-8000-00000000e300', tests.account('admin'), 'donations', '/crm?tab=donors', 'Checks',
  '{"filters": {"method": "check"}, "conditions": [["method", "eq", "check"]]}'
);
insert into public.view_uses (user_id, view_id, is_pinned) values (tests.account('admin'), '00000000-0000-4000-8000-00000000e300', true);

-- Of a donor with an account, of one whose gifts are due to be cleared, and of a new one with a mentor's name.
create function pg_temp.enter(batch text) returns void
language plpgsql
as $$
declare
  given jsonb;
begin
  for given in select jsonb_build_object('donor_name', name, 'donor_email', email, 'donor_phone', phone, 'day', day, 'amount', amount,
      'id', overlay('00000000-0000-4000-8000-00000000e000' placing batch || place from 34), 'batch_id', format('00000000-0000-4000-8000-00000000e%s00', batch),
      'method', 'check', 'reference', 'Quokka', 'fund_id', tests.id('funds', 'School meals'))
    from (values
      (1, 'Renée Fontaine', 'donor@kindlewell.test', null, private.office_today(), 71),
      (2, 'Olive Olden', 'olive@example.org', null, (private.office_today() - interval '8 years')::date, 72),
      (3, 'Quinn Quokka', 'quinn@example.org', '512 555 9876', private.office_today() - 1, 73)
    ) as listed (place, name, email, phone, day, amount)
  loop
    perform tests.answer('admin', format('select public.enter_gift(%L, true)', given));
  end loop;
end
$$;

-- Each argument of a function has two values to try.
create temporary table arguments (name text, kind text, one text, other text);
insert into arguments values
  ('address', 'text', $$ 'donor@kindlewell.test' $$, $$ 'quinn@example.org' $$),
  ('by_columns', 'text[]', $$ '{donor_name,amount}' $$, $$ '{donor_email}' $$),
  ('children', 'uuid[]', $$ array(select person_id from public.mentees order by id limit 1) $$, $$ array(select person_id from public.mentees order by id limit 2) $$),
  ('others', 'uuid[]', $$ '{}' $$, $$ array(select person_id from public.donations where donor_name = 'Quinn Quokka') $$),
  ('candidates', 'jsonb', $$ '[{"donor_name": "Renée Fontaine", "amount": 71}]' $$, $$ '[{"donor_email": "quinn@example.org"}]' $$),
  ('days', 'integer', '30', '1000'),
  ('donor', 'uuid', $$ select id from public.donors where name = 'Renée Fontaine' $$,
    $$ coalesce((select person_id from public.donations where donor_name = 'Quinn Quokka' order by id limit 1), gen_random_uuid()) $$),
  ('donors', 'jsonb', $$ '[{"donor_name": "Renée Fontaine"}]' $$, $$ '[{"donor_name": "Quinn Quokka"}]' $$),
  ('first', 'date', $$ '2026-01-01' $$, $$ '2026-02-01' $$), ('last', 'date', $$ '2026-12-31' $$, $$ '2026-06-30' $$),
  ('ids', 'uuid[]', $$ array(select id from public.donations where reference = 'Quokka') $$, $$ array(select id from public.donors) $$),
  ('new_role', 'app_role', $$ 'user' $$, $$ 'staff' $$),
  ('kept_ids', 'uuid[]', $$ '{}' $$, $$ '{}' $$),
  ('into_table', 'text', $$ 'donations' $$, $$ 'donations' $$),
  ('kind', 'text', $$ 'donations' $$, $$ 'mentors' $$),
  ('list', 'text', $$ 'donations' $$, $$ 'donors' $$),
  ('of_kind', 'text', $$ 'mentors' $$, $$ 'trainers' $$),
  ('of_month', 'date', 'private.office_today()', 'private.office_today() - 1'),
  ('of_year', 'integer', 'extract(year from private.office_today())', 'extract(year from private.office_today() - 1)'),
  ('person', 'text', $$ 'donor@kindlewell.test' $$, $$ 'quinn@example.org' $$),
  ('rows', 'jsonb', $$ '[{"email": "quinn@example.org"}]' $$, $$ '[{"phone": "512 555 9876"}]' $$),
  ('search', 'text', $$ 'fontaine' $$, $$ 'quokka' $$);
insert into arguments select 'person', kind, one, other from arguments where name = 'donor';
insert into arguments select name, 'uuid', $$ '00000000-0000-4000-8000-00000000dead' $$, $$ '00000000-0000-4000-8000-00000000dead' $$
from unnest('{account,campaign,concern,course,import,kept,mail,match,meeting,mentee,mentor,merged,of_pile,program,receipt,record,submission}'::text[]) as name;
insert into arguments select name, 'text', $$ 'none' $$, $$ 'none' $$ from unnest('{key,state,token}'::text[]) as name;

-- What the API answers to an admin and to a donor, each question as an expression, whose ids the owner looks up. The
-- desk and the log have these gifts, as have the data of a person, and home counts open batches.
create temporary table readers as
select 'table ' || table_name as reader, persona, format('%L', format('select %s as answer from public.%I as row', readable, table_name)) as question
from tests.attempts cross join (values ('admin'), ('donor')) as asked (persona)
where table_name not in ('gift_batches', 'change_log')
union
select 'function ' || proname, persona, format('format(%L%s)', format('select public.%I(%s)::text as answer', proname, listed.given), listed.values)
from pg_proc cross join (values ('admin'), ('donor')) as asked (persona) cross join generate_series(1, 2) as attempt
cross join lateral (
  select string_agg(format('%I => %%L::%s', name, kind), ', ' order by place) as given,
    string_agg(', (' || case attempt when 1 then one else other end || ')::' || kind, '' order by place) as values
  from (
    select name, format_type(type, null) as kind, place
    from unnest(proargnames[1:pronargs], proargtypes::oid[]) with ordinality as named (name, type, place)
  ) as argument left join arguments using (name, kind)
  where one is not null or place <= pronargs - pronargdefaults
) as listed
where pronamespace = 'public'::regnamespace and provolatile <> 'v' and has_function_privilege('authenticated', oid, 'execute')
  and proname not in ('home_figures', 'batch_book', 'gifts_of_batch', 'pledges_of_gifts', 'search_change_log', 'hand_over', 'preview_erasure', 'subject_records');
-- What tasks of the database read
insert into readers select reader, 'owner', format('%L', query) from (values
  ('audience of donors', $$ select private.audience_members('donors') as answer $$),
  ('audience of a view', $$ select private.audience_members('view:00000000-0000-4000-8000-00000000e300') as answer $$),
  ('weekly number of a view', $$ select private.count_view(table_name, state, owner_id, null) as answer
    from public.saved_views where id = '00000000-0000-4000-8000-00000000e300' $$),
  ('what a fund has left', $$ select private.fund_left(tests.id('funds', 'School meals')) as answer $$)
) as listed (reader, query);

create function pg_temp.answers() returns table (reader text, persona text, question text, answer text)
language plpgsql
as $$
declare
  query text;
begin
  for reader, persona, question in select listed.* from readers listed loop
    begin
      execute 'select ' || question into query;
      answer := tests.answer(persona, format('select string_agg(answer::text, %L order by answer::text) from (%s) as answers', e'\n', query));
    exception when others then
      answer := sqlstate || ' ' || sqlerrm;
    end;
    return next;
  end loop;
end
$$;
create temporary table at_first as select * from pg_temp.answers();
create function pg_temp.changed() returns setof text
language sql
as $$
  select distinct earlier.reader from at_first earlier join pg_temp.answers() as now using (persona, question)
  where now.answer is distinct from earlier.answer
$$;

select is_empty($$ select reader, answer from at_first where answer ~ '^(42(?!501)|22|P0001|XX)' $$, 'Every reader is asked, with arguments that it takes');
select pg_temp.enter('1'), pg_temp.enter('2');
create temporary table entered as select to_jsonb(donations) - 'is_posted' as gift from public.donations;
select is((select count(*) from public.donations where reference = 'Quokka' and not is_posted), 6::bigint, 'Gifts are in two open batches');
select is_empty('select pg_temp.changed()', 'A gift of an open batch changes nothing');
select tests.answer('admin', $q$ select public.discard_batch('00000000-0000-4000-8000-00000000e200') $q$);
select is_empty('select pg_temp.changed()', 'nor does one of a discarded batch');
select tests.answer('admin', $q$ select public.post_batch('00000000-0000-4000-8000-00000000e100') $q$);
select set_eq('select pg_temp.changed()', $$ values
  ('audience of donors'), ('audience of a view'), ('weekly number of a view'), ('what a fund has left'), ('table donations'), ('table donors'),
  ('function all_suggestions'), ('function dashboard_stats'), ('function donations_by_month'),
  ('function donor_receipt'), ('function donor_years'), ('function donors_by_post'), ('function find_duplicates'),
  ('function fund_balances'), ('function journal'), ('function letters'), ('function namesakes_of'), ('function own_gifts'), ('function own_years'),
  ('function people_at'), ('function period_figures'), ('function person'), ('function person_suggestions'),
  ('function person_ties'), ('function pledge_book'), ('function person_timeline'), ('function pinned_views'), ('function receipt_run'), ('function retention_due'),
  ('function search_donations'), ('function search_donors'), ('function search_people'), ('function task_assignees')
$$, 'These readers have it as soon as it is posted, and no others');
select set_eq($$ select to_jsonb(donations) - 'is_posted' from public.donations $$, 'select gift from entered', 'It is the same row, and no gift is gone');

-- Of two people who are one

create temporary table quinn as
select mentors.person_id as kept, donations.person_id as merged
from public.mentors join public.donations on donor_name = concat_ws(' ', first_name, last_name) and is_posted where first_name = 'Quinn';
select tests.done('admin', format('select public.merge_persons(%L, %L, %L)', '00000000-0000-4000-8000-00000000e400', kept, merged),
  $$ (select bool_and(person_id = kept) from public.donations join quinn on donor_name = 'Quinn Quokka') $$, 'A merge takes all gifts along, posted or not')
from quinn;
select tests.done('admin', $q$ select public.undo_person_merge('00000000-0000-4000-8000-00000000e400') $q$,
  $$ (select bool_and(person_id = merged) from public.donations join quinn on donor_name = 'Quinn Quokka') $$, 'and its undo brings them all back');

-- No policy stops the owner, with whose rights functions read.

select set_eq(
  $$ select proname from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prosecdef
      and prosrc ~ '\m(from|join)\s+public\.donations\M' $$,
  $$ values
    -- The desk
    ('enter_gift'), ('may_pick'), ('namesakes'), ('gift_like'), ('gift_to_change'), ('gifts_of_batch'), ('batch_sums'), ('close_month'), ('post_batch'), ('discard_batch'),
    -- Pledges: a gift is applied from its entry on, and pays from its posting on
    ('apply_gift'), ('change_pledge'), ('delete_pledge'), ('pledge_in_full'), ('pledges_of_gifts'), ('proposed_gifts'),
    -- A fund that an import added, and an open batch may use
    ('remove_imported_funds'),
    -- Who is needed, and who becomes one person, also for gifts that are not posted yet
    ('is_needed'), ('rows_to_move'), ('split_person'),
    -- Erasing, and erasing again after a restore
    ('is_sure'), ('names_of_subject'), ('known_subjects'), ('pledges_of_address') $$,
  'A function reads gifts from private.gifts, unless it is one of these'
);
select * from finish();
rollback;
