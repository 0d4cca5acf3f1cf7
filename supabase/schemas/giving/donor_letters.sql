create view private.donor_letters with (security_invoker = true) as
  select donors.id, donors.name,
    case when refused.is_so then private.email_of(donors.id) else donors.email end as email
  from public.donors
  cross join lateral (
    select lower(donors.email) in (select scope from private.suppressions where reason <> 'unsubscribed') as is_so
  ) as refused;
comment on view private.donor_letters is
  'Where letters to donors go: donors.email, or another address of the person where that one bounced or complained.';
