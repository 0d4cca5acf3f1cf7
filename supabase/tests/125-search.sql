-- The search of lists: readers of a whole table find its rows, and no one else learns of any. Who finds a
-- file depends on its record: 330-files.sql has that.

begin;
insert into public.change_log (action, record_kind, actor_name)
values ('changed', 'mentors', 'Somebody'), ('exported', 'mentors', 'Somebody');
insert into public.holidays (day, name) values ('2199-12-31', 'Some day');

create temporary table searched as
select attrelid::regclass as id, relname as table_name
from pg_attribute join pg_class on pg_class.oid = attrelid
where attname = 'search_text' and relkind = 'r' and relnamespace = 'public'::regnamespace
  and relname <> 'files';

select plan(16 + 2 * (select count(*) from searched)::integer);

create temporary table searching as
select persona from tests.personas() as persona
where persona like 'only %' or persona in ('anon', 'stranger', 'supporter', 'plain program_manager', 'admin');

select is_empty(
  $$ select id from searched
    where to_regprocedure(format('public.search_%s(text)', table_name)) is null
      or not exists (
        select from pg_index
        join pg_opclass on pg_opclass.oid = indclass[0]
        join pg_attribute on attrelid = indrelid and attnum = indkey[0]
        where indrelid = id and opcname = 'gin_trgm_ops' and attname = 'search_text'
      ) $$,
  'Every table with a search_text has a function that searches it, and an index for that'
);

create function pg_temp.told(persona text, table_name text) returns text
language plpgsql
as $$
declare
  word text;
begin
  execute format(
    'select substring(search_text from ''[a-z]{3}'') from public.%I where search_text ~ ''[a-z]{3}'' limit 1', table_name
  ) into strict word;
  return format(
    '%s rows, few: %s',
    coalesce(tests.answer(persona, format('select count(*) from public.%I('''')', 'search_' || table_name)), '0'),
    coalesce(tests.answer(persona, format('select public.is_selective(%L, %L)', table_name, word)), 'false')
  );
end
$$;

create function pg_temp.to_be_told(persona text, table_name text) returns text
language plpgsql
as $$
declare
  counting constant text := format('select count(*) from public.%I', table_name);
  stored text;
begin
  execute format('%s where %s', counting, private.counted_rows(table_name)) into stored;
  return case when tests.answer(persona, counting) = stored then stored || ' rows, few: true' else '0 rows, few: false' end;
end
$$;

select bag_eq(
  format('select persona, pg_temp.told(persona, %L) from searching', table_name),
  format('select persona, pg_temp.to_be_told(persona, %L) from searching', table_name),
  format('Readers of all %s find them, and other callers learn of none', table_name)
)
from searched;
select isnt(pg_temp.to_be_told('admin', table_name), '0 rows, few: false', format('There are %s to find', table_name))
from searched;

select is(
  tests.answer('admin', format('select public.is_selective(''mentors'', %L)', search)), few,
  format('Whether the index serves a search for %s: %s', to_json(search), few)
)
from (values
  ('jo', 'false'), ('a-b', 'false'), (e'jo\nca', 'false'), (e'jo\njosephine', 'true'), (e'555-01\t5501', 'true')
) as looked (search, few);

select is(
  tests.answer('admin', format('select string_agg(first_name, '' '') from public.search_mentors(%L)', search)), found,
  format('Found by %s: %s', to_json(search), found)
)
from (values
  (e'jose\ncart', 'Josephine'), (e'nobody\tjosephine', 'Josephine'), (e'josephine\nnobody', null)
) as looked (search, found);

select tests.refused('admin', format('select public.' || call, search), format('Refuses a search of %s letters by %s', length(search), call), '23514')
from (values
  ('search_mentors(%L)', repeat(e'x\n', 20) || 'x'), ('search_mentors(%L)', repeat('x', 2001)), ('is_selective(''mentors'', %L)', repeat('x', 2001))
) as long (call, search);

-- A sample of a large table. It is of whole pages: with rows as wide as real ones they are many enough to
-- tell the same each time.

drop index public.courses_search_text_idx;
alter table public.courses alter search_text drop expression;
alter table public.courses disable trigger user;
insert into public.courses (title, description, search_text)
select 'Course', repeat('wide', 80), case when number % 1000 = 0 then 'quagga' else 'zebra' end from generate_series(1, 101000) as number;
analyze public.courses;
grant execute on function private.is_common to authenticated;
select is(tests.answer(persona, format('select private.is_common(%L, %L)', kind, word)), common, told)
from (values
  ('admin', 'courses', 'zebra', 'true', 'A sample finds a word that nearly all rows have'),
  ('admin', 'courses', 'quagga', 'false', 'One in a thousand is not common'),
  ('stranger', 'courses', 'zebra', 'false', 'To other callers it tells nothing'),
  ('admin', 'mentors', 'mentor', 'false', 'A small table has no sample')
) as sampled (persona, kind, word, common, told);

select * from finish();
rollback;
