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
