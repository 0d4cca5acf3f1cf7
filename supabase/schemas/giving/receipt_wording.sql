create table private.receipt_wording (
  singleton boolean primary key default true check (singleton),
  words jsonb not null check (private.are_receipt_words(words)),
  issuer text[],
  confirmed_at timestamptz,
  draft jsonb check (draft is null or private.are_receipt_words(draft))
);
comment on column private.receipt_wording.words is 'On receipts: title, in_kind, no_goods (where nothing was given in exchange), in_exchange (where something was) and thanks.';
comment on column private.receipt_wording.issuer is
  'Name, postal address and tax number, a line each, as they were confirmed; null before, when a receipt has those of the app.';
comment on column private.receipt_wording.draft is 'Not confirmed yet, and on no receipt.';
insert into private.receipt_wording (words) values (jsonb_build_object(
  'title', 'Receipt for gifts',
  'in_kind', 'Gifts in kind are described, not valued: the law leaves it to the donor to determine their value.',
  'no_goods', 'No goods or services were provided in exchange for these gifts, in whole or in part. Please keep this receipt for your tax records.',
  'in_exchange', 'Goods or services were provided in exchange for these gifts. The value shown for them is our good-faith estimate. The amount that you may deduct for federal income tax purposes is limited to the excess of your gift over that value. Please keep this receipt for your tax records.',
  'thanks', 'Thank you for your support.'
));
alter table private.receipt_wording enable row level security;
