-- Submissions: seven forms that every visitor may send and only reviewers may read.

create type public.application_status as enum ('new', 'contacted', 'accepted', 'rejected');
create type public.proposal_status as enum ('new', 'contacted', 'in_progress', 'accepted', 'rejected');
create type public.message_status as enum ('new', 'contacted', 'in_progress', 'closed');
create type public.registration_status as enum (
  'new', 'contacted', 'confirmed', 'waitlisted', 'offered', 'lapsed', 'declined'
);

create type public.submission_kind as enum (
  'volunteer', 'program', 'partnership', 'message', 'registration', 'pledge'
);

-- The kinds of submissions. Triggers, policies, searches, statuses and the forms' secret columns follow
-- from the rows. The kind is a text, since no transaction uses a value that it adds to an enum.
create table private.submission_kinds (
  kind text primary key,
  form text not null unique,
  letter text not null unique check (letter ~ '^[A-Z]$'),
  sla_days integer not null check (sla_days > 0)
);
comment on column private.submission_kinds.form is 'Table of its rows, in public.';
comment on column private.submission_kinds.letter is 'First letter of its references.';
comment on column private.submission_kinds.sla_days is 'Business days until an answer is due.';
alter table private.submission_kinds enable row level security;
insert into private.submission_kinds (kind, form, letter, sla_days) values
  ('volunteer', 'volunteer_applications', 'V', 2),
  ('program', 'program_applications', 'A', 2),
  ('partnership', 'partnership_proposals', 'P', 5),
  ('message', 'contact_messages', 'M', 2),
  ('registration', 'program_registrations', 'R', 2),
  ('pledge', 'pledges', 'G', 2);

create function private.queued_forms() returns text[]
language sql stable set search_path = ''
as $$ select array(select form from private.submission_kinds order by kind) $$;
comment on function private.queued_forms() is 'The tables of forms that are answered, each row with one in submissions.';

create function private.public_forms() returns text[]
language sql stable set search_path = ''
as $$ select private.queued_forms() || 'newsletter_subscriptions'::text $$;
comment on function private.public_forms() is 'The tables that visitors write into.';

create table public.volunteer_applications (
  id uuid primary key default gen_random_uuid(),
  first_name text check (private.is_line(first_name, 100)),
  last_name text check (private.is_line(last_name, 100)),
  email text check (private.is_line(email, 254)),
  phone text check (private.is_line(phone, 40)),
  interests text[] not null default '{}'
    check (interests <@ array['teaching', 'tutoring', 'events', 'admin'] and cardinality(interests) <= 4
      and coalesce(array_ndims(interests), 1) = 1),
  availability text check (private.is_text(availability, 2000)),
  experience text check (private.is_text(experience, 5000)),
  motivation text check (private.is_text(motivation, 5000)),
  status public.application_status not null default 'new',
  created_at timestamptz not null default now()
);

create table public.program_applications (
  id uuid primary key default gen_random_uuid(),
  first_name text not null check (private.is_line(first_name, 100)),
  last_name text not null check (private.is_line(last_name, 100)),
  email text not null check (private.is_line(email, 254)),
  phone text not null check (private.is_line(phone, 40)),
  relationship text not null
    check (relationship in ('parent', 'guardian', 'grandparent', 'relative', 'caregiver', 'self')),
  program_interest text not null
    check (program_interest in ('early-childhood', 'parent-engagement', 'community-training', 'leadership-development')),
  child_name text check (private.is_line(child_name, 200)),
  child_age smallint check (child_age between 0 and 25),
  goals text check (private.is_text(goals, 5000)),
  previous_experience text check (private.is_text(previous_experience, 5000)),
  special_needs text check (private.is_text(special_needs, 5000)),
  -- The version of the terms that the visitor agreed to, at created_at.
  terms_version date check (terms_version between '2020-01-01' and '2200-01-01'),
  status public.application_status not null default 'new',
  created_at timestamptz not null default now()
);

create table public.partnership_proposals (
  id uuid primary key default gen_random_uuid(),
  organization_name text not null check (private.is_line(organization_name, 200)),
  contact_name text not null check (private.is_line(contact_name, 200)),
  contact_title text not null check (private.is_line(contact_title, 200)),
  email text not null check (private.is_line(email, 254)),
  phone text not null check (private.is_line(phone, 40)),
  website text check (private.is_line(website, 500)),
  organization_type text not null
    check (organization_type in ('corporation', 'non-profit', 'government', 'educational', 'foundation', 'other')),
  partnership_type text not null
    check (partnership_type in ('corporate', 'educational', 'government', 'ngo', 'multiple')),
  organization_size text check (organization_size in ('1-10', '11-50', '51-200', '201-1000', '1000+')),
  description text not null check (private.is_text(description, 5000)),
  goals text not null check (private.is_text(goals, 5000)),
  resources text check (private.is_text(resources, 5000)),
  timeline text check (private.is_text(timeline, 5000)),
  budget text check (private.is_text(budget, 5000)),
  previous_partnerships text check (private.is_text(previous_partnerships, 5000)),
  -- The version of the terms that the visitor agreed to, at created_at.
  terms_version date check (terms_version between '2020-01-01' and '2200-01-01'),
  status public.proposal_status not null default 'new',
  created_at timestamptz not null default now()
);

create table public.newsletter_subscriptions (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_line(name, 200)),
  email text not null check (private.is_line(email, 254)),
  search_text text generated always as (private.searchable(name, email)) stored,
  person_id uuid not null default gen_random_uuid(),
  confirmed_at timestamptz default now(),
  created_at timestamptz not null default now(),
  proved_at timestamptz
);
comment on column public.newsletter_subscriptions.confirmed_at is
  'Null until the owner of the address confirms it, where double opt-in is on.';
comment on column public.newsletter_subscriptions.proved_at is
  'When someone pressed the button on a page that our mail to this address led to.';
create unique index newsletter_subscriptions_email_key on public.newsletter_subscriptions (lower(btrim(email)));

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_line(name, 200)),
  email text not null check (private.is_line(email, 254)),
  message text not null check (private.is_text(message, 5000)),
  status public.message_status not null default 'new',
  created_at timestamptz not null default now()
);

-- The content of the site names the programs, so a change of content needs no change of constraints.
-- Seats and the waitlist are in `20_registrations.sql`.
create table public.program_registrations (
  id uuid primary key default gen_random_uuid(),
  program text not null check (program ~ '^[a-z0-9-]{1,60}$'),
  first_name text not null check (private.is_line(first_name, 100)),
  last_name text not null check (private.is_line(last_name, 100)),
  email text not null check (private.is_line(email, 254)),
  phone text check (private.is_line(phone, 40)),
  organization text check (private.is_line(organization, 200)),
  experience text check (private.is_text(experience, 5000)),
  motivation text check (private.is_text(motivation, 5000)),
  accessibility text check (private.is_text(accessibility, 2000)),
  emergency_name text check (private.is_line(emergency_name, 200)),
  emergency_relationship text check (private.is_line(emergency_relationship, 100)),
  emergency_phone text check (private.is_line(emergency_phone, 40)),
  wants_waitlist boolean not null default false,
  wants_newsletter boolean not null default false,
  -- The version of the terms that the visitor agreed to, at created_at.
  terms_version date check (terms_version between '2020-01-01' and '2200-01-01'),
  status public.registration_status not null default 'new',
  waitlisted_at timestamptz,
  offered_until timestamptz,
  created_at timestamptz not null default now()
);
comment on column public.program_registrations.wants_waitlist is 'Whether the page showed the program as full.';
comment on column public.program_registrations.waitlisted_at is 'The order of the waitlist.';
comment on column public.program_registrations.offered_until is 'When the offer of a seat expires; the seat then goes to the next.';

create table public.pledges (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_line(name, 200)),
  email text not null check (private.is_line(email, 254)),
  amount numeric(7, 2) not null check (amount between 5 and 10000),
  frequency text not null check (frequency in ('once', 'monthly')),
  program text check (program ~ '^[a-z0-9-]{1,60}$'),
  status public.message_status not null default 'new',
  created_at timestamptz not null default now(),
  tribute text constraint pledges_tribute_check check (
    case when tribute is null then num_nonnulls(tribute_name, notify, tribute_message) = 0
      else tribute in ('honor', 'memory') and tribute_name is not null end
  ),
  tribute_name text check (private.is_line(tribute_name, 200)),
  notify text check (private.is_text(notify, 500)),
  tribute_message text check (private.is_text(tribute_message, 1000))
);
comment on table public.pledges is 'Promised gifts, where no payment page is set up.';
comment on column public.pledges.amount is 'In US dollars';
comment on column public.pledges.notify is
  'Whom staff write to about the tribute: a name and an address. No email goes there by itself.';
comment on column public.pledges.tribute_message is 'What they tell them.';
comment on column public.pledges.program is 'Where the gift goes; null is where it is needed most.';

create index newsletter_subscriptions_unconfirmed_idx on public.newsletter_subscriptions (created_at)
  where confirmed_at is null;
create index program_registrations_program_idx on public.program_registrations (program, status);
create index program_registrations_waitlist_idx
  on public.program_registrations (program, waitlisted_at, created_at, id) where status = 'waitlisted';
create index program_registrations_waiting_idx
  on public.program_registrations (email) where status in ('waitlisted', 'offered');
create index program_registrations_offered_until_idx
  on public.program_registrations (offered_until) where status = 'offered';

create function private.waitlist_position(registration uuid) returns integer
language sql stable security definer set search_path = ''
as $$
  select (
    select count(*) from public.program_registrations before
    where before.program = own.program and before.status = 'waitlisted'
      and (before.waitlisted_at, before.created_at, before.id) <= (own.waitlisted_at, own.created_at, own.id)
  )::integer
  from public.program_registrations own where own.id = registration and own.status = 'waitlisted'
$$;
comment on function private.waitlist_position(uuid) is 'Position on the waitlist: 1 is next; null for a registration that is not on it.';

-- The rate limit: five submissions per form and IP address in ten minutes. Every submission, and a
-- retention rule every minute, deletes addresses that no longer count.

create table private.recent_submissions (
  id bigint generated always as identity primary key,
  form text not null,
  address text not null,
  submitted_at timestamptz not null default now()
);
create index recent_submissions_form_address_idx on private.recent_submissions (form, address, submitted_at);
create index recent_submissions_submitted_at_idx on private.recent_submissions (submitted_at);
alter table private.recent_submissions enable row level security;

create function private.client_address() returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  headers constant json := nullif(current_setting('request.headers', true), '')::json;
  -- Only headers of the nearest proxy count: the client itself writes the first entries of
  -- x-forwarded-for. Callers without a trusted address share one allowance.
  address constant text := coalesce(
    nullif(btrim(headers ->> 'cf-connecting-ip'), ''),
    nullif(btrim(headers ->> 'x-real-ip'), ''),
    nullif(btrim(split_part(headers ->> 'x-forwarded-for', ',', -1)), ''),
    'unknown'
  );
begin
  -- One household usually owns a whole /64 of IPv6 addresses.
  if family(address::inet) = 6 then
    return host(network(set_masklen(address::inet, 64)));
  end if;
  return address;
exception
  when invalid_text_representation then return left(address, 100);
end
$$;

-- Whether a visitor's form sends a row. Inside SECURITY DEFINER current_user is the owner; the setting is
-- still the role of the request. An import by staff is no form.
create function private.is_sent_by_form() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return current_setting('role', true) in ('anon', 'authenticated')
    and private.write_mode() is distinct from 'import';
end
$$;

create function private.limit_requests(of_form text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  time_window constant interval := '10 minutes';
  allowance constant integer := 5;
  client constant text := private.client_address();
  earlier integer;
  oldest timestamptz;
  wait_seconds integer;
begin
  -- The lock serializes concurrent requests of one address.
  perform pg_advisory_xact_lock(hashtextextended(of_form || ' ' || client, 0));

  delete from private.recent_submissions
  where id in (
    select id from private.recent_submissions
    where submitted_at <= now() - time_window
    for update skip locked
  );

  select count(*), min(submitted_at) into earlier, oldest
  from private.recent_submissions
  where form = of_form and address = client and submitted_at > now() - time_window;

  if earlier >= allowance then
    wait_seconds := greatest(1, ceil(extract(epoch from oldest + time_window - now())));
    raise sqlstate 'PGRST' using
      message = json_build_object(
        'code', '429',
        'message', 'Too many submissions from this address.',
        'details', format('Try again in %s seconds.', wait_seconds),
        'hint', null
      )::text,
      detail = json_build_object(
        'status', 429,
        'headers', json_build_object('Retry-After', wait_seconds::text)
      )::text;
  end if;

  insert into private.recent_submissions (form, address) values (of_form, client);
end
$$;

create function private.limit_submissions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A row that a trigger adds counts with its cause.
  if private.is_sent_by_form() and pg_trigger_depth() <= 1 and not private.is_admin() then
    perform private.limit_requests(tg_table_name);
  end if;
  return new;
end
$$;

-- A count, the stored row or its location would disclose whether a row was stored, and so what others
-- sent. The refusal comes first, for the whole statement.

create function private.refuse_returning() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  headers constant json := nullif(current_setting('request.headers', true), '')::json;
begin
  if private.is_sent_by_form() and headers ->> 'prefer' ~* 'count|return=(representation|headers)' then
    raise exception 'A form returns neither rows nor counts.' using errcode = 'insufficient_privilege';
  end if;
  return null;
end
$$;

-- A visitor whose response was lost sends the form again, perhaps from another network. A row of the last
-- day with the same values, the address in capitals or not, makes it a duplicate, which is not stored. An
-- application without an email address cannot be attributed and is always stored. The response is the same
-- either way, so that it discloses nothing about other senders.

-- Dynamic SQL: the form is that of the trigger.
create function private.skip_duplicate() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  not_sent constant text[] := array['id', 'status', 'waitlisted_at', 'offered_until', 'created_at'];
  sent_values constant jsonb := to_jsonb(new) - not_sent || jsonb_build_object('email', lower(btrim(new.email)));
  earlier_id uuid;
begin
  if current_setting('role', true) not in ('anon', 'authenticated') or new.email is null then
    return new;
  end if;
  -- The lock serializes concurrent duplicates.
  perform pg_advisory_xact_lock(hashtextextended(tg_table_name || sent_values::text, 1));
  execute format(
    'select id from public.%I as earlier
    where created_at > now() - interval ''1 day'' and lower(btrim(email)) = $2 ->> ''email''
      and to_jsonb(earlier) - $1 || jsonb_build_object(''email'', lower(btrim(email))) = $2
      -- After a withdrawal or a refusal the visitor may send the same again.
      and not exists (
        select from public.submissions sent
        where sent.id = earlier.id and (sent.withdrawn_at is not null or private.is_closed(sent.status))
      )
    limit 1',
    tg_table_name
  ) into earlier_id using not_sent, sent_values;
  if earlier_id is null then
    return new;
  end if;
  perform private.store_receipt_key(earlier_id);
  return null;
end
$$;
