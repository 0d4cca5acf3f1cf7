create table private.collections (
  id uuid primary key,
  meeting_id uuid not null references public.meetings (id) on delete cascade,
  mentee_id uuid not null references public.mentees (id) on delete cascade,
  adult_id uuid references private.people (id) on delete set null,
  collector_name text not null check (private.is_line(collector_name, 200)),
  recorded_by uuid references public.profiles (id) on delete set null,
  collected_at timestamptz not null default now(),
  unique (meeting_id, mentee_id)
);
comment on table private.collections is
  'Who collected a child after a meeting, and when. It is read only after a logged opening of the child.';
comment on column private.collections.adult_id is 'One of the adults who may collect the child; null for someone else.';
create index collections_mentee_id_idx on private.collections (mentee_id);
create index collections_adult_id_idx on private.collections (adult_id);
create index collections_recorded_by_idx on private.collections (recorded_by);
alter table private.collections enable row level security;

-- They follow the people of a join and its undo.

create function private.collections_of(person uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$ select coalesce(jsonb_agg(id), '[]') from private.collections where adult_id = person $$;
comment on function private.collections_of(uuid) is 'The children whom a person collected, for a join and its undo.';

create function private.part_collections(done private.person_merges) returns void
language sql security definer set search_path = ''
as $$
  update private.collections set adult_id = done.merged_id
  where adult_id = done.kept_id and done.ties #> '{merged,collections}' @> to_jsonb(id)
    and exists (select from private.people where id = done.merged_id)
$$;
comment on function private.part_collections(private.person_merges) is
  'Gives the collections that came with a join back to the other person.';
