-- Double opt-in. No response discloses whether an address is subscribed: it is the same for old and new
-- addresses, and the mail goes only to the address.

create table private.subscription_tokens (
  hash bytea primary key,
  subscription_id uuid not null references public.newsletter_subscriptions (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index subscription_tokens_subscription_id_idx on private.subscription_tokens (subscription_id);
create index subscription_tokens_created_at_idx on private.subscription_tokens (created_at);
comment on index private.subscription_tokens_created_at_idx is 'The retention rule.';
alter table private.subscription_tokens enable row level security;
