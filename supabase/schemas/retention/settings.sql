create function private.retention_rules() returns table (
  rule text, title text, unit text, kept integer, shortest integer, longest integer, is_cleared boolean,
  next_at timestamptz, last_run_at timestamptz, last_rows bigint, failed_at timestamptz, error text
)
language sql stable security definer set search_path = ''
as $$
  select rule, title, unit, kept, shortest, longest, cleared is not null, next_at, last_run_at, last_rows, failed_at, error
  from private.retention_rules where private.is_admin() order by position
$$;

create function public.retention_rules() returns table (
  rule text, title text, unit text, kept integer, shortest integer, longest integer, is_cleared boolean,
  next_at timestamptz, last_run_at timestamptz, last_rows bigint, failed_at timestamptz, error text
)
language sql stable security invoker set search_path = ''
as $$ select * from private.retention_rules() $$;
comment on function public.retention_rules is
  'For admins: the rules, each with its period, its bounds, and its last and next run.';
grant execute on function private.retention_rules, public.retention_rules to authenticated;

-- Dynamic SQL: table and condition are those of the rule.
create function private.retention_due(of_rule text default null, if_kept integer default null) returns table (
  rule text, due bigint, oldest date, newest date
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  part private.retention_rules;
begin
  if not private.is_admin() then
    return;
  end if;
  for part in
    select * from private.retention_rules listed where listed.rule = coalesce(of_rule, listed.rule) order by position
  loop
    return query execute format(
      'select $2, count(*), (min(%1$s) at time zone $3)::date, (max(%1$s) at time zone $3)::date
      from %2$s where %1$s <= $1 and (%3$s)',
      part.day_column, part.table_name, part.condition
    ) using
      now() - (least(coalesce(if_kept, part.kept), part.longest) || ' ' || part.unit)::interval,
      part.rule, private.office_time_zone();
  end loop;
end
$$;

create function public.retention_due(of_rule text default null, if_kept integer default null) returns table (
  rule text, due bigint, oldest date, newest date
)
language sql stable security invoker set search_path = ''
as $$ select * from private.retention_due(of_rule, if_kept) $$;
comment on function public.retention_due is
  'For admins: a preview of all rules or of one, with its stored period or another: how many rows are due now, and their oldest and newest day.';
grant execute on function private.retention_due, public.retention_due to authenticated;

create function private.change_retention(of_rule text, to_kept integer, from_kept integer) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored private.retention_rules;
begin
  perform private.require_admin();
  select * into stored from private.retention_rules where rule = of_rule for update;
  if stored.rule is null then
    raise exception 'This rule does not exist.' using errcode = 'PT404';
  elsif stored.shortest = stored.longest then
    raise exception 'This period is fixed.' using errcode = 'check_violation';
  elsif (to_kept between stored.shortest and stored.longest) is not true then
    raise exception 'From % to % %: the privacy notice promises no more than %.',
      stored.shortest, stored.longest, stored.unit, stored.longest using errcode = 'check_violation';
  elsif from_kept is distinct from stored.kept then
    raise sqlstate 'PT409' using message = format('A colleague changed this to %s %s.', stored.kept, stored.unit);
  end if;
  -- It counts from the next day on, so that a mistake can be undone.
  update private.retention_rules set kept = to_kept, next_at = private.next_retention_run(unit) where rule = of_rule;
  if to_kept <> from_kept then
    perform private.log_action('changed', 'retention_rules', null, stored.title, jsonb_build_object(
      stored.unit, jsonb_build_array(from_kept, to_kept)
    ));
  end if;
end
$$;

create function public.change_retention(of_rule text, to_kept integer, from_kept integer) returns void
language sql security invoker set search_path = ''
as $$ select private.change_retention(of_rule, to_kept, from_kept) $$;
comment on function public.change_retention is
  'For admins: sets the period of a rule within its bounds, from the one that the caller saw. It counts from the next day on.';
grant execute on function private.change_retention, public.change_retention to authenticated;
