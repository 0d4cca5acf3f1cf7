-- Who meets what. Nothing of it is stored.

create function private.requirement_label(name text, version text) returns text
language sql immutable set search_path = ''
as $$ select concat_ws(', version ', name, version) $$;
comment on function private.requirement_label is 'A requirement as people read it.';

create function private.day_in_words(day date) returns text
language sql stable set search_path = ''
as $$ select to_char(day, 'FMMonth FMDD, YYYY') $$;
comment on function private.day_in_words is 'A day like January 5, 2027.';

create view private.clearable_people with (security_invoker = true) as
  select 'mentors' as kind, id, person_id, first_name, last_name, email, status from public.mentors
  union all
  select 'trainers', id, person_id, first_name, last_name, email, status from public.trainers;
comment on view private.clearable_people is 'Mentors and trainers, of whom programs may require something.';

create function private.requirement_states(program uuid, kind text, ids uuid[]) returns table (
  row_id uuid, requirement_id uuid, name text, version text, state text, until date, clearance_id uuid, exemption_id uuid
)
language plpgsql stable security definer set search_path = '' set jit = off set plan_cache_mode = 'force_custom_plan'
as $$
#variable_conflict use_column
declare
  today constant date := private.office_today();
begin
  return query
  with required as materialized (
    select id, name, version, matched, months from public.program_requirements
    where program_id = program and program_requirements.kind = $2 and retired_at is null
  ), listed as materialized (
    select id, person_id from private.clearable_people
    where clearable_people.kind = $2 and id = any (ids) and exists (select from required)
  ), theirs as materialized (
    select one.person_id, clearable_people.id from (select distinct person_id from listed) as one
    join private.clearable_people on clearable_people.person_id = one.person_id
  ), linked as materialized (
    -- What an account says of the mentor whom staff linked to it counts as little.
    select link.user_id, own.person_id from private.mentor_accounts link join public.mentors own on own.id = link.mentor_id
  ), proofs as (
    select distinct on (theirs.person_id, required.id) theirs.person_id, required.id as requirement_id, clearances.id as clearance_id, day as until
    from theirs join public.clearances on clearances.record_id = theirs.id
    join required on required.matched = clearances.matched
    left join public.profiles verifier on verifier.id = verified_by
    cross join lateral (
      select coalesce(least(valid_until, (done_on + make_interval(months => months))::date), 'infinity') as day
    ) as lasts
    where withdrawn_at is null and done_on <= today and verifier.person_id is distinct from theirs.person_id
      and not exists (select from linked where (linked.user_id, linked.person_id) = (verified_by, theirs.person_id))
    order by theirs.person_id, required.id, day desc, clearances.id
  ), latest as (
    select distinct on (theirs.id, required.id) theirs.person_id, required.id as requirement_id, exemption.id as exemption_id, ends_on as until
    from theirs join private.clearance_exemptions exemption on exemption.record_id = theirs.id
    join required on required.id = exemption.requirement_id and required.matched = exemption.matched
    left join public.profiles author on author.id = author_id
    where withdrawn_at is null and starts_on <= today and author.person_id is distinct from theirs.person_id
      and not exists (select from linked where (linked.user_id, linked.person_id) = (author_id, theirs.person_id))
    order by theirs.id, required.id, ends_on desc, exemption.id
  ), given as (
    -- The latest of a record; of two records the one that ends first.
    select distinct on (person_id, requirement_id) * from latest order by person_id, requirement_id, until, exemption_id
  )
  select listed.id, required.id, required.name, required.version,
    case when best.until >= today then 'met' when best.until is null then 'missing' else 'expired' end,
    nullif(best.until, 'infinity'), case when proofs.until >= coalesce(given.until, '-infinity') then proofs.clearance_id end,
    case when given.until > coalesce(proofs.until, '-infinity') then given.exemption_id end
  from listed cross join required
  left join proofs on proofs.person_id = listed.person_id and proofs.requirement_id = required.id
  left join given on given.person_id = listed.person_id and given.requirement_id = required.id
  cross join lateral (select greatest(proofs.until, given.until) as until) as best;
end
$$;
comment on function private.requirement_states is
  'How these mentors or trainers stand with each requirement of a program: met, missing or expired, until which day, and by which evidence or exemption. The one place that computes it.';

create function private.unmet_requirements(program uuid, kind text, ids uuid[]) returns table (
  row_id uuid, name text, version text, state text, until date
)
language sql stable security definer set search_path = ''
as $$
  select row_id, name, version, state, until from private.requirement_states(program, kind, ids) where state <> 'met'
$$;
comment on function private.unmet_requirements is
  'What these mentors or trainers (`kind`) lack for a program. Whoever opens a place with a child asks this.';

create function private.refuse_unmet(program uuid, of_kind text, ids uuid[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  most constant integer := 5;
  said text;
begin
  select string_agg(sentence, ' ' order by place) filter (where place <= most)
    || case when count(*) > most then format(' And %s more.', count(*) - most) else '' end into said
  from (
    select row_number() over (order by name, id) as place, format('%s lacks %s.', coalesce(name, 'Someone'), lacks) as sentence
    from (
      select person.id, nullif(concat_ws(' ', first_name, last_name), '') as name, string_agg(
        private.requirement_label(unmet.name, version) || case state when 'expired' then ' (expired on ' || private.day_in_words(until) || ')' else '' end,
        ' and ' order by unmet.name, version
      ) as lacks
      from private.unmet_requirements(program, of_kind, ids) as unmet
      join private.clearable_people as person on person.kind = of_kind and person.id = row_id
      group by person.id, first_name, last_name
    ) as people
  ) as listed;
  if said is not null then
    raise exception 'Requirements of this program are not met. %', said using errcode = 'P0001';
  end if;
end
$$;
comment on function private.refuse_unmet is
  'Refuses (P0001) unless these mentors or trainers meet every requirement of the program, and says who lacks what.';

create function private.require_clearances() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  joining record;
begin
  -- A merge and its undo only move what was there.
  if private.write_mode() is not distinct from 'merge' then
    return null;
  end if;
  if tg_op = 'INSERT' then
    for joining in
      select program_id, array_agg((to_jsonb(added) ->> tg_argv[1])::uuid) as ids from added group by program_id order by program_id
    loop
      perform private.refuse_unmet(joining.program_id, tg_argv[0], joining.ids);
    end loop;
  else
    for joining in
      select program_id, array_agg(person) as ids from (
        select program_id, (to_jsonb(added) ->> tg_argv[1])::uuid as person from added
        except select program_id, (to_jsonb(replaced) ->> tg_argv[1])::uuid from replaced
      ) as changed group by program_id order by program_id
    loop
      perform private.refuse_unmet(joining.program_id, tg_argv[0], joining.ids);
    end loop;
  end if;
  return null;
end
$$;
comment on function private.require_clearances is
  'The gate of a program: refuses a new mentor or trainer, or a new match of a mentor, who lacks a requirement, except in a merge. The arguments are the people''s table and column.';
