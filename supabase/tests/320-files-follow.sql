-- Files go with their records: merged, taken apart, brought back, cleared, removed and restored.

begin;
select plan(29);
delete from public.donations where true;
insert into public.change_log (actor_id, action, record_kind, record_id, created_at)
select tests.account('admin'), 'opened', 'mentees', id, now() - interval '1 minute' from public.mentees;

-- A file that was checked, with a hash by its name.
create function pg_temp.keep(name text, column_name text, record uuid, state public.file_state default 'ready') returns void
language plpgsql
as $$
begin
  execute format(
    'insert into public.files (id, name, size, state, type, hash, version, %I) values (gen_random_uuid(), $1, 1, $3, $4, $5, $6, $2)',
    column_name
  ) using name, record, state, case state when 'ready' then 'application/pdf' end,
    case state when 'ready' then encode(sha256(left(name, 4)::bytea), 'hex') end, case state when 'ready' then 'v1' end;
end
$$;
create function pg_temp.files_of(record uuid) returns text
language sql as $$ select coalesce(string_agg(name, ' ' order by name), '') from public.files where record_id = record $$;
create function pg_temp.all_files() returns text
language sql as $$ select string_agg(concat_ws(' ', name, record_kind, record_id, hash, removed_at), e'\n' order by name) from public.files $$;
create function pg_temp.waiting() returns bigint
language sql as $$ select count(*) from private.file_leftovers $$;
create function pg_temp.step(statement text, persona text default 'admin') returns void
language plpgsql
as $$
declare
  outcome tests.outcome := tests.attempt(persona, statement);
begin
  if outcome.state <> '00000' then
    raise exception '% % in: %', outcome.state, outcome.message, statement;
  end if;
end
$$;

-- Two records of one person, of which both have the same file

insert into public.mentors (id, first_name, last_name, email) values
  ('00000000-0000-4000-8000-0000000000a1', 'Kept', 'Mentor', 'kept@example.org'), ('00000000-0000-4000-8000-0000000000a2', 'Merged', 'Mentor', 'merged@example.org');
select pg_temp.keep('same.pdf', 'mentor_id', '00000000-0000-4000-8000-0000000000a1');
select pg_temp.keep(name, 'mentor_id', '00000000-0000-4000-8000-0000000000a2') from unnest(array['same again.pdf', 'other.pdf', 'taken.pdf']) as name;
update public.files set removed_at = now() where name = 'taken.pdf';
create temporary table as_it_was as select pg_temp.all_files() as files;

select tests.done(
  'admin', $$ select public.merge_people('mentors', '00000000-0000-4000-8000-0000000000a1', '00000000-0000-4000-8000-0000000000a2', '{}', '{"kept": {}, "merged": {}}') $$,
  $$ pg_temp.files_of('00000000-0000-4000-8000-0000000000a1') = 'other.pdf same again.pdf same.pdf taken.pdf' $$,
  'The files of a merged record go to the one that is kept, also one that both have'
);
select is(pg_temp.waiting(), 0::bigint, 'and no object is removed');
select tests.done(
  'admin', format('select public.undo_merge(%L)', id), 'pg_temp.all_files() = (select files from as_it_was)', 'An undo brings them back'
) from private.merges;
select pg_temp.step($$ select public.merge_people('mentors', '00000000-0000-4000-8000-0000000000a1', '00000000-0000-4000-8000-0000000000a2', '{}', '{"kept": {}, "merged": {}}') $$);
delete from public.files where name = 'taken.pdf';
select tests.done(
  'admin', format('select public.undo_merge(%L)', id), $$ pg_temp.files_of('00000000-0000-4000-8000-0000000000a2') = 'other.pdf same again.pdf' $$,
  'also after one was removed for good'
) from private.merges;
select is(pg_temp.waiting(), 1::bigint, 'whose object waits for its removal');

-- Two people who are one, each a donor

insert into public.donations (id, donor_name, donor_email, amount, donation_type, created_at) values
  ('00000000-0000-4000-8000-0000000000d1', 'Kept Donor', 'kept.donor@example.org', 10, 'one-time', now() - interval '2 days'),
  ('00000000-0000-4000-8000-0000000000d2', 'Merged Donor', 'merged.donor@example.org', 20, 'one-time', now() - interval '3 days'),
  ('00000000-0000-4000-8000-0000000000d3', 'Merged Donor', 'merged.donor@example.org', 30, 'one-time', now() - interval '1 day'),
  ('00000000-0000-4000-8000-0000000000d4', 'Third Donor', 'third.donor@example.org', 40, 'one-time', now());
create function pg_temp.giver(gift uuid) returns uuid
language sql as $$ select person_id from public.donations where id = gift $$;
select pg_temp.keep('agreement.pdf', 'donor_id', pg_temp.giver('00000000-0000-4000-8000-0000000000d2'));
select pg_temp.keep('check.pdf', 'gift_id', '00000000-0000-4000-8000-0000000000d2');
update as_it_was set files = pg_temp.all_files();
create temporary table people as select pg_temp.giver('00000000-0000-4000-8000-0000000000d1') as kept, pg_temp.giver('00000000-0000-4000-8000-0000000000d2') as merged;
grant select on people to authenticated;

select tests.done(
  'admin', $$ select public.merge_persons('00000000-0000-4000-8000-0000000000e1', kept, merged) from people $$,
  $$ pg_temp.files_of((select kept from people)) = 'agreement.pdf' and pg_temp.files_of('00000000-0000-4000-8000-0000000000d2') = 'check.pdf' $$,
  'The files of a donor go to the one that is kept, those of a gift stay with it'
);
select is(
  tests.answer('admin', $$ select string_agg(name, ' ' order by name) from people, public.person_files('donors:' || kept) $$),
  'agreement.pdf check.pdf', 'The panel of the person has both'
);
select tests.done(
  'admin', $$ select public.undo_person_merge('00000000-0000-4000-8000-0000000000e1') $$,
  'pg_temp.all_files() = (select files from as_it_was)', 'An undo brings them back'
);

-- A donor whose gifts all go to another person

select tests.done(
  'admin', format($q$ select public.split_person(%L, '00000000-0000-4000-8000-0000000000e2', %L) $q$,
    (select merged from people), '[{"source": "donations", "id": "00000000-0000-4000-8000-0000000000d2"}]'),
  $$ exists (select from public.donors where id = '00000000-0000-4000-8000-0000000000e2')
    and pg_temp.files_of((select merged from people)) = 'agreement.pdf' $$, 'Whoever keeps a gift keeps their files'
);
update public.donations set donor_name = 'Third Donor', donor_email = 'third.donor@example.org' where id = '00000000-0000-4000-8000-0000000000d3';
select isnt(pg_temp.giver('00000000-0000-4000-8000-0000000000d3'), (select merged from people), 'The last gift gets another donor,');
select is(pg_temp.files_of(pg_temp.giver('00000000-0000-4000-8000-0000000000d3')), 'agreement.pdf', 'who gets the files');
select is(pg_temp.waiting(), 1::bigint, 'No object is removed');

-- An application that becomes a mentor

-- A merge checks them at once.
set constraints all deferred;
insert into public.volunteer_applications (id, first_name, last_name, email, status) values ('00000000-0000-4000-8000-0000000000b1', 'Cleared', 'Helper', 'cleared@example.org', 'new');
select pg_temp.keep('clearance.pdf', 'submission_id', '00000000-0000-4000-8000-0000000000b1');
select pg_temp.step($$ select public.convert_submission('00000000-0000-4000-8000-0000000000b1', 'mentors', '00000000-0000-4000-8000-0000000000b2', '{"first_name": "Cleared", "last_name": "Helper", "email": "cleared@example.org"}') $$);
select is(
  tests.answer(persona, $$ select string_agg(record_kind || ' ' || name, ' ') from public.person_files('mentors:00000000-0000-4000-8000-0000000000b2') $$), shown,
  format('%s sees in the panel of the mentor: %s', persona, coalesce(shown, 'nothing'))
) from (values ('admin', 'submissions clearance.pdf'), ('only can_manage_mentors', null)) as listed (persona, shown);
select pg_temp.keep('letter.pdf', 'mentor_id', '00000000-0000-4000-8000-0000000000b2');
select tests.refused(
  'admin', $$ select public.undo_conversion('00000000-0000-4000-8000-0000000000b1') $$, 'A mentor with a file is not taken back', 'PT409'
);

-- An import

insert into private.imports (id, table_name, file_name, row_count, imported_by) values
  ('00000000-0000-4000-8000-0000000000c1', 'mentors', 'list.csv', 2, tests.account('admin'));
insert into public.mentors (id, first_name, last_name) values
  ('00000000-0000-4000-8000-0000000000c2', 'Imported', 'Mentor'), ('00000000-0000-4000-8000-0000000000c3', 'Untouched', 'Mentor');
insert into private.imported_rows (row_id, import_id, content)
select id, '00000000-0000-4000-8000-0000000000c1', private.row_content(to_jsonb(mentors)) from public.mentors
where id in ('00000000-0000-4000-8000-0000000000c2', '00000000-0000-4000-8000-0000000000c3');
select pg_temp.keep('policy.pdf', 'mentor_id', '00000000-0000-4000-8000-0000000000c2');
select tests.done(
  'admin', $$ select public.undo_import('00000000-0000-4000-8000-0000000000c1', '{"untouched": 1, "changed": 1, "files": 1}') $$,
  $$ not exists (select from public.mentors where first_name = 'Untouched')
    and pg_temp.files_of('00000000-0000-4000-8000-0000000000c2') = 'policy.pdf' $$,
  'The undo of an import leaves a record that has a file'
);

-- Gifts and donors without a name, and removals

select pg_temp.keep('deed.pdf', 'gift_id', '00000000-0000-4000-8000-0000000000d1');
select pg_temp.keep('consent.pdf', 'donor_id', (select kept from people));
update public.donations set created_at = now() - interval '8 years' where id = '00000000-0000-4000-8000-0000000000d1';
select is(private.apply_rule('donations'), 1, 'A gift loses its name after seven years,');
select is(pg_temp.files_of('00000000-0000-4000-8000-0000000000d1'), '', 'and its files,');
select is((select count(*) from public.files where name = 'consent.pdf'), 0::bigint, 'and its donor theirs');
select is((select sum(amount) from public.donations), 100.00, 'The sum stays');
select is(pg_temp.waiting(), 3::bigint, 'Their objects wait for their removal');

create temporary table removed as select id from public.files where name in ('other.pdf', 'same again.pdf', 'clearance.pdf', 'letter.pdf');
delete from public.mentors where id in ('00000000-0000-4000-8000-0000000000a2', '00000000-0000-4000-8000-0000000000b2');
delete from public.submissions where id = '00000000-0000-4000-8000-0000000000b1';
select is_empty($$ select name from public.files where id in (select id from removed) $$, 'A record that is removed takes its files along');
select is(pg_temp.waiting(), 7::bigint, 'whose objects wait');
insert into storage.objects (bucket_id, name, version) select 'files', id::text, 'v1' from removed;
select results_eq(
  $$ select name, work from public.file_work(false) order by name $$, $$ select id::text, 'delete' from removed order by id::text $$,
  'The check for objects to remove names each of them, whenever it runs'
);

-- A file that arrives while its record goes

select pg_temp.step($$ select public.add_file('00000000-0000-4000-8000-0000000000f1', 'mentors', '00000000-0000-4000-8000-0000000000a1', 'late.pdf', 1) $$);
delete from public.mentors where id = '00000000-0000-4000-8000-0000000000a1';
select is(
  tests.answer('admin', $$ select private.may_store_object('00000000-0000-4000-8000-0000000000f1')::text $$), 'false', 'It is not stored,'
);
insert into storage.objects (bucket_id, name, version) values ('files', '00000000-0000-4000-8000-0000000000f1', 'v1');
select ok(
  exists (select from public.file_work(false) where name = '00000000-0000-4000-8000-0000000000f1' and work = 'delete'),
  'and an object that slipped in is removed'
);

-- A restored backup

insert into storage.objects (bucket_id, name, version)
select 'files', id::text, 'v2' from public.files where name in ('agreement.pdf', 'check.pdf');
select is(
  private.adopt_objects(array(select id from public.files where name in ('agreement.pdf', 'policy.pdf'))), 1::bigint,
  'The objects that a restore put back'
);
select is(
  (select string_agg(name || ' ' || version, ', ' order by name) from public.files where name in ('agreement.pdf', 'check.pdf', 'policy.pdf')),
  'agreement.pdf v2, check.pdf v1, policy.pdf v1', 'can be opened; another one is checked first'
);
select tests.refused('admin', $$ select private.adopt_objects('{}') $$, 'No account says so');

select * from finish();
rollback;
