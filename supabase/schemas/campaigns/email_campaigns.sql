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
create index email_campaigns_created_at_idx on public.email_campaigns (created_at desc, id desc);
comment on index public.email_campaigns_created_at_idx is 'The list of campaigns, newest first: its opening order.';
create index email_campaigns_name_idx on public.email_campaigns (name, id);
comment on index public.email_campaigns_name_idx is 'The list of campaigns by name.';
create index email_campaigns_scheduled_by_idx on public.email_campaigns (scheduled_by);

alter table public.email_campaigns enable row level security;
grant select, insert, update, delete on public.email_campaigns to service_role;
-- The browser cannot claim that mails went out: status and sent_count are in no grant.
grant
  select,
  insert (id, name, subject, content, target_audience, name_fallback),
  update (name, subject, content, target_audience, name_fallback)
on public.email_campaigns to authenticated;
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
create trigger log_change after insert or update or delete on public.email_campaigns
  for each row execute function private.log_change();

create index email_campaigns_search_text_idx on public.email_campaigns
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);
create trigger check_gift_fields before insert or update of subject, content on public.email_campaigns
  for each row execute function private.check_gift_fields();
create trigger delete_recipients after delete on public.email_campaigns
  for each row execute function private.delete_recipients();
