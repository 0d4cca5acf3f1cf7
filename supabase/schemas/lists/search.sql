-- The search of every list. Row-level security keeps Postgres from using a trigram index before a policy
-- has passed the row. So a function that checks the right first finds the ids, and the rows of these ids
-- pass the policies as any others do.

-- A search has a line for each word that must match; tabs separate alternative spellings of a word. All
-- of it is literal.
create function private.search_patterns(word text) returns text[]
language sql immutable set search_path = ''
as $$
  select array_agg('%' || regexp_replace(way, '([\\%_])', '\\\1', 'g') || '%')
  from string_to_table(word, e'\t') as way
$$;
comment on function private.search_patterns(text) is
  'A word of a search as patterns, one for each spelling: one of them must match.';

create function private.search_condition(search text, searched text default 'search_text') returns text
language sql immutable set search_path = ''
as $$
  select coalesce(string_agg('(' || any_way.condition || ')', ' and '), 'true')
  from string_to_table(search, e'\n') as word
  cross join lateral (
    select string_agg(format('%s like %L', searched, pattern), ' or ') as condition
    from unnest(private.search_patterns(word)) as pattern
  ) as any_way
$$;
comment on function private.search_condition is
  'A search as SQL: every word, in one of its spellings, is in the searched column.';

create function private.require_short(search text) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if char_length(search) > 2000 or cardinality(string_to_array(search, e'\n')) > 20 then
    raise exception 'A search has up to 20 words and 2,000 letters.' using errcode = 'check_violation';
  end if;
end
$$;
comment on function private.require_short is 'Refuses a search with more than 20 words or 2,000 characters.';

create function private.has_trigrams(search text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  perform private.require_short(search);
  return exists (
    select from string_to_table(search, e'\n') as word
    where not exists (select from string_to_table(word, e'\t') as way where way !~ '[[:alnum:]]{3}')
  );
end
$$;
comment on function private.has_trigrams(text) is
  'Whether a trigram index can find one of the words: each of its spellings has three letters or digits in a row.';

create function private.may_search(kind text) returns boolean
language sql stable security definer set search_path = ''
as $$ select private.is_admin() or kind in (select private.readable_tables()) $$;
comment on function private.may_search(text) is 'Whether the caller may read all rows of a table.';

-- Dynamic SQL: a search has any number of words, and any table.
create function private.found_ids(kind text, search text, at_most integer default null, percent real default 100) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  found uuid[];
begin
  if private.may_search(kind) then
    perform private.require_short(search);
    execute format(
      'select array(select id from public.%I %s where %s and %s limit %L::integer)', kind,
      case when percent < 100 then format('tablesample system (%L)', percent) end,
      private.counted_rows(kind), private.search_condition(search), at_most
    ) into found;
  end if;
  return coalesce(found, '{}');
end
$$;
comment on function private.found_ids(text, text, integer, real) is
  'The ids of a table''s rows, or of a sample of so many percent, that match every word of a search; none without the right to read the table.';

-- The planner has no statistics of texts: a low random_page_cost makes it use the index.
create function private.matching(kind text, search text) returns uuid[]
language sql stable security definer set search_path = '' set random_page_cost = 1
as $$ select private.found_ids(kind, search) $$;
comment on function private.matching is
  'The ids of a table''s rows that match a search, found with the trigram index; none without the right to read the table.';

create function private.is_common(kind text, search text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select cardinality(private.found_ids(kind, search, null, percent)) * 100 / percent > 50000
    from pg_catalog.pg_class
    cross join lateral (select (200000 / greatest(reltuples, 1))::real as percent) as sample
    where oid = to_regclass(format('public.%I', kind)) and percent < 2
  ), false)
$$;
comment on function private.is_common(text, text) is
  'Whether over 50,000 rows match a search, by a sample of 2,000 rows of a table with more than 100,000: the index takes a tenth of a second to find a million.';

create function private.is_selective(kind text, search text) returns boolean
language sql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  select private.may_search(kind) and private.has_trigrams(search) and not private.is_common(kind, search)
    and cardinality(private.found_ids(kind, search, 5001)) <= 5000
$$;

create function public.is_selective(kind text, search text) returns boolean
language sql stable security invoker set search_path = ''
as $$ select private.is_selective(kind, search) $$;
comment on function public.is_selective is
  'Whether a trigram index serves the search, with at most 5,000 matches, in a table of which the caller may read all rows.';
grant execute on function private.is_selective, public.is_selective to authenticated;

grant execute on function private.matching(text, text) to authenticated;
create function public.search_profiles(search text) returns setof public.profiles
language sql stable security invoker set search_path = ''
as $$ select * from public.profiles where id = any ((select private.matching('profiles', search))::uuid[]) $$;
comment on function public.search_profiles is
  'The accounts that match a search; none for callers who may not read them all.';
grant execute on function public.search_profiles(text) to authenticated;
create function public.search_mentors(search text) returns setof public.mentors
language sql stable security invoker set search_path = ''
as $$ select * from public.mentors where id = any ((select private.matching('mentors', search))::uuid[]) $$;
comment on function public.search_mentors is
  'The mentors that match a search; none for callers who may not read the list.';
grant execute on function public.search_mentors(text) to authenticated;
create function public.search_mentees(search text) returns setof public.mentees
language sql stable security invoker set search_path = ''
as $$
  select
    id, first_name, last_name, email, null::text as phone, null::text as grade_level, null::text as school_name,
    null::text as parent_name, null::text as parent_email, null::text as parent_phone, status, search_text, null::uuid as person_id, created_at, null::text[] as told,
    null::text as weekdays, null::text as place, null::text as wishes
  from public.mentees where id = any ((select private.matching('mentees', search))::uuid[])
$$;
comment on function public.search_mentees is
  'The mentees that match a search, with null in their protected columns; none for callers who may not read the list.';
grant execute on function public.search_mentees(text) to authenticated;
create function public.search_trainers(search text) returns setof public.trainers
language sql stable security invoker set search_path = ''
as $$ select * from public.trainers where id = any ((select private.matching('trainers', search))::uuid[]) $$;
comment on function public.search_trainers is
  'The trainers that match a search; none for callers who may not read the list.';
grant execute on function public.search_trainers(text) to authenticated;
create function public.search_programs(search text) returns setof public.programs
language sql stable security invoker set search_path = ''
as $$ select * from public.programs where id = any ((select private.matching('programs', search))::uuid[]) $$;
comment on function public.search_programs is
  'The programs that match a search; none for callers who may not read the list.';
grant execute on function public.search_programs(text) to authenticated;
create function public.search_donations(search text) returns setof public.donations
language sql stable security invoker set search_path = ''
as $$ select * from public.donations where id = any ((select private.matching('donations', search))::uuid[]) $$;
comment on function public.search_donations is
  'The gifts that match a search; none for callers who may not read the list.';
grant execute on function public.search_donations(text) to authenticated;
create function public.search_courses(search text) returns setof public.courses
language sql stable security invoker set search_path = ''
as $$ select * from public.courses where id = any ((select private.matching('courses', search))::uuid[]) $$;
comment on function public.search_courses is
  'The courses that match a search; none for callers who may not read the list.';
grant execute on function public.search_courses(text) to authenticated;
create function public.search_email_campaigns(search text) returns setof public.email_campaigns
language sql stable security invoker set search_path = ''
as $$ select * from public.email_campaigns where id = any ((select private.matching('email_campaigns', search))::uuid[]) $$;
comment on function public.search_email_campaigns is
  'The campaigns that match a search; none for callers who may not read the list.';
grant execute on function public.search_email_campaigns(text) to authenticated;
create function public.search_change_log(search text) returns setof public.change_log
language sql stable security invoker set search_path = ''
as $$ select * from public.change_log where id = any ((select private.matching('change_log', search))::uuid[]) $$;
comment on function public.search_change_log is 'For admins: the log entries whose account or record matches a search.';
grant execute on function public.search_change_log(text) to authenticated;
create function public.search_holidays(search text) returns setof public.holidays
language sql stable security invoker set search_path = ''
as $$ select * from public.holidays where id = any ((select private.matching('holidays', search))::uuid[]) $$;
comment on function public.search_holidays is
  'The holidays that match a search; none for callers who may not read the list.';
grant execute on function public.search_holidays(text) to authenticated;
create function public.search_newsletter_subscriptions(search text) returns setof public.newsletter_subscriptions
language sql stable security invoker set search_path = ''
as $$ select * from public.newsletter_subscriptions where id = any ((select private.matching('newsletter_subscriptions', search))::uuid[]) $$;
comment on function public.search_newsletter_subscriptions is
  'The subscriptions that match a search; none for callers who may not read the list.';
grant execute on function public.search_newsletter_subscriptions(text) to authenticated;
create function public.search_submissions(search text) returns setof public.submissions
language sql stable security invoker set search_path = ''
as $$ select * from public.submissions where id = any ((select private.matching('submissions', search))::uuid[]) $$;
comment on function public.search_submissions is
  'The submissions that match a search; none for callers who may not review.';
grant execute on function public.search_submissions(text) to authenticated;
create function public.search_donors(search text) returns setof public.donors
language sql stable security invoker set search_path = ''
as $$ select * from public.donors where id = any ((select private.matching('donors', search))::uuid[]) $$;
comment on function public.search_donors is
  'The donors that match a search; none for callers who may not read the list.';
grant execute on function public.search_donors(text) to authenticated;
create function public.search_faults(search text) returns setof public.faults
language sql stable security invoker set search_path = ''
as $$ select * from public.faults where id = any ((select private.matching('faults', search))::uuid[]) $$;
comment on function public.search_faults is 'For admins: the faults that match a search.';
grant execute on function public.search_faults(text) to authenticated;
