-- Operations besides people and programs: donations, courses, campaigns, grades.

create type public.course_status as enum ('active', 'planned', 'completed', 'cancelled');
create type public.campaign_status as enum ('draft', 'scheduled', 'sending', 'paused', 'sent');

create sequence private.donor_numbers start 1001;

create table public.donors (
  id uuid primary key,
  number bigint not null unique,
  name text not null check (private.is_line(name, 200)),
  email text check (private.is_line(email, 254)),
  gift_count integer not null default 0 check (gift_count >= 0),
  lifetime numeric(14, 2) not null default 0 check (lifetime >= 0),
  last_gift_at timestamptz not null,
  frequency text check (frequency in ('monthly', 'yearly', 'occasional', 'once', 'lapsed')),
  frequency_ends_at timestamptz,
  thanked_until timestamptz,
  payment_failing_since timestamptz,
  moved_count integer not null default 0 check (moved_count >= 0),
  moved_total numeric(14, 2) not null default 0 check (moved_total >= 0),
  thank_for_at timestamptz,
  thanks text generated always as (
    case when thank_for_at is null then null when thanked_until >= thank_for_at then 'given' else 'due' end
  ) stored,
  search_text text generated always as (private.searchable(name, email)) stored,
  created_at timestamptz not null
);
comment on table public.donors is
  'One row per person who gave, moved a gift, or is the legal donor of one. A fully refunded gift does not count.';
comment on column public.donors.id is 'The person_id, or legal_donor_id, of their gifts.';
comment on column public.donors.name is 'That of the person, whatever name a gift has.';
comment on column public.donors.email is 'Where letters to the person go (private.email_of), unless it bounced.';
comment on column public.donors.gift_count is 'Gifts of which they are the legal donor.';
comment on column public.donors.moved_count is 'Gifts that they moved, with another as the legal donor: no part of gift_count and lifetime.';
comment on column public.donors.thank_for_at is 'The last gift that they gave or moved. A legal donor is not thanked for what another moved.';
comment on column public.donors.number is 'In the number of their receipts.';
comment on column public.donors.lifetime is 'The sum of the gifts of which they are the legal donor, less refunds.';
comment on column public.donors.frequency is
  'monthly: the last gift is one, or the last three came 20 to 45 days apart; yearly: another one 10 to 14 months before the last; once: the only gift; else occasional. lapsed: nothing since 2 months (monthly), 15 (yearly) or 24.';
comment on column public.donors.thanked_until is 'The time of the last gift that staff gave thanks for.';
comment on column public.donors.payment_failing_since is
  'The third failed payment of a subscription; null again with its next gift.';
comment on column public.donors.created_at is 'The first gift.';

create table public.funds (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_line(name, 100)),
  purpose text check (private.is_text(purpose, 1000)),
  created_at timestamptz not null default now()
);
comment on table public.funds is 'Money for one purpose alone.';
create unique index funds_name_key on public.funds (lower(btrim(name)));

create table public.gift_batches (
  id uuid primary key default gen_random_uuid(),
  expected_count integer not null check (expected_count between 0 and 500),
  expected_total numeric(12, 2) not null check (expected_total between 0 and 1000000000),
  posted_at timestamptz,
  posted_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  discarded_at timestamptz,
  discarded_by uuid references public.profiles (id) on delete set null,
  deposited numeric(12, 2) check (deposited between 0 and 1000000000),
  deposited_on date,
  constraint gift_batches_discarded_at_check check (posted_at is null or discarded_at is null),
  constraint gift_batches_deposited_on_check check (
    (deposited is null) = (deposited_on is null) and (deposited is null or posted_at is not null)
    and deposited_on between '1900-01-01' and '2200-12-31'
  )
);
comment on table public.gift_batches is 'Gifts that are entered together, and count from their posting on.';
comment on column public.gift_batches.discarded_at is 'Its gifts stay, and never count.';
comment on column public.gift_batches.deposited is 'Dollars that the bank shows for a posted batch.';
comment on column public.gift_batches.expected_total is 'Dollars, counted before the gifts are entered.';
create table public.donations (
  id uuid primary key default gen_random_uuid(),
  donor_name text not null check (private.is_line(donor_name, 200)),
  donor_email text check (private.is_line(donor_email, 254)),
  amount numeric(12, 2) constraint donations_amount_check check (
    case when method = 'in_kind' then num_nonnulls(amount, currency) = 0 else coalesce(amount > 0 and amount <> 'NaN', false) end
  ),
  refunded numeric(12, 2) not null default 0
    constraint donations_refunded_check check (refunded >= 0 and refunded <= coalesce(amount, 0)),
  donation_type text not null check (donation_type in ('one-time', 'monthly', 'corporate', 'grant')),
  campaign text check (private.is_line(campaign, 200)),
  person_id uuid not null default gen_random_uuid(),
  legal_donor_id uuid,
  legal_donor_name text check (private.is_line(legal_donor_name, 200)),
  payment_id text unique check (private.is_line(payment_id, 200)),
  donor_phone text check (private.is_line(donor_phone, 50)),
  method text check (method in ('check', 'cash', 'bank', 'mobile_money', 'card', 'in_kind')),
  description text constraint donations_description_check
    check (coalesce(private.is_line(description, 300), method is distinct from 'in_kind')),
  estimate numeric(12, 2) constraint donations_estimate_check
    check (estimate is null or estimate > 0 and estimate < 10000000 and method is not distinct from 'in_kind'),
  reference text check (private.is_line(reference, 100)),
  fund_id uuid references public.funds (id),
  tribute text check (tribute in ('honor', 'memory')),
  tribute_name text check (private.is_line(tribute_name, 200)),
  note text check (private.is_text(note, 2000)),
  currency text check (currency ~ '^[A-Z]{3}$' and currency <> 'USD'),
  original_amount numeric(14, 2)
    constraint donations_original_amount_check check (
      original_amount > 0 and num_nulls(currency, original_amount, rate, rate_on) in (0, 4)
    ),
  rate numeric(18, 8) check (rate > 0),
  rate_on date check (rate_on between '1900-01-01' and '2200-12-31'),
  batch_id uuid references public.gift_batches (id),
  is_posted boolean not null default true,
  entered_at timestamptz,
  voided_at timestamptz,
  change_reason text check (private.is_line(change_reason, 300)),
  is_kept boolean not null generated always as (coalesce(amount > refunded, voided_at is null)) stored,
  search_text text generated always as (
    private.searchable(variadic array[donor_name, donor_email, donor_phone] || private.telephones(donor_phone))
      || e'\n' || private.searchable(campaign, description, reference)
  ) stored,
  created_at timestamptz not null default now(),
  told text[] not null default '{}' check (told <@ '{email,phone}'),
  is_picked boolean not null default false,
  constraint donations_legal_donor_id_check check (legal_donor_id is null or legal_donor_name is not null),
  constraint donations_voided_at_check
    check (voided_at is null or refunded = coalesce(amount, 0) and change_reason is not null),
  constraint donations_is_posted_check
    check (is_posted or num_nulls(batch_id, entered_at, method) = 0 and payment_id is null)
);
comment on column public.donations.legal_donor_id is
  'A donor-advised fund or an employer, which gets the receipt and the credit; the giver gets the thanks. Null where both are one.';
comment on column public.donations.told is 'As of mentors.';
comment on column public.donations.is_picked is
  'A colleague picked the giver: the gift stays theirs, whatever name and address it has.';
comment on column public.donations.amount is 'In US dollars; null for a gift in kind, and only there.';
comment on column public.donations.description is 'What was given in kind. A receipt describes it, and names no value.';
comment on column public.donations.estimate is
  'What a gift in kind may be worth, in dollars, for the office: in no sum, and nothing that a donor sees.';
comment on column public.donations.is_kept is 'Whether something of it is left, after refunds and voiding.';
comment on column public.donations.method is 'Null for gifts from the payment provider or a file.';
comment on column public.donations.original_amount is 'The gift in its currency: amount is this times rate, in dollars.';
comment on column public.donations.is_posted is
  'False in a batch that is open or was discarded: only the desk has the gift, and nothing counts it.';
comment on column public.donations.entered_at is 'When staff entered it by hand.';
comment on column public.donations.voided_at is 'A void gift is refunded as a whole, so that no sum has it.';
comment on column public.donations.change_reason is 'Why it was last corrected, or voided.';
comment on column public.donations.refunded is 'The refunded part of the amount: sums and receipts leave it out.';
comment on column public.donations.payment_id is
  'Id at the payment provider; null for gifts from elsewhere.';

create view private.gifts with (security_invoker = true) as
  select * from public.donations where is_posted;
comment on view private.gifts is
  'The gifts that count. A function that reads gifts reads them here, also with the rights of the owner, whom no policy stops.';

create function private.counted_rows(kind text) returns text
language sql immutable set search_path = ''
as $$ select case kind when 'donations' then 'is_posted' else 'true' end $$;
comment on function private.counted_rows(text) is 'The condition of the rows of a table that lists, searches and figures have.';

create table public.courses (
  id uuid primary key default gen_random_uuid(),
  title text not null check (private.is_line(title, 200)),
  description text check (private.is_text(description, 5000)),
  category text check (private.is_line(category, 100)),
  duration text check (private.is_line(duration, 100)),
  start_date date check (start_date between '1900-01-01' and '2200-12-31'),
  end_date date,
  capacity integer check (capacity > 0),
  status public.course_status not null default 'active',
  search_text text generated always as (private.searchable(title, description, category)) stored,
  created_at timestamptz not null default now(),
  constraint courses_end_date_check
    check (end_date between '1900-01-01' and '2200-12-31' and end_date >= start_date)
);
comment on column public.courses.capacity is 'Null means unlimited.';

create table public.email_campaigns (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_line(name, 200)),
  subject text not null check (private.is_line(subject, 300)),
  content text not null check (private.is_text(content, 50000)),
  target_audience text not null default 'all' check (target_audience in (
    'all', 'donors', 'volunteers', 'mentors', 'trainers', 'parents', 'partners', 'supporters'
  ) or target_audience ~ '^view:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'),
  name_fallback text not null default 'friend' check (private.is_line(name_fallback, 100)),
  sent_count integer not null default 0 check (sent_count >= 0),
  recipient_count integer not null default 0 check (recipient_count >= 0),
  scheduled_at timestamptz,
  scheduled_by uuid references public.profiles (id) on delete set null,
  cancelled_at timestamptz,
  status public.campaign_status not null default 'draft',
  search_text text generated always as (private.searchable(name, subject, content)) stored,
  created_at timestamptz not null default now()
);

comment on column public.email_campaigns.target_audience is '`all` are all subscribers of the newsletter, `view:<id>` the people of a saved view.';
comment on column public.email_campaigns.name_fallback is 'Replaces {{name}} for recipients without a known name.';
comment on column public.email_campaigns.scheduled_by is 'Without this account''s can_send_emails the campaign becomes a draft again.';
comment on column public.email_campaigns.cancelled_at is
  'When the rest was cancelled. While the status is `sending`, its mails are being cancelled in slices.';
comment on column public.email_campaigns.recipient_count is 'Number of recipients.';

create table public.assessments (
  id uuid primary key default gen_random_uuid(),
  course_id uuid not null references public.courses (id) on delete cascade,
  name text not null check (private.is_line(name, 100)),
  added_at timestamptz not null default clock_timestamp()
);
comment on table public.assessments is 'Graded work of a course, such as "Quiz 1".';
create unique index assessments_name_key on public.assessments (course_id, lower(btrim(name)));

create table public.student_grades (
  id uuid primary key default gen_random_uuid(),
  mentee_id uuid references public.mentees (id) on delete cascade,
  course_id uuid references public.courses (id) on delete set null,
  assessment_id uuid references public.assessments (id) on delete cascade,
  grade numeric(5, 2) check (grade between 0 and 100),
  created_at timestamptz not null default now(),
  unique (assessment_id, mentee_id)
);

-- Partial: a count of the list reads only the index.
create index donations_created_at_idx on public.donations (created_at desc, id desc) where is_posted;
create index donations_donor_name_idx on public.donations (donor_name, id) where is_posted;
create index donations_amount_idx on public.donations (amount desc nulls last, id desc) where is_posted;
create index donations_fund_id_idx on public.donations (fund_id, created_at desc, id desc);
create index donations_batch_id_idx on public.donations (batch_id);
create index donations_entered_at_idx on public.donations (entered_at desc, id desc) where entered_at is not null;
create index donations_unposted_idx on public.donations (entered_at) where not is_posted;
create index funds_created_at_idx on public.funds (created_at desc, id desc);
create index gift_batches_created_at_idx on public.gift_batches (created_at desc, id desc);
create index gift_batches_posted_by_idx on public.gift_batches (posted_by);
create index gift_batches_discarded_by_idx on public.gift_batches (discarded_by);
create index donors_last_gift_at_idx on public.donors (last_gift_at desc, id desc);
create index donors_created_at_idx on public.donors (created_at desc, id desc);
create index donors_name_idx on public.donors (name, id);
create index donors_lifetime_idx on public.donors (lifetime, id);
create index donors_frequency_ends_at_idx on public.donors (frequency_ends_at) where frequency <> 'lapsed';
create index courses_created_at_idx on public.courses (created_at desc, id desc);
create index courses_title_idx on public.courses (title, id);
create index email_campaigns_created_at_idx on public.email_campaigns (created_at desc, id desc);
create index email_campaigns_name_idx on public.email_campaigns (name, id);
create index email_campaigns_scheduled_by_idx on public.email_campaigns (scheduled_by);
create index student_grades_mentee_id_idx on public.student_grades (mentee_id);
create index student_grades_course_id_idx on public.student_grades (course_id);

alter table public.donors enable row level security;
grant select, insert, update, delete on public.donors to service_role;

alter table public.donations enable row level security;
grant select, insert, update, delete on public.donations to service_role;

alter table public.funds enable row level security;
grant select, insert, update, delete on public.funds to service_role;

alter table public.gift_batches enable row level security;
grant select, insert, update, delete on public.gift_batches to service_role;

alter table public.courses enable row level security;
grant select, insert, update, delete on public.courses to service_role;

alter table public.email_campaigns enable row level security;
grant select, insert, update, delete on public.email_campaigns to service_role;

alter table public.assessments enable row level security;
grant select, insert, update, delete on public.assessments to service_role;

alter table public.student_grades enable row level security;
grant select, insert, update, delete on public.student_grades to service_role;

grant select on public.donations to authenticated;
grant
  select,
  insert (id, title, description, category, duration, start_date, end_date, capacity, status),
  update (title, description, category, duration, start_date, end_date, capacity, status)
on public.courses to authenticated;
-- The browser cannot claim that mails went out: status and sent_count are in no grant.
grant
  select,
  insert (id, name, subject, content, target_audience, name_fallback),
  update (name, subject, content, target_audience, name_fallback)
on public.email_campaigns to authenticated;
grant select, insert (id, course_id, name), update (name) on public.assessments to authenticated;
-- Grades leave the database as an average, without their owners.
grant select (grade) on public.student_grades to authenticated;

create policy "Managers may select donations"
  on public.donations for select to authenticated
  using ((select private.has_permission('can_manage_donations')) and is_posted);
create policy "Managers may select courses"
  on public.courses for select to authenticated
  using ((select private.has_permission('can_manage_courses')));
create policy "Managers may insert courses"
  on public.courses for insert to authenticated
  with check ((select private.has_permission('can_manage_courses')));
create policy "Managers may update courses"
  on public.courses for update to authenticated
  using ((select private.has_permission('can_manage_courses')))
  with check ((select private.has_permission('can_manage_courses')));
create policy "Managers may select assessments"
  on public.assessments for select to authenticated
  using ((select private.has_permission('can_manage_courses')));
create policy "Managers may insert assessments"
  on public.assessments for insert to authenticated
  with check ((select private.has_permission('can_manage_courses')));
create policy "Managers may update assessments"
  on public.assessments for update to authenticated
  using ((select private.has_permission('can_manage_courses')))
  with check ((select private.has_permission('can_manage_courses')));
create policy "Analysts may select student_grades"
  on public.student_grades for select to authenticated
  using ((select private.has_permission('can_view_analytics')));
create policy "Senders may select email_campaigns"
  on public.email_campaigns for select to authenticated
  using ((select private.has_permission('can_send_emails')));
create policy "Senders draft campaigns"
  on public.email_campaigns for insert to authenticated
  with check ((select private.has_permission('can_send_emails')) and status = 'draft');
create policy "Senders edit drafts"
  on public.email_campaigns for update to authenticated
  using ((select private.has_permission('can_send_emails')) and status = 'draft')
  with check ((select private.has_permission('can_send_emails')) and status = 'draft');
