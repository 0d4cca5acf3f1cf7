/**
 * SQL that finds what no order of arrivals, changes, merges, splits, undos and erasures may leave.
 */
export const peopleFaults = `
  select 'nothing is theirs: ' || people.id as fault from private.people
  where not private.is_needed(people)
  union all
  select 'in no row: ' || normalized from private.contact_points point where kind <> 'post' and open_to is null and not exists (
    select from private.rows_of_people as theirs where theirs.person_id = point.person_id
      and normalized = any (private.phone_keys(theirs.phone) || lower(btrim(theirs.email)))
  )
  union all
  select 'found by nothing: ' || source || ' ' || id from private.rows_of_people as stored
  where email is not null and not exists (
    select from private.contact_points point
    where point.person_id = stored.person_id and normalized = lower(btrim(stored.email))
  )
  union all
  select 'without gifts: ' || id from public.donors
  where not exists (select from private.gifts where person_id = donors.id)
  union all
  select 'without a donor: ' || id from private.gifts
  where not exists (select from public.donors where donors.id = person_id)`
