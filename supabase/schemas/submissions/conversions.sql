create table public.conversions (
  submission_id uuid primary key references public.submissions (id) on delete cascade,
  reference text not null check (private.is_line(reference, 20)),
  mentor_id uuid references public.mentors (id) on delete cascade,
  mentee_id uuid references public.mentees (id) on delete cascade,
  trainer_id uuid references public.trainers (id) on delete cascade,
  kind text generated always as (
    case when mentor_id is not null then 'mentor' when mentee_id is not null then 'mentee' else 'trainer' end
  ) stored,
  is_new boolean not null,
  program_id uuid references public.programs (id) on delete set null,
  former_status public.application_status not null,
  author_id uuid default auth.uid(),
  author_name text,
  converted_at timestamptz not null default now(),
  constraint conversions_mentor_id_check check (num_nonnulls(mentor_id, mentee_id, trainer_id) = 1)
);
comment on column public.conversions.reference is 'Copy of the submission''s, for managers who may not read submissions.';
comment on column public.conversions.is_new is 'Whether the conversion added the person, or linked an existing one.';
comment on column public.conversions.program_id is 'The program that the conversion added the person to.';
comment on column public.conversions.author_id is 'The account''s id, also after its deletion.';
comment on column public.conversions.author_name is 'The name at that time, set by a trigger.';

create index conversions_mentor_id_idx on public.conversions (mentor_id);
create index conversions_mentee_id_idx on public.conversions (mentee_id);
create index conversions_trainer_id_idx on public.conversions (trainer_id);
create index conversions_program_id_idx on public.conversions (program_id);

create trigger sign_note before insert on public.conversions
  for each row execute function private.sign_note();
-- Not every reviewer may read mentees: the log has the kind of person, not the name.
create trigger log_change after insert or delete on public.conversions
  for each row execute function private.log_change('submission_id', 'kind');
create trigger broadcast_insert after insert on public.conversions referencing new table as changed
  for each statement execute function private.broadcast_changes('submission_id');
create trigger broadcast_delete after delete on public.conversions referencing old table as changed
  for each statement execute function private.broadcast_changes('submission_id');

alter table public.conversions enable row level security;
grant select on public.conversions to authenticated;
grant select, insert, update, delete on public.conversions to service_role;

create policy "Conversions for reviewers and for managers of the list"
  on public.conversions for select to authenticated
  using (
    (select private.may_review())
    or mentor_id is not null and (select private.has_permission('can_manage_mentors'))
    or mentee_id is not null and (select private.has_permission('can_manage_mentees'))
    or trainer_id is not null and (select private.has_permission('can_manage_trainers'))
  );
