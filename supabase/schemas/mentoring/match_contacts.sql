create table public.match_contacts (
  id uuid primary key,
  match_id uuid not null references public.matches (id) on delete cascade,
  day date not null check (day between '2000-01-01' and '2200-12-31'),
  met text[] not null check (met <@ '{mentor,mentee,guardian}' and cardinality(met) between 1 and 3),
  note text check (private.is_text(note, 2000)),
  author_id uuid references public.profiles (id) on delete set null,
  author_name text,
  created_at timestamptz not null default now()
);
comment on table public.match_contacts is 'When a supervisor talked with mentor, mentee or guardian of a match.';
comment on column public.match_contacts.note is 'About a child: private.match_details reads it.';
create index match_contacts_match_id_idx on public.match_contacts (match_id, created_at desc, id desc);
create index match_contacts_author_id_idx on public.match_contacts (author_id);

alter table public.match_contacts enable row level security;
grant select (id, match_id, day, met, author_id, author_name, created_at) on public.match_contacts to authenticated;
grant select, insert, update, delete on public.match_contacts to service_role;
create policy "Managers may select match_contacts"
  on public.match_contacts for select to authenticated
  using ((select private.has_permission('can_manage_programs')));
insert into private.table_readers (table_name, permission) values ('match_contacts', 'can_manage_programs');
