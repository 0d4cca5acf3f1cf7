-- Mail for reviewers, the newsletter's double opt-in, and the administration of mail.

create function public.choose_notices(of_kind public.submission_kind, chosen public.notice_choice) returns void
language sql security invoker set search_path = ''
as $$
  insert into public.notification_choices (kind, choice) values (of_kind, chosen)
  on conflict (user_id, kind) do update set choice = excluded.choice
$$;
comment on function public.choose_notices(public.submission_kind, public.notice_choice) is
  'Sets the caller''s choice of notices for a kind; for reviewers.';

create function private.notice_readers(of_kind public.submission_kind)
returns table (id uuid, address text, choice public.notice_choice)
language sql stable security definer set search_path = ''
as $$
  select profile.id, btrim(profile.email), coalesce(chosen.choice, 'daily')
  from private.reviewer_ids() as reviewer
  join public.profiles profile on profile.id = reviewer
  left join public.notification_choices chosen on chosen.user_id = reviewer and chosen.kind = of_kind
  where profile.confirmed and private.is_address(btrim(profile.email))
$$;
comment on function private.notice_readers(public.submission_kind) is
  'The reviewers with a confirmed address, and their choice for a kind.';

create function private.notices_to(of_kind public.submission_kind)
returns table (id uuid, address text, choice public.notice_choice, for_id uuid)
language sql stable security definer set search_path = ''
as $$
  select own.id, own.address, own.choice, own.id from private.notice_readers(of_kind) as own
  union all
  select cover.id, cover.address, away.choice, away.id
  from private.notice_readers(of_kind) as away
  join private.covers on covers.account_id = away.id and starts_on <= private.office_today() and over_at > now()
  join private.notice_readers(of_kind) as cover on cover.id = covers.cover_id
$$;
comment on function private.notices_to(public.submission_kind) is
  'Who gets notices of a kind: reviewers for themselves, and for a colleague whom they cover, by that colleague''s choice.';

create function private.write_notices() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_new constant boolean := tg_op = 'INSERT';
  caller constant uuid := auth.uid();
begin
  if is_new and (
    -- As for receipts: only rows of visitors and accounts cause a notice.
    current_setting('role', true) not in ('anon', 'authenticated')
    or not exists (select from public.notification_choices where kind = new.kind and choice = 'at_once')
  ) then
    return null;
  end if;
  if not is_new and (caller is null or caller = new.assignee_id) then
    return null;
  end if;
  -- The lock serializes concurrent arrivals.
  perform pg_advisory_xact_lock(hashtextextended('notices', 0));
  insert into private.outbox (idempotency_key, kind, recipient, reader_id, submission_id, data)
  select
    case when is_new then format('notice:%s:%s', new.id, reader.id)
      else format('assigned:%s:%s:%s', new.id, reader.id, current_date) end,
    'notice', reader.address, reader.id, new.id,
    case when sent.in_an_hour = 10 then jsonb_build_object('about', 'more')
      else jsonb_build_object(
        'about', case when is_new then 'new' else 'assigned' end, 'id', new.id, 'kind', new.kind,
        'reference', new.reference, 'due_at', new.due_at, 'answered', new.answered_at is not null,
        'by', case when not is_new then private.name_of_reference('user_id', caller) end
      ) || case when reader.id <> reader.for_id then '{"is_cover": true}' else '{}' end::jsonb end
  from private.notices_to(new.kind) as reader
  cross join lateral (
    select count(*) as in_an_hour from private.outbox mail
    where mail.reader_id = reader.id and mail.kind = 'notice' and mail.created_at > now() - interval '1 hour'
  ) as sent
  where sent.in_an_hour <= 10
    and case when is_new then reader.choice = 'at_once'
      else reader.for_id = new.assignee_id and reader.id <> caller and reader.choice <> 'none' end
  on conflict (idempotency_key) do nothing;
  return null;
end
$$;
comment on function private.write_notices is
  'Writes notices of a new submission, or of an assignment by a colleague, to the reviewers who want them. Each reader gets ten in an hour; the eleventh announces more, and none follows it.';

-- A reader with nothing to do gets no digest that day, even if something arrives later.

create function private.write_digests(moment timestamptz default now()) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  zone constant text := private.office_time_zone();
  today constant date := (moment at time zone zone)::date;
  tomorrow constant timestamptz := (today + 1)::timestamp at time zone zone;
  last_day date := today - 1;
  since timestamptz;
begin
  if (moment at time zone zone)::time < '08:00' or not private.is_business_day(today) then
    return;
  end if;
  update private.mail_settings set digest_day = today where digest_day <> today;
  if not found then
    return;
  end if;
  while not private.is_business_day(last_day) loop
    last_day := last_day - 1;
  end loop;
  since := (last_day + time '08:00') at time zone zone;

  insert into private.outbox (idempotency_key, kind, recipient, reader_id, data)
  select format('digest:%s:%s', today, reader.id), 'digest', reader.address, reader.id,
    jsonb_build_object(
      'day', moment, 'since', since, 'arrived', arrived.total, 'overdue', due.overdue, 'due_today', due.due_today,
      'tasks_overdue', task.overdue, 'tasks_due_today', task.due_today,
      'first', (
        select jsonb_agg(to_jsonb(listed)) from (
          select sent.id, sent.kind, sent.reference, sent.due_at, sent.assignee_id is not null as own
          from public.submissions sent
          where sent.answered_at is null and sent.put_off_until <= moment and sent.due_at < tomorrow
            and sent.kind = any (reader.kinds)
            and (sent.assignee_id = reader.id or sent.assignee_id is null)
          order by sent.due_at, sent.id
          limit 10
        ) as listed
      )
    ) || jsonb_strip_nulls(jsonb_build_object('covering', private.covered_work(reader.id, moment)))
  from private.digest_readers(today) as reader
  cross join private.due_tasks(reader.id, today) as task
  cross join lateral (
    select count(*) filter (where sent.due_at < moment) as overdue, count(*) filter (where sent.due_at >= moment) as due_today
    from public.submissions sent
    where sent.answered_at is null and sent.put_off_until <= moment and sent.due_at < tomorrow
      and sent.kind = any (reader.kinds) and (sent.assignee_id = reader.id or sent.assignee_id is null)
  ) as due
  cross join lateral (
    select count(*) as total from public.submissions sent
    where sent.created_at >= since and sent.created_at < moment and sent.withdrawn_at is null
      and sent.kind = any (reader.daily)
  ) as arrived
  where due.overdue + due.due_today + arrived.total + task.overdue + task.due_today > 0
    or private.covered_work(reader.id, moment) is not null
  on conflict (idempotency_key) do nothing;
end
$$;
comment on function private.write_digests is
  'Writes the daily digests, once and from eight in the office on each business day: overdue and due submissions that are assigned to the reader or to no one, arrivals since the last digest, the reader''s due tasks, and the due work of colleagues whom the reader covers.';
select private.every_minute('write_digests');

grant execute on function
  public.choose_notices(public.submission_kind, public.notice_choice)
to authenticated;
