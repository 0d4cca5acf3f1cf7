-- Reporting a concern: by staff, and by accounts that are linked to a mentor.

create function private.may_report_concern() returns boolean
language sql stable security definer set search_path = ''
as $$ select private.is_staff() or private.own_mentor() is not null $$;
comment on function private.may_report_concern is
  'Whether the caller is a member of staff, or has an account that staff linked to a mentor.';

create function private.concern_recipients() returns table (id uuid, name text)
language sql stable security definer set search_path = ''
as $$ select * from private.reachable_leads() where private.may_report_concern() $$;

create function public.concern_recipients() returns table (id uuid, name text)
language sql stable security invoker set search_path = ''
as $$ select * from private.concern_recipients() $$;
comment on function public.concern_recipients is
  'For staff and mentors: the safeguarding leads who would get a concern, for the form.';
grant execute on function private.concern_recipients, public.concern_recipients to authenticated;

create function private.readers_of_concern(concern private.concerns) returns uuid[]
language sql stable security definer set search_path = ''
as $$ select array(select id from private.reachable_leads() where id <> all ((concern).not_to)) $$;
comment on function private.readers_of_concern(private.concerns) is
  'The leads who can read a concern: all who can sign in, without those whom its reporter left out.';

create function private.new_concern_reference() returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  candidate text;
begin
  loop
    candidate := 'CN-' || lpad(floor(random() * 1000000)::text, 6, '0');
    exit when not exists (select from private.concerns where reference = candidate);
  end loop;
  return candidate;
end
$$;
comment on function private.new_concern_reference is 'An unused number for a concern, like CN-123456, by chance.';

create function private.checked_concern(reported private.concerns, child uuid) returns private.concerns
language plpgsql stable security definer set search_path = ''
as $$
declare
  record_of_child uuid;
  known text;
begin
  if child is not null then
    perform private.require(private.may_search('mentees'), 'You may not choose a child''s record. Write the name instead.');
    select id, concat_ws(' ', first_name, last_name) into record_of_child, known
    from public.mentees where person_id = child order by created_at, id limit 1;
    if record_of_child is null then
      raise exception 'This child''s record was removed. Write the name instead.' using errcode = 'PT404';
    end if;
    reported := jsonb_populate_record(reported, jsonb_build_object('child_ids', array[record_of_child], 'child_name', known));
  end if;
  -- No failing row in the message: it would have the text.
  if private.is_line((reported).child_name, 200) is not true then
    raise exception 'Write the child''s name, or how we can find out who it is, in up to 200 letters.' using errcode = 'check_violation';
  elsif private.is_text((reported).body, 5000) is not true then
    raise exception 'Write what you saw or heard, in up to 5,000 letters.' using errcode = 'check_violation';
  elsif private.is_text((reported).happened, 1000) is not true then
    raise exception 'Write when and where it happened, in up to 1,000 letters.' using errcode = 'check_violation';
  elsif (reported).is_danger is null or (reported).not_to is null or cardinality((reported).not_to) > 50 then
    raise exception 'Say whether the child is in danger now.' using errcode = 'check_violation';
  end if;
  return reported;
end
$$;
comment on function private.checked_concern(private.concerns, uuid) is
  'A concern with the chosen child, a person with a mentee''s record, whom only callers who manage mentees may choose. Refuses a missing or long text with a sentence that does not repeat it.';

create function private.report_concern(
  concern uuid, child_name text, body text, happened text, is_danger boolean, child uuid default null, not_to uuid[] default '{}'
) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  most_in_an_hour constant integer := 20;
  reporter constant uuid := private.rights_holder();
  reported private.concerns;
begin
  perform private.require(private.may_report_concern(), 'Only staff and mentors can report a concern here.');
  -- The lock makes a second try meet the first one's row.
  perform pg_advisory_xact_lock(hashtextextended('private.report_concern ' || reporter, 0));
  select * into reported from private.concerns where id = concern;
  if found then
    perform private.require(reported.reporter_id = reporter, 'You may not report this.');
    return reported.reference;
  end if;
  if (select count(*) >= most_in_an_hour from private.concerns where reporter_id = reporter and created_at > now() - interval '1 hour') then
    raise exception 'You reported % concerns within an hour. Please call a safeguarding lead.', most_in_an_hour using errcode = 'P0001';
  end if;
  reported := private.checked_concern(jsonb_populate_record(null::private.concerns, jsonb_build_object(
    'id', concern, 'child_ids', '{}'::uuid[], 'child_name', btrim(child_name), 'body', body, 'happened', happened,
    'is_danger', is_danger, 'not_to', not_to
  )), child);
  if private.readers_of_concern(reported) = '{}' then
    raise exception 'Nobody would get this concern, so it was not stored. Please call instead.' using errcode = 'P0001';
  end if;
  insert into private.concerns (id, reference, reporter_id, reporter_name, child_ids, child_name, body, happened, is_danger, not_to)
  values (
    concern, private.new_concern_reference(), reporter, private.account_name(reporter), reported.child_ids, reported.child_name,
    reported.body, reported.happened, reported.is_danger, reported.not_to
  ) returning * into reported;
  perform private.mail_about_concerns(
    private.readers_of_concern(reported), 'new', concern::text,
    jsonb_build_object('reference', reported.reference, 'id', concern, 'is_danger', reported.is_danger)
  );
  return reported.reference;
end
$$;

create function public.report_concern(
  concern uuid, child_name text, body text, happened text, is_danger boolean, child uuid default null, not_to uuid[] default '{}'
) returns text
language sql security invoker set search_path = ''
as $$ select private.report_concern(concern, child_name, body, happened, is_danger, child, not_to) $$;
comment on function public.report_concern is
  'For staff and mentors: stores a concern, once for each id, about a child by name or as a person, mails the leads who are not left out, and returns its number. Refuses, with nothing stored, where no lead would get it, and the twenty-first in an hour.';
grant execute on function private.report_concern, public.report_concern to authenticated;

create function private.own_concerns() returns table (
  reference text, reported_at timestamptz, acknowledged_at timestamptz, is_unread boolean
)
language sql stable security definer set search_path = ''
as $$
  select stored.reference, stored.created_at, stored.acknowledged_at,
    stored.closed_at is null and private.readers_of_concern(stored) = '{}'
  from private.concerns stored
  where stored.reporter_id = private.rights_holder()
  order by stored.created_at desc
  limit 50
$$;

create function public.own_concerns() returns table (
  reference text, reported_at timestamptz, acknowledged_at timestamptz, is_unread boolean
)
language sql stable security invoker set search_path = ''
as $$ select * from private.own_concerns() $$;
comment on function public.own_concerns is
  'The caller''s last 50 concerns: number, day, when a lead acknowledged it, and whether no lead can read it now. No text and no step.';
grant execute on function private.own_concerns, public.own_concerns to authenticated;
