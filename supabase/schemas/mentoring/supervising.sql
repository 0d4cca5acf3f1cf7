-- Supervision: contacts with mentor, mentee and guardian. The next one is a task of the supervisor, which
-- moves on with each contact (docs/decisions/054-matches.md).

create function private.contacts_due(match uuid) returns table (party text, due_on date)
language sql stable security definer set search_path = ''
as $$
  select party, last_on + case when last_on <= since + contact_days / 2 then contact_days / 2 else contact_days end
  from public.matches
  cross join unnest('{mentor,mentee,guardian}'::text[]) as party
  cross join lateral (
    select greatest(
      since, (select max(day) from public.match_contacts where match_id = matches.id and party = any (met)),
      (select max(ends_on) from public.match_pauses where match_id = matches.id)
    ) as last_on
  ) as talked
  where matches.id = match and status = 'active' and over_at is null
$$;
comment on function private.contacts_due is
  'Until when someone talks with the mentor, mentee and guardian of an active match: within contact_days of the last time or pause, at first within half of them.';

create function private.supervisor_of_match(match uuid) returns uuid
language sql stable security definer set search_path = ''
as $$
  select account from public.matches cross join unnest(array[supervisor_id, deputy_id]) with ordinality as listed (account, place)
  where matches.id = match and account in (select private.holders('can_manage_programs')) order by place limit 1
$$;
comment on function private.supervisor_of_match is
  'Who supervises a match: its supervisor, or the deputy where the supervisor may not manage programs any more; or null.';

create function private.plan_contact(match uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  planned record;
  supervisor constant uuid := private.supervisor_of_match(match);
begin
  select min(due_on) as due_on, string_agg(party, ', ' order by place) filter (where due_on <= first + 3) as parties into planned
  from (
    select party, due_on, min(due_on) over () as first, array_position('{mentor,mentee,guardian}', party) as place
    from private.contacts_due(match)
  ) as listed;
  if planned.due_on is null then
    delete from public.tasks where match_id = match and done_at is null;
    return;
  end if;
  update public.tasks set due_on = greatest(planned.due_on, private.office_today()), assignee_id = supervisor,
    body = private.contact_in_words(match, planned.parties)
  where match_id = match and done_at is null;
  if not found and (auth.uid() is null or private.may_search('matches')) then
    insert into public.tasks (match_id, due_on, assignee_id, body, open_to)
    values (match, greatest(planned.due_on, private.office_today()), supervisor, private.contact_in_words(match, planned.parties), '{matches}');
  end if;
end
$$;
comment on function private.plan_contact is
  'Sets the task of the next contact of a match: its day, its words and whose it is. A match that is not active has none.';

create function private.contact_in_words(match uuid, parties text) returns text
language sql stable security definer set search_path = ''
as $$
  select left(format('Talk with %s: the match of %s', parties, coalesce(private.name_of_reference('mentor_id', mentor_id), 'a mentor')), 500)
  from public.matches where id = match
$$;
comment on function private.contact_in_words is 'The words of the task, without the child''s name.';

create function private.log_contact(id uuid, match uuid, day date, met text[], note text default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored constant public.matches := private.match_to_change(match);
begin
  -- The answer to an earlier try was lost.
  if exists (select from public.match_contacts known where known.id = log_contact.id and author_id = private.current_user_id() and match_id = match) then
    return;
  end if;
  perform private.refuse_if((cardinality(met) > 0 and met <@ '{mentor,mentee,guardian}') is not true, 'Choose whom you talked with.');
  perform private.refuse_if(day > private.office_today(), 'The day can''t be later than today.');
  perform private.refuse_if(day < '2000-01-01', 'Enter a day from 2000 on.');
  perform private.refuse_if(private.is_text(nullif(btrim(note), ''), 2000) is false, 'Keep the note to 2,000 characters.');
  insert into public.match_contacts (id, match_id, day, met, note, author_id, author_name)
  values (id, match, day, array(select distinct unnest(met)), nullif(btrim(note), ''), private.current_user_id(), private.account_name(private.current_user_id()));
  perform private.log_action(
    'added', 'match_contacts', stored.mentor_id, private.name_of_reference('mentor_id', stored.mentor_id),
    jsonb_build_object('talked_with', jsonb_build_array(null, array_to_string(met, ', ')), 'day', jsonb_build_array(null, day)),
    array[stored.mentee_id]
  );
  perform private.plan_contact(match);
end
$$;
create function public.log_contact(id uuid, match uuid, day date, met text[], note text default null) returns void
language sql security invoker set search_path = ''
as $$ select private.log_contact(id, match, day, met, note) $$;
comment on function public.log_contact is
  'For holders of can_manage_programs: logs that someone talked with mentor, mentee or guardian (`met`) of a match on a day until today, under the id that the caller chose, and plans the next contact.';

create function private.remove_contact(contact uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  removed public.match_contacts;
  stored public.matches;
begin
  perform private.require(private.has_permission('can_manage_programs'), 'You may not change matches.');
  select * into removed from public.match_contacts where id = contact;
  if removed.id is null then
    return;
  end if;
  stored := private.match_to_change(removed.match_id);
  perform private.require(removed.author_id = private.current_user_id() or private.is_admin(), 'Only its author or an administrator can remove a contact.');
  delete from public.match_contacts where id = contact;
  perform private.log_action(
    'removed', 'match_contacts', stored.mentor_id, private.name_of_reference('mentor_id', stored.mentor_id),
    jsonb_build_object('talked_with', jsonb_build_array(array_to_string(removed.met, ', '), null), 'day', jsonb_build_array(removed.day, null)),
    array[stored.mentee_id]
  );
  perform private.plan_contact(stored.id);
end
$$;
create function public.remove_contact(contact uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.remove_contact(contact) $$;
comment on function public.remove_contact is
  'For its author with can_manage_programs, or an admin: removes a contact that was logged by mistake, and plans the next one again.';

grant execute on function
  private.log_contact, public.log_contact, private.remove_contact, public.remove_contact
to authenticated;
