create function private.seen_person(person uuid, readable text[]) returns private.person_rows
language plpgsql stable security definer set search_path = ''
as $$
declare
  who constant private.person_rows := private.rows_of(array[person], readable);
begin
  if private.tables_of_person(who) = '{}' then
    raise exception 'You can''t see any of this person''s records.' using errcode = 'insufficient_privilege';
  end if;
  return who;
end
$$;
comment on function private.seen_person is 'A person''s rows that the caller may read; refuses callers who see none.';

create function private.log_of_person(action public.log_action, who private.person_rows, what text, before text, after text, about uuid) returns void
language sql security definer set search_path = ''
as $$
  select private.log_action(
    action, 'persons', (who).people[1], (who).addresses[1],
    jsonb_build_object(what, jsonb_build_array(before, after)), array[about]
  )
$$;
comment on function private.log_of_person is
  'Logs a change of a person (`what`, from `before` to `after`) under their id and first address.';

create function private.add_person_note(id uuid, person uuid, kind text, body text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who private.person_rows;
  stored private.person_notes;
begin
  perform private.require(private.is_staff(), 'You may not write about people.');
  who := private.seen_person(person, array(select private.readable_tables()));
  insert into private.person_notes (id, person_id, kind, body, open_to, author_id, author_name)
  values (
    add_person_note.id, person, add_person_note.kind, add_person_note.body,
    private.tables_of_person(who), private.current_user_id(), private.account_name(private.current_user_id())
  )
  on conflict on constraint person_notes_pkey do nothing;
  if found then
    perform private.log_of_person('changed', who, add_person_note.kind, null, 'added', add_person_note.id);
    return;
  end if;
  select * into stored from private.person_notes where person_notes.id = add_person_note.id;
  if (stored.author_id, stored.kind, stored.body) is distinct from (private.current_user_id(), add_person_note.kind, add_person_note.body) then
    raise exception 'An earlier version was already added. Add the new part as another note.' using errcode = 'P0001';
  end if;
end
$$;
create function public.add_person_note(id uuid, person uuid, kind text, body text) returns void
language sql security invoker set search_path = ''
as $$ select private.add_person_note(id, person, kind, body) $$;
comment on function public.add_person_note is
  'Adds a note or call about a person, once under its id, for the readers of the tables in which the caller sees the person.';

create function private.remove_person_note(note uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  gone private.person_notes;
begin
  delete from private.person_notes
  where id = note and author_id = private.current_user_id() and open_to && readable returning * into gone;
  perform private.require(gone.id is not null, 'Only its author can remove it, or it is gone already.');
  perform private.log_of_person('changed', private.rows_of(array[gone.person_id], readable), gone.kind, 'added', 'removed', gone.id);
end
$$;
create function public.remove_person_note(note uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.remove_person_note(note) $$;
comment on function public.remove_person_note is
  'Removes a note or call of the caller.';
grant execute on function private.add_person_note, public.add_person_note to authenticated;
grant execute on function private.remove_person_note, public.remove_person_note to authenticated;
