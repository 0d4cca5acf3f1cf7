-- The leads' side: a list without texts, and one concern at a time, each opening with a step that an
-- earlier request committed.

create function private.reads_concern(concern private.concerns) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.is_safeguarding_lead() and private.rights_holder() <> all ((concern).not_to);
end
$$;
comment on function private.reads_concern(private.concerns) is
  'Whether the caller is a lead whom the reporter did not leave out.';

create function private.list_concerns(closed boolean default false, after_id uuid default null) returns table (
  id uuid, reference text, reported_at timestamptz, state text, reporter_name text, is_danger boolean
)
language sql stable security definer set search_path = ''
as $$
  select stored.id, stored.reference, stored.created_at, stored.state, stored.reporter_name, stored.is_danger
  from private.concerns stored
  where (stored.closed_at is not null) = closed
    -- Asked once, not for each row.
    and (select private.is_safeguarding_lead()) and (select private.rights_holder()) <> all (stored.not_to)
    and (after_id is null or (stored.created_at, stored.id) < (
      select last.created_at, last.id from private.concerns last where last.id = after_id and private.reads_concern(last)
    ))
  order by stored.created_at desc, stored.id desc
  limit 51
$$;

create function public.list_concerns(closed boolean default false, after_id uuid default null) returns table (
  id uuid, reference text, reported_at timestamptz, state text, reporter_name text, is_danger boolean
)
language sql stable security invoker set search_path = ''
as $$ select * from private.list_concerns(closed, after_id) $$;
comment on function public.list_concerns is
  'For leads: 51 open or closed concerns, newest first, after this one: number, day, state and reporter, without the child and the text.';
grant execute on function private.list_concerns, public.list_concerns to authenticated;

create function private.has_opened_concern(concern uuid, within interval) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.concern_steps
    where concern_id = concern and kind = 'opened' and author_id = private.rights_holder()
      -- A step of this transaction could still be undone.
      and created_at < now() and created_at > now() - within
  )
$$;
comment on function private.has_opened_concern(uuid, interval) is
  'Whether the caller opened a concern, in an earlier request.';

create function private.record_concern_opening(concern uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require(
    (select private.reads_concern(stored) from private.concerns stored where stored.id = concern), 'You may not read this.'
  );
  -- One that is still good for a minute: a page that reads again adds no step.
  if not private.has_opened_concern(concern, interval '4 minutes') then
    insert into private.concern_steps (concern_id, kind, author_id, author_name)
    values (concern, 'opened', private.rights_holder(), private.account_name(private.rights_holder()));
  end if;
end
$$;

create function public.record_concern_opening(concern uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.record_concern_opening(concern) $$;
comment on function public.record_concern_opening is
  'For leads who are not left out: adds to a concern''s steps that the caller opens it.';
grant execute on function private.record_concern_opening, public.record_concern_opening to authenticated;

create function private.open_concern(concern uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  stored private.concerns;
begin
  select * into stored from private.concerns where id = concern;
  perform private.require(
    stored.id is not null and private.reads_concern(stored) and private.has_opened_concern(concern, interval '5 minutes'),
    'You may not read this, or its opening is not recorded.'
  );
  return jsonb_build_object(
    'id', stored.id, 'reference', stored.reference, 'reported_at', stored.created_at, 'state', stored.state,
    'reporter_name', stored.reporter_name, 'child_name', stored.child_name, 'body', stored.body, 'happened', stored.happened,
    'is_danger', stored.is_danger,
    'person', case when private.may_search('mentees') then (
      select child.person_id from unnest(stored.child_ids) with ordinality as known (id, place)
      join public.mentees child on child.id = known.id order by known.place limit 1
    ) end,
    'not_to', (
      select coalesce(jsonb_agg(coalesce(private.account_name(left_out), 'Former account')), '[]') from unnest(stored.not_to) as left_out
    ),
    'steps', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', step.id, 'kind', step.kind, 'body', step.body, 'author_name', step.author_name, 'created_at', step.created_at
      ) order by step.created_at, step.id), '[]')
      from private.concern_steps step where step.concern_id = concern
    )
  );
end
$$;

create function public.open_concern(concern uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.open_concern(concern) $$;
comment on function public.open_concern is
  'For leads who are not left out: a concern with its text and steps, within five minutes of an opening that the caller recorded in an earlier request. `person` is the child''s, for callers who manage mentees.';
grant execute on function private.open_concern, public.open_concern to authenticated;

create function private.add_concern_step(step uuid, concern uuid, kind text, body text default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  caller constant uuid := private.rights_holder();
  stored private.concerns;
begin
  select * into stored from private.concerns where id = concern for update;
  perform private.require(
    stored.id is not null and private.reads_concern(stored) and private.has_opened_concern(concern, interval '1 day'),
    'You may not read this, or its opening is not recorded.'
  );
  -- The answer to an earlier try was lost.
  if exists (select from private.concern_steps done where done.id = step and done.concern_id = concern and done.author_id = caller) then
    return;
  end if;
  if kind not in ('acknowledged', 'note', 'closed', 'reopened') or kind is null
    or kind <> 'acknowledged' and private.is_text(body, 5000) is not true then
    raise exception 'Write what was done, in up to 5,000 letters.' using errcode = 'check_violation';
  elsif kind = 'acknowledged' and stored.acknowledged_at is not null then
    return;
  elsif kind in ('note', 'closed') and stored.closed_at is not null then
    raise exception 'Someone closed this concern in the meantime. Reopen it first.' using errcode = 'PT409';
  elsif kind = 'reopened' and stored.closed_at is null then
    raise exception 'Someone reopened this concern in the meantime.' using errcode = 'PT409';
  end if;
  insert into private.concern_steps (id, concern_id, kind, body, author_id, author_name)
  values (step, concern, add_concern_step.kind, case when add_concern_step.kind <> 'acknowledged' then add_concern_step.body end, caller, private.account_name(caller));
  update private.concerns
  set acknowledged_at = case when add_concern_step.kind in ('acknowledged', 'closed') then coalesce(acknowledged_at, now()) else acknowledged_at end,
    closed_at = case add_concern_step.kind when 'closed' then now() when 'reopened' then null else closed_at end
  where id = concern;
end
$$;

create function public.add_concern_step(step uuid, concern uuid, kind text, body text default null) returns void
language sql security invoker set search_path = ''
as $$ select private.add_concern_step(step, concern, kind, body) $$;
comment on function public.add_concern_step is
  'For leads who are not left out and opened the concern within a day: acknowledges it, adds a `note`, closes it with its outcome or reopens it with a reason, once for each id. PT409 where a colleague closed or reopened it in the meantime.';
grant execute on function private.add_concern_step, public.add_concern_step to authenticated;
