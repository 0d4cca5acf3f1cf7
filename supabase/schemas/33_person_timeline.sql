-- A person: their rows, timeline, notes and calls, and who else is or may be the same
-- (docs/decisions/042-people-are-rows.md). A reference names one: the id of a person, an address,
-- 'tel:5125550147' or a row like 'mentees:<id>'. Two people may share an address or a phone.

create table private.person_notes (
  id uuid primary key,
  person_id uuid not null references private.people (id) on delete cascade,
  kind text not null check (kind in ('note', 'call')),
  body text not null check (private.is_text(body, 5000)),
  open_to text[] not null check (open_to <> '{}'),
  author_id uuid,
  author_name text,
  created_at timestamptz not null default now()
);
comment on column private.person_notes.open_to is
  'Tables with the person that the author could read. Their readers read the note.';
comment on column private.person_notes.author_id is 'The account''s id, also after its deletion.';
create index person_notes_person_id_idx on private.person_notes (person_id);
create index person_notes_author_id_idx on private.person_notes (author_id);
create index person_notes_created_at_idx on private.person_notes (created_at);
alter table private.person_notes enable row level security;

-- The rows of a person. The fields of the type that hold ids are called like their tables.

create type private.person_rows as (
  people uuid[], addresses text[], phones text[], refs text[], profiles uuid[], mentors uuid[], trainers uuid[], mentees uuid[], donors uuid[],
  donations uuid[], submissions uuid[], newsletter_subscriptions uuid[], readable text[]
);
comment on type private.person_rows is
  'The rows of people in `readable`: the tables of which the caller may read all rows. `people` are those who have one, `refs` their addresses and phones as tasks name them.';

create function private.plain_ref(given text) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(case
    when ref ~ '^(tel:|[^a-z@]+$)' and ref !~ '^[0-9]{8}(-[0-9]{4}){3}-[0-9]{12}$' then 'tel:' || (private.phone_keys(ref))[1]
  end, ref)
  from lower(btrim(given)) as ref
$$;

create function private.people_of_ref(given text, readable text[]) returns uuid[]
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  ref constant text := private.plain_ref(given);
  of_source constant text := substring(ref from '^([a-z_]+):[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$');
  dialed constant text := substring(ref from '^tel:(.*)$');
begin
  if ref ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return array[ref::uuid];
  elsif of_source = 'donors' then
    return array(select id from public.donors where id = split_part(ref, ':', 2)::uuid and of_source = any (readable));
  elsif of_source is not null then
    return array(
      select person_id from private.rows_of_people
      where id = split_part(ref, ':', 2)::uuid and source = of_source and of_source = any (readable)
    );
  end if;
  -- Only through a row that the caller may read, and that has it.
  return array(
    select distinct theirs.person_id from (
      select distinct person_id, case when dialed is null then email else phone end as typed
      from private.rows_of_people
      where source = any (readable) and person_id = any (array(
        select point.person_id from private.contact_points point
        where point.folded = coalesce(dialed, private.folded_address(ref))
          and point.kind = case when dialed is null then 'email' else 'phone' end
      ))
    ) as theirs
    where case when dialed is null then private.folded_address(typed) = private.folded_address(ref) else dialed = any (private.phone_keys(typed)) end
  );
end
$$;

create function private.rows_of(people uuid[], readable text[]) returns private.person_rows
language sql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  with found as materialized (
    select source, id, person_id, lower(btrim(email)) as address, phone
    from private.rows_of_people where person_id = any (people) and source = any (readable)
  ), listed as (
    select source, array_agg(id) as ids from found group by source
  ), dialed as materialized (
    -- A number is read once, however many rows have it.
    select distinct key from (select distinct phone from found where phone is not null) as typed
    cross join lateral unnest(private.phone_keys(typed.phone)) as key
  )
  select jsonb_populate_record(null::private.person_rows, (
    select coalesce(jsonb_object_agg(source, ids), '{}') from listed
  ) || jsonb_build_object(
    'people', array(select distinct person_id from found),
    'addresses', array(select distinct address from found where address is not null),
    'phones', array(select key from dialed),
    'refs', array(select address from found where address is not null union select 'tel:' || key from dialed),
    'donors', array(select id from public.donors where id = any (people) and 'donors' = any (readable)),
    'readable', readable
  ))
$$;

create function private.tables_of_person(who private.person_rows) returns text[]
language sql immutable set search_path = ''
as $$
  select array(
    select name from (values
      ('profiles', (who).profiles), ('mentors', (who).mentors), ('trainers', (who).trainers),
      ('mentees', (who).mentees), ('donations', (who).donations), ('submissions', (who).submissions),
      ('newsletter_subscriptions', (who).newsletter_subscriptions)
    ) as listed (name, ids) where cardinality(ids) > 0
  )
$$;
comment on function private.tables_of_person(private.person_rows) is 'The tables with rows of them; none where the caller may know nothing of them.';

create function private.person_rows(person text) returns private.person_rows
language sql stable security definer set search_path = ''
as $$
  select private.rows_of(private.people_of_ref(person, tables), tables)
  from (select array(select private.readable_tables()) as tables) as readable
$$;

-- Who it is

create function private.people_at(person text) returns table (
  id uuid, name text, addresses text[], phones text[], kinds text[], shared text
)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
#variable_conflict use_column
declare
  who constant private.person_rows := private.person_rows(person);
  -- A household or organization without records is seen through its members.
  found constant uuid[] := case when who.people <> '{}' then who.people else array(
    select grp.id from private.people as grp
    where grp.id = any (private.people_of_ref(person, who.readable)) and grp.kind <> 'person'
      and private.sees_group(grp.id, who.readable, '5 minutes')
  ) end;
  is_choice constant boolean := cardinality(found) > 1;
  known constant jsonb := private.known_people(who.people);
begin
  return query
  with listed as (
    select one, null::text as shared from unnest(found) as one
    union all
    select theirs.person_id, min(lower(btrim(theirs.email)))
    from private.contact_points point
    join private.rows_of_people as theirs on theirs.person_id = point.person_id and theirs.source = any (who.readable)
    where not is_choice and point.kind = 'email'
      and point.folded in (select private.folded_address(address) from unnest(who.addresses) as address)
      and private.folded_address(theirs.email) = point.folded and theirs.person_id <> all (who.people)
    group by 1
  )
  select one, coalesce(case when it.is_renamed and not without_rows then it.name end, (
      select named.name from private.rows_of_people as named
      where named.person_id = one and named.source = any (who.readable) and named.name ~ '\S'
      order by array_position('{profiles,mentors,trainers,mentees,donations,submissions}', named.source), named.name limit 1
    ), case when without_rows then it.name end), array(
      select address from unnest(theirs.addresses) as address
      order by array_position(array(select private.emails_of(one)), address), address
    ), theirs.phones,
    case when without_rows then array[it.kind] else array(select jsonb_array_elements_text(known #> array[one::text, 'kinds'])) end, shared
  from listed
  join private.people as it on it.id = one
  cross join lateral private.rows_of(array[one], who.readable) as theirs
  cross join lateral (select private.tables_of_person(theirs) = '{}' as without_rows) as seen
  order by shared nulls first, 2, one;
end
$$;

-- The newest records of each area

create function private.person_lines(who private.person_rows) returns table (
  area text, kind text, id uuid, title text, name text, status text, amount numeric, happened_at timestamptz,
  total bigint, total_amount numeric
)
language plpgsql stable security definer set search_path = '' set jit = off
as $$
#variable_conflict use_column
declare
  most constant integer := 20;
begin
  return query
    select area, entry, id, title, name, status, amount, created_at, in_area, in_area_amount
    from (
      select *, row_number() over newest as place, count(*) over (partition by area) as in_area,
        sum(amount) over (partition by area) as in_area_amount
      from private.rows_of_people
      where person_id = any (who.people) and source = any (who.readable) and position is not null
      window newest as (partition by area order by created_at desc, id)
    ) as listed
    where place <= most
    order by position, place;
end
$$;

create function private.person(person text) returns table (
  area text, kind text, id uuid, title text, name text, status text, amount numeric, happened_at timestamptz,
  total bigint, total_amount numeric
)
language sql stable security definer set search_path = ''
as $$ select * from private.person_lines(private.person_rows(person)) $$;

create function public.person(person text) returns table (
  area text, kind text, id uuid, title text, name text, status text, amount numeric, happened_at timestamptz,
  total bigint, total_amount numeric
)
language sql stable security invoker set search_path = ''
as $$ select * from private.person(person) $$;
comment on function public.person is
  'The records of a person, from tables of which the caller may read all rows: the newest 20 of each area, their number, and the sum of gifts.';
grant execute on function private.person, public.person to authenticated;

-- The timeline: events from tables of which the caller may read all rows, beside those in which the person
-- was found. A function has a part for each kind of event, and runs only those that are asked for.

create type private.person_event as (
  kind text, id text, happened_at timestamptz, title text, detail text, body text, state text, amount numeric,
  author text, source text, source_id uuid, is_own boolean
);

create function private.timeline_of_submissions(who private.person_rows, only_kind text) returns setof private.person_event
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query select * from (
    select case sent.kind when 'message' then 'message' when 'registration' then 'seat' else 'submission' end,
      'submissions:' || id, created_at, reference, sent.kind::text, null::text, status::text, null::numeric, null::text,
      'submissions', id, false
    from public.submissions sent where id = any (who.submissions)
    union all
    select case when is_from_applicant then 'message' else 'note' end, 'submission_notes:' || note.id,
      note.created_at, reference, sent.kind::text, note.body, null, null, case when not is_from_applicant then author_name end,
      'submissions', sent.id, false
    from public.submission_notes note join public.submissions sent on sent.id = note.submission_id
    where note.submission_id = any (who.submissions) and 'submission_notes' = any (who.readable)
    union all
    select 'answer', 'submission_answers:' || answer.id, answer.created_at, answer.subject, sent.reference, answer.body,
      case when mail.state in ('queued', 'sending') then 'waiting'
        when mail.state in ('failed', 'suppressed', 'cancelled') then 'failed'
        when mail.failed_at is not null then 'delayed' else 'sent' end,
      null, author_name, 'submissions', sent.id, false
    from public.submission_answers answer join public.submissions sent on sent.id = answer.submission_id
    left join private.outbox mail on mail.idempotency_key = 'answer:' || answer.id
    where answer.submission_id = any (who.submissions)
    union all
    -- Its policy: reviewers, and managers of the list.
    select 'conversion', 'conversions:' || submission_id, converted_at, reference, came.kind, null, null, null, author_name,
      case when submission_id = any (who.submissions) then 'submissions' else came.kind || 's' end,
      case when submission_id = any (who.submissions) then submission_id else coalesce(mentor_id, mentee_id, trainer_id) end, false
    from public.conversions came
    where submission_id = any (who.submissions) or mentor_id = any (who.mentors)
      or mentee_id = any (who.mentees) or trainer_id = any (who.trainers)
  ) as event (of_kind) where only_kind is null or of_kind = only_kind;
end
$$;

create function private.timeline_of_mails(who private.person_rows, only_kind text) returns setof private.person_event
language plpgsql stable security definer set search_path = ''
as $$
declare
  mailboxes constant text[] := array(select private.mailbox(one) from unnest(who.addresses) as one);
begin
  return query select * from (
    select 'campaign', 'outbox:' || mail.id, coalesce(mail.sent_at, mail.created_at), campaign.name, null::text, null::text,
      mail.state, null::numeric, null::text, 'email_campaigns', campaign.id, false
    from private.outbox mail join public.email_campaigns campaign on campaign.id = mail.campaign_id
    where mail.kind = 'campaign' and private.may_read_audience(campaign.target_audience) and 'email_campaigns' = any (who.readable)
      and mail.mailbox = any (mailboxes) and lower(btrim(mail.recipient)) = any (who.addresses)
    union all
    select 'mail', 'outbox:' || mail.id, coalesce(mail.sent_at, mail.created_at),
      coalesce(mail.data ->> 'subject', sent.reference), mail.kind, null, mail.state, null, null,
      case when sent.id is not null then 'submissions' end, sent.id, false
    from private.outbox mail left join public.submissions sent on sent.id = mail.submission_id
    where mail.mailbox = any (mailboxes) and lower(btrim(mail.recipient)) = any (who.addresses)
      and mail.kind not in ('campaign', 'answer')
      and (mail.kind in ('receipt', 'confirmation', 'status_links') and private.may_review() or private.is_admin())
  ) as event (of_kind) where only_kind is null or of_kind = only_kind;
end
$$;

create function private.timeline_of_people(who private.person_rows, only_kind text) returns setof private.person_event
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query select * from (
    select 'record', source || id, created_at, null::text, entry, null::text, status, null::numeric, null::text, source, id, false
    from private.rows_of_people
    where person_id = any (who.people) and source = any (who.readable)
      and source in ('profiles', 'mentors', 'trainers', 'mentees', 'newsletter_subscriptions')
    union all
    select 'gift', 'donations:' || id, created_at, coalesce(description, campaign, 'General'), donation_type, null,
      case when voided_at is not null then 'void' when refunded > 0 then 'refunded' end, amount - refunded, null,
      'donations', id, false
    from private.gifts where id = any (who.donations)
    union all
    select 'program', 'programs:' || member || ':' || id,
      coalesce(start_date::timestamp at time zone private.office_time_zone(), created_at), name, member, null, status::text,
      null, null, 'programs', id, false
    from public.programs join (
      select 'mentor' as member, program_id from public.program_mentors
      where mentor_id = any (who.mentors) and 'program_mentors' = any (who.readable)
      union
      select 'mentee', program_id from public.program_mentees
      where mentee_id = any (who.mentees) and 'program_mentees' = any (who.readable)
      union
      select 'trainer', program_id from public.program_trainers
      where trainer_id = any (who.trainers) and 'program_trainers' = any (who.readable)
    ) as joined on program_id = id
    where 'programs' = any (who.readable)
    union all
    select 'merge', 'merges:' || id, created_at, merged_name, rtrim(done.kind, 's'), null, null, null, actor_name, done.kind, kept_id, false
    from private.merges done where kept_id = any (who.mentors || who.mentees || who.trainers)
  ) as event (of_kind) where only_kind is null or of_kind = only_kind;
end
$$;

create function private.timeline_of_mentees(who private.person_rows, only_kind text) returns setof private.person_event
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query select * from (
    select 'seat', 'enrolments:' || course.id || mentee_id, asked_at, course.title, 'course', null::text, state::text,
      null::numeric, null::text, 'courses', course.id, false
    from public.enrolments join public.courses course on course.id = course_id
    where mentee_id = any (who.mentees) and '{enrolments,courses}' <@ who.readable
    union all
    select 'grade', 'student_grades:' || grade.id, grade.created_at, concat_ws(', ', course.title, assessment.name),
      trim_scale(grade.grade)::text, null, null, null, null, 'courses', course.id, false
    from public.student_grades grade
    left join public.assessments assessment on assessment.id = grade.assessment_id
    left join public.courses course on course.id = coalesce(grade.course_id, assessment.course_id)
    where grade.mentee_id = any (who.mentees) and grade.grade is not null and '{student_grades,courses}' <@ who.readable
  ) as event (of_kind) where only_kind is null or of_kind = only_kind;
end
$$;

-- The policy of tasks: staff read their own, and those of records that they may read.

create function private.tasks_of_person(who private.person_rows) returns setof uuid
language sql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  select id from public.tasks
  where (select private.is_staff())
    and (
      mentor_id = any ((who).mentors) or mentee_id = any ((who).mentees) or trainer_id = any ((who).trainers)
      or donor_id = any ((who).donors) or gift_id = any ((who).donations) or submission_id = any ((who).submissions)
      or address = any ((who).refs)
    )
    and (
      (select private.current_user_id()) in (assignee_id, author_id) or (select private.is_admin())
      or open_to && (who).readable
    )
$$;

create function private.timeline_of_staff(who private.person_rows, only_kind text) returns setof private.person_event
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query select * from (
    select 'task', 'tasks:' || id, done_at, null::text, null::text, body, 'done', null::numeric,
      private.account_name(done_by), null::text, null::uuid, false
    from public.tasks where done_at is not null and id in (select private.tasks_of_person(who))
    union all
    select said.kind, 'person_notes:' || id, created_at, null, null, body, null, null, author_name, 'person_notes', id,
      author_id = (select private.current_user_id())
    from private.person_notes said where person_id = any (who.people) and open_to && who.readable
  ) as event (of_kind) where only_kind is null or of_kind = only_kind;
end
$$;

create function private.person_timeline(
  person text, only_kind text default null, before_at timestamptz default null, before_id text default null
)
returns table (
  kind text, id text, happened_at timestamptz, title text, detail text, body text, state text, amount numeric,
  author text, source text, source_id uuid, is_own boolean, remaining bigint
)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
#variable_conflict use_column
declare
  at_once constant integer := 25;
  who constant private.person_rows := private.person_rows(person);
begin
  if private.tables_of_person(who) = '{}' then
    return;
  end if;
  return query
    select event.*, count(*) over ()
    from (
      select * from private.timeline_of_submissions(who, only_kind) union all select * from private.timeline_of_mails(who, only_kind)
      union all select * from private.timeline_of_people(who, only_kind) union all select * from private.timeline_of_mentees(who, only_kind)
      union all select * from private.timeline_of_staff(who, only_kind)
    ) as event
    where before_at is null or (happened_at, id collate "C") < (before_at, before_id)
    order by happened_at desc, id collate "C" desc limit at_once;
end
$$;

create function public.person_timeline(
  person text, only_kind text default null, before_at timestamptz default null, before_id text default null
)
returns table (
  kind text, id text, happened_at timestamptz, title text, detail text, body text, state text, amount numeric,
  author text, source text, source_id uuid, is_own boolean, remaining bigint
)
language sql stable security invoker set search_path = ''
as $$ select * from private.person_timeline(person, only_kind, before_at, before_id) $$;
comment on function public.person_timeline is
  'The newest 25 events of a person, of one kind if named, before the event of that time and id; each from tables of which the caller may read all rows. `remaining` counts these and all older ones.';
grant execute on function private.person_timeline, public.person_timeline to authenticated;

-- What is due

create function private.person_due(person text) returns table (kind text, id uuid, reference text, due_at timestamptz)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
#variable_conflict use_column
declare
  who constant private.person_rows := private.person_rows(person);
begin
  if private.tables_of_person(who) = '{}' then
    return;
  end if;
  return query
    select 'task', id, null::text, null::timestamptz from public.tasks
    where done_at is null and id in (select private.tasks_of_person(who))
    union all
    select 'waiting', id, reference, due_at from public.submissions
    where id = any (who.submissions) and answered_at is null and put_off_until <= now()
    union all
    select 'convertible', id, reference, due_at from public.submissions
    where id = any (who.submissions) and closed_at is null and kind in ('volunteer', 'program')
      and not exists (select from public.conversions where submission_id = submissions.id)
    order by 1, 4, 2;
end
$$;

create function public.person_due(person text) returns table (kind text, id uuid, reference text, due_at timestamptz)
language sql stable security invoker set search_path = ''
as $$ select * from private.person_due(person) $$;
comment on function public.person_due is
  'Open tasks (task), submissions that wait for an answer (waiting) and open applications without a conversion (convertible) of a person, as far as the caller may read them.';
grant execute on function private.person_due, public.person_due to authenticated;

-- Notes and calls

create function private.seen_person(person uuid, readable text[]) returns private.person_rows
language plpgsql stable security definer set search_path = ''
as $$
declare
  who constant private.person_rows := private.rows_of(array[person], readable);
begin
  if private.tables_of_person(who) = '{}' then
    raise exception 'You cannot see anything about this person.' using errcode = 'insufficient_privilege';
  end if;
  return who;
end
$$;

create function private.log_of_person(action public.log_action, who private.person_rows, what text, before text, after text, about uuid) returns void
language sql security definer set search_path = ''
as $$
  select private.log_action(
    action, 'persons', (who).people[1], (who).addresses[1],
    jsonb_build_object(what, jsonb_build_array(before, after)), array[about]
  )
$$;

create function private.add_person_note(id uuid, person uuid, kind text, body text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who private.person_rows;
  stored private.person_notes;
begin
  perform private.require(private.is_staff(), 'You may not write about people.');
  who := private.seen_person(person, array(select private.readable_tables()));
  insert into private.person_notes (id, person_id, kind, body, open_to, author_id, author_name)
  values (
    add_person_note.id, person, add_person_note.kind, add_person_note.body,
    private.tables_of_person(who), private.current_user_id(), private.account_name(private.current_user_id())
  )
  on conflict on constraint person_notes_pkey do nothing;
  if found then
    perform private.log_of_person('changed', who, add_person_note.kind, null, 'added', add_person_note.id);
    return;
  end if;
  select * into stored from private.person_notes where person_notes.id = add_person_note.id;
  if (stored.author_id, stored.kind, stored.body) is distinct from (private.current_user_id(), add_person_note.kind, add_person_note.body) then
    raise exception 'An earlier version was already added. Add the new part as another note.' using errcode = 'P0001';
  end if;
end
$$;

create function private.remove_person_note(note uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  gone private.person_notes;
begin
  delete from private.person_notes
  where id = note and author_id = private.current_user_id() and open_to && readable returning * into gone;
  perform private.require(gone.id is not null, 'Only its author can remove it, or it is gone already.');
  perform private.log_of_person('changed', private.rows_of(array[gone.person_id], readable), gone.kind, 'added', 'removed', gone.id);
end
$$;

-- The same person

create function private.may_link() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.held_permissions() as held
    where held in ('can_manage_mentors', 'can_manage_mentees', 'can_manage_trainers', 'can_manage_donations')
  )
$$;
comment on function private.may_link() is 'Whether the caller may say that two people are one, as far as they may read both: managers of people and of donations.';

create function private.merge_persons(merge uuid, kept uuid, merged uuid, choices jsonb default '{}') returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  kept_seen private.person_rows;
  merged_seen private.person_rows;
begin
  perform private.lock_people(true);
  perform private.require(private.may_link(), 'You may not merge two people.');
  if exists (select from private.person_merges where id = merge and actor_id = private.current_user_id()) then
    return;
  end if;
  kept_seen := private.seen_person(kept, readable);
  merged_seen := private.seen_person(merged, readable);
  if kept = merged then
    raise exception 'This is the same person already.' using errcode = 'P0001';
  end if;
  perform private.unite_people(merge, kept, merged, readable, false, choices);
  perform private.log_of_person('changed', kept_seen, 'same_person', null, 'merged', merge);
  perform private.log_of_person('changed', merged_seen, 'same_person', null, 'merged', merge);
end
$$;

create function private.undo_person_merge(merge uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  done private.person_merges;
begin
  perform private.lock_people(true);
  select person_merges.* into done from private.person_merges
  where id = merge and not is_of_records and private.may_link()
    and array_replace(array(select jsonb_object_keys(moved)), 'legal_gifts', 'donations') <@ (readable || '{unposted_gifts,tasks,files,monthly_gifts,issued_receipts}'::text[]);
  perform private.require(done.id is not null, 'You may not undo this, or it was undone already.');
  if done.created_at < now() - interval '30 days' then
    raise exception 'A merge can be undone for 30 days.' using errcode = 'PT409';
  elsif not exists (select from private.people where id = done.kept_id) then
    raise exception 'The person who was kept is no longer there, or was merged since. Undo that first.' using errcode = 'PT409';
  end if;
  perform private.part_people(done);
  perform private.log_of_person('changed', private.rows_of(array[person], readable), 'same_person', 'merged', 'apart', merge)
  from unnest(array[done.kept_id, done.merged_id]) as person;
end
$$;

create function private.part_rows(person uuid, new_person uuid, moved jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Which of the two asked for paper, or not to be contacted, is not known: it holds for both.
  insert into private.people (id, name, names, do_not_contact, wants_paper)
  select new_person, theirs.name, array_remove(array[private.plain_name(theirs.name)], null), same.do_not_contact, same.wants_paper
  from private.rows_of_people as theirs join private.people as same on same.id = person
  where person_id = person and moved -> source @> to_jsonb(theirs.id) order by theirs.name limit 1;
  perform private.move_rows(moved, person, new_person);
  perform private.tidy_people(array[person, new_person]);
end
$$;

create function private.split_person(person uuid, new_person uuid, rows jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  stays private.person_rows;
  moved jsonb;
begin
  perform private.lock_people(true);
  perform private.require(private.may_link(), 'You may not take a person apart.');
  stays := private.seen_person(person, readable);
  if exists (select from private.people where id = new_person) then
    return;
  end if;
  select jsonb_object_agg(source, ids) into moved from (
    select source, jsonb_agg(id) as ids from private.rows_of_people as theirs
    where person_id = person and source = any (readable)
      and jsonb_build_object('source', source, 'id', id) in (select jsonb_array_elements(rows))
    group by source
  ) as listed;
  if moved is null or not exists (
    select from private.rows_of_people as theirs where person_id = person and source = any (readable)
      and not coalesce(moved -> source @> to_jsonb(id), false)
  ) then
    raise exception 'Choose some of the records, and not all.' using errcode = 'P0001';
  end if;
  perform private.part_rows(person, new_person, moved);
  perform private.log_of_person('changed', stays, 'same_person', null, 'taken apart', new_person);
end
$$;

create function private.person_merges_of(person uuid) returns table (id uuid, name text, actor_name text, created_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  -- The name that a moved row has: that of the person may be from one that the caller may not read.
  select done.id, (
      select min(theirs.name) from private.rows_of_people as theirs
      where theirs.person_id = done.kept_id and done.moved -> theirs.source @> to_jsonb(theirs.id)
    ), done.actor_name, done.created_at
  from private.person_merges done
  where done.kept_id = person_merges_of.person and not is_of_records and private.may_link() and done.created_at > now() - interval '30 days'
    and array_replace(array(select jsonb_object_keys(moved)), 'legal_gifts', 'donations') <@ (array(select private.readable_tables()) || '{unposted_gifts,tasks,files,monthly_gifts,issued_receipts}'::text[])
  order by done.created_at desc
$$;

-- Who may be the same, for staff to confirm or dismiss. What makes them alike is in rows that the caller reads.

create table private.person_dismissals (
  one_id uuid not null references private.people (id) on delete cascade,
  other_id uuid not null references private.people (id) on delete cascade,
  primary key (one_id, other_id),
  constraint person_dismissals_check check (one_id < other_id)
);
comment on table private.person_dismissals is 'Two people of whom staff said that they are not one.';
create index person_dismissals_other_id_idx on private.person_dismissals (other_id);
alter table private.person_dismissals enable row level security;

create function private.is_one_letter_off(one text, other text) returns boolean
language plpgsql immutable set search_path = ''
as $$
declare
  longer constant text := case when length(one) >= length(other) then one else other end;
  shorter constant text := case when length(one) >= length(other) then other else one end;
  same integer := 0;
begin
  if length(longer) < 5 or length(longer) - length(shorter) > 1 or one = other then
    return false;
  end if;
  while substr(longer, same + 1, 1) = substr(shorter, same + 1, 1) and same < length(shorter) loop
    same := same + 1;
  end loop;
  return substr(longer, same + 2) = substr(shorter, same + case when length(longer) = length(shorter) then 2 else 1 end);
end
$$;
comment on function private.is_one_letter_off(text, text) is 'Whether two words of five letters and more differ in one: another letter, one more or one less.';

create function private.is_near_name(one text, other text) returns boolean
language sql immutable set search_path = ''
as $$
  select count(*) = 1 and bool_and(private.is_one_letter_off(mine, theirs))
    and cardinality(string_to_array(one, ' ')) = cardinality(string_to_array(other, ' '))
  from unnest(string_to_array(one, ' '), string_to_array(other, ' ')) as words (mine, theirs) where mine is distinct from theirs
$$;
comment on function private.is_near_name(text, text) is 'Whether two names, as private.plain_name has them, are the same but for one letter of one word.';

create function private.couple_parts(name text) returns text[]
language sql immutable set search_path = ''
as $$
  select case when one ~ '\S' and other ~ ' ' then array[
    case when one ~ ' ' then one else one || regexp_replace(other, '^\S+', '') end, other
  ] end
  from (select split_part(plain, ' and ', 1) as one, split_part(plain, ' and ', 2) as other from private.plain_name(name) as plain) as parts
$$;
comment on function private.couple_parts(text) is 'The two names in the name of a couple, as private.plain_name has them; null where one of them is missing.';

create function private.people_named(plain text) returns setof uuid
language sql stable security definer set search_path = ''
as $$ select id from private.people where names[1] = plain limit 6 $$;
comment on function private.people_named(text) is 'Up to six people of a name: whoever may be the same has at most five.';

create function private.post_keys(people uuid[]) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select normalized from private.contact_points where person_id = any (people) and kind = 'post'
      and not exists (select from public.mentees where mentees.person_id = contact_points.person_id)
  )
$$;
comment on function private.post_keys(uuid[]) is 'Postal addresses by which people are compared. Where a mentee lives is protected.';

create type private.suggestion as (id uuid, name text, addresses text[], reason text, partner uuid, partner_name text);
comment on type private.suggestion is
  'Someone who may be the same: by phone, email, post or name. Or by household: who lives at the same address, with the household of one of them as partner; or couple: one of the two whose name a couple has, with the other as partner.';

create function private.suggestions_above(person uuid, above uuid) returns setof private.suggestion
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
#variable_conflict use_column
declare
  -- A panel shows a few; the list of all asks for those with a higher id.
  most constant integer := case when above is null then 5 else 100 end;
  who private.person_rows;
  home text[];
begin
  if not private.may_link() then
    return;
  end if;
  who := private.rows_of(array[person], array(select private.readable_tables()));
  home := private.post_keys(who.people);
  return query
  with own as materialized (
    select distinct private.plain_name(mine.name) as plain from private.rows_of_people as mine
    where mine.person_id = any (who.people) and mine.source = any (who.readable)
  ), candidate as (
    select point.person_id as other, 'phone' as reason from private.contact_points point
    where point.kind = 'phone' and point.folded = any (who.phones)
    union
    select point.person_id, 'email' from private.contact_points point
    where point.kind = 'email' and point.folded in (select private.folded_address(address) from unnest(who.addresses) as address)
    union
    select point.person_id, alike from private.contact_points point cross join unnest('{post,household}'::text[]) as alike
    where point.kind = 'post' and point.folded = any (home)
      and not exists (select from public.mentees where mentees.person_id = point.person_id)
    union
    select people.id, 'name' from private.people
    where names[1] in (select plain from own where plain like '% %')
      and (who.addresses = '{}' or 5 >= (select count(*) from private.people_named(names[1])) or not exists (
        select from private.contact_points point where point.person_id = people.id and point.kind = 'email'
      ))
  ), alike as (
    select distinct on (candidate.other) candidate.other, theirs.name, candidate.reason
    from candidate
    join private.rows_of_people as theirs on theirs.person_id = candidate.other and theirs.source = any (who.readable)
    join private.people as it on it.id = candidate.other
    join own on case candidate.reason
      when 'phone' then private.phone_keys(theirs.phone) && who.phones and (
        private.is_same_name(own.plain, private.plain_name(theirs.name)) or private.is_near_name(own.plain, private.plain_name(theirs.name))
      )
      when 'email' then private.folded_address(theirs.email) in (select private.folded_address(address) from unnest(who.addresses) as address)
        and (own.plain ~ '\mand\M') = (private.plain_name(theirs.name) ~ '\mand\M') and (
          split_part(own.plain, ' ', 1) = split_part(private.plain_name(theirs.name), ' ', 1)
          or private.is_near_name(own.plain, private.plain_name(theirs.name))
        )
      when 'post' then private.is_same_name(own.plain, private.plain_name(theirs.name)) or private.is_near_name(own.plain, private.plain_name(theirs.name))
      when 'household' then it.kind = 'person' and not it.is_couple and not exists (
          select from private.people as mine where mine.id = person and (mine.kind <> 'person' or mine.is_couple)
        ) and not exists (
          select from private.members shared join private.members mine using (group_id)
          where shared.person_id = candidate.other and mine.person_id = person
        ) and not (private.household_of(person) is not null and private.household_of(candidate.other) is not null)
      else own.plain = private.plain_name(theirs.name)
    end
    where candidate.other <> person
    order by candidate.other, array_position('{phone,email,post,name,household}', candidate.reason)
  )
  select suggested.other, suggested.name, (private.rows_of(array[suggested.other], who.readable)).addresses, suggested.reason, suggested.partner, suggested.partner_name
  from (
    select other, alike.name, reason, house.id as partner, coalesce(private.readable_name(house.id, who.readable), house.name) as partner_name
    from alike left join private.people as house
      on reason = 'household' and house.id = coalesce(private.household_of(person), private.household_of(other))
    union all
    select one, private.readable_name(one, who.readable), 'couple', two, private.readable_name(two, who.readable)
    from private.people as couple
    cross join lateral private.couple_parts(couple.name) as parts
    cross join lateral private.people_named(parts[1]) as one
    cross join lateral private.people_named(parts[2]) as two
    where couple.id = person and couple.is_couple and one <> two
      and 1 = (select count(*) from private.people_named(parts[1])) and 1 = (select count(*) from private.people_named(parts[2]))
      and private.sees_person(one, who.readable) and private.sees_person(two, who.readable)
      -- A couple is looked at from itself only, whatever the ids.
      and (above is null or above = person)
  ) as suggested
  where (above is null or suggested.other > above or suggested.reason = 'couple') and not exists (
    select from private.person_dismissals
    where one_id = least(suggested.other, person) and other_id = greatest(suggested.other, person)
  )
  order by suggested.reason = 'household', suggested.other
  limit most;
end
$$;

create function private.person_suggestions(person uuid) returns setof private.suggestion
language sql stable security definer set search_path = ''
as $$ select * from private.suggestions_above(person, null) $$;

create function private.dismiss_suggestion(person uuid, other uuid, dismissed boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  seen private.person_rows;
begin
  perform private.require(private.may_link(), 'You may not say who is one person.');
  perform private.lock_people();
  seen := private.seen_person(person, readable);
  perform private.seen_person(other, readable);
  if dismissed then
    insert into private.person_dismissals (one_id, other_id)
    values (least(person, other), greatest(person, other)) on conflict do nothing;
  else
    delete from private.person_dismissals where one_id = least(person, other) and other_id = greatest(person, other);
  end if;
  if found then
    perform private.log_of_person('changed', seen, 'same_person',
      case when not dismissed then 'someone else' end, case when dismissed then 'someone else' end, other);
  end if;
end
$$;

create function public.people_at(person text) returns table (
  id uuid, name text, addresses text[], phones text[], kinds text[], shared text
)
language sql stable security invoker set search_path = ''
as $$ select * from private.people_at(person) $$;
comment on function public.people_at is
  'The person under an id, address, phone or row, and those who share the address (`shared`); or, where several have it, each of them. Nothing where the caller sees nothing of them.';
grant execute on function private.people_at, public.people_at to authenticated;
create function public.add_person_note(id uuid, person uuid, kind text, body text) returns void
language sql security invoker set search_path = ''
as $$ select private.add_person_note(id, person, kind, body) $$;
comment on function public.add_person_note is
  'Writes down a note or call about a person, once under its id, for the readers of the tables in which the caller sees them.';
grant execute on function private.add_person_note, public.add_person_note to authenticated;
create function public.remove_person_note(note uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.remove_person_note(note) $$;
comment on function public.remove_person_note is
  'Removes a note or call of the caller.';
grant execute on function private.remove_person_note, public.remove_person_note to authenticated;
create function public.merge_persons(merge uuid, kept uuid, merged uuid, choices jsonb default '{}') returns void
language sql security invoker set search_path = ''
as $$ select private.merge_persons(merge, kept, merged, choices) $$;
comment on function public.merge_persons is
  'Makes two people one, as far as the caller may read their rows, once under its id, for callers who may merge and see something of both. `choices` are the answers to merge_preview: the `email` that mail goes to, and for each of `relations` (by its key) what the adult is to the child.';
create function public.undo_person_merge(merge uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.undo_person_merge(merge) $$;
comment on function public.undo_person_merge is
  'Undoes a merge_persons within 30 days: rows that came since stay, and all others go back.';
grant execute on function private.undo_person_merge, public.undo_person_merge to authenticated;
create function public.split_person(person uuid, new_person uuid, rows jsonb) returns void
language sql security invoker set search_path = ''
as $$ select private.split_person(person, new_person, rows) $$;
comment on function public.split_person is
  'Takes rows, each with its source and id, out of a person: they are a person of their own under the id that the caller chose.';
grant execute on function private.split_person, public.split_person to authenticated;
create function public.person_merges_of(person uuid) returns table (id uuid, name text, actor_name text, created_at timestamptz)
language sql stable security invoker set search_path = ''
as $$ select * from private.person_merges_of(person) $$;
comment on function public.person_merges_of is
  'The merges into a person in the last 30 days that the caller may undo, newest first.';
grant execute on function private.person_merges_of, public.person_merges_of to authenticated;

create function public.person_suggestions(person uuid) returns table (id uuid, name text, addresses text[], reason text, partner uuid, partner_name text)
language sql stable security invoker set search_path = ''
as $$ select * from private.person_suggestions(person) $$;
comment on function public.person_suggestions is
  'Up to five people who may be the same: by `phone` or postal address (`post`) and such a name, but for one letter; by `email` and first name; by full `name`, of at most five people or where one of the two has no email. Or who may be a household: two at one address (`household`), with the household that one of them has as partner, or the two of a `couple`, the other one as partner. For callers who may merge people.';
grant execute on function private.person_suggestions, public.person_suggestions to authenticated;
create function public.dismiss_suggestion(person uuid, other uuid, dismissed boolean) returns void
language sql security invoker set search_path = ''
as $$ select private.dismiss_suggestion(person, other, dismissed) $$;
comment on function public.dismiss_suggestion is
  'Says that two people are not one, or takes it back, for callers who may merge people and see something of both.';
grant execute on function private.dismiss_suggestion, public.dismiss_suggestion to authenticated;

-- Erasing and retention

create function private.phones_of_subject(who private.data_subject) returns setof text
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
begin
  return query
  with mine as materialized (
    select key, max(phone_level) as level from private.rows_of_people as theirs
    cross join lateral unnest(private.phone_keys(phone)) as key where id = any ((who).ids) group by key
  )
  -- As an address, it is theirs as long as no row that stays has it as well known.
  select key from mine where not exists (
    select from private.contact_points point
    join private.rows_of_people as other on other.person_id = point.person_id
    where point.kind = 'phone' and point.normalized = key and other.id <> all ((who).ids)
      and key = any (private.phone_keys(other.phone)) and other.phone_level >= level
  );
end
$$;

create function private.person_merges_of_subject(who private.data_subject) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select id from private.person_merges
  where kept_id = any ((who).people_left) or merged_id = any ((who).people_left)
    or id in (select united_id from private.merges where id = any ((who).merges))
$$;

create function private.names_left(person uuid, names text[], who private.data_subject) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select known from unnest(names) with ordinality as listed (known, place)
    where not exists (
      select from private.person_merges done
      where done.kept_id = names_left.person and known = any (done.added_names) and done.id in (select private.person_merges_of_subject(who))
    )
    order by place
  )
$$;

insert into private.personal_data (position, table_name, label, action, condition, assignments, stays, handed_over, reason)
overriding system value values
  (-4, 'private.people', 'Name of another person who was merged', 'anonymize',
    'stored.id in (select kept_id from private.person_merges where id in (select private.person_merges_of_subject($1)))
      and stored.id <> all (($1).people_left)',
    '{"names": "private.names_left(stored.id, stored.names, $1)"}', '{name,kind,language}', '{}', 'The person is someone else.');
insert into private.personal_data (position, table_name, label, action, condition, handed_over)
overriding system value values
  (-1, 'private.person_dismissals', 'Said to be someone else', 'delete',
    'stored.one_id = any (($1).people_left) or stored.other_id = any (($1).people_left)', '{}'),
  (-3, 'private.person_notes', 'Notes and calls', 'delete', 'stored.person_id = any (($1).people_left)', '{kind,body,created_at}'),
  (-2, 'private.person_merges', 'Merged people', 'delete', 'stored.id in (select private.person_merges_of_subject($1))', '{person,created_at}');
insert into private.personal_data (table_name, label, action, condition, assignments, stays, handed_over, reason) values
  ('private.person_notes', 'Author of notes and calls about others', 'anonymize', 'stored.author_id = any (($1).accounts)',
    '{"author_name": "''Former account''"}', '{kind,body,open_to}', '{}', 'The note is about someone else.'),
  ('private.person_merges', 'Author of merges of people', 'anonymize', 'stored.actor_id = any (($1).accounts)',
    '{"actor_name": "''Former account''"}', '{person,donor,added_names,moved,ties}', '{}', 'The merge is about others.');

insert into private.retention_rules (
  rule, title, table_name, day_column, condition, unit, kept, shortest, longest, batch, next_at
) values
  ('person_notes', 'Notes and calls', 'private.person_notes', 'created_at', 'true',
    'months', 24, 1, 24, 500, private.next_retention_run('months')),
  ('person_merges', 'People before they were merged', 'private.person_merges', 'created_at', 'true',
    'days', 30, 30, 30, 500, private.next_retention_run('days')),
  ('people', 'People without records', 'private.people', 'created_at',
    'not private.is_needed(people)',
    'days', 1, 1, 1, 500, private.next_retention_run('days'));
