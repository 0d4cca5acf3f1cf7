create table private.captcha_passes (
  digest bytea primary key,
  expires_at timestamptz not null default now() + interval '10 minutes',
  used_for bytea
);
comment on column private.captcha_passes.used_for is
  'Hash of the row that used the pass. The same row may come again after a lost response; no other.';
alter table private.captcha_passes enable row level security;
