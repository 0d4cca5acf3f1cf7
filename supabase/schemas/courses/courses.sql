create table public.courses (
  id uuid primary key default gen_random_uuid(),
  title text not null check (private.is_line(title, 200)),
  description text check (private.is_text(description, 5000)),
  category text check (private.is_line(category, 100)),
  duration text check (private.is_line(duration, 100)),
  start_date date check (start_date between '1900-01-01' and '2200-12-31'),
  end_date date,
  capacity integer check (capacity > 0),
  status public.course_status not null default 'active',
  search_text text generated always as (private.searchable(title, description, category)) stored,
  created_at timestamptz not null default now(),
  constraint courses_end_date_check
    check (end_date between '1900-01-01' and '2200-12-31' and end_date >= start_date)
);
comment on column public.courses.capacity is 'Null means unlimited.';
create index courses_created_at_idx on public.courses (created_at desc, id desc);
comment on index public.courses_created_at_idx is 'The list of courses, newest first: its opening order.';
create index courses_title_idx on public.courses (title, id);
comment on index public.courses_title_idx is 'The list of courses by title.';

alter table public.courses enable row level security;
grant select, insert, update, delete on public.courses to service_role;
grant
  select,
  insert (id, title, description, category, duration, start_date, end_date, capacity, status),
  update (title, description, category, duration, start_date, end_date, capacity, status)
on public.courses to authenticated;
create policy "Managers may select courses"
  on public.courses for select to authenticated
  using ((select private.has_permission('can_manage_courses')));
create policy "Managers may insert courses"
  on public.courses for insert to authenticated
  with check ((select private.has_permission('can_manage_courses')));
create policy "Managers may update courses"
  on public.courses for update to authenticated
  using ((select private.has_permission('can_manage_courses')))
  with check ((select private.has_permission('can_manage_courses')));
create trigger log_change after insert or update or delete on public.courses
  for each row execute function private.log_change();

create index courses_search_text_idx on public.courses
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);

create trigger promote_waitlisted after update of capacity on public.courses
  for each row when (new.capacity is null or new.capacity > old.capacity)
  execute function private.sync_seats('id');
