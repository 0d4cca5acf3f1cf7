-- Retention: how long each kind of row is kept, and the task that deletes older rows
-- (docs/decisions/031-retention-rules.md). The privacy notice promises the longest periods. Its words and
-- these rows are compared one by one: src/shared/data/retention.ts.

create function private.next_retention_run(unit text) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select case when unit in ('minutes', 'hours') then now()
    else (date_trunc('day', now() at time zone private.office_time_zone()) + interval '1 day')
      at time zone private.office_time_zone()
  end
$$;
comment on function private.next_retention_run(text) is
  'When a rule runs next: now for one of minutes or hours, which runs every minute; at the office''s next midnight for any other.';

create function private.clear_gifts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.write_mode() = 'retention' then
    delete from private.payment_reversals
    where payment in (select id from private.payments where gift in (select payment_id from gone));
    delete from private.payments where gift in (select payment_id from gone);
    update public.gift_pledges set donor_name = 'Cleared', note = null, reason = case when reason is not null then 'Cleared' end,
      person_id = private.person_of(('Cleared', null, null, true))
    where id in (select gift_pledge_id from gone)
      or created_at < now() - interval '7 years' and person_id in (select person_id from gone);
    update public.gift_returns set reason = null where gift_id in (select id from gone);
    delete from public.files where gift_id in (select id from gone);
    update public.change_log set record_name = null, changes = null where record_id in (select id from gone);
  end if;
  return null;
end
$$;
comment on function private.clear_gifts is
  'Deletes the payments and files of gifts that retention clears, and the names and values in their log entries.';

-- The task. A statement deletes or clears the oldest due rows that no one has locked. Rows that refer to a
-- submission are deleted with it. Since decisions wait for the deletion of submissions, its batch is small.

-- Dynamic SQL: table, condition and cleared columns are those of the rule.
create function private.apply_rule(of_rule text) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  applied private.retention_rules;
  due text;
  done integer;
  total bigint;
begin
  select * into strict applied from private.retention_rules where rule = of_rule for update;
  if applied.table_name = 'public.submissions' then
    -- So that no new status or conversion changes which rows are due.
    perform private.lock_workflow();
  end if;
  due := format(
    'select ctid from %s where %s <= $1 and (%s) order by %2$s limit $2 for update skip locked',
    applied.table_name, applied.day_column, applied.condition
  );
  perform private.set_write_mode('retention');
  execute case when applied.cleared is null
    then format('delete from %s where ctid = any (array(%s))', applied.table_name, due)
    else format('update %s set %s where ctid = any (array(%s))', applied.table_name, applied.cleared, due)
  end using now() - (applied.kept || ' ' || applied.unit)::interval, applied.batch;
  get diagnostics done = row_count;
  perform private.set_write_mode(null);

  total := applied.pruned_rows + done;
  update private.retention_rules
  set last_run_at = now(), last_rows = total, failed_at = null, error = null,
    pruned_rows = case when done = applied.batch then total else 0 end,
    next_at = case when done = applied.batch then next_at else private.next_retention_run(unit) end
  -- A rule of every minute leaves its row alone where nothing was due.
  where rule = of_rule and (done > 0 or unit not in ('minutes', 'hours') or failed_at is not null);
  if done < applied.batch and total > 0 and applied.unit not in ('minutes', 'hours') then
    perform private.log_action(
      case when applied.cleared is null then 'removed' else 'changed' end::public.log_action,
      'retention_rules', null, applied.title,
      jsonb_build_object('table', split_part(applied.table_name, '.', 2), 'rows', total)
    );
  end if;
  return done;
end
$$;
comment on function private.apply_rule(text) is
  'Deletes or clears one batch of a rule and returns the number of rows. The log has one entry per run, with their number.';

create function private.apply_retention() returns void
language plpgsql security definer set search_path = '' set lock_timeout = '50ms'
as $$
declare
  part record;
  done integer;
  total integer := 0;
begin
  for part in
    select rule, table_name from private.retention_rules where next_at <= now()
    order by last_run_at nulls first, position
  loop
    begin
      done := private.apply_rule(part.rule);
      total := total + done;
    exception
      -- Someone works on these rows. The next minute is soon enough.
      when lock_not_available then done := 0;
      when others then
        done := 0;
        update private.retention_rules set last_run_at = now(), failed_at = now(), error = left(sqlerrm, 500)
        where rule = part.rule;
        perform private.note_fault('apply_retention', sqlstate || ': ' || sqlerrm);
        raise warning 'The retention rule % failed: %', part.rule, sqlerrm;
    end;
    exit when total >= 500 or done > 0 and part.table_name = 'public.submissions';
  end loop;
end
$$;
comment on function private.apply_retention() is
  'Runs the rules whose time has come, the longest waiting first, until it has done a transaction''s share of rows.';
select private.schedule_job('apply_retention', 'select private.apply_retention()');
