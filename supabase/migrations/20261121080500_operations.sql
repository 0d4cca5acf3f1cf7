-- What staff run besides people and programs: donations, courses, campaigns, grades.

create type public.course_status as enum ('active', 'planned', 'completed', 'cancelled');
create type public.campaign_status as enum ('draft', 'sent');

create table public.donations (
  id uuid primary key default gen_random_uuid(),
  donor_name text not null check (char_length(donor_name) <= 200),
  donor_email text check (char_length(donor_email) <= 254),
  amount numeric(12, 2) not null check (amount > 0),
  donation_type text not null check (char_length(donation_type) <= 100),
  campaign text check (char_length(campaign) <= 200),
  created_at timestamptz not null default now()
);

create table public.courses (
  id uuid primary key default gen_random_uuid(),
  title text not null check (btrim(title) <> '' and char_length(title) <= 200),
  description text check (char_length(description) <= 5000),
  category text check (char_length(category) <= 100),
  duration text check (char_length(duration) <= 100),
  start_date date,
  end_date date,
  capacity integer check (capacity > 0),
  status public.course_status not null default 'active',
  created_at timestamptz not null default now()
);
comment on column public.courses.capacity is 'Null means unlimited.';

create table public.email_campaigns (
  id uuid primary key default gen_random_uuid(),
  name text not null check (btrim(name) <> '' and char_length(name) <= 200),
  subject text not null check (char_length(subject) <= 300),
  content text not null check (char_length(content) <= 50000),
  target_audience text not null default 'all' check (char_length(target_audience) <= 100),
  sent_count integer not null default 0 check (sent_count >= 0),
  status public.campaign_status not null default 'draft',
  created_at timestamptz not null default now()
);

create table public.student_grades (
  id uuid primary key default gen_random_uuid(),
  mentee_id uuid references public.mentees (id) on delete cascade,
  course_id uuid references public.courses (id) on delete set null,
  grade numeric(5, 2) check (grade between 0 and 100),
  created_at timestamptz not null default now()
);

create index donations_created_at_idx on public.donations (created_at desc);
create index courses_created_at_idx on public.courses (created_at desc);
create index courses_status_idx on public.courses (status);
create index email_campaigns_created_at_idx on public.email_campaigns (created_at desc);
create index email_campaigns_status_idx on public.email_campaigns (status);
create index student_grades_mentee_id_idx on public.student_grades (mentee_id);
create index student_grades_course_id_idx on public.student_grades (course_id);

alter table public.donations enable row level security;
alter table public.courses enable row level security;
alter table public.email_campaigns enable row level security;
alter table public.student_grades enable row level security;

grant select on public.donations to authenticated;
grant
  select,
  insert (title, description, category, duration, start_date, end_date, capacity, status),
  update (title, description, category, duration, start_date, end_date, capacity, status)
on public.courses to authenticated;
-- Sending is not the browser's to claim: status and sent_count are in no grant.
grant
  select,
  insert (name, subject, content, target_audience),
  update (name, subject, content, target_audience)
on public.email_campaigns to authenticated;
-- Grades leave the database as an average; whose they are does not.
grant select (grade) on public.student_grades to authenticated;
grant select, insert, update, delete
  on public.donations, public.courses, public.email_campaigns, public.student_grades
  to service_role;

create policy "Donations for those who manage them"
  on public.donations for select to authenticated
  using ((select private.has_permission('can_manage_donations')));

create policy "Courses for those who manage them"
  on public.courses for select to authenticated
  using ((select private.has_permission('can_manage_courses')));
create policy "Add courses"
  on public.courses for insert to authenticated
  with check ((select private.has_permission('can_manage_courses')));
create policy "Edit courses"
  on public.courses for update to authenticated
  using ((select private.has_permission('can_manage_courses')))
  with check ((select private.has_permission('can_manage_courses')));

create policy "Campaigns for those who send e-mails"
  on public.email_campaigns for select to authenticated
  using ((select private.has_permission('can_send_emails')));
create policy "Draft campaigns"
  on public.email_campaigns for insert to authenticated
  with check ((select private.has_permission('can_send_emails')) and status = 'draft');
create policy "Edit campaigns while they are drafts"
  on public.email_campaigns for update to authenticated
  using ((select private.has_permission('can_send_emails')) and status = 'draft')
  with check ((select private.has_permission('can_send_emails')) and status = 'draft');

create policy "Grades for analytics"
  on public.student_grades for select to authenticated
  using ((select private.has_permission('can_view_analytics')));

call private.keep_values_out_of_estimates();
