create table private.consent_requests (
  id uuid primary key default gen_random_uuid(),
  batch uuid not null,
  child_id uuid not null references private.people (id) on delete cascade,
  adult_id uuid not null references private.people (id) on delete cascade,
  kinds text[] not null check (cardinality(kinds) > 0 and kinds <@ '{photo,trip,data}'),
  road text not null check (road in ('mail', 'code')),
  hash bytea unique,
  asked_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  unique (batch, child_id),
  constraint consent_requests_people_check check (child_id <> adult_id)
);
comment on table private.consent_requests is
  'A guardian is asked for a child: one link, which is good for answers for 14 days. It opens nothing once the guardian may not be asked.';
comment on column private.consent_requests.batch is 'Of the press that made it, under an id from the browser: a mail has all of a press.';
comment on column private.consent_requests.hash is 'Of the link''s token. Of a mail it is null until a worker claims the mail.';
create index consent_requests_child_id_idx on private.consent_requests (child_id, created_at);
comment on index private.consent_requests_child_id_idx is 'The requests for a child, on the family card.';
create index consent_requests_adult_id_idx on private.consent_requests (adult_id);
create index consent_requests_asked_by_idx on private.consent_requests (asked_by);
create index consent_requests_created_at_idx on private.consent_requests (created_at);
comment on index private.consent_requests_created_at_idx is 'The retention rule.';
alter table private.consent_requests enable row level security;
