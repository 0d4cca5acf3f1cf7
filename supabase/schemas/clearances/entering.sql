-- What holders of can_verify_clearances enter, for anyone but themselves.

create function private.is_own_record(record uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.clearable_people person join public.profiles own on own.id = private.current_user_id()
    where person.id = record and (
      person.person_id = own.person_id or lower(btrim(person.email)) = lower(btrim(own.email)) or exists (
        select from private.mentor_accounts link join public.mentors linked on linked.id = link.mentor_id
        where link.user_id = own.id and linked.person_id = person.person_id
      )
    )
  )
$$;
comment on function private.is_own_record is
  'Whether a mentor or trainer is the caller: the same person as their account, with its address, or linked to it.';

create function private.require_verifier(of_kind text, record uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require(private.has_permission('can_verify_clearances'), 'You may not verify clearances.');
  -- Not while people are merged or erased.
  perform private.lock_people();
  perform private.refuse_if(of_kind not in ('mentors', 'trainers'), 'Only mentors and trainers have clearances.');
  if not exists (select from private.stored_rows(format('public.%I', of_kind)::regclass, array[record], lock => 'key share')) then
    raise exception 'This record no longer exists.' using errcode = 'PT404';
  end if;
  perform private.refuse_if(private.is_own_record(record), 'You can''t verify yourself. Ask a colleague.');
end
$$;
comment on function private.require_verifier is
  'Refuses callers without can_verify_clearances, a record that is gone (PT404), and the caller''s own.';

create function private.add_clearance(
  id uuid, kind text, record uuid, name text, done_on date, version text default null, valid_until date default null, note text default null
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_verifier(kind, record);
  -- The answer to an earlier try was lost.
  if exists (
    select from public.clearances known
    where known.id = add_clearance.id and verified_by = private.current_user_id() and record_id = record
  ) then
    return;
  end if;
  perform private.refuse_if(not private.is_line(name, 100), 'Choose what was checked.');
  perform private.refuse_if(done_on is null, 'Enter the day when it was done.');
  perform private.refuse_if(done_on > private.office_today(), 'It can''t be done on a day later than today.');
  perform private.refuse_if(done_on < '1950-01-01', 'Enter a day from 1950 on.');
  if valid_until < done_on then
    raise exception 'It can''t end before the day it was done.' using errcode = 'P0001';
  end if;
  insert into public.clearances (id, mentor_id, trainer_id, name, version, done_on, valid_until, note, verified_by, verifier_name)
  values (
    id, case kind when 'mentors' then record end, case kind when 'trainers' then record end, btrim(name), nullif(btrim(version), ''),
    done_on, valid_until, nullif(btrim(note), ''), private.current_user_id(), private.account_name(private.current_user_id())
  );
end
$$;
create function public.add_clearance(
  id uuid, kind text, record uuid, name text, done_on date, version text default null, valid_until date default null, note text default null
) returns void
language sql security invoker set search_path = ''
as $$ select private.add_clearance(id, kind, record, name, done_on, version, valid_until, note) $$;
comment on function public.add_clearance is
  'For holders of can_verify_clearances: evidence of a mentor or trainer (`kind` is the table), under the id that the caller chose. Refuses their own, a day after today, and an end before the day it was done.';

create function private.withdraw_clearance(clearance uuid, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.clearances;
begin
  perform private.require(private.has_permission('can_verify_clearances'), 'You may not verify clearances.');
  perform private.lock_people();
  select * into stored from public.clearances where id = clearance for update;
  if stored.id is null then
    raise exception 'This evidence no longer exists.' using errcode = 'PT404';
  end if;
  perform private.require_verifier(case when stored.mentor_id is null then 'trainers' else 'mentors' end, stored.record_id);
  perform private.refuse_if(private.is_text(reason, 500) is not true, 'Say why, in up to 500 characters.');
  update public.clearances set withdrawn_at = now(), withdrawn_reason = btrim(reason) where id = clearance and withdrawn_at is null;
end
$$;
create function public.withdraw_clearance(clearance uuid, reason text) returns void
language sql security invoker set search_path = ''
as $$ select private.withdraw_clearance(clearance, reason) $$;
comment on function public.withdraw_clearance is
  'For holders of can_verify_clearances, not for themselves: evidence entered by mistake no longer counts, for a reason. It stays in the list.';

create function private.exempt(id uuid, requirement uuid, record uuid, reason text, ends_on date, starts_on date default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  required public.program_requirements;
  first constant date := coalesce(starts_on, private.office_today());
  person uuid;
begin
  perform private.require(private.has_permission('can_verify_clearances'), 'You may not verify clearances.');
  perform private.lock_people();
  select * into required from public.program_requirements where program_requirements.id = requirement and retired_at is null for key share;
  if required.id is null then
    raise exception 'This requirement no longer exists.' using errcode = 'PT404';
  end if;
  perform private.require_verifier(required.kind, record);
  if exists (select from private.clearance_exemptions known where known.id = exempt.id and author_id = private.current_user_id()) then
    return;
  end if;
  perform private.refuse_if(private.is_text(reason, 1000) is not true, 'Give a reason for the exemption.');
  perform private.refuse_if(ends_on is null, 'Enter the day when the exemption ends.');
  perform private.refuse_if(first < private.office_today(), 'An exemption can''t start in the past.');
  perform private.refuse_if(ends_on < first, 'The exemption can''t end before it starts.');
  perform private.refuse_if(ends_on > first + 366, 'An exemption can last a year at most.');
  select person_id into person from private.clearable_people as known where known.id = record;
  -- Those of the person's other records would end it earlier.
  update private.clearance_exemptions set withdrawn_at = now()
  where requirement_id = requirement and withdrawn_at is null and record_id <> record
    and record_id in (select known.id from private.clearable_people as known where known.person_id = person);
  insert into private.clearance_exemptions (id, requirement_id, matched, mentor_id, trainer_id, starts_on, ends_on, reason, author_id, author_name)
  values (
    id, requirement, required.matched, case required.kind when 'mentors' then record end, case required.kind when 'trainers' then record end,
    first, ends_on, btrim(reason), private.current_user_id(), private.account_name(private.current_user_id())
  );
  perform private.log_exemption(required, record, null, private.exemption_in_words(required, first, ends_on));
end
$$;
create function public.exempt(id uuid, requirement uuid, record uuid, reason text, ends_on date, starts_on date default null) returns void
language sql security invoker set search_path = ''
as $$ select private.exempt(id, requirement, record, reason, ends_on, starts_on) $$;
comment on function public.exempt is
  'For holders of can_verify_clearances, not for themselves: a mentor or trainer need not meet a requirement until a day, for a reason. It starts today or later, and ends.';

create function private.exemption_in_words(required public.program_requirements, starts_on date, ends_on date) returns text
language sql stable set search_path = ''
as $$
  select format('%s, from %s until %s', private.requirement_label(required.name, required.version), private.day_in_words(starts_on), private.day_in_words(ends_on))
$$;
comment on function private.exemption_in_words is 'An exemption as the change log has it, without its reason.';

create function private.log_exemption(required public.program_requirements, record uuid, before text, after text) returns void
language sql security definer set search_path = ''
as $$
  select private.log_action(
    'changed', 'clearances', record, private.name_of_reference(case required.kind when 'mentors' then 'mentor_id' else 'trainer_id' end, record),
    jsonb_build_object('exemption', jsonb_build_array(before, after), 'program', jsonb_build_array(
      private.name_of_reference('program_id', required.program_id), private.name_of_reference('program_id', required.program_id)
    )), array[record]
  )
$$;
comment on function private.log_exemption is 'Logs an exemption that was given or ended.';

create function private.end_exemption(exemption uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored private.clearance_exemptions;
  required public.program_requirements;
begin
  perform private.require(private.has_permission('can_verify_clearances'), 'You may not verify clearances.');
  perform private.lock_people();
  select * into stored from private.clearance_exemptions where id = exemption for update;
  if stored.id is null then
    raise exception 'This exemption no longer exists.' using errcode = 'PT404';
  end if;
  perform private.require_verifier(case when stored.mentor_id is null then 'trainers' else 'mentors' end, stored.record_id);
  if stored.withdrawn_at is null then
    update private.clearance_exemptions set withdrawn_at = now() where id = exemption;
    select * into required from public.program_requirements where id = stored.requirement_id;
    perform private.log_exemption(required, stored.record_id, private.exemption_in_words(required, stored.starts_on, stored.ends_on), null);
  end if;
end
$$;
create function public.end_exemption(exemption uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.end_exemption(exemption) $$;
comment on function public.end_exemption is
  'For holders of can_verify_clearances, not for themselves: ends an exemption now.';

grant execute on function
  private.add_clearance, public.add_clearance, private.withdraw_clearance, public.withdraw_clearance,
  private.exempt, public.exempt, private.end_exemption, public.end_exemption
to authenticated;
