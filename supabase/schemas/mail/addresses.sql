-- Outgoing mail. A transaction that causes a mail adds a row to the outbox; a worker outside the database
-- claims rows, sends them and records the outcome. No row is lost, and the worker repeats a mail only when
-- the outcome of an attempt is unknown.

-- Audiences call this and `mailbox` for every row: plpgsql halves the cost.
create function private.is_address(address text) returns boolean
language plpgsql immutable set search_path = ''
as $$
declare
  domain constant text := lower(split_part(address, '@', 2));
begin
  return char_length(address) <= 254
    and address ~ '^[^][:space:][:cntrl:]@<>()[\\,;:"%!]+@[^][:space:][:cntrl:]@<>()[\\,;:"%!.]+(\.[^][:space:][:cntrl:]@<>()[\\,;:"%!.]+)+$'
    -- Mailers fold other characters of a domain into these; other scripts appear as xn--….
    and domain ~ '^[a-z0-9.\u00e0-\u024f-]+$'
    and normalize(domain, nfkc) = domain;
end
$$;
comment on function private.is_address(text) is
  'Whether it is the address of one mailbox: no list, no route, no comment, no line break, one spelling of the domain.';

create function private.mailbox(address text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  folded constant text := lower(btrim(address));
  name constant text := split_part(split_part(folded, '@', 1), '+', 1);
  domain constant text := split_part(folded, '@', 2);
begin
  if domain in ('gmail.com', 'googlemail.com') then
    return replace(name, '.', '') || '@gmail.com';
  end if;
  return name || '@' || domain;
end
$$;
comment on function private.mailbox(text) is
  'The mailbox of an address, whatever its spelling, for limits and unsubscriptions. Not every provider delivers each tag to the same person: private.folded_address tells people apart.';

create function private.folded_address(address text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  typed constant text := lower(btrim(address));
begin
  return case when split_part(typed, '@', 2) in ('gmail.com', 'googlemail.com') then private.mailbox(typed) else typed end;
end
$$;
comment on function private.folded_address(text) is
  'An address for telling people apart: without case, and at Gmail without dots and tags.';

-- A server that refuses one address of a mailbox may know the others: anyone can type office+x@….
create function private.suppression_scope(address text, reason text) returns text
language sql immutable set search_path = ''
as $$
  select case when reason = 'unsubscribed' and address !~ '^erased:' then private.mailbox(address)
    else lower(btrim(address)) end
$$;
comment on function private.suppression_scope(text, text) is
  'What a suppression covers: the address that a mail went to, or the mailbox that unsubscribed.';

create function private.keyed_hash(value text) returns text
language sql stable security definer set search_path = ''
as $$
  select encode(sha256(key || sha256(key || convert_to(value, 'UTF8'))), 'hex') from private.hash_key
$$;
comment on function private.keyed_hash is 'A hash with this database''s key: no one without the key can test a guess.';

create function private.suppressed_as(scope text) returns text[]
language sql stable security definer set search_path = ''
as $$ select array[scope, 'erased:' || private.keyed_hash(scope)] $$;
comment on function private.suppressed_as(text) is
  'The scopes that a suppression may be stored under: its own, or a hash of it after an erasure.';
