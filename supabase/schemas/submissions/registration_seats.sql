-- Registrations: seats, the waitlist, and offers of free seats.

create function private.free_seats(of_program text) returns integer
language sql stable security definer set search_path = ''
as $$
  select seats - (
    select count(*) from public.program_registrations seated
    where seated.program = of_program and seated.status in ('confirmed', 'offered')
  )::integer
  from public.program_seats where program = of_program
$$;
comment on function private.free_seats(text) is
  'Seats that are neither confirmed nor offered; null where they are unlimited, and below 0 after their number was lowered.';

-- The limits keep anyone from filling a list. Staff decide about further registrations, about those that find
-- a free seat after all, and about those without a working address.

create function private.join_waitlist() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_workflow();
  if coalesce(private.free_seats(new.program), 0) <= 0
    and private.is_address(btrim(new.email)) and not private.is_suppressed(new.email, 'seat')
    and (
      select count(*) filter (where earlier.status <> 'confirmed') < 3
        and bool_or(earlier.program = new.program) is not true
      from public.program_registrations earlier
      where private.mailbox(earlier.email) = private.mailbox(new.email)
        and earlier.status in ('waitlisted', 'offered', 'confirmed')
    )
  then
    new.status := 'waitlisted';
    -- The clock, not the start of the transaction: the lock makes it the order.
    new.waitlisted_at := clock_timestamp();
  end if;
  return new;
end
$$;
comment on function private.join_waitlist is
  'Puts a registration for a full program on its waitlist. A mailbox has one seat or entry per program, and three entries in all.';

create function private.reserve_seat() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status in ('confirmed', 'offered') and old.status not in ('confirmed', 'offered')
    and private.free_seats(new.program) <= 0 then
    raise exception 'No seat is free in this program: all are taken or offered.'
      using errcode = 'check_violation', constraint = 'program_seats';
  end if;
  if new.status = 'waitlisted' then
    -- A lapsed or declined offer puts a registration at the end.
    new.waitlisted_at := case when old.status not in ('lapsed', 'offered') then old.waitlisted_at end;
    new.waitlisted_at := coalesce(new.waitlisted_at, now());
  end if;
  new.offered_until := case when new.status = 'offered' then private.due_at(now(), 3) end;
  return new;
end
$$;
comment on function private.reserve_seat is
  'Refuses to confirm or offer a seat when none is free. Sets the place on the waitlist, and the end of an offer.';

create function private.offer_seats() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  next_ones constant uuid[] := array(
    select waiting.id
    from public.program_seats listed
    cross join lateral (
      select id from public.program_registrations
      where program = listed.program and status = 'waitlisted'
      order by waitlisted_at, created_at, id
      limit greatest(0, private.free_seats(listed.program))
    ) as waiting
    where listed.seats is not null
  );
begin
  -- A registration that is deleted long after its course leaves no seat to offer.
  if cardinality(next_ones) > 0 and private.write_mode() is distinct from 'retention' then
    update public.program_registrations set status = 'offered' where id = any (next_ones);
  end if;
  return null;
end
$$;
comment on function private.offer_seats is 'Offers each free seat to the first on the waitlist.';

create function private.expire_offers() returns void
language sql security definer set search_path = ''
as $$
  update public.program_registrations set status = 'lapsed'
  where status = 'offered' and offered_until < now()
$$;
comment on function private.expire_offers is 'Lets offers lapse that were not accepted in time.';
select private.every_minute('expire_offers');

-- The end of a course closes its confirmed registrations. A day in the future can still be moved; the day
-- of a later course leaves those of an earlier one closed.

create function private.end_of_day(day date) returns timestamptz
language sql stable security definer set search_path = ''
as $$ select (day + 1)::timestamp at time zone private.office_time_zone() $$;
comment on function private.end_of_day is 'When a day ends in the office.';

create function private.course_end(of_program text) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select private.end_of_day(ends_on) from public.program_seats
  where program_seats.program = of_program and private.end_of_day(ends_on) > now()
$$;
comment on function private.course_end(text) is 'The end of a course that has not ended; null where none is set.';

create function private.close_with_course() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.submissions sent set closed_at = private.end_of_day(new.ends_on)
  from public.program_registrations registration
  where registration.id = sent.id and registration.program = new.program and registration.status = 'confirmed'
    and registration.created_at < coalesce(private.end_of_day(new.ends_on), 'infinity')
    and coalesce(sent.closed_at > now(), true);
  return null;
end
$$;
comment on function private.close_with_course is
  'Closes a program''s confirmed registrations with the last day of the course. Those that an earlier course closed stay closed.';

create function private.notify_of_seat() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.outbox set state = 'cancelled', error = 'The decision changed.'
  where submission_id = new.id and kind = 'seat' and state = 'queued';
  if new.status not in ('confirmed', 'waitlisted', 'offered') or not private.is_address(btrim(new.email)) then
    return null;
  end if;
  insert into private.outbox (idempotency_key, kind, recipient, submission_id, next_at, data)
  select 'seat:' || gen_random_uuid(), 'seat', btrim(new.email), new.id, now() + interval '20 seconds',
    jsonb_strip_nulls(jsonb_build_object(
      'state', new.status, 'reference', sent.reference, 'program', new.program,
      'until', new.offered_until
    ))
  from public.submissions sent where sent.id = new.id;
  return null;
end
$$;
comment on function private.notify_of_seat is
  'Queues the mail about a seat. It waits as long as the change can be undone, and an undo cancels it.';

create function private.accept_seat(token text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  registration constant uuid := private.submission_of(token);
begin
  perform private.lock_workflow();
  update public.program_registrations set status = 'confirmed'
  where id = registration and status = 'offered' and offered_until >= now();
  perform private.prove_address(registration);
  return exists (select from public.program_registrations where id = registration and status = 'confirmed');
end
$$;

create function public.accept_seat(token text) returns boolean
language sql security invoker set search_path = ''
as $$ select private.accept_seat(token) $$;
comment on function public.accept_seat is
  'Accepts an offered seat; false where no offer is open.';
grant execute on function private.accept_seat, public.accept_seat to anon, authenticated;

create function private.subscribe_as_well() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.newsletter_subscriptions (name, email)
  values (left(concat_ws(' ', new.first_name, new.last_name), 200), new.email)
  on conflict do nothing;
  return null;
end
$$;
comment on function private.subscribe_as_well is
  'Subscribes the sender of a registration to the newsletter. A subscribed address stays so, and gets no mail.';

create function public.program_standings() returns table (
  program text, seats integer, confirmed bigint, offered bigint, waiting bigint, undecided bigint, ends_on date
)
language sql stable security invoker set search_path = ''
as $$
  with counted as (
    select program,
      count(*) filter (where status = 'confirmed') as confirmed,
      count(*) filter (where status = 'offered') as offered,
      count(*) filter (where status = 'waitlisted') as waiting,
      count(*) filter (where status in ('new', 'contacted')) as undecided
    from public.program_registrations group by program
  )
  select program, listed.seats, coalesce(confirmed, 0), coalesce(offered, 0), coalesce(waiting, 0),
    coalesce(undecided, 0), listed.ends_on
  from public.program_seats listed full join counted using (program)
  order by program
$$;
comment on function public.program_standings() is
  'The programs with seats or registrations: seats (null: unlimited), the number of confirmed, offered, waiting and undecided registrations, and the last day of the course.';

create function public.set_seats(of_program text, number integer) returns void
language sql security invoker set search_path = ''
as $$
  insert into public.program_seats (program, seats) values (of_program, number)
  on conflict (program) do update set seats = excluded.seats
$$;
comment on function public.set_seats(text, integer) is
  'Sets the seats of a program, null for unlimited. New free seats are offered to the waitlist.';

create function public.set_last_day(of_program text, day date) returns void
language sql security invoker set search_path = ''
as $$
  insert into public.program_seats (program, ends_on) values (of_program, day)
  on conflict (program) do update set ends_on = excluded.ends_on
$$;
comment on function public.set_last_day(text, date) is
  'Sets the last day of a program''s course, null for none. It closes the confirmed registrations of the course.';

grant execute on function
  public.program_standings(),
  public.set_seats(text, integer),
  public.set_last_day(text, date)
to authenticated;
