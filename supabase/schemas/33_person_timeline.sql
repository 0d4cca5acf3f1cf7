-- A person: all rows under an address, a telephone or a record, their timeline, notes and calls about
-- them, and which two of them are the same (docs/decisions/038-one-timeline-of-a-person.md).

-- A reference names a person: 'ada@example.org', 'tel:12345678' (private.phone_keys) or 'mentees:<id>'.

create table private.person_keys (
  id uuid primary key default gen_random_uuid(),
  address text check (private.is_line(address, 254)),
  phone text check (phone ~ '^\d{7,8}$'),
  mentor_id uuid references public.mentors (id) on delete cascade,
  mentee_id uuid references public.mentees (id) on delete cascade,
  trainer_id uuid references public.trainers (id) on delete cascade,
  donor_id uuid references public.donors (id) on update cascade on delete cascade,
  created_at timestamptz not null default now(),
  constraint person_keys_check check (num_nonnulls(address, phone, mentor_id, mentee_id, trainer_id, donor_id) = 1)
);
comment on table private.person_keys is
  'What notes and links are on. Not unique: a merge lets the key of one record refer to the other.';
comment on column private.person_keys.phone is 'One of the private.phone_keys of a telephone.';
create index person_keys_address_idx on private.person_keys (address);
create index person_keys_phone_idx on private.person_keys (phone);
create index person_keys_mentor_id_idx on private.person_keys (mentor_id);
create index person_keys_mentee_id_idx on private.person_keys (mentee_id);
create index person_keys_trainer_id_idx on private.person_keys (trainer_id);
create index person_keys_donor_id_idx on private.person_keys (donor_id);
create index person_keys_created_at_idx on private.person_keys (created_at);

create table private.person_notes (
  id uuid primary key,
  person_id uuid not null references private.person_keys (id) on delete cascade,
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

create table private.person_links (
  id uuid primary key,
  one_id uuid not null references private.person_keys (id) on delete cascade,
  other_id uuid not null references private.person_keys (id) on delete cascade,
  author_id uuid,
  author_name text,
  created_at timestamptz not null default now(),
  constraint person_links_check check (one_id <> other_id)
);
comment on table private.person_links is 'Two references that staff linked as the same person.';
create index person_links_one_id_idx on private.person_links (one_id);
create index person_links_other_id_idx on private.person_links (other_id);
create index person_links_author_id_idx on private.person_links (author_id);

alter table private.person_keys enable row level security;
alter table private.person_notes enable row level security;
alter table private.person_links enable row level security;

-- The rows of a person. The fields of the type that hold ids are called like their tables.

create type private.person_rows as (
  refs text[], addresses text[], profiles uuid[], mentors uuid[], trainers uuid[], mentees uuid[], donors uuid[],
  donations uuid[], submissions uuid[], newsletter_subscriptions uuid[], keys uuid[], readable text[]
);
comment on type private.person_rows is
  'The rows of a person in `readable`: the tables of which the caller may read all rows.';

create function private.person_ref(given text, readable text[]) returns text
language sql stable security definer set search_path = ''
as $$
  with typed as (select lower(btrim(given)) as ref), named as (
    select ref, split_part(ref, ':', 1) as kind, split_part(ref, ':', 2)::uuid as id
    from typed where ref ~ '^(mentors|mentees|trainers|donors|donations):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  )
  select coalesce(
    (
      select lower(btrim(email)) from named join (
        select 'mentors' as kind, id, email from public.mentors
        union all select 'trainers', id, email from public.trainers
        union all select 'donors', id, email from public.donors
        union all select 'donations', id, donor_email from public.donations
      ) as stored using (kind, id)
      where kind = any (readable)
    ),
    (
      select 'donors:' || donor_id from named join public.donations using (id)
      where kind = 'donations' and kind = any (readable)
    ),
    (select ref from named),
    (select 'tel:' || (private.phone_keys(ref))[1] from typed where ref ~ '^(tel:|[^a-z@]+$)'),
    ref
  )
  from typed
$$;
comment on function private.person_ref(text, text[]) is
  'The reference in its one form: an adult''s record with an address stands for the address. A mentee''s never does, because it is often a parent''s.';

create function private.ids_of_refs(refs text[], kind text) returns uuid[]
language sql immutable set search_path = ''
as $$
  select array(
    select split_part(ref, ':', 2)::uuid from unnest(refs) as ref
    where kind in ('mentors', 'mentees', 'trainers', 'donors') and ref ~ ('^' || kind || ':[0-9a-f-]{36}$')
  )
$$;

-- Dynamic SQL: the sources are rows of private.person_sources.
create function private.rows_of_refs(refs text[], readable text[]) returns private.person_rows
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  part private.person_source;
  phone_column text;
  ids uuid[];
  who private.person_rows;
  found jsonb := jsonb_build_object('refs', refs, 'readable', readable);
  addresses constant text[] := array(
    select ref from unnest(refs) as ref where ref !~ '^(tel|mentors|mentees|trainers|donors|donations):'
  );
  phones constant text[] := array(select substr(ref, 5) from unnest(refs) as ref where ref ~ '^tel:');
  donors constant uuid[] := array(
    select id from public.donors where id = any (private.ids_of_refs(refs, 'donors')) and 'donors' = any (readable)
  );
begin
  for part in select * from private.person_sources() where source = any (readable) loop
    -- A mentee's telephone is a protected field.
    phone_column := case part.source when 'donations' then 'donor_phone' when 'mentors' then 'phone'
      when 'trainers' then 'phone' when 'submissions' then 'phone' end;
    execute format(
      'select array(
        select id from public.%1$I where lower(btrim(%2$I)) = any ($1)
        union select id from public.%1$I where id = any ($2)
        %3$s %4$s
      )',
      part.source, part.address,
      case when phone_column is not null then
        format('union select id from public.%I where private.phone_keys(%I) && $3', part.source, phone_column) end,
      case when part.source = 'donations' then 'union select id from public.donations where donor_id = any ($4)' end
    ) into ids using addresses, private.ids_of_refs(refs, part.source), phones, donors;
    found := found || jsonb_build_object(part.source, ids);
  end loop;
  who := jsonb_populate_record(who, found || jsonb_build_object('addresses', addresses));
  who := jsonb_populate_record(who, jsonb_build_object('donors', array(
    select unnest(donors) union select donor_id from public.donations where id = any (who.donations)
  )));
  return jsonb_populate_record(who, jsonb_build_object('keys', array(
    select id from private.person_keys where address = any (addresses)
    union select id from private.person_keys where phone = any (phones)
    union select id from private.person_keys where mentor_id = any (who.mentors)
    union select id from private.person_keys where mentee_id = any (who.mentees)
    union select id from private.person_keys where trainer_id = any (who.trainers)
    union select id from private.person_keys where donor_id = any (who.donors)
  )));
end
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

create function private.ref_of_key(key private.person_keys, readable text[]) returns text
language sql stable security definer set search_path = ''
as $$
  select private.person_ref(coalesce(
    (key).address, 'tel:' || (key).phone, 'mentors:' || (key).mentor_id, 'mentees:' || (key).mentee_id,
    'trainers:' || (key).trainer_id, 'donors:' || (key).donor_id
  ), readable)
$$;

create function private.person_rows(person text) returns private.person_rows
language plpgsql stable security definer set search_path = ''
as $$
declare
  most constant integer := 20;
  readable constant text[] := array(select private.readable_tables());
  who private.person_rows := private.rows_of_refs(array[private.person_ref(person, readable)], readable);
  tried text[] := who.refs;
  linked text[];
  seen text[];
begin
  while cardinality(who.keys) > 0 and cardinality(tried) < most loop
    linked := array(
      select ref from private.person_links
      join private.person_keys on person_keys.id in (one_id, other_id)
      cross join lateral private.ref_of_key(person_keys, readable) as ref
      where one_id = any (who.keys) or other_id = any (who.keys)
      group by ref having ref <> all (tried)
    );
    exit when linked = '{}';
    tried := tried || linked;
    seen := array(
      select ref from unnest(linked) as ref
      where private.tables_of_person(private.rows_of_refs(array[ref], readable)) <> '{}'
    );
    exit when seen = '{}';
    who := private.rows_of_refs(who.refs || seen, readable);
  end loop;
  return who;
end
$$;
comment on function private.person_rows(text) is
  'The rows under an address, a telephone or a record, and under those that are said to be the same, where the caller may read anything of both.';

-- The newest records of each area

-- Dynamic SQL: the sources are rows of private.person_sources, with expressions on their columns.
create function private.person_lines(who private.person_rows) returns table (
  area text, kind text, id uuid, title text, name text, status text, amount numeric, happened_at timestamptz,
  total bigint, total_amount numeric
)
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  most constant integer := 20;
  part record;
begin
  for part in
    select listed.area, string_agg(format(
      'select %s as kind, id, %s as title, %s as name, %s as status, %s as amount, created_at
      from public.%I where id = any (($1).%6$I)',
      entry_kind, listed.title, listed.name, listed.status, listed.amount, source
    ), ' union all ') as entries
    from private.person_sources() as listed where source = any ((who).readable) group by 1 order by min(position)
  loop
    return query execute format(
      'select %L, kind, id, title, name, status, amount, created_at, count(*) over (), sum(amount) over ()
      from (%s) as entry order by created_at desc, id limit %s',
      part.area, part.entries, most
    ) using who;
  end loop;
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

-- The timeline. `entries` is a query on a private.person_rows ($1); `needs` are tables that the caller must
-- be able to read, beside those in which the person was found.

create type private.person_event as (
  kind text, id text, happened_at timestamptz, title text, detail text, body text, state text, amount numeric,
  author text, source text, source_id uuid, is_own boolean
);

create function private.timeline_of_submissions() returns table (kinds text[], needs text[], entries text)
language sql immutable set search_path = ''
as $$
  values ('{submission,message,seat}'::text[], '{submissions}'::text[],
    'select case kind when ''message'' then ''message'' when ''registration'' then ''seat'' else ''submission'' end,
      ''submissions:'' || id, created_at, reference, kind::text, null::text, status::text, null::numeric, null::text,
      ''submissions'', id, false
    from public.submissions where id = any (($1).submissions)'),
  ('{message,note}', '{submission_notes}',
    'select case when is_from_applicant then ''message'' else ''note'' end, ''submission_notes:'' || note.id,
      note.created_at, reference, sent.kind::text, note.body, null::text, null::numeric,
      case when not is_from_applicant then author_name end,
      ''submissions'', sent.id, false
    from public.submission_notes note join public.submissions sent on sent.id = note.submission_id
    where note.submission_id = any (($1).submissions)'),
  ('{answer}', '{submissions}',
    'select ''answer'', ''submission_answers:'' || answer.id, answer.created_at, answer.subject, sent.reference, answer.body,
      case when mail.state in (''queued'', ''sending'') then ''waiting''
        when mail.state in (''failed'', ''suppressed'', ''cancelled'') then ''failed''
        when mail.failed_at is not null then ''delayed'' else ''sent'' end,
      null::numeric, author_name, ''submissions'', sent.id, false
    from public.submission_answers answer join public.submissions sent on sent.id = answer.submission_id
    left join private.outbox mail on mail.idempotency_key = ''answer:'' || answer.id
    where answer.submission_id = any (($1).submissions)'),
  -- Its policy: reviewers, and managers of the list.
  ('{conversion}', '{}',
    'select ''conversion'', ''conversions:'' || submission_id, converted_at, reference, kind, null::text, null::text, null::numeric, author_name,
      case when submission_id = any (($1).submissions) then ''submissions'' else kind || ''s'' end,
      case when submission_id = any (($1).submissions) then submission_id else coalesce(mentor_id, mentee_id, trainer_id) end, false
    from public.conversions
    where submission_id = any (($1).submissions) or mentor_id = any (($1).mentors)
      or mentee_id = any (($1).mentees) or trainer_id = any (($1).trainers)')
$$;

create function private.timeline_of_mails() returns table (kinds text[], needs text[], entries text)
language sql immutable set search_path = ''
as $$
  values ('{campaign}'::text[], '{email_campaigns}'::text[],
    'select ''campaign'', ''outbox:'' || mail.id, coalesce(mail.sent_at, mail.created_at), campaign.name, null::text, null::text,
      mail.state, null::numeric, null::text, ''email_campaigns'', campaign.id, false
    from private.outbox mail join public.email_campaigns campaign on campaign.id = mail.campaign_id
    where mail.kind = ''campaign'' and private.may_read_audience(campaign.target_audience)
      and mail.mailbox = any (array(select private.mailbox(one) from unnest(($1).addresses) as one))
      and lower(btrim(mail.recipient)) = any (($1).addresses)'),
  ('{mail}', '{}',
    'select ''mail'', ''outbox:'' || mail.id, coalesce(mail.sent_at, mail.created_at),
      coalesce(mail.data ->> ''subject'', sent.reference), mail.kind, null::text, mail.state, null::numeric, null::text,
      case when sent.id is not null then ''submissions'' end, sent.id, false
    from private.outbox mail left join public.submissions sent on sent.id = mail.submission_id
    where mail.mailbox = any (array(select private.mailbox(one) from unnest(($1).addresses) as one))
      and lower(btrim(mail.recipient)) = any (($1).addresses) and mail.kind not in (''campaign'', ''answer'')
      and (mail.kind in (''receipt'', ''confirmation'') and private.may_review() or private.is_admin())')
$$;

create function private.timeline_of_people() returns table (kinds text[], needs text[], entries text)
language sql stable security definer set search_path = ''
as $$
  select '{record}'::text[], array[source], format(
    'select ''record'', %L || id, created_at, null::text, %s::text, null::text, (%s)::text, null::numeric, null::text, %1$L, id, false
    from public.%1$I where id = any (($1).%1$I)', source, entry_kind, status
  )
  from private.person_sources() where source not in ('submissions', 'donations')
  union all
  values ('{gift}'::text[], '{donations}'::text[],
    'select ''gift'', ''donations:'' || id, created_at, coalesce(campaign, ''General''), donation_type, null::text,
      case when voided_at is not null then ''void'' when refunded > 0 then ''refunded'' end, amount - refunded, null::text,
      ''donations'', id, false
    from public.donations where id = any (($1).donations)')
  union all
  select '{program}', array['program_' || kind || 's', 'programs'], format(
    'select ''program'', %L || id,
      coalesce(start_date::timestamp at time zone private.office_time_zone(), created_at), name, %L, null::text, status::text,
      null::numeric, null::text, ''programs'', id, false
    from public.programs
    where id in (select program_id from public.%I where %I = any (($1).%I))',
    'programs:' || kind || ':', kind, 'program_' || kind || 's', kind || '_id', kind || 's'
  )
  from unnest('{mentor,mentee,trainer}'::text[]) as kind
  union all
  select '{merge}', array[kind || 's'], format(
    'select ''merge'', ''merges:'' || id, created_at, merged_name, %L, null::text, null::text, null::numeric, actor_name, kind, kept_id, false
    from private.merges where kept_id = any (($1).%I)', kind, kind || 's'
  )
  from unnest('{mentor,mentee,trainer}'::text[]) as kind
$$;

create function private.timeline_of_mentees() returns table (kinds text[], needs text[], entries text)
language sql immutable set search_path = ''
as $$
  values ('{seat}'::text[], '{enrolments,courses}'::text[],
    'select ''seat'', ''enrolments:'' || course.id || mentee_id, asked_at, course.title, ''course'', null::text, state::text,
      null::numeric, null::text, ''courses'', course.id, false
    from public.enrolments join public.courses course on course.id = course_id
    where mentee_id = any (($1).mentees)'),
  ('{grade}', '{student_grades,courses}',
    'select ''grade'', ''student_grades:'' || grade.id, grade.created_at, concat_ws('', '', course.title, assessment.name),
      trim_scale(grade.grade)::text, null::text, null::text, null::numeric, null::text, ''courses'', course.id, false
    from public.student_grades grade
    left join public.assessments assessment on assessment.id = grade.assessment_id
    left join public.courses course on course.id = coalesce(grade.course_id, assessment.course_id)
    where grade.mentee_id = any (($1).mentees) and grade.grade is not null')
$$;

-- The policy of tasks: staff read their own, and those of records that they may read.

create function private.tasks_of_person(who private.person_rows) returns setof uuid
language sql stable security definer set search_path = '' set enable_seqscan = off
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

create function private.timeline_of_staff() returns table (kinds text[], needs text[], entries text)
language sql immutable set search_path = ''
as $$
  values ('{task}'::text[], '{}'::text[],
    'select ''task'', ''tasks:'' || id, done_at, null::text, null::text, body, ''done''::text, null::numeric,
      private.account_name(done_by), null::text, null::uuid, false
    from public.tasks where done_at is not null and id in (select private.tasks_of_person($1))'),
  ('{note,call}', '{}',
    'select kind, ''person_notes:'' || id, created_at, null::text, null::text, body, null::text, null::numeric,
      author_name, ''person_notes'', id,
      author_id = (select private.current_user_id())
    from private.person_notes where person_id = any (($1).keys) and open_to && ($1).readable')
$$;

-- Dynamic SQL: each kind of event is a query of its own, and only those that the caller may read run.
create function private.person_timeline(
  person text, only_kind text default null, before_at timestamptz default null, before_id text default null
)
returns table (
  kind text, id text, happened_at timestamptz, title text, detail text, body text, state text, amount numeric,
  author text, source text, source_id uuid, is_own boolean, remaining bigint
)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  at_once constant integer := 25;
  who constant private.person_rows := private.person_rows(person);
  entries text;
begin
  select string_agg(listed.entries, ' union all ') into entries
  from (
    select * from private.timeline_of_submissions() union all select * from private.timeline_of_mails()
    union all select * from private.timeline_of_people() union all select * from private.timeline_of_mentees()
    union all select * from private.timeline_of_staff()
  ) as listed (kinds, needs, entries)
  where listed.needs <@ who.readable and (only_kind is null or only_kind = any (listed.kinds));
  if entries is null or private.tables_of_person(who) = '{}' then
    return;
  end if;
  return query execute format(
    'select event.*, count(*) over ()
    from (%s) as event (kind, id, happened_at, title, detail, body, state, amount, author, source, source_id, is_own)
    where ($2 is null or kind = $2) and ($3 is null or (happened_at, id collate "C") < ($3, $4))
    order by happened_at desc, id collate "C" desc limit %s', entries, at_once
  ) using who, only_kind, before_at, before_id;
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
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
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

create function private.person_key(ref text) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  kind constant text := case when ref ~ '^(tel|mentors|mentees|trainers|donors):' then split_part(ref, ':', 1) else 'address' end;
  named constant text := case when kind = 'address' then ref else split_part(ref, ':', 2) end;
  record constant uuid := case when kind not in ('address', 'tel') then named::uuid end;
  key uuid;
begin
  select id into key from private.person_keys
  where case kind
    when 'address' then address = named
    when 'tel' then phone = named
    when 'mentors' then mentor_id = record
    when 'mentees' then mentee_id = record
    when 'trainers' then trainer_id = record
    when 'donors' then donor_id = record
  end
  order by created_at limit 1;
  if key is null then
    insert into private.person_keys (address, phone, mentor_id, mentee_id, trainer_id, donor_id)
    values (
      case kind when 'address' then named end, case kind when 'tel' then named end,
      case kind when 'mentors' then record end, case kind when 'mentees' then record end,
      case kind when 'trainers' then record end, case kind when 'donors' then record end
    )
    returning id into key;
  end if;
  return key;
end
$$;

create function private.seen_person(person text, readable text[]) returns private.person_rows
language plpgsql stable security definer set search_path = ''
as $$
declare
  who constant private.person_rows := private.rows_of_refs(array[private.person_ref(person, readable)], readable);
begin
  if private.tables_of_person(who) = '{}' then
    raise exception 'You cannot see anything about this person.' using errcode = 'insufficient_privilege';
  end if;
  return who;
end
$$;

create function private.records_of(who private.person_rows) returns uuid[]
language sql immutable set search_path = ''
as $$
  select array(
    select split_part(ref, ':', 2)::uuid from unnest((who).refs) as ref where ref ~ '^(mentors|mentees|trainers|donors):'
  )
$$;

create function private.log_of_person(action public.log_action, who private.person_rows, what text, before text, after text, about uuid) returns void
language sql security definer set search_path = ''
as $$
  select private.log_action(
    action, 'persons', (private.records_of(who))[1], (who).addresses[1],
    jsonb_build_object(what, jsonb_build_array(before, after)), array[about]
  )
$$;

create function private.add_person_note(id uuid, person text, kind text, body text) returns void
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
    add_person_note.id, private.person_key(who.refs[1]), add_person_note.kind, add_person_note.body,
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
  perform private.log_of_person('changed', private.rows_of_refs(array[private.ref_of_key(person_keys, readable)], readable),
    gone.kind, 'added', 'removed', gone.id)
  from private.person_keys where id = gone.person_id;
end
$$;

-- The same person

create function private.may_link() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.held_permissions() as held
    where held in ('can_manage_mentors', 'can_manage_mentees', 'can_manage_trainers')
  )
$$;
comment on function private.may_link() is 'Whether the caller may link two people: those who may merge records.';

create function private.link_persons(link uuid, person text, other text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  one_seen private.person_rows;
  other_seen private.person_rows;
  one_key uuid;
  other_key uuid;
begin
  perform private.require(private.may_link(), 'You may not link two people.');
  one_seen := private.seen_person(person, readable);
  other_seen := private.seen_person(other, readable);
  if one_seen.refs = other_seen.refs then
    raise exception 'This is the same person already.' using errcode = 'P0001';
  end if;
  -- Concurrent requests would store a link twice.
  perform pg_advisory_xact_lock(hashtextextended('private.person_links', 0));
  if other_seen.refs <@ (private.person_rows(person)).refs then
    return;
  end if;
  one_key := private.person_key(one_seen.refs[1]);
  other_key := private.person_key(other_seen.refs[1]);
  insert into private.person_links (id, one_id, other_id, author_id, author_name)
  values (link, one_key, other_key, private.current_user_id(), private.account_name(private.current_user_id()));
  perform private.log_of_person('changed', one_seen, 'same_person', null, 'linked', link);
  perform private.log_of_person('changed', other_seen, 'same_person', null, 'linked', link);
end
$$;

create function private.unlink_persons(link uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  gone private.person_links;
begin
  if private.may_link() then
    select person_links.* into gone from private.person_links where id = link and not exists (
      select from private.person_keys
      where person_keys.id in (one_id, other_id) and private.tables_of_person(
        private.rows_of_refs(array[private.ref_of_key(person_keys, readable)], readable)
      ) = '{}'
    );
  end if;
  perform private.require(gone.id is not null, 'You may not undo this, or it was undone already.');
  delete from private.person_links where id = link;
  perform private.log_of_person('changed', private.rows_of_refs(array[private.ref_of_key(person_keys, readable)], readable),
    'same_person', 'linked', 'no longer linked', link)
  from private.person_keys where id in (gone.one_id, gone.other_id);
end
$$;

create function private.person_refs(person text) returns table (
  ref text, name text, link uuid, author text, linked_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  with found as (select private.person_rows(person) as who), ends as (
    select said.id, said.author_name, said.created_at, refs.ref, array_position((who).refs, refs.ref) as place
    from found
    join private.person_links said on said.one_id = any ((who).keys) and said.other_id = any ((who).keys)
    join private.person_keys on person_keys.id in (one_id, other_id)
    cross join lateral private.ref_of_key(person_keys, (who).readable) as refs (ref)
  ), named as (
    select (who).refs[1] as ref, null::uuid as link, null::text as author, null::timestamptz as linked_at
    from found where private.tables_of_person(who) <> '{}'
    union all
    -- The end that is farther away.
    (select distinct on (id) ends.ref, id, author_name, created_at from ends order by id, place desc nulls last)
  )
  select named.ref, (
      select lines.name
      from found, private.person_lines(private.rows_of_refs(array[named.ref], (who).readable)) as lines
      where lines.name is not null limit 1
    ), link, named.author, named.linked_at
  from named order by named.linked_at nulls first
$$;

create function public.add_person_note(id uuid, person text, kind text, body text) returns void
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
create function public.link_persons(link uuid, person text, other text) returns void
language sql security invoker set search_path = ''
as $$ select private.link_persons(link, person, other) $$;
comment on function public.link_persons is
  'Links two people as the same person, for callers who may merge records and see something of both.';
grant execute on function private.link_persons, public.link_persons to authenticated;
create function public.unlink_persons(link uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.unlink_persons(link) $$;
comment on function public.unlink_persons is
  'Undoes a link_persons.';
grant execute on function private.unlink_persons, public.unlink_persons to authenticated;
create function public.person_refs(person text) returns table (
  ref text, name text, link uuid, author text, linked_at timestamptz
)
language sql stable security invoker set search_path = ''
as $$ select * from private.person_refs(person) $$;
comment on function public.person_refs is
  'The reference of a person in its one form, then each that is said to be the same, with the link; nothing where the caller sees nothing of them.';
grant execute on function private.person_refs, public.person_refs to authenticated;

-- Erasing and retention

create function private.phones_of_subject(who private.data_subject) returns setof text
language sql stable security definer set search_path = ''
as $$
  select unnest(private.phone_keys(phone)) from public.mentors where id = any ((who).people)
  union select unnest(private.phone_keys(phone)) from public.trainers where id = any ((who).people)
  union select unnest(private.phone_keys(phone)) from public.submissions where id = any ((who).submissions)
  union select unnest(private.phone_keys(donor_phone)) from public.donations where id = any ((who).gifts)
$$;

create function private.keys_of_subject(who private.data_subject) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select id from private.person_keys
  where address = (who).address or mentor_id = any ((who).people) or mentee_id = any ((who).people)
    or trainer_id = any ((who).people) or donor_id = any ((who).donors)
    or phone in (select private.phones_of_subject(who))
$$;

insert into private.personal_data (position, table_name, label, action, condition, handed_over)
overriding system value values
  (-3, 'private.person_notes', 'Notes and calls', 'delete',
    'stored.person_id in (select private.keys_of_subject($1))', '{kind,body,created_at}'),
  (-2, 'private.person_links', 'Said to be the same person', 'delete',
    'stored.one_id in (select private.keys_of_subject($1)) or stored.other_id in (select private.keys_of_subject($1))', '{}'),
  (-1, 'private.person_keys', 'What notes and links are on', 'delete',
    'stored.id in (select private.keys_of_subject($1))', '{}');
insert into private.personal_data (table_name, label, action, condition, assignments, stays, handed_over, reason) values
  ('private.person_notes', 'Author of notes and calls about others', 'anonymize', 'stored.author_id = any (($1).accounts)',
    '{"author_name": "''Former account''"}', '{kind,body,open_to}', '{}', 'The note is about someone else.'),
  ('private.person_links', 'Author of links between others', 'anonymize', 'stored.author_id = any (($1).accounts)',
    '{"author_name": "''Former account''"}', '{}', '{}', 'The link is about others.');

create function private.is_of_someone(key private.person_keys) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.tables_of_person(private.rows_of_refs(array[private.ref_of_key(key, tables)], tables)) <> '{}'
  from (select array_agg(source) || 'donors'::text as tables from private.person_sources()) as listed
$$;
comment on function private.is_of_someone(private.person_keys) is 'Whether any row has the address, telephone or record.';

insert into private.retention_rules (
  rule, title, table_name, day_column, condition, unit, kept, shortest, longest, batch, next_at
) values
  ('person_notes', 'Notes and calls', 'private.person_notes', 'created_at', 'true',
    'months', 24, 1, 24, 500, private.next_retention_run('months')),
  ('person_keys', 'Links between deleted records', 'private.person_keys', 'created_at',
    'not exists (select from private.person_notes where person_id = person_keys.id)
      and (
        not exists (select from private.person_links where person_keys.id in (one_id, other_id))
        or not private.is_of_someone(person_keys)
      )',
    'days', 30, 30, 30, 100, private.next_retention_run('days'));
