create table private.receipt_wording (
  singleton boolean primary key default true check (singleton),
  words jsonb not null check (private.are_receipt_words(words)),
  issuer text[],
  confirmed_at timestamptz,
  draft jsonb check (draft is null or private.are_receipt_words(draft))
);
comment on column private.receipt_wording.words is
  'The words on receipts: title, in_kind, no_goods (with nothing in exchange), in_exchange (with something) and thanks.';
comment on column private.receipt_wording.issuer is
  'Name, postal address and tax number, a line each, as an admin confirmed them. Null before that: receipts then have those of the app.';
comment on column private.receipt_wording.draft is 'New words that are not confirmed yet: no receipt has them.';
insert into private.receipt_wording (words) values (jsonb_build_object(
  'title', 'Receipt for gifts',
  'in_kind', 'Gifts in kind are described, not valued: the law leaves it to the donor to determine their value.',
  'no_goods', 'No goods or services were provided in exchange for these gifts, in whole or in part. Please keep this receipt for your tax records.',
  'in_exchange', 'Goods or services were provided in exchange for these gifts. The value shown for them is our good-faith estimate. The amount that you may deduct for federal income tax purposes is limited to the excess of your gift over that value. Please keep this receipt for your tax records.',
  'thanks', 'Thank you for your support.'
));
alter table private.receipt_wording enable row level security;
