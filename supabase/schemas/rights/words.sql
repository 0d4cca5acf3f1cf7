create function private.mailboxes(addresses text[]) returns text[]
language sql immutable set search_path = ''
as $$ select array(select private.mailbox(address) from unnest(addresses) as address) $$;
comment on function private.mailboxes is 'The mailboxes of these addresses.';

create function private.only_words(said text) returns text
language sql immutable set search_path = ''
as $$ select ' ' || btrim(regexp_replace(said, '[^[:alnum:]@.+_-]+', ' ', 'g')) || ' ' $$;
comment on function private.only_words is 'A text as words between single spaces, to find whole words in it.';

create function private.has_phone(who private.data_subject, said text, least_digits integer) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(private.phone_keys(said) && (who).phones, false) or char_length(digits) between least_digits and 15
    and exists (select from unnest((who).phones) as phone where position(right(digits, 8) in phone) > 0)
  from regexp_replace(private.searchable(said), '\D', '', 'g') as digits
$$;
comment on function private.has_phone(private.data_subject, text, integer) is
  'Whether a text has a phone of the person, or is at least so many digits in a row of one.';

create function private.is_searched(who private.data_subject, search text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select char_length(btrim(search)) >= 3 and (
    exists (select from unnest((who).names || (who).addresses) as name where position(name in private.searchable(search)) > 0)
    -- Each of its words is part of a name, as the search of a list goes.
    or not exists (
      select from string_to_table(private.searchable(btrim(search)), ' ') as word
      where not exists (select from unnest((who).names || (who).addresses) as name where position(word in name) > 0)
    )
    or private.has_phone(who, search, 5)
  )
$$;
comment on function private.is_searched(private.data_subject, text) is
  'Whether a search has a name, address or phone of the person, or finds one.';

create function private.is_named(who private.data_subject, said text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from unnest((who).names || (who).addresses) as name
    where position(private.only_words(name) in private.only_words(private.searchable(said))) > 0
  ) or private.has_phone(who, said, 8)
$$;
comment on function private.is_named(private.data_subject, text) is
  'Whether a text has a name or address of the person as whole words, or a whole phone: `new` does not name Mr. Newman.';

create function private.named_keys(who private.data_subject, said jsonb) returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(key), '{}') from jsonb_each_text(case jsonb_typeof(said) when 'object' then said else '{}' end)
  where case key
    when 'search' then private.is_searched(who, value)
    when 'saved_view' then private.is_searched(who, value)
    else key <> 'reason' and private.is_named(who, value)
  end
$$;
comment on function private.named_keys(private.data_subject, jsonb) is
  'The keys of an export''s filters that name the person. Its reason is not among them.';
