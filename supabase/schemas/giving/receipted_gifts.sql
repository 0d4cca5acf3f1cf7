create view private.receipted_gifts with (security_invoker = true) as
  select gift.id, coalesce(gift.legal_donor_id, gift.person_id) as donor_id,
    -- As it came; the receipt has the name of the donor.
    case when gift.legal_donor_id is null then gift.donor_name end as given_as,
    -- Of the legal donor, whose mailbox is not that of whoever moved the gift.
    case when gift.legal_donor_id is null then lower(btrim(gift.donor_email)) end as address,
    gift.created_at, gift.created_at at time zone private.office_time_zone() as given_at,
    gift.amount - gift.refunded as amount, gift.campaign, gift.fund_id,
    nullif(concat_ws(', ', gift.campaign, funds.name), '') as purpose,
    case when gift.amount is null then gift.description end as description,
    gift.exchange_value, gift.exchange, gift.deductible, gift.entered_at
  from private.gifts gift left join public.funds on funds.id = gift.fund_id
  where gift.is_kept;
