create function private.sign_note() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.author_name := coalesce(private.name_of_reference('user_id', new.author_id), new.author_name);
  return new;
end
$$;
comment on function private.sign_note is 'Sets the author''s name on a note, an answer or a conversion.';

create function private.reviewer_ids() returns setof uuid
language sql stable security definer set search_path = ''
as $$ select private.holders('can_review_submissions') $$;
comment on function private.reviewer_ids is 'The accounts that may review submissions, including admins.';

create function private.reviewers() returns table (id uuid, full_name text, may_review boolean)
language sql stable security definer set search_path = ''
as $$
  select profile.id, private.account_name(profile.id), reviewer is not null
  from public.profiles profile
  left join private.reviewer_ids() as reviewer on reviewer = profile.id
  where private.may_review()
    and (
      reviewer is not null
      or profile.id in (select assignee_id from public.submissions where assignee_id is not null)
    )
  order by 2
$$;

create function public.reviewers() returns table (id uuid, full_name text, may_review boolean)
language sql stable security invoker set search_path = ''
as $$ select * from private.reviewers() $$;
comment on function public.reviewers is
  'Possible assignees, and current assignees who may no longer review; nothing without can_review_submissions.';
grant execute on function private.reviewers, public.reviewers to authenticated;

-- Bulk changes. Each states the value that it replaces: a newer value of a colleague stays, and its id is
-- not in the result.

create function private.require_changes(ids uuid[], wanted integer, replaced integer) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if cardinality(ids) > 1000 or (wanted, replaced) is distinct from (cardinality(ids), cardinality(ids)) then
    raise exception 'Up to 1000 changes at a time, each with a new and a replaced value.'
      using errcode = 'check_violation';
  end if;
end
$$;
comment on function private.require_changes is
  'Refuses more than 1,000 changes at once, and changes without a new and a replaced value each.';

-- Dynamic SQL: forms are rows of private.submission_kinds, and each has an enum of its own.
create function public.set_submission_status(ids uuid[], to_status text[], from_status text[])
returns setof uuid
language plpgsql security invoker set search_path = ''
as $$
declare
  listed record;
begin
  perform private.require_changes(ids, cardinality(to_status), cardinality(from_status));
  for listed in
    select form, format_type(atttypid, null) as status_type
    from private.submission_forms()
    join pg_catalog.pg_attribute on attrelid = format('public.%I', form)::regclass and attname = 'status'
    where kind in (select submissions.kind::text from public.submissions where id = any (ids))
  loop
    return query execute format(
      'update public.%I as stored set status = change.to_status::%s
      from unnest($1, $2, $3) as change (id, to_status, from_status)
      where stored.id = change.id and stored.status::text = change.from_status
      returning stored.id',
      listed.form, listed.status_type
    ) using ids, to_status, from_status;
  end loop;
end
$$;
comment on function public.set_submission_status(uuid[], text[], text[]) is
  'Sets the status of submissions of any kind, each from the status that the caller saw; returns the ids of the changed ones.';

create function public.assign_submissions(ids uuid[], to_assignee uuid[], from_assignee uuid[])
returns setof uuid
language plpgsql security invoker set search_path = ''
as $$
begin
  perform private.require_changes(ids, cardinality(to_assignee), cardinality(from_assignee));
  return query
    update public.submissions as stored
    set assignee_id = change.to_assignee
    from unnest(ids, to_assignee, from_assignee) as change (id, to_assignee, from_assignee)
    where stored.id = change.id and stored.assignee_id is not distinct from change.from_assignee
    returning stored.id;
end
$$;
comment on function public.assign_submissions(uuid[], uuid[], uuid[]) is
  'Assigns submissions to a reviewer or, with null, unassigns them, each from the assignee that the caller saw; returns the ids of the changed ones.';

-- Protected fields: about a child, accessibility needs and emergency contacts. Reading them takes two
-- requests. The first commits a log entry of the opening; the second requires that entry, so that no
-- failure of the read can roll it back. The result is one JSON value: no cast of a column can fail with
-- the value in its message.

create function private.record_opening(submission uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require(private.may_review(), 'You may not read this.');
  perform private.log_action('opened', form, id, name, null)
  from public.submissions join private.submission_kinds on submission_kinds.kind = submissions.kind::text
  where id = submission and exists (
    select from pg_catalog.pg_attribute
    where attrelid = format('public.%I', form)::regclass and attnum > 0 and not attisdropped
      and private.is_secret_column(attrelid, attname)
  );
  return found;
end
$$;

create function public.record_opening(submission uuid) returns boolean
language sql security invoker set search_path = ''
as $$ select private.record_opening(submission) $$;
comment on function public.record_opening is
  'For reviewers: logs that the caller opens the protected fields of a program application, registration or pledge; false where there is none.';

create function private.protected_fields(submission uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  form regclass;
begin
  perform private.require(
    private.may_review() and private.has_opened(submission, interval '5 minutes'),
    'You may not read this, or its opening is not recorded.'
  );
  select format('public.%I', submission_kinds.form) into form
  from public.submissions join private.submission_kinds on submission_kinds.kind = submissions.kind::text
  where id = submission;
  return (
    select jsonb_object_agg(key, value) from private.stored_rows(form, array[submission]) as sent, jsonb_each(sent)
    where private.is_secret_column(form, key)
  );
end
$$;
create function public.protected_fields(submission uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.protected_fields(submission) $$;
comment on function public.protected_fields is
  'For reviewers: the protected fields of a submission by column, within five minutes of an opening that the caller logged in an earlier request.';
grant execute on function private.record_opening, public.record_opening to authenticated;
grant execute on function private.protected_fields, public.protected_fields to authenticated;

-- Dynamic SQL: the views of the queue are conditions of the app (lists/counting.sql).
create function public.submission_counts(views jsonb default '[]') returns table (
  kind public.submission_kind,
  status public.submission_status,
  total bigint,
  in_views bigint[]
)
language plpgsql stable security invoker set search_path = ''
as $$
declare
  view jsonb;
  filter record;
  parameters text[] := '{}';
  counts text[] := '{}';
begin
  if jsonb_typeof(views) <> 'array' or octet_length(views::text) > 6000 then
    raise exception 'Views are a list of conditions.' using errcode = '22023';
  end if;
  for view in select jsonb_array_elements(views) loop
    select * into filter from private.list_filter('submissions', view, auth.uid(), parameters);
    if filter.condition is null then
      raise exception 'This view of the queue does not exist.' using errcode = '22023';
    end if;
    parameters := filter.parameters;
    counts := counts || format('count(*) filter (where %s)', filter.condition);
  end loop;
  return query execute format(
    'select kind, status, count(*), array[%s]::bigint[] from public.submissions group by kind, status', array_to_string(counts, ', ')
  ) using parameters;
end
$$;
comment on function public.submission_counts(jsonb) is
  'Number of submissions by kind and status: all, and in each view, a list of conditions as saved views have them.';
grant execute on function
  private.reviewer_ids(), private.require_changes(uuid[], integer, integer), public.set_submission_status(uuid[], text[], text[]), public.assign_submissions(uuid[], uuid[], uuid[]), public.submission_counts(jsonb)
to authenticated;
