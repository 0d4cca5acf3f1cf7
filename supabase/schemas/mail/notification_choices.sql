create table public.notification_choices (
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  kind public.submission_kind not null,
  choice public.notice_choice not null,
  primary key (user_id, kind)
);
comment on table public.notification_choices is
  'A reviewer''s choice of notices for a kind of submission; without a row the daily digest.';
create index notification_choices_at_once_idx on public.notification_choices (kind) where choice = 'at_once';
comment on index public.notification_choices_at_once_idx is 'Whether anyone wants notices of a kind at once.';

alter table public.notification_choices enable row level security;

grant select, insert (kind, choice), update (choice) on public.notification_choices to authenticated;
grant select, insert, update, delete on public.notification_choices to service_role;

create policy "Reviewers read their choices"
  on public.notification_choices for select to authenticated
  using (user_id = (select private.current_user_id()) and (select private.may_review()));
create policy "Reviewers add their choices"
  on public.notification_choices for insert to authenticated
  with check (user_id = (select private.current_user_id()) and (select private.may_review()));
create policy "Reviewers change their choices"
  on public.notification_choices for update to authenticated
  using (user_id = (select private.current_user_id()) and (select private.may_review()))
  with check (user_id = (select private.current_user_id()) and (select private.may_review()));
