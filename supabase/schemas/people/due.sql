create function private.person_due(person text) returns table (kind text, id uuid, reference text, due_at timestamptz)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
#variable_conflict use_column
declare
  who constant private.person_rows := private.person_rows(person);
begin
  if private.tables_of_person(who) = '{}' then
    return;
  end if;
  return query
    select 'task', id, null::text, null::timestamptz from public.tasks
    where done_at is null and id in (select private.tasks_of_person(who))
    union all
    select 'waiting', id, reference, due_at from public.submissions
    where id = any (who.submissions) and answered_at is null and put_off_until <= now()
    union all
    select 'convertible', id, reference, due_at from public.submissions
    where id = any (who.submissions) and closed_at is null and kind in ('volunteer', 'program')
      and not exists (select from public.conversions where submission_id = submissions.id)
    order by 1, 4, 2;
end
$$;

create function public.person_due(person text) returns table (kind text, id uuid, reference text, due_at timestamptz)
language sql stable security invoker set search_path = ''
as $$ select * from private.person_due(person) $$;
comment on function public.person_due is
  'Open tasks (task), submissions that wait for an answer (waiting) and open applications without a conversion (convertible) of a person that the caller may read.';
grant execute on function private.person_due, public.person_due to authenticated;
