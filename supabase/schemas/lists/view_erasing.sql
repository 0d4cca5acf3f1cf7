create function private.names_person(who private.data_subject, of_table text, field text, said jsonb) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from jsonb_path_query(said, 'strict $.** ? (@.type() == "string")') as part, lateral (values (part #>> '{}')) as text (said)
    where private.is_named(who, text.said) and not exists (
      -- A value of the column's enum is no name, even if someone has it as a name.
      select from pg_catalog.pg_attribute attribute join pg_catalog.pg_enum label on label.enumtypid = attribute.atttypid
      where attribute.attrelid = to_regclass(format('public.%I', of_table)) and attribute.attname = field
        and label.enumlabel = text.said
    )
  )
$$;
comment on function private.names_person is
  'Whether a text in a view''s filter or condition names the person. A word that the column''s enum has is no name.';

create function private.erased_state(who private.data_subject, view public.saved_views) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  state jsonb := view.state;
begin
  if private.is_searched(who, state ->> 'search') or private.is_searched(who, replace(state ->> 'words', e'\n', ' ')) then
    state := state - 'search' - 'words';
  end if;
  if state ? 'filters' then
    state := jsonb_set(state, '{filters}', (
      select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(state -> 'filters')
      where not private.names_person(who, view.table_name, key, value)
    ));
  end if;
  if state ? 'conditions' then
    state := jsonb_set(state, '{conditions}', (
      select coalesce(jsonb_agg(one order by position), '[]')
      from jsonb_array_elements(state -> 'conditions') with ordinality as listed (one, position)
      where not private.names_person(who, view.table_name, one ->> 0, one -> 2)
    ));
  end if;
  return case when state = view.state then state else state || '{"erased": true}' end;
end
$$;
comment on function private.erased_state(private.data_subject, public.saved_views) is
  'The state of a view without the search, filters and conditions that name a person; marked as erased where one was removed.';
