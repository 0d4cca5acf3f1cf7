create table public.answer_templates (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_line(name, 100)),
  kind text not null default 'all'
    check (kind = 'all' or kind = any (enum_range(null::public.submission_kind)::text[])),
  subject text not null check (private.is_line(subject, 200)),
  body text not null check (private.is_text(body, 10000)),
  search_text text generated always as (private.searchable(name, subject, body)) stored,
  created_at timestamptz not null default now()
);
comment on column public.answer_templates.kind is 'Kind of submission, or all.';
create index answer_templates_created_at_idx on public.answer_templates (created_at desc, id desc);

alter table public.answer_templates enable row level security;

grant select, insert (id, name, kind, subject, body), update (name, kind, subject, body), delete
  on public.answer_templates to authenticated;
grant select, insert, update, delete
  on public.answer_templates to service_role;

create policy "Reviewers may select answer_templates"
  on public.answer_templates for select to authenticated
  using ((select private.may_review()));
create policy "Reviewers may insert answer_templates"
  on public.answer_templates for insert to authenticated
  with check ((select private.may_review()));
create policy "Reviewers may update answer_templates"
  on public.answer_templates for update to authenticated
  using ((select private.may_review()))
  with check ((select private.may_review()));
create policy "Reviewers may delete answer_templates"
  on public.answer_templates for delete to authenticated
  using ((select private.may_review()));

create trigger log_change after insert or update or delete on public.answer_templates
  for each row execute function private.log_change();

create index answer_templates_search_text_idx on public.answer_templates
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);
