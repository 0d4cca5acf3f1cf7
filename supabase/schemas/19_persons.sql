-- People: one row for each human, whatever they sent, gave or are (docs/decisions/042-people-are-rows.md).
-- Every row that names a human has a person_id, given by one rule when the row arrives, and kept right when
-- it changes. What comes from outside is a claim: strangers type any name, phone and address into a form. So
-- each contact point knows how we have it, and none that was only told moves anything of somebody else. The
-- API reads none of these tables.

create type private.contact_level as enum ('told', 'entered', 'proved');
comment on type private.contact_level is
  'How we have an email or phone: a form, an event or an import told it; a colleague typed, picked or confirmed it; or the owner of an email showed that they read our mail there.';

create table private.people (
  id uuid primary key default gen_random_uuid(),
  name text check (private.is_line(name, 300)),
  names text[] not null default '{}',
  is_known_by_name boolean not null default false,
  created_at timestamptz not null default now(),
  kind text not null default 'person' check (kind in ('person', 'household', 'organization')),
  language text check (private.is_line(language, 60)),
  is_deceased boolean not null default false,
  do_not_contact boolean not null default false,
  wants_paper boolean not null default false,
  second_of uuid,
  is_couple boolean not null default false,
  is_renamed boolean not null default false
);
comment on column private.people.is_renamed is 'Staff gave the name, which is shown instead of that of the rows.';
comment on column private.people.is_couple is
  'The name is that of two people, who are each a person of their own. Staff take it off a firm.';
comment on column private.people.kind is 'A household or organization has private.members, and may be a donor.';
comment on column private.people.wants_paper is 'Receipts of a year go by post, where there is a postal address.';
comment on column private.people.names is
  'As private.plain_name has them, by which the rule knows the person: the first name that came, that from staff, and those of merged people. Later rows add none, since a stranger may type any.';
comment on column private.people.is_known_by_name is 'Whether gifts without an address and a phone belong here by their name.';
create index people_name_idx on private.people ((names[1]));
comment on column private.people.second_of is
  'The imported gift that names them as its second contact: a person without a row, seen in the household by readers of gifts. Or the household that it made.';
create index people_second_of_idx on private.people (second_of) where second_of is not null;
create index people_created_at_idx on private.people (created_at);
create index people_silent_idx on private.people (id) where is_deceased or do_not_contact;

create table private.contact_points (
  person_id uuid not null references private.people (id) on delete cascade,
  kind text not null check (kind in ('email', 'phone', 'post')),
  normalized text not null,
  value text not null,
  valid_since timestamptz not null default now(),
  parts jsonb,
  label text check (private.is_line(label, 60)),
  is_preferred boolean not null default false,
  level private.contact_level not null default 'told',
  is_confirmed boolean not null default false,
  folded text not null generated always as (case kind when 'email' then private.folded_address(normalized) else normalized end) stored,
  primary key (person_id, kind, normalized),
  constraint contact_points_parts_check check ((kind = 'post') = (parts is not null))
);
comment on table private.contact_points is
  'Under which the rule looks for a person, by email and phone. None has anything protected: a mentee''s phone and parents are in no row here. A postal address finds no one, and staff enter it.';
comment on column private.contact_points.normalized is
  'An email in lower case, so each spelling is a point of its own; one of the private.phone_keys of a phone.';
comment on column private.contact_points.folded is 'By which the rule compares: the private.folded_address of an email.';
comment on column private.contact_points.value is 'As typed.';
comment on column private.contact_points.level is 'The highest of the rows that have it, at least `entered` where a colleague confirmed it.';
comment on column private.contact_points.is_confirmed is 'A colleague confirmed what was only told. It ends with the last row that has the point.';
comment on column private.contact_points.valid_since is 'When it came, or when it became more than told.';
comment on column private.contact_points.parts is 'Of a postal address: street, city, region, postal_code, country.';
create unique index contact_points_is_preferred_key on private.contact_points (person_id, kind) where is_preferred;
create index contact_points_folded_idx on private.contact_points (folded, kind);
create index contact_points_mailbox_idx on private.contact_points (private.mailbox(normalized)) where kind = 'email';

alter table private.people enable row level security;
alter table private.contact_points enable row level security;

create view private.rows_of_people with (security_invoker = true) as
  select 'profiles' as source, id, person_id, full_name as name, email, null as phone, created_at,
    1 as position, 'account' as kind, 'account' as area, role::text as entry, full_name as title, null as status,
    null::numeric as amount, search_text as searched,
    (case when confirmed then 'proved' else 'told' end)::private.contact_level as email_level, null::private.contact_level as phone_level
  from public.profiles
  union all
  select 'mentors', id, person_id, concat_ws(' ', first_name, last_name), email, phone, created_at,
    2, 'mentor', 'mentors', 'mentor', concat_ws(' ', first_name, last_name), status::text, null, search_text,
    (case when 'email' = any (told) then 'told' else 'entered' end)::private.contact_level, (case when 'phone' = any (told) then 'told' else 'entered' end)::private.contact_level
  from public.mentors
  union all
  select 'trainers', id, person_id, concat_ws(' ', first_name, last_name), email, phone, created_at,
    3, 'trainer', 'trainers', 'trainer', concat_ws(' ', first_name, last_name), status::text, null, search_text,
    (case when 'email' = any (told) then 'told' else 'entered' end)::private.contact_level, (case when 'phone' = any (told) then 'told' else 'entered' end)::private.contact_level
  from public.trainers
  union all
  select 'mentees', id, person_id, concat_ws(' ', first_name, last_name), email, null, created_at,
    4, 'mentee', 'mentees', 'mentee', concat_ws(' ', first_name, last_name), status::text, null, search_text,
    (case when 'email' = any (told) then 'told' else 'entered' end)::private.contact_level, null
  from public.mentees
  union all
  select 'donations', id, person_id, donor_name, donor_email, donor_phone, created_at,
    5, 'donor', 'gifts', donation_type, coalesce(description, campaign, 'General'), null, amount - refunded, search_text,
    (case when 'email' = any (told) then 'told' else 'entered' end)::private.contact_level, (case when 'phone' = any (told) then 'told' else 'entered' end)::private.contact_level
  from private.gifts
  union all
  select 'unposted_gifts', id, person_id, donor_name, donor_email, donor_phone, created_at,
    null, null, null, null, null, null, null, null, (case when 'email' = any (told) then 'told' else 'entered' end)::private.contact_level, (case when 'phone' = any (told) then 'told' else 'entered' end)::private.contact_level
  from public.donations where not is_posted
  union all
  select 'submissions', id, person_id, name, email, phone, created_at,
    6, kind::text, 'submissions', kind::text, reference, status::text, null, person_text,
    (case when proved_at is null then 'told' else 'proved' end)::private.contact_level, 'told'
  from public.submissions
  union all
  select 'newsletter_subscriptions', id, person_id, name, email, null, created_at,
    7, 'subscriber', 'newsletter', 'subscriber', name,
    case when confirmed_at is null then 'unconfirmed' else 'subscribed' end, null, search_text,
    (case when proved_at is null then 'told' else 'proved' end)::private.contact_level, null
  from public.newsletter_subscriptions;
comment on view private.rows_of_people is
  'Every row that names a human, without protected columns, and how we have its email and phone: `position`, `kind` and `searched` (name and address on its first line) are for the search for people; area, entry, title, status and amount for the page of a person. Both leave out the rows without a position: unposted gifts only keep their people.';

-- The rule

create function private.is_couple_name(name text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  -- "Ortega y Gasset" is one human, "Ana y Luis Reyes" are two.
  return coalesce(
    name ~* '[[:alpha:].]\s*[&+]\s*[[:alpha:]]|\S\s+and\s+\S' or name ~ '\S\s+(y|et|und)\s+\S+\s+\S', false
  );
end
$$;
comment on function private.is_couple_name(text) is 'Whether a name is that of two people.';

create function private.plain_name(name text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  words constant text := btrim(regexp_replace(
    replace(private.searchable(case
      when private.is_couple_name(name) then regexp_replace(name, '\s*[&+]\s*|\s+(y|et|und)\s+', ' and ', 'g') else name
    end), '''', ''), '[\s[:punct:]\u00ad\u200b-\u200f\u2060\ufeff]+', ' ', 'g'
  ));
  plain constant text := coalesce(
    nullif(btrim(regexp_replace(words, '\m(mr|mrs|ms|miss|mx|dr|prof|professor|rev|reverend|sir|madam)\M ?', '', 'g')), ''),
    nullif(words, '')
  );
begin
  -- "Mr. and Mrs. Brad Wimpole"
  return regexp_replace(plain, '^and (.+)$', '\1 and');
end
$$;
comment on function private.plain_name(text) is
  'A name without case, accents, punctuation and titles; in that of two people, "and" for the sign or word between them.';

create function private.is_same_name(one text, other text) returns boolean
language plpgsql immutable set search_path = ''
as $$
declare
  few text[] := string_to_array(one, ' ');
  many text[] := string_to_array(other, ' ');
begin
  if one is null or other is null or one = other then
    return true;
  end if;
  if 'and' = any (few || many) then
    -- Two people are never one of the two.
    return few <@ many and many <@ few;
  end if;
  if cardinality(few) > cardinality(many) then
    few := string_to_array(other, ' ');
    many := string_to_array(one, ' ');
  end if;
  if cardinality(few) = 1 then
    return few[1] = many[1];
  end if;
  return few <@ many and (many <@ few or few[1] = many[1])
    or few[1] = many[1] and not exists (
      select from unnest(few) as word
      where word <> all (many)
        and not exists (select from unnest(many) as full_word where left(full_word, 1) = left(word, 1) and 1 in (length(word), length(full_word)))
    );
end
$$;
comment on function private.is_same_name(text, text) is
  'Whether two names, as private.plain_name has them, can be one human''s: the same words in any order, or the same first word with some left out or as an initial. Names of two people fit only with the same words. No name is like any.';

create type private.identity as (name text, email text, phone text, is_gift boolean);
comment on type private.identity is 'What a row says about who it is.';

create function private.identity(of_table text, stored jsonb) returns private.identity
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    coalesce(
      stored ->> 'full_name', stored ->> 'name', stored ->> 'donor_name',
      nullif(concat_ws(' ', stored ->> 'first_name', stored ->> 'last_name'), '')
    ),
    nullif(btrim(coalesce(stored ->> 'email', stored ->> 'donor_email')), ''),
    -- A mentee's is protected: who becomes one person would tell it.
    case when of_table <> 'mentees' then coalesce(stored ->> 'phone', stored ->> 'donor_phone') end,
    of_table = 'donations'
  )::private.identity;
end
$$;

create function private.levels_of(of_table text, stored jsonb) returns private.contact_level[]
language plpgsql immutable set search_path = ''
as $$
begin
  return case of_table
    when 'profiles' then array[case when (stored ->> 'confirmed')::boolean then 'proved' else 'told' end, 'told']
    when 'submissions' then array[case when stored ->> 'proved_at' is null then 'told' else 'proved' end, 'told']
    when 'newsletter_subscriptions' then array[case when stored ->> 'proved_at' is null then 'told' else 'proved' end, 'told']
    else array[case when stored -> 'told' ? 'email' then 'told' else 'entered' end, case when stored -> 'told' ? 'phone' then 'told' else 'entered' end]
  end::private.contact_level[];
end
$$;
comment on function private.levels_of(text, jsonb) is 'How we have the email and the phone of a row, as private.rows_of_people has it.';

create function private.found_person(who private.identity, of_now uuid default null, is_guardian boolean default false) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  plain constant text := private.plain_name(who.name);
  address constant text := private.folded_address(who.email);
  phones constant text[] := private.phone_keys(who.phone);
  person uuid;
begin
  if address is not null then
    select people.id into person
    from private.contact_points point join private.people on people.id = point.person_id
    where point.kind = 'email' and point.folded = address
      and (names = '{}' or exists (select from unnest(names) as known where private.is_same_name(known, plain)))
    order by people.id = of_now desc nulls last, plain = any (names) desc, people.created_at, people.id
    limit 1;
  elsif phones is not null and plain is not null then
    select people.id into person
    from private.contact_points point join private.people on people.id = point.person_id
    where point.kind = 'phone' and point.folded = any (phones)
      and (point.level > 'told' or not is_guardian and not exists (
        select from private.contact_points own where own.person_id = point.person_id and own.kind = 'email'
      ))
      and exists (select from unnest(names) as known where private.is_same_name(known, plain))
    order by people.id = of_now desc nulls last, plain = any (names) desc, people.created_at, people.id
    limit 1;
  elsif who.is_gift and phones is null then
    select people.id into person from private.people
    where names[1] = plain and is_known_by_name
    order by people.id = of_now desc nulls last, created_at, id
    limit 1;
  end if;
  return person;
end
$$;
comment on function private.found_person(private.identity, uuid, boolean) is
  'The person of a row, or null. With an address: who has it, with such a name; nobody else, whatever the phone. With a phone only: who has it and such a name, where a colleague entered that phone or they have no address, of a guardian only where it was entered. A gift with neither: the donor of that name. The one that the row has now comes first.';

create function private.add_points(person uuid, who private.identity, levels private.contact_level[]) returns void
language sql security definer set search_path = ''
as $$
  insert into private.contact_points as known (person_id, kind, normalized, value, level)
  select person, said.kind, said.normalized, btrim(said.value), said.level from (
    select 'email', lower(btrim(who.email)), who.email, levels[1] where who.email is not null
    union all select 'phone', phone, who.phone, levels[2] from unnest(private.phone_keys(who.phone)) as phone
  ) as said (kind, normalized, value, level)
  on conflict on constraint contact_points_pkey do update set
    value = case when excluded.level >= known.level then excluded.value else known.value end,
    level = greatest(known.level, excluded.level),
    valid_since = case when known.level = 'told' and excluded.level > 'told' then now() else known.valid_since end
  where known.value <> excluded.value and excluded.level >= known.level or excluded.level > known.level
$$;
comment on function private.add_points(uuid, private.identity, private.contact_level[]) is
  'Adds the email and phone of a row to its person. What is only told changes no spelling that is better known.';

create function private.is_alone(person uuid) returns boolean
language sql stable security definer set search_path = ''
as $$ select count(*) <= 1 from private.rows_of_people where person_id = person $$;
comment on function private.is_alone(uuid) is 'Whether a row of theirs is their only one.';

create function private.kept_person(of_now uuid, plain text, is_alone boolean, is_claim boolean default false) returns uuid
language sql stable security definer set search_path = ''
as $$
  select id from private.people
  where id = of_now and (
    is_alone or not is_claim and not is_known_by_name
      and exists (select from unnest(names) as known where private.is_same_name(known, plain))
  )
$$;
comment on function private.kept_person(uuid, text, boolean, boolean) is
  'The person of a row that changed so that the rule finds nobody: the same one, as long as no other row is theirs or the name fits.';

create function private.person_of(
  who private.identity, of_now uuid default null, levels private.contact_level[] default '{told,told}', is_claim boolean default false
) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  plain constant text := private.plain_name(who.name);
  address constant text := private.folded_address(who.email);
  phones constant text[] := private.phone_keys(who.phone);
  is_named constant boolean := who.is_gift and address is null and phones is null;
  is_alone boolean;
  person uuid;
begin
  -- Two rows of one human that arrive at once are not two people.
  perform pg_advisory_xact_lock(key) from (
    select distinct hashtextextended(said, 0) as key from unnest(
      array['mailbox of ' || address, case when address is null then 'name of ' || plain end]
        || array(select 'phone of ' || phone from unnest(phones) as phone)
    ) as said where said is not null order by key
  ) as keys;
  if of_now is not null then
    -- Before the rows of donors, as an arriving gift does.
    perform from private.people where id = of_now for update;
  end if;
  loop
    person := private.found_person(who, of_now);
    if person is null and of_now is not null and coalesce(private.write_mode() not in ('retention', 'erasure'), true) then
      is_alone := private.is_alone(of_now);
      person := private.kept_person(of_now, plain, is_alone, is_claim);
      if is_alone then
        update private.people set is_known_by_name = is_named where id = person and is_known_by_name <> is_named;
        -- A name from staff stays until the row has one that is new.
        update private.people
        set name = who.name, names = array_remove(array[plain], null), is_renamed = false,
          is_couple = private.is_couple_name(who.name) and (is_couple or not private.is_couple_name(name))
        where id = person and not (is_renamed and plain = any (names));
      end if;
    end if;
    if person is null then
      insert into private.people (name, names, is_known_by_name, is_couple)
      values (who.name, array_remove(array[plain], null), is_named, private.is_couple_name(who.name))
      returning id into person;
      exit;
    end if;
    -- The removal of another row may just have taken the person along.
    perform from private.people where id = person for key share;
    exit when found;
  end loop;
  update private.people set name = who.name, names = array[plain], is_couple = private.is_couple_name(who.name)
  where id = person and names = '{}' and plain is not null;
  perform private.add_points(person, who, levels);
  return person;
end
$$;
comment on function private.person_of(private.identity, uuid, private.contact_level[], boolean) is
  'The person of a row that arrives, or that changed and belongs to a person now: found by the rule, else the same one as long as the name fits or no other row is theirs, else a new one. A change that is a claim keeps only a person who has no other row.';

create function private.set_told(before jsonb, after jsonb, told text[]) returns text[]
language sql stable set search_path = ''
as $$
  select array(
    select kind from (values ('email'), ('phone')) as listed (kind)
    cross join lateral (select coalesce(after ->> kind, after ->> ('donor_' || kind)) as is_now, coalesce(before ->> kind, before ->> ('donor_' || kind)) as was) as said
    where is_now is not null and case
      when before is not null and is_now is not distinct from was then kind = any (told)
      when private.is_from_outside() then true
      else before is null and kind = any (told)
    end
    order by kind
  )
$$;
comment on function private.set_told(jsonb, jsonb, text[]) is
  'Which of email and phone are only told after a write: those that came from outside. What a colleague changes is entered; a conversion names what it carries along.';

create function private.told_of(person uuid, who private.identity, told text[]) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select unnest(told)
    union
    select kind from private.contact_points
    where person_id = person and level = 'told' and (
      kind = 'email' and normalized = lower(btrim(who.email)) or kind = 'phone' and normalized = any (private.phone_keys(who.phone))
    )
    order by 1
  )
$$;
comment on function private.told_of(uuid, private.identity, text[]) is
  'Which of the email and phone of a row stay told, when a colleague picks the person: also those of which the person has no better.';

create function private.set_contacts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.write_mode() is distinct from 'merge' then
    new.told := private.set_told(case tg_op when 'UPDATE' then to_jsonb(old) end, to_jsonb(new), new.told);
  end if;
  return new;
end
$$;
comment on function private.set_contacts() is 'Before set_person: which of email and phone of a row are only told.';

create function private.set_giver() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.write_mode() = 'merge' then
    return new;
  end if;
  new.told := private.set_told(case tg_op when 'UPDATE' then to_jsonb(old) end, to_jsonb(new), new.told);
  -- Who is erased, or cleared, is picked no more.
  new.is_picked := new.is_picked and coalesce(private.write_mode() not in ('retention', 'erasure'), true);
  if new.is_picked then
    perform from private.people where id = new.person_id for key share;
    if not found then
      raise exception 'This donor is not there any more. Pick the donor again.' using errcode = 'P0001';
    end if;
    -- A pick brings the address along, and confirms none.
    new.told := private.told_of(new.person_id, private.identity(tg_table_name, to_jsonb(new)), new.told);
  end if;
  return new;
end
$$;
comment on function private.set_giver() is 'Before set_person: who gave, where a colleague picked them, and which of the gift''s email and phone are only told.';

create function private.set_person() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before constant jsonb := case tg_op when 'UPDATE' then to_jsonb(old) end;
  who constant private.identity := private.identity(tg_table_name, to_jsonb(new));
  levels constant private.contact_level[] := private.levels_of(tg_table_name, to_jsonb(new));
begin
  -- A merge names the person itself.
  if private.write_mode() = 'merge' then
    return new;
  end if;
  if (to_jsonb(new) ->> 'is_picked')::boolean then
    perform private.add_points(new.person_id, who, levels);
  elsif tg_op = 'INSERT' then
    new.person_id := private.person_of(who, null, levels);
  elsif (before ->> 'is_picked')::boolean or who is distinct from private.identity(tg_table_name, before)
    or levels is distinct from private.levels_of(tg_table_name, before)
  then
    -- The owner of an account changes its address. Who never confirmed the old one may be anyone.
    new.person_id := private.person_of(who, old.person_id, levels,
      tg_table_name = 'profiles' and not coalesce((before ->> 'confirmed')::boolean, false));
  end if;
  return new;
end
$$;

create function private.emails_of(person uuid, is_working boolean default true) returns setof text
language sql stable security definer set search_path = ''
as $$
  select normalized from private.contact_points
  where person_id = person and kind = 'email'
  order by is_working and exists (select from private.suppressions_of(normalized) where reason <> 'unsubscribed'),
    private.is_address(normalized) desc, is_preferred desc, level > 'told' desc,
    case when level > 'told' then valid_since end desc, valid_since, normalized
$$;
comment on function private.emails_of(uuid, boolean) is
  'A person''s emails, first the one that letters go to: the preferred email; else the newest that a colleague entered or the owner proved; else the oldest that was told, never a newer one. One that bounced or complained comes last where `is_working`.';

create function private.email_of(person uuid, is_working boolean default true) returns text
language sql stable security definer set search_path = ''
as $$ select first from private.emails_of(person, is_working) as first limit 1 $$;

create function private.tidy_people(ids uuid[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
begin
  if ids = '{}' then
    return;
  end if;
  -- An arriving row holds its person, and the next statement sees it.
  perform from private.people where id = any (ids) order by id for update;
  delete from private.people
  where id = any (ids) and not private.is_needed(people);
  with said as materialized (
    select theirs.person_id, point.kind, point.normalized, max(point.level) as level, min(theirs.created_at) as since, (array_agg(btrim(point.value) order by point.level desc))[1] as value
    from private.rows_of_people as theirs
    cross join lateral (
      select 'email', lower(btrim(theirs.email)), theirs.email, theirs.email_level where theirs.email is not null
      union all select 'phone', phone, theirs.phone, theirs.phone_level from unnest(private.phone_keys(theirs.phone)) as phone
    ) as point (kind, normalized, value, level)
    where theirs.person_id = any (ids) group by 1, 2, 3
  ), gone as (
    delete from private.contact_points point
    where person_id = any (ids) and kind <> 'post'
      -- A second contact has an email without a row.
      and not exists (select from private.people where id = point.person_id and second_of is not null)
      and not exists (select from said where (said.person_id, said.kind, said.normalized) = (point.person_id, point.kind, point.normalized))
  )
  insert into private.contact_points as known (person_id, kind, normalized, value, level)
  select person_id, kind, normalized, value, level from said
  on conflict on constraint contact_points_pkey do update set
    level = case when known.is_confirmed then greatest(excluded.level, 'entered') else excluded.level end,
    valid_since = case
      when known.level = 'told' then now()
      when excluded.level = 'told' and not known.is_confirmed then (
        select since from said where (said.person_id, said.kind, said.normalized) = (known.person_id, known.kind, known.normalized)
      )
      else known.valid_since
    end
  where known.level <> case when known.is_confirmed then greatest(excluded.level, 'entered') else excluded.level end;
end
$$;
comment on function private.tidy_people(uuid[]) is 'Removes people whom nothing needs, and makes the emails and phones of the others those of their rows.';

create function private.tidy_people_after() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform private.tidy_people(array(select distinct person_id from gone));
  elsif private.write_mode() is distinct from 'merge' then
    perform private.tidy_people(array(
      select unnest(array[gone.person_id, stays.person_id]) from gone join stays using (id)
      where gone.person_id <> stays.person_id
        or private.identity(tg_table_name, to_jsonb(gone)) is distinct from private.identity(tg_table_name, to_jsonb(stays))
        or private.levels_of(tg_table_name, to_jsonb(gone)) is distinct from private.levels_of(tg_table_name, to_jsonb(stays))
    ));
  end if;
  return null;
end
$$;

-- The default of each person_id is only there because callers name no person: set_person replaces it.
alter table public.profiles add constraint profiles_person_id_fkey foreign key (person_id) references private.people (id);
create index profiles_person_id_idx on public.profiles (person_id);
create trigger lock_people before insert or delete or update of full_name, email, confirmed on public.profiles
  for each statement execute function private.lock_people_first();
create trigger set_person before insert or update of full_name, email, confirmed on public.profiles
  for each row execute function private.set_person();
create trigger clear_people after delete on public.profiles referencing old table as gone
  for each statement execute function private.tidy_people_after();
create trigger clear_people_changed after update on public.profiles referencing old table as gone new table as stays
  for each statement execute function private.tidy_people_after();

alter table public.mentors add constraint mentors_person_id_fkey foreign key (person_id) references private.people (id);
create index mentors_person_id_idx on public.mentors (person_id);
create trigger lock_people before insert or delete or update of first_name, last_name, email, phone on public.mentors
  for each statement execute function private.lock_people_first();
create trigger set_contacts before insert or update of first_name, last_name, email, phone on public.mentors
  for each row execute function private.set_contacts();
create trigger set_person before insert or update of first_name, last_name, email, phone on public.mentors
  for each row execute function private.set_person();
create trigger clear_people after delete on public.mentors referencing old table as gone
  for each statement execute function private.tidy_people_after();
create trigger clear_people_changed after update on public.mentors referencing old table as gone new table as stays
  for each statement execute function private.tidy_people_after();

alter table public.trainers add constraint trainers_person_id_fkey foreign key (person_id) references private.people (id);
create index trainers_person_id_idx on public.trainers (person_id);
create trigger lock_people before insert or delete or update of first_name, last_name, email, phone on public.trainers
  for each statement execute function private.lock_people_first();
create trigger set_contacts before insert or update of first_name, last_name, email, phone on public.trainers
  for each row execute function private.set_contacts();
create trigger set_person before insert or update of first_name, last_name, email, phone on public.trainers
  for each row execute function private.set_person();
create trigger clear_people after delete on public.trainers referencing old table as gone
  for each statement execute function private.tidy_people_after();
create trigger clear_people_changed after update on public.trainers referencing old table as gone new table as stays
  for each statement execute function private.tidy_people_after();

alter table public.mentees add constraint mentees_person_id_fkey foreign key (person_id) references private.people (id);
create index mentees_person_id_idx on public.mentees (person_id);
create trigger lock_people before insert or delete or update of first_name, last_name, email on public.mentees
  for each statement execute function private.lock_people_first();
create trigger set_contacts before insert or update of first_name, last_name, email on public.mentees
  for each row execute function private.set_contacts();
create trigger set_person before insert or update of first_name, last_name, email on public.mentees
  for each row execute function private.set_person();
create trigger clear_people after delete on public.mentees referencing old table as gone
  for each statement execute function private.tidy_people_after();
create trigger clear_people_changed after update on public.mentees referencing old table as gone new table as stays
  for each statement execute function private.tidy_people_after();

alter table public.donations add constraint donations_person_id_fkey foreign key (person_id) references private.people (id);
alter table public.donations add constraint donations_legal_donor_id_fkey foreign key (legal_donor_id) references private.people (id);
create index donations_legal_donor_id_idx on public.donations (legal_donor_id);
create index donations_person_id_idx on public.donations (person_id, created_at desc, id desc);
create trigger lock_people before insert or delete or update of donor_name, donor_email, donor_phone on public.donations
  for each statement execute function private.lock_people_first();
create trigger set_giver before insert or update of donor_name, donor_email, donor_phone on public.donations
  for each row execute function private.set_giver();
create trigger set_person before insert or update of donor_name, donor_email, donor_phone on public.donations
  for each row execute function private.set_person();
create trigger clear_people after delete on public.donations referencing old table as gone
  for each statement execute function private.tidy_people_after();
create trigger clear_people_changed after update on public.donations referencing old table as gone new table as stays
  for each statement execute function private.tidy_people_after();

alter table public.submissions add constraint submissions_person_id_fkey foreign key (person_id) references private.people (id);
create index submissions_person_id_idx on public.submissions (person_id);
create trigger lock_people before insert or delete or update of name, email, phone, proved_at on public.submissions
  for each statement execute function private.lock_people_first();
create trigger set_person before insert or update of name, email, phone, proved_at on public.submissions
  for each row execute function private.set_person();
create trigger clear_people after delete on public.submissions referencing old table as gone
  for each statement execute function private.tidy_people_after();
create trigger clear_people_changed after update on public.submissions referencing old table as gone new table as stays
  for each statement execute function private.tidy_people_after();

alter table public.newsletter_subscriptions add constraint newsletter_subscriptions_person_id_fkey foreign key (person_id) references private.people (id);
create index newsletter_subscriptions_person_id_idx on public.newsletter_subscriptions (person_id);
create trigger lock_people before insert or delete or update of name, email, proved_at on public.newsletter_subscriptions
  for each statement execute function private.lock_people_first();
create trigger set_person before insert or update of name, email, proved_at on public.newsletter_subscriptions
  for each row execute function private.set_person();
create trigger clear_people after delete on public.newsletter_subscriptions referencing old table as gone
  for each statement execute function private.tidy_people_after();
create trigger clear_people_changed after update on public.newsletter_subscriptions referencing old table as gone new table as stays
  for each statement execute function private.tidy_people_after();

-- The search for people

create function private.searched_tables() returns setof text
language sql immutable set search_path = ''
as $$ values ('profiles'), ('mentors'), ('trainers'), ('mentees'), ('donations'), ('submissions'), ('newsletter_subscriptions') $$;
comment on function private.searched_tables() is 'The tables of private.rows_of_people that have a position.';

-- The newsletter has a unique index on the address.
create index profiles_email_address_idx on public.profiles (lower(btrim(email)));
create index mentors_email_address_idx on public.mentors (lower(btrim(email)));
create index trainers_email_address_idx on public.trainers (lower(btrim(email)));
create index mentees_email_address_idx on public.mentees (lower(btrim(email)));
create index donations_donor_email_address_idx on public.donations (lower(btrim(donor_email)));
create index submissions_email_address_idx on public.submissions (lower(btrim(email)));
create index submissions_person_text_idx on public.submissions
  using gin (person_text extensions.gin_trgm_ops) with (fastupdate = off);

create type private.person_hit as (
  position integer, kind text, source text, id uuid, name text, address text, rank integer, created_at timestamptz, person_id uuid
);

-- Dynamic SQL: a search has any number of words, and the index of its table serves it.
create function private.person_hits(of_source text, search text) returns private.person_hit[]
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  per_source constant integer := 12;
  recent constant integer := 400;
  most constant integer := 2000;
  of_column constant text := case of_source when 'submissions' then 'person_text' else 'search_text' end;
  first_word constant text := split_part(split_part(search, e'\n', 1), e'\t', 1);
  first_pattern constant text := '% ' || substr((private.search_patterns(first_word))[1], 2);
  counted constant text := private.counted_rows(of_source);
  condition constant text := private.search_condition(search, of_column) || ' and '
    || private.search_condition(search, format('split_part(%s, e''\n'', 1)', of_column));
  ids uuid[];
begin
  -- A common word is in one of the newest rows; an index finds a rare one.
  execute format(
    'select array(select id from (select * from public.%I where %s order by created_at desc, id desc limit %s) as newest where %s)',
    of_source, counted, recent, condition
  ) into ids;
  if cardinality(ids) < per_source then
    execute format('select array(select id from public.%I where %s and %s limit %s)', of_source, counted, condition, most) into ids;
  end if;
  return (
    select array_agg(row(position, kind, source, id, name, address, rank, created_at, person_id)::private.person_hit)
    from (
      select position, kind, source, id, nullif(btrim(name), '') as name, nullif(btrim(email), '') as address, created_at, person_id,
        case when lower(btrim(email)) = first_word then 0
          when ' ' || split_part(searched, e'\n', 1) like first_pattern then 1 else 2 end as rank
      from private.rows_of_people where source = of_source and id = any (ids)
      order by rank, created_at desc, id desc limit per_source
    ) as hit
  );
end
$$;

create function private.masked(email text, phone text) returns text
language sql immutable set search_path = ''
as $$
  select nullif(concat_ws(', ', regexp_replace(btrim(email), '^(.)[^@]*', '\1…'), 'phone …' || nullif(right(regexp_replace(phone, '\D', '', 'g'), 4), '')), '')
$$;
comment on function private.masked(text, text) is 'An address and a phone in part.';

create function private.known_people(people uuid[], at_desk boolean default false) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select source from private.searched_tables() as source where private.may_search(source))
    || case when at_desk then array['unposted_gifts'] end;
begin
  return (
    with theirs as materialized (
      select person_id, id, coalesce(kind, 'donor') as kind, coalesce(position, 5) as position, email, phone, created_at, amount,
        source in ('donations', 'unposted_gifts') and amount is distinct from 0 as is_gift
      from private.rows_of_people where person_id = any (known_people.people) and source = any (readable)
    )
    select coalesce(jsonb_object_agg(person_id, known), '{}') from (
      select person_id, jsonb_build_object(
        'kinds', (
          select jsonb_agg(kind order by position)
          from (select kind, min(position) as position from theirs own where own.person_id = theirs.person_id group by kind) as each
        ),
        'email', (array_agg(btrim(email) order by created_at desc, id) filter (where email is not null))[1],
        'phone', (array_agg(phone order by created_at desc, id) filter (where phone is not null))[1],
        'last_gift_at', max(created_at) filter (where is_gift),
        'last_gift', (array_agg(amount order by created_at desc, id) filter (where is_gift))[1]
      ) as known
      from theirs group by person_id
    ) as person
  );
end
$$;
comment on function private.known_people(uuid[], boolean) is
  'By person, of rows that the caller may read: the kinds of their records, the newest email and phone, and the last gift with its dollars; at the desk also of gifts that are not posted.';

create function private.search_people(search text) returns table (
  person uuid, kind text, source text, id uuid, name text, address text, kinds text[], hint text, last_gift_at timestamptz, last_gift numeric
)
language plpgsql stable security definer
set search_path = '' set enable_seqscan = off set random_page_cost = 1 set jit = off
as $$
#variable_conflict use_column
declare
  part text;
  hits private.person_hit[] := '{}';
  all_known jsonb;
begin
  if not private.has_trigrams(search_people.search) then
    return;
  end if;
  for part in
    select source from private.searched_tables() as source where private.may_search(source)
  loop
    hits := hits || private.person_hits(part, search_people.search);
  end loop;
  all_known := private.known_people(array(select distinct one.person_id from unnest(hits) as one));

  return query
    with ranked as (
      select one.*, row_number() over (partition by one.position order by one.rank, one.created_at desc, one.id) as turn
      from unnest(hits) as one
    ), entry as (
      select distinct on (person_id) * from ranked order by person_id, rank, position, turn
    )
    select person_id, kind, source, id, name, address, array(select jsonb_array_elements_text(known -> 'kinds')),
      case when count(*) over (partition by lower(name), hint) > 1 then coalesce(address, known ->> 'email', hint) else hint end,
      (known ->> 'last_gift_at')::timestamptz, (known ->> 'last_gift')::numeric
    from entry
    cross join lateral (select all_known -> person_id::text as known) as listed
    cross join lateral (select private.masked(coalesce(address, known ->> 'email'), known ->> 'phone') as hint) as masked
    order by rank, turn, position, id limit 20;
end
$$;

create function public.search_people(search text) returns table (
  person uuid, kind text, source text, id uuid, name text, address text, kinds text[], hint text, last_gift_at timestamptz, last_gift numeric
)
language sql stable security invoker set search_path = ''
as $$ select * from private.search_people(search) $$;
comment on function public.search_people is
  'Up to 20 people by name, address, phone or reference, in tables of which the caller may read all rows, each with all kinds of their records, and what tells equal names apart: an address and phone in part (hint), and the last gift. A line for each word, with tabs between its spellings.';
grant execute on function private.search_people, public.search_people to authenticated;

-- Duplicates

create index mentors_phone_keys_idx on public.mentors
  using gin ((private.phone_keys(phone))) with (fastupdate = off);
create index mentees_phone_keys_idx on public.mentees
  using gin ((private.phone_keys(phone))) with (fastupdate = off);
create index trainers_phone_keys_idx on public.trainers
  using gin ((private.phone_keys(phone))) with (fastupdate = off);
create index mentors_searchable_idx on public.mentors (private.searchable(first_name, last_name));
create index mentees_searchable_idx on public.mentees (private.searchable(first_name, last_name));
create index trainers_searchable_idx on public.trainers (private.searchable(first_name, last_name));

-- A protected field is compared only where the row is stored: every guess would leave an entry in the log.

create function private.similar_people(kind text, rows jsonb) returns table (
  row_number integer, id uuid, name text, email text, phone text, status text, created_at timestamptz, reasons text[]
)
language plpgsql stable security definer
set search_path = '' set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
#variable_conflict use_column
declare
  of_table constant text := kind;
  is_protected constant boolean := 'phone' = any (private.protected_columns(of_table));
begin
  if (of_table in ('mentors', 'mentees', 'trainers') and private.may_search(of_table)) is not true then
    return;
  end if;
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) > 1000 then
    raise exception 'Up to 1000 rows at a time.' using errcode = 'check_violation';
  end if;
  return query
    with listed as not materialized (
      select 'mentors' as source, id, first_name, last_name, email, phone, status::text as status, created_at from public.mentors
      union all
      select 'mentees', id, first_name, last_name, email, phone, status::text, created_at from public.mentees
      union all
      select 'trainers', id, first_name, last_name, email, phone, status::text, created_at from public.trainers
    ), given as (
      select (position - 1)::integer as position, (value ->> 'id')::uuid as id,
        nullif(lower(btrim(value ->> 'email')), '') as email,
        private.phone_keys(case when is_protected then own.phone else value ->> 'phone' end) as phones,
        nullif(private.searchable(
          nullif(btrim(value ->> 'first_name'), ''), nullif(btrim(value ->> 'last_name'), '')
        ), '') as name
      from jsonb_array_elements(rows) with ordinality as sent (value, position)
      left join listed as own on own.source = of_table and own.id = (value ->> 'id')::uuid
    )
    select given.position, stored.id, concat_ws(' ', stored.first_name, stored.last_name), stored.email,
      case when not is_protected then stored.phone end,
      stored.status, stored.created_at, array_agg(duplicate.reason order by duplicate.reason)
    from given
    cross join lateral (
      (select id, 'email' as reason from listed where source = of_table and lower(btrim(email)) = given.email limit 6)
      union all
      (select id, 'phone' from listed where source = of_table and private.phone_keys(phone) && given.phones limit 6)
      union all
      (select id, 'name' from listed where source = of_table and private.searchable(first_name, last_name) = given.name limit 6)
    ) as duplicate
    join listed as stored on stored.source = of_table and stored.id = duplicate.id
    where duplicate.id is distinct from given.id
    group by given.position, stored.id, stored.first_name, stored.last_name, stored.email, stored.phone, stored.status, stored.created_at
    order by given.position, count(*) desc, stored.created_at, stored.id;
end
$$;

create function public.similar_people(kind text, rows jsonb) returns table (
  row_number integer, id uuid, name text, email text, phone text, status text, created_at timestamptz, reasons text[]
)
language sql stable security invoker set search_path = ''
as $$ select * from private.similar_people(kind, rows) $$;
comment on function public.similar_people is
  'Possible duplicates of up to 1000 rows of mentors, mentees or trainers, each an object of columns: stored people with the same email, phone (one of its numbers) or name; of mentees the phone is that of the stored row with the given id. row_number counts from 0; a row''s own id is left out. Nothing without the right to read the table.';
grant execute on function private.similar_people, public.similar_people to authenticated;

-- Two people who are one: the rows that the caller may read go to the one who is kept, and the others stay.
-- So nobody changes, or hears of, what they may not see. An undo restores it all for 30 days.

create table private.person_merges (
  id uuid primary key,
  kept_id uuid not null,
  merged_id uuid not null,
  person jsonb not null,
  donor jsonb,
  added_names text[] not null,
  moved jsonb not null,
  notes uuid[] not null,
  is_of_records boolean not null,
  actor_id uuid,
  actor_name text,
  created_at timestamptz not null default now(),
  ties jsonb not null default '{}'
);
comment on column private.person_merges.ties is 'The private.ties_of both before it, and of the kept one after it.';
comment on column private.person_merges.person is 'The row of the merged person, and `donor` theirs of donors, where both were donors.';
comment on column private.person_merges.moved is 'Source to the ids of its rows: those of private.rows_of_people, and those that refer to the donor.';
comment on column private.person_merges.is_of_records is 'Whether a merge of two records brought it, whose undo undoes it.';
create index person_merges_kept_id_idx on private.person_merges (kept_id);
create index person_merges_merged_id_idx on private.person_merges (merged_id);
create index person_merges_actor_id_idx on private.person_merges (actor_id);
create index person_merges_created_at_idx on private.person_merges (created_at);
alter table private.person_merges enable row level security;

create function private.move_rows(moved jsonb, from_person uuid, to_person uuid) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  total bigint;
begin
  perform private.set_write_mode('merge');
  select coalesce(sum(private.change_rows(
    of_table,
    (select jsonb_agg(jsonb_build_object('id', id, of_column, from_person)) from jsonb_array_elements(ids) as id),
    jsonb_build_object(of_column, to_person)
  )), 0) into total
  from (
    -- What refers to a donor comes before the gifts, which take an emptied donor along.
    select format(
        '%I.%I', case when key in ('monthly_gifts', 'issued_receipts') then 'private' else 'public' end,
        case when key in ('unposted_gifts', 'legal_gifts') then 'donations' else key end
      )::regclass as of_table,
      case when key = 'legal_gifts' then 'legal_donor_id'
        when key in ('tasks', 'files', 'monthly_gifts', 'issued_receipts') then 'donor_id' else 'person_id' end as of_column, value as ids
    from jsonb_each(moved) order by key not in ('tasks', 'files', 'monthly_gifts', 'issued_receipts'), key
  ) as part;
  perform private.set_write_mode(null);
  return total;
end
$$;

create function private.unite_people(
  merge uuid, kept uuid, merged uuid, tables text[], is_of_records boolean default false, choices jsonb default '{}'
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  kept_row private.people;
  merged_row private.people;
  donor jsonb;
  moved jsonb;
  ties jsonb;
  notes uuid[];
  written_to text;
begin
  perform from private.people where id in (kept, merged) order by id for update;
  select * into kept_row from private.people where id = kept;
  select * into merged_row from private.people where id = merged;
  select jsonb_object_agg(source, ids) into moved from (
    select source, jsonb_agg(id) as ids from private.rows_of_people
    where person_id = merged and (source = any (tables) or source = 'unposted_gifts' and 'donations' = any (tables)) group by source
  ) as listed;
  moved := nullif(coalesce(moved, '{}') || jsonb_strip_nulls(jsonb_build_object('legal_gifts', (
    select jsonb_agg(id) from public.donations where legal_donor_id = merged and 'donations' = any (tables)
  ))), '{}');
  if kept_row.id is null or moved is null then
    raise exception 'One of the two is no longer there.' using errcode = 'PT409';
  end if;
  if moved ?| '{donations,legal_gifts}' then
    select to_jsonb(donors) - '{thanks,search_text}'::text[] into donor from public.donors
    where id = merged and exists (select from public.donors other where other.id = kept);
    if donor is null then
      update public.donors set id = kept where id = merged;
    else
      moved := moved || jsonb_strip_nulls(jsonb_build_object(
        'tasks', (select jsonb_agg(id) from public.tasks where donor_id = merged),
        'files', (select jsonb_agg(id) from public.files where donor_id = merged),
        'monthly_gifts', (select jsonb_agg(id) from private.monthly_gifts where donor_id = merged),
        'issued_receipts', (select jsonb_agg(id) from private.issued_receipts where donor_id = merged)
      ));
    end if;
  end if;
  perform private.require_answers(kept, merged, choices);
  written_to := private.email_of(kept);
  ties := private.unite_ties(kept, merged, moved, choices);
  perform private.move_rows(moved, merged, kept);
  with of_it as (
    update private.person_notes set person_id = kept
    where person_id = merged and (open_to && tables or not exists (select from private.rows_of_people as theirs where theirs.person_id = merged))
    returning id
  ) select coalesce(array_agg(id), '{}') into notes from of_it;
  insert into private.person_merges (id, kept_id, merged_id, person, donor, added_names, moved, notes, is_of_records, actor_id, actor_name, ties)
  values (
    merge, kept, merged, to_jsonb(merged_row), donor,
    array(select unnest(merged_row.names) except select unnest(kept_row.names)), moved, notes,
    unite_people.is_of_records, private.current_user_id(), private.account_name(private.current_user_id()), ties
  );
  update private.people set names = kept_row.names || added_names
  from private.person_merges done where people.id = kept and done.id = merge;
  perform private.drop_ties(merged);
  perform private.tidy_people(array[kept, merged]);
  -- Mail goes where it went, or where the colleague said.
  written_to := coalesce(choices ->> 'email', written_to);
  perform private.prefer_email(kept, written_to) where private.email_of(kept) is distinct from lower(btrim(written_to));
  update private.person_merges done set ties = done.ties || jsonb_build_object('after', private.ties_of(kept)) where done.id = merge;
end
$$;

create function private.part_people(done private.person_merges) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.people select (jsonb_populate_record(null::private.people, done.person)).* on conflict do nothing;
  if done.moved ?| '{donations,legal_gifts}' then
    if done.donor is null then
      update public.donors set id = done.merged_id
      where id = done.kept_id and not exists (select from public.donors other where other.id = done.merged_id);
    else
      perform private.insert_rows('public.donors', array(select jsonb_object_keys(done.donor)), jsonb_build_array(done.donor));
    end if;
  end if;
  if private.move_rows(done.moved, done.kept_id, done.merged_id) = 0 and not done.is_of_records then
    raise exception 'Removed since: everything that was merged.' using errcode = 'PT409';
  end if;
  update private.person_notes set person_id = done.merged_id where id = any (done.notes) and person_id = done.kept_id;
  update private.people
  set names = array(select known from unnest(names) with ordinality as listed (known, place) where known <> all (done.added_names) order by place)
  where id = done.kept_id;
  perform private.part_ties(done);
  delete from private.person_merges where id = done.id;
  perform private.tidy_people(array[done.kept_id, done.merged_id]);
end
$$;

-- Merges. The merged row leaves its table, and an undo can restore it for 30 days.

create table private.merges (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('mentors', 'mentees', 'trainers')),
  kept_id uuid not null,
  merged_id uuid not null,
  merged_name text not null,
  merged_row jsonb not null,
  replaced jsonb not null,
  followed jsonb not null,
  united_id uuid,
  actor_id uuid references public.profiles (id) on delete set null,
  actor_name text,
  created_at timestamptz not null default now()
);
comment on column private.merges.replaced is 'Column of the kept row to [before, after].';
comment on column private.merges.followed is
  'The rows that referred to the merged one, in order: table, column and the new primary key of a row that was moved; or the whole row, where it would have been a duplicate.';
comment on column private.merges.united_id is 'The private.person_merges of their people, where they were two.';
create index merges_kept_id_idx on private.merges (kept_id);
create index merges_actor_id_idx on private.merges (actor_id);
create index merges_created_at_idx on private.merges (created_at);
alter table private.merges enable row level security;

-- The removal of a person deletes the merges into it, which no undo could restore.

create function private.delete_lost_merges() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.write_mode() is distinct from 'merge' then
    with recursive lost as (
      select merges.id, merged_id from private.merges join gone on gone.id = kept_id
      union
      select earlier.id, earlier.merged_id from private.merges earlier join lost on lost.merged_id = earlier.kept_id
    )
    delete from private.merges where id in (select id from lost);
  end if;
  return null;
end
$$;

create trigger delete_lost_merges after delete on public.mentors referencing old table as gone
  for each statement execute function private.delete_lost_merges();
create trigger delete_lost_merges after delete on public.mentees referencing old table as gone
  for each statement execute function private.delete_lost_merges();
create trigger delete_lost_merges after delete on public.trainers referencing old table as gone
  for each statement execute function private.delete_lost_merges();

create function private.person_name(stored jsonb) returns text
language sql immutable set search_path = ''
as $$ select concat_ws(' ', stored ->> 'first_name', stored ->> 'last_name') $$;

create function private.references_to(target regclass) returns table (
  table_name text, column_name text, keys text[], is_plain boolean, is_referred boolean
)
language sql stable set search_path = ''
as $$
  select refers.conrelid::regclass::text, refers_by.attname::text,
    (
      select array_agg(key.attname::text order by key.attnum) from pg_catalog.pg_index
      join pg_catalog.pg_attribute key on key.attrelid = indrelid and key.attnum = any (indkey)
      where indrelid = refers.conrelid and indisprimary
    ),
    cardinality(refers.conkey) = 1,
    exists (select from pg_catalog.pg_constraint others where others.contype = 'f' and others.confrelid = refers.conrelid)
  from pg_catalog.pg_constraint refers
  join pg_catalog.pg_attribute refers_by on refers_by.attrelid = refers.conrelid and refers_by.attnum = refers.conkey[1]
  where refers.contype = 'f' and refers.confrelid = target and refers.conparentid = 0
  order by 1, 2
$$;

create function private.require_mergeable(kind text, kept uuid, merged uuid, taken text[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require(
    kind in ('mentors', 'mentees', 'trainers') and private.may_search(kind), 'You may not merge these.'
  );
  if kept = merged then
    raise exception 'These are the same record.' using errcode = 'PT409';
  end if;
  if not taken <@ private.entered_columns(kind) then
    raise exception 'Unknown field.' using errcode = 'check_violation';
  end if;
  if private.protected_columns(kind) <> '{}'
    and not (private.has_opened(kept, interval '1 day') and private.has_opened(merged, interval '1 day')) then
    raise exception 'Open the protected fields of both first.' using errcode = 'insufficient_privilege';
  end if;
end
$$;

create function private.key_of(stored jsonb, keys text[]) returns jsonb
language sql immutable set search_path = ''
as $$ select jsonb_object_agg(key, stored -> key) from unnest(keys) as key $$;

create function private.move_references(kind text, kept uuid, merged uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refers record;
  referring jsonb;
  key jsonb;
  followed jsonb := '[]';
begin
  for refers in select * from private.references_to(format('public.%I', kind)::regclass) loop
    if not refers.is_plain or refers.keys is null then
      raise exception 'References in % cannot be moved.', refers.table_name;
    end if;
    for referring in
      select * from private.stored_rows(refers.table_name::regclass, array[merged], refers.column_name, 'update')
    loop
      key := private.key_of(referring, refers.keys);
      begin
        perform private.change_rows(
          refers.table_name::regclass, jsonb_build_array(key), jsonb_build_object(refers.column_name, kept)
        );
        followed := followed || jsonb_build_object(
          'table', refers.table_name, 'column', refers.column_name,
          'key', private.key_of(referring || jsonb_build_object(refers.column_name, kept), refers.keys)
        );
      exception when unique_violation or exclusion_violation then
        -- The removal of a duplicate would take along the rows that refer to it.
        if refers.is_referred then
          raise exception 'Both are in %, and their entries there cannot be merged.', refers.table_name
            using errcode = 'PT409';
        end if;
        perform private.delete_rows(refers.table_name::regclass, jsonb_build_array(key));
        followed := followed || jsonb_build_object('table', refers.table_name, 'row', referring);
      end;
    end loop;
  end loop;
  return followed;
end
$$;
comment on function private.move_references(text, uuid, uuid) is
  'Lets all rows that refer to one person refer to the other, and returns what became of them, as private.merges.followed has it.';

create function private.set_side(kind text, person uuid, changes jsonb, side integer) returns void
language sql security definer set search_path = ''
as $$
  select private.change_rows(
    format('public.%I', kind)::regclass, jsonb_build_array(jsonb_build_object('id', person)),
    (select coalesce(jsonb_object_agg(key, value -> side), '{}') from jsonb_each(changes))
  )
$$;
comment on function private.set_side(text, uuid, jsonb, integer) is
  'Sets columns of a person to one side of their changes: 0 before, 1 after.';

create function private.delete_person(kind text, person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  case kind
    when 'mentors' then delete from public.mentors where id = person;
    when 'mentees' then delete from public.mentees where id = person;
    when 'trainers' then delete from public.trainers where id = person;
  end case;
end
$$;

create function private.merge_people(kind text, kept uuid, merged uuid, taken text[], seen jsonb, choices jsonb default '{}') returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  rows jsonb;
  kept_row jsonb;
  merged_row jsonb;
  replaced jsonb;
  followed jsonb;
  united uuid;
  done uuid;
begin
  perform private.lock_people(true);
  perform private.require_mergeable(kind, kept, merged, taken);
  select jsonb_object_agg(stored ->> 'id', stored - '{search_text,telephones}'::text[]) into rows
  from private.stored_rows(format('public.%I', kind)::regclass, array[kept, merged], lock => 'update') as stored;
  kept_row := rows -> kept::text;
  merged_row := rows -> merged::text;
  if kept_row is null or merged_row is null then
    raise exception '%', case
      when exists (
        select from private.merges earlier
        where (earlier.kept_id, earlier.merged_id) in ((kept, merged), (merged, kept))
      ) then 'These two were merged already.'
      else 'One of the two is no longer there.'
    end using errcode = 'PT409';
  end if;
  if (kept_row @> (seen -> 'kept') and merged_row @> (seen -> 'merged')) is not true then
    raise exception 'Someone else has changed one of the two.' using errcode = 'PT409';
  end if;

  set constraints all immediate;
  if kept_row ->> 'person_id' <> merged_row ->> 'person_id' then
    united := gen_random_uuid();
    perform private.unite_people(
      united, (kept_row ->> 'person_id')::uuid, (merged_row ->> 'person_id')::uuid,
      array(select private.readable_tables()) || kind, true, choices
    );
  end if;
  followed := private.move_references(kind, kept, merged);
  select coalesce(jsonb_object_agg(chosen, jsonb_build_array(kept_row -> chosen, merged_row -> chosen)), '{}')
  into replaced
  from unnest(taken) as chosen where kept_row -> chosen <> merged_row -> chosen;
  -- A contact that only a form told stays so.
  replaced := replaced || (
    select case when told = kept_row -> 'told' then '{}' else jsonb_build_object('told', jsonb_build_array(kept_row -> 'told', told)) end
    from (
      select to_jsonb(array(
        select contact from unnest('{email,phone}'::text[]) as contact
        where case when replaced ? contact then merged_row else kept_row end -> 'told' ? contact order by 1
      )) as told
    ) as joined
  );
  perform private.set_write_mode('merge');
  perform private.set_side(kind, kept, replaced, 1);
  perform private.delete_person(kind, merged);
  perform private.set_write_mode(null);
  perform private.tidy_people(array[(kept_row ->> 'person_id')::uuid]);
  -- The removal of the kept person redacts the entries of the merged one.
  update public.change_log set about = about || kept where record_id = merged or about @> array[merged];

  insert into private.merges (
    kind, kept_id, merged_id, merged_name, merged_row, replaced, followed, united_id, actor_id, actor_name
  ) values (
    kind, kept, merged, private.person_name(merged_row), merged_row, replaced, followed, united,
    auth.uid(), private.name_of_reference('user_id', auth.uid())
  )
  returning id into done;
  perform private.log_action(
    'changed', kind, kept, private.person_name(kept_row),
    jsonb_build_object('merged', jsonb_build_array(null, private.person_name(merged_row))), array[merged]
  );
  return done;
end
$$;

create function private.restore_row(table_name text, stored jsonb) returns void
language sql security definer set search_path = ''
as $$
  select private.insert_rows(table_name::regclass, array_agg(attname::text), jsonb_build_array(stored))
  from pg_catalog.pg_attribute
  where attrelid = table_name::regclass and attnum > 0 and not attisdropped and attgenerated = ''
$$;
comment on function private.restore_row(text, jsonb) is 'Inserts a row as it was.';

create function private.restore_references(done private.merges) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  item jsonb;
begin
  for item in select value from jsonb_array_elements(done.followed) with ordinality order by ordinality desc loop
    if item ? 'row' then
      perform private.restore_row(item ->> 'table', item -> 'row');
    elsif private.change_rows(
      (item ->> 'table')::regclass,
      jsonb_build_array(item -> 'key' || jsonb_build_object(item ->> 'column', done.kept_id)),
      jsonb_build_object(item ->> 'column', done.merged_id)
    ) = 0 and item ->> 'table' <> 'public.files' then
      -- A removed file is gone after a day by itself.
      raise exception 'Removed since: something in %.', replace(split_part(item ->> 'table', '.', 2), '_', ' ')
        using errcode = 'PT409';
    end if;
  end loop;
end
$$;

create function private.undo_merge(merge uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  done private.merges;
  kept_row jsonb;
  united private.person_merges;
  changed text;
begin
  perform private.lock_people(true);
  select * into done from private.merges where id = merge for update;
  perform private.require(
    done.id is not null and private.may_search(done.kind), 'You may not undo this, or it was undone already.'
  );
  if done.created_at < now() - interval '30 days' then
    raise exception 'A merge can be undone for 30 days.' using errcode = 'PT409';
  end if;
  select stored into kept_row
  from private.stored_rows(format('public.%I', done.kind)::regclass, array[done.kept_id], lock => 'update') as stored;
  if kept_row is null then
    raise exception 'The record that was kept is no longer there.' using errcode = 'PT409';
  end if;
  select string_agg(replace(key, '_', ' '), ', ' order by key) into changed
  from jsonb_each(done.replaced) where kept_row -> key is distinct from value -> 1 and key <> 'told';
  if changed is not null then
    raise exception 'Changed since: %.', changed using errcode = 'PT409';
  end if;

  set constraints all immediate;
  -- Triggers that stamp or check a new row leave a restored one as it was.
  perform private.set_write_mode('merge');
  select * into united from private.person_merges where id = done.united_id;
  begin
    insert into private.people select (jsonb_populate_record(null::private.people, united.person)).*
    where united.id is not null on conflict do nothing;
    perform private.restore_row(format('public.%I', done.kind), done.merged_row);
    perform private.restore_references(done);
  exception when unique_violation or exclusion_violation or foreign_key_violation or check_violation then
    get stacked diagnostics changed = table_name;
    raise exception 'Changed since: something in %.', replace(changed, '_', ' ') using errcode = 'PT409';
  end;
  perform private.set_side(done.kind, done.kept_id, done.replaced, 0);
  perform private.set_write_mode(null);
  if united.id is not null then
    perform private.part_people(united);
  end if;
  perform private.sync_parents(array[(kept_row ->> 'person_id')::uuid, (done.merged_row ->> 'person_id')::uuid])
  where done.kind = 'mentees';
  perform private.tidy_people(array[(kept_row ->> 'person_id')::uuid, (done.merged_row ->> 'person_id')::uuid]);
  update public.change_log set about = nullif(array_remove(about, done.kept_id), '{}')
  where record_id = done.merged_id and about @> array[done.kept_id];
  perform private.log_action(
    'changed', done.kind, done.kept_id, private.person_name(kept_row),
    jsonb_build_object('merged', jsonb_build_array(done.merged_name, null)), array[done.merged_id]
  );
  delete from private.merges where id = done.id;
end
$$;

create function private.merges_of(kind text, kept uuid) returns table (
  id uuid, merged_name text, actor_name text, created_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select done.id, done.merged_name, done.actor_name, done.created_at from private.merges done
  where done.kind = merges_of.kind and done.kept_id = kept and private.may_search(merges_of.kind)
    and done.created_at > now() - interval '30 days'
  order by done.created_at desc
$$;

create function public.merge_people(kind text, kept uuid, merged uuid, taken text[], seen jsonb, choices jsonb default '{}') returns uuid
language sql security invoker set search_path = ''
as $$ select private.merge_people(kind, kept, merged, taken, seen, choices) $$;
comment on function public.merge_people is
  'Merges one mentor, mentee or trainer into another, and moves all references. `taken` are the columns with the values of the merged one; `seen` is what the caller saw of both ({kept, merged}, columns to values), with PT409 after a change; `choices` are as for merge_persons. Returns the id for undo_merge.';
grant execute on function private.merge_people, public.merge_people to authenticated;
create function public.undo_merge(merge uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.undo_merge(merge) $$;
comment on function public.undo_merge is
  'Restores both rows and their references, within 30 days; PT409 names a later change that prevents it.';
grant execute on function private.undo_merge, public.undo_merge to authenticated;
create function public.merges_of(kind text, kept uuid) returns table (
  id uuid, merged_name text, actor_name text, created_at timestamptz
)
language sql stable security invoker set search_path = ''
as $$ select * from private.merges_of(kind, kept) $$;
comment on function public.merges_of is
  'The merges into a row in the last 30 days, newest first; nothing without the right to read the table.';
grant execute on function private.merges_of, public.merges_of to authenticated;
