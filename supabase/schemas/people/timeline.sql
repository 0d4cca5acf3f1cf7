-- A person: their rows, timeline, notes and calls (docs/decisions/042-people-are-rows.md). A reference names
-- a person: by id, address, 'tel:5125550147' or a row like 'mentees:<id>'. Two people may share an address or
-- a phone.

create function private.plain_ref(given text) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(case
    when ref ~ '^(tel:|[^a-z@]+$)' and ref !~ '^[0-9]{8}(-[0-9]{4}){3}-[0-9]{12}$' then 'tel:' || (private.phone_keys(ref))[1]
  end, ref)
  from lower(btrim(given)) as ref
$$;
comment on function private.plain_ref is
  'A reference to a person in one spelling: lower case, and a phone as tel: with its key.';

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
comment on function private.people_of_ref is
  'The people of a reference: those with the address or phone in a row of these tables, the person of a row in them, or an id as it is.';

create function private.rows_of(people uuid[], readable text[]) returns private.person_rows
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  return (
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
  );
end
$$;
comment on function private.rows_of is
  'The rows of these people in the readable tables, with their addresses and phones.';

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
comment on function private.tables_of_person(private.person_rows) is
  'The tables with rows of a person; none where the caller may read nothing about them.';

create function private.person_rows(person text) returns private.person_rows
language sql stable security definer set search_path = ''
as $$
  select private.rows_of(private.people_of_ref(person, tables), tables)
  from (select array(select private.readable_tables()) as tables) as readable
$$;
comment on function private.person_rows is 'The rows of a referenced person that the caller may read.';

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
comment on function private.person_lines is
  'The newest 20 rows of a person in each area, with the area''s number of rows and sum of gifts.';

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
comment on function private.timeline_of_submissions is
  'A person''s submissions, messages, notes, answers and conversions, for the timeline.';

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
      and mail.kind not in ('campaign', 'answer', 'concern')
      and (mail.kind in ('receipt', 'confirmation', 'status_links') and private.may_review() or private.is_admin())
  ) as event (of_kind) where only_kind is null or of_kind = only_kind;
end
$$;
comment on function private.timeline_of_mails is
  'The mails to a person''s addresses, for the timeline: campaigns for readers of their audience, receipts and links for reviewers, all others but those about concerns for admins.';

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
    -- Of one day, those that were entered last come first.
    select 'gift', concat_ws(':', 'donations', lpad(coalesce(floor(extract(epoch from entered_at) * 1000), 0)::text, 15, '0'), gift.id), gift.created_at,
      coalesce(nullif(concat_ws(', ', coalesce(description, campaign), funds.name), ''), 'General'), donation_type, null,
      case when voided_at is not null then 'void' when refunded > 0 then 'refunded' end, amount - refunded, null,
      'donations', gift.id, false
    from private.gifts gift left join public.funds on funds.id = fund_id where gift.id = any (who.donations)
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
comment on function private.timeline_of_people is 'A person''s records, gifts, programs and merges, for the timeline.';

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
comment on function private.timeline_of_mentees is 'A mentee''s enrollments and grades, for the timeline.';

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
comment on function private.tasks_of_person is
  'The tasks on a person''s records, addresses and phones that the policy of tasks lets the caller read.';

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
comment on function private.timeline_of_staff is 'Done tasks, notes and calls about a person, for the timeline.';

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
