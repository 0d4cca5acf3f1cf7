-- The change log: each change with its account and both values, and each export. A trigger and a few
-- functions write it; everyone who may read a record reads its entries.

create function private.readable_tables() returns setof text
language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return query
  select table_name from private.table_readers where permission in (select private.held_permissions())
  union all
  select form from unnest(private.public_forms()) as form
  where 'can_review_submissions' in (select private.held_permissions())
  union all
  select 'programs' where private.current_user_role() = 'program_manager';
end
$$;
comment on function private.readable_tables() is
  'The tables of which the caller may read all rows, except those that only admins read.';
grant execute on function private.readable_tables() to authenticated;

create function private.name_of_reference(reference text, id uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case reference
    when 'user_id' then private.account_name($2)
    when 'assignee_id' then private.name_of_reference('user_id', $2)
    when 'fund_id' then (select name from public.funds where funds.id = $2)
    when 'supervisor_id' then private.name_of_reference('user_id', $2)
    when 'deputy_id' then private.name_of_reference('user_id', $2)
    when 'submission_id' then (select name from public.submissions where submissions.id = $2)
    when 'permission_id' then (select name from public.permissions where permissions.id = $2)
    when 'program_id' then (select name from public.programs where programs.id = $2)
    when 'mentor_id' then (select concat_ws(' ', first_name, last_name) from public.mentors where mentors.id = $2)
    when 'mentee_id' then (select concat_ws(' ', first_name, last_name) from public.mentees where mentees.id = $2)
    when 'trainer_id' then (select concat_ws(' ', first_name, last_name) from public.trainers where trainers.id = $2)
  end;
end
$$;
comment on function private.name_of_reference(text, uuid) is
  'The name of the row that a column like program_id refers to.';

create function private.name_references(changes jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_object_agg(
    case when is_named then regexp_replace(key, '_id$', '') else key end,
    case when is_named then jsonb_build_array(
      private.name_of_reference(key, (value ->> 0)::uuid), private.name_of_reference(key, (value ->> 1)::uuid)
    ) else value end
  )
  from jsonb_each(changes) cross join lateral (
    select key = any ('{assignee_id,supervisor_id,deputy_id,program_id,mentor_id,mentee_id,trainer_id,fund_id}') as is_named
  ) as known
$$;
comment on function private.name_references is
  'The changes of a log entry with names in place of the ids that have one: `mentor` instead of mentor_id.';

create function private.shorten_texts(changes jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_object_agg(key, case when jsonb_typeof(value) = 'array' then (
    select jsonb_agg(
      case when jsonb_typeof(side) = 'string' then to_jsonb(left(side #>> '{}', 500)) else side end order by position
    )
    from jsonb_array_elements(value) with ordinality as sides (side, position)
  ) else value end)
  from jsonb_each(changes)
$$;
comment on function private.shorten_texts is 'The changes of a log entry with every text cut to 500 characters.';

create function private.named_parts(stored jsonb, columns text[], is_added boolean) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_object_agg(
    regexp_replace(key, '_id$', ''),
    case when is_added then jsonb_build_array(null, named) else jsonb_build_array(named, null) end
  )
  from unnest(columns) as key cross join lateral (
    select case when key like '%\_id' then private.name_of_reference(key, (stored ->> key)::uuid) else stored ->> key end as named
  ) as read
$$;
comment on function private.named_parts(jsonb, text[], boolean) is
  'What the entry of an added or removed row keeps: columns to both values, with names in place of ids.';

create function private.record_name(stored jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return coalesce(
    stored ->> 'name', stored ->> 'full_name', stored ->> 'title', stored ->> 'organization_name', stored ->> 'donor_name',
    nullif(concat_ws(' ', stored ->> 'first_name', stored ->> 'last_name'), ''), stored ->> 'program'
  );
end
$$;
comment on function private.record_name(jsonb) is 'What the log calls a row.';

-- The entry keeps the beginning of long texts, of protected columns only that they changed, and nothing of
-- other secret ones. The removal of a person or a submission has no name. It runs with every save, so it
-- calls few functions.

create function private.log_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
  before constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  stored constant jsonb := coalesce(after, before);
  changes jsonb;
  people uuid[];
begin
  -- An import, its undo, a retention rule and a leaving have one entry for all rows.
  if private.write_mode() = 'retention' or private.write_mode() = 'leaving' and tg_table_name <> 'safeguarding_leads' or tg_op <> 'UPDATE' and private.imports_into(tg_table_name) then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(key, case when not is_secret then jsonb_build_array(before -> key, value) end) into changes
    from jsonb_each(after) cross join lateral private.is_secret_column(tg_relid, key) as is_secret
    where value <> before -> key
      and key not in ('person_id', 'told', 'proved_at', 'legal_donor_id', 'is_posted', 'booked_day', 'closed_on', 'manager_id', 'added_by', 'granted_by', 'given_by', 'given_at', 'search_text', 'telephones', 'sent_count')
      and (not is_secret or key = any (private.protected_columns(tg_table_name)));
    if changes is null then
      return null;
    end if;
    if changes ?| array['assignee_id', 'supervisor_id', 'deputy_id', 'mentor_id', 'mentee_id', 'trainer_id', 'fund_id'] then
      people := array(
        select id::uuid from jsonb_each(changes) as change, jsonb_array_elements_text(value) as id
        where key in ('mentor_id', 'mentee_id', 'trainer_id') and id is not null
      );
      changes := private.name_references(changes);
    end if;
    if pg_column_size(changes) > 1000 then
      changes := private.shorten_texts(changes);
    end if;
  elsif tg_nargs > 1 then
    -- The removal of a submission has the entry for its parts.
    if tg_op = 'DELETE' and tg_argv[0] = 'submission_id'
      and not exists (select from public.submissions where id = (stored ->> 'submission_id')::uuid) then
      return null;
    end if;
    people := array(
      select (stored ->> key)::uuid from unnest(tg_argv[1:]) as key where key in ('mentor_id', 'mentee_id', 'trainer_id')
    );
    changes := private.named_parts(stored, tg_argv[1:], tg_op = 'INSERT');
  end if;
  insert into public.change_log (actor_id, actor_name, action, record_kind, record_id, record_name, changes, about) values (
    caller, private.account_name(caller),
    case tg_op when 'INSERT' then 'added' when 'UPDATE' then 'changed' else 'removed' end::public.log_action,
    tg_table_name, (stored ->> coalesce(tg_argv[0], 'id'))::uuid,
    case
      when tg_op = 'DELETE'
        and tg_table_name = any ('{mentors,mentees,trainers,donations}' || private.public_forms()) then null
      when tg_nargs > 0 then private.name_of_reference(tg_argv[0], (stored ->> tg_argv[0])::uuid)
      else private.record_name(stored)
    end,
    changes, nullif(people, '{}')
  );
  return null;
end
$$;
comment on function private.log_change is
  'Logs a change of a row, with its author and both values. The first argument is the column that names the record, where that is not its own id; the others are columns to keep of an added or removed row.';

create function private.log_action(
  action public.log_action, kind text, record uuid, record_name text, changes jsonb, about uuid[] default null
) returns void
language sql security definer set search_path = ''
as $$
  insert into public.change_log (actor_id, actor_name, action, record_kind, record_id, record_name, changes, about)
  values (auth.uid(), private.account_name(auth.uid()), action, kind, record, record_name, changes, about)
$$;
comment on function private.log_action(public.log_action, text, uuid, text, jsonb, uuid[]) is
  'Adds an entry for an action of the caller that no trigger logs.';

create function private.has_opened(record uuid, within interval) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.change_log
    where actor_id = auth.uid() and action = 'opened' and record_id = record
      -- An entry of this transaction could still be undone.
      and created_at < now() and created_at > now() - within
  )
$$;
comment on function private.has_opened(uuid, interval) is
  'Whether the caller opened the protected fields of a record, in an earlier request.';

-- Exports. The app logs every file before it writes it, and before it reads a protected column.

create function private.log_export(
  exported_table text, filters jsonb, row_count integer, protected_of uuid[] default null, reason text default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  allowance constant integer := 60;
  most_protected constant integer := 10000;
begin
  perform private.require(
    private.is_admin() or exported_table in (select private.readable_tables()), 'You may not export this.'
  );
  if to_regclass(format('public.%I', exported_table)) is null
    or (row_count >= 0 and pg_column_size(filters) <= 4000 and jsonb_typeof(filters) = 'object') is not true then
    raise exception 'Invalid export.' using errcode = 'check_violation';
  end if;
  if protected_of is not null then
    if (private.is_text(btrim(reason), 500) and char_length(btrim(reason)) >= 10) is not true then
      raise exception 'Give a reason of 10 to 500 characters.' using errcode = 'check_violation';
    end if;
    if cardinality(protected_of) <> row_count or row_count > most_protected then
      raise exception 'Up to % rows at a time with protected fields.', most_protected using errcode = 'check_violation';
    end if;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('private.log_export ' || auth.uid(), 0));
  if (
    select count(*) >= allowance from public.change_log
    where actor_id = auth.uid() and action = 'exported' and created_at > now() - interval '1 hour'
  ) then
    raise exception 'No more than % exports in an hour.', allowance using errcode = 'P0001';
  end if;
  perform private.log_action(
    'exported', exported_table, null, null,
    (filters - 'reason') || jsonb_build_object('rows', row_count)
      || case when protected_of is null then '{}' else jsonb_build_object('reason', btrim(reason)) end,
    protected_of
  );
end
$$;

create function public.log_export(
  exported_table text, filters jsonb, row_count integer, protected_of uuid[] default null, reason text default null
) returns void
language sql security invoker set search_path = ''
as $$ select private.log_export(exported_table, filters, row_count, protected_of, reason) $$;
comment on function public.log_export is
  'Logs that the caller exports rows of a table; sixty times an hour at most. With the ids of these rows and a reason, protected_values opens their protected columns to the caller for an hour.';
grant execute on function private.log_export, public.log_export to authenticated;
