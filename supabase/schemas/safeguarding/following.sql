create function private.follow_child() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.concerns
  set child_ids = child_ids[1:array_position(child_ids, new.merged_id)] || new.kept_id
  where child_ids @> array[new.merged_id];
  return null;
end
$$;
comment on function private.follow_child is
  'Adds the kept mentee of a merge to the concerns about the merged one. An undo brings back the earlier mentee, which comes first in the list.';
