-- Background jobs. pg_cron comes with a hosted project. Supabase advises at most eight concurrent jobs,
-- so one job does all upkeep, and only slow or urgent tasks have their own.
do $$
begin
  create extension if not exists pg_cron;
exception
  -- The extension is missing, or this is not the one database of the server that may have it.
  when others then raise warning 'There is no pg_cron here: %', sqlerrm;
end
$$;

create function private.schedule_job(job_name text, command text) returns void
language plpgsql set search_path = ''
as $$
begin
  if to_regprocedure('cron.schedule(text,text,text)') is null then
    raise warning 'There is no pg_cron: another clock has to run "%" every minute.', command;
  else
    perform cron.schedule(job_name, '* * * * *', command);
  end if;
end
$$;
comment on function private.schedule_job is
  'Lets pg_cron run a command every minute. Without pg_cron it warns that another clock has to.';

create function private.every_minute(task text) returns void
language sql set search_path = ''
as $$ insert into private.upkeep (task) values (task) $$;
comment on function private.every_minute is
  'Adds a function of the schema private, without arguments, to those that run every minute.';

-- Dynamic SQL: the tasks are rows of private.upkeep.
create function private.run_upkeep() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  part text;
begin
  for part in select task from private.upkeep order by position loop
    begin
      execute format('select private.%I()', part);
      update private.upkeep set succeeded_at = now() where task = part;
    exception
      when others then
        update private.upkeep set failed_at = now(), error = left(sqlerrm, 500) where task = part;
        perform private.note_fault(part, sqlstate || ': ' || sqlerrm);
        raise warning 'The task % failed: %', part, sqlerrm;
    end;
  end loop;
end
$$;
comment on function private.run_upkeep() is
  'Runs each task. It rolls back and records one that fails, and continues with the others.';
select private.schedule_job('run_upkeep', 'select private.run_upkeep()');

create function private.delete_old_runs() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if to_regclass('cron.job_run_details') is not null then
    delete from cron.job_run_details where end_time < now() - interval '1 day';
  end if;
end
$$;
comment on function private.delete_old_runs is 'Deletes pg_cron''s records of runs that ended more than a day ago.';
select private.every_minute('delete_old_runs');
