-- One order of locks, before any lock on a row: `lock_people`, then the workflow of submissions. Rows that
-- arrive or change share the first, and lock their keys one by one; what takes people apart or together,
-- removes them or brings many has it to itself.

create function private.lock_people(alone boolean default false) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if alone then
    perform pg_advisory_xact_lock(hashtextextended('private.people', 0));
  else
    perform pg_advisory_xact_lock_shared(hashtextextended('private.people', 0));
  end if;
end
$$;
comment on function private.lock_people is
  'Takes the lock of people until the transaction ends: shared with others, or held by no one else.';

create function private.lock_people_first() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_people();
  return null;
end
$$;
