-- One name is enough. Here and in all other tables a missing value is null, never a blank text.

-- The first line of search_text has the person: the search for people looks only at it. Nothing protected
-- is searched.

create type public.person_status as enum ('active', 'inactive');
create type private.contact_level as enum ('told', 'entered', 'proved');
comment on type private.contact_level is
  'How we have an email or phone. told: from a form, an event or an import; entered: a colleague typed, picked or confirmed it; proved: the owner of an email showed that they read our mail there.';

create type private.identity as (name text, email text, phone text, is_gift boolean);
comment on type private.identity is 'What a row says about the person it names.';

create type private.person_hit as (
  position integer, kind text, source text, id uuid, name text, address text, rank integer, created_at timestamptz, person_id uuid
);

-- The rows of a person. The fields of the type that hold ids are called like their tables.

create type private.person_rows as (
  people uuid[], addresses text[], phones text[], refs text[], profiles uuid[], mentors uuid[], trainers uuid[], mentees uuid[], donors uuid[],
  donations uuid[], submissions uuid[], newsletter_subscriptions uuid[], readable text[]
);
comment on type private.person_rows is
  'The rows of people in the `readable` tables, of which the caller may read all rows. `people` are those with a row there, `refs` their addresses and phones as tasks name them.';

-- The timeline: events from tables of which the caller may read all rows, beside those in which the person
-- was found. A function has a part for each kind of event, and runs only those that are asked for.

create type private.person_event as (
  kind text, id text, happened_at timestamptz, title text, detail text, body text, state text, amount numeric,
  author text, source text, source_id uuid, is_own boolean
);

create type private.suggestion as (id uuid, name text, addresses text[], reason text, partner uuid, partner_name text);
comment on type private.suggestion is
  'Someone who may be the same, by phone, email, post or name. Or for a household: who lives at the same address, with the household of one of the two as partner; for a couple: one of the two people in its name, with the other as partner.';
