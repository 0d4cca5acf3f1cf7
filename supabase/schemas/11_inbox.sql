-- The inbox: one queue of all submissions that need an answer, with a reference, a due time, an assignee
-- and notes.

create type public.submission_status as enum (
  'new', 'contacted', 'in_progress', 'accepted', 'rejected', 'closed',
  'confirmed', 'waitlisted', 'offered', 'lapsed', 'declined'
);

-- Business days

create table public.holidays (
  id uuid primary key default gen_random_uuid(),
  day date not null unique check (day between '2020-01-01' and '2200-01-01'),
  name text not null check (private.is_line(name, 100)),
  search_text text generated always as (private.searchable(name)) stored,
  created_at timestamptz not null default now()
);
comment on table public.holidays is 'Days, besides weekends, on which the office is closed.';
create index holidays_created_at_idx on public.holidays (created_at desc, id desc);

create function private.is_business_day(day date) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return extract(isodow from day) < 6
    and not exists (select from public.holidays where holidays.day = is_business_day.day);
end
$$;

create function private.due_at(received timestamptz, business_days integer) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
declare
  last_day date := (received at time zone private.office_time_zone())::date;
  remaining integer := business_days;
begin
  while remaining > 0 loop
    last_day := last_day + 1;
    if private.is_business_day(last_day) then
      remaining := remaining - 1;
    end if;
  end loop;
  return (last_day + time '23:59:59') at time zone private.office_time_zone();
end
$$;
comment on function private.due_at(timestamptz, integer) is
  'The end, in the office''s time zone, of the given business day after the day of receipt.';

create function private.submission_forms() returns setof private.submission_kinds
language sql stable security definer set search_path = ''
as $$ select * from private.submission_kinds order by kind $$;

create function private.sla_days(kind public.submission_kind) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select listed.sla_days from private.submission_kinds as listed where listed.kind = sla_days.kind::text);
end
$$;

-- The queue. Triggers write everything in it but the assignee.

create table public.submissions (
  id uuid primary key,
  kind public.submission_kind not null,
  reference text not null unique,
  name text,
  email text,
  phone text,
  program text,
  status public.submission_status not null,
  due_at timestamptz not null,
  answered_at timestamptz,
  closed_at timestamptz,
  withdrawn_at timestamptz,
  put_off_until timestamptz not null default '-infinity',
  assignee_id uuid references public.profiles (id) on delete set null,
  person_id uuid not null default gen_random_uuid(),
  search_text text,
  person_text text generated always as (private.searchable(
    variadic array[reference, name, email, phone] || private.telephones(phone)
  )) stored,
  telephones text[] generated always as (private.telephones(phone)) stored,
  created_at timestamptz not null,
  proved_at timestamptz
);
comment on column public.submissions.id is 'The id of the row in the table of its kind.';
comment on column public.submissions.reference is 'Short enough to read out on the telephone.';
comment on column public.submissions.status is 'Copy of the status in the table of its kind, kept by a trigger.';
comment on column public.submissions.due_at is
  'When the promised answer is due: stored, so that a promise never changes by itself.';
comment on column public.submissions.answered_at is
  'The time of the first answer; null until then.';
comment on column public.submissions.closed_at is
  'When its last status ended it, or when the course of a confirmed registration ends; null while it is open.';
comment on column public.submissions.withdrawn_at is 'When the applicant withdrew it.';
comment on column public.submissions.put_off_until is
  'It does not wait until then: minus infinity if it was never put off, infinity until its sender writes.';
comment on column public.submissions.proved_at is
  'When someone pressed a button on the status page, to which only our mail to this address leads.';
comment on column public.submissions.search_text is
  'Reference, names, addresses and texts, without the fields about a child.';
comment on column public.submissions.person_text is 'The text for the search for people.';

create index submissions_created_at_idx on public.submissions (created_at desc, id desc);
create index submissions_kind_created_at_idx on public.submissions (kind, created_at desc, id desc);
create index submissions_due_at_idx on public.submissions (due_at, id) where answered_at is null;
-- All columns that submission_counts reads.
create index submissions_kind_status_idx
  on public.submissions (kind, status) include (answered_at, due_at, assignee_id, put_off_until);
create index submissions_kind_closed_at_idx on public.submissions (kind, closed_at) where closed_at is not null;
create index submissions_assignee_id_idx on public.submissions (assignee_id);

-- By chance and not by count: a sender who gets the reference of an earlier submission with the same words
-- cannot tell it from a new one.
create function private.new_reference(letter text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  candidate text;
begin
  loop
    candidate := format(
      '%s-%s', letter, 100000 + ('x' || left(gen_random_uuid()::text, 8))::bit(32)::bigint % 900000
    );
    exit when not exists (select from public.submissions where reference = candidate);
  end loop;
  return candidate;
end
$$;

create function private.enqueue_submission() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  sent constant jsonb := to_jsonb(new);
  kind public.submission_kind;
  reference text;
begin
  select listed.kind, private.new_reference(letter) into kind, reference
  from private.submission_kinds listed where form = tg_table_name;
  perform private.lock_people();
  -- A change of holidays waits for this lock, and then sees the row.
  perform pg_advisory_xact_lock_shared(hashtextextended('public.holidays', 0));
  insert into public.submissions (
    id, kind, reference, name, email, phone, program, status, due_at, answered_at, closed_at, search_text, created_at
  ) values (
    new.id, kind, reference,
    coalesce(
      sent ->> 'organization_name', sent ->> 'name',
      nullif(concat_ws(' ', sent ->> 'first_name', sent ->> 'last_name'), '')
    ),
    sent ->> 'email', sent ->> 'phone', coalesce(sent ->> 'program_interest', sent ->> 'program'),
    (sent ->> 'status')::public.submission_status,
    private.due_at(new.created_at, private.sla_days(kind)),
    case when sent ->> 'status' <> 'new' then new.created_at end,
    case when private.is_closed((sent ->> 'status')::public.submission_status) then new.created_at end,
    private.searchable(variadic array[
      reference,
      (
        select string_agg(sent ->> attname, ' ' order by attnum) from pg_catalog.pg_attribute
        where attrelid = tg_relid and attnum > 0 and not attisdropped and attname <> 'terms_version'
          and atttypid in ('text'::regtype, 'text[]'::regtype, 'numeric'::regtype)
          and not private.is_secret_column(tg_relid, attname)
      )
    ] || private.telephones(sent ->> 'phone')),
    new.created_at
  );
  return null;
end
$$;

-- A submission is answered when its status leaves `new`. Back to `new` within a minute is an undo and
-- reopens the promise, unless an answer went out; later it stays answered.

create function private.sync_status() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_undo constant boolean := new.status::text = 'new'
    and not exists (select from public.submission_answers where submission_id = new.id);
begin
  update public.submissions set
    status = new.status::text::public.submission_status,
    answered_at = case
      when new.status::text <> 'new' then coalesce(answered_at, now())
      when not is_undo or answered_at < now() - interval '1 minute' then answered_at
    end,
    due_at = case
      when is_undo and answered_at >= now() - interval '1 minute'
        then private.due_at(created_at, private.sla_days(kind))
      else due_at
    end,
    closed_at = case
      when private.is_closed(new.status::text::public.submission_status) then now()
      when new.status::text = 'confirmed' then private.course_end(program)
    end,
    -- Reopening ends a withdrawal.
    withdrawn_at = case
      when not private.is_closed(old.status::text::public.submission_status)
        or private.is_closed(new.status::text::public.submission_status) then withdrawn_at
    end
  where id = new.id;
  return null;
end
$$;

create function private.delete_submission() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.submissions where id = old.id;
  return null;
end
$$;

-- One order of locks, before any lock on a row: `lock_people`, then the workflow of submissions. Rows that
-- arrive or change share the first, and lock their keys one by one; what takes people apart or together,
-- removes them or brings many has it to itself.

create function private.lock_people(alone boolean default false) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if alone then
    perform pg_advisory_xact_lock(hashtextextended('private.people', 0));
  else
    perform pg_advisory_xact_lock_shared(hashtextextended('private.people', 0));
  end if;
end
$$;

create function private.lock_people_first() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_people();
  return null;
end
$$;

-- Statuses, withdrawals, offers, seats, assignments and conversions lock a form's row and its submission
-- in either order. To rule out deadlocks, each first takes this lock, before any lock on a row or a
-- holiday. Decisions are few and short.

create function private.lock_workflow() returns void
language sql volatile security definer set search_path = ''
as $$
  select private.lock_people();
  select pg_advisory_xact_lock(hashtextextended('public.submissions', 0));
$$;

create function private.lock_workflow_first() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_workflow();
  return null;
end
$$;
create trigger lock_workflow before update or delete on public.submissions
  for each statement execute function private.lock_workflow_first();

create function private.update_open_due_dates() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_workflow();
  perform pg_advisory_xact_lock(hashtextextended('public.holidays', 0));
  with waiting as (
    select id, created_at, private.sla_days(kind) as days,
      (created_at at time zone private.office_time_zone())::date as day
    from public.submissions where answered_at is null
  ),
  promises as (
    select day, days, private.due_at(min(created_at), days) as due_at from waiting group by day, days
  )
  update public.submissions as stored set due_at = promises.due_at
  from waiting join promises using (day, days)
  where stored.id = waiting.id and stored.due_at <> promises.due_at;
  return null;
end
$$;

create trigger update_open_due_dates after insert or update or delete on public.holidays
  for each statement execute function private.update_open_due_dates();

-- Notes

create table public.submission_notes (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid not null references public.submissions (id) on delete cascade,
  author_id uuid default auth.uid(),
  author_name text,
  body text not null check (private.is_text(body, 5000)),
  is_from_applicant boolean not null default false,
  created_at timestamptz not null default now()
);
comment on column public.submission_notes.is_from_applicant is
  'Added on the status page by the applicant, who sees it there. All other notes are internal.';
comment on column public.submission_notes.author_id is 'The account''s id, also after its deletion.';
comment on column public.submission_notes.author_name is 'The name at that time, set by a trigger.';
create index submission_notes_submission_id_idx on public.submission_notes (submission_id, created_at, id);
create index submission_notes_author_id_idx on public.submission_notes (author_id);

create function private.sign_note() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.author_name := coalesce(private.name_of_reference('user_id', new.author_id), new.author_name);
  return new;
end
$$;
create trigger sign_note before insert on public.submission_notes
  for each row execute function private.sign_note();

-- Reviewers

create function private.reviewer_ids() returns setof uuid
language sql stable security definer set search_path = ''
as $$ select private.holders('can_review_submissions') $$;

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

create function public.record_opening(submission uuid) returns boolean
language sql security invoker set search_path = ''
as $$ select private.record_opening(submission) $$;
comment on function public.record_opening is
  'For reviewers: logs that the caller opens the protected fields of a program application, registration or pledge; false where there is none.';
grant execute on function private.record_opening, public.record_opening to authenticated;
create function public.protected_fields(submission uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.protected_fields(submission) $$;
comment on function public.protected_fields is
  'For reviewers: the protected fields of a submission by column, within five minutes of an opening that the caller logged in an earlier request.';
grant execute on function private.protected_fields, public.protected_fields to authenticated;

-- Dynamic SQL: the views of the queue are conditions of the app (34_saved_views.sql).
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
      raise exception 'The queue has no such view.' using errcode = '22023';
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

-- Row-level security

alter table public.holidays enable row level security;
alter table public.submissions enable row level security;
alter table public.submission_notes enable row level security;

grant select, insert (id, day, name), update (day, name), delete on public.holidays to authenticated;
grant select, update (assignee_id) on public.submissions to authenticated;
grant select, insert (id, submission_id, body), update (body), delete on public.submission_notes to authenticated;
grant select, insert, update, delete
  on public.holidays, public.submissions, public.submission_notes to service_role;

create policy "Reviewers may select holidays"
  on public.holidays for select to authenticated
  using ((select private.may_review()));
create policy "Reviewers may select submissions"
  on public.submissions for select to authenticated
  using ((select private.may_review()));
create policy "Reviewers may select submission_notes"
  on public.submission_notes for select to authenticated
  using ((select private.may_review()));
create policy "Admins may insert holidays"
  on public.holidays for insert to authenticated
  with check ((select private.is_admin()));
create policy "Admins may update holidays"
  on public.holidays for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));
create policy "Admins may delete holidays"
  on public.holidays for delete to authenticated
  using ((select private.is_admin()));
create policy "Reviewers assign submissions to reviewers"
  on public.submissions for update to authenticated
  using ((select private.may_review()))
  with check (
    (select private.may_review())
    and (assignee_id is null or assignee_id in (select private.reviewer_ids()))
  );

create policy "Reviewers add notes"
  on public.submission_notes for insert to authenticated
  with check ((select private.may_review()) and author_id = (select private.current_user_id()));
create policy "Reviewers change their notes"
  on public.submission_notes for update to authenticated
  using ((select private.may_review()) and author_id = (select private.current_user_id()))
  with check ((select private.may_review()) and author_id = (select private.current_user_id()));
create policy "Reviewers remove their notes"
  on public.submission_notes for delete to authenticated
  using ((select private.may_review()) and author_id = (select private.current_user_id()));

grant execute on function
  private.submission_forms(),
  private.reviewer_ids(),
  private.require_changes(uuid[], integer, integer),
  public.set_submission_status(uuid[], text[], text[]),
  public.assign_submissions(uuid[], uuid[], uuid[]),
  public.submission_counts(jsonb)
to authenticated;

-- The log

create trigger log_change after update of assignee_id on public.submissions
  for each row when (old.assignee_id is distinct from new.assignee_id)
  execute function private.log_change();
create trigger redact_log after delete on public.submissions referencing old table as gone
  for each statement execute function private.redact_log();
create trigger log_change after insert or update or delete on public.holidays
  for each row execute function private.log_change();
-- A note is its own record until it changes.
create trigger log_change after update or delete on public.submission_notes
  for each row execute function private.log_change('submission_id', 'body');

-- Live updates for reviewers. A message has the table and the ids of changed rows; the policies above
-- guard their content. Nothing is published for postgres_changes, which would tell every subscriber that
-- and when something changed.

create function private.send_changes(of_table text, ids text[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := 100;
begin
  -- An import sends one message, when all rows are there.
  if cardinality(ids) > 0 and not private.imports_into(of_table) then
    perform realtime.send(
      jsonb_build_object('table', of_table, 'ids', case when cardinality(ids) <= most then to_jsonb(ids) end),
      'changed', 'submissions', true
    );
  end if;
end
$$;

create function private.broadcast_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- One more than a message has.
  perform private.send_changes(tg_table_name, (
    select array_agg(distinct id) from (select to_jsonb(changed) ->> tg_argv[0] as id from changed limit 101) as row
  ));
  return null;
end
$$;
comment on function private.broadcast_changes() is
  'Sends one message per statement: the table, and the ids in the column named by the argument, or null for more than a hundred.';

create function private.broadcast_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.send_changes(tg_table_name, array[to_jsonb(new) ->> tg_argv[0]]);
  return null;
end
$$;
comment on function private.broadcast_row() is 'The same for a trigger on each row.';

create trigger broadcast_insert after insert on public.submissions referencing new table as changed
  for each statement execute function private.broadcast_changes('id');
create trigger broadcast_update after update on public.submissions referencing new table as changed
  for each statement execute function private.broadcast_changes('id');
create trigger broadcast_delete after delete on public.submissions referencing old table as changed
  for each statement execute function private.broadcast_changes('id');
create trigger broadcast_insert after insert on public.newsletter_subscriptions referencing new table as changed
  for each statement execute function private.broadcast_changes('id');
create trigger broadcast_update after update on public.newsletter_subscriptions referencing new table as changed
  for each statement execute function private.broadcast_changes('id');
create trigger broadcast_delete after delete on public.newsletter_subscriptions referencing old table as changed
  for each statement execute function private.broadcast_changes('id');
create trigger broadcast_insert after insert on public.submission_notes referencing new table as changed
  for each statement execute function private.broadcast_changes('submission_id');
create trigger broadcast_update after update on public.submission_notes referencing new table as changed
  for each statement execute function private.broadcast_changes('submission_id');
create trigger broadcast_delete after delete on public.submission_notes referencing old table as changed
  for each statement execute function private.broadcast_changes('submission_id');

-- Realtime evaluates these when a client joins a channel, and again with each new token. Each submission
-- has a channel for the presence of its readers; clients can send nothing else.
create policy "Reviewers receive broadcasts and presence"
  on realtime.messages for select to authenticated
  using (
    extension in ('broadcast', 'presence')
    and ((select realtime.topic()) = 'submissions' or (select realtime.topic()) like 'submission:%')
    and (select private.may_review())
  );
create policy "Reviewers send presence"
  on realtime.messages for insert to authenticated
  with check (
    extension = 'presence'
    and (select realtime.topic()) like 'submission:%'
    and (select private.may_review())
  );
