-- The certificate of an erasure. It has no personal data: only a person who knows the address can find it.

create table private.erasure_settings (
  singleton boolean primary key default true check (singleton),
  needs_approval boolean not null default false
);
comment on column private.erasure_settings.needs_approval is 'Whether a second admin approves each erasure.';
insert into private.erasure_settings default values;

alter table private.erasure_settings enable row level security;
