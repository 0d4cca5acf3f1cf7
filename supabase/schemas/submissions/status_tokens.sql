-- A receipt has nothing that the visitor typed: a form with another person's address must not carry a
-- message to them.

create table private.status_tokens (
  hash bytea primary key,
  submission_id uuid not null references public.submissions (id) on delete cascade,
  closed_at timestamptz
);
comment on table private.status_tokens is 'A token opens its status page until 90 days after the submission was closed.';
comment on column private.status_tokens.closed_at is 'Copy of the submission''s, kept by a trigger.';
create index status_tokens_submission_id_idx on private.status_tokens (submission_id);
create index status_tokens_closed_at_idx on private.status_tokens (closed_at);
comment on index private.status_tokens_closed_at_idx is 'The retention rule.';
alter table private.status_tokens enable row level security;
