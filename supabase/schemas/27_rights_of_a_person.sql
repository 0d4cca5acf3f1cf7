-- Rights of a person: to get everything that we hold about an email address or a child, and to have it
-- erased. One registry says where personal data is and what erasing does with it; hand-over, preview and
-- erasing all read it (docs/decisions/030-handed-over-and-erased.md).

-- The registry

create table private.personal_data (
  position integer generated always as identity primary key,
  table_name text not null,
  label text not null,
  action text not null check (action in ('delete', 'anonymize', 'keep', 'none')),
  condition text,
  assignments jsonb not null default '{}',
  stays text[] not null default '{}',
  handed_over text[],
  reason text,
  check ((condition is null) = (action = 'none')),
  check ((assignments <> '{}') = (action = 'anonymize')),
  check (action = 'delete' or reason is not null)
);
comment on table private.personal_data is
  'Where personal data is. Erasing goes by position. `none` says why a table holds no personal data.';
comment on column private.personal_data.condition is
  'Which rows (as `stored`) belong to a private.data_subject ($1).';
comment on column private.personal_data.assignments is 'Column to its value after erasing, as an expression.';
comment on column private.personal_data.stays is 'Columns with texts that erasing leaves as they are.';
comment on column private.personal_data.handed_over is 'Columns that the person gets: all when null, none when empty.';
alter table private.personal_data enable row level security;

create type private.data_subject as (
  address text, record uuid, persons uuid[], people_left uuid[], addresses text[], shared text[],
  accounts uuid[], people uuid[], contacts uuid[], submissions uuid[], subscriptions uuid[], gifts uuid[],
  donors uuid[], merges uuid[], ids uuid[], moments timestamptz[], names text[], account_names text[], erased_names jsonb,
  phones text[]
);
comment on type private.data_subject is
  'The rows of a person, of all who have an address, or of a record: a mentee, or the child of a program application. `persons` are whole people; `people_left` those with nothing else; `addresses` theirs alone, `shared` those that others have, too; `people` are mentors, mentees and trainers; `contacts` mentees with an address of their own, who lose a parent''s contact; `ids` all together; `moments` when forms were sent; `phones` the private.phone_keys of their rows.';

-- The certificate of an erasure. It has no personal data: only a person who knows the address can find it.

create table private.erasure_settings (
  singleton boolean primary key default true check (singleton),
  needs_approval boolean not null default false
);
comment on column private.erasure_settings.needs_approval is 'Whether a second admin approves each erasure.';
insert into private.erasure_settings default values;

create table private.erasures (
  id uuid primary key default gen_random_uuid(),
  subject_hash text not null,
  other_hashes text[] not null default '{}',
  reason text not null check (reason in ('asked', 'parent_asked', 'consent_withdrawn', 'no_longer_needed', 'unlawful')),
  requested_by uuid,
  requested_at timestamptz not null default now(),
  erased_by uuid,
  erased_at timestamptz,
  counts jsonb
);
comment on column private.erasures.subject_hash is 'Keyed hash of the address, or of the id of a child.';
comment on column private.erasures.other_hashes is 'Of the other addresses and ids of a person who was erased.';
comment on column private.erasures.requested_by is 'The account''s id, also after its deletion; null for the command line.';
comment on column private.erasures.counts is 'Label, action and number of rows of each part.';
create index erasures_subject_hash_idx on private.erasures (subject_hash);
create unique index erasures_waiting_key on private.erasures (subject_hash) where erased_at is null;

alter table private.erasure_settings enable row level security;
alter table private.erasures enable row level security;

-- Whose data it is

create function private.submissions_of_child(child uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  with mentee as (
    select id, private.searchable(first_name, last_name) as name, lower(btrim(parent_email)) as address
    from public.mentees
    where id = child or id in (select mentee_id from public.conversions where submission_id = child)
  ), named as (
    select name, address from mentee
    union
    select private.searchable(btrim(child_name)), lower(btrim(email)) from public.program_applications where id = child
  )
  select coalesce(array_agg(id), '{}') from (
    select id from public.program_applications where id = child
    union
    select submission_id from public.conversions where mentee_id in (select id from mentee)
    union
    select sent.id from named
    join public.submissions on lower(btrim(submissions.email)) = named.address
    join public.program_applications sent on sent.id = submissions.id and private.searchable(btrim(child_name)) = named.name
  ) as listed
$$;

create function private.has_parent(child public.mentees, who private.data_subject) returns boolean
language sql stable security definer set search_path = ''
as $$
  select child.id is distinct from (who).record and (
    lower(btrim(child.parent_email)) = any ((who).addresses)
    or lower(btrim(child.parent_email)) = any ((who).shared) and exists (
      select from private.people, unnest(names) as known
      where people.id = any ((who).persons) and private.is_same_name(known, private.plain_name(child.parent_name))
    )
  )
$$;
comment on function private.has_parent(public.mentees, private.data_subject) is
  'Whether the contact of a mentee is this person: by an address that is theirs alone, or by a shared one and the name.';

create function private.people_of(who private.data_subject) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(id), '{}') from (
    select id from private.rows_of_people
    where source in ('mentors', 'trainers', 'mentees') and (person_id = any ((who).persons) or id = (who).record)
    union
    select id from public.mentees where email is null and private.has_parent(mentees, who)
    union
    -- Rows without an address belong to the application that they came from.
    select coalesce(mentor.id, trainer.id, mentee.id) from public.conversions came
    left join public.mentors mentor on mentor.id = came.mentor_id and mentor.email is null
    left join public.trainers trainer on trainer.id = came.trainer_id and trainer.email is null
    left join public.mentees mentee on mentee.id = came.mentee_id
      and ((who).record is not null or mentee.email is null and mentee.parent_email is null)
    where came.submission_id = any ((who).submissions) and num_nonnulls(mentor.id, trainer.id, mentee.id) = 1
  ) as listed
$$;

create function private.merges_of_subject(who private.data_subject) returns setof private.merges
language sql stable security definer set search_path = ''
as $$
  select * from private.merges
  where kept_id = any ((who).people) or merged_id = any ((who).people)
    or (merged_row ->> 'person_id')::uuid = any ((who).persons)
    or (who).addresses && array[
      lower(btrim(merged_row ->> 'email')), lower(btrim(merged_row ->> 'parent_email')),
      lower(btrim(replaced #>> '{email,0}')), lower(btrim(replaced #>> '{email,1}')),
      lower(btrim(replaced #>> '{parent_email,0}')), lower(btrim(replaced #>> '{parent_email,1}'))
    ]
$$;

create function private.names_of_subject(who private.data_subject) returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(distinct private.searchable(btrim(name))) filter (where char_length(btrim(name)) >= 3), '{}')
  from (
    select unnest(array[first_name, last_name, concat_ws(' ', first_name, last_name), parent_name])
    from public.mentees where id = any ((who).people)
    union all
    select parent_name from public.mentees where id = any ((who).contacts)
    union all
    select unnest(array[first_name, last_name, concat_ws(' ', first_name, last_name)])
    from (
      select id, first_name, last_name from public.mentors
      union all select id, first_name, last_name from public.trainers
      union all select id, first_name, last_name from public.volunteer_applications
      union all select id, first_name, last_name from public.program_applications
      union all select id, first_name, last_name from public.program_registrations
    ) as named where id = any ((who).people || (who).submissions)
    union all
    select child_name from public.program_applications where id = any ((who).submissions)
    union all
    select name from public.submissions where id = any ((who).submissions)
    union all
    select name from public.newsletter_subscriptions where id = any ((who).subscriptions)
    union all
    select donor_name from public.donations where id = any ((who).gifts)
    union all
    select merged_name from private.merges where id = any ((who).merges)
    union all
    select full_name from public.profiles where id = any ((who).accounts)
  ) as listed (name)
$$;

create function private.data_subject(subject text) returns private.data_subject
language plpgsql stable security definer set search_path = ''
as $$
declare
  given constant text := nullif(lower(btrim(subject)), '');
  who private.data_subject;
  people integer;
begin
  if given is null or char_length(given) > 254 then
    raise exception 'Name an email address.' using errcode = 'P0001';
  elsif given !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    who := jsonb_populate_record(who, jsonb_build_object('address', given, 'persons', array(
      select person_id from private.rows_of_people where lower(btrim(email)) = given
      union
      -- The email of a second contact is in no row.
      select person_id from private.contact_points join private.people on people.id = person_id
      where contact_points.kind = 'email' and lower(btrim(value)) = given and second_of is not null
    )));
  elsif exists (select from private.people where id = given::uuid) then
    who := jsonb_populate_record(who, jsonb_build_object('persons', array[given]));
  elsif exists (select from private.rows_of_people where id = given::uuid and source in ('mentors', 'trainers')) then
    who := jsonb_populate_record(who, jsonb_build_object('persons', array(
      select person_id from private.rows_of_people where id = given::uuid
    )));
  else
    who := jsonb_populate_record(who, jsonb_build_object('record', given, 'persons', '{}'::uuid[]));
  end if;
  who := jsonb_populate_record(who, (
    with theirs as (
      select lower(btrim(email)) as address, bool_and(person_id = any (who.persons)) as is_own
      from private.rows_of_people
      where lower(btrim(email)) in (
        select lower(btrim(email)) from private.rows_of_people where person_id = any (who.persons) and email is not null
      )
      group by 1
    )
    select jsonb_build_object(
      'addresses', array(select address from theirs where is_own union select who.address where who.address is not null),
      'shared', array(select address from theirs where not is_own and address is distinct from who.address)
    )
  ));
  who := jsonb_populate_record(who, jsonb_build_object(
    'submissions', case when who.record is not null then private.submissions_of_child(who.record)
      else array(select id from public.submissions where person_id = any (who.persons)) end,
    'accounts', array(
      select id from auth.users where lower(email) = any (who.addresses)
      union select id from public.profiles where person_id = any (who.persons)
    )
  ));
  who := jsonb_populate_record(who, jsonb_build_object(
    'people', private.people_of(who),
    'subscriptions', array(select id from public.newsletter_subscriptions where person_id = any (who.persons)),
    'gifts', array(select id from public.donations where person_id = any (who.persons))
  ));
  -- A merged row may have taken others in before.
  loop
    people := cardinality(who.people);
    who := jsonb_populate_record(who, jsonb_build_object(
      'merges', array(select id from private.merges_of_subject(who)),
      'people', array(select unnest(who.people) union select merged_id from private.merges_of_subject(who))
    ));
    exit when cardinality(who.people) = people;
  end loop;
  who := jsonb_populate_record(who, jsonb_build_object(
    'contacts', array(
      select id from public.mentees where private.has_parent(mentees, who) and id <> all (who.people)
    ),
    'donors', array(
      select person_id from private.gifts where id = any (who.gifts)
      union select id from public.donors where id = any (who.persons)
    ),
    'moments', array(
      select created_at from public.submissions where id = any (who.submissions)
      union select created_at from public.newsletter_subscriptions where id = any (who.subscriptions)
    ),
    'account_names', array(
      select distinct name from (
        select unnest(array[full_name, email, private.account_name(id)]) from public.profiles where id = any (who.accounts)
        union
        select jsonb_array_elements_text(changes -> 'full_name') from public.change_log
        where record_kind = 'profiles' and record_id = any (who.accounts) and changes ? 'full_name'
      ) as listed (name) where name is not null
    )
  ));
  who := jsonb_populate_record(who, jsonb_build_object(
    'ids', array_remove(
      who.record || who.accounts || who.people || who.contacts || who.submissions || who.subscriptions || who.gifts || who.donors || who.persons, null
    ),
    'names', private.names_of_subject(who),
    'erased_names', (select jsonb_object_agg(id, 'Erased donor ' || number) from public.donors where id = any (who.donors))
  ));
  who := jsonb_populate_record(who, jsonb_build_object('phones', array(select private.phones_of_subject(who)), 'people_left', array(
    with theirs as (
      select person_id, id = any (who.ids) and id <> all (who.contacts) as is_gone from private.rows_of_people
      where person_id = any (who.persons)
        or person_id in (select person_id from private.rows_of_people where id = any (who.ids) and id <> all (who.contacts))
    )
    select person_id from theirs group by person_id having bool_and(is_gone)
    -- Whoever was erased before stays as what the sums need.
    except select id from private.people where is_known_by_name and name ~ '^Erased donor( \d+)?$'
    union
    select private.parents_of_subject(who)
    union
    -- Second contacts without a row
    select id from private.people
    where id = any (who.persons) and second_of is not null
      and not exists (select from private.rows_of_people as theirs where theirs.person_id = people.id)
  )));
  return jsonb_populate_record(who, jsonb_build_object('people_left', who.people_left || array(
    -- Households of nobody else
    select people.id from private.people
    where kind <> 'person' and id in (select group_id from private.members where person_id = any (who.people_left))
      and not exists (select from private.rows_of_people as theirs where theirs.person_id = people.id)
      and not exists (select from private.members where group_id = people.id and person_id <> all (who.people_left))
  )));
end
$$;
comment on function private.data_subject(text) is 'The rows of a person, by their id or that of a mentor or trainer; of all who have an email address; or of a child, by the id of a mentee or a program application.';

create function private.mailboxes(addresses text[]) returns text[]
language sql immutable set search_path = ''
as $$ select array(select private.mailbox(address) from unnest(addresses) as address) $$;

create function private.only_words(said text) returns text
language sql immutable set search_path = ''
as $$ select ' ' || btrim(regexp_replace(said, '[^[:alnum:]@.+_-]+', ' ', 'g')) || ' ' $$;

create function private.has_phone(who private.data_subject, said text, least_digits integer) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(private.phone_keys(said) && (who).phones, false) or char_length(digits) between least_digits and 15
    and exists (select from unnest((who).phones) as phone where position(right(digits, 8) in phone) > 0)
  from regexp_replace(private.searchable(said), '\D', '', 'g') as digits
$$;
comment on function private.has_phone(private.data_subject, text, integer) is
  'Whether a text has a phone of the person, or is at least so many of its digits in a row.';

create function private.is_searched(who private.data_subject, search text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select char_length(btrim(search)) >= 3 and (
    exists (select from unnest((who).names || (who).addresses) as name where position(name in private.searchable(search)) > 0)
    -- Each of its words is part of a name, as the search of a list goes.
    or not exists (
      select from string_to_table(private.searchable(btrim(search)), ' ') as word
      where not exists (select from unnest((who).names || (who).addresses) as name where position(word in name) > 0)
    )
    or private.has_phone(who, search, 5)
  )
$$;
comment on function private.is_searched(private.data_subject, text) is
  'Whether a search has a name, address or phone of the person, or finds one.';

create function private.is_named(who private.data_subject, said text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from unnest((who).names || (who).addresses) as name
    where position(private.only_words(name) in private.only_words(private.searchable(said))) > 0
  ) or private.has_phone(who, said, 8)
$$;
comment on function private.is_named(private.data_subject, text) is
  'Whether a text has a name or address of the person as whole words, or a whole phone: `new` does not name Mr. Newman.';

create function private.named_keys(who private.data_subject, said jsonb) returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(key), '{}') from jsonb_each_text(case jsonb_typeof(said) when 'object' then said else '{}' end)
  where case key
    when 'search' then private.is_searched(who, value)
    when 'saved_view' then private.is_searched(who, value)
    else key <> 'reason' and private.is_named(who, value)
  end
$$;
comment on function private.named_keys(private.data_subject, jsonb) is
  'The parts of what an export says of its list that name the person. Its reason stays.';

-- What belongs to a submission

insert into private.personal_data (table_name, label, action, condition, handed_over) values
  ('private.status_tokens', 'Status links', 'delete', 'stored.submission_id = any (($1).submissions)', '{}'),
  ('private.receipt_keys', 'Receipt keys', 'delete', 'stored.submission_id = any (($1).submissions)', '{}'),
  ('private.subscription_tokens', 'Newsletter confirmation links', 'delete', 'stored.subscription_id = any (($1).subscriptions)', '{}'),
  ('private.outbox', 'Emails', 'delete',
    'stored.kind <> ''campaign'' and (
      stored.submission_id = any (($1).submissions)
      or stored.mailbox = any (private.mailboxes(($1).addresses)) and lower(btrim(stored.recipient)) = any (($1).addresses)
    )', '{kind,data,state,created_at,sent_at}'),
  ('private.unqueued_recipients', 'Campaign emails not queued yet', 'delete',
    'lower(btrim(stored.address)) = any (($1).addresses)', '{campaign_id,address,name}'),
  ('private.recent_submissions', 'Rate limit IP addresses', 'delete',
    'stored.submitted_at = any (($1).moments)', '{form,address,submitted_at}'),
  ('public.submission_notes', 'Notes about submissions', 'delete', 'stored.submission_id = any (($1).submissions)', null),
  ('public.submission_answers', 'Answers to submissions', 'delete', 'stored.submission_id = any (($1).submissions)', null),
  ('public.conversions', 'Converted applications', 'delete',
    'stored.submission_id = any (($1).submissions) or stored.mentor_id = any (($1).people)
      or stored.mentee_id = any (($1).people) or stored.trainer_id = any (($1).people)', null);

insert into private.personal_data (table_name, label, action, condition) values
  ('public.contact_messages', 'Contact messages', 'delete', 'stored.id = any (($1).submissions)'),
  ('public.partnership_proposals', 'Partnership proposals', 'delete', 'stored.id = any (($1).submissions)'),
  ('public.pledges', 'Pledges', 'delete', 'stored.id = any (($1).submissions)'),
  ('public.program_applications', 'Program applications', 'delete', 'stored.id = any (($1).submissions)'),
  ('public.program_registrations', 'Program registrations', 'delete', 'stored.id = any (($1).submissions)'),
  ('public.volunteer_applications', 'Volunteer applications', 'delete', 'stored.id = any (($1).submissions)');

insert into private.personal_data (table_name, label, action, condition, handed_over) values
  ('public.submissions', 'Submissions in the queue', 'delete', 'stored.id = any (($1).submissions)',
    '{id,kind,reference,status,due_at,answered_at,withdrawn_at,created_at}'),
  ('public.newsletter_subscriptions', 'Newsletter', 'delete', 'stored.id = any (($1).subscriptions)', null);

-- People, with what refers to them

insert into private.personal_data (table_name, label, action, condition, handed_over) values
  ('public.enrolments', 'Enrollments', 'delete', 'stored.mentee_id = any (($1).people)', null),
  ('public.student_grades', 'Grades', 'delete', 'stored.mentee_id = any (($1).people)', null),
  ('public.program_mentees', 'Mentees'' programs', 'delete', 'stored.mentee_id = any (($1).people)', '{program_id,mentee_id}'),
  ('public.program_mentors', 'Mentors'' programs', 'delete', 'stored.mentor_id = any (($1).people)', '{program_id,mentor_id}'),
  ('public.program_trainers', 'Trainers'' programs', 'delete', 'stored.trainer_id = any (($1).people)', '{program_id,trainer_id}'),
  ('private.merges', 'Merged records', 'delete', 'stored.id = any (($1).merges)', '{kind,merged_row,replaced,created_at}'),
  ('public.mentors', 'Mentors', 'delete', 'stored.id = any (($1).people)', null),
  ('public.trainers', 'Trainers', 'delete', 'stored.id = any (($1).people)', null),
  ('public.mentees', 'Mentees', 'delete', 'stored.id = any (($1).people)', null),
  ('private.imported_rows', 'Fingerprints of imported rows', 'delete', 'stored.row_id = any (($1).ids)', '{import_id}');

insert into private.personal_data (table_name, label, action, condition, assignments, stays, handed_over, reason) values
  ('public.mentees', 'Mentees'' parent contacts', 'anonymize', 'stored.id = any (($1).contacts)',
    '{"parent_name": "null", "parent_email": "null", "parent_phone": "null"}',
    '{first_name,last_name,email,phone,grade_level,school_name}', '{parent_name,parent_email,parent_phone}',
    'The mentee has an address of their own. Only the parent''s contact goes.');

-- Money: sums, receipts' numbers and refunds stay right.

insert into private.personal_data (table_name, label, action, condition, handed_over) values
  ('private.payment_cards', 'Card expiry of monthly gifts', 'delete',
    'stored.customer in (select customer from private.monthly_gifts where donor_id = any (($1).donors))', '{expires_on}'),
  ('private.monthly_gifts', 'Monthly gifts', 'delete', 'stored.donor_id = any (($1).donors)', '{id,paid_at,ended_at}');

insert into private.personal_data (table_name, label, action, condition, assignments, stays, handed_over, reason) values
  ('public.donors', 'Donor', 'anonymize', 'stored.id = any (($1).donors)',
    '{"id": "private.person_of((($1).erased_names ->> stored.id::text, null, null, true))", "name": "($1).erased_names ->> stored.id::text", "email": "null"}',
    '{frequency}', null, 'The number of the receipts and the sum stay.'),
  ('public.donations', 'Gifts', 'anonymize', 'stored.id = any (($1).gifts)',
    '{"donor_name": "coalesce(($1).erased_names ->> stored.person_id::text, ''Erased donor'')", "donor_email": "null", "donor_phone": "null", "reference": "null", "note": "null",
      "description": "case when stored.description is not null then ''In kind'' end", "tribute": "null", "tribute_name": "null", "change_reason": "case when stored.voided_at is not null then ''Erased'' end"}',
    '{legal_donor_name,donation_type,campaign,payment_id,method,currency}',
    '{id,legal_donor_name,donor_name,donor_email,donor_phone,amount,refunded,donation_type,campaign,payment_id,method,description,reference,tribute,tribute_name,note,currency,original_amount,rate,rate_on,is_posted,entered_at,voided_at,change_reason,created_at}',
    'Amount, day and purpose stay: books must be kept, and sums must not change. The payment''s number stays, so that a refund is counted.'),
  ('public.donations', 'Gifts that others moved for the person', 'anonymize', 'stored.legal_donor_id = any (($1).persons)',
    '{"legal_donor_id": "private.person_of((($1).erased_names ->> stored.legal_donor_id::text, null, null, true))",
      "legal_donor_name": "($1).erased_names ->> stored.legal_donor_id::text"}',
    '{donor_name,donor_email,donor_phone,donation_type,campaign,payment_id,method,description,reference,tribute,tribute_name,note,currency,change_reason}',
    '{amount,refunded,campaign,created_at}', 'The gift belongs to whoever moved it.');
insert into private.personal_data (table_name, label, action, condition, stays, reason) values
  ('private.payments', 'Refunds', 'keep',
    'stored.gift in (select payment_id from public.donations where id = any (($1).gifts))', '{id,gift}',
    'Numbers and amounts of refunds, by which the sums are kept. They name no one.'),
  ('private.payment_reversals', 'Failed refunds and disputes', 'keep',
    'stored.payment in (select id from private.payments where gift in (select payment_id from public.donations where id = any (($1).gifts)))',
    '{id,payment,kind}', 'Numbers and amounts, by which the sums are kept. They name no one.');

-- Mail that must not be repeated, and counts of campaigns

insert into private.personal_data (table_name, label, action, condition, assignments, stays, handed_over, reason) values
  ('private.outbox', 'Campaign emails', 'anonymize',
    'stored.kind = ''campaign'' and stored.mailbox = any (private.mailboxes(($1).addresses)) and lower(btrim(stored.recipient)) = any (($1).addresses)',
    '{"recipient": "null", "data": "''{}''", "error": "null", "provider_id": "null", "worker": "null", "forgotten_at": "now()",
      "idempotency_key": "''campaign:'' || stored.id",
      "state": "case when stored.state in (''queued'', ''sending'') then ''cancelled'' else stored.state end"}',
    '{kind}', '{kind,data,state,campaign_id,created_at,sent_at}',
    'That a campaign sent one email stays in its count. Waiting emails are cancelled.'),
  ('private.outbox', 'Name in notices to colleagues', 'anonymize',
    'stored.data ->> ''by'' = any (($1).account_names)', '{"data": "stored.data - ''by''"}',
    '{idempotency_key,kind,recipient,state,provider_id,error}', '{}', 'The notice belongs to its reader.');
insert into private.personal_data (table_name, label, action, condition, handed_over) values
  ('private.suppressions', 'An earlier erasure of this suppressed address', 'delete',
    'exists (
      select from private.suppressions again
      where again.address = any (($1).addresses) and again.reason = stored.reason
        and stored.address = (private.suppressed_as(again.scope))[2]
    )', '{}');
insert into private.personal_data (table_name, label, action, condition, assignments, stays, reason) values
  ('private.suppressions', 'Address that gets no mail', 'anonymize', 'stored.address = any (($1).addresses)',
    '{"address": "(private.suppressed_as(stored.scope))[2]", "detail": "null"}', '{reason}',
    'A hash of the address stays, so that no mail is sent to it again.');

-- What a member of staff wrote about others keeps its text and loses the name,
-- before the removal of the account takes its id from some of it.

insert into private.personal_data (table_name, label, action, condition, assignments, stays, handed_over, reason) values
  ('public.submission_notes', 'Author of notes about others', 'anonymize', 'stored.author_id = any (($1).accounts)',
    '{"author_name": "''Former account''"}', '{body}', '{}', 'The note is about someone else.'),
  ('public.submission_answers', 'Author of answers to others', 'anonymize', 'stored.author_id = any (($1).accounts)',
    '{"author_name": "''Former account''"}', '{subject,body}', '{}', 'The answer belongs to someone else.'),
  ('public.conversions', 'Author of conversions', 'anonymize', 'stored.author_id = any (($1).accounts)',
    '{"author_name": "''Former account''"}', '{reference}', '{}', 'The conversion is about someone else.'),
  ('private.merges', 'Author of merges', 'anonymize', 'stored.actor_id = any (($1).accounts)',
    '{"actor_name": "''Former account''"}', '{kind,merged_name,merged_row,replaced,followed}', '{}', 'The merge is about someone else.'),
  ('private.imports', 'Author of imports', 'anonymize', 'stored.imported_by = any (($1).accounts)',
    '{"imported_by_name": "''Former account''"}', '{table_name,file_name}', '{}', 'The import is about others.');

-- The account

insert into private.personal_data (table_name, label, action, condition, handed_over) values
  ('private.visits', 'Last visits', 'delete', 'stored.user_id = any (($1).accounts)', null),
  ('public.notification_choices', 'Notice choices', 'delete', 'stored.user_id = any (($1).accounts)', null),
  ('private.role_offers', 'Role offer', 'delete', 'stored.user_id = any (($1).accounts)', '{role}'),
  ('private.begun_accounts', 'Account that staff begin', 'delete',
    'lower(btrim(stored.address)) = any (($1).addresses)', '{address,begun_at}'),
  ('private.recovery_codes', 'Recovery codes', 'delete', 'stored.user_id = any (($1).accounts)', '{}'),
  ('private.recovery_attempts', 'Wrong recovery codes', 'delete', 'stored.user_id = any (($1).accounts)', '{tried_at}'),
  ('public.user_permissions', 'Permissions', 'delete', 'stored.user_id = any (($1).accounts)', '{permission_id,granted_at}'),
  ('public.user_roles', 'Role', 'delete', 'stored.user_id = any (($1).accounts)', null),
  ('public.profiles', 'Profile', 'delete', 'stored.id = any (($1).accounts)', null),
  ('auth.mfa_amr_claims', 'Ways of signing in', 'delete',
    'stored.session_id in (select session.id from auth.sessions session where session.user_id = any (($1).accounts))', '{}'),
  ('auth.refresh_tokens', 'Session keys', 'delete', 'stored.user_id::text = any (($1).accounts::text[])', '{}'),
  ('auth.sessions', 'Sessions', 'delete', 'stored.user_id = any (($1).accounts)', '{created_at,user_agent,ip}'),
  ('auth.one_time_tokens', 'Links of the account', 'delete',
    'stored.user_id = any (($1).accounts) or lower(to_jsonb(stored) ->> ''relates_to'') = any (($1).addresses)', '{}'),
  ('auth.flow_state', 'Started sign-ins', 'delete', 'stored.user_id = any (($1).accounts)', '{}'),
  ('auth.saml_relay_states', 'Started single sign-ons', 'delete', 'lower(stored.for_email) = any (($1).addresses)', '{}'),
  ('auth.identities', 'Identities', 'delete', 'stored.user_id = any (($1).accounts)', '{}'),
  ('auth.audit_log_entries', 'Log of sign-ins', 'delete',
    'stored.payload ->> ''actor_id'' = any (($1).accounts::text[])
      or array[lower(stored.payload ->> ''actor_username''), lower(stored.payload #>> ''{traits,user_email}'')] && ($1).addresses',
    '{payload,created_at,ip_address}'),
  ('auth.users', 'Account', 'delete', 'stored.id = any (($1).accounts)',
    '{email,phone,raw_user_meta_data,created_at,email_confirmed_at,last_sign_in_at}'),
  -- The account takes its factors along; removed before it, one would be logged and mailed.
  ('auth.mfa_challenges', 'Second factor', 'delete',
    'to_jsonb(stored) ->> ''factor_id'' in (
      select factor.id::text from auth.mfa_factors factor where factor.user_id = any (($1).accounts)
    )', '{}'),
  ('auth.mfa_factors', 'Second factor', 'delete', 'stored.user_id = any (($1).accounts)', '{}');
insert into private.personal_data (table_name, label, action, condition, assignments, stays, handed_over, reason) values
  ('auth.users', 'Address requested by another account', 'anonymize', 'lower(stored.email_change) = any (($1).addresses)',
    '{"email_change": "''''", "email_change_token_new": "''''", "email_change_token_current": "''''"}',
    '{aud,role,email,encrypted_password,phone,confirmation_token,recovery_token,phone_change,phone_change_token,
      reauthentication_token,raw_app_meta_data,raw_user_meta_data}',
    '{}', 'The account belongs to someone else. It keeps the address that it has.');

-- People without another row, who are gone with their last one.

insert into private.personal_data (table_name, label, action, condition, handed_over) values
  ('private.contact_points', 'Addresses and phones of the person', 'delete', 'stored.person_id = any (($1).people_left)', '{kind,value,label,is_preferred,valid_since}'),
  ('private.people', 'The person', 'delete', 'stored.id = any (($1).people_left)', '{kind,name,language,is_deceased,do_not_contact,wants_paper}');

-- The log comes last: it has entries of all the removals above.

insert into private.personal_data (table_name, label, action, condition, assignments, stays, handed_over, reason) values
  ('public.change_log', 'Entries of the change log', 'anonymize',
    'stored.record_id = any (($1).ids) or stored.about && ($1).ids
      or stored.record_kind = ''persons'' and lower(btrim(stored.record_name)) = any (($1).addresses)',
    '{"record_name": "private.redacted_name(stored, ($1).ids)", "changes": "private.redacted_changes(stored, ($1).ids)"}',
    '{actor_name,record_kind,about}', '{created_at,action,record_kind,changes}',
    'That something was done, when and by whom stays. Names and values go.'),
  ('public.change_log', 'Export searches', 'anonymize',
    'stored.action = ''exported'' and private.named_keys($1, stored.changes) <> ''{}''',
    '{"changes": "stored.changes - private.named_keys($1, stored.changes)"}', '{actor_name,record_kind,record_name,about}', '{}',
    'That a list was exported stays.'),
  ('public.change_log', 'Name of a member of staff in the change log', 'anonymize',
    'cardinality(($1).account_names) > 0 and jsonb_typeof(stored.changes) = ''object''
      and exists (select from jsonb_each(stored.changes) as change where change.value ?| ($1).account_names)',
    '{"changes": "(select jsonb_object_agg(key, value) from jsonb_each(stored.changes) where not value ?| ($1).account_names)"}',
    '{actor_name,record_kind,record_name,about}', '{}', 'The entry is about something else.'),
  ('public.change_log', 'Name of a legal donor in the change log', 'anonymize',
    'stored.record_kind = ''donations'' and stored.changes ? ''legal_donor_name'' and stored.record_id in (
      select gift.id from public.donations gift
      where gift.legal_donor_id = any (($1).persons) or gift.legal_donor_name in (select value from jsonb_each_text(($1).erased_names))
    )',
    '{"changes": "stored.changes - ''legal_donor_name''"}', '{actor_name,record_kind,record_name,about}', '{}', 'The entry is about the gift of someone else.'),
  ('public.change_log', 'Author of change log entries', 'anonymize', 'stored.actor_id = any (($1).accounts)',
    '{"actor_name": "''Former account''"}', '{record_kind,record_name,changes,about}', '{}', 'What was done stays.');

insert into private.personal_data (table_name, label, action, reason)
select table_name, upper(left(words, 1)) || substr(words, 2), 'none', reason from (values
  ('public.programs', 'What we offer; its manager is an account'),
  ('public.program_seats', 'Numbers of seats'),
  ('public.courses', 'What we teach'),
  ('public.assessments', 'Titles of graded work'),
  ('public.email_campaigns', 'What we write to many'),
  ('public.answer_templates', 'What we write to many'),
  ('public.holidays', 'Days of the office'),
  ('public.permissions', 'Kinds of rights'),
  ('private.submission_kinds', 'Kinds of forms'),
  ('private.table_readers', 'Kinds of rights'),
  ('private.captcha', 'A setting'),
  ('private.captcha_passes', 'Hashes of passes, for ten minutes'),
  ('private.mail_settings', 'Settings'),
  ('private.audience_counts', 'Counts'),
  ('private.receipt_wording', 'A setting'),
  ('private.retention_rules', 'Settings'),
  ('private.second_factor', 'A setting'),
  ('private.mail_events', 'Numbers of events'),
  ('private.unknown_mail_events', 'Kinds and counts'),
  ('private.payment_events', 'Numbers of events'),
  ('private.refused_payment_events', 'Reasons and counts'),
  ('private.upkeep', 'Tasks of the database'),
  ('private.personal_data', 'This registry'),
  ('private.erasure_settings', 'A setting'),
  ('private.hash_key', 'A key'),
  ('auth.sso_providers', 'Settings'),
  ('auth.sso_domains', 'Settings'),
  ('auth.saml_providers', 'Settings'),
  ('auth.oauth_clients', 'Settings'),
  ('auth.custom_oauth_providers', 'Settings'),
  ('auth.oauth_client_states', 'Keys of started sign-ins'),
  ('private.erasures', 'Hashes and counts')
) as listed (table_name, reason), replace(split_part(table_name, '.', 2), '_', ' ') as words;

-- What there is

create function private.require_admin_of_api() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- The owner of the database, at the command line, is no account.
  if current_setting('role', true) in ('anon', 'authenticated', 'service_role') and not private.is_admin() then
    raise exception 'Only an administrator may do this.' using errcode = 'insufficient_privilege';
  end if;
end
$$;

-- Dynamic SQL: table and condition are in a row of the registry.
create function private.rows_of_subject(rule private.personal_data, who private.data_subject) returns setof json
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query execute format('select to_json(stored) from %s as stored where %s', rule.table_name, rule.condition)
    using who;
end
$$;

create function private.found_data(who private.data_subject) returns table (
  found_position integer, label text, action text, reason text, found_rows bigint, print text
)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  rule private.personal_data;
begin
  for rule in
    select * from private.personal_data listed
    where listed.action <> 'none' and to_regclass(listed.table_name) is not null order by listed.position
  loop
    found_position := rule.position;
    label := rule.label;
    action := rule.action;
    reason := rule.reason;
    select count(*), coalesce(md5(string_agg(stored ->> 'id', ',' order by stored ->> 'id')), '') into found_rows, print
    from private.rows_of_subject(rule, who) as stored;
    -- Rows that the log, mail and sign-in write at the same time are no new data.
    print := case when rule.table_name like 'public.%' and rule.table_name <> 'public.change_log' then found_rows || print end;
    if found_rows > 0 then
      return next;
    end if;
  end loop;
end
$$;
comment on function private.found_data(private.data_subject) is 'The rows of a person by rule, in the order of erasing.';

-- The hand-over

-- Two requests, as for protected fields: the first commits the log entry that the second requires.

create function private.record_hand_over(subject text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who private.data_subject;
begin
  perform private.require_admin_of_api();
  who := private.data_subject(subject);
  if not exists (select from private.found_data(who)) then
    raise exception 'We hold nothing about this person.' using errcode = 'P0001';
  end if;
  perform private.log_action('exported', 'persons', coalesce(who.record, who.persons[1]), who.address, null);
end
$$;

create function private.named_values(stored json, columns text[]) returns json
language sql stable security definer set search_path = ''
as $$
  select json_object_agg(key, value order by position) from (
    select position, key, value from json_each(stored) with ordinality as listed (key, value, position)
    where key = any (columns) and json_typeof(value) <> 'null'
      and key not in ('program_id', 'course_id', 'assessment_id', 'campaign_id', 'permission_id')
    union all
    select 0, 'program', to_json(name) from public.programs where id = (stored ->> 'program_id')::uuid
    union all
    select 0, 'course', to_json(title) from public.courses where id = (stored ->> 'course_id')::uuid
    union all
    select 0, 'assessment', to_json(name) from public.assessments where id = (stored ->> 'assessment_id')::uuid
    union all
    select 0, 'campaign', to_json(subject) from public.email_campaigns where id = (stored ->> 'campaign_id')::uuid
    union all
    select 0, 'permission', to_json(name) from public.permissions where id = (stored ->> 'permission_id')::uuid
  ) as listed
$$;
comment on function private.named_values(json, text[]) is 'The values of a row in the order of its columns, with names in place of the ids of what we offer.';

create function private.name_of_subject(who private.data_subject) returns text
language sql stable security definer set search_path = ''
as $$
  select nullif(btrim(name), '') from (
    select 1, concat_ws(' ', first_name, last_name) from public.mentees where id = (who).record
    union all select 1, child_name from public.program_applications where id = (who).record
    union all select 2, full_name from public.profiles where id = any ((who).accounts)
    union all select 3, name from private.people where id = any ((who).persons)
    union all select 4, parent_name from public.mentees where id = any ((who).people || (who).contacts)
  ) as listed (place, name)
  where name ~ '\S' order by place, name limit 1
$$;
comment on function private.name_of_subject(private.data_subject) is 'What the person is called, for the page that is handed over; null where no one knows.';

create function private.hand_over(subject text) returns json
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  who private.data_subject;
  rule private.personal_data;
  columns text[];
  rows json;
  parts json[] := '{}';
begin
  perform private.require_admin_of_api();
  who := private.data_subject(subject);
  if not exists (
    select from public.change_log
    where actor_id is not distinct from auth.uid() and action = 'exported' and record_kind = 'persons'
      and (record_name = who.address or who.address is null and record_id = coalesce(who.record, who.persons[1]))
      -- An entry of this transaction could still be undone.
      and created_at < now() and created_at > now() - interval '5 minutes'
  ) then
    raise exception 'This hand-over is not recorded.' using errcode = 'insufficient_privilege';
  end if;
  for rule in
    select * from private.personal_data
    where condition is not null and handed_over is distinct from '{}' and to_regclass(table_name) is not null order by position
  loop
    columns := coalesce(rule.handed_over, array(
      select attname from pg_catalog.pg_attribute
      where attrelid = rule.table_name::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    ));
    select json_agg(private.named_values(stored, columns) order by stored ->> 'created_at') into rows
    from private.rows_of_subject(rule, who) as stored;
    if rows is not null then
      parts := parts || json_build_object('label', rule.label, 'table', rule.table_name, 'rows', rows);
    end if;
  end loop;
  return json_build_object(
    'about', coalesce(who.address, private.name_of_subject(who), who.record::text), 'name', private.name_of_subject(who), 'handed_over_at', now(), 'parts', to_json(parts)
  );
end
$$;

-- Erasing

create function private.erasure_refusal(who private.data_subject) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when auth.uid() = any ((who).accounts) then 'You cannot erase yourself. Another administrator can.'
    when exists (select from public.user_roles where role = 'admin' and user_id = any ((who).accounts))
      and not exists (select from public.user_roles where role = 'admin' and user_id <> all ((who).accounts))
      then 'This is the only administrator. Make someone else one first.'
  end
$$;

create function private.erasure_warnings(who private.data_subject) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array_remove(array[
    case when exists (
      select from private.gifts where id = any ((who).gifts)
        and (created_at at time zone private.office_time_zone())::date >= (now() at time zone private.office_time_zone())::date
    ) then 'There is a gift of today. It stays without a name: a refund is still counted, but no one here can tell whose it was.' end,
    case when exists (
      select from private.gifts where id = any ((who).gifts) and donation_type = 'monthly' and created_at > now() - interval '2 months'
    ) then 'There is a monthly gift. End it at the payment provider first: its next payment would bring the address back.' end,
    case when exists (
      select from public.pledges where id = any ((who).submissions) and status <> 'closed'
    ) then 'There is an open pledge. It is deleted.' end,
    case when exists (
      select from public.user_roles where user_id = any ((who).accounts) and role <> all ('{user,supporter,donor}')
    ) then 'This is an account of staff. It can no longer sign in.' end,
    case when exists (
      select from public.mentees where id = (who).record and email is not null
    ) then 'The child has an email address of their own. What is under that address is erased apart.' end
  ], null)
$$;

create function private.earlier_erasures(subject text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', done.id, 'reason', done.reason, 'requested_by', private.account_name(done.requested_by),
    'requested_at', done.requested_at, 'erased_by', private.account_name(done.erased_by), 'erased_at', done.erased_at,
    'is_own', done.requested_by = auth.uid(), 'counts', done.counts
  ) order by done.requested_at desc), '[]')
  from private.erasures done where private.keyed_hash(lower(btrim(subject))) = any (done.other_hashes || done.subject_hash)
$$;

create function private.preview_erasure(subject text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  who private.data_subject;
begin
  perform private.require_admin_of_api();
  who := private.data_subject(subject);
  return (
    select jsonb_build_object(
      'parts', coalesce(jsonb_agg(jsonb_build_object(
        'label', label, 'action', action, 'rows', found_rows, 'reason', reason
      ) order by found_position), '[]'),
      'seen', md5(coalesce(string_agg(print, ' ' order by found_position), '')),
      'refusal', private.erasure_refusal(who),
      'warnings', to_jsonb(private.erasure_warnings(who)),
      'needs_approval', (select needs_approval from private.erasure_settings),
      'erasures', private.earlier_erasures(subject)
    )
    from private.found_data(who)
  );
end
$$;

-- Dynamic SQL: table, condition and values are rows of the registry.
create function private.erase_rows(who private.data_subject) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  rule private.personal_data;
begin
  perform private.set_write_mode('erasure');
  for rule in
    select * from private.personal_data
    where action in ('delete', 'anonymize') and to_regclass(table_name) is not null order by position
  loop
    if rule.action = 'delete' then
      execute format('delete from %s as stored where %s', rule.table_name, rule.condition) using who;
    else
      execute format(
        'update %s as stored set %s where %s', rule.table_name,
        (select string_agg(format('%I = %s', key, value), ', ') from jsonb_each_text(rule.assignments)), rule.condition
      ) using who;
    end if;
  end loop;
  perform private.set_write_mode(null);
end
$$;

create function private.erase_person(subject text, reason text, seen text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  given constant text := lower(btrim(subject));
  hash constant text := private.keyed_hash(given);
  caller constant uuid := auth.uid();
  who private.data_subject;
  preview jsonb;
  refusal text;
  asked private.erasures;
begin
  perform private.require_admin_of_api();
  -- Nobody arrives, merges or changes meanwhile.
  perform private.lock_people(true);
  perform private.lock_workflow();
  -- One erasure at a time.
  perform pg_advisory_xact_lock(hashtextextended('private.erasures', 0));
  perform from auth.users where lower(email) = given for update;
  who := private.data_subject(subject);
  preview := private.preview_erasure(subject);
  select * into asked from private.erasures where subject_hash = hash and erased_at is null;
  refusal := case
    when preview -> 'parts' = '[]' then 'There is nothing to erase: we hold nothing about this person.'
    when preview ->> 'refusal' is not null then preview ->> 'refusal'
    when (preview ->> 'needs_approval')::boolean and asked.requested_by is not distinct from caller and asked.id is not null
      then 'You asked for this erasure. Another administrator approves it.'
  end;
  if refusal is not null then
    raise exception '%', refusal using errcode = 'P0001';
  elsif preview ->> 'seen' is distinct from seen then
    raise exception 'Something was added or removed since. Look again: nothing was erased.' using errcode = 'PT409';
  end if;

  if asked.id is null then
    insert into private.erasures (subject_hash, reason, requested_by) values (hash, erase_person.reason, caller)
    returning * into asked;
    if (preview ->> 'needs_approval')::boolean then
      perform private.log_action('added', 'erasures', asked.id, null, null);
      return private.earlier_erasures(subject) -> 0;
    end if;
  end if;
  perform private.erase_rows(who);
  update private.erasures set erased_by = caller, erased_at = now(), counts = (
    select jsonb_agg(part - 'reason') from jsonb_array_elements(preview -> 'parts') as part
  ), other_hashes = array(select private.keyed_hash(known) from unnest(who.addresses || who.persons::text[]) as known)
  where id = asked.id;
  perform private.log_action('removed', 'persons', asked.id, null, null);
  return (
    select done from jsonb_array_elements(private.earlier_erasures(subject)) as done where (done ->> 'id')::uuid = asked.id
  );
end
$$;

create function private.decline_erasure(subject text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  declined uuid;
begin
  perform private.require_admin_of_api();
  delete from private.erasures where subject_hash = private.keyed_hash(lower(btrim(subject))) and erased_at is null
  returning id into declined;
  if declined is not null then
    perform private.log_action('removed', 'erasures', declined, null, null);
  end if;
  return declined is not null;
end
$$;

create function public.record_hand_over(subject text) returns void
language sql security invoker set search_path = ''
as $$ select private.record_hand_over(subject) $$;
comment on function public.record_hand_over is
  'For admins: logs that the caller hands over what we hold about an email address, or a record by its id.';
grant execute on function private.record_hand_over, public.record_hand_over to authenticated;
create function public.hand_over(subject text) returns json
language sql stable security invoker set search_path = ''
as $$ select private.hand_over(subject) $$;
comment on function public.hand_over is
  'For admins: everything that we hold, by part, within five minutes of a hand-over that the caller logged in an earlier request.';
grant execute on function private.hand_over, public.hand_over to authenticated;
create function public.preview_erasure(subject text) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.preview_erasure(subject) $$;
comment on function public.preview_erasure is
  'For admins: what erasing would do, by part; why it is refused; warnings; earlier erasures; `seen` for erase_person.';
grant execute on function private.preview_erasure, public.preview_erasure to authenticated;
create function public.erase_person(subject text, reason text, seen text) returns jsonb
language sql security invoker set search_path = ''
as $$ select private.erase_person(subject, reason, seen) $$;
comment on function public.erase_person is
  'For admins: erases and returns the certificate, or the request where a second admin approves; PT409 when data arrived since the preview.';
grant execute on function private.erase_person, public.erase_person to authenticated;
create function public.decline_erasure(subject text) returns boolean
language sql security invoker set search_path = ''
as $$ select private.decline_erasure(subject) $$;
comment on function public.decline_erasure is
  'For admins: ends a request that waits for approval; false where there is none.';
grant execute on function private.decline_erasure, public.decline_erasure to authenticated;
