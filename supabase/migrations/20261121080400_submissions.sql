-- What visitors send: seven forms that anybody may fill in and only reviewers may read.

create type public.application_status as enum ('new', 'contacted', 'accepted', 'rejected');
create type public.proposal_status as enum ('new', 'contacted', 'in_progress', 'accepted', 'rejected');
create type public.message_status as enum ('new', 'contacted', 'in_progress', 'closed');
create type public.registration_status as enum (
  'new', 'contacted', 'confirmed', 'waitlisted', 'offered', 'lapsed', 'declined'
);

create table public.volunteer_applications (
  id uuid primary key default gen_random_uuid(),
  first_name text check (char_length(first_name) <= 100 and first_name ~ '\S' and first_name !~ '[[:cntrl:]]'),
  last_name text check (char_length(last_name) <= 100 and last_name ~ '\S' and last_name !~ '[[:cntrl:]]'),
  email text check (char_length(email) <= 254 and email ~ '\S' and email !~ '[[:cntrl:]]'),
  phone text check (char_length(phone) <= 40 and phone ~ '\S' and phone !~ '[[:cntrl:]]'),
  interests text[] not null default '{}'
    check (interests <@ array['teaching', 'tutoring', 'events', 'admin'] and cardinality(interests) <= 4
      and coalesce(array_ndims(interests), 1) = 1),
  availability text check (char_length(availability) <= 2000 and availability ~ '\S'),
  experience text check (char_length(experience) <= 5000 and experience ~ '\S'),
  motivation text check (char_length(motivation) <= 5000 and motivation ~ '\S'),
  status public.application_status not null default 'new',
  created_at timestamptz not null default now()
);

create table public.program_applications (
  id uuid primary key default gen_random_uuid(),
  first_name text not null check (char_length(first_name) <= 100 and first_name ~ '\S' and first_name !~ '[[:cntrl:]]'),
  last_name text not null check (char_length(last_name) <= 100 and last_name ~ '\S' and last_name !~ '[[:cntrl:]]'),
  email text not null check (char_length(email) <= 254 and email ~ '\S' and email !~ '[[:cntrl:]]'),
  phone text not null check (char_length(phone) <= 40 and phone ~ '\S' and phone !~ '[[:cntrl:]]'),
  relationship text not null
    check (relationship in ('parent', 'guardian', 'grandparent', 'relative', 'caregiver')),
  program_interest text not null
    check (program_interest in ('early-childhood', 'parent-engagement', 'community-training', 'leadership-development')),
  child_name text check (char_length(child_name) <= 200 and child_name ~ '\S' and child_name !~ '[[:cntrl:]]'),
  child_age smallint check (child_age between 0 and 25),
  goals text check (char_length(goals) <= 5000 and goals ~ '\S'),
  previous_experience text check (char_length(previous_experience) <= 5000 and previous_experience ~ '\S'),
  special_needs text check (char_length(special_needs) <= 5000 and special_needs ~ '\S'),
  -- Which terms were agreed to; when is in created_at.
  terms_version date check (terms_version between '2020-01-01' and '2200-01-01'),
  status public.application_status not null default 'new',
  created_at timestamptz not null default now()
);

create table public.partnership_proposals (
  id uuid primary key default gen_random_uuid(),
  organization_name text not null check (char_length(organization_name) <= 200 and organization_name ~ '\S' and organization_name !~ '[[:cntrl:]]'),
  contact_name text not null check (char_length(contact_name) <= 200 and contact_name ~ '\S' and contact_name !~ '[[:cntrl:]]'),
  contact_title text not null check (char_length(contact_title) <= 200 and contact_title ~ '\S' and contact_title !~ '[[:cntrl:]]'),
  email text not null check (char_length(email) <= 254 and email ~ '\S' and email !~ '[[:cntrl:]]'),
  phone text not null check (char_length(phone) <= 40 and phone ~ '\S' and phone !~ '[[:cntrl:]]'),
  website text check (char_length(website) <= 500 and website ~ '\S' and website !~ '[[:cntrl:]]'),
  organization_type text not null
    check (organization_type in ('corporation', 'non-profit', 'government', 'educational', 'foundation', 'other')),
  partnership_type text not null
    check (partnership_type in ('corporate', 'educational', 'government', 'ngo', 'multiple')),
  organization_size text check (organization_size in ('1-10', '11-50', '51-200', '201-1000', '1000+')),
  description text not null check (char_length(description) <= 5000 and description ~ '\S'),
  goals text not null check (char_length(goals) <= 5000 and goals ~ '\S'),
  resources text check (char_length(resources) <= 5000 and resources ~ '\S'),
  timeline text check (char_length(timeline) <= 5000 and timeline ~ '\S'),
  budget text check (char_length(budget) <= 5000 and budget ~ '\S'),
  previous_partnerships text check (char_length(previous_partnerships) <= 5000 and previous_partnerships ~ '\S'),
  -- Which terms were agreed to; when is in created_at.
  terms_version date check (terms_version between '2020-01-01' and '2200-01-01'),
  status public.proposal_status not null default 'new',
  created_at timestamptz not null default now()
);

create table public.newsletter_subscriptions (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) <= 200 and name ~ '\S' and name !~ '[[:cntrl:]]'),
  email text not null check (char_length(email) <= 254 and email ~ '\S' and email !~ '[[:cntrl:]]'),
  search_text text generated always as (private.searchable(name, email)) stored,
  confirmed_at timestamptz default now(),
  created_at timestamptz not null default now()
);
comment on column public.newsletter_subscriptions.confirmed_at is
  'Null while the owner of the address has not confirmed it, where the setting asks for that.';
create unique index newsletter_subscriptions_email_key on public.newsletter_subscriptions (lower(btrim(email)));

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) <= 200 and name ~ '\S' and name !~ '[[:cntrl:]]'),
  email text not null check (char_length(email) <= 254 and email ~ '\S' and email !~ '[[:cntrl:]]'),
  message text not null check (char_length(message) <= 5000 and message ~ '\S'),
  status public.message_status not null default 'new',
  created_at timestamptz not null default now()
);

-- A program is named as the site's content names it: a foundation that changes its content changes no
-- constraint. What follows from a registration is in `registrations.sql`.
create table public.program_registrations (
  id uuid primary key default gen_random_uuid(),
  program text not null check (program ~ '^[a-z0-9-]{1,60}$'),
  first_name text not null check (char_length(first_name) <= 100 and first_name ~ '\S' and first_name !~ '[[:cntrl:]]'),
  last_name text not null check (char_length(last_name) <= 100 and last_name ~ '\S' and last_name !~ '[[:cntrl:]]'),
  email text not null check (char_length(email) <= 254 and email ~ '\S' and email !~ '[[:cntrl:]]'),
  phone text check (char_length(phone) <= 40 and phone ~ '\S' and phone !~ '[[:cntrl:]]'),
  organization text check (char_length(organization) <= 200 and organization ~ '\S' and organization !~ '[[:cntrl:]]'),
  experience text check (char_length(experience) <= 5000 and experience ~ '\S'),
  motivation text check (char_length(motivation) <= 5000 and motivation ~ '\S'),
  accessibility text check (char_length(accessibility) <= 2000 and accessibility ~ '\S'),
  emergency_name text check (char_length(emergency_name) <= 200 and emergency_name ~ '\S' and emergency_name !~ '[[:cntrl:]]'),
  emergency_relationship text check (
    char_length(emergency_relationship) <= 100 and emergency_relationship ~ '\S' and emergency_relationship !~ '[[:cntrl:]]'
  ),
  emergency_phone text check (char_length(emergency_phone) <= 40 and emergency_phone ~ '\S' and emergency_phone !~ '[[:cntrl:]]'),
  wants_waitlist boolean not null default false,
  wants_newsletter boolean not null default false,
  -- Which terms were agreed to; when is in created_at.
  terms_version date check (terms_version between '2020-01-01' and '2200-01-01'),
  status public.registration_status not null default 'new',
  waitlisted_at timestamptz,
  offered_until timestamptz,
  created_at timestamptz not null default now()
);
comment on column public.program_registrations.wants_waitlist is 'Whether the page said that the program is full.';
comment on column public.program_registrations.waitlisted_at is 'Since when they wait: the order of the waiting list.';
comment on column public.program_registrations.offered_until is 'By when an offered place is accepted, or goes to the next.';

create table public.pledges (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) <= 200 and name ~ '\S' and name !~ '[[:cntrl:]]'),
  email text not null check (char_length(email) <= 254 and email ~ '\S' and email !~ '[[:cntrl:]]'),
  amount numeric(7, 2) not null check (amount between 5 and 10000),
  frequency text not null check (frequency in ('once', 'monthly')),
  status public.message_status not null default 'new',
  created_at timestamptz not null default now()
);
comment on table public.pledges is 'What somebody wants to give, where no payment page is set up.';
comment on column public.pledges.amount is 'In US dollars';

create index volunteer_applications_created_at_idx on public.volunteer_applications (created_at desc, id desc);
create index program_applications_created_at_idx on public.program_applications (created_at desc, id desc);
create index partnership_proposals_created_at_idx on public.partnership_proposals (created_at desc, id desc);
create index newsletter_subscriptions_created_at_idx on public.newsletter_subscriptions (created_at desc, id desc);
create index newsletter_subscriptions_unconfirmed_idx on public.newsletter_subscriptions (created_at)
  where confirmed_at is null;
create index contact_messages_created_at_idx on public.contact_messages (created_at desc, id desc);
create index program_registrations_created_at_idx on public.program_registrations (created_at desc, id desc);
create index pledges_created_at_idx on public.pledges (created_at desc, id desc);
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
comment on function private.waitlist_position(uuid) is '1 for the next who is offered a place; null for who does not wait.';

-- At most five submissions for each form and address in ten minutes. An address is kept only while
-- it counts: every submission, and a task every minute, clears those that have expired.

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
  -- Only what the nearest proxy sets: the first entries of x-forwarded-for are the client's own
  -- words. Callers without any vouched address share one allowance.
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

create function private.delete_old_addresses() returns void
language sql security definer set search_path = ''
as $$
  delete from private.recent_submissions
  where id in (
    select id from private.recent_submissions
    where submitted_at <= now() - interval '10 minutes'
    for update skip locked
  )
$$;

select private.every_minute('delete_old_addresses');

-- Whether a visitor's form sends a row: inside SECURITY DEFINER current_user is the owner, and the
-- setting is still the role that the request runs as. An import of the staff is no form.
create function private.is_sent_by_form() returns boolean
language sql stable set search_path = ''
as $$
  select current_setting('role', true) in ('anon', 'authenticated')
    and coalesce(current_setting('private.importing', true), '') = ''
$$;

create function private.limit_submissions() returns trigger
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
  -- What a trigger adds was counted with what caused it.
  if not private.is_sent_by_form() or pg_trigger_depth() > 1 or private.is_admin() then
    return new;
  end if;

  -- Requests of one address that arrive together are counted one after another.
  perform pg_advisory_xact_lock(hashtextextended(tg_table_name || ' ' || client, 0));

  perform private.delete_old_addresses();

  select count(*), min(submitted_at) into earlier, oldest
  from private.recent_submissions
  where form = tg_table_name and address = client and submitted_at > now() - time_window;

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

  insert into private.recent_submissions (form, address) values (tg_table_name, client);
  return new;
end
$$;

-- A count, the stored row or its address would tell whether a row was stored, and so what others sent.
-- Refused for the whole statement, before anything else is looked at.

create function private.refuse_to_tell() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  headers constant json := nullif(current_setting('request.headers', true), '')::json;
begin
  if private.is_sent_by_form() and headers ->> 'prefer' ~* 'count|return=(representation|headers)' then
    raise exception 'A form is answered with nothing but its receipt.' using errcode = 'insufficient_privilege';
  end if;
  return null;
end
$$;
do $$
declare
  form text;
begin
  foreach form in array array[
    'volunteer_applications', 'program_applications', 'partnership_proposals', 'newsletter_subscriptions',
    'contact_messages', 'program_registrations', 'pledges'
  ] loop
    execute format(
      'create trigger refuse_to_tell before insert on public.%I for each statement execute function private.refuse_to_tell()',
      form
    );
  end loop;
end
$$;

create trigger limit_submissions before insert on public.volunteer_applications
  for each row execute function private.limit_submissions();
create trigger limit_submissions before insert on public.program_applications
  for each row execute function private.limit_submissions();
create trigger limit_submissions before insert on public.partnership_proposals
  for each row execute function private.limit_submissions();
create trigger limit_submissions before insert on public.newsletter_subscriptions
  for each row execute function private.limit_submissions();
create trigger limit_submissions before insert on public.contact_messages
  for each row execute function private.limit_submissions();
create trigger limit_submissions before insert on public.program_registrations
  for each row execute function private.limit_submissions();
create trigger limit_submissions before insert on public.pledges
  for each row execute function private.limit_submissions();

-- Who got no answer sends the same again, perhaps from another network. What a visitor can send is
-- then in a row of the last day, word for word, and is not stored a second time. An application
-- without an email address says too little to be known as somebody's. The answer is the same either
-- way, so that nobody learns what others sent.

create function private.skip_duplicate() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  not_sent constant text[] := array['id', 'status', 'waitlisted_at', 'offered_until', 'created_at'];
  words constant jsonb := to_jsonb(new) - not_sent;
  is_here boolean;
begin
  if current_setting('role', true) not in ('anon', 'authenticated') then
    return new;
  end if;
  if new.email is null then
    return new;
  end if;
  -- The same words that arrive together, from wherever, are looked for one after another.
  perform pg_advisory_xact_lock(hashtextextended(tg_table_name || words::text, 1));
  execute format(
    'select exists (
      select from public.%I as earlier
      where created_at > now() - interval ''1 day'' and email = $1.email
        and to_jsonb(earlier) - $2 = $3
        -- Who took it back, or was refused, may send the same anew.
        and not exists (
          select from public.submissions sent
          where sent.id = earlier.id and (sent.withdrawn_at is not null or private.is_closed(sent.status))
        )
    )',
    tg_table_name
  ) into is_here using new, not_sent, words;
  return case when is_here then null else new end;
end
$$;

-- Triggers fire in the order of their names: what comes again was counted by limit_submissions.
create trigger skip_duplicate before insert on public.volunteer_applications
  for each row execute function private.skip_duplicate();
create trigger skip_duplicate before insert on public.program_applications
  for each row execute function private.skip_duplicate();
create trigger skip_duplicate before insert on public.partnership_proposals
  for each row execute function private.skip_duplicate();
create trigger skip_duplicate before insert on public.contact_messages
  for each row execute function private.skip_duplicate();
create trigger skip_duplicate before insert on public.program_registrations
  for each row execute function private.skip_duplicate();
create trigger skip_duplicate before insert on public.pledges
  for each row execute function private.skip_duplicate();

-- Row-level security. id, status and created_at are in no insert grant; anon may select nothing, so
-- a submission cannot be read back.

alter table public.volunteer_applications enable row level security;
alter table public.program_applications enable row level security;
alter table public.partnership_proposals enable row level security;
alter table public.newsletter_subscriptions enable row level security;
alter table public.contact_messages enable row level security;
alter table public.program_registrations enable row level security;
alter table public.pledges enable row level security;

grant insert (first_name, last_name, email, phone, interests, availability, experience, motivation)
  on public.volunteer_applications to anon, authenticated;
grant insert (
  first_name, last_name, email, phone, relationship, program_interest, child_name, child_age,
  goals, previous_experience, special_needs, terms_version
) on public.program_applications to anon, authenticated;
grant insert (
  organization_name, contact_name, contact_title, email, phone, website, organization_type,
  partnership_type, organization_size, description, goals, resources, timeline, budget,
  previous_partnerships, terms_version
) on public.partnership_proposals to anon, authenticated;
grant insert (name, email) on public.newsletter_subscriptions to anon, authenticated;
grant insert (name, email, message) on public.contact_messages to anon, authenticated;
grant insert (
  program, first_name, last_name, email, phone, organization, experience, motivation, accessibility,
  emergency_name, emergency_relationship, emergency_phone, wants_waitlist, wants_newsletter, terms_version
) on public.program_registrations to anon, authenticated;
grant insert (name, email, amount, frequency) on public.pledges to anon, authenticated;

-- By column: one that is added later is secret until it is granted.
grant select (
  id, first_name, last_name, email, phone, interests, availability, experience, motivation, status, created_at
) on public.volunteer_applications to authenticated;
grant select (
  id, organization_name, contact_name, contact_title, email, phone, website, organization_type,
  partnership_type, organization_size, description, goals, resources, timeline, budget,
  previous_partnerships, terms_version, status, created_at
) on public.partnership_proposals to authenticated;
grant select (id, name, email, confirmed_at, search_text, created_at)
  on public.newsletter_subscriptions to authenticated;
grant select (id, name, email, message, status, created_at) on public.contact_messages to authenticated;
grant select (id, name, email, amount, frequency, status, created_at) on public.pledges to authenticated;
-- What is said about a child is in no list: `protected_fields` gives it.
grant select (
  id, first_name, last_name, email, phone, relationship, program_interest, goals, previous_experience,
  terms_version, status, created_at
) on public.program_applications to authenticated;
-- Nor is what somebody needs, and whom to call for them.
grant select (
  id, program, first_name, last_name, email, phone, organization, experience, motivation, wants_waitlist,
  wants_newsletter, terms_version, status, waitlisted_at, offered_until, created_at
) on public.program_registrations to authenticated;
grant update (status)
  on public.volunteer_applications, public.program_applications, public.partnership_proposals,
    public.contact_messages, public.program_registrations, public.pledges
  to authenticated;
grant select, insert, update, delete
  on public.volunteer_applications, public.program_applications, public.partnership_proposals,
    public.newsletter_subscriptions, public.contact_messages, public.program_registrations, public.pledges
  to service_role;

create policy "Anybody may apply to volunteer"
  on public.volunteer_applications for insert to anon, authenticated
  with check (status = 'new');
create policy "Reviewers read volunteer applications"
  on public.volunteer_applications for select to authenticated
  using ((select private.may_review()));
create policy "Reviewers set the status of volunteer applications"
  on public.volunteer_applications for update to authenticated
  using ((select private.may_review()))
  with check ((select private.may_review()));

create policy "Anybody may apply to a program"
  on public.program_applications for insert to anon, authenticated
  with check (status = 'new');
create policy "Reviewers read program applications"
  on public.program_applications for select to authenticated
  using ((select private.may_review()));
create policy "Reviewers set the status of program applications"
  on public.program_applications for update to authenticated
  using ((select private.may_review()))
  with check ((select private.may_review()));

create policy "Anybody may propose a partnership"
  on public.partnership_proposals for insert to anon, authenticated
  with check (status = 'new');
create policy "Reviewers read partnership proposals"
  on public.partnership_proposals for select to authenticated
  using ((select private.may_review()));
create policy "Reviewers set the status of partnership proposals"
  on public.partnership_proposals for update to authenticated
  using ((select private.may_review()))
  with check ((select private.may_review()));

create policy "Anybody may write"
  on public.contact_messages for insert to anon, authenticated
  with check (status = 'new');
create policy "Reviewers read messages"
  on public.contact_messages for select to authenticated
  using ((select private.may_review()));
create policy "Reviewers set the status of messages"
  on public.contact_messages for update to authenticated
  using ((select private.may_review()))
  with check ((select private.may_review()));

create policy "Anybody may register"
  on public.program_registrations for insert to anon, authenticated
  -- A trigger lets wait who finds the program full.
  with check (status in ('new', 'waitlisted'));
create policy "Reviewers read registrations"
  on public.program_registrations for select to authenticated
  using ((select private.may_review()));
create policy "Reviewers set the status of registrations"
  on public.program_registrations for update to authenticated
  using ((select private.may_review()))
  with check ((select private.may_review()));

create policy "Anybody may pledge"
  on public.pledges for insert to anon, authenticated
  with check (status = 'new');
create policy "Reviewers read pledges"
  on public.pledges for select to authenticated
  using ((select private.may_review()));
create policy "Reviewers set the status of pledges"
  on public.pledges for update to authenticated
  using ((select private.may_review()))
  with check ((select private.may_review()));

create policy "Anybody may subscribe"
  on public.newsletter_subscriptions for insert to anon, authenticated
  with check (created_at = now());
create policy "Reviewers read subscriptions"
  on public.newsletter_subscriptions for select to authenticated
  using ((select private.may_review()));

call private.disable_statistics();
