-- Openings: the protected fields of a mentee are read and changed one record at a time, each opening with an
-- entry in the log that an earlier request committed (docs/decisions/032-a-mentee-is-opened.md). As with
-- submissions, a read answers with one JSON value: no cast can fail with a value in its message.

create function private.require_protected(kind text) returns void
language sql stable security definer set search_path = ''
as $$
  select private.require(
    kind in ('mentors', 'mentees', 'trainers') and private.may_search(kind), 'You may not read this.'
  )
$$;
comment on function private.require_protected is
  'Refuses any table but those of mentors, mentees and trainers, and callers who may not read it.';

create function private.record_openings(kind text, ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_protected(kind);
  if cardinality(ids) > 2 then
    raise exception 'One record at a time, or the two of a merge.' using errcode = 'check_violation';
  end if;
  perform private.log_action('opened', kind, (opened ->> 'id')::uuid, private.person_name(opened), null)
  from private.stored_rows(format('public.%I', kind)::regclass, ids) as opened;
end
$$;

create function public.record_openings(kind text, ids uuid[]) returns void
language sql security invoker set search_path = ''
as $$ select private.record_openings(kind, ids) $$;
comment on function public.record_openings is
  'Logs that the caller opens the protected fields of a mentee, or of the two of a merge.';
grant execute on function private.record_openings, public.record_openings to authenticated;

create function private.protected_values(kind text, ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  hidden constant text[] := private.protected_columns(kind);
begin
  perform private.require_protected(kind);
  if cardinality(ids) > 1000 then
    raise exception 'Up to 1000 rows at a time.' using errcode = 'check_violation';
  end if;
  if exists (
    select unnest(ids)
    except (
      select record_id from public.change_log
      where actor_id = auth.uid() and action = 'opened' and record_id = any (ids)
        -- An entry of this transaction could still be undone.
        and created_at < now() and created_at > now() - interval '5 minutes'
      union all
      select unnest(about) from public.change_log
      where actor_id = auth.uid() and action = 'exported' and record_kind = kind
        and created_at < now() and created_at > now() - interval '1 hour'
    )
  ) then
    raise exception 'You may not read this, or its opening is not recorded.' using errcode = 'insufficient_privilege';
  end if;
  return (
    select coalesce(jsonb_object_agg(stored ->> 'id', (
      select jsonb_object_agg(key, value) from jsonb_each(stored) where key = any (hidden)
    )), '{}')
    from private.stored_rows(format('public.%I', kind)::regclass, ids) as stored
  );
end
$$;

create function public.protected_values(kind text, ids uuid[]) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.protected_values(kind, ids) $$;
comment on function public.protected_values is
  'The protected columns of mentees by id, within five minutes of an opening, or an hour of an export with a reason, that the caller logged in an earlier request.';
grant execute on function private.protected_values, public.protected_values to authenticated;

create function private.save_protected(kind text, record uuid, changes jsonb, replaced jsonb default '{}') returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored jsonb;
  refused text;
begin
  perform private.require_protected(kind);
  -- Whoever added it knows what they wrote, until a colleague changes it: a guess at the new value
  -- would be told from a wrong one.
  if not private.has_opened(record, interval '1 day') and not exists (
    select from public.change_log
    where actor_id = auth.uid() and action = 'added' and record_id = record
      and created_at < now() and created_at > now() - interval '1 day'
      and not exists (
        select from public.change_log later
        where later.record_id = record and later.actor_id is distinct from auth.uid()
          and later.action not in ('opened', 'exported')
      )
  ) then
    raise exception 'Open the protected fields before you change them.' using errcode = 'insufficient_privilege';
  end if;
  perform private.require_columns(changes || replaced, private.entered_columns(kind));
  select person into stored from private.stored_rows(format('public.%I', kind)::regclass, array[record], lock => 'update') as person;
  if stored is null then
    raise exception 'It was removed.' using errcode = 'PT404';
  end if;
  if not stored @> replaced then
    -- The answer to an earlier try was lost.
    if stored @> changes then
      return;
    end if;
    raise exception 'Someone else changed it in the meantime.' using errcode = 'PT409';
  end if;
  perform private.change_rows(
    format('public.%I', kind)::regclass, jsonb_build_array(jsonb_build_object('id', record)), changes
  );
exception when check_violation or not_null_violation then
  -- The details of the error have the whole row.
  get stacked diagnostics refused = message_text;
  raise exception '%', refused using errcode = 'check_violation';
end
$$;

create function public.save_protected(kind text, record uuid, changes jsonb, replaced jsonb default '{}') returns void
language sql security invoker set search_path = ''
as $$ select private.save_protected(kind, record, changes, replaced) $$;
comment on function public.save_protected is
  'Changes columns of a mentee, protected ones included, from the values that the caller saw (PT409 when they are others), within a day of opening or adding the mentee.';
grant execute on function private.save_protected, public.save_protected to authenticated;

create function private.openings_of(kind text, record uuid) returns table (
  actor_name text, opened_at timestamptz, reason text
)
language sql stable security definer set search_path = ''
as $$
  select entry.actor_name, entry.created_at, entry.changes ->> 'reason'
  from public.change_log entry
  where (entry.record_id = record or entry.about @> array[record]) and entry.action in ('opened', 'exported')
    and entry.record_kind = openings_of.kind and private.may_search(openings_of.kind)
  order by entry.created_at desc, entry.id desc
  limit 20
$$;

create function public.openings_of(kind text, record uuid) returns table (
  actor_name text, opened_at timestamptz, reason text
)
language sql stable security invoker set search_path = ''
as $$ select * from private.openings_of(kind, record) $$;
comment on function public.openings_of is
  'The last 20 times that the protected fields of a record were opened, or exported for a reason; for readers of its table.';
grant execute on function private.openings_of, public.openings_of to authenticated;

-- A conversion compares the parent's address in SQL, and only of an application that the caller opened.

create function private.siblings_of(submission uuid) returns table (
  id uuid, name text, status text, created_at timestamptz
)
language sql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  select child.id, concat_ws(' ', child.first_name, child.last_name), child.status::text, child.created_at
  from public.program_applications sent
  join public.mentees child on lower(btrim(child.parent_email)) = lower(btrim(sent.email))
  where sent.id = submission and private.may_review() and private.may_search('mentees')
    and private.has_opened(submission, interval '1 day')
  order by child.created_at, child.id
  limit 6
$$;

create function public.siblings_of(submission uuid) returns table (
  id uuid, name text, status text, created_at timestamptz
)
language sql stable security invoker set search_path = ''
as $$ select * from private.siblings_of(submission) $$;
comment on function public.siblings_of is
  'Mentees whose parent has the address of a program application, for reviewers with can_manage_mentees who opened its protected fields within a day.';
grant execute on function private.siblings_of, public.siblings_of to authenticated;
