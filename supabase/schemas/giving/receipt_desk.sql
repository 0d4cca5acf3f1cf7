create function private.years_given(donor uuid, own text default null) returns table (year integer, total numeric, gift_count bigint, deductible numeric)
language sql stable security definer set search_path = ''
as $$
  select extract(year from given_at)::integer as given_in, coalesce(sum(amount), 0), count(*), coalesce(sum(receipted_gifts.deductible), 0)
  from private.receipted_gifts where donor_id = donor and (own is null or address = own)
  group by given_in order by given_in desc
$$;
comment on function private.years_given is
  'The years of a donor''s gifts, each with sum and number; with `own` only gifts with that address.';

create function private.donor_years(donor uuid) returns table (year integer, total numeric, gift_count bigint, deductible numeric)
language sql stable security definer set search_path = ''
as $$ select * from private.years_given(donor) where private.has_permission('can_manage_donations') $$;

create function public.donor_years(donor uuid) returns table (year integer, total numeric, gift_count bigint, deductible numeric)
language sql stable security invoker set search_path = ''
as $$ select * from private.donor_years(donor) $$;
comment on function public.donor_years is
  'The years (in the office''s time zone) of a donor''s gifts, with their sum less refunds and the part that may be deducted; nothing without can_manage_donations.';
grant execute on function private.donor_years, public.donor_years to authenticated;

create function private.receipt_draft(donor uuid, of_year integer, own text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  due record;
  issued private.issued_receipts;
begin
  select * into due from private.receipts_due(of_year, array[donor], own);
  if not found then
    return null;
  end if;
  select * into issued from private.receipt_with_print(donor, of_year, due.print);
  if found then
    return private.receipt_document(issued);
  end if;
  return jsonb_build_object(
    'year', of_year, 'name', due.name, 'address', private.home_of(donor), 'email', private.email_of(donor),
    'lines', due.lines, 'total', due.total, 'words', private.words_of_receipts(), 'replaces', (
      select coalesce(jsonb_agg(number order by issued_at, number), '[]') from private.open_receipts(donor, of_year, due.gifts)
    )
  ) || private.totals_of_lines(due.lines);
end
$$;
comment on function private.receipt_draft(uuid, integer, text) is
  'The receipt on record, or what the next one will say, without a number.';

create function private.donor_receipt(donor uuid, of_year integer) returns jsonb
language sql stable security definer set search_path = ''
as $$ select private.receipt_draft(donor, of_year) where private.has_permission('can_manage_donations') $$;

create function public.donor_receipt(donor uuid, of_year integer) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.donor_receipt(donor, of_year) $$;
comment on function public.donor_receipt is
  'The receipt on record of a donor''s year (id, number, issued_at, name, address, email, lines, total, exchange_total, deductible, words, replaces), or a draft of the next one, without number and id. Null without gifts, or without can_manage_donations.';
grant execute on function private.donor_receipt, public.donor_receipt to authenticated;
