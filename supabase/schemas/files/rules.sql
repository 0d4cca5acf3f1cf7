create function private.largest_file() returns integer
language sql immutable set search_path = ''
as $$ select 20 * 1024 * 1024 $$;
comment on function private.largest_file() is
  'The most bytes that a file may have. The app and the function check-files have the same number in src/shared/lib/file-content.ts.';

create function private.file_undo() returns interval
language sql immutable set search_path = ''
as $$ select interval '1 day' $$;
comment on function private.file_undo() is 'How long a removed file can be brought back.';

create function private.file_endings() returns table (type text, ending text)
language sql immutable set search_path = ''
as $$
  values ('application/pdf', 'pdf'), ('image/jpeg', 'jpg'), ('image/jpeg', 'jpeg'), ('image/png', 'png'), ('image/webp', 'webp'),
    ('application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'),
    ('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'),
    ('text/csv', 'csv'), ('text/plain', 'txt')
$$;
comment on function private.file_endings() is
  'The types of files that we keep, and how their names end. src/shared/lib/file-content.ts has the same.';

create function private.is_file_name(name text, of_type text default null) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return private.is_line(name, 255) and octet_length(name) <= 255
    and name !~ '[/\\\u0080-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]' and btrim(name) = name
    and exists (
      select from private.file_endings() as known
      where lower(name) like '_%.' || known.ending and (of_type is null or known.type = of_type)
    );
end
$$;
comment on function private.is_file_name(text, text) is
  'Whether this is a file name: one line, without a path or a mark of direction, with the ending of a type that we keep, or of this one.';

create function private.keep_leftovers() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.file_leftovers (id) select id from gone on conflict do nothing;
  return null;
end
$$;
comment on function private.keep_leftovers is 'Notes the deleted files, so that check-files deletes their objects.';
