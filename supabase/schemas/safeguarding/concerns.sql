create table private.concerns (
  id uuid primary key default gen_random_uuid(),
  reference text not null unique,
  reporter_id uuid references public.profiles (id) on delete set null,
  reporter_name text not null check (private.is_line(reporter_name, 400)),
  child_ids uuid[] not null default '{}',
  child_name text not null check (private.is_line(child_name, 200)),
  body text not null check (private.is_text(body, 5000)),
  happened text not null check (private.is_text(happened, 1000)),
  is_danger boolean not null,
  not_to uuid[] not null default '{}' check (cardinality(not_to) <= 50),
  created_at timestamptz not null default now(),
  acknowledged_at timestamptz,
  closed_at timestamptz,
  state text not null generated always as (
    case when closed_at is not null then 'closed' when acknowledged_at is not null then 'acknowledged' else 'reported' end
  ) stored,
  reminders smallint not null default 0,
  unread_at timestamptz
);
comment on table private.concerns is
  'Concerns about children. Only functions read them, for safeguarding leads; no trigger logs, broadcasts or searches them.';
comment on column private.concerns.reference is 'By chance and not by count: a lead who was left out sees no gap.';
comment on column private.concerns.child_ids is
  'The mentee, then those into which the mentee was merged. The first that still exists is the child. No foreign key: a concern keeps no record, and no merge, undo or removal shows that there is one.';
comment on column private.concerns.child_name is 'As it was reported; it stays when the child''s record goes.';
comment on column private.concerns.happened is 'When and where, in the reporter''s words.';
comment on column private.concerns.not_to is 'Leads whom the reporter left out. They never read it, also once they are a lead again.';
comment on column private.concerns.reminders is 'How many reminders went out before it was acknowledged.';
comment on column private.concerns.unread_at is 'Since when no lead may read it, while it is open; its reporter and admins were told.';
create index concerns_listed_idx on private.concerns ((closed_at is not null), created_at desc, id desc);
comment on index private.concerns_listed_idx is 'The leads'' list, newest first: open ones, and closed ones.';
create index concerns_reporter_id_idx on private.concerns (reporter_id, created_at desc);
comment on index private.concerns_reporter_id_idx is 'A reporter''s own concerns, newest first.';
create index concerns_child_ids_idx on private.concerns using gin (child_ids);
comment on index private.concerns_child_ids_idx is 'Concerns about a mentee who is merged.';
create index concerns_waiting_idx on private.concerns (created_at) where acknowledged_at is null and reminders < 2;
comment on index private.concerns_waiting_idx is 'Concerns that wait for an acknowledgment, for reminders.';
create index concerns_closed_at_idx on private.concerns (closed_at);
comment on index private.concerns_closed_at_idx is 'The retention rule.';
alter table private.concerns enable row level security;
