-- People who may be the same, for staff to confirm or dismiss. The caller reads the rows that make them alike.

create table private.person_dismissals (
  one_id uuid not null references private.people (id) on delete cascade,
  other_id uuid not null references private.people (id) on delete cascade,
  primary key (one_id, other_id),
  constraint person_dismissals_check check (one_id < other_id)
);
comment on table private.person_dismissals is 'Two people who are not the same, as staff said.';
create index person_dismissals_other_id_idx on private.person_dismissals (other_id);
alter table private.person_dismissals enable row level security;
