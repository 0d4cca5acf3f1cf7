-- Who may be the same, for staff to confirm or dismiss. What makes them alike is in rows that the caller reads.

create table private.person_dismissals (
  one_id uuid not null references private.people (id) on delete cascade,
  other_id uuid not null references private.people (id) on delete cascade,
  primary key (one_id, other_id),
  constraint person_dismissals_check check (one_id < other_id)
);
comment on table private.person_dismissals is 'Two people of whom staff said that they are not one.';
create index person_dismissals_other_id_idx on private.person_dismissals (other_id);
alter table private.person_dismissals enable row level security;
