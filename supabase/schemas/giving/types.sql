create type public.course_status as enum ('active', 'planned', 'completed', 'cancelled');
create type public.campaign_status as enum ('draft', 'scheduled', 'sending', 'paused', 'sent');
create type private.gift_sums as (
  id uuid, name text, email text, gift_count bigint, lifetime numeric, moved_count bigint, moved_total numeric,
  thank_for_at timestamptz, created_at timestamptz,
  last_gift_at timestamptz, frequency text, frequency_ends_at timestamptz, deductible numeric
);
