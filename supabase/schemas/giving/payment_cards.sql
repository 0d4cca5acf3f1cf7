create table private.payment_cards (
  customer text primary key check (char_length(customer) <= 200),
  expires_on date check (expires_on between '2000-01-01' and '2200-12-31'),
  seen_at timestamptz not null,
  written_for date
);
comment on table private.payment_cards is 'The newest card of each customer of the provider.';
comment on column private.payment_cards.expires_on is
  'The last day of the card; null when the customer pays in another way.';
comment on column private.payment_cards.written_for is 'The expires_on that the donor was told about.';
create index payment_cards_expires_on_idx on private.payment_cards (expires_on);
comment on index private.payment_cards_expires_on_idx is
  'Cards that expire soon or did long ago, for private.write_card_notices.';
alter table private.payment_cards enable row level security;
