create table private.leaving_items (
  leaving_id uuid not null references private.leavings (id) on delete cascade,
  kind text not null,
  part text not null,
  item_id uuid not null,
  heir_id uuid references public.profiles (id) on delete set null,
  was jsonb,
  state uuid,
  primary key (leaving_id, kind, item_id)
);
comment on table private.leaving_items is 'Each open thing of a member of staff who left, and its heir; null for nobody.';
comment on column private.leaving_items.was is 'What handing it over changed beside its holder.';
comment on column private.leaving_items.state is
  'A hash of the thing as it was handed over: an undo gives back what is still the same.';
create index leaving_items_heir_id_idx on private.leaving_items (heir_id);
alter table private.leaving_items enable row level security;
