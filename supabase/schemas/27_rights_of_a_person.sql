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
  'The rows that were chosen of a person, of an address, or of a record: a mentee, or the child of a program application. `persons` are the people whom it is about; `people_left` those who go with the chosen rows; `addresses` theirs alone, `shared` those that others have, too; `people` are mentors, mentees and trainers; `contacts` mentees with an address of their own, who lose a parent''s contact; `ids` all together; `moments` when forms were sent; `phones` the private.phone_keys of their rows.';

create type private.subject_record as (
  id uuid, kind text, person uuid, name text, entry text, title text, email text, phone text, amount numeric,
  happened_at timestamptz, is_sure boolean, child uuid, child_name text
);
comment on type private.subject_record is
  'A record that a hand-over or an erasure names, to be chosen or not. `kind` is its table, as private.rows_of_people has it; or `children` and `parent_contacts`, mentees without and with an address of their own, whose record names the person as a parent; `merges`, an earlier record in that of someone else; `people`, a second contact without a record. `is_sure` where more than a claim ties it to the person. The name of a child is shown after an opening of `child`.';

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
  counts jsonb,
  identity text not null check (identity in ('replied', 'called_back', 'in_person')),
  contact_hash text,
  chosen_hashes text[] not null default '{}',
  left_hashes text[] not null default '{}'
);
comment on column private.erasures.subject_hash is 'Keyed hash of the person''s id, of the address, or of the id of a child.';
comment on column private.erasures.other_hashes is 'Of the other addresses and ids of a person who was erased.';
comment on column private.erasures.identity is 'How the colleague checked who asks.';
comment on column private.erasures.contact_hash is 'Keyed hash of the email that they replied from, or of the phone that they were called back at.';
comment on column private.erasures.chosen_hashes is 'Keyed hashes of the ids of the records that go: what a second admin approves, and what goes again after a restore.';
comment on column private.erasures.left_hashes is 'Keyed hashes of the ids of the records that were shown and stay.';
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

create function private.is_sure(email text, phone text, email_level private.contact_level, phone_level private.contact_level) returns boolean
language sql immutable set search_path = ''
as $$
  select num_nonnulls(email, phone) = 0
    or coalesce(email is not null and email_level > 'told', false) or coalesce(phone is not null and phone_level > 'told', false)
$$;

create function private.is_sure(theirs private.rows_of_people) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
    when theirs.source in ('donations', 'unposted_gifts') and exists (
      select from public.donations where id = theirs.id and is_picked
    ) then true
    -- No contact: whoever wrote the row says whose it is.
    when num_nonnulls(theirs.email, theirs.phone) = 0 then theirs.source not in ('submissions', 'newsletter_subscriptions')
      and not exists (select from private.imported_rows where row_id = theirs.id)
      and not exists (select from public.donations where id = theirs.id and payment_id is not null)
    else private.is_sure(theirs.email, theirs.phone, theirs.email_level, theirs.phone_level)
  end
$$;
comment on function private.is_sure(private.rows_of_people) is
  'Whether a row hangs on its person by more than a claim: by an email or phone that a colleague entered or the owner proved, by a pick, or as a colleague typed it without either.';

create function private.is_told_parent(child public.mentees) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.imported_rows where row_id = child.id) or exists (
    select from public.conversions join public.submissions on submissions.id = submission_id
    where mentee_id = child.id and proved_at is null and (
      lower(btrim(submissions.email)) = lower(btrim(child.parent_email))
      or private.phone_keys(submissions.phone) && private.phone_keys(child.parent_phone)
    )
  )
$$;
comment on function private.is_told_parent(public.mentees) is
  'Whether only a form or an import told the parent''s contact in a mentee''s record.';

create function private.has_parent(child public.mentees, who private.data_subject) returns boolean
language sql stable security definer set search_path = ''
as $$
  select lower(btrim(child.parent_email)) = any ((who).addresses)
    or lower(btrim(child.parent_email)) = any ((who).shared) and exists (
      select from private.people, unnest(names) as known
      where people.id = any ((who).persons) and private.is_same_name(known, private.plain_name(child.parent_name))
    )
$$;
comment on function private.has_parent(public.mentees, private.data_subject) is
  'Whether the contact of a mentee is this person: by an address that is theirs alone, or by a shared one and the name.';

create function private.subject_of(subject text) returns private.data_subject
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  given constant text := nullif(lower(btrim(subject)), '');
  who private.data_subject;
begin
  if given is null or char_length(given) > 254 then
    raise exception 'Name an email address.' using errcode = 'P0001';
  elsif given !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return jsonb_populate_record(who, jsonb_build_object('address', given, 'addresses', array[given], 'shared', '{}'::text[], 'persons', array(
      select person_id from private.rows_of_people where lower(btrim(email)) = given
      union
      -- The email of a second contact is in no row.
      select person_id from private.contact_points join private.people on people.id = person_id
      where contact_points.kind = 'email' and normalized = given and second_of is not null
    )));
  elsif exists (select from private.people where id = given::uuid) then
    who := jsonb_populate_record(who, jsonb_build_object('persons', array[given]));
  elsif exists (select from private.rows_of_people where id = given::uuid and source in ('mentors', 'trainers')) then
    who := jsonb_populate_record(who, jsonb_build_object('persons', array(
      select person_id from private.rows_of_people where id = given::uuid
    )));
  else
    return jsonb_populate_record(who, jsonb_build_object(
      'record', given, 'persons', '{}'::uuid[], 'addresses', '{}'::text[], 'shared', '{}'::text[]
    ));
  end if;
  return jsonb_populate_record(who, (
    with theirs as (
      select lower(btrim(email)) as address, bool_and(person_id = any (who.persons)) as is_own
      from private.rows_of_people
      where lower(btrim(email)) in (
        select lower(btrim(email)) from private.rows_of_people where person_id = any (who.persons) and email is not null
      )
      group by 1
    )
    select jsonb_build_object(
      'addresses', array(select address from theirs where is_own), 'shared', array(select address from theirs where not is_own)
    )
  ));
end
$$;
comment on function private.subject_of(text) is
  'Whom a hand-over or an erasure starts from, without their rows: a person, by their id or that of a mentor or trainer; an address, which is a claim to whoever has it; or a child, by the id of a mentee or a program application.';

create function private.records_of_subject(who private.data_subject) returns setof private.subject_record
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  is_address constant boolean := (who).address is not null;
  -- What starts from an address reaches no row without it.
  whole constant uuid[] := case when is_address then '{}' else (who).persons end;
  child_forms constant uuid[] := case when (who).record is null then '{}' else private.submissions_of_child((who).record) end;
begin
  return query
  with recursive own as materialized (
    select source, id, person_id, name, coalesce(entry, 'unposted') as entry, title, email, phone, amount, created_at,
      is_address or private.is_sure(theirs) as is_sure, case when entry = 'program' then id end as child
    from private.rows_of_people as theirs
    where person_id = any (whole) or lower(btrim(email)) = (who).address
    union all
    select source, id, person_id, name, entry, title, email, phone, amount, created_at, true, id
    from private.rows_of_people as theirs
    where source = 'mentees' and (id = (who).record or id in (select mentee_id from public.conversions where submission_id = (who).record))
    union all
    select source, id, person_id, name, entry, title, email, phone, amount, created_at,
      id = (who).record or email_level > 'told' or id in (select submission_id from public.conversions where mentee_id is not null), id
    from private.rows_of_people as theirs where source = 'submissions' and id = any (child_forms)
  ), families as (
    select case when child.email is null then 'children' else 'parent_contacts' end as source, child.id, child.person_id,
      null::text as name, 'mentee' as entry, null::text as title, null::text as email, null::text as phone, null::numeric as amount, child.created_at,
      not private.is_told_parent(child)
        and not exists (
          select from private.guardians
          where child_id = child.person_id and adult_id = any ((who).persons) and no_contact
        )
        and (is_address or exists (
          select from private.contact_points
          where person_id = any (whole) and kind = 'email' and normalized = lower(btrim(child.parent_email)) and level > 'told'
        )) as is_sure, child.id as child
    from public.mentees child
    where lower(btrim(parent_email)) = any ((who).addresses || (who).shared) and private.has_parent(child, who)
      and id not in (select own.id from own)
  ), converted as (
    -- Rows without an address belong to the application that they came from.
    select theirs.source, theirs.id, theirs.person_id, theirs.name, theirs.entry, theirs.title, theirs.email, theirs.phone, theirs.amount,
      theirs.created_at, own.is_sure, case when theirs.source = 'mentees' then theirs.id end
    from own
    join public.conversions came on own.source = 'submissions' and came.submission_id = own.id
    join private.rows_of_people as theirs on theirs.id = coalesce(came.mentor_id, came.trainer_id, came.mentee_id) and theirs.email is null
    where theirs.source in ('mentors', 'trainers', 'mentees')
      and theirs.id not in (select own.id from own) and theirs.id not in (select families.id from families)
      and not exists (select from public.mentees where mentees.id = theirs.id and parent_email is not null)
  ), listed as (
    select * from own union all select * from families union all select * from converted
  ), kept as (
    select id from listed where source in ('mentors', 'mentees', 'trainers', 'children', 'parent_contacts')
    -- A merged row may have taken others in before.
    union select merged_id from private.merges join kept on kept.id = kept_id
  ), merged as (
    select 'merges', done.id, (done.merged_row ->> 'person_id')::uuid, done.merged_name, rtrim(done.kind, 's'),
      (select name from private.rows_of_people as theirs where theirs.id = done.kept_id limit 1),
      done.merged_row ->> 'email', case when done.kind <> 'mentees' then done.merged_row ->> 'phone' end, null::numeric, done.created_at,
      is_address or private.is_sure(
        done.merged_row ->> 'email', done.merged_row ->> 'phone', levels[1], case when done.kind <> 'mentees' then levels[2] end
      ), null::uuid
    from private.merges done cross join lateral private.levels_of(done.kind, done.merged_row) as levels
    where kept_id not in (select id from kept) and (
      (done.merged_row ->> 'person_id')::uuid = any (whole)
      or (who).addresses && array[
        lower(btrim(done.merged_row ->> 'email')), lower(btrim(done.merged_row ->> 'parent_email')),
        lower(btrim(replaced #>> '{email,0}')), lower(btrim(replaced #>> '{email,1}')),
        lower(btrim(replaced #>> '{parent_email,0}')), lower(btrim(replaced #>> '{parent_email,1}'))
      ]
    )
  ), second as (
    select 'people', people.id, people.id, people.name, 'contact', null::text,
      (select min(value) from private.contact_points where person_id = people.id and kind = 'email'), null::text, null::numeric, created_at, true, null::uuid
    from private.people
    where id = any ((who).persons) and second_of is not null and kind = 'person'
      and not exists (select from private.rows_of_people as theirs where theirs.person_id = people.id)
  )
  select found.id, source, person_id, name, entry, title, email, phone, amount, created_at, is_sure, child,
    coalesce(
      (select child_name from public.program_applications where program_applications.id = found.id),
      (select concat_ws(' ', first_name, last_name) from public.mentees where mentees.id = child)
    )
  from (select * from listed union all select * from merged union all select * from second) as found
  order by created_at, found.id;
end
$$;
comment on function private.records_of_subject(private.data_subject) is
  'The records of a private.subject_of. From an address only those that carry it: whoever else their people are is not asked.';

create function private.merges_of_subject(who private.data_subject) returns setof private.merges
language sql stable security definer set search_path = ''
as $$
  select * from private.merges
  where id = any ((who).merges) or kept_id = any ((who).people) or merged_id = any ((who).people)
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

create function private.data_subject(subject text, chosen uuid[] default null) returns private.data_subject
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  who private.data_subject := private.subject_of(subject);
  records constant private.subject_record[] := array(select record from private.records_of_subject(who) as record);
  ticked constant uuid[] := array(select id from unnest(records) where case when chosen is null then is_sure else id = any (chosen) end);
  rows uuid[];
  people integer;
begin
  who := jsonb_populate_record(who, (
    select jsonb_object_agg(field, array(select id from unnest(records) where kind = any (kinds) and id = any (ticked)))
    from (values
      ('accounts', '{profiles}'::text[]), ('people', '{mentors,mentees,trainers,children}'), ('contacts', '{parent_contacts}'),
      ('submissions', '{submissions}'), ('subscriptions', '{newsletter_subscriptions}'), ('gifts', '{donations,unposted_gifts}'),
      ('merges', '{merges}'), ('people_left', '{people}')
    ) as listed (field, kinds)
  ));
  rows := who.accounts || who.people || who.submissions || who.subscriptions || who.gifts;
  loop
    people := cardinality(who.people);
    who := jsonb_populate_record(who, jsonb_build_object(
      'merges', array(select id from private.merges_of_subject(who)),
      'people', array(select unnest(who.people) union select merged_id from private.merges_of_subject(who))
    ));
    exit when cardinality(who.people) = people;
  end loop;
  -- An address is theirs as long as no row that stays has it, or none as well known. A child's own is erased apart.
  who := jsonb_populate_record(who, (
    with theirs as (
      select lower(btrim(email)) as address, max(email_level) filter (where id = any (rows)) as chosen_level,
        max(email_level) filter (where id <> all (rows)) as level_left
      from private.rows_of_people
      where who.record is null and lower(btrim(email)) in (
        select lower(btrim(email)) from private.rows_of_people as chosen_row where chosen_row.id = any (rows) union select who.address
      )
      group by 1
    )
    select jsonb_build_object('addresses', array(
      select address from theirs
      where level_left is null or chosen_level > level_left or address = who.address and level_left = 'told'
      union
      select who.address where not exists (select from theirs where address = who.address) and who.address is not null
      union
      select normalized from private.contact_points where person_id = any (who.people_left) and kind = 'email'
    ))
  ));
  who := jsonb_populate_record(who, jsonb_build_object(
    'accounts', array(
      select unnest(who.accounts)
      union
      select id from auth.users where lower(email) = any (who.addresses) and not exists (select from public.profiles where profiles.id = users.id)
    ),
    'moments', array(
      select created_at from public.submissions where id = any (who.submissions)
      union select created_at from public.newsletter_subscriptions where id = any (who.subscriptions)
    )
  ));
  who := jsonb_populate_record(who, jsonb_build_object(
    'account_names', array(
      select distinct name from (
        select unnest(array[full_name, email, private.account_name(id)]) from public.profiles where id = any (who.accounts)
        union
        select jsonb_array_elements_text(changes -> 'full_name') from public.change_log
        where record_kind = 'profiles' and record_id = any (who.accounts) and changes ? 'full_name'
      ) as listed (name) where name is not null
    ),
    'people_left', who.people_left || array(
      select person_id from (
        select person_id, id = any (rows) as is_gone, private.is_sure(theirs) as is_sure
        from private.rows_of_people as theirs
        where person_id in (select person_id from private.rows_of_people as chosen_row where chosen_row.id = any (rows))
      ) as theirs
      group by person_id
      having bool_and(is_gone)
        -- With all that is surely theirs the person is gone. What others claimed stays as someone of its own.
        or who.address is null and person_id = any (who.persons) and bool_or(is_sure) and bool_and(is_gone or not is_sure)
      -- Whoever was erased before stays as what the sums need.
      except select id from private.people where is_known_by_name and name ~ '^Erased donor( \d+)?$'
      union
      select private.parents_of_subject(who)
    )
  ));
  who := jsonb_populate_record(who, jsonb_build_object(
    'people_left', who.people_left || array(
      -- Households of nobody else
      select people.id from private.people
      where kind <> 'person' and id in (select group_id from private.members where person_id = any (who.people_left))
        and not exists (select from private.rows_of_people as theirs where theirs.person_id = people.id)
        and not exists (select from private.members where group_id = people.id and person_id <> all (who.people_left))
    ),
    -- Who keeps a gift stays the donor.
    'donors', array(
      select person_id from private.gifts
      where person_id in (select person_id from private.gifts as chosen_gift where chosen_gift.id = any (who.gifts))
      group by person_id having person_id = any (who.people_left) or bool_and(id = any (who.gifts))
        and not exists (select from private.gifts as legal where legal.legal_donor_id = gifts.person_id)
      union
      select id from public.donors where id = any (who.people_left)
    )
  ));
  who := jsonb_populate_record(who, jsonb_build_object(
    'ids', who.accounts || who.people || who.contacts || who.submissions || who.subscriptions || who.gifts || who.donors || who.people_left,
    'names', private.names_of_subject(who),
    'erased_names', (select jsonb_object_agg(id, 'Erased donor ' || number) from public.donors where id = any (who.donors))
  ));
  return jsonb_populate_record(who, jsonb_build_object('phones', array(select private.phones_of_subject(who))));
end
$$;
comment on function private.data_subject(text, uuid[]) is
  'The chosen rows of a private.subject_of, with all that goes with them: without a choice those that are surely theirs.';

create function private.is_of_subject(point private.contact_points, who private.data_subject) returns boolean
language sql stable security definer set search_path = ''
as $$
  select point.kind = 'post' or coalesce(bool_or(id = any ((who).ids)), true)
  from private.rows_of_people as theirs
  where person_id = point.person_id
    and case point.kind when 'email' then lower(btrim(email)) = point.normalized else point.normalized = any (private.phone_keys(phone)) end
$$;
comment on function private.is_of_subject(private.contact_points, private.data_subject) is
  'Whether a contact point of someone who goes is not one that only rows that stay have.';

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
        and (stored.submission_id is null or stored.reader_id is not null)
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

-- Someone else's pledge asks us to tell this person.
insert into private.personal_data (table_name, label, action, condition, assignments, stays, handed_over, reason) values
  ('public.pledges', 'Pledges of others that the person was to be told of', 'anonymize',
    'regexp_split_to_array(lower(stored.notify), ''[\s,;:<>()]+'') && ($1).addresses',
    '{"notify": "null", "tribute_message": "null"}', '{name,email,frequency,program,tribute,tribute_name}',
    '{tribute,tribute_name,notify,tribute_message,created_at}',
    'The pledge belongs to its giver.');

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
    '{first_name,last_name,email,phone,grade_level,school_name,told}', '{parent_name,parent_email,parent_phone}',
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
    '{legal_donor_name,donation_type,campaign,payment_id,method,currency,told}',
    '{id,legal_donor_name,donor_name,donor_email,donor_phone,amount,refunded,donation_type,campaign,payment_id,method,description,reference,tribute,tribute_name,note,currency,original_amount,rate,rate_on,is_posted,entered_at,voided_at,change_reason,created_at}',
    'Amount, day and purpose stay: books must be kept, and sums must not change. The payment''s number stays, so that a refund is counted.'),
  ('public.donations', 'Gifts that others moved for the person', 'anonymize', 'stored.legal_donor_id = any (($1).people_left)',
    '{"legal_donor_id": "private.person_of((($1).erased_names ->> stored.legal_donor_id::text, null, null, true))",
      "legal_donor_name": "($1).erased_names ->> stored.legal_donor_id::text"}',
    '{donor_name,donor_email,donor_phone,donation_type,campaign,payment_id,method,description,reference,tribute,tribute_name,note,currency,change_reason,told}',
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
  ('private.contact_points', 'Addresses and phones of the person', 'delete',
    'stored.person_id = any (($1).people_left) and private.is_of_subject(stored, $1)', '{kind,value,label,is_preferred,valid_since}'),
  ('private.people', 'The person', 'delete', 'stored.id = any (($1).people_left)', '{kind,name,language,is_deceased,do_not_contact,wants_paper}');

-- The log comes last: it has entries of all the removals above.

insert into private.personal_data (table_name, label, action, condition, assignments, stays, handed_over, reason) values
  ('public.change_log', 'Entries of the change log', 'anonymize',
    'stored.record_id = any (($1).ids) or stored.about && ($1).ids
      or stored.record_kind = ''persons'' and array[lower(btrim(stored.record_name)), stored.changes ->> ''contact''] && ($1).addresses',
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
      where gift.legal_donor_id = any (($1).people_left) or gift.legal_donor_name in (select value from jsonb_each_text(($1).erased_names))
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
  ('private.join_rules', 'Rules of joins'),
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

-- What is shown of a person, to choose from it

create function private.is_open_child(child uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select child is null or private.has_opened(child, '5 minutes')
    or coalesce(current_setting('role', true), '') not in ('anon', 'authenticated', 'service_role')
$$;

create function private.contacts_of_subject(who private.data_subject, records private.subject_record[]) returns table (
  kind text, normalized text, value text, name text, child uuid
)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
  with children as (
    select mentees.* from public.mentees
    where person_id = any ((who).persons) and (who).address is null
      or (who).record is not null and id in (select record.id from unnest(records) as record where record.kind = 'mentees')
  ), guardian as (
    select mentee.id as child, tie.adult_id, tie.is_of_record, tie.no_contact
    from children as mentee join private.guardians tie on tie.child_id = mentee.person_id
  ), known as (
    select 'email' as kind, (who).address as normalized, (who).address as value, null::text as name, null::uuid as child
    where (who).address is not null
    union all
    select 'phone', key, btrim(theirs.phone), theirs.name, null
    from private.rows_of_people as theirs cross join lateral unnest(private.phone_keys(theirs.phone)) as key
    where lower(btrim(email)) = (who).address and phone_level > 'told'
    union all
    select point.kind, point.normalized, point.value, null, null from private.contact_points point
    where person_id = any ((who).persons) and (who).address is null and point.kind <> 'post' and level > 'told'
    union all
    select point.kind, point.normalized, point.value, adult.name, guardian.child
    from guardian
    join private.people adult on adult.id = adult_id
    join private.contact_points point on point.person_id = adult_id
    where not no_contact and point.kind <> 'post' and level > 'told'
    union all
    select said.kind, said.normalized, said.value, mentee.parent_name, mentee.id
    from children as mentee
    cross join lateral (
      select 'email', lower(btrim(mentee.parent_email)), btrim(mentee.parent_email) where mentee.parent_email is not null
      union all select 'phone', key, btrim(mentee.parent_phone) from unnest(private.phone_keys(mentee.parent_phone)) as key
    ) as said (kind, normalized, value)
    where not private.is_told_parent(mentee)
      and not exists (select from guardian where guardian.child = mentee.id and is_of_record and no_contact)
    union all
    select 'email', lower(btrim(sent.email)), btrim(sent.email), sent.name, sent.id
    from public.submissions sent
    where (who).record is not null and proved_at is not null
      and id in (select record.id from unnest(records) as record where record.kind = 'submissions' and is_sure)
  )
  select distinct on (kind, normalized) kind, normalized, value, name, child
  from known order by kind, normalized, child nulls first;
end
$$;
comment on function private.contacts_of_subject(private.data_subject, private.subject_record[]) is
  'By which the identity of who asks can be checked: emails and phones of a person that a colleague entered or the owner proved, of a child also those of parents and guardians whom one may contact; or the address itself. The child whose opening shows them is beside.';

create function private.checked_contact(subject text, identity text, contact text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  who constant private.data_subject := private.subject_of(subject);
  kinds constant jsonb := '{"replied": "email", "called_back": "phone"}';
  known text[];
begin
  if identity = 'in_person' then
    return null;
  elsif coalesce(kinds ? identity, false) is false then
    raise exception 'Say how you checked who asks.' using errcode = 'P0001';
  end if;
  known := array(
    select normalized from private.contacts_of_subject(who, array(select record from private.records_of_subject(who) as record))
    where kind = kinds ->> identity
  );
  if known = '{}' then
    raise exception 'We have no % of this person that more than a form told us. Check who asks in another way.', kinds ->> identity
      using errcode = 'P0001';
  elsif not coalesce(lower(btrim(contact)) = any (known) or private.phone_keys(contact) && known, false) then
    raise exception '%', case identity
      when 'replied' then 'Choose the email that they replied from.' else 'Choose the phone that you called back.'
    end using errcode = 'P0001';
  end if;
  return lower(btrim(contact));
end
$$;
comment on function private.checked_contact(text, text, text) is
  'The contact by which a colleague checked who asks: the email that the person replied from (replied), or the phone of the call (called_back), each one that more than a claim ties to them; none where the person was there (in_person).';

create function private.subject_records(subject text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  who constant private.data_subject := private.subject_of(subject);
  records constant private.subject_record[] := array(select record from private.records_of_subject(who) as record);
  asked private.erasures;
begin
  perform private.require_admin_of_api();
  select * into asked from private.erasures where subject_hash = private.keyed_hash(lower(btrim(subject))) and erased_at is null;
  return jsonb_build_object(
    'kind', case when who.address is not null then 'address' when who.record is not null then 'child' else 'person' end,
    'leads_to', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by name, id), '[]') from private.people
      where id = any (who.persons) and who.address is not null
    ),
    'records', (
      select coalesce(jsonb_agg(to_jsonb(record) - '{child,child_name}'::text[] || jsonb_build_object(
        'child_name', case when private.is_open_child(record.child) then record.child_name end,
        'is_closed', not private.is_open_child(record.child),
        'is_chosen', case when asked.id is null then record.is_sure else private.keyed_hash(record.id::text) = any (asked.chosen_hashes) end
      ) order by place), '[]')
      from unnest(records) with ordinality as record (
        id, kind, person, name, entry, title, email, phone, amount, happened_at, is_sure, child, child_name, place
      )
    ),
    'contacts', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', listed.kind, 'value', value, 'name', name) order by listed.kind, value), '[]')
      from private.contacts_of_subject(who, records) as listed where private.is_open_child(child)
    )
  );
end
$$;

-- The hand-over

-- Two requests, as for protected fields: the first commits the log entry that the second requires.

create function private.chosen_records(subject text, chosen uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  known constant uuid[] := array(select id from private.records_of_subject(private.subject_of(subject)));
begin
  if chosen is null or chosen = '{}' and known <> '{}' then
    raise exception 'Choose at least one record.' using errcode = 'P0001';
  elsif not chosen <@ known then
    raise exception 'Something was added or removed since. Look again: nothing was handed over or erased.' using errcode = 'PT409';
  end if;
  return chosen;
end
$$;

create function private.choice_of(chosen uuid[]) returns uuid
language sql immutable set search_path = ''
as $$ select md5(array_to_string(array(select distinct id from unnest(chosen) as id order by 1), ' '))::uuid $$;
comment on function private.choice_of(uuid[]) is 'Stands for a choice of records in an entry of the log.';

create function private.record_hand_over(subject text, chosen uuid[], identity text, contact text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who private.data_subject;
begin
  perform private.require_admin_of_api();
  who := private.data_subject(subject, chosen);
  if not exists (select from private.found_data(who)) and not exists (select from private.records_of_subject(who)) then
    raise exception 'We hold nothing about this person.' using errcode = 'P0001';
  end if;
  perform private.log_action(
    'exported', 'persons', coalesce(who.record, case when who.address is null then who.persons[1] end), who.address,
    jsonb_strip_nulls(jsonb_build_object(
      'identity', identity, 'contact', private.checked_contact(subject, identity, contact),
      'records', cardinality(private.chosen_records(subject, chosen))
    )),
    array[private.choice_of(chosen)]
  );
end
$$;

create function private.named_values(stored json, columns text[]) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select json_object_agg(key, value order by position) from (
    select position, key, value from json_each(stored) with ordinality as listed (key, value, position)
    where key = any (columns) and json_typeof(value) <> 'null'
      and key not in ('program_id', 'course_id', 'assessment_id', 'campaign_id', 'permission_id', 'child_id', 'adult_id', 'group_id')
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
    union all
    select -2, 'child', to_json(name) from private.people where id = (stored ->> 'child_id')::uuid and 'child_id' = any (columns)
    union all
    select -1, 'adult', to_json(name) from private.people where id = (stored ->> 'adult_id')::uuid and 'adult_id' = any (columns)
    union all
    select -2, 'name', to_json(name) from private.people where id = (stored ->> 'person_id')::uuid and 'group_id' = any (columns)
    union all
    select -1, kind, to_json(coalesce(name, 'Without a name')) from private.people where id = (stored ->> 'group_id')::uuid and 'group_id' = any (columns)
    union all
    -- Of an organization a person gets only their own part.
    select 0, 'others', json_agg(member.name || ' (' || role || ')' order by member.name)
    from private.members
    join private.people member on member.id = person_id
    join private.people grp on grp.id = group_id
    where group_id = (stored ->> 'group_id')::uuid and person_id <> (stored ->> 'person_id')::uuid and grp.kind = 'household'
      and member.name is not null and 'group_id' = any (columns)
    having count(*) > 0
  ) as listed);
end
$$;
comment on function private.named_values(json, text[]) is
  'The values of a row in the order of its columns, with names in place of the ids of what we offer, and of the people of a family or household.';

create function private.columns_given_out(rule private.personal_data, stored json, who private.data_subject) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select attname from pg_catalog.pg_attribute
    where attrelid = rule.table_name::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and attname = any (coalesce(rule.handed_over, array[attname]))
    except
    -- A child's data goes to one of the adults: how to reach another one is not theirs to know.
    select unnest(case
      when (who).record is null then '{}'
      when rule.table_name = 'public.mentees' then '{parent_email,parent_phone}'
      when rule.table_name = 'public.program_applications' then '{email,phone}'
      else '{}'
    end::text[])
    except
    select unnest('{may_collect,no_contact}'::text[])
    where rule.table_name = 'private.guardians' and (stored ->> 'adult_id')::uuid <> all ((who).people_left)
  )
$$;
comment on function private.columns_given_out(private.personal_data, json, private.data_subject) is
  'The columns of a row that the person gets: without what is about someone else.';

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

create function private.hand_over(subject text, chosen uuid[]) returns json
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  who private.data_subject;
  rule private.personal_data;
  rows json;
  parts json[] := '{}';
begin
  perform private.require_admin_of_api();
  who := private.data_subject(subject, private.chosen_records(subject, chosen));
  if not exists (
    select from public.change_log
    where actor_id is not distinct from auth.uid() and action = 'exported' and record_kind = 'persons'
      and (record_name = who.address or who.address is null and record_id = coalesce(who.record, who.persons[1]))
      and about = array[private.choice_of(chosen)]
      -- An entry of this transaction could still be undone.
      and created_at < now() and created_at > now() - interval '5 minutes'
  ) then
    raise exception 'This hand-over is not recorded.' using errcode = 'insufficient_privilege';
  end if;
  if who.record is not null then
    -- A parent who goes with a child is someone else.
    who := jsonb_populate_record(who, jsonb_build_object('people_left', array(
      select person_id from public.mentees where id = any (who.people) and person_id = any (who.people_left)
    )));
  end if;
  for rule in
    select * from private.personal_data
    where condition is not null and handed_over is distinct from '{}' and to_regclass(table_name) is not null order by position
  loop
    select json_agg(private.named_values(stored, private.columns_given_out(rule, stored, who)) order by stored ->> 'created_at') into rows
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
    'id', done.id, 'reason', done.reason, 'identity', done.identity, 'requested_by', private.account_name(done.requested_by),
    'requested_at', done.requested_at, 'erased_by', private.account_name(done.erased_by), 'erased_at', done.erased_at,
    'is_own', done.requested_by = auth.uid(), 'counts', done.counts
  ) order by done.requested_at desc), '[]')
  from private.erasures done where private.keyed_hash(lower(btrim(subject))) = any (done.other_hashes || done.subject_hash)
$$;

create function private.preview_erasure(subject text, chosen uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  records constant private.subject_record[] := array(select record from private.records_of_subject(private.subject_of(subject)) as record);
  shown jsonb;
  ids uuid[];
  who private.data_subject;
begin
  shown := private.subject_records(subject);
  ids := coalesce(chosen, array(
    select (record ->> 'id')::uuid from jsonb_array_elements(shown -> 'records') as record where (record -> 'is_chosen')::boolean
  ));
  who := private.data_subject(subject, ids);
  return shown || (
    select jsonb_build_object(
      'parts', coalesce(jsonb_agg(jsonb_build_object(
        'label', label, 'action', action, 'rows', found_rows, 'reason', reason
      ) order by found_position), '[]'),
      'people', (
        select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'name', case
          -- The family of a child is as protected as the child.
          when id = any (who.persons) or not exists (
            select from unnest(records) as record
            where record.id = any (who.ids) and record.kind <> 'submissions' and not private.is_open_child(record.child)
          ) then name
        end) order by name, id), '[]')
        from private.people where id = any (who.people_left)
      ),
      'seen', md5(concat_ws(' ',
        private.choice_of(ids),
        (select string_agg(concat_ws(' ', record.id, record.kind, record.is_sure), ' ' order by record.id) from unnest(records) as record),
        string_agg(print, ' ' order by found_position)
      )),
      'refusal', private.erasure_refusal(who),
      'warnings', to_jsonb(private.erasure_warnings(who)),
      'needs_approval', (select needs_approval from private.erasure_settings),
      'erasures', private.earlier_erasures(subject)
    )
    from private.found_data(who)
  );
end
$$;

create function private.part_left(who private.data_subject) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stays record;
begin
  for stays in
    select person_id, jsonb_object_agg(source, ids) as rows from (
      select person_id, source, jsonb_agg(id) as ids from private.rows_of_people
      where person_id = any (who.persons) and person_id = any (who.people_left) and id <> all (who.ids)
      group by person_id, source
    ) as listed group by person_id
  loop
    perform private.part_rows(stays.person_id, gen_random_uuid(), stays.rows);
  end loop;
end
$$;
comment on function private.part_left(private.data_subject) is
  'Makes what others claimed of someone who goes a person of its own.';

-- Dynamic SQL: table, condition and values are rows of the registry.
create function private.erase_rows(who private.data_subject) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  rule private.personal_data;
begin
  perform private.part_left(who);
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

create function private.erase_person(
  subject text, reason text, seen text, chosen uuid[], identity text, contact text
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  hash constant text := private.keyed_hash(lower(btrim(subject)));
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
  who := private.data_subject(subject, coalesce(chosen, '{}'));
  perform from auth.users where id = any (who.accounts) for update;
  preview := private.preview_erasure(subject, coalesce(chosen, '{}'));
  select * into asked from private.erasures where subject_hash = hash and erased_at is null;
  refusal := case
    when preview -> 'parts' = '[]' and preview -> 'records' = '[]' then 'There is nothing to erase: we hold nothing about this person.'
    when preview ->> 'refusal' is not null then preview ->> 'refusal'
    when (preview ->> 'needs_approval')::boolean and asked.requested_by is not distinct from caller and asked.id is not null
      then 'You asked for this erasure. Another administrator approves it.'
  end;
  if refusal is not null then
    raise exception '%', refusal using errcode = 'P0001';
  end if;
  perform private.chosen_records(subject, chosen);
  if preview ->> 'seen' is distinct from seen then
    raise exception 'Something was added or removed since. Look again: nothing was erased.' using errcode = 'PT409';
  elsif asked.id is not null and private.choice_of(chosen) is distinct from private.choice_of(array(
    select (record ->> 'id')::uuid from jsonb_array_elements(preview -> 'records') as record where (record -> 'is_chosen')::boolean
  )) then
    raise exception 'The request is for other records. Decline it, and ask again.' using errcode = 'P0001';
  end if;

  if asked.id is null then
    insert into private.erasures (subject_hash, reason, requested_by, identity, contact_hash, chosen_hashes)
    values (
      hash, erase_person.reason, caller, erase_person.identity, private.keyed_hash(private.checked_contact(subject, identity, contact)),
      array(select private.keyed_hash(id::text) from unnest(chosen) as id)
    )
    returning * into asked;
    if (preview ->> 'needs_approval')::boolean then
      perform private.log_action('added', 'erasures', asked.id, null, null);
      return private.earlier_erasures(subject) -> 0;
    end if;
  end if;
  perform private.erase_rows(who);
  update private.erasures set erased_by = caller, erased_at = now(), counts = (
    select jsonb_agg(part - 'reason') from jsonb_array_elements(preview -> 'parts') as part
  ), other_hashes = array(select private.keyed_hash(known) from unnest(who.addresses || who.people_left::text[]) as known),
  left_hashes = array(
    select private.keyed_hash(record ->> 'id') from jsonb_array_elements(preview -> 'records') as record where (record ->> 'id')::uuid <> all (chosen)
  )
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

create function public.subject_records(subject text) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.subject_records(subject) $$;
comment on function public.subject_records is
  'For admins: the records of a person, an address or a child, to choose from; the people an address leads to; and the contacts by which the identity of who asks can be checked.';
grant execute on function private.subject_records, public.subject_records to authenticated;
create function public.record_hand_over(subject text, chosen uuid[], identity text, contact text default null) returns void
language sql security invoker set search_path = ''
as $$ select private.record_hand_over(subject, chosen, identity, contact) $$;
comment on function public.record_hand_over is
  'For admins: logs that the caller hands over the chosen records of a person, an address or a child, and how they checked who asks: the person `replied` from the contact, was `called_back` there, or was there `in_person`.';
grant execute on function private.record_hand_over, public.record_hand_over to authenticated;
create function public.hand_over(subject text, chosen uuid[]) returns json
language sql stable security invoker set search_path = ''
as $$ select private.hand_over(subject, chosen) $$;
comment on function public.hand_over is
  'For admins: all about the chosen records, by part, within five minutes of a hand-over of them that the caller logged in an earlier request.';
grant execute on function private.hand_over, public.hand_over to authenticated;
create function public.preview_erasure(subject text, chosen uuid[] default null) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.preview_erasure(subject, chosen) $$;
comment on function public.preview_erasure is
  'For admins: subject_records with what erasing the chosen ones would do, by part, and who goes with them; why it is refused; warnings; earlier erasures; `seen` for erase_person. Without a choice those that are surely theirs, or those of a request.';
grant execute on function private.preview_erasure, public.preview_erasure to authenticated;
create function public.erase_person(
  subject text, reason text, seen text, chosen uuid[], identity text, contact text default null
) returns jsonb
language sql security invoker set search_path = ''
as $$ select private.erase_person(subject, reason, seen, chosen, identity, contact) $$;
comment on function public.erase_person is
  'For admins: erases the chosen records and what goes with them, after a check of identity as for record_hand_over, and returns the certificate, or the request where a second admin approves; PT409 when something came or went since the preview.';
grant execute on function private.erase_person, public.erase_person to authenticated;
create function public.decline_erasure(subject text) returns boolean
language sql security invoker set search_path = ''
as $$ select private.decline_erasure(subject) $$;
comment on function public.decline_erasure is
  'For admins: ends a request that waits for approval; false where there is none.';
grant execute on function private.decline_erasure, public.decline_erasure to authenticated;
