-- An assignee is a member of staff who may read the record, by the same rules as private.readable_tables.

create function private.task_permissions() returns table (table_name text, permission text)
language sql immutable set search_path = ''
as $$
  values ('mentors', 'can_manage_mentors'), ('mentees', 'can_manage_mentees'), ('trainers', 'can_manage_trainers'),
    ('donors', 'can_manage_donations'), ('donations', 'can_manage_donations'), ('programs', 'can_manage_programs'),
    ('submissions', 'can_review_submissions')
$$;
comment on function private.task_permissions is
  'The tables whose records can have tasks and files, and the permission that reads each.';

create function private.task_readers(open_to text[]) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select private.staff_ids() where open_to = '{}'
  union
  select private.holders(permission) from private.task_permissions() where table_name = any (open_to)
  union
  select private.holders('can_manage_programs') where 'matches' = any (open_to)
  union
  select user_id from public.user_roles where role = 'program_manager' and 'programs' = any (open_to)
$$;
comment on function private.task_readers(text[]) is
  'Accounts that may read one of these tables; all staff for a task without a record.';

create function private.tables_of_address(address text) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
begin
  return array(
    select unnest(private.tables_of_person(private.rows_of(private.people_of_ref(address, readable), readable)))
    intersect
    select table_name from private.task_permissions()
  );
end
$$;
comment on function private.tables_of_address(text) is
  'The tables with this address that the caller may read, and no others.';

create function private.task_assignees(record_kind text default null, address text default null) returns table (id uuid, full_name text)
language sql stable security definer set search_path = ''
as $$
  select reader, private.account_name(reader)
  from private.task_readers(case
    when record_kind is not null then array[record_kind]
    when address is not null then private.tables_of_address(address)
    else '{}'
  end) as reader
  where private.is_staff() and (record_kind is null or private.may_search(record_kind))
  order by 2
$$;

create function public.task_assignees(record_kind text default null, address text default null) returns table (id uuid, full_name text)
language sql stable security invoker set search_path = ''
as $$ select * from private.task_assignees(record_kind, address) $$;
comment on function public.task_assignees is
  'For staff: possible assignees of a task on a record of this table, on an address, or on nothing; none where the caller may not read the table.';
grant execute on function private.task_assignees, public.task_assignees to authenticated;

create function private.check_task() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  of_table constant text := private.table_of_task(new);
  is_new constant boolean := tg_op = 'INSERT';
begin
  if is_new then
    perform private.require(
      of_table is null or auth.uid() is null or private.may_search(of_table), 'You may not read this record.'
    );
    new.address := private.plain_ref(nullif(btrim(new.address), ''));
    new.open_to := case
      when of_table is not null then array[of_table]
      when auth.uid() is null then new.open_to
      else private.tables_of_address(new.address)
    end;
  end if;
  if (is_new or new.due_on <> old.due_on) and new.due_on < private.office_today() then
    raise exception 'The due day is in the past. Choose today or a later day.' using errcode = 'P0001';
  end if;
  -- Who leaves hands over all tasks of a kind at once, to someone who may read them.
  if new.assignee_id is not null and (is_new or new.assignee_id is distinct from old.assignee_id)
    and private.write_mode() is distinct from 'leaving' and new.assignee_id not in (select private.task_readers(new.open_to)) then
    raise exception 'This colleague has left or can''t see the record. Choose someone else.' using errcode = 'P0001';
  end if;
  if not is_new and new.assignee_id is distinct from old.assignee_id and old.assignee_id = auth.uid()
    -- Not when they lose a right.
    and pg_trigger_depth() = 1 and new.open_to = '{}' and new.author_id is distinct from auth.uid() and not private.is_admin() then
    raise exception 'Its author or an administrator can give a task without a record to someone else.' using errcode = 'P0001';
  end if;
  if new.done_at is null then
    new.done_by := null;
  elsif is_new or old.done_at is null then
    new.done_at := now();
    new.done_by := auth.uid();
  else
    new.done_at := old.done_at;
  end if;
  return new;
end
$$;
comment on function private.check_task is
  'Checks a task that is added or changed, and sets who may read it and who did it. Refuses a record that the caller may not read, a past due day, an assignee who may not read the record, and an assignee who hands on a colleague''s task without a record.';
