create function private.digits() returns text
language sql immutable set search_path = ''
as $$
  select string_agg(chr(zero + digit), '' order by zero, digit)
  from unnest(array[
    1632,1776,1984,2406,2534,2662,2790,2918,3046,3174,3302,3430,3558,3664,3792,3872,4160,4240,6112,6160,6470,
    6608,6784,6800,6992,7088,7232,7248,42528,43216,43264,43472,43504,43600,44016,66720,68912,68928,69734,
    69872,69942,70096,70384,70736,70864,71248,71360,71376,71386,71472,71904,72016,72688,72784,73040,73120,
    73184,73552,90416,92768,92864,93008,93552,123200,123632,124144,124401,125264
  ]) as zero, generate_series(0, 9) as digit
$$;
comment on function private.digits() is
  'The digits of every script but the Latin one, ten by ten, without compatibility forms like full-width ones.';

create function private.plain_digits(value text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  plain text := value;
  found text;
begin
  -- A text of single bytes has none of them.
  if octet_length(value) = length(value) then
    return value;
  end if;
  for found in select distinct match[1] from regexp_matches(value, '[' || private.digits() || ']', 'g') as match loop
    plain := replace(plain, found, ((position(found in private.digits()) - 1) % 10)::text);
  end loop;
  return plain;
end
$$;
comment on function private.plain_digits(text) is 'The text with the digits 0 to 9 instead of those of other scripts.';

-- Each searchable table has the generated column `search_text`, so every account that writes a row runs this.
create function private.searchable(variadic texts text[]) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  joined constant text := array_to_string(texts, ' ');
begin
  -- A text of single bytes has nothing else to fold.
  if octet_length(joined) = length(joined) then
    return lower(replace(joined, '`', ''''));
  end if;
  return private.plain_digits(translate(
    lower(regexp_replace(
      normalize(translate(joined, '‘’ʼ´`', ''''''''''''), nfkd),
      '[\u0300-\u036f]', '', 'g'
    )),
    'łøđıς', 'lodiσ'
  ));
end
$$;
comment on function private.searchable is
  'A text as searches compare it: without case and accents, with one kind of apostrophe and the digits 0 to 9. The app folds search terms the same way (src/shared/lib/fold.ts).';
grant execute on function private.digits(), private.plain_digits(text), private.searchable(text[])
to anon, authenticated, service_role;

create function private.office_time_zone() returns text
language sql immutable set search_path = ''
as $$ select 'America/Chicago' $$;
comment on function private.office_time_zone() is
  'The time zone of days, weeks and months. The app has the same in src/shared/data/organisation.ts.';

create function private.office_country(out calling_code text, out abroad text, out domestic text) returns record
language sql immutable set search_path = ''
as $$ select '1', '011', '1?([2-9][0-9]{2}[2-9][0-9]{6})' $$;
comment on function private.office_country() is
  'How the office dials: the calling code of its country, the prefix of calls abroad beside 00, and numbers of its country as a pattern, whose group follows the calling code.';
grant execute on function private.office_country()
to authenticated, service_role;

-- Checks of columns: the account that writes a row runs them. Like other functions that run for each row,
-- they are in PL/pgSQL, which keeps a plan for the session where SQL makes one for each statement. Where
-- Postgres would still make a plan for each call, to little use, they set plan_cache_mode.
create function private.is_text(value text, max_length integer) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return char_length(value) <= max_length and value ~ '\S';
end
$$;
comment on function private.is_text is 'Whether a text is not blank and has at most so many characters; null for null.';

create function private.is_line(value text, max_length integer) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return char_length(value) <= max_length and value ~ '\S' and value !~ '[[:cntrl:]]';
end
$$;
comment on function private.is_line is
  'Whether a text is one line, not blank, with at most so many characters; null for null.';

create function private.is_weekdays(value text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return value ~ '^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)(, (Mon|Tue|Wed|Thu|Fri|Sat|Sun)){0,6}$';
end
$$;
comment on function private.is_weekdays is 'Whether a text is a list of weekdays like `Mon, Wed`; null for null.';

grant execute on function private.is_text(text, integer), private.is_line(text, integer), private.is_weekdays(text)
to anon, authenticated, service_role;

-- Work that passes row-level security is a function of the schema `private`, with its owner's rights. The
-- API calls a function of the same name in `public`, which has no rights of its own: both are granted to
-- the same roles. Most of these functions begin with this question.
create function private.require(is_allowed boolean, refusal text) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if is_allowed is not true then
    raise exception '%', refusal using errcode = 'insufficient_privilege';
  end if;
end
$$;
comment on function private.require(boolean, text) is 'Refuses, with this message, unless the caller certainly may.';

grant execute on function
  private.office_time_zone()
to authenticated, service_role;

create function private.require_columns(given jsonb, columns text[]) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(given) is distinct from 'object' or not array(select jsonb_object_keys(given)) <@ columns then
    raise exception 'Unknown field.' using errcode = 'check_violation';
  end if;
end
$$;
comment on function private.require_columns is 'Refuses what is no object, or has a key that is not among these (23514).';
