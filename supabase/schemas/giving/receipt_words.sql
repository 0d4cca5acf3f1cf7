create function private.further_words(known text, said text) returns boolean
language sql immutable set search_path = ''
as $$
  select exists (
    select from unnest(string_to_array(private.plain_name(said), ' ')) as word
    where length(word) > 1 and word <> all (string_to_array(private.plain_name(known), ' '))
  )
$$;
comment on function private.further_words(text, text) is
  'Whether a name has words, besides initials, that the known one lacks.';

-- The words of receipts, which the law prescribes: an admin edits and confirms them.

create function private.are_receipt_words(words jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(case when jsonb_typeof(words) = 'object' then
    words - '{title,in_kind,no_goods,in_exchange,thanks}'::text[] = '{}'
      and (select bool_and(jsonb_typeof(value) = 'string') from jsonb_each(words))
      and private.is_line(words ->> 'title', 100) and private.is_text(words ->> 'in_kind', 1000)
      and private.is_text(words ->> 'no_goods', 1000) and private.is_text(words ->> 'thanks', 1000)
      and private.is_text(words ->> 'in_exchange', 1000)
      and words ->> 'no_goods' ~* 'goods or services' and words ->> 'in_exchange' ~* 'goods or services'
  end, false)
$$;
comment on function private.are_receipt_words(jsonb) is
  'Whether these are all five texts of a receipt, and both about what was given in exchange speak of goods or services, as the tax office requires.';

create function private.words_in_full(words jsonb, issuer text[]) returns text
language sql immutable set search_path = ''
as $$
  select case when issuer is not null then
    concat_ws(e'\n\n', words ->> 'title', array_to_string(issuer, ', '), words ->> 'in_kind', words ->> 'no_goods', words ->> 'in_exchange', words ->> 'thanks')
  end
$$;
comment on function private.words_in_full is
  'The words of receipts as one text for the log; null before the first confirmation.';
