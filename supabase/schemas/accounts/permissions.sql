create table public.permissions (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (private.is_line(name, 100)),
  description text not null check (private.is_text(description, 500)),
  category text not null check (private.is_line(category, 100))
);

insert into public.permissions (name, category, description) values
  ('can_view_all_users', 'Users', 'See every account with its name, email, role and join date'),
  ('can_edit_user_roles', 'Users', 'Create accounts, change their roles and grant or revoke permissions'),
  ('can_manage_programs', 'Programs', 'Add and edit programs and assign people to them'),
  ('can_verify_clearances', 'Programs', 'See, enter and withdraw evidence of mentors and trainers, and exempt them'),
  ('can_manage_courses', 'Programs', 'Add and edit courses'),
  ('can_manage_mentors', 'People', 'See, add and edit mentors'),
  ('can_manage_mentees', 'People', 'See, add and edit mentees and their families'' contact details'),
  ('can_manage_trainers', 'People', 'See, add and edit trainers'),
  ('can_manage_donations', 'Fundraising', 'See donors, donations and fundraising progress'),
  ('can_view_financials', 'Fundraising', 'See the journal, deposits and funds, with no more of a donor than the name'),
  ('can_send_emails', 'Communication', 'See, prepare and send email campaigns'),
  ('can_view_analytics', 'Analytics', 'See the average grade of our students'),
  ('can_review_submissions', 'Submissions', 'Read and answer applications, proposals and messages');
alter table public.permissions enable row level security;
grant select on public.permissions to authenticated;
grant select, insert, update, delete
  on public.permissions to service_role;

create policy "Every account reads the list of permissions"
  on public.permissions for select to authenticated
  using (true);
