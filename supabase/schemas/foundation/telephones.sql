create function private.telephones(typed text) returns text[]
language plpgsql immutable set search_path = ''
as $$
declare
  office constant record := private.office_country();
  abroad constant text := format('^(?:00|%s)([1-9])', office.abroad);
  domestic constant text := format('^%s$', office.domestic);
  parts text := private.plain_digits(lower(normalize(typed, nfkc)));
  part text;
  number text;
  extension text;
  found text[] := '{}';
begin
  if parts is null or parts !~ '[0-9]' then
    return null;
  end if;
  -- Most are one number, too short for two.
  if translate(parts, ' -().', '') !~ '^[0-9]{1,13}$' or strpos(parts, '(0)') > 0 then
    parts := regexp_replace(parts, '[~|\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g');
    parts := regexp_replace(parts, '[\u2010-\u2015\u2212]', '-', 'g');
    -- An extension, and its number ends.
    parts := regexp_replace(
      parts, '([0-9])[\s().,:]*(?:;\s*ext\s*=|,,|ext(?:ension|n)?[.:]*|x|#)\s*([0-9]{1,7})(?![0-9])', '\1~\2|', 'g'
    );
    parts := regexp_replace(parts, '((?:\+|\m00)[1-9][0-9\s]*)\(0\)', '\1', 'g');
    parts := regexp_replace(parts, '[^-0-9+/().\s~|]+', '|', 'g');
    -- After seven digits or more, what may be part of a number parts two.
    parts := translate(regexp_replace(parts, '((?:[0-9][^0-9|/]*){7})/', '\1|', 'g'), '/', ' ');
    parts := replace(parts, '+', '|+');
    parts := regexp_replace(parts, '((?:[0-9][^0-9|(]*){9})\((?=(?:[^0-9|]*[0-9]){7})', '\1|', 'g');
    parts := regexp_replace(parts, '((?:[0-9][-().]*){7})\s+(?=(?:[-().]*[0-9]){7})', '\1|', 'g');
  end if;
  foreach part in array string_to_array(parts, '|') loop
    number := regexp_replace(split_part(part, '~', 1), '[^0-9+]', '', 'g');
    extension := nullif(split_part(part, '~', 2), '');
    number := case
      when number ~ '^\+[1-9]' then number
      when number ~ abroad then regexp_replace(number, abroad, '+\1')
      when number ~ domestic then '+' || office.calling_code || substring(number from domestic)
      else ltrim(number, '+')
    end;
    if number ~ '^\+?[0-9]{7,15}$' then
      number := number || coalesce(';ext=' || extension, '');
      if number <> all (found) then
        found := found || number;
      end if;
    end if;
  end loop;
  return nullif(found, '{}');
end
$$;
comment on function private.telephones(text) is
  'The phone numbers in a text as +15125550142;ext=315, or only digits where the country is unknown. It finds several numbers, extensions, and digits of any script; null where there is no number.';

create function private.phone_keys(typed text) returns text[]
language plpgsql immutable set search_path = ''
as $$
declare
  numbers constant text[] := private.telephones(typed);
begin
  if numbers is null then
    return null;
  end if;
  return (select array_agg(distinct right(ltrim(split_part(number, ';', 1), '+'), 8)) from unnest(numbers) as number);
end
$$;
comment on function private.phone_keys(text) is
  'The last eight digits of each phone number, without its extension: the same with or without the country code.';
grant execute on function private.telephones(text), private.phone_keys(text)
to authenticated, service_role;
