-- Notices 60, 30 and 7 days before evidence or an exemption ends, from eight in the office.

create function private.ending_clearances() returns table (
  clearance_id uuid, exemption_id uuid, program_id uuid, kind text, record_id uuid, name text, version text, until date, days smallint
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  today constant date := private.office_today();
begin
  return query
  select clearance_id, exemption_id, assigned.program_id, assigned.kind, row_id, name, version, until,
    (case when until <= today + 7 then 7 when until <= today + 30 then 30 else 60 end)::smallint
  from private.assigned_ids() as assigned
  cross join lateral private.requirement_states(assigned.program_id, assigned.kind, assigned.ids)
  where state = 'met' and until <= today + 60;
end
$$;
comment on function private.ending_clearances is
  'What ends within 60 days and keeps someone in a program that is not over, with the notice that is due now.';

create function private.write_clearance_mails(today date) returns void
language sql volatile security definer set search_path = ''
as $$
  with ending as materialized (
    select *, coalesce(clearance_id, exemption_id) as source from private.ending_clearances()
  ), adults as materialized (
    select distinct ending.source, ending.clearance_id, ending.exemption_id, ending.name, ending.version, ending.until, ending.days, lower(btrim(person.email)) as address
    from ending join private.clearable_people person on person.kind = ending.kind and person.id = record_id
    join private.people on people.id = person.person_id
    where private.is_address(btrim(person.email)) and not is_deceased and not do_not_contact
  ), managers as materialized (
    select ending.*, programs.name as program, manager.id as manager_id, btrim(manager.email) as address
    from ending join public.programs on programs.id = ending.program_id
    join public.profiles manager on manager.id = manager_id or manager.id in (
      select cover_id from private.covers where account_id = manager_id and starts_on <= today and over_at > now()
    )
    where manager.confirmed and private.is_address(btrim(manager.email)) and manager.id in (select private.readers('programs'))
  ), told as (
    insert into private.clearance_notices (clearance_id, exemption_id, program_id, until, days)
    select distinct clearance_id, exemption_id, null::uuid, until, days from adults
    union all
    select distinct clearance_id, exemption_id, program_id, until, days from managers
    on conflict do nothing
    returning coalesce(clearance_id, exemption_id) as source, program_id, until, days
  )
  insert into private.outbox (idempotency_key, kind, recipient, reader_id, data)
  select format('clearance_ending:%s:%s', today, address), 'clearance_ending', address, null::uuid,
    jsonb_build_object('items', jsonb_agg(distinct jsonb_build_object('name', name, 'version', version, 'until', until)))
  from adults where exists (
    select from told where told.source = adults.source and told.program_id is null and told.until = adults.until and told.days = adults.days
  ) group by address
  union all
  select format('clearances_ending:%s:%s', today, manager_id), 'clearances_ending', address, manager_id,
    jsonb_build_object('items', jsonb_agg(to_jsonb(item) - '{manager_id,address}'::text[] order by until, program, name))
  from (
    select manager_id, address, program, program_id, kind, name, version, until, count(distinct record_id) as people
    from managers where exists (
      select from told
      where told.source = managers.source and told.program_id = managers.program_id and told.until = managers.until and told.days = managers.days
    ) group by 1, 2, 3, 4, 5, 6, 7, 8
  ) as item group by manager_id, address
  on conflict (idempotency_key) do nothing
$$;
comment on function private.write_clearance_mails is
  'Writes the notices that are due and were not written yet: one mail for a person, and one for a manager and whoever covers them, who get numbers and no name.';

create function private.write_clearance_notices(moment timestamptz default now()) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  zone constant text := private.office_time_zone();
  today constant date := (moment at time zone zone)::date;
begin
  if (moment at time zone zone)::time < '08:00' then
    return;
  end if;
  update private.mail_settings set clearance_day = today where clearance_day <> today;
  if not found then
    return;
  end if;
  perform private.write_clearance_mails(today);
end
$$;
comment on function private.write_clearance_notices is
  'Once a day, from eight in the office: mails to people whose evidence or exemption ends in 60, 30 or 7 days, and to the managers of their programs, or who covers them. What was entered late gets only the notice that is due.';
select private.every_minute('write_clearance_notices');
