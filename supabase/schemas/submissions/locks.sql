-- Statuses, withdrawals, offers, seats, assignments and conversions lock a form's row and its submission
-- in either order. To rule out deadlocks, each first takes this lock, before any lock on a row or a
-- holiday. Decisions are few and short.

create function private.lock_workflow() returns void
language sql volatile security definer set search_path = ''
as $$
  select private.lock_people();
  select pg_advisory_xact_lock(hashtextextended('public.submissions', 0));
$$;
comment on function private.lock_workflow is
  'Takes the lock of people, and the lock that lets only one decision on submissions run at a time.';

create function private.lock_workflow_first() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_workflow();
  return null;
end
$$;
