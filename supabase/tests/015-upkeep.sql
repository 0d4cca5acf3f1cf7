-- Background work: few jobs, and a failing task stops no other.

begin;
select plan(6);

select ok(
  (select count(*) <= 8 and bool_and(schedule = '* * * * *') from cron.job),
  'At most eight jobs start in the same second'
);
select is(
  (select command from cron.job where jobname = 'run_upkeep'), 'select private.run_upkeep()', 'One of them is the upkeep'
);

create function private.tests_fails() returns void language plpgsql as $$
begin
  delete from public.contact_messages where true;
  raise exception 'This task fails.';
end
$$;
create function private.tests_runs() returns void language sql as 'select set_config(''tests.ran'', ''yes'', true)';
select private.every_minute('tests_fails');
select private.every_minute('tests_runs');
create temporary table before as select count(*) as messages from public.contact_messages;
select private.run_upkeep();

select results_eq(
  $$ select error, failed_at = now(), succeeded_at from private.upkeep where task = 'tests_fails' $$,
  $$ values ('This task fails.', true, null::timestamptz) $$,
  'A failure is on record'
);
select is((select count(*) from public.contact_messages), (select messages from before), 'A failed task is rolled back');
select is(current_setting('tests.ran', true), 'yes', 'The task after it runs');
select is_empty(
  $$ select task, error from private.upkeep where task not like 'tests\_%' and succeeded_at is distinct from now() $$,
  'Each task of ours succeeds'
);

select * from finish();
rollback;
