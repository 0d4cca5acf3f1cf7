create function private.submission_forms() returns setof private.submission_kinds
language sql stable security definer set search_path = ''
as $$ select * from private.submission_kinds order by kind $$;
comment on function private.submission_forms is
  'The kinds of submissions with their forms, in the order of their names.';

create function private.sla_days(kind public.submission_kind) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select listed.sla_days from private.submission_kinds as listed where listed.kind = sla_days.kind::text);
end
$$;
comment on function private.sla_days is 'The business days until a submission of this kind must be answered.';

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
comment on function private.new_reference is
  'An unused reference like V-123456, by chance and not by count: a sender who gets the reference of an earlier submission with the same words can''t tell it from a new one.';

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
comment on function private.enqueue_submission is
  'Adds a form''s row to the queue: reference, due date, and a search text without protected fields.';

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
comment on function private.sync_status is
  'Copies a new status to the queue. A submission is answered when its status leaves `new`; back to `new` within a minute is an undo and reopens the promise, unless an answer went out.';

create function private.delete_submission() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.submissions where id = old.id;
  return null;
end
$$;

grant execute on function
  private.submission_forms()
to authenticated;
