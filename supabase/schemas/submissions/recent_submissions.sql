-- The rate limit: five submissions per form and IP address in ten minutes. Every submission, and a
-- retention rule every minute, deletes addresses that no longer count.

create table private.recent_submissions (
  id bigint generated always as identity primary key,
  form text not null,
  address text not null,
  submitted_at timestamptz not null default now()
);
create index recent_submissions_form_address_idx on private.recent_submissions (form, address, submitted_at);
comment on index private.recent_submissions_form_address_idx is 'The last requests of an address to a form.';
create index recent_submissions_submitted_at_idx on private.recent_submissions (submitted_at);
comment on index private.recent_submissions_submitted_at_idx is 'The retention rule.';
alter table private.recent_submissions enable row level security;
