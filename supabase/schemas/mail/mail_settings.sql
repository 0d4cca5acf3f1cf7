create table private.mail_settings (
  singleton boolean primary key default true check (singleton),
  rate_per_minute integer not null default 100 check (rate_per_minute between 1 and 1000),
  receipts boolean not null default true,
  double_opt_in boolean not null default false,
  transport text,
  last_run_at timestamptz,
  digest_day date not null default (now() at time zone private.office_time_zone())::date,
  clearance_day date not null default (now() at time zone private.office_time_zone())::date
);
comment on column private.mail_settings.double_opt_in is
  'Whether subscribers confirm the newsletter by a link that they get by mail.';
comment on column private.mail_settings.digest_day is
  'The day of the last digests; at first the day of setup. A later day, of a clock that was ahead, stops none.';
comment on column private.mail_settings.clearance_day is
  'The day of the last notices of clearances that end; at first the day of setup.';
comment on column private.mail_settings.transport is 'The transport of the last worker.';
insert into private.mail_settings default values;

-- The exposed functions are the only access to the tables of mail.

alter table private.mail_settings enable row level security;
