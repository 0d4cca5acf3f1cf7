create table public.clearances (
  id uuid primary key,
  mentor_id uuid references public.mentors (id) on delete cascade,
  trainer_id uuid references public.trainers (id) on delete cascade,
  record_id uuid not null generated always as (coalesce(mentor_id, trainer_id)) stored,
  name text not null check (private.is_line(name, 100)),
  version text check (private.is_line(version, 40)),
  matched text not null generated always as (private.requirement_key(name, version)) stored,
  done_on date not null check (done_on between '1950-01-01' and '2200-12-31'),
  valid_until date,
  note text check (private.is_text(note, 1000)),
  verified_by uuid references public.profiles (id) on delete set null,
  verifier_name text,
  created_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  withdrawn_reason text check (private.is_text(withdrawn_reason, 500)),
  over_at timestamptz generated always as (
    coalesce(withdrawn_at, (valid_until + 1)::timestamp at time zone private.office_time_zone())
  ) stored,
  constraint clearances_trainer_id_check check (num_nonnulls(mentor_id, trainer_id) = 1),
  constraint clearances_valid_until_check check (valid_until between done_on and '2200-12-31'),
  constraint clearances_withdrawn_at_check check (withdrawn_at is null or withdrawn_reason is not null)
);
comment on table public.clearances is
  'Evidence that a mentor or trainer meets a requirement. It counts for every record of the same person.';
comment on column public.clearances.verified_by is 'Who entered it. It does not count for a person whose account this is.';
comment on column public.clearances.withdrawn_at is 'Since when it does not count any more, because it was entered by mistake.';
comment on column public.clearances.over_at is 'When it ended or was withdrawn; null while it has no end.';
create index clearances_record_id_idx on public.clearances (record_id);
comment on index public.clearances_record_id_idx is 'The evidence of a mentor or trainer.';
create index clearances_mentor_id_idx on public.clearances (mentor_id);
create index clearances_trainer_id_idx on public.clearances (trainer_id);
create index clearances_verified_by_idx on public.clearances (verified_by);
create index clearances_over_at_idx on public.clearances (over_at);
comment on index public.clearances_over_at_idx is 'The retention rule.';

alter table public.clearances enable row level security;
grant select (
  id, mentor_id, trainer_id, record_id, name, version, done_on, valid_until, note, verified_by, verifier_name,
  withdrawn_at, withdrawn_reason
) on public.clearances to authenticated;
grant select, insert, update, delete on public.clearances to service_role;
create policy "Verifiers may select clearances"
  on public.clearances for select to authenticated
  using ((select private.has_permission('can_verify_clearances')));
insert into private.table_readers (table_name, permission) values ('clearances', 'can_verify_clearances');

create function private.log_clearance() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  words constant text := format('%s, done %s%s', private.requirement_label(new.name, new.version),
    private.day_in_words(new.done_on), ', valid until ' || private.day_in_words(new.valid_until));
begin
  -- A merge has its own entry.
  if private.write_mode() is distinct from 'merge' and (tg_op = 'INSERT' or old.withdrawn_at is distinct from new.withdrawn_at) then
    perform private.log_action(
      case tg_op when 'INSERT' then 'added' else 'changed' end::public.log_action, 'clearances', new.record_id,
      private.name_of_reference(case when new.mentor_id is null then 'trainer_id' else 'mentor_id' end, new.record_id),
      jsonb_build_object('clearance', case when new.withdrawn_at is null then jsonb_build_array(null, words) else jsonb_build_array(words, null) end),
      array[new.record_id]
    );
  end if;
  return null;
end
$$;
comment on function private.log_clearance is 'Logs that evidence was entered or withdrawn, without its note.';
create trigger log_change after insert or update on public.clearances
  for each row execute function private.log_clearance();
