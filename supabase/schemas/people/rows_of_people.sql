create view private.rows_of_people with (security_invoker = true) as
  select 'profiles' as source, id, person_id, full_name as name, email, null as phone, created_at,
    1 as position, 'account' as kind, 'account' as area, role::text as entry, full_name as title, null as status,
    null::numeric as amount, search_text as searched,
    (case when confirmed then 'proved' else 'told' end)::private.contact_level as email_level, null::private.contact_level as phone_level
  from public.profiles
  union all
  select 'mentors', id, person_id, concat_ws(' ', first_name, last_name), email, phone, created_at,
    2, 'mentor', 'mentors', 'mentor', concat_ws(' ', first_name, last_name), status::text, null, search_text,
    (case when 'email' = any (told) then 'told' else 'entered' end)::private.contact_level, (case when 'phone' = any (told) then 'told' else 'entered' end)::private.contact_level
  from public.mentors
  union all
  select 'trainers', id, person_id, concat_ws(' ', first_name, last_name), email, phone, created_at,
    3, 'trainer', 'trainers', 'trainer', concat_ws(' ', first_name, last_name), status::text, null, search_text,
    (case when 'email' = any (told) then 'told' else 'entered' end)::private.contact_level, (case when 'phone' = any (told) then 'told' else 'entered' end)::private.contact_level
  from public.trainers
  union all
  select 'mentees', id, person_id, concat_ws(' ', first_name, last_name), email, null, created_at,
    4, 'mentee', 'mentees', 'mentee', concat_ws(' ', first_name, last_name), status::text, null, search_text,
    (case when 'email' = any (told) then 'told' else 'entered' end)::private.contact_level, null
  from public.mentees
  union all
  -- No branch has a condition. With one, Postgres reads its whole table for a join.
  select case when is_posted then 'donations' else 'unposted_gifts' end, id, person_id, donor_name, donor_email, donor_phone, created_at,
    case when is_posted then 5 end, case when is_posted then 'donor' end, case when is_posted then 'gifts' end,
    case when is_posted then donation_type end, case when is_posted then coalesce(description, campaign, 'General') end, null,
    case when not is_kept then 0 when is_posted then amount - refunded end, case when is_posted then search_text end,
    (case when 'email' = any (told) then 'told' else 'entered' end)::private.contact_level, (case when 'phone' = any (told) then 'told' else 'entered' end)::private.contact_level
  from public.donations
  union all
  select 'donor_pledges', id, person_id, donor_name, null, null, created_at,
    null, null, null, null, null, null, amount, null, null::private.contact_level, null::private.contact_level
  from public.gift_pledges
  union all
  select 'submissions', id, person_id, name, email, phone, created_at,
    6, kind::text, 'submissions', kind::text, reference, status::text, null, person_text,
    (case when proved_at is null then 'told' else 'proved' end)::private.contact_level, 'told'
  from public.submissions
  union all
  select 'newsletter_subscriptions', id, person_id, name, email, null, created_at,
    7, 'subscriber', 'newsletter', 'subscriber', name,
    case when confirmed_at is null then 'unconfirmed' else 'subscribed' end, null, search_text,
    (case when proved_at is null then 'told' else 'proved' end)::private.contact_level, null
  from public.newsletter_subscriptions;
comment on view private.rows_of_people is
  'Every row that names a human, without protected columns, with how we have its email and phone. `position`, `kind` and `searched` (name and address on its first line, check number and tribute of a gift on the second) are for the search for people; area, entry, title, status and amount are for the page of a person. Both leave out rows without a position: unposted gifts and pledges only keep their people.';
