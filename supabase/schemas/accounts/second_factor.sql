-- The second factor. All rights are those of `private.rights_holder()`: nothing else may look up the
-- caller's role or permissions.

create table private.second_factor (
  singleton boolean primary key default true check (singleton),
  is_demanded boolean not null default false
);
comment on column private.second_factor.is_demanded is
  'Whether roles and permissions count only in a session that proved a second factor.';
insert into private.second_factor default values;
alter table private.second_factor enable row level security;
