create table private.captcha (
  singleton boolean primary key default true check (singleton),
  is_required boolean not null default false
);
insert into private.captcha default values;
alter table private.captcha enable row level security;
