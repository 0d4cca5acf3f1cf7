create function private.set_write_mode(mode private.write_mode, of_table text default null) returns void
language sql set search_path = ''
as $$
  select set_config('private.write_mode', coalesce(mode::text, ''), true),
    set_config('private.write_table', coalesce(of_table, ''), true)
$$;
comment on function private.set_write_mode is
  'Tells triggers why rows change, until the end of the transaction or the next call; null ends it. An import names its table.';

create function private.write_mode() returns private.write_mode
language plpgsql stable security definer set search_path = ''
as $$
begin
  return nullif(current_setting('private.write_mode', true), '')::private.write_mode;
end
$$;
comment on function private.write_mode() is 'Why rows change in bulk; null while each change is a single one.';

create function private.imports_into(table_name text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(private.write_mode() = 'import' and current_setting('private.write_table', true) = table_name, false);
end
$$;
comment on function private.imports_into is 'Whether an import, or the undo of one, writes this table now.';

create function private.is_from_outside() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return private.write_mode() is not distinct from 'import' or coalesce(current_setting('role', true), '') in ('anon', 'service_role');
end
$$;
comment on function private.is_from_outside() is
  'Whether rows are written by an import, a visitor or a provider''s event, and not by a colleague: what they say is a claim.';

-- Triggers that run as the account that writes ask it, too.
grant execute on function private.write_mode() to authenticated, service_role;
