-- People: one row for each human, whatever they sent, gave or are (docs/decisions/042-people-are-rows.md).
-- Every row that names a human has a person_id, given by one rule when the row arrives, and kept right when
-- it changes. What comes from outside is a claim: strangers type any name, phone and address into a form. So
-- each contact point knows how we have it, and a point that was only told moves nothing of somebody else. The
-- API reads none of these tables.

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
  'A name without case, accents, punctuation and titles. In the name of two people, "and" stands for the sign or word between them.';

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
    -- A couple is never one of the two.
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
  'Whether two names, as private.plain_name writes them, can be one human''s: the same words in any order, or the same first word with some words left out or as an initial. Names of two people need the same words. A missing name fits any name.';

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
    -- A mentee's phone is protected: whoever becomes the same person would disclose it.
    case when of_table <> 'mentees' then coalesce(stored ->> 'phone', stored ->> 'donor_phone') end,
    of_table = 'donations'
  )::private.identity;
end
$$;
comment on function private.identity is
  'What a row says about the person it names: name, email, phone, and whether it is a gift. A mentee''s phone is left out: it is protected.';

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
comment on function private.levels_of(text, jsonb) is
  'How we have the email and the phone of a row, as in private.rows_of_people.';

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
  'The person whom the rule finds for a row, or null. With an address: someone who has it and a fitting name; nobody else, whatever the phone. With only a phone: someone who has it and a fitting name, if a colleague entered that phone or they have no address; for a guardian only if a colleague entered it. A gift with neither: the donor of that name. The row''s present person comes first.';

create function private.add_points(person uuid, who private.identity, levels private.contact_level[]) returns void
language sql security definer set search_path = ''
as $$
  insert into private.contact_points as known (person_id, kind, normalized, value, level)
  select person, said.kind, said.normalized, btrim(said.value), said.level from (
    select 'email', lower(btrim(who.email)), who.email, levels[1] where who.email is not null
    union all select 'phone', phone, who.phone, levels[2] from unnest(private.phone_keys(who.phone)) as phone
  ) as said (kind, normalized, value, level)
  on conflict on constraint contact_points_pkey do update set
    value = case when excluded.level >= known.level and known.open_to is null then excluded.value else known.value end,
    level = greatest(known.level, excluded.level),
    valid_since = case when known.level = 'told' and excluded.level > 'told' then now() else known.valid_since end
  where known.value <> excluded.value and excluded.level >= known.level and known.open_to is null or excluded.level > known.level
$$;
comment on function private.add_points(uuid, private.identity, private.contact_level[]) is
  'Adds the email and phone of a row to its person. A told one does not change the spelling of a better known one.';

create function private.is_alone(person uuid) returns boolean
language sql stable security definer set search_path = ''
as $$ select count(*) <= 1 from private.rows_of_people where person_id = person $$;
comment on function private.is_alone(uuid) is 'Whether a person has at most one row.';

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
  'The person of a changed row for which the rule finds nobody: the present one, if the row is their only one or the name still fits.';

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
      -- A row that leaves its person keeps their mark not to be contacted.
      insert into private.people (name, names, is_known_by_name, is_couple, do_not_contact)
      values (who.name, array_remove(array[plain], null), is_named, private.is_couple_name(who.name), coalesce((
        select do_not_contact from private.people
        where id = of_now and not is_claim and coalesce(private.write_mode() not in ('retention', 'erasure'), true)
      ), false))
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
  'The person of a row that arrives or changes: the one whom the rule finds; else the present one, if the name fits or the row is their only one; else a new one. A change that is a claim keeps only a person without another row, and takes no mark along.';

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
  'Which of email and phone are only told after a write: those that came from outside. What a colleague changes is entered; a conversion says what it takes over as told.';

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
  'Which of a row''s email and phone stay told when a colleague picks the person: also those that the person has only as told.';

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
comment on function private.set_contacts() is
  'Before set_person: notes which of the email and phone of a row are only told.';

create function private.set_giver() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.write_mode() = 'merge' then
    return new;
  end if;
  new.told := private.set_told(case tg_op when 'UPDATE' then to_jsonb(old) end, to_jsonb(new), new.told);
  -- An erased or cleared giver no longer counts as picked.
  new.is_picked := new.is_picked and coalesce(private.write_mode() not in ('retention', 'erasure'), true);
  if new.is_picked then
    perform from private.people where id = new.person_id for key share;
    if not found then
      raise exception 'This donor no longer exists. Pick the donor again.' using errcode = 'P0001';
    end if;
    -- A pick takes over the address, but does not confirm it.
    new.told := private.told_of(new.person_id, private.identity(tg_table_name, to_jsonb(new)), new.told);
  end if;
  return new;
end
$$;
comment on function private.set_giver() is
  'Before set_person: keeps a picked giver, and notes which of the gift''s email and phone are only told. Refuses a pick who is gone.';

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
    -- The owner of an account changes its address. An owner who never confirmed the old one may be anyone.
    new.person_id := private.person_of(who, old.person_id, levels,
      tg_table_name = 'profiles' and not coalesce((before ->> 'confirmed')::boolean, false));
  end if;
  return new;
end
$$;
comment on function private.set_person is
  'Gives a new or changed row its person: the picked one, else the one from private.person_of. A merge sets the person itself.';

create function private.emails_of(person uuid, is_working boolean default true) returns setof text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select normalized from private.contact_points
    where person_id = person and kind = 'email' and retired_at is null
    order by is_working and exists (select from private.suppressions_of(normalized) where reason <> 'unsubscribed'),
      private.is_address(normalized) desc, is_preferred desc, level > 'told' desc,
      case when level > 'told' then valid_since end desc, valid_since, normalized;
end
$$;
comment on function private.emails_of(uuid, boolean) is
  'A person''s emails, the one that letters go to first: the preferred one; else the newest that a colleague entered or the owner proved; else the oldest that was told, never a newer one. It leaves out retired ones. With `is_working`, one that bounced or complained comes last.';

create function private.email_of(person uuid, is_working boolean default true) returns text
language sql stable security definer set search_path = ''
as $$ select first from private.emails_of(person, is_working) as first limit 1 $$;
comment on function private.email_of is 'The email that letters to a person go to; null without one.';
