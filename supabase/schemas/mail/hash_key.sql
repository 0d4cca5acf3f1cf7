-- The address of a suppression can be erased: a keyed hash of its scope takes its place.
create table private.hash_key (
  singleton boolean primary key default true check (singleton),
  key bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
);
comment on table private.hash_key is 'The key of the hashes of erased addresses.';
insert into private.hash_key default values;
alter table private.hash_key enable row level security;
