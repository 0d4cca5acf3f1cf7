-- Files: who adds, renames, removes, brings back, opens and finds those of a record, and what the sweep gets.

begin;
select plan(61);
insert into public.submissions (id, kind, reference, status, due_at, created_at)
values ('00000000-0000-4000-8000-0000000000a7', 'message', 'S-1', 'new', now(), now());

create function pg_temp.record(kind text) returns uuid
language sql
as $$
  select case kind
    when 'mentors' then tests.id('mentors', 'Kwame') when 'mentees' then tests.id('mentees', 'Lucky')
    when 'programs' then tests.id('programs', 'Community Partnerships')
    when 'submissions' then '00000000-0000-4000-8000-0000000000a7'
    else (select min(id::text)::uuid from public.donations)
  end
$$;
create function pg_temp.add(id text, kind text, name text, size bigint default 1, hash text default null) returns text
language sql
as $$
  select format(
    'select public.add_file(%L, %L, %L, %L, %L, %L)', '00000000-0000-4000-8000-0000000000' || id, kind, pg_temp.record(kind), name, size, hash
  )
$$;
-- A file that was checked, and its object.
create function pg_temp.keep(id text, kind text, name text, hash text default 'a') returns uuid
language plpgsql
as $$
declare
  kept constant uuid := '00000000-0000-4000-8000-0000000000' || id;
begin
  execute format(
    'insert into public.files (id, name, size, state, type, hash, version, %I)
    values ($1, $2, 1, ''ready'', ''application/pdf'', repeat($3, 64), ''v1'', $4)',
    case kind when 'donations' then 'gift_id' else left(kind, -1) || '_id' end
  ) using kept, name, hash, pg_temp.record(kind);
  insert into storage.objects (bucket_id, name, version) values ('files', kept::text, 'v1');
  return kept;
end
$$;
create function pg_temp.name_of(id text) returns text
language sql as $$ select name from public.files where files.id = ('00000000-0000-4000-8000-0000000000' || $1)::uuid $$;
create function pg_temp.call(function text, id text, arguments text default '') returns text
language sql as $$ select format('select public.%s(%L%s)', function, '00000000-0000-4000-8000-0000000000' || id, arguments) $$;
create function pg_temp.may_open(id text) returns text
language sql as $$ select format('select private.may_open_object(%L, ''v1'')', '00000000-0000-4000-8000-0000000000' || id) $$;
select set_config('storage.operation', 'storage.object.get_authenticated', true);

-- Who: each persona with the file of each record

create temporary table kinds (kind text, id text, readers text[]);
insert into kinds values
  ('mentors', 'b1', '{only can_manage_mentors}'), ('mentees', 'b2', '{only can_manage_mentees}'),
  ('donations', 'b3', '{only can_manage_donations}'),
  ('programs', 'b4', '{only can_manage_programs,plain program_manager}'), ('submissions', 'b5', '{only can_review_submissions}');
select pg_temp.keep(id, kind, 'kept.pdf') from kinds;
create temporary table asking as
select persona, kind, id, persona = 'admin' or persona = any (readers) as may
from kinds, tests.personas() as persona
where persona like 'only %' or persona like 'plain %' or persona in ('anon', 'stranger', 'supporter', 'newcomer', 'admin');
create temporary table acts (act text, refusal text);
insert into acts values ('add_file', '42501'), ('rename_file', 'PT404'), ('remove_file', 'PT404'), ('restore_file', 'PT404'), ('open_file', 'PT404');

create function pg_temp.rows() returns text
language sql as $$ select tests.fingerprint('public.files') || (select count(*) from public.change_log) $$;
-- What one call comes to, and whether it changed a file or the log; then it is undone.
create function pg_temp.outcome(persona text, act text, kind text, id text) returns text
language plpgsql
as $$
declare
  outcome tests.outcome;
  before text;
  changed boolean;
begin
  begin
    if act = 'restore_file' then
      update public.files set removed_at = now() where files.id = ('00000000-0000-4000-8000-0000000000' || $4)::uuid;
    end if;
    before := pg_temp.rows();
    outcome := tests.attempt(persona, case act
      when 'add_file' then pg_temp.add('c1', kind, 'new.pdf')
      when 'rename_file' then pg_temp.call(act, id, ', ''other.pdf'', ''kept.pdf''')
      when 'open_file' then pg_temp.call(act, id, ', ''The school asked for it.''')
      else pg_temp.call(act, id)
    end);
    changed := before <> pg_temp.rows();
    raise sqlstate 'UNDO1';
  exception when sqlstate 'UNDO1' then
    return outcome.state || case when changed then ' changed' else '' end;
  end;
end
$$;
select bag_eq(
  format('select persona, kind, pg_temp.outcome(persona, %L, kind, id) from asking', act),
  format(
    'select persona, kind, case when persona = ''anon'' then ''42501'' when may and (%L or kind = ''mentees'') then ''00000 changed''
      when may then ''PT404'' else %L end from asking', act <> 'open_file', refusal
  ),
  act || ' is for whom reads the record of the file; others change nothing'
)
from acts;
select bag_eq(
  $$ select persona, kind, tests.answer(persona, format('select count(*) from public.files where record_kind = %L', kind)) from asking $$,
  $$ select persona, kind, case when persona = 'anon' then null when may then '1' else '0' end from asking $$,
  'The rows are seen by the same'
);

-- Reading an object, by the operations of the storage service

create function pg_temp.sees_object(persona text, operation text, id text) returns boolean
language sql
as $$
  select set_config('storage.operation', operation, true);
  select tests.answer(persona, format('select count(*) from storage.objects where name = %L', '00000000-0000-4000-8000-0000000000' || id)) = '1'
$$;
select bag_eq(
  $$ select persona, id from asking where pg_temp.sees_object(persona, 'storage.object.get_authenticated', id) $$,
  $$ select persona, id from asking where may and kind <> 'mentees' $$, 'Readers of a record read its objects'
);
select bag_eq(
  $$ select operation from unnest(string_to_array(
      'object.get_authenticated,object.get_authenticated_info,object.info_authenticated,object.head_authenticated_info,object.sign,object.sign_many,object.sign_upload_url,object.list,object.list_v2,object.get_signed,object.get_public,object.info_public,object.copy,object.move,object.upload,object.upload_update,object.upload_signed,object.delete,object.delete_many,render.image_authenticated,render.image_sign,render.image_public,s3.object.get,s3.object.info,s3.object.list,s3.object.copy', ','
    )) as operation
    where pg_temp.sees_object('admin', 'storage.' || operation, 'b1') $$,
  $$ values ('object.get_authenticated'), ('object.get_authenticated_info'), ('object.info_authenticated'), ('object.head_authenticated_info') $$,
  'and sign, list, copy or move none'
);
select set_config('storage.operation', 'storage.object.get_authenticated', true);
select tests.refused('admin', format($$ select public.add_file('00000000-0000-4000-8000-0000000000c1', 'profiles', %L, 'new.pdf', 1) $$, tests.account('admin')), 'An account has no files');
select tests.refused('admin', $$ select public.add_file('00000000-0000-4000-8000-0000000000c1', 'mentors', '00000000-0000-4000-8000-0000000000ff', 'new.pdf', 1) $$, 'Nor has a record that is gone', 'PT404');

-- Names and sizes

create temporary table names (name text, what text);
insert into names values
  (repeat('a', 1000), 'of a thousand letters'), (repeat('é', 126) || '.pdf', 'of more than 255 bytes'),
  ('../kept.pdf', 'with a path'), (E'C:\\kept.pdf', 'with a path of Windows'), (U&'kept\202efdp.pdf', 'with a mark that turns text'),
  (E'kept\n.pdf', 'of two lines'), (U&'kept\2028.pdf', 'of two lines'), (U&'kept\2029.pdf', 'of two paragraphs'), (U&'kept\0085.pdf', 'with a next line'),
  (U&'kept\061c.pdf', 'with an Arabic mark'), ('kept.exe', 'with another ending'), ('.pdf', 'that is only an ending'), (' kept.pdf', 'after a blank'),
  ('', 'of nothing');
select is_empty(
  $$ select what, (tests.attempt('admin', pg_temp.add('c2', 'mentors', name))).state from names
    where (tests.attempt('admin', pg_temp.add('c2', 'mentors', name))).state <> '23514'
      or (tests.attempt('admin', pg_temp.call('rename_file', 'b1', format(', %L, ''kept.pdf''', name)))).state <> '23514' $$,
  'A name is refused with a thousand letters, a path, a mark that turns text or another ending'
);
select is(concat_ws(', ', pg_temp.name_of('c2'), pg_temp.name_of('b1')), 'kept.pdf', 'and nothing has it');
select tests.done('admin', pg_temp.add('c3', 'mentors', repeat('é', 125) || 'a.PDF'), $$ pg_temp.name_of('c3') is not null $$, 'A name of 255 bytes in any script is kept');
select tests.refused('admin', pg_temp.add('c4', 'mentors', 'big.pdf', size), format('A file of %s bytes', size), '23514')
from unnest(array[0, -1, 20 * 1024 * 1024 + 1]) as size;
select tests.done('admin', pg_temp.add('c4', 'mentors', 'big.pdf', 20 * 1024 * 1024), $$ pg_temp.name_of('c4') is not null $$, 'One of 20 MB is kept');
select tests.attempt('admin', pg_temp.add('c4', 'mentors', 'big.pdf', 20 * 1024 * 1024));
select is((select count(*) from public.files where name = 'big.pdf'), 1::bigint, 'and, asked for again, not twice');
select tests.refused('only can_manage_mentors', pg_temp.add('c4', 'mentors', 'big.pdf'), 'Another account gets no file under its id', '23505');
select tests.refused('only can_manage_mentors', format('insert into public.files (id, name, size, mentor_id) values (gen_random_uuid(), ''own.pdf'', 1, %L)', pg_temp.record('mentors')), 'No one writes a row themselves');

-- The same content

select tests.refused('admin', pg_temp.add('c5', 'mentors', 'again.pdf', 1, repeat('a', 64)), 'The same content twice on a record', 'PT409');
select tests.done('admin', pg_temp.add('c5', 'mentors', 'again.pdf'), $$ pg_temp.name_of('c5') is not null $$, 'is announced without its hash,');
insert into storage.objects (bucket_id, name, version) values ('files', '00000000-0000-4000-8000-0000000000c5', 'v1');
select tests.refused('admin', $$ select public.record_file_check('00000000-0000-4000-8000-0000000000c5', 'v1', 'application/pdf', 1, repeat('b', 64), null) $$, 'which no account says is checked,');
select tests.refused('service_role', $$ select public.record_file_check('00000000-0000-4000-8000-0000000000c5', 'v0', 'application/pdf', 1, repeat('b', 64), null) $$, 'nor the check of an earlier version,', 'PT409');
select tests.done(
  'service_role', $$ select public.record_file_check('00000000-0000-4000-8000-0000000000c5', 'v1', 'application/pdf', 1, repeat('a', 64), null) $$,
  $$ (select refusal is not distinct from 'duplicate' and hash is null from public.files where name = 'again.pdf') $$, 'and the check refuses it'
);

-- Renames

select tests.refused('admin', pg_temp.call('rename_file', 'b1', ', ''mine.pdf'', ''seen before.pdf'''), 'A rename from another name than the file has', 'PT409');
select tests.done('admin', pg_temp.call('rename_file', 'b1', ', ''theirs.pdf'', ''kept.pdf'''), $$ pg_temp.name_of('b1') = 'theirs.pdf' $$, 'One from its own is stored,');
select is(
  (select changes from public.change_log where record_kind = 'mentors' and changes ? 'file'), '{"file": ["kept.pdf", "theirs.pdf"]}',
  'and logged under the record'
);
select tests.refused('admin', pg_temp.call('rename_file', 'b1', ', ''theirs.png'', ''theirs.pdf'''), 'An ending of another type than its content has', '23514');

-- Removed and brought back

select tests.done('admin', pg_temp.call('remove_file', 'b1'), $$ (select removed_at is not null from public.files where name = 'theirs.pdf') $$, 'A file is removed,');
select is(
  tests.answer('admin', $$ select count(*) from public.files where id = '00000000-0000-4000-8000-0000000000b1' $$), '0', 'is seen by no one'
);
select tests.refused('admin', pg_temp.call('rename_file', 'b1', ', ''mine.pdf'', ''theirs.pdf'''), 'and not renamed', 'PT404');
select tests.done('only can_manage_mentors', pg_temp.call('restore_file', 'b1'), $$ (select removed_at is null from public.files where name = 'theirs.pdf') $$, 'It can be brought back,');
update public.files set removed_at = now() where name = 'theirs.pdf';
select pg_temp.keep('c7', 'mentors', 'replaced.pdf');
select tests.refused('admin', pg_temp.call('restore_file', 'b1'), 'but not beside the same one', 'PT409');
delete from public.files where name = 'replaced.pdf';
update public.files set removed_at = now() - interval '25 hours' where name = 'theirs.pdf';
select tests.refused('admin', pg_temp.call('restore_file', 'b1'), 'nor after a day', 'PT404');
select tests.refused('admin', pg_temp.call('remove_file', 'b1'), 'nor removed then', 'PT404');

-- A mentee's

select tests.refused('only can_manage_mentees', pg_temp.call('open_file', 'b2', format(', %L', reason)), format('Opened for the reason %s', to_json(left(reason, 12))), '23514')
from unnest(array['', 'too short', '   too short   ', repeat('x', 501)]) as reason;
select tests.sees('only can_manage_mentees', pg_temp.may_open('b2'), 'false', 'A file of a mentee is closed');
select tests.done(
  'only can_manage_mentees', pg_temp.call('open_file', 'b2', ', ''  The school asked. '''),
  $$ exists (
    select from public.change_log where action = 'opened' and record_kind = 'mentees' and about = array[pg_temp.record('mentees')]
      and record_id = '00000000-0000-4000-8000-0000000000b2' and changes = '{"reason": "The school asked."}'
      and actor_id = tests.account('only can_manage_mentees')
  ) $$, 'until a reason is logged, with the mentee and the file'
);
select tests.sees('only can_manage_mentees', pg_temp.may_open('b2'), 'false', 'The same request could still undo that');
update public.change_log set created_at = now() - interval '4 minutes' where action = 'opened' and record_id = '00000000-0000-4000-8000-0000000000b2';
select tests.sees('only can_manage_mentees', pg_temp.may_open('b2'), 'true', 'The next one opens it,');
select tests.sees('admin', pg_temp.may_open('b2'), 'false', 'and opens it to no one else');
update public.change_log set created_at = now() - interval '6 minutes' where action = 'opened' and record_id = '00000000-0000-4000-8000-0000000000b2';
select tests.sees('only can_manage_mentees', pg_temp.may_open('b2'), 'false', 'After five minutes it is closed again');
select tests.done('admin', pg_temp.call('rename_file', 'b2', ', ''report.pdf'', ''kept.pdf'''),
  $$ exists (select from public.change_log where action = 'changed' and record_id = pg_temp.record('mentees') and changes = '{"file": null}') $$,
  'The log has that a mentee''s file changed, and no name'
);

-- The search

select is(
  tests.answer(persona, $$ select coalesce(string_agg(record_kind || ' ' || name, ', ' order by record_kind), '') from public.search_files('pdf') $$),
  found, format('%s finds: %s', persona, coalesce(found, 'refused'))
)
from (values
  ('anon', null), ('supporter', ''), ('only can_manage_mentees', ''), ('plain program_manager', 'programs kept.pdf'),
  ('only can_manage_donations', 'donations kept.pdf'), ('admin', 'donations kept.pdf, programs kept.pdf, submissions kept.pdf')
) as searched (persona, found);
select is(
  (select array_agg(tests.answer('admin', format('select count(*)::text from public.search_files(%L)', search)) order by search)
    from unnest(array[e'nothing\npdf', e'nothing\tkept\npdf']) as search),
  '{3,0}', 'A file has every word of a search, in one of its ways'
);

-- The sweep

create function pg_temp.work(everything boolean) returns text
language sql
as $$ select string_agg(right(name, 2) || ' ' || work, ', ' order by name) from public.file_work(everything) $$;
select tests.refused('admin', 'select public.file_work(true)', 'No account asks for what to sweep');
insert into public.files (id, name, size, mentor_id) values ('00000000-0000-4000-8000-0000000000d1', 'waits.pdf', 1, pg_temp.record('mentors'));
insert into storage.objects (bucket_id, name, version, created_at) values
  ('files', '00000000-0000-4000-8000-0000000000d1', 'v1', now() - interval '2 minutes'),
  ('files', '00000000-0000-4000-8000-0000000000e1', 'v1', now() - interval '23 hours'),
  ('files', '00000000-0000-4000-8000-0000000000e2', 'v1', now() - interval '25 hours');
update storage.objects set version = 'v2' where name = '00000000-0000-4000-8000-0000000000b4';
select is(
  pg_temp.work(false), 'b1 delete, c5 delete, c7 delete, d1 check',
  'Removed for good, refused, left by a row and left unchecked: each has its work'
);
select is(
  pg_temp.work(true), 'b1 delete, b4 check, c5 delete, c7 delete, d1 check, e2 delete',
  'Each hour also another version, and what has been without a row for a day'
);

update public.files set created_at = now() - interval '8 days' where name = 'again.pdf';
update private.file_leftovers set created_at = now() - interval '3 days';
select private.forget_files();
select is(
  (select count(*) from public.files where name in ('theirs.pdf', 'again.pdf')), 2::bigint, 'A row stays as long as its object'
);
select is_empty('select from private.file_leftovers', 'An old leftover is forgotten');
select set_config('storage.allow_delete_query', 'true', true);
delete from storage.objects where right(name, 2) in ('b1', 'c5', 'd1');
select private.forget_files();
select is(
  (select string_agg(right(id::text, 2), ', ' order by id) from public.files), 'b2, b3, b4, b5, c3, c4, d1',
  'The removed and the refused go after their objects; what is uploading has a day'
);
update public.files set created_at = now() - interval '25 hours' where state = 'uploading';
select private.forget_files();
select is((select count(*) from public.files where state = 'uploading'), 0::bigint, 'and goes after it');

select * from finish();
rollback;
