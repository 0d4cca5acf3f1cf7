create function private.campaign_progress(campaign uuid) returns table (
  status public.campaign_status, is_cancelling boolean, unqueued bigint, waiting bigint, sent bigint,
  failed bigint, suppressed bigint, cancelled bigint, rate_per_minute integer, addresses_shown boolean
)
language sql stable security definer set search_path = ''
as $$
  select chosen.status, chosen.status = 'sending' and chosen.cancelled_at is not null,
    (select count(*) from private.unqueued_recipients where campaign_id = chosen.id),
    count(*) filter (where mail.state in ('queued', 'sending')),
    count(*) filter (where mail.state = 'sent'),
    count(*) filter (where mail.state = 'failed'),
    count(*) filter (where mail.state = 'suppressed'),
    count(*) filter (where mail.state = 'cancelled'),
    settings.rate_per_minute,
    private.may_read_audience(chosen.target_audience)
  from public.email_campaigns chosen
  cross join private.mail_settings settings
  left join private.outbox mail on mail.campaign_id = chosen.id and mail.kind = 'campaign'
  where chosen.id = campaign and private.has_permission('can_send_emails')
  group by chosen.id, settings.singleton
$$;

create function public.campaign_progress(campaign uuid) returns table (
  status public.campaign_status, is_cancelling boolean, unqueued bigint, waiting bigint, sent bigint,
  failed bigint, suppressed bigint, cancelled bigint, rate_per_minute integer, addresses_shown boolean
)
language sql stable security invoker set search_path = ''
as $$ select * from private.campaign_progress(campaign) $$;
comment on function public.campaign_progress is
  'The number of a campaign''s mails by outcome; `unqueued` are recipients whose mails are not queued yet.';
grant execute on function private.campaign_progress, public.campaign_progress to authenticated;

create function private.campaign_outcomes(
  campaign uuid, of_state text default null, search text default '', skipped integer default 0,
  at_most integer default 25
) returns table (id uuid, recipient text, state text, reason text, sent_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = ''
as $$
declare
  may_read constant boolean := (
    select private.may_read_audience(target_audience) from public.email_campaigns chosen where chosen.id = campaign
  );
begin
  if not private.has_permission('can_send_emails') then
    return;
  end if;
  return query
    select mail.id,
      case when may_read then mail.recipient
        else regexp_replace(mail.recipient, '^(.)[^@]*@(.).*$', '\1•••@\2•••') end,
      shown.state,
      case when may_read then mail.error
        else regexp_replace(
          replace(lower(mail.error), lower(split_part(mail.recipient, '@', 1)), '•••'),
          '[^\s<>]+@[^\s<>]+', '•••', 'g'
        ) end,
      mail.sent_at, count(*) over ()
    from private.outbox mail,
      lateral (
        select case when mail.state in ('queued', 'sending') then 'waiting' else mail.state end as state
      ) as shown
    where mail.campaign_id = campaign and mail.kind = 'campaign'
      and (of_state is null or shown.state = of_state)
      and (search = '' or may_read and position(lower(btrim(search)) in lower(mail.recipient)) > 0)
    order by case when may_read then lower(mail.recipient) end, mail.id
    offset greatest(skipped, 0) limit least(at_most, 1000);
end
$$;

create function public.campaign_outcomes(
  campaign uuid, of_state text default null, search text default '', skipped integer default 0,
  at_most integer default 25
) returns table (id uuid, recipient text, state text, reason text, sent_at timestamptz, total bigint)
language sql stable security invoker set search_path = ''
as $$ select * from private.campaign_outcomes(campaign, of_state, search, skipped, at_most) $$;
comment on function public.campaign_outcomes is
  'The outcome of each mail of a campaign: waiting, sent, failed, suppressed or cancelled. For callers who may not read the addresses elsewhere they are masked and not searched.';
grant execute on function private.campaign_outcomes, public.campaign_outcomes to authenticated;
